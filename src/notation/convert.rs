//! From a text in one notation to a text in another.
use super::error::ConvertError;
use super::extents::extents_text;
use super::name::Notation;
use super::pivot::{Given, Pivot};
use super::{axe, cute, cute_ir, dlpack, f2, iota, map, mdspan, numpy, onednn, tla, tvm, xla};
use crate::dynamic::Error;
use alloc::string::String;

/// The text in another notation that says the same places.
///
/// Post-condition: read back, the result has at every index the place that `text` has there. Without `from` the
/// notation is the one that the text looks like: [`Notation::of`].
///
/// # Errors
/// [`ConvertError`]: the text is not understood, something has to be given beside it, or the notation cannot say it,
/// with the dimension, the condition that fails, and a coordinate that shows it.
///
/// ```
/// use tilework::notation::{Given, Notation, convert};
/// let given = Given { shape: Some(vec![20, 40, 2, 2]), element: None };
/// assert_eq!(
///     convert("ABcd16b16a", None, Notation::Cute, &given)?,
///     "((16,2),(16,3),2,2):((1,3072),(16,1024),512,256) of (20,40,2,2)"
/// );
/// assert_eq!(
///     convert("(4,8):(8,1)", None, Notation::F2, &Given::default())?,
///     "{d0: [8,16], d1: [1,2,4]}"
/// );
/// # Ok::<(), tilework::notation::ConvertError>(())
/// ```
pub fn convert(
    text: &str,
    from: Option<Notation>,
    to: Notation,
    given: &Given,
) -> Result<String, ConvertError> {
    write(&read(text, from, given)?, to)
}

/// What a text says.
///
/// # Errors
/// If it is not understood, or something has to be given beside it.
///
/// ```
/// use tilework::notation::{Given, read};
/// let pivot = read("f32[3,5]{1,0:T(2,2)}", None, &Given::default())?;
/// assert_eq!(pivot.place(&[2, 3]).unwrap(), 17);
/// # Ok::<(), tilework::notation::ConvertError>(())
/// ```
pub fn read(text: &str, from: Option<Notation>, given: &Given) -> Result<Pivot, ConvertError> {
    let notation = from.or_else(|| Notation::of(text)).ok_or(ConvertError::Unknown)?;
    let mut pivot = match notation {
        Notation::Cute => cute::read(text, given),
        Notation::Tla => tla::read(text, given),
        Notation::Xla => xla::read(text, given),
        Notation::Map => map::read(text, given),
        Notation::OneDnn => onednn::read(text, given),
        Notation::Tvm => tvm::read(text, given),
        Notation::NumPy => numpy::read(text, given),
        Notation::DlPack => dlpack::read(text, given),
        Notation::Mdspan => mdspan::read(text),
        Notation::F2 => f2::read(text, given),
        Notation::Iota => iota::read(text, given),
        Notation::Axe => axe::read(text, given),
        Notation::CuteIr => cute_ir::read(text, given),
    }?;
    if let (Some(shape), Ok(extents)) = (&given.shape, pivot.extents())
        && *shape != extents
    {
        let reason =
            alloc::format!("{text} is of {}, not of {}", extents_text(&extents), extents_text(shape));
        return Err(ConvertError::Read { notation, error: Error::invalid(notation.name(), reason) });
    }
    // what the text says counts
    pivot.element = pivot.element.or(given.element);
    Ok(pivot)
}

/// What is said, in a notation.
///
/// # Errors
/// If the notation cannot say it, or has to know more.
///
/// ```
/// use tilework::dynamic::DynLayout;
/// use tilework::notation::{Notation, write};
/// let layout: DynLayout = "(4,3):(1,4)".parse().unwrap();
/// assert_eq!(write(&layout.into(), Notation::Xla)?, "[4,3]{0,1}");
/// # Ok::<(), tilework::notation::ConvertError>(())
/// ```
pub fn write(pivot: &Pivot, to: Notation) -> Result<String, ConvertError> {
    match to {
        Notation::Cute => cute::write(pivot),
        Notation::Tla => tla::write(pivot, &pivot.nested(to)?),
        Notation::Xla => xla::write(pivot),
        Notation::Map => map::write(pivot),
        Notation::OneDnn => onednn::write(&pivot.nested(to)?),
        Notation::Tvm => tvm::write(&pivot.nested(to)?),
        Notation::NumPy => numpy::write(pivot, &pivot.nested(to)?),
        Notation::DlPack => dlpack::write(pivot, &pivot.nested(to)?),
        Notation::Mdspan => mdspan::write(&pivot.nested(to)?),
        Notation::F2 => f2::write(pivot),
        Notation::Iota => iota::write(pivot),
        Notation::Axe => axe::write(&pivot.nested(to)?),
        Notation::CuteIr => cute_ir::write(pivot),
    }
}
