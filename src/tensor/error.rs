//! Why a layout and a storage do not make a tensor.

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
    /// It could not be told in reasonable time whether coordinates of a layout to be written share an offset.
    OverlapUndecided,
    /// The cosize of the layout does not fit in a machine word.
    Overflow,
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
            TensorError::OutOfMemory { elements } => write!(f, "there is no memory for {elements} elements"),
            TensorError::Overflow => write!(f, "the cosize of the layout does not fit in a machine word"),
        }
    }
}

impl core::error::Error for TensorError {}
