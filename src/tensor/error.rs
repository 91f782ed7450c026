//! Why a layout and a storage do not make a tensor.

use crate::algebra::Reason;
use core::fmt;

/// A tensor that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TensorError {
    /// The storage has fewer elements than the layout reaches.
    TooSmall {
        /// The elements the layout needs: its cosize.
        cosize: usize,
        /// The elements the storage has.
        len: usize,
    },
    /// Two coordinates of a layout to be written share an offset.
    Overlap {
        /// The index of the one coordinate, first mode fastest.
        first: usize,
        /// The index of the other.
        second: usize,
        /// The offset they share.
        offset: isize,
    },
    /// It could not be decided in reasonable time whether coordinates of a layout to be written share an offset.
    OverlapUndecided,
    /// The cosize of the layout does not fit in a machine word.
    Overflow,
    /// An operation of the algebra has no result for these layouts.
    Refused {
        /// The name of the operation.
        operation: &'static str,
        /// What is in the way, with a witness where there is one; the `try_` form on the layouts has the operands
        /// too.
        reason: Reason,
    },
    /// The layout of a view that is to be written through other layouts skips offsets: these may belong to another
    /// view, or hold no value.
    Skips {
        /// The coordinates of the layout.
        size: usize,
        /// The offsets from its first element to its last.
        cosize: usize,
    },
    /// An extent is not the number that bounds it.
    OtherBound {
        /// The mode.
        mode: usize,
        /// Its extent.
        extent: usize,
        /// The number that coordinates in it are below.
        bound: usize,
    },
    /// The elements of a mode are not at one stride.
    NotStrided {
        /// The mode.
        mode: usize,
        /// The index before which the stride changes.
        index: usize,
    },
    /// The offset is not a sum over the modes of the layout.
    NotAdditive,
    /// A stride does not go beyond what smaller ones span.
    Interlocked {
        /// The stride.
        stride: isize,
        /// How far all smaller ones go together.
        span: usize,
    },
    /// Elements of another type may not be where these are.
    Unaligned {
        /// The alignment of the other type, in bytes.
        align: usize,
    },
    /// There is no memory for this many elements.
    OutOfMemory {
        /// The elements asked for.
        elements: usize,
    },
}

impl fmt::Display for TensorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TensorError::TooSmall { cosize, len } => {
                write!(f, "the layout reaches {cosize} elements and the storage has {len}")
            }
            TensorError::Overlap { first, second, offset } => write!(
                f,
                "the layout cannot be written: the coordinates of its indices {first} and {second} share offset {offset}"
            ),
            TensorError::OverlapUndecided => write!(
                f,
                "the layout cannot be written: its strides are too tangled to tell whether coordinates share an offset"
            ),
            TensorError::Refused { operation, reason } => write!(f, "{operation}: {reason}"),
            TensorError::Skips { size, cosize } => write!(
                f,
                "a layout of {size} elements on {cosize} offsets skips some, which may belong to another view or hold no value"
            ),
            TensorError::OtherBound { mode, extent, bound } => {
                write!(f, "mode {mode} has extent {extent} and is bounded by {bound}")
            }
            TensorError::NotStrided { mode, index } => {
                write!(f, "mode {mode} is not at one stride: it changes before index {index}")
            }
            TensorError::NotAdditive => write!(f, "the offset is not a sum over the modes of the layout"),
            TensorError::Interlocked { stride, span } => {
                write!(f, "stride {stride} does not go beyond what smaller ones span, which is {span}")
            }
            TensorError::Unaligned { align } => {
                write!(f, "the first element is not at a multiple of {align} bytes")
            }
            TensorError::OutOfMemory { elements } => write!(f, "there is no memory for {elements} elements"),
            TensorError::Overflow => write!(f, "the cosize of the layout does not fit in a machine word"),
        }
    }
}

impl core::error::Error for TensorError {}
