//! Arrays of XLA: `bf16[100,50]{1,0:T(16,16)}`, without the type too.
//!
//! Written are tiles of which each divides the one before it: those are the nested layouts that tiles are made for.
//! Source: XLA, *Tiled layout*.
use super::chain::{ChainLink, DigitOrder, chain, place_missing};
use super::error::{ConvertError, shifted};
use super::name::Notation;
use super::nested::Nested;
use super::pivot::{ElementWidth, Given, Pivot, PivotPlaces};
use crate::dynamic::{Error, Offset, invalid};
use crate::xla::{ArrayShape, Layout, PrimitiveType, Shape, Tile, TileSize, nested_layout, stored_bits};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

const THIS: Notation = Notation::Xla;

/// A type that stands where the text has none.
const ANY: &str = "u8";

pub(super) fn read(text: &str, given: &Given) -> Result<Pivot, ConvertError> {
    let refuse = |error| ConvertError::Read { notation: THIS, error };
    let text = text.trim();
    let mut element = given.element;
    let array = if text.starts_with('{') {
        let layout: Layout = text.parse().map_err(refuse)?;
        let extents =
            given.shape.as_ref().ok_or(ConvertError::Missing { notation: THIS, what: "the shape" })?;
        let kind = element.and_then(|element| element.kind).unwrap_or(PrimitiveType::U8);
        ArrayShape::of_sizes(kind, extents).and_then(|array| array.with_layout(layout)).map_err(refuse)?
    } else if text.starts_with('[') {
        let shape = format!("{ANY}{text}").parse::<Shape>();
        array_of(shape.map_err(|error| refuse(shifted_back(error)))?).map_err(refuse)?
    } else {
        let array = array_of(text.parse().map_err(refuse)?).map_err(refuse)?;
        let bits = u32::try_from(stored_bits(&array)).unwrap_or(0);
        element = Some(ElementWidth { kind: Some(array.element_type()), bits });
        array
    };
    let layout = array.layout_or_default().into_owned();
    let is_plain = layout.split_configs().is_empty()
        && layout.tail_padding_alignment() <= 1
        && layout.dynamic_metadata_prefix_bytes() == 0
        && layout.physical_shape().is_none();
    if !is_plain {
        return Err(refuse(invalid!("xla", "{layout} has more than an order and tiles")));
    }
    if array.dimensions().iter().any(|dimension| dimension.is_dynamic()) {
        return Err(refuse(invalid!("xla", "{array} has dimensions of any size")));
    }
    let with = |places: PivotPlaces| Pivot { places, element, memory_space: layout.memory_space() };
    match nested_layout(&array).map(|nested| with(Pivot::from(nested).places)) {
        // tiles that do not divide may be a layout nevertheless, which is written as they are only
        Ok(pivot) if write(&pivot).is_ok() => Ok(pivot),
        Ok(_) | Err(Error::Inexact { .. }) => Ok(with(PivotPlaces::Tiles(array))),
        Err(error) => Err(refuse(error)),
    }
}

/// So that spans are those of the text without the type in front of it.
fn shifted_back(error: Error) -> Error {
    match error {
        Error::Parse(mut error) => {
            let by = |at: usize| at.saturating_sub(ANY.len());
            error.span = by(error.span.start)..by(error.span.end);
            Error::Parse(error)
        }
        other => shifted(other, 0),
    }
}

fn array_of(shape: Shape) -> Result<ArrayShape, Error> {
    match shape {
        Shape::Array(array) => Ok(array),
        other => Err(invalid!("xla", "{other} is no array, it is a {}", other.kind())),
    }
}

pub(super) fn write(pivot: &Pivot) -> Result<String, ConvertError> {
    let refuse = |error| ConvertError::because(THIS, error);
    if let PivotPlaces::Tiles(array) = &pivot.places {
        return Ok(text(array, pivot.element.is_some_and(|element| element.kind.is_some())));
    }
    let nested = pivot.nested(THIS)?;
    let links = chain(&nested, THIS, DigitOrder::Free)?;
    let (order, tiles) = tiles(&nested, &links);
    let minor_to_major: Vec<usize> = order.iter().rev().copied().collect();
    let kind = pivot.element.and_then(|element| element.kind);
    let mut layout = Layout::new(&minor_to_major).map_err(refuse)?.with_tiles(&tiles);
    layout = layout.with_memory_space(pivot.memory_space).map_err(refuse)?;
    if let Some(ElementWidth { kind: Some(kind), bits }) = pivot.element
        && bits != kind.stored_bits()
    {
        layout = layout.with_element_size_in_bits(bits.into()).map_err(refuse)?;
    }
    let array = ArrayShape::of_sizes(kind.unwrap_or(PrimitiveType::U8), &nested.extents)
        .and_then(|array| array.with_layout(layout))
        .map_err(refuse)?;
    let again = nested_layout(&array).and_then(|again| Nested::of(&again, Offset::Int(0))).map_err(refuse)?;
    match nested.difference(&again) {
        None => Ok(text(&array, kind.is_some())),
        Some((dimension, _)) => Err(ConvertError::of(THIS, dimension, "no tiles are this dimension")),
    }
}

fn text(array: &ArrayShape, has_type: bool) -> String {
    let text = array.to_string();
    match text.find('[') {
        Some(bracket) if !has_type => text[bracket..].into(),
        _ => text,
    }
}

/// The order of the dimensions, the outermost first, and the tiles, so that there are few.
///
/// The outermost blocks of some dimensions are their counts; the other dimensions are one block. Blocks inside are
/// gathered to tiles as long as they follow each other in the order of what is tiled.
fn tiles(nested: &Nested, links: &[ChainLink]) -> (Vec<usize>, Vec<Tile>) {
    let rank = nested.extents.len();
    let slow: Vec<ChainLink> = links.iter().rev().copied().collect();
    let mut most = 0;
    let is_count = |link: &ChainLink| {
        link.used == link.spanned
            && slow.iter().all(|other| other.dimension != link.dimension || other.level <= link.level)
    };
    while most < slow.len() && is_count(&slow[most]) {
        most += 1;
    }
    let mut best: Option<(Vec<usize>, Vec<Vec<i64>>)> = None;
    for counts in (0..=most).rev() {
        let fixed: Vec<usize> = slow[..counts].iter().map(|link| link.dimension).collect();
        let mut free: Vec<usize> = Vec::new();
        for link in &slow[counts..] {
            if !fixed.contains(&link.dimension) && !free.contains(&link.dimension) {
                free.push(link.dimension);
            }
        }
        let (mut before, mut after) = (free.clone(), fixed.clone());
        before.extend(&fixed);
        after.extend(&free);
        for mut order in [after, before] {
            place_missing(&mut order, rank);
            let found = gathered(&order, &slow[counts..]);
            // of as many tiles those of rows, which are written most
            let cost = |order: &[usize], tiles: &[Vec<i64>]| {
                (tiles.len(), tiles.iter().map(Vec::len).sum::<usize>(), !order.is_sorted())
            };
            if best.as_ref().is_none_or(|(own, tiles)| cost(&order, &found) < cost(own, tiles)) {
                best = Some((order, found));
            }
        }
    }
    let (order, found) = best.unwrap_or_default();
    let sizes = |tile: &Vec<i64>| tile.iter().map(|&size| TileSize::Elements(size)).collect::<Vec<_>>();
    (order, found.iter().filter_map(|tile| Tile::new(&sizes(tile))).collect())
}

/// The tiles that put these blocks, the outermost first, inside dimensions of this order.
///
/// A tile splits off the innermost digits of what is there, and puts them behind it. What is split off for a block are
/// the digits up to it, of which those inside it are split off later.
fn gathered(order: &[usize], blocks: &[ChainLink]) -> Vec<Vec<i64>> {
    // the digits that each part of what is there has, which are still to be split off
    let mut parts: Vec<Vec<ChainLink>> = Vec::new();
    for &dimension in order {
        parts.push(blocks.iter().filter(|link| link.dimension == dimension).copied().collect());
    }
    let mut tiles = Vec::new();
    let mut rest = blocks;
    while let Some(first) = rest.first() {
        let part_of = |link: &ChainLink| parts.iter().position(|part| part.contains(link)).unwrap_or(0);
        let begin = part_of(first);
        let mut last = begin;
        let mut length = 1;
        while length < rest.len() && part_of(&rest[length]) > last {
            last = part_of(&rest[length]);
            length += 1;
        }
        let mut tile = Vec::new();
        let mut split: Vec<Vec<ChainLink>> = Vec::new();
        for part in &mut parts[begin..] {
            let block = rest[..length].iter().find(|link| part.contains(link));
            let (off, stays) =
                part.iter().partition(|link| block.is_some_and(|block| link.level <= block.level));
            let off: Vec<ChainLink> = off;
            *part = stays;
            tile.push(off.iter().map(|link| link.spanned).product());
            // the block itself stays where it is put
            split.push(off.into_iter().filter(|link| Some(link) != block).collect());
        }
        parts.extend(split);
        tiles.push(tile);
        rest = &rest[length..];
    }
    tiles
}
