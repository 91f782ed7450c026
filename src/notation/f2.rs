//! Matrices over F2: `{d0: [8,16], d1: [1,2,4]}`, for each input the images of its bits, bit 0 first.
//!
//! The place of an index is the exclusive sum of the columns of its bits. Inputs have names, as Triton's linear layouts
//! give them (`register`, `lane`, `warp`); a dimension without one is `d0`, `d1`. Source: Triton, `LinearLayout`.
use super::error::ConvertError;
use super::name::Notation;
use super::pivot::{Given, Pivot, PivotPlaces};
use crate::dynamic::cursor::{Cursor, read_all};
use crate::dynamic::{DynLayout, Error, MAX_ENUMERATED, Mode, Offset, Stride, Tree, invalid};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

const THIS: Notation = Notation::F2;

/// The most bits of places.
const BITS: usize = 62;

pub(super) fn read(text: &str, given: &Given) -> Result<Pivot, ConvertError> {
    let refuse = |error| ConvertError::Read { notation: THIS, error };
    let inputs = read_all(text, |cursor| cursor.list::<_, Vec<_>, _>(*b"{}", read_input)).map_err(refuse)?;
    let count: usize = inputs.iter().map(|(_, columns)| columns.len()).sum();
    if inputs.is_empty() || count > BITS {
        return Err(refuse(invalid!(
            "f2",
            "{} inputs of {count} bits: there are 1 to {BITS} bits",
            inputs.len()
        )));
    }
    let columns: Vec<&[i64]> = inputs.iter().map(|(_, columns)| columns.as_slice()).collect();
    let mut pivot = Pivot::from(layout_of(&columns).map_err(refuse)?).with_element(given.element);
    let is_plain = inputs.iter().enumerate().all(|(place, (name, _))| *name == format!("d{place}"));
    if let PivotPlaces::Layout { dimensions, .. } = &mut pivot.places
        && !is_plain
    {
        *dimensions = inputs.iter().map(|(name, _)| (*name).to_string()).collect();
    }
    Ok(pivot)
}

/// The layout that takes the bits of each index to these columns: columns that follow each other are one leaf.
fn layout_of(inputs: &[&[i64]]) -> Result<DynLayout, Error> {
    // columns of one bit each that nobody else has add up as numbers do
    let all = || inputs.iter().copied().flatten();
    let is_sum = all().try_fold(0_i64, |seen, &column| {
        (seen & column == 0 && column.count_ones() <= 1).then_some(seen | column)
    });
    let stride = |column: i64| match is_sum {
        Some(_) => Stride::Int(column),
        None => Stride::F2(column.cast_unsigned()),
    };
    let modes = inputs.iter().map(|columns| {
        let mut leaves: Vec<Mode> = Vec::new();
        let mut next = None;
        for &column in *columns {
            match leaves.last_mut() {
                Some(last) if next == Some(column) => last.extent *= 2,
                _ => leaves.push(Mode { extent: 2, stride: stride(column) }),
            }
            next = column.checked_mul(2);
        }
        if leaves.is_empty() { [Mode::new(1, 0)].into() } else { leaves }
    });
    Tree::of_modes(modes.collect::<Vec<_>>()).and_then(DynLayout::from_modes)
}

fn read_input<'a>(cursor: &mut Cursor<'a>) -> Result<(&'a str, Vec<i64>), Error> {
    let name = cursor.identifier();
    if name.is_empty() {
        return Err(cursor.unexpected("the name of an input").into());
    }
    cursor.expect(b':')?;
    let columns: Vec<i64> = cursor.list(*b"[]", |cursor| cursor.at_least(0, "a column"))?;
    match columns.iter().find(|column| **column >> BITS != 0) {
        None => Ok((name, columns)),
        Some(column) => Err(invalid!("f2", "the column {column} has more than {BITS} bits")),
    }
}

pub(super) fn write(pivot: &Pivot) -> Result<String, ConvertError> {
    let columns = columns(pivot)?;
    if columns.is_empty() {
        return Err(ConvertError::of(THIS, None, "there are no dimensions"));
    }
    let names = match &pivot.places {
        PivotPlaces::Layout { dimensions, .. } => dimensions.as_slice(),
        _ => &[],
    };
    let mut text = String::from("{");
    for (dimension, columns) in columns.iter().enumerate() {
        let name = names.get(dimension).cloned().unwrap_or_else(|| format!("d{dimension}"));
        let columns: Vec<String> = columns.iter().map(i64::to_string).collect();
        // writing to a string does not fail
        let _ = write!(text, "{}{name}: [{}]", if dimension > 0 { ", " } else { "" }, columns.join(","));
    }
    Ok(text + "}")
}

/// A layout over F2 that has these places, of whatever says them.
pub(super) fn layout(pivot: &Pivot) -> Result<DynLayout, ConvertError> {
    let columns = columns(pivot)?;
    let columns: Vec<&[i64]> = columns.iter().map(Vec::as_slice).collect();
    layout_of(&columns).map_err(|error| ConvertError::because(THIS, error))
}

/// For each dimension the places of the bits of its index.
fn columns(pivot: &Pivot) -> Result<Vec<Vec<i64>>, ConvertError> {
    let refuse = |error| ConvertError::because(THIS, error);
    if let PivotPlaces::Layout { copies, .. } = &pivot.places
        && let Some(mode) = copies.iter().find(|mode| mode.extent != 1)
    {
        return Err(ConvertError::of(
            THIS,
            None,
            format!("each element has {} places, and one can be said", mode.extent),
        ));
    }
    let extents = pivot.extents().map_err(refuse)?;
    for (dimension, &extent) in extents.iter().enumerate() {
        if extent.count_ones() != 1 || extent < 0 {
            return Err(ConvertError::of(THIS, dimension, format!("{extent} is no power of two")));
        }
    }
    let place = |index: &[i64]| -> Result<i64, ConvertError> {
        let place = pivot.place(index).map_err(refuse)?;
        place.as_int().filter(|place| *place >= 0).ok_or_else(|| {
            let condition = format!("the place {place} of {index:?} is no number of bits");
            ConvertError::of(THIS, None, condition)
        })
    };
    let origin = alloc::vec![0; extents.len()];
    let first = place(&origin)?;
    if first != 0 {
        let refusal = ConvertError::of(THIS, None, format!("the first element is at {first}, not at 0"));
        return Err(refusal.at(&origin, Offset::Int(first), Offset::Int(0)));
    }
    let mut columns: Vec<Vec<i64>> = Vec::new();
    for (dimension, &extent) in extents.iter().enumerate() {
        let bit = |bit: u32| {
            let mut index = origin.clone();
            index[dimension] = 1 << bit;
            place(&index)
        };
        columns.push((0..extent.trailing_zeros()).map(bit).collect::<Result<_, _>>()?);
    }
    if !is_known(pivot) {
        check(&extents, &columns, &place)?;
    }
    Ok(columns)
}

/// Whether a layout is one by its text: leaves of bits whose strides are F2, or have no bit in common.
fn is_known(pivot: &Pivot) -> bool {
    let PivotPlaces::Layout { layout, offset: Offset::Int(0), .. } = &pivot.places else { return false };
    if layout.swizzles.iter().any(|(_, offset)| *offset != 0) {
        return false;
    }
    let mut seen = 0_i64;
    layout.layout.leaves().iter().filter(|mode| mode.extent != 1).all(|mode| match mode.stride {
        _ if mode.extent.count_ones() != 1 => false,
        Stride::F2(_) => true,
        Stride::Int(stride) if stride >= 0 => (0..mode.extent.trailing_zeros()).all(|bit| {
            let column = stride.checked_shl(bit).filter(|column| column >> bit == stride).unwrap_or(i64::MAX);
            let is_new = seen & column == 0;
            seen |= column;
            is_new
        }),
        _ => false,
    })
}

/// Compares the exclusive sums of the columns with all places: pairs of bits first, which show most of what is none.
fn check(
    extents: &[i64],
    columns: &[Vec<i64>],
    place: &impl Fn(&[i64]) -> Result<i64, ConvertError>,
) -> Result<(), ConvertError> {
    let bits: Vec<(usize, i64, i64)> = columns
        .iter()
        .enumerate()
        .flat_map(|(dimension, columns)| {
            columns.iter().enumerate().map(move |(bit, &column)| (dimension, 1 << bit, column))
        })
        .collect();
    let is_right = |set: &dyn Fn(usize) -> bool| -> Result<(), ConvertError> {
        let mut index = alloc::vec![0; extents.len()];
        let mut given = 0;
        for (number, &(dimension, bit, column)) in bits.iter().enumerate() {
            if set(number) {
                index[dimension] |= bit;
                given ^= column;
            }
        }
        let needed = place(&index)?;
        if needed == given {
            return Ok(());
        }
        let dimension = index
            .iter()
            .position(|entry| *entry != 0)
            .filter(|at| index[at + 1..].iter().all(|entry| *entry == 0));
        let refusal = ConvertError::of(THIS, dimension, "places are no exclusive sums of those of the bits");
        Err(refusal.at(&index, Offset::Int(needed), Offset::Int(given)))
    };
    for a in 0..bits.len() {
        for b in a + 1..bits.len() {
            is_right(&|number| number == a || number == b)?;
        }
    }
    if bits.len() > 62 || 1_i64 << bits.len() > MAX_ENUMERATED {
        return Err(ConvertError::because(THIS, Error::TooLarge { quantity: "the places of the array" }));
    }
    (0..1_u64 << bits.len()).try_for_each(|set| is_right(&|number| set >> number & 1 == 1))
}
