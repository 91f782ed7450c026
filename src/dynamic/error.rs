//! Why an operation gave no answer.
use super::stride::Offset;
use super::tuple::DynTuple;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

/// The result of a checked operation of this module.
pub type Result<T> = core::result::Result<T, Error>;

/// What was read of a text.
pub(crate) type Parsed<T> = core::result::Result<T, ParseError>;

/// The most elements an operation enumerates, for a list or to decide a question. Larger requests are refused with
/// [`Error::TooLarge`]: an answer would take too long, or would not fit in memory.
pub const MAX_ENUMERATED: i64 = 1 << 22;

/// That there are not too many of something to enumerate it.
pub(crate) fn check_enumerable(many: i64, quantity: &'static str) -> Result<()> {
    if many > MAX_ENUMERATED { Err(Error::TooLarge { quantity }) } else { Ok(()) }
}

/// [`Error::invalid`] of an operation, with a reason that is formatted.
macro_rules! invalid {
    ($operation:expr, $($reason:tt)+) => {
        $crate::dynamic::Error::invalid($operation, alloc::format!($($reason)+))
    };
}

/// [`Error::Inexact`] of an operation, with a reason that is formatted and no witness.
macro_rules! inexact {
    ($operation:expr, $($reason:tt)+) => {
        $crate::dynamic::Error::inexact($operation, alloc::format!($($reason)+))
    };
}
pub(crate) use {inexact, invalid};

/// Why an operation gave no answer. Nothing here is ever a panic: every public function of the runtime twin
/// returns one of these on input it cannot serve.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The text is not in the notation.
    Parse(ParseError),
    /// The operands are well formed, but outside the domain of the operation.
    Invalid {
        /// The verb that refused.
        operation: &'static str,
        /// What is wrong with the operands, in their notation.
        reason: String,
    },
    /// The operation is defined on the operands, but no layout equals its definition.
    Inexact {
        /// The verb that refused.
        operation: &'static str,
        /// Why, with both operands in their notation.
        reason: String,
        /// A coordinate at which every layout would be wrong, if that is the reason.
        witness: Option<Box<Witness>>,
    },
    /// A value does not fit in a signed 64-bit integer.
    Overflow {
        /// The value that did not fit.
        quantity: &'static str,
    },
    /// The answer exists, but enumerating it would take more than [`MAX_ENUMERATED`] steps.
    TooLarge {
        /// What was to be enumerated.
        quantity: &'static str,
    },
}

impl Error {
    pub(crate) fn invalid(operation: &'static str, reason: impl Into<String>) -> Self {
        Error::Invalid { operation, reason: reason.into() }
    }

    pub(crate) fn inexact(operation: &'static str, reason: impl Into<String>) -> Self {
        Error::Inexact { operation, reason: reason.into(), witness: None }
    }

    pub(crate) fn overflow(quantity: &'static str) -> Self {
        Error::Overflow { quantity }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Parse(error) => error.fmt(f),
            Error::Invalid { operation, reason } => write!(f, "{operation}: {reason}"),
            Error::Inexact { operation, reason, witness: None } => write!(f, "{operation}: {reason}"),
            Error::Inexact { operation, reason, witness: Some(witness) } => {
                write!(f, "{operation}: {reason}: {witness}")
            }
            Error::Overflow { quantity } => write!(f, "{quantity} does not fit in 64 bits"),
            Error::TooLarge { quantity } => {
                write!(f, "{quantity}: more than {} steps would be needed", MAX_ENUMERATED)
            }
        }
    }
}

impl core::error::Error for Error {}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        Error::Parse(error)
    }
}

/// A coordinate at which the definition of an operation and the only candidate for a layout differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The coordinate, in the shape of the right operand.
    pub coordinate: DynTuple,
    /// The offset the definition gives there.
    pub needed: Offset,
    /// The offset the modes of the candidate give there.
    pub given: Offset,
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "coordinate {} needs {}, modes give {}", self.coordinate, self.needed, self.given)
    }
}

/// Text that is not in the notation: where, what stands there, and what should.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The offending bytes of the text; empty at the end of the text.
    pub span: Range<usize>,
    /// What stands there.
    pub found: String,
    /// What would have been right.
    pub expected: Cow<'static, str>,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {} at position {}", self.expected, self.found, self.span.start)
    }
}

impl core::error::Error for ParseError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_much_is_enumerated_and_no_more() {
        assert_eq!(check_enumerable(MAX_ENUMERATED, "all"), Ok(()));
        assert_eq!(check_enumerable(MAX_ENUMERATED + 1, "all"), Err(Error::TooLarge { quantity: "all" }));
    }
}
