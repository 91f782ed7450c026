//! The two sides of a copy, and what bounds an index.
use alloc::vec::Vec;

/// Where a kernel reads, or where it writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CopySide {
    Source,
    Destination,
}

impl CopySide {
    pub(super) const BOTH: [CopySide; 2] = [CopySide::Source, CopySide::Destination];

    /// Its place in arrays of both.
    pub(super) fn number(self) -> usize {
        self as usize
    }
}

/// A sum of digits times weights that has to be below a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct IndexBound {
    /// The numbers of the digits, and what each is multiplied with.
    pub(super) terms: Vec<(usize, i64)>,
    pub(super) below: i64,
}
