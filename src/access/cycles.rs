//! The cycles of a layout that is a permutation.
use super::offsets::{MOST_ELEMENTS, StaticOffsets};
use crate::int::{Text, word};
#[cfg(feature = "dynamic")]
use alloc::{vec, vec::Vec};

/// How a permutation moves its elements: what a relayout in place has to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cycles {
    /// The number of elements.
    pub size: usize,
    /// The number of cycles, those of one element included.
    pub count: usize,
    /// The elements that stay where they are.
    pub fixed: usize,
    /// The length of the longest cycle.
    pub longest: usize,
}

/// Why offsets are no permutation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPermutation {
    /// An index has an offset that is no index.
    Outside {
        /// The index.
        index: usize,
        /// Its offset.
        offset: i64,
    },
    /// Two indices have this offset.
    Twice {
        /// The offset.
        offset: usize,
    },
}

impl NoPermutation {
    const fn text(self) -> Text {
        match self {
            NoPermutation::Outside { index, offset } => {
                let text = Text::new().str("no permutation: index ").number(index).str(" has the offset ");
                text.signed(word::steps(offset)).str(", which is no index")
            }
            NoPermutation::Twice { offset } => {
                Text::new().str("no permutation: two indices have the offset ").number(offset)
            }
        }
    }
}

impl core::fmt::Display for NoPermutation {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.text().as_str())
    }
}

impl core::error::Error for NoPermutation {}

impl Cycles {
    /// Whether the permutation is one of an even number of exchanges.
    pub const fn is_even(&self) -> bool {
        (self.size - self.count).is_multiple_of(2)
    }

    /// The cycles of the permutation that takes each index to its offset.
    ///
    /// # Errors
    /// If that is no permutation, with the index or the offset at which it is none.
    ///
    /// ```
    /// use tilework::access::{Cycles, NoPermutation};
    /// let transposed = Cycles::of(&[0, 3, 1, 4, 2, 5])?; // 2x3 in rows
    /// assert_eq!((transposed.count, transposed.fixed, transposed.longest), (3, 2, 4));
    /// assert!(!transposed.is_even());
    /// assert_eq!(Cycles::of(&[0, 2, 2]), Err(NoPermutation::Twice { offset: 2 }));
    /// # Ok::<(), NoPermutation>(())
    /// ```
    #[cfg(feature = "dynamic")]
    pub fn of(offsets: &[i64]) -> Result<Cycles, NoPermutation> {
        Cycles::walk(offsets, &mut vec![false; offsets.len()])
    }

    /// The same: `seen` has a place for each element, and none is seen.
    const fn walk(offsets: &[i64], seen: &mut [bool]) -> Result<Cycles, NoPermutation> {
        let mut cycles = Cycles { size: offsets.len(), count: 0, fixed: 0, longest: 0 };
        let mut start = 0;
        while start < offsets.len() {
            let (mut at, mut length) = (start, 0);
            while !seen[at] {
                seen[at] = true;
                length += 1;
                let Some(next) = next(offsets, at) else {
                    return Err(NoPermutation::Outside { index: at, offset: offsets[at] });
                };
                at = next;
            }
            if length > 0 {
                // a way that does not come back has met one that was gone before, or itself
                if at != start {
                    return Err(NoPermutation::Twice { offset: at });
                }
                cycles.count += 1;
                cycles.fixed += (length == 1) as usize;
                cycles.longest = if length > cycles.longest { length } else { cycles.longest };
            }
            start += 1;
        }
        Ok(cycles)
    }
}

/// Where the element of an index goes, if that is an index.
const fn next(offsets: &[i64], index: usize) -> Option<usize> {
    let next = offsets[index];
    if 0 <= next && next < word::wide(offsets.len()) { Some(word::size(next)) } else { None }
}

/// The cycles themselves: each begins with its least index, and goes from an index to its offset.
///
/// # Errors
/// As [`Cycles::of`].
///
/// ```
/// use tilework::access::cycles_of;
/// assert_eq!(cycles_of(&[0, 3, 1, 4, 2, 5])?, [vec![0], vec![1, 3, 4, 2], vec![5]]);
/// # Ok::<(), tilework::access::NoPermutation>(())
/// ```
#[cfg(feature = "dynamic")]
pub fn cycles_of(offsets: &[i64]) -> Result<Vec<Vec<usize>>, NoPermutation> {
    Cycles::of(offsets)?;
    let (mut seen, mut cycles) = (vec![false; offsets.len()], Vec::new());
    for start in 0..offsets.len() {
        let mut is_new = |index: usize| !core::mem::replace(&mut seen[index], true);
        let way = core::iter::successors(Some(start), |index| next(offsets, *index));
        let cycle: Vec<usize> = way.take_while(|index| is_new(*index)).collect();
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    Ok(cycles)
}

/// The cycles of a static layout, found while compiling.
///
/// # Panics
/// If the layout is no permutation of its elements, or has more than 4096; in a `const` that is a compile error.
///
/// ```
/// use tilework::access::cycles;
/// use tilework::prelude::*;
/// // a transposition is its own inverse where rows and columns are as many
/// const { assert!(cycles::<Layout!((8, 8):(8, 1))>().longest == 2) };
/// const { assert!(cycles::<Layout!((2, 3):(3, 1))>().longest == 4) };
/// ```
#[track_caller]
pub const fn cycles<L: StaticOffsets>() -> Cycles {
    let (all, mut offsets, mut index) = (L::OFFSETS.all(), [0; MOST_ELEMENTS], 0);
    while index < all.len() {
        offsets[index] = all.entries()[index] as i64;
        index += 1;
    }
    match Cycles::walk(offsets.split_at(all.len()).0, &mut [false; MOST_ELEMENTS]) {
        Ok(cycles) => cycles,
        Err(reason) => panic!("{}", reason.text().as_str()),
    }
}
