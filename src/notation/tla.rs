//! Formats of TLA with the width of elements and the size of the matrix: `zN:16 of (100,50)`, `RowMajor of (4,3)`,
//! `PaddingRowMajor:32x16 of (100,50)`; or in one word, `zN:16:100x50`.
use super::chain::{DigitOrder, chain};
use super::error::ConvertError;
use super::extents::{extents_text, split_extents};
use super::name::Notation;
use super::nested::Nested;
use super::pivot::{ElementWidth, Given, Pivot};
use super::sizes::parse_sizes;
use crate::dynamic::format::{ElementBits, Format, make_layout, make_padding_layout};
use crate::dynamic::{DynLayout, Error, Offset, Result, invalid};
use crate::xla::PrimitiveType;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

const THIS: Notation = Notation::Tla;

pub(super) fn read(text: &str, given: &Given) -> core::result::Result<Pivot, ConvertError> {
    let refuse = |error| ConvertError::Read { notation: THIS, error };
    let (named, extents) = match sizes_behind(text) {
        Some(split) => split,
        None => split_extents(THIS, text, given)?,
    };
    let (name, detail) = match named.split_once(':') {
        Some((name, detail)) => (name.trim(), Some(detail.trim())),
        None => (named, None),
    };
    let format: Format = name.parse().map_err(refuse)?;
    let (rows, columns) = match extents[..] {
        [rows, columns] => (rows, columns),
        [columns] if format == Format::VectorLayout => (1, columns),
        _ => {
            return Err(refuse(invalid!(
                "tla",
                "a format is for a matrix, not for {} dimensions",
                extents.len()
            )));
        }
    };
    if format.has_block() {
        let block = detail.and_then(|detail| {
            let (rows, columns) = detail.split_once('x')?;
            Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?))
        });
        let block = block
            .ok_or_else(|| refuse(invalid!("tla", "{name} needs the size of its blocks: `{name}:32x16`")))?;
        let layout = make_padding_layout(format, rows, columns, block).map_err(refuse)?;
        return Ok(Pivot::from(layout).with_element(given.element));
    }
    let element = match detail {
        Some(detail) => {
            Some(element(detail).ok_or_else(|| refuse(invalid!("tla", "`{detail}` is no element")))?)
        }
        None => given.element,
    };
    let assumed = match element {
        Some(element) => ElementBits::new(element.bits.into()).map_err(refuse)?,
        None if needs_width(format) => {
            return Err(ConvertError::Missing { notation: THIS, what: "the width of elements" });
        }
        None => ElementBits::new(8).map_err(refuse)?,
    };
    let layout = make_layout(format, rows, columns, assumed).map_err(refuse)?;
    Ok(Pivot::from(layout).with_element(element))
}

/// A format and the sizes behind its last colon, `zN:16` and `100x50`, where these are no blocks.
fn sizes_behind(text: &str) -> Option<(&str, Vec<i64>)> {
    let (named, sizes) = text.rsplit_once(':')?;
    let needs_block = named.trim().parse().is_ok_and(Format::has_block);
    if needs_block || !sizes.contains('x') {
        return None;
    }
    Some((named.trim(), parse_sizes(sizes).ok()?))
}

/// A type of XLA, or a width in bits.
fn element(text: &str) -> Option<ElementWidth> {
    match text.parse::<u32>() {
        Ok(bits) => Some(ElementWidth { kind: None, bits }),
        Err(_) => {
            let kind = PrimitiveType::from_name(text)?;
            // formats pack what is narrower than a byte
            Some(ElementWidth { kind: Some(kind), bits: kind.bits() })
        }
    }
}

/// Whether a format is another one for elements of another width.
fn needs_width(format: Format) -> bool {
    matches!(format, Format::zN | Format::nZ | Format::zZ | Format::nN)
}

pub(super) fn write(pivot: &Pivot, nested: &Nested) -> core::result::Result<String, ConvertError> {
    nested.one_place(THIS)?;
    nested.no_offset(THIS)?;
    let (rows, columns) = match nested.extents[..] {
        [rows, columns] => (rows, columns),
        [columns] => (1, columns),
        _ => {
            let condition = format!("{} dimensions, and a format is for a matrix", nested.extents.len());
            return Err(ConvertError::of(THIS, None, condition));
        }
    };
    let mut nearest: Option<(usize, Vec<i64>, i64, String)> = None;
    let mut fallback = None;
    for (name, layout) in candidates(pivot, nested, rows, columns) {
        let Ok(layout) = layout else { continue };
        let Ok(other) = Nested::of(&layout, Offset::Int(0)) else { continue };
        if other.extents != nested.extents {
            continue;
        }
        match nested.difference(&other) {
            // of two that are alike on the elements, the one with as much padding
            None if other.span == nested.span || fallback.is_none() => {
                let is_same = other.span == nested.span;
                fallback = Some(name);
                if is_same {
                    break;
                }
            }
            None => {}
            Some((dimension, coordinate)) => {
                let same: i64 = coordinate.iter().sum();
                if nearest.as_ref().is_none_or(|(_, other, ..)| same > other.iter().sum()) {
                    nearest = Some((dimension, coordinate.clone(), other.place(&coordinate), name));
                }
            }
        }
    }
    if let Some(name) = fallback {
        return Ok(format!("{name} of {}", extents_text(&nested.extents)));
    }
    Err(match nearest {
        Some((dimension, coordinate, given, name)) => {
            let condition = format!("no format of TLA is this; {name} is nearest");
            let needed = Offset::Int(nested.place(&coordinate));
            ConvertError::of(THIS, dimension, condition).at(&coordinate, needed, Offset::Int(given))
        }
        None => ConvertError::of(THIS, None, "no format of TLA is this"),
    })
}

/// The formats that may be it, as they are written, with their layouts.
fn candidates(
    pivot: &Pivot,
    nested: &Nested,
    rows: i64,
    columns: i64,
) -> impl Iterator<Item = (String, Result<DynLayout>)> {
    const WIDTHS: [i64; 5] = [16, 8, 32, 4, 64];
    let known = pivot.element.map(|element| i64::from(element.bits));
    let kind = pivot.element.and_then(|element| element.kind);
    let is_vector = nested.extents.len() == 1;
    let flat = [Format::RowMajor, Format::ColumnMajor, Format::VectorLayout].into_iter();
    let flat = flat.filter(move |format| (*format == Format::VectorLayout) == is_vector);
    // rows of 4-bit elements begin at whole bytes
    let flat = flat.map(move |format| {
        let bits = if known == Some(4) { 4 } else { 8 };
        let name = if bits == 4 { format!("{format}:4") } else { format.to_string() };
        (name, ElementBits::new(bits).and_then(|element| make_layout(format, rows, columns, element)))
    });
    let widths = WIDTHS.into_iter().filter(move |bits| known.is_none_or(|known| known == *bits));
    let fractal = widths.flat_map(move |bits| {
        [Format::zN, Format::nZ, Format::zZ, Format::nN].into_iter().map(move |format| {
            let name = match kind {
                Some(kind) => format!("{format}:{kind}"),
                None => format!("{format}:{bits}"),
            };
            (name, ElementBits::new(bits).and_then(|element| make_layout(format, rows, columns, element)))
        })
    });
    let fixed = [Format::L0C, Format::Weight4BitnZ].into_iter().map(move |format| {
        (
            format.to_string(),
            ElementBits::new(16).and_then(|element| make_layout(format, rows, columns, element)),
        )
    });
    // a block is what is innermost of its dimension, as it was written or as it lies in memory
    let links = chain(nested, THIS, DigitOrder::Kept).unwrap_or_default();
    let innermost = |dimension: usize| -> Vec<i64> {
        let written =
            nested.blocks.get(dimension).and_then(|blocks| blocks.iter().copied().find(|size| *size > 1));
        let lying = links.iter().find(|link| link.dimension == dimension).map(|link| link.spanned);
        let used = links.iter().find(|link| link.dimension == dimension).map(|link| link.used);
        let mut sizes: Vec<i64> = written.into_iter().chain(lying).chain(used).collect();
        sizes.extend(sizes.is_empty().then_some(1));
        sizes.dedup();
        sizes
    };
    let (of_rows, of_columns) = (innermost(0), innermost(1));
    let blocks: Vec<(i64, i64)> =
        of_rows.iter().flat_map(|&rows| of_columns.iter().map(move |&columns| (rows, columns))).collect();
    let padding = blocks.into_iter().flat_map(move |(r, c)| {
        [Format::PaddingRowMajor, Format::PaddingColumnMajor].into_iter().map(move |format| {
            (format!("{format}:{r}x{c}"), make_padding_layout(format, rows, columns, (r, c)))
        })
    });
    let none: Result<DynLayout> = Err(Error::invalid("tla", "a vector"));
    flat.chain(fractal).chain(fixed).chain(padding).map(move |(name, layout)| match is_vector {
        true if name != "VectorLayout" && name != "VectorLayout:4" => (name, none.clone()),
        _ => (name, layout),
    })
}
