//! Many arrays, or one that is larger than memory, as work of one size.
use std::ops::Range;

/// Some arrays, and the bytes of them that are one piece of work: several small arrays, or a part of a large one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) arrays: Range<usize>,
    pub(super) bytes: Range<usize>,
}

impl Window {
    /// The bytes of an array that are in the window: counted from where the array begins, and from where the window
    /// does.
    pub(super) fn of(&self, array: usize, places: &[usize]) -> (Range<usize>, Range<usize>) {
        let begin = self.bytes.start.max(places[array]);
        let end = self.bytes.end.min(places[array + 1]);
        (begin - places[array]..end - places[array], begin - self.bytes.start..end - self.bytes.start)
    }
}

/// Arrays in windows of at most so many bytes. Their places are those where they begin, and the end of the last one.
///
/// In every array windows begin at multiples of the bytes.
pub(super) fn windows(places: &[usize], bytes: usize) -> impl Iterator<Item = Window> {
    let (mut array, mut place) = (0, 0);
    std::iter::from_fn(move || {
        while *places.get(array + 1)? == place {
            array += 1;
        }
        let (first, begin) = (array, place);
        place = places[array + 1].min(begin + bytes);
        if begin == places[array] && place == places[array + 1] {
            while places.get(array + 2).is_some_and(|end| end - begin <= bytes) {
                array += 1;
            }
            place = places[array + 1];
        }
        Some(Window { arrays: first..array + 1, bytes: begin..place })
    })
}

#[cfg(test)]
mod tests {
    use super::{Window, windows};

    #[test]
    fn small_arrays_together_and_large_ones_in_parts() {
        let window = |arrays, bytes| Window { arrays, bytes };
        let found: Vec<_> = windows(&[0, 0, 40, 90, 90, 290, 300, 300], 100).collect();
        let expected =
            [window(1..4, 0..90), window(4..5, 90..190), window(4..5, 190..290), window(5..7, 290..300)];
        assert_eq!(found, expected);
        assert_eq!(expected[2].of(4, &[0, 0, 40, 90, 90, 290, 300, 300]), (100..200, 0..100));
        assert_eq!(expected[0].of(2, &[0, 0, 40, 90, 90, 290, 300, 300]), (0..50, 40..90));
        assert_eq!(windows(&[0, 0], 100).count(), 0);
        assert_eq!(windows(&[0], 100).count(), 0);
    }
}
