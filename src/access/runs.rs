//! PlaceRuns of places, each counted once.
use alloc::vec::Vec;

/// PlaceRuns of places, first and last, in order; none touches the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceRuns(Vec<(i64, i64)>);

impl PlaceRuns {
    /// The runs that these are, in any order and overlapping as they may; what is at a distance of `gap` places belongs
    /// together, 1 for neighbours. A run that ends before it begins has no places.
    ///
    /// ```
    /// use tilework::access::PlaceRuns;
    /// let runs = PlaceRuns::of([(4, 7), (0, 1), (2, 2), (6, 9)], 1);
    /// assert_eq!((runs.as_slice(), runs.places()), (&[(0, 2), (4, 9)][..], 9));
    /// assert_eq!(PlaceRuns::of([(0, 0), (2, 2)], 2).as_slice(), [(0, 2)]);
    /// ```
    pub fn of(runs: impl IntoIterator<Item = (i64, i64)>, gap: i64) -> PlaceRuns {
        let mut sorted: Vec<(i64, i64)> = runs.into_iter().filter(|(first, last)| first <= last).collect();
        sorted.sort_unstable();
        let mut joined: Vec<(i64, i64)> = Vec::with_capacity(sorted.len());
        for (first, last) in sorted {
            match joined.last_mut() {
                Some((_, end)) if first <= end.saturating_add(gap) => *end = last.max(*end),
                _ => joined.push((first, last)),
            }
        }
        PlaceRuns(joined)
    }

    /// First and last place of each.
    pub fn as_slice(&self) -> &[(i64, i64)] {
        &self.0
    }

    /// How many places they have.
    pub fn places(&self) -> u64 {
        self.0.iter().map(|(first, last)| last.abs_diff(*first).saturating_add(1)).sum()
    }

    /// How many blocks of memory they touch, each counted once, if a place has so many bits and a block so many bytes,
    /// and a block begins at place 0.
    ///
    /// ```
    /// use tilework::access::PlaceRuns;
    /// // halves 0 to 3 and 14 to 17, in sectors of 32 bytes
    /// assert_eq!(PlaceRuns::of([(0, 3), (14, 17)], 1).blocks(16, 32), 2);
    /// ```
    pub fn blocks(&self, bits: u64, block: u64) -> u64 {
        let (bits, size) = (i128::from(bits.max(1)), i128::from(block.max(1)) * 8);
        let (mut blocks, mut next) = (0_u64, i128::MIN);
        for (first, last) in &self.0 {
            let first = (i128::from(*first) * bits).div_euclid(size).max(next);
            let last = (i128::from(*last) * bits + bits - 1).div_euclid(size);
            blocks += u64::try_from(last - first + 1).unwrap_or(0);
            next = next.max(last + 1);
        }
        blocks
    }
}
