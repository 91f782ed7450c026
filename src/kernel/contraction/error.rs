//! Why there is no contraction.

use core::fmt;

/// What is wrong with labels, or with tensors and them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContractionError {
    /// The text is no labels.
    Text {
        /// Where, in bytes.
        at: usize,
        /// What belongs there.
        expected: &'static str,
    },
    /// A tensor has another number of modes than of labels.
    Rank {
        /// The operand, from 0 on; behind the last one, the result.
        tensor: usize,
        /// The labels.
        labels: usize,
        /// The modes.
        rank: usize,
    },
    /// Two modes of one label have different extents.
    Extent {
        /// The label.
        label: char,
        /// The one.
        extent: usize,
        /// The other.
        other: usize,
    },
    /// The result has a label twice: most of its elements would have no sum.
    Twice {
        /// The label.
        label: char,
    },
    /// The result of two operands has a label that neither has.
    OnlyInResult {
        /// The label.
        label: char,
    },
    /// There is no memory for the offsets of so many indices, or more indices than a machine word counts.
    OutOfMemory {
        /// The indices.
        indices: usize,
    },
}

impl fmt::Display for ContractionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("contraction: ")?;
        match *self {
            ContractionError::Text { at, expected } => {
                write!(f, "{expected} expected at byte {at} of the labels")
            }
            ContractionError::Rank { tensor, labels, rank } => {
                write!(f, "tensor {tensor} has {labels} labels and {rank} modes")
            }
            ContractionError::Extent { label, extent, other } => {
                write!(f, "modes labelled {label} have the extents {extent} and {other}")
            }
            ContractionError::Twice { label } => write!(f, "the result has two modes labelled {label}"),
            ContractionError::OnlyInResult { label } => write!(f, "no operand has a mode labelled {label}"),
            ContractionError::OutOfMemory { indices } => {
                write!(f, "no memory for the offsets of {indices} indices")
            }
        }
    }
}

impl core::error::Error for ContractionError {}
