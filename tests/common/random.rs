//! Random numbers from a seed, and how many cases a long run has.
#![allow(dead_code, reason = "each test uses a part")]
use std::fmt::Debug;

/// SplitMix64: the same numbers everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number of `0..end`.
    pub(crate) fn below<N: TryInto<u64, Error: Debug> + TryFrom<u64, Error: Debug>>(&mut self, end: N) -> N {
        let end: u64 = end.try_into().unwrap();
        (self.next() % end).try_into().unwrap()
    }

    /// A number from `lower` to `upper`, both included.
    pub(crate) fn within(&mut self, lower: i64, upper: i64) -> i64 {
        lower + self.below(upper - lower + 1)
    }

    /// True once in `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    /// In any order: that of Fisher and Yates.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// How many cases are tried: so many, or what the environment variable `TILEWORK_CASES` says.
pub(crate) fn cases(quick: usize) -> usize {
    std::env::var("TILEWORK_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(quick)
}
