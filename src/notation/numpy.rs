//! NumPy's arrays: `ndarray(shape=(4,3), dtype='float32', strides=(4,16), offset=0)`, as its constructor takes them.
//!
//! Strides and the offset are bytes; without strides the array is compact, the last dimension innermost, or the first
//! one with `order='F'`. Source: NumPy, `numpy.ndarray`.
use super::error::ConvertError;
use super::fields::{FieldValue, Fields, tuple};
use super::name::Notation;
use super::nested::Nested;
use super::pivot::{ElementWidth, Given, Pivot};
use super::strided::{compact, strided};
use crate::xla::PrimitiveType;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

const THIS: Notation = Notation::NumPy;

/// The names of NumPy, and of `ml_dtypes` behind them; the first of a type is written.
const TYPES: [(&str, PrimitiveType); 34] = [
    ("bool", PrimitiveType::Pred),
    ("int8", PrimitiveType::S8),
    ("int16", PrimitiveType::S16),
    ("int32", PrimitiveType::S32),
    ("int64", PrimitiveType::S64),
    ("uint8", PrimitiveType::U8),
    ("uint16", PrimitiveType::U16),
    ("uint32", PrimitiveType::U32),
    ("uint64", PrimitiveType::U64),
    ("float16", PrimitiveType::F16),
    ("float32", PrimitiveType::F32),
    ("float64", PrimitiveType::F64),
    ("complex64", PrimitiveType::C64),
    ("complex128", PrimitiveType::C128),
    ("i1", PrimitiveType::S8),
    ("i2", PrimitiveType::S16),
    ("i4", PrimitiveType::S32),
    ("i8", PrimitiveType::S64),
    ("u1", PrimitiveType::U8),
    ("u2", PrimitiveType::U16),
    ("u4", PrimitiveType::U32),
    ("u8", PrimitiveType::U64),
    ("f2", PrimitiveType::F16),
    ("f4", PrimitiveType::F32),
    ("f8", PrimitiveType::F64),
    ("c8", PrimitiveType::C64),
    ("c16", PrimitiveType::C128),
    ("bfloat16", PrimitiveType::Bf16),
    ("float8_e5m2", PrimitiveType::F8E5m2),
    ("float8_e4m3fn", PrimitiveType::F8E4m3fn),
    ("float8_e4m3", PrimitiveType::F8E4m3),
    ("float8_e8m0fnu", PrimitiveType::F8E8m0fnu),
    ("int4", PrimitiveType::S4),
    ("uint4", PrimitiveType::U4),
];

pub(super) fn read(text: &str, given: &Given) -> Result<Pivot, ConvertError> {
    let fields = Fields::read(THIS, text)?;
    let extents = fields.extents("shape")?;
    let element = match fields.get("dtype") {
        Some(FieldValue::Word(name)) => {
            let name = name.strip_prefix("np.").unwrap_or(name);
            let known = TYPES.iter().find(|(own, _)| *own == name);
            let (_, kind) =
                known.ok_or_else(|| fields.wrong(format!("`{name}` is no type that is known")))?;
            Some(ElementWidth::from(*kind))
        }
        Some(_) => return Err(fields.wrong("`dtype` is no name of a type")),
        None => given.element,
    };
    let offset = fields.number("offset")?;
    let is_row_major = !matches!(fields.get("order"), Some(FieldValue::Word("F")));
    let Some(strides) = fields.numbers("strides")? else {
        let strides =
            compact(&extents, is_row_major).ok_or_else(|| fields.wrong("the array is too large"))?;
        let offset = match (offset, element) {
            (0, _) => 0,
            (_, None) => return Err(ConvertError::Missing { notation: THIS, what: "the type of elements" }),
            (offset, Some(element)) => in_elements(&fields, offset, element, None)?,
        };
        let pivot = Pivot::flat(&extents, &strides, offset);
        return pivot
            .map(|pivot| pivot.with_element(element))
            .map_err(|error| ConvertError::Read { notation: THIS, error });
    };
    if strides.len() != extents.len() {
        return Err(fields.wrong(format!("{} strides of {} dimensions", strides.len(), extents.len())));
    }
    let element = element.ok_or(ConvertError::Missing { notation: THIS, what: "the type of elements" })?;
    let count = |(dimension, &stride): (usize, &i64)| in_elements(&fields, stride, element, Some(dimension));
    let strides: Vec<i64> = strides.iter().enumerate().map(count).collect::<Result<_, _>>()?;
    let offset = in_elements(&fields, offset, element, None)?;
    let pivot = Pivot::flat(&extents, &strides, offset);
    pivot
        .map(|pivot| pivot.with_element(Some(element)))
        .map_err(|error| ConvertError::Read { notation: THIS, error })
}

fn in_elements(
    fields: &Fields<'_>,
    bytes: i64,
    element: ElementWidth,
    dimension: Option<usize>,
) -> Result<i64, ConvertError> {
    let size = i64::from(element.bits / 8).max(1);
    match bytes % size {
        0 => Ok(bytes / size),
        _ => {
            let what =
                dimension.map_or("the offset".into(), |dimension| format!("dim {dimension}: the stride"));
            Err(fields.wrong(format!("{what} of {bytes} bytes is no multiple of the element's {size}")))
        }
    }
}

pub(super) fn write(pivot: &Pivot, nested: &Nested) -> Result<String, ConvertError> {
    let (strides, offset) = strided(nested, THIS)?;
    let element =
        pivot.element.ok_or(ConvertError::Missing { notation: THIS, what: "the type of elements" })?;
    let size = whole_bytes(THIS, element)?;
    let name = match element.kind {
        Some(kind) => TYPES
            .iter()
            .find(|(_, own)| *own == kind)
            .map(|(name, _)| *name)
            .ok_or_else(|| ConvertError::of(THIS, None, format!("NumPy has no type for {kind}")))?,
        None => unsigned(element)?,
    };
    let too_large = || ConvertError::of(THIS, None, "bytes do not fit in 64 bits");
    let strides: Option<Vec<i64>> = strides.iter().map(|stride| stride.checked_mul(size)).collect();
    let (strides, offset) = (strides.ok_or_else(too_large)?, offset.checked_mul(size).ok_or_else(too_large)?);
    let (shape, strides) = (tuple(&nested.extents), tuple(&strides));
    Ok(format!("ndarray(shape={shape}, dtype='{name}', strides={strides}, offset={offset})"))
}

/// The bytes of an element that has whole ones.
pub(super) fn whole_bytes(notation: Notation, element: ElementWidth) -> Result<i64, ConvertError> {
    match element.bits % 8 {
        0 if element.bits > 0 => Ok(i64::from(element.bits / 8)),
        _ => Err(ConvertError::of(
            notation,
            None,
            format!("elements of {} bits are no whole bytes", element.bits),
        )),
    }
}

fn unsigned(element: ElementWidth) -> Result<&'static str, ConvertError> {
    Ok(match element.bits {
        8 => "uint8",
        16 => "uint16",
        32 => "uint32",
        64 => "uint64",
        bits => return Err(ConvertError::of(THIS, None, format!("NumPy has no plain type of {bits} bits"))),
    })
}
