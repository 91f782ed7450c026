//! Why a copy cannot be planned, or run.

use crate::kernel::Mismatch;
use core::fmt;

/// Why there is no plan, or why it does not go with what it is run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanError {
    /// The ranks of the two layouts differ.
    Ranks {
        /// Of the source.
        src: usize,
        /// Of the destination.
        dst: usize,
    },
    /// The extents of the two layouts differ.
    Extents(Mismatch),
    /// A layout is no sum of digits times strides: XLA's tiles do not divide each other, or it is swizzled and linear
    /// layouts do not make up for it. Or leaves of a mode do not refine each other, such as 6 elements on the one side
    /// and 4 on the other, and those behind them end where these do not begin again together, or there are more than a
    /// thousand segments until they do.
    Digits,
    /// A swizzle, or strides over F2, leave so little of two layouts alone that the copy would have more than 65536
    /// starts.
    Starts,
    /// Two elements would be written to one place, or it could not be decided.
    Overlap,
    /// The layouts are not permutations of each other over the same bytes, or not of whole bytes.
    NoPermutation,
    /// The bytes of a layout are more than a quarter of the address space: sums of offsets fit in a machine word.
    TooLarge,
    /// The layout of a view is not the one that was planned for.
    OtherLayout,
    /// There are no elements of so many bits: only of 4, 8, 16, 32, 64 and 128.
    Bits(u32),
    /// The elements have another size than was planned for.
    OtherElement {
        /// The size of an element in bits.
        bits: usize,
        /// What was planned for.
        planned: usize,
    },
    /// A buffer has another length than the piece of the destination that it stands for.
    Length {
        /// How many bytes the piece has.
        needed: usize,
        /// How many there are.
        len: usize,
    },
    /// A slice is too short.
    Short {
        /// How many bytes the layout needs.
        needed: usize,
        /// How many there are.
        len: usize,
    },
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::Ranks { src, dst } => write!(f, "the ranks of the layouts differ: {src} and {dst}"),
            PlanError::Extents(mismatch) => mismatch.fmt(f),
            PlanError::Digits => f.write_str("an index of the two layouts has no common digits"),
            PlanError::Starts => {
                f.write_str("a swizzle leaves too little together: a copy has at most 65536 starts")
            }
            PlanError::Overlap => f.write_str("two elements may have one place in the destination"),
            PlanError::NoPermutation => {
                f.write_str("the layouts are no permutations of each other over the same bytes")
            }
            PlanError::TooLarge => f.write_str("the bytes of a layout are too many for the address space"),
            PlanError::OtherLayout => f.write_str("the layout is not the one that was planned for"),
            PlanError::Bits(bits) => write!(f, "elements have 4, 8, 16, 32, 64 or 128 bits, not {bits}"),
            PlanError::OtherElement { bits, planned } => {
                write!(f, "the elements have {bits} bits, and {planned} were planned for")
            }
            PlanError::Length { needed, len } => {
                write!(f, "the piece has {needed} bytes, and the buffer {len}")
            }
            PlanError::Short { needed, len } => write!(f, "{needed} bytes are needed, there are {len}"),
        }
    }
}

impl core::error::Error for PlanError {}

impl From<Mismatch> for PlanError {
    fn from(mismatch: Mismatch) -> Self {
        PlanError::Extents(mismatch)
    }
}
