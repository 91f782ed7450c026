//! Indexing maps: `(d0, d1) -> (d0 * 3 + d1), domain: d0 in [0, 1], d1 in [0, 2]`.
use super::error::ConvertError;
use super::name::Notation;
use super::pivot::{Given, Pivot, PivotPlaces};
use crate::affine::IndexingMap;
use crate::dynamic::Offset;
use alloc::string::{String, ToString};

const THIS: Notation = Notation::Map;

/// A map that is a layout is read as one, others as they are.
pub(super) fn read(text: &str, given: &Given) -> Result<Pivot, ConvertError> {
    let map: IndexingMap = text.parse().map_err(|error| ConvertError::Read { notation: THIS, error })?;
    let pivot = Pivot::from(PivotPlaces::Map(map)).with_element(given.element);
    let PivotPlaces::Map(map) = &pivot.places else { return Ok(pivot) };
    let layout = match map.to_layout() {
        Ok(layout) => Pivot::from(layout),
        Err(_) => match pivot.nested(THIS) {
            Ok(nested) if nested.offset != Offset::Int(0) => match nested.to_layout() {
                Ok(layout) => Pivot::of(nested.offset, layout.into()),
                Err(_) => return Ok(pivot),
            },
            _ => return Ok(pivot),
        },
    };
    Ok(layout.with_element(given.element))
}

pub(super) fn write(pivot: &Pivot) -> Result<String, ConvertError> {
    let map = pivot.to_map().map_err(|error| ConvertError::because(THIS, error))?;
    if map.is_known_empty() {
        return Err(ConvertError::of(THIS, None, "there are no elements, of which maps say no sizes"));
    }
    Ok(map.to_string())
}
