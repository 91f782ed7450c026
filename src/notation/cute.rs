//! Layouts of CuTe and TLA as the runtime twin has them: `((16,7),4):((16,256),1) of (100,4)`.
//!
//! An offset is written as CuTe has it, as that of a swizzle of no bits: `Sw<0,4,3> o 16 o (8,8):(8,1)`.
use super::error::ConvertError;
use super::f2;
use super::name::Notation;
use super::pivot::{Given, Pivot, PivotPlaces};
use crate::dynamic::{Error, Mode, Offset, Stride, Swizzle, Swizzled, invalid};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub(super) fn read(text: &str, given: &Given) -> Result<Pivot, ConvertError> {
    let swizzled = text.parse::<Swizzled>().and_then(pivot);
    let pivot = swizzled.map_err(|error| ConvertError::Read { notation: Notation::Cute, error })?;
    Ok(pivot.with_element(given.element))
}

/// The most swizzles one after another.
const MOST: usize = 16;

/// A swizzled layout, its swizzles of no bits taken for the offsets that they are.
pub(super) fn pivot(swizzled: Swizzled) -> crate::dynamic::Result<Pivot> {
    let mut swizzles: Vec<(Swizzle, i64)> = Vec::new();
    let mut offset = 0_i64;
    for (swizzle, added) in swizzled.swizzles.into_iter().rev() {
        offset = offset.checked_add(added).ok_or(Error::overflow("offset"))?;
        if swizzle.bits_from_to().0 > 0 {
            swizzles.push((swizzle, core::mem::take(&mut offset)));
        }
    }
    if swizzles.len() > MOST {
        return Err(invalid!(
            "swizzle",
            "{} swizzles one after another: at most {MOST} are read",
            swizzles.len()
        ));
    }
    swizzles.reverse();
    Ok(Pivot::of(Offset::Int(offset), Swizzled { swizzles, layout: swizzled.layout }))
}

pub(super) fn write(pivot: &Pivot) -> Result<String, ConvertError> {
    Ok(layout(pivot, Notation::Cute)?.to_string())
}

/// The layout with its offset in the swizzles, as it is written.
pub(super) fn layout(pivot: &Pivot, notation: Notation) -> Result<Swizzled, ConvertError> {
    let refuse = |error| ConvertError::because(notation, error);
    let (offset, mut swizzled) = match &pivot.places {
        PivotPlaces::Layout { offset, layout, copies, .. } => {
            if let Some(mode) = copies.iter().find(|mode| mode.extent != 1) {
                let condition = format!("each element has {} places, and one can be said", mode.extent);
                return Err(ConvertError::of(notation, None, condition));
            }
            (offset.clone(), layout.clone())
        }
        _ => match pivot.nested(notation) {
            Ok(nested) => (nested.offset.clone(), nested.to_layout().map_err(refuse)?.into()),
            // no sum, but perhaps an exclusive one
            Err(refusal) => match f2::layout(pivot) {
                Ok(layout) => (Offset::Int(0), layout.into()),
                Err(_) => return Err(refusal),
            },
        },
    };
    let Offset::Int(offset) = offset else {
        return Err(ConvertError::of(notation, None, format!("the first element is at {offset}, not at 0")));
    };
    if offset != 0 {
        if !swizzled.swizzles.is_empty() {
            let condition = format!("{offset} is added behind the swizzles, and can be said in front of one");
            return Err(ConvertError::of(notation, None, condition));
        }
        let is_number = |mode: &Mode| mode.stride.is_zero() || matches!(mode.stride, Stride::Int(_));
        if !swizzled.layout.leaves().iter().all(is_number) {
            return Err(ConvertError::of(
                notation,
                None,
                format!("an offset of {offset} of coordinates or exclusive sums"),
            ));
        }
        let least: i64 = lowest(&swizzled);
        if offset.saturating_add(least) < 0 {
            let condition = format!("a place is {}, below 0", offset.saturating_add(least));
            return Err(ConvertError::of(notation, None, condition));
        }
        swizzled.swizzles.insert(0, (Swizzle::IDENTITY, offset));
    }
    Ok(swizzled)
}

/// The least offset of a layout of numbers; its offsets fit in 64 bits.
fn lowest(swizzled: &Swizzled) -> i64 {
    let down = |mode: &Mode| {
        mode.stride.as_int().map_or(0, |stride| (mode.extent - 1).max(0).saturating_mul(stride.min(0)))
    };
    swizzled.layout.leaves().iter().map(down).fold(0, i64::saturating_add)
}
