//! Texts in any notation as arguments.
use crate::failure::{Failure, mistake, parse_tuple};
use crate::matrix::parse_element;
use tilework::dynamic::{DynTuple, Error, Offset, Swizzled};
use tilework::notation::{ConvertError, ElementWidth, Given, Notation, Pivot, PivotPlaces, read};
use tilework::xla::PrimitiveType;

/// What is said beside a text.
pub(crate) fn given(shape: Option<&str>, element: Option<&str>) -> Result<Given, Failure> {
    let shape = shape.map(|shape| parse_tuple::<DynTuple>("shape", shape)).transpose()?;
    let element = element.map(element_of).transpose()?;
    Ok(Given { shape: shape.map(|shape| shape.leaves().into()), element })
}

/// A type of XLA, or the width of another one.
pub(crate) fn element_of(text: &str) -> Result<ElementWidth, Failure> {
    match PrimitiveType::from_name(text) {
        Some(kind) => Ok(kind.into()),
        None => Ok(ElementWidth { kind: None, bits: parse_element(text)?.bits() }),
    }
}

/// A refusal as the program says it: a mistake in the text is pointed at.
pub(crate) fn failure(refusal: ConvertError, text: &str) -> Failure {
    match refusal {
        ConvertError::Read { notation, error: Error::Parse(error) } => {
            let message = format!("this is no {notation}");
            Failure::Input { message, pointed: Some((text.to_string(), error)) }
        }
        ConvertError::Inexpressible { .. } => {
            Failure::Refused { operands: String::new(), reason: refusal.to_string() }
        }
        ConvertError::Missing { what, .. } => {
            mistake!("{refusal}: {}", if what == "the shape" { "--shape" } else { "--element" })
        }
        other => mistake!("{other}"),
    }
}

/// A text in a notation that nothing else here reads: not that of CuTe or XLA, nor formats with their sizes apart.
pub(crate) fn pivot(text: &str) -> Option<Result<Pivot, Failure>> {
    let notation = Notation::of(text)?;
    let is_named = matches!(notation, Notation::Tla | Notation::OneDnn | Notation::Tvm);
    let is_other =
        !matches!(notation, Notation::Cute | Notation::Xla) && (!is_named || text.contains(" of "));
    let read = || read(text, Some(notation), &Given::default()).map_err(|refusal| failure(refusal, text));
    is_other.then(read)
}

/// The layout that such a text stands for.
pub(crate) fn layout(text: &str) -> Option<Result<Swizzled, Failure>> {
    Some(pivot(text)?.and_then(|pivot| layout_of(text, pivot)))
}

/// The layout of an XLA shape with its tiles.
pub(crate) fn layout_of_shape(text: &str) -> Result<Swizzled, Failure> {
    let pivot =
        read(text, Some(Notation::Xla), &Given::default()).map_err(|refusal| failure(refusal, text))?;
    layout_of(text, pivot)
}

fn layout_of(text: &str, pivot: Pivot) -> Result<Swizzled, Failure> {
    match pivot.places {
        PivotPlaces::Layout { offset: Offset::Int(0), layout, .. } => Ok(layout),
        PivotPlaces::Layout { offset, .. } => {
            Err(mistake!("{text} begins at {offset}: layouts are shown from 0 on"))
        }
        _ => Ok(pivot.to_map()?.to_layout()?.into()),
    }
}
