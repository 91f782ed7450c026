//! Mappings of C++ `mdspan`: `layout_stride(extents=(4,3), strides=(1,4))`, `layout_right(extents=(4,3))`.
//!
//! No stride is negative, and there is no offset. Source: C++23, *mdspan.layout*.
use super::error::ConvertError;
use super::fields::{Fields, tuple};
use super::name::Notation;
use super::nested::Nested;
use super::pivot::Pivot;
use super::strided::{compact, strided};
use crate::dynamic::Offset;
use alloc::format;
use alloc::string::String;

const THIS: Notation = Notation::Mdspan;

pub(super) fn read(text: &str) -> Result<Pivot, ConvertError> {
    let fields = Fields::read(THIS, text)?;
    let extents = fields.extents("extents")?;
    let is_left = text.trim_start().starts_with("layout_left");
    let strides = match fields.numbers("strides")? {
        Some(strides) if strides.len() == extents.len() => strides,
        Some(strides) => {
            return Err(fields.wrong(format!("{} strides of {} dimensions", strides.len(), extents.len())));
        }
        None if text.trim_start().starts_with("layout_stride") => {
            return Err(fields.wrong("there are no `strides`"));
        }
        None => compact(&extents, !is_left).ok_or_else(|| fields.wrong("the array is too large"))?,
    };
    if let Some(stride) = strides.iter().find(|stride| **stride < 0) {
        return Err(fields.wrong(format!("the stride {stride} is negative")));
    }
    Pivot::flat(&extents, &strides, 0).map_err(|error| ConvertError::Read { notation: THIS, error })
}

pub(super) fn write(nested: &Nested) -> Result<String, ConvertError> {
    nested.no_offset(THIS)?;
    let (strides, _) = strided(nested, THIS)?;
    if let Some(dimension) = strides.iter().position(|stride| *stride < 0) {
        let stride = strides[dimension];
        let refusal = ConvertError::of(THIS, dimension, format!("the stride {stride} is negative"));
        return Err(refusal.at(&nested.along(dimension, 1), Offset::Int(stride), Offset::Int(0)));
    }
    let extents = tuple(&nested.extents);
    Ok(match strides {
        strides if compact(&nested.extents, true).as_ref() == Some(&strides) => {
            format!("layout_right(extents={extents})")
        }
        strides if compact(&nested.extents, false).as_ref() == Some(&strides) => {
            format!("layout_left(extents={extents})")
        }
        strides => format!("layout_stride(extents={extents}, strides={})", tuple(&strides)),
    })
}
