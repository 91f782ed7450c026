//! Why a text is not converted.
use super::name::Notation;
use crate::dynamic::{Error, Offset, ParseError, Tree, Witness};
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

/// Why a text is not converted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConvertError {
    /// The text is in no notation that is known.
    Unknown,
    /// The text is not what the notation allows.
    Read {
        /// The notation.
        notation: Notation,
        /// What is wrong.
        error: Error,
    },
    /// Something has to be said beside the text.
    Missing {
        /// The notation that needs it.
        notation: Notation,
        /// What it is.
        what: &'static str,
    },
    /// The notation has no text for it.
    Inexpressible {
        /// The notation that was asked for.
        notation: Notation,
        /// The dimension in which a condition fails, if it is in one.
        dimension: Option<usize>,
        /// The condition that fails, in numbers.
        condition: String,
        /// A coordinate at which what the notation could say would be wrong.
        witness: Option<Box<Witness>>,
    },
}

impl ConvertError {
    /// A condition that fails in a dimension.
    pub(super) fn of(
        notation: Notation,
        dimension: impl Into<Option<usize>>,
        condition: impl Into<String>,
    ) -> Self {
        let (dimension, condition) = (dimension.into(), condition.into());
        ConvertError::Inexpressible { notation, dimension, condition, witness: None }
    }

    /// The same, with the coordinate that shows it.
    pub(super) fn at(mut self, coordinate: &[i64], needed: Offset, given: Offset) -> Self {
        if let ConvertError::Inexpressible { witness, .. } = &mut self {
            let coordinate = Tree::flat(coordinate.iter().copied());
            *witness = Some(Box::new(Witness { coordinate, needed, given }));
        }
        self
    }

    /// What a room below refused, while the notation was written.
    pub(super) fn because(notation: Notation, error: Error) -> Self {
        match error {
            Error::Inexact { reason, witness, .. } => {
                ConvertError::Inexpressible { notation, dimension: None, condition: reason, witness }
            }
            Error::Invalid { reason, .. } => ConvertError::of(notation, None, reason),
            other => ConvertError::of(notation, None, alloc::format!("{other}")),
        }
    }

    /// The dimension in which a condition fails, if it is in one.
    pub fn dimension(&self) -> Option<usize> {
        if let ConvertError::Inexpressible { dimension, .. } = self { *dimension } else { None }
    }

    /// The coordinate that shows why, if there is one.
    pub fn witness(&self) -> Option<&Witness> {
        if let ConvertError::Inexpressible { witness, .. } = self { witness.as_deref() } else { None }
    }
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConvertError::Unknown => f.write_str("this is in no notation that is known"),
            // the notation is named once
            ConvertError::Read { notation, error: Error::Invalid { operation, reason } }
                if *operation == notation.name() =>
            {
                write!(f, "{notation}: {reason}")
            }
            ConvertError::Read { notation, error } => write!(f, "{notation}: {error}"),
            ConvertError::Missing { notation, what } => write!(f, "{notation}: {what} has to be said"),
            ConvertError::Inexpressible { notation, dimension, condition, witness } => {
                write!(f, "{notation}: ")?;
                if let Some(dimension) = dimension {
                    write!(f, "dim {dimension}: ")?;
                }
                f.write_str(condition)?;
                if let Some(witness) = witness {
                    write!(f, ": {witness}")?;
                }
                Ok(())
            }
        }
    }
}

impl core::error::Error for ConvertError {}

/// So that spans of errors in a part of a text are those of the text.
pub(super) fn shifted(error: Error, by: usize) -> Error {
    match error {
        Error::Parse(ParseError { span, found, expected }) => {
            Error::Parse(ParseError { span: span.start + by..span.end + by, found, expected })
        }
        other => other,
    }
}
