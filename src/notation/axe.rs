//! Axe, as TIRx writes it: `S[(128,512):(1@TLane,1@TCol)] + R[2:4@warp] + 64@TCol`.
//!
//! A list of extents with strides along named axes, the last one fastest; replicas; an offset. A stride without a name
//! is along the memory, `m`. Where a dimension has several extents, `of (112,64)` behind it says which belong together.
//! Source: Axe, arXiv 2601.19092; TIRx, `TileLayout`.
use super::error::ConvertError;
use super::extents::{extents_behind, extents_text};
use super::name::Notation;
use super::nested::Nested;
use super::pivot::{Given, Pivot, PivotPlaces};
use crate::dynamic::cursor::Cursor;
use crate::dynamic::{Axis, DynLayout, Error, Mode, Offset, Parsed, Stride, Tree, invalid};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;
use smallvec::SmallVec;

const THIS: Notation = Notation::Axe;

/// The axis of memory, where a stride has no name.
const MEMORY: &str = "m";

/// The most extents of a list.
const MOST: usize = 256;

/// An extent or a number, and the axis it is along.
type Iter<'a> = (i64, i64, &'a str);

pub(super) fn read(text: &str, given: &Given) -> Result<Pivot, ConvertError> {
    let refuse = |error| ConvertError::Read { notation: THIS, error };
    let (body, extents) = match text.rfind(" of ") {
        Some(at) => (&text[..at], Some(extents_behind(THIS, text, at + 4)?)),
        None => (text, given.shape.clone()),
    };
    let mut cursor = Cursor::new(body);
    let (shard, copies, offset) = read_parts(&mut cursor).map_err(|error| refuse(error.into()))?;
    let mut axes: Vec<String> = Vec::new();
    for (.., name) in shard.iter().chain(&copies).chain(&offset) {
        if !axes.iter().any(|own| own == name) {
            axes.push((*name).to_string());
        }
    }
    // axes without names of their own are written by their numbers
    if let Some(count) =
        axes.iter().map(|name| number_of(name)).try_fold(0, |most, number| Some(most.max(number? + 1)))
    {
        axes = (0..count).map(|axis| format!("x{axis}")).collect();
    }
    // along the memory alone strides are numbers
    let is_plain = axes.iter().all(|name| name == MEMORY);
    let stride = |value: i64, name: &str| -> Result<Stride, ConvertError> {
        if is_plain {
            return Ok(Stride::Int(value));
        }
        let axis = axes.iter().position(|own| own == name).unwrap_or(0);
        Ok(Stride::Basis(value, Axis::new(&[axis]).map_err(refuse)?))
    };
    let modes = |iters: &[Iter<'_>]| -> Result<Vec<Mode>, ConvertError> {
        iters.iter().map(|&(extent, value, name)| Ok(Mode { extent, stride: stride(value, name)? })).collect()
    };
    let (shard, copies) = (modes(&shard)?, modes(&copies)?);
    let mut parts: SmallVec<[(Axis, i64); 2]> = SmallVec::new();
    let mut plain = 0_i64;
    for &(_, value, name) in &offset {
        match stride(value, name)? {
            Stride::Basis(value, axis) => match parts.iter_mut().find(|(own, _)| *own == axis) {
                Some((_, own)) => {
                    *own = own.checked_add(value).ok_or_else(|| refuse(Error::overflow("offset")))?;
                }
                None => parts.push((axis, value)),
            },
            _ => plain = plain.checked_add(value).ok_or_else(|| refuse(Error::overflow("offset")))?,
        }
    }
    parts.retain(|(_, value)| *value != 0);
    parts.sort_unstable_by_key(|(axis, _)| *axis);
    let offset = if parts.is_empty() { Offset::Int(plain) } else { Offset::Coordinate(parts) };
    let groups = match extents {
        None => shard.iter().map(|mode| [*mode].into()).collect(),
        Some(extents) => grouped(&shard, &extents).map_err(refuse)?,
    };
    let layout = Tree::of_modes(groups).and_then(DynLayout::from_modes).map_err(refuse)?;
    // that the places of replicas fit, too
    DynLayout::from_modes(Tree::flat(copies.iter().copied())).map_err(refuse)?;
    let is_numbered = axes.iter().all(|name| number_of(name).is_some());
    let axes = if is_plain || is_numbered { Vec::new() } else { axes };
    let places = PivotPlaces::Layout { offset, layout: layout.into(), copies, axes, dimensions: Vec::new() };
    Ok(Pivot::from(places).with_element(given.element))
}

/// The number of an axis that has no other name: `x1`.
fn number_of(name: &str) -> Option<usize> {
    let number: u8 = name.strip_prefix('x')?.parse().ok()?;
    (format!("x{number}") == name).then_some(number.into())
}

/// The extents of each dimension, the fastest first.
fn grouped(shard: &[Mode], extents: &[i64]) -> Result<Vec<Vec<Mode>>, Error> {
    let mut rest = shard.iter().rev().peekable();
    let mut groups: Vec<Vec<Mode>> = Vec::new();
    for (dimension, &extent) in extents.iter().enumerate().rev() {
        let mut group: Vec<Mode> = Vec::new();
        let mut size = 1_i64;
        while size != extent || (group.is_empty() && extent == 1) {
            let Some(mode) = rest.next_if(|mode| group.is_empty() || mode.extent != 1 || size != extent)
            else {
                break;
            };
            size = size.checked_mul(mode.extent).ok_or(Error::overflow("the size of a dimension"))?;
            group.push(*mode);
        }
        if size != extent {
            return Err(invalid!("axe", "dimension {dimension} of {extent} is no product of extents"));
        }
        groups.push(if group.is_empty() { [Mode::new(1, 0)].into() } else { group });
    }
    groups.reverse();
    match rest.all(|mode| mode.extent == 1) {
        true => Ok(groups),
        false => Err(invalid!("axe", "there are more extents than {extents:?} have")),
    }
}

type Parts<'a> = (Vec<Iter<'a>>, Vec<Iter<'a>>, Vec<Iter<'a>>);

fn read_parts<'a>(cursor: &mut Cursor<'a>) -> Parsed<Parts<'a>> {
    let (mut shard, mut copies, mut offset) = (None, Vec::new(), Vec::new());
    loop {
        let mut ahead = cursor.clone();
        match ahead.identifier() {
            "S" if shard.is_none() => {
                *cursor = ahead;
                shard = Some(read_list(cursor)?);
            }
            "R" => {
                *cursor = ahead;
                copies.extend(read_list(cursor)?);
            }
            "" => {
                if offset.len() >= MOST {
                    return Err(cursor.unexpected("no more offsets"));
                }
                let (value, name) = read_stride(cursor)?;
                offset.push((1, value, name));
            }
            _ => return Err(cursor.unexpected("`S[`, `R[` or an offset such as `64@TCol`")),
        }
        if !cursor.eat(b'+') {
            cursor.expect_end()?;
            return match shard {
                Some(shard) => Ok((shard, copies, offset)),
                None => Err(cursor.unexpected("`S[`")),
            };
        }
    }
}

/// `[(8,16):(16@m,1@m)]`, `[2:4@warp]`; without strides, row-major.
fn read_list<'a>(cursor: &mut Cursor<'a>) -> Parsed<Vec<Iter<'a>>> {
    cursor.expect(b'[')?;
    let start = cursor.token_start();
    let extents: Vec<i64> = match cursor.peek() {
        Some(b'(') => cursor.list::<_, Vec<_>, _>(*b"()", |cursor| cursor.at_least(0, "an extent"))?,
        _ => {
            let mut extents = Vec::from([cursor.at_least(0, "an extent")?]);
            while cursor.eat(b',') {
                extents.push(cursor.at_least(0, "an extent")?);
            }
            extents
        }
    };
    if extents.is_empty() || extents.len() > MOST {
        return Err(cursor.error(start..cursor.at(), "1 to 256 extents"));
    }
    let strides: Vec<(i64, &str)> = if cursor.eat(b':') {
        match cursor.peek() {
            Some(b'(') => cursor.list::<_, Vec<_>, _>(*b"()", read_stride)?,
            _ => [read_stride(cursor)?].into(),
        }
    } else {
        let compact = super::strided::compact(&extents, true);
        let compact =
            compact.ok_or_else(|| cursor.error(start..cursor.at(), "extents that 64 bits count"))?;
        compact.into_iter().map(|stride| (stride, MEMORY)).collect()
    };
    if strides.len() != extents.len() {
        return Err(cursor.error(start..cursor.at(), format!("{} strides", extents.len())));
    }
    cursor.expect(b']')?;
    Ok(extents.into_iter().zip(strides).map(|(extent, (stride, name))| (extent, stride, name)).collect())
}

fn read_stride<'a>(cursor: &mut Cursor<'a>) -> Parsed<(i64, &'a str)> {
    let value = cursor.integer()?;
    if !cursor.eat(b'@') {
        return Ok((value, MEMORY));
    }
    match cursor.identifier() {
        "" => Err(cursor.unexpected("the name of an axis")),
        name => Ok((value, name)),
    }
}

pub(super) fn write(nested: &Nested) -> Result<String, ConvertError> {
    nested.no_padding(THIS)?;
    if nested.extents.is_empty() {
        return Err(ConvertError::of(THIS, None, "there are no dimensions"));
    }
    // what does not move stands still along an axis that there is
    let along = nested.digits.iter().flatten().find(|digit| matches!(digit.stride, Stride::Basis(..)));
    let still = match along.map(|digit| digit.stride) {
        Some(Stride::Basis(_, axis)) => stride_text(nested, Stride::Basis(0, axis))?,
        _ => "0".into(),
    };
    let mut extents: Vec<String> = Vec::new();
    let mut strides: Vec<String> = Vec::new();
    for (dimension, digits) in nested.digits.iter().enumerate() {
        for digit in digits.iter().rev() {
            extents.push(digit.extent.to_string());
            strides.push(if digit.stride.is_zero() {
                still.clone()
            } else {
                stride_text(nested, digit.stride)?
            });
        }
        if digits.is_empty() {
            extents.push(nested.extents[dimension].to_string());
            strides.push(still.clone());
        }
    }
    let list = |texts: &[String]| match texts {
        [one] => one.clone(),
        all => format!("({})", all.join(",")),
    };
    let mut text = format!("S[{}:{}]", list(&extents), list(&strides));
    let copies: Vec<&Mode> = nested.copies.iter().filter(|mode| mode.extent != 1).collect();
    if !copies.is_empty() {
        let extents: Vec<String> = copies.iter().map(|mode| mode.extent.to_string()).collect();
        let strides: Vec<String> =
            copies.iter().map(|mode| stride_text(nested, mode.stride)).collect::<Result<_, _>>()?;
        // writing to a string does not fail
        let _ = write!(text, " + R[{}:{}]", list(&extents), list(&strides));
    }
    match &nested.offset {
        Offset::Int(0) => {}
        Offset::Int(offset) => {
            let _ = write!(text, " + {offset}");
        }
        Offset::Coordinate(parts) => {
            for (axis, value) in parts {
                let _ = write!(text, " + {}", stride_text(nested, Stride::Basis(*value, *axis))?);
            }
        }
    }
    if nested.digits.iter().any(|digits| digits.len() > 1) {
        let _ = write!(text, " of {}", extents_text(&nested.extents));
    }
    Ok(text)
}

fn stride_text(nested: &Nested, stride: Stride) -> Result<String, ConvertError> {
    match stride {
        Stride::Int(value) => Ok(value.to_string()),
        Stride::Basis(value, axis) => {
            let [own] = *axis.path() else {
                return Err(ConvertError::of(THIS, None, format!("{axis} is an axis of nested coordinates")));
            };
            match nested.axes.get(usize::from(own)) {
                Some(name) => Ok(format!("{value}@{name}")),
                None => Ok(format!("{value}@x{own}")),
            }
        }
        Stride::F2(_) => Err(ConvertError::of(THIS, None, "strides over F2")),
    }
}
