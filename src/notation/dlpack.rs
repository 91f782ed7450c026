//! Tensors of DLPack: `DLTensor(ndim=2, dtype=(kDLFloat,32,1), shape=(4,3), strides=(1,4), byte_offset=0)`, the fields
//! of its struct.
//!
//! Strides are elements, and where there are none (`NULL`) the tensor is compact, the last dimension innermost; the
//! offset is bytes. Source: DLPack, `dlpack.h`.
use super::error::ConvertError;
use super::fields::{FieldValue, Fields, tuple};
use super::name::Notation;
use super::nested::Nested;
use super::numpy::whole_bytes;
use super::pivot::{ElementWidth, Given, Pivot};
use super::strided::{compact, strided};
use crate::xla::PrimitiveType;
use alloc::format;
use alloc::string::String;

const THIS: Notation = Notation::DlPack;

/// The codes of types, names and numbers.
const CODES: [(&str, i64); 6] =
    [("kDLInt", 0), ("kDLUInt", 1), ("kDLFloat", 2), ("kDLBfloat", 4), ("kDLComplex", 5), ("kDLBool", 6)];

fn code_of(kind: PrimitiveType) -> Option<&'static str> {
    use PrimitiveType::*;
    Some(match kind {
        S4 | S8 | S16 | S32 | S64 => "kDLInt",
        U4 | U8 | U16 | U32 | U64 => "kDLUInt",
        F16 | F32 | F64 => "kDLFloat",
        Bf16 => "kDLBfloat",
        C64 | C128 => "kDLComplex",
        Pred => "kDLBool",
        _ => return None,
    })
}

pub(super) fn read(text: &str, _given: &Given) -> Result<Pivot, ConvertError> {
    let fields = Fields::read(THIS, text)?;
    let extents = fields.extents("shape")?;
    if let Some(rank) = fields.get("ndim").is_some().then(|| fields.number("ndim")).transpose()?
        && usize::try_from(rank) != Ok(extents.len())
    {
        return Err(fields.wrong(format!("ndim is {rank}, and there are {} sizes", extents.len())));
    }
    let element = match fields.get("dtype") {
        Some(FieldValue::List(list)) => element(&fields, list)?,
        _ => return Err(fields.wrong("`dtype` is no (code, bits, lanes)")),
    };
    let strides = match fields.numbers("strides")? {
        Some(strides) if strides.len() == extents.len() => strides,
        Some(strides) => {
            return Err(fields.wrong(format!("{} strides of {} dimensions", strides.len(), extents.len())));
        }
        None => compact(&extents, true).ok_or_else(|| fields.wrong("the tensor is too large"))?,
    };
    let (offset, bits) = (fields.number("byte_offset")?, i64::from(element.bits));
    let whole = offset.checked_mul(8).filter(|offset| offset % bits == 0);
    let offset =
        whole.ok_or_else(|| fields.wrong(format!("byte_offset {offset} is no element of {bits} bits")))?;
    let pivot = Pivot::flat(&extents, &strides, offset / bits);
    pivot
        .map(|pivot| pivot.with_element(Some(element)))
        .map_err(|error| ConvertError::Read { notation: THIS, error })
}

fn element(fields: &Fields<'_>, list: &[FieldValue<'_>]) -> Result<ElementWidth, ConvertError> {
    let (code, bits) = match list {
        [code, FieldValue::Number(bits), FieldValue::Number(1)] => (code, *bits),
        [_, FieldValue::Number(_), FieldValue::Number(lanes)] => {
            return Err(fields.wrong(format!("elements of {lanes} lanes are vectors")));
        }
        _ => return Err(fields.wrong("`dtype` is no (code, bits, lanes)")),
    };
    let name = CODES.iter().find(|(name, number)| match code {
        FieldValue::Word(word) => word == name,
        FieldValue::Number(own) => own == number,
        FieldValue::List(_) => false,
    });
    let name =
        name.map(|(name, _)| *name).ok_or_else(|| fields.wrong("the code of the type is not known"))?;
    let kind = PrimitiveType::ALL
        .iter()
        .find(|kind| code_of(**kind) == Some(name) && i64::from(kind.bits()) == bits);
    let kind = *kind.ok_or_else(|| fields.wrong(format!("there is no type {name} of {bits} bits")))?;
    // DLPack packs elements that are no whole bytes
    Ok(ElementWidth { kind: Some(kind), bits: kind.bits() })
}

pub(super) fn write(pivot: &Pivot, nested: &Nested) -> Result<String, ConvertError> {
    let (strides, offset) = strided(nested, THIS)?;
    let element =
        pivot.element.ok_or(ConvertError::Missing { notation: THIS, what: "the type of elements" })?;
    let code = match element.kind {
        Some(kind) if kind.bits() != element.bits => {
            let condition = format!("{kind} takes {} bits here, and DLPack packs it", element.bits);
            return Err(ConvertError::of(THIS, None, condition));
        }
        Some(kind) => code_of(kind)
            .ok_or_else(|| ConvertError::of(THIS, None, format!("DLPack has no code for {kind}")))?,
        None => "kDLUInt",
    };
    let byte_offset = match offset {
        0 => 0,
        _ => offset
            .checked_mul(whole_bytes(THIS, element)?)
            .ok_or_else(|| ConvertError::of(THIS, None, "the offset does not fit in 64 bits"))?,
    };
    if byte_offset < 0 {
        return Err(ConvertError::of(THIS, None, format!("byte_offset {byte_offset} is no unsigned number")));
    }
    let (rank, bits) = (nested.extents.len(), element.bits);
    let (shape, strides) = (tuple(&nested.extents), tuple(&strides));
    Ok(format!(
        "DLTensor(ndim={rank}, dtype=({code},{bits},1), shape={shape}, strides={strides}, byte_offset={byte_offset})"
    ))
}
