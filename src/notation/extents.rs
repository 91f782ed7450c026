//! The extents behind a text, `of (2,20,3,5)`.
use super::error::{ConvertError, shifted};
use super::name::Notation;
use super::pivot::Given;
use super::sizes::parse_sizes;
use crate::dynamic::Tree;
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
    Ok((text[..at].trim(), extents_behind(notation, text, at + 4)?))
}

/// The extents that stand in a text from a place on.
pub(super) fn extents_behind(notation: Notation, text: &str, at: usize) -> Result<Vec<i64>, ConvertError> {
    parse_sizes(&text[at..]).map_err(|error| ConvertError::Read { notation, error: shifted(error, at) })
}

/// `(2,20,3,5)`.
pub(super) fn extents_text(extents: &[i64]) -> String {
    Tree::flat(extents.iter().copied()).to_string()
}
