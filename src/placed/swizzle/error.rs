//! Why a layout cannot be swizzled.

use core::fmt;

/// A layout that no swizzle can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwizzleError {
    /// A stride is negative where the extent is above 1: offsets may go below 0, where no swizzle is defined.
    Negative {
        /// The lowest offset that the strides and extents reach.
        lowest: isize,
    },
    /// The cosize of the swizzled layout does not fit in a machine word.
    Overflow,
}

impl fmt::Display for SwizzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SwizzleError::Negative { lowest } => write!(
                f,
                "the strides of the layout go down to offset {lowest}, and a swizzle takes offsets from 0 on"
            ),
            SwizzleError::Overflow => {
                write!(f, "the cosize of the swizzled layout does not fit in a machine word")
            }
        }
    }
}

impl core::error::Error for SwizzleError {}
