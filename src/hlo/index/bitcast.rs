//! Bitcasts: what is read is what lies at the same place in memory, whatever the tiles.
use super::builder::{c, d, of_sizes, plain};
use super::operand::{OperandMaps, one};
use super::output_at::OutputAt;
use super::reads::Reads;
use super::rearrange::concatenated as concatenated_along;
use super::reshape::bitcast_map;
use crate::affine::{IndexingMap, Points};
use crate::xla::{ArrayShape, Layout, LinearIndex, Sizes, TileSize, Tiling, stored_bits, tiled_elements};
use alloc::vec::Vec;
use smallvec::{SmallVec, smallvec};

pub(super) fn bitcast(at: &OutputAt<'_, '_>) -> Option<Reads> {
    at.only(0, one(in_memory(at.output_array()?, at.array(0)?)?))
}

/// Arrays whose memory lies one behind another, as the memory of the output.
pub(super) fn concatenated(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let output = at.output_array()?;
    if let Some(along) = major_dimension(at, output) {
        return concatenated_along(at, along);
    }
    let len = |array: &ArrayShape| tiled_elements(array).ok()?.checked_mul(stored_bits(array));
    let mut first = 0i64;
    let maps = (0..at.operands()).map(|operand| {
        let array = at.array(operand)?;
        let map = by_places(output, array, first)?;
        first = len(array)?.checked_add(first)?;
        one(map)
    });
    let maps: Vec<OperandMaps> = maps.collect();
    (maps.iter().all(Option::is_some) && first == len(output)?).then(|| Reads::of_all(maps))
}

pub(super) fn input_to_output(at: &OutputAt<'_, '_>) -> Option<IndexingMap> {
    in_memory(at.array(0)?, at.output_array()?)
}

/// The most major dimension of the output, if the operands are parts along it, of whole tiles.
fn major_dimension(at: &OutputAt<'_, '_>, output: &ArrayShape) -> Option<usize> {
    let (layout, sizes) = (output.layout_or_default(), output.sizes().ok()?);
    let along = *layout.minor_to_major().last()?;
    let tile = match layout.tiles() {
        [] => 1,
        _ => first_tile(&layout)?.0.get(sizes.len() - 1).copied().unwrap_or(1),
    };
    let mut total = 0i64;
    for operand in 0..at.operands() {
        let array = at.array(operand)?;
        let (own, part) = (array.layout_or_default(), array.sizes().ok()?);
        let is_same = own.tiles() == layout.tiles()
            && own.minor_to_major() == layout.minor_to_major()
            && stored_bits(array) == stored_bits(output)
            && (0..sizes.len()).all(|dimension| dimension == along || part[dimension] == sizes[dimension]);
        if !is_same || part[along] % tile != 0 {
            return None;
        }
        total = total.checked_add(part[along])?;
    }
    (total == sizes[along]).then_some(along)
}

/// From an index of `from` to the index of `to` of what lies at the same place in memory, tiles counted.
///
/// Where the place is padding of `to`, nothing is there. An element of more bits than one of `to` lies where several of
/// them lie; one of fewer bits is part of one. None if a dimension is unbounded, or a layout says where elements are in
/// another way.
fn in_memory(from: &ArrayShape, to: &ArrayShape) -> Option<IndexingMap> {
    let (from_bits, to_bits) = (stored_bits(from), stored_bits(to));
    if from_bits == to_bits && has_same_tiles(from, to) {
        return bitcast_map(from, to);
    }
    if from_bits == to_bits
        && let Some(common) = common_sizes(from, to)
    {
        return Some(plain(&common, (0..common.len()).map(d)));
    }
    by_places(from, to, 0)
}

/// From an index of `from` to the place in memory, and to the index of `to` there, if that begins at bit `first` of it.
fn by_places(from: &ArrayShape, to: &ArrayShape, first: i64) -> Option<IndexingMap> {
    let is_plain = |layout: &Layout| !layout.is_sparse() && layout.dynamic_metadata_prefix_bytes() == 0;
    if !is_plain(&from.layout_or_default()) || !is_plain(&to.layout_or_default()) {
        return None;
    }
    let (places, back) = (LinearIndex::new(from, Tiling::All).ok()?, LinearIndex::new(to, Tiling::All).ok()?);
    let bits = other_bits(places.len(), [stored_bits(from), stored_bits(to)], first)?;
    let found = places.to_map().then(&bits).ok()?.then(&back.to_inverse_map()).ok()?;
    Some(found.into_simplified(Points::Replace))
}

/// From the places of elements to those of elements of other bits, the first of which is at bit `first`.
fn other_bits(places: i64, [from, to]: [i64; 2], first: i64) -> Option<IndexingMap> {
    let place = d(0);
    let (symbols, result): (SmallVec<[i64; 1]>, _) = match first.checked_rem(to)? {
        0 if from == to => (SmallVec::new(), place),
        0 if from % to == 0 => (smallvec![from / to], place.mul(c(from / to)).add(d(1))),
        0 if from > 0 && to % from == 0 => (SmallVec::new(), place.floor_div(c(to / from))),
        _ => return None,
    };
    let result = result.sub(c(first / to));
    Some(IndexingMap::over(&of_sizes(&[places]), &of_sizes(&symbols), &[], [result], Vec::new()))
}

/// The first tile of a layout and the most minor dimensions that it cuts, in order; none if it is no plain tile, or one
/// behind it cuts more. Tiles behind it put its elements in another order.
fn first_tile(layout: &Layout) -> Option<(SmallVec<[i64; 4]>, &[usize])> {
    let first = layout.tiles().first()?;
    let elements = |size: &TileSize| match size {
        TileSize::Elements(size) => Some(*size),
        TileSize::Combine => None,
    };
    let cut: Option<SmallVec<[i64; 4]>> = first.sizes().iter().rev().map(elements).collect();
    let cut = cut.filter(|cut| layout.tiles().iter().all(|tile| tile.sizes().len() <= cut.len()))?;
    let minor = layout.minor_to_major().get(..cut.len())?;
    Some((cut, minor))
}

/// Whether two arrays with as many elements have the same tiles, on the same rows: then elements that are in the same
/// order by index are also in the same order in memory, padding between the same ones.
///
/// Of the dimensions that are cut, all but the most major one must have the same sizes, and that one whole tiles, or
/// the same size, too.
fn has_same_tiles(from: &ArrayShape, to: &ArrayShape) -> bool {
    let (own, other) = (from.layout_or_default(), to.layout_or_default());
    let is_as_large = || from.elements().is_ok_and(|elements| to.elements() == Ok(elements));
    if own.tiles() != other.tiles() || !is_as_large() {
        return false;
    }
    if own.tiles().is_empty() {
        return true;
    }
    let (Some((cut, own)), Some((_, other))) = (first_tile(&own), first_tile(&other)) else { return false };
    let (Ok(from), Ok(to)) = (from.sizes(), to.sizes()) else { return false };
    let mut pairs = own.iter().zip(other).map(|(own, other)| (from[*own], to[*other])).zip(&cut);
    let major = pairs.next_back();
    let is_whole =
        |((own, other), size): ((i64, i64), &i64)| own == other || own % size == 0 && other % size == 0;
    pairs.all(|((own, other), _)| own == other) && major.is_none_or(is_whole)
}

/// The sizes of what two arrays have in common that differ only in how far they fill the last tiles.
fn common_sizes(from: &ArrayShape, to: &ArrayShape) -> Option<Sizes> {
    let (own, other) = (from.layout_or_default(), to.layout_or_default());
    if own.tiles() != other.tiles() || own.minor_to_major() != other.minor_to_major() {
        return None;
    }
    let ((cut, minor), from, to) = (first_tile(&own)?, from.sizes().ok()?, to.sizes().ok()?);
    let tiles = |dimension: usize, size: i64| match minor.iter().position(|cut| *cut == dimension) {
        Some(place) => size.div_euclid(cut[place]) + i64::from(size.rem_euclid(cut[place]) != 0),
        None => size,
    };
    let has_as_many = |dimension: usize| tiles(dimension, from[dimension]) == tiles(dimension, to[dimension]);
    (0..from.len())
        .all(has_as_many)
        .then(|| from.iter().zip(&to).map(|(own, other)| *own.min(other)).collect())
}
