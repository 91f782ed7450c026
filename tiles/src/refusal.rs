//! Why a step of a tile cannot be taken.

use core::fmt;

/// Why a step of a tile cannot be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TilingRefusal {
    /// The last entry of a tile is `*`.
    EndsWithCombine,
    /// This quantity is 2^63 or more.
    TooLarge(&'static str),
    /// It depends on dynamic sizes what this is.
    Dynamic(&'static str),
}

impl fmt::Display for TilingRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TilingRefusal::EndsWithCombine => {
                f.write_str("a tile ends with `*`: there is no dimension after the last to merge into")
            }
            TilingRefusal::TooLarge(quantity) => write!(f, "{quantity} is 2^63 or more"),
            TilingRefusal::Dynamic(quantity) => write!(f, "{quantity} depends on dynamic sizes"),
        }
    }
}

impl core::error::Error for TilingRefusal {}
