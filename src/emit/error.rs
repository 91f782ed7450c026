//! Why there is no text.
use super::language::Language;
use super::word::Word;
use crate::dynamic::Error;
use alloc::string::String;
use core::fmt;

/// Why an index function has no text in a language.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EmitError {
    /// The name is no identifier, or one that the language keeps for itself.
    Name {
        /// The name.
        name: String,
        /// The language.
        language: Language,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A value does not fit in the words of the language.
    TooWide {
        /// The least value that something on the way may have.
        lower: i128,
        /// The greatest.
        upper: i128,
        /// The word that does not hold them.
        word: Word,
        /// The language, which has nothing wider.
        language: Language,
    },
    /// A variable has no least or no greatest value, so that nothing is known of what fits.
    Unbounded {
        /// The variable.
        name: String,
    },
    /// A divisor may be 0 or negative.
    Divisor {
        /// The quotient or remainder.
        expr: String,
    },
    /// There are too many operations.
    TooLong {
        /// How many there may be.
        most: usize,
    },
    /// The layout has no such function.
    Map(Error),
}

impl fmt::Display for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EmitError::Name { name, language, reason } => {
                write!(f, "`{}` cannot be a name in {language}: {reason}", name.escape_debug())
            }
            EmitError::TooWide { lower, upper, word, language } => {
                write!(
                    f,
                    "values from {lower} to {upper} do not fit in {word}, and {language} has nothing wider"
                )
            }
            EmitError::Unbounded { name } => {
                write!(f, "`{name}` has no least or no greatest value: say in which bounds it is")
            }
            EmitError::Divisor { expr } => write!(f, "the divisor of {expr} may be 0 or negative"),
            EmitError::TooLong { most } => write!(f, "an expression of more than {most} operations"),
            EmitError::Map(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for EmitError {}

impl From<Error> for EmitError {
    fn from(error: Error) -> Self {
        EmitError::Map(error)
    }
}
