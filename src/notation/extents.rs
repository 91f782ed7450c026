//! The extents behind a text, `of (2,20,3,5)`, and errors in a part of a text.
use super::error::ConvertError;
use super::name::Notation;
use super::pivot::Given;
use crate::dynamic::{DynTuple, Error, ParseError, Tree, invalid};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A text with the extents behind it, `aBcd16b of (2,20,3,5)`, or those that are given.
pub(super) fn split_extents<'a>(
    notation: Notation,
    text: &'a str,
    given: &Given,
) -> Result<(&'a str, Vec<i64>), ConvertError> {
    let Some(at) = text.rfind(" of ") else {
        let extents = given.shape.clone().ok_or(ConvertError::Missing { notation, what: "the shape" })?;
        return Ok((text.trim(), extents));
    };
    let extents: DynTuple = text[at + 4..]
        .parse()
        .map_err(|error| ConvertError::Read { notation, error: shifted(error, at + 4) })?;
    Ok((text[..at].trim(), sizes(notation, &extents)?))
}

/// A flat tuple as sizes of dimensions.
pub(super) fn sizes(notation: Notation, extents: &DynTuple) -> Result<Vec<i64>, ConvertError> {
    let refuse = |error| ConvertError::Read { notation, error };
    if extents.depth() > 1 {
        return Err(refuse(invalid!("shape", "{extents} is no number for each dimension")));
    }
    match extents.leaves().iter().find(|extent| **extent < 0) {
        None => Ok(extents.leaves().into()),
        Some(extent) => Err(refuse(invalid!("shape", "a dimension of {extent} elements"))),
    }
}

/// `(2,20,3,5)`.
pub(super) fn extents_text(extents: &[i64]) -> String {
    Tree::flat(extents.iter().copied()).to_string()
}

/// So that spans of errors in a part of a text are those of the text.
pub(super) fn shifted(error: Error, by: usize) -> Error {
    match error {
        Error::Parse(ParseError { span, found, expected }) => {
            Error::Parse(ParseError { span: span.start + by..span.end + by, found, expected })
        }
        other => other,
    }
}
