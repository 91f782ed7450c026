//! The same elements at other places: broadcast, transpose, reverse, slice, concatenate, in both directions.
use super::builder::{Exprs, c, constraint, d, of_sizes, plain, with_entry, with_free};
use super::operand::{OperandIndexing, OperandMaps, one};
use super::output_at::OutputAt;
use super::reads::Reads;
use crate::affine::{IndexingMap, Interval};
use crate::hlo::attributes::slices;
use alloc::vec::Vec;
use smallvec::SmallVec;

pub(super) fn broadcast(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let sizes = at.output_sizes()?;
    let dimensions = at.dimensions("dimensions")?;
    let known = dimensions.iter().all(|dimension| *dimension < sizes.len());
    let map = known.then(|| plain(&sizes, dimensions.iter().map(|&dimension| d(dimension))));
    at.only(0, map.and_then(one))
}

pub(super) fn broadcast_input_to_output(at: &OutputAt<'_, '_>) -> Option<IndexingMap> {
    let (input, output) = (at.sizes(0)?, at.output_sizes()?);
    let kept = at.dimensions("dimensions")?;
    let own = |dimension| kept.iter().position(|known| *known == dimension).map(d);
    Some(with_free(&input, &output, own))
}

pub(super) fn transpose(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let sizes = at.output_sizes()?;
    let dimensions = at.dimensions("dimensions")?;
    // dimension `dimensions[i]` of the operand is dimension `i` of the output
    let place = |dimension| dimensions.iter().position(|from| *from == dimension).map(d);
    let results: Option<SmallVec<[_; 6]>> = (0..sizes.len()).map(place).collect();
    at.only(0, one(plain(&sizes, results?)))
}

pub(super) fn transpose_input_to_output(at: &OutputAt<'_, '_>) -> Option<IndexingMap> {
    Some(plain(&at.sizes(0)?, at.dimensions("dimensions")?.into_iter().map(d)))
}

pub(super) fn reverse(at: &OutputAt<'_, '_>) -> Option<Reads> {
    at.only(0, one(reversed(at, &at.output_sizes()?)?))
}

pub(super) fn reverse_input_to_output(at: &OutputAt<'_, '_>) -> Option<IndexingMap> {
    reversed(at, &at.sizes(0)?)
}

fn reversed(at: &OutputAt<'_, '_>, sizes: &[i64]) -> Option<IndexingMap> {
    let reversed = at.dimensions("dimensions")?;
    let results = sizes.iter().enumerate().map(|(dimension, size)| match reversed.contains(&dimension) {
        true => d(dimension).neg().add(c(size - 1)),
        false => d(dimension),
    });
    Some(plain(sizes, results))
}

pub(super) fn slice(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let sizes = at.output_sizes()?;
    let slices = slices(at.attribute("slice")?)?;
    let results = slices
        .iter()
        .enumerate()
        .map(|(dimension, [first, _, step])| d(dimension).mul(c(*step)).add(c(*first)));
    if slices.len() == sizes.len() { at.only(0, one(plain(&sizes, results))) } else { None }
}

pub(super) fn slice_input_to_output(at: &OutputAt<'_, '_>) -> Option<IndexingMap> {
    let output = at.output_sizes()?;
    let slices = slices(at.attribute("slice")?)?;
    let mut constraints = Vec::new();
    let bounds: SmallVec<[Interval; 6]> = slices
        .iter()
        .zip(&output)
        .map(|([first, _, step], size)| {
            Interval::new(*first, first.saturating_add((size - 1).saturating_mul(*step)))
        })
        .collect();
    let results: Exprs = slices
        .iter()
        .enumerate()
        .map(|(dimension, [first, _, step])| {
            let inside = d(dimension).sub(c(*first));
            if *step == 1 {
                return inside;
            }
            constraints.push(constraint(inside.clone().modulo(c(*step)), 0, 0));
            inside.floor_div(c(*step))
        })
        .collect();
    Some(IndexingMap::over(&bounds, &[], &[], results, constraints))
}

pub(super) fn concatenate(at: &OutputAt<'_, '_>) -> Option<Reads> {
    concatenated(at, *at.dimensions("dimensions")?.first()?)
}

/// The operands one behind another, along a dimension.
pub(super) fn concatenated(at: &OutputAt<'_, '_>, along: usize) -> Option<Reads> {
    let sizes = at.output_sizes().filter(|sizes| along < sizes.len())?;
    let mut first = 0;
    let maps = (0..at.operands()).map(|operand| {
        let own = *at.sizes(operand)?.get(along)?;
        let mut bounds = of_sizes(&sizes);
        let next = own.checked_add(first)?;
        bounds[along] = Interval::new(first, next - 1);
        let results = with_entry(sizes.len(), along, d(along).add(c(-first)));
        let map = IndexingMap::over(&bounds, &[], &[], results, Vec::new());
        first = next;
        one(map)
    });
    let maps: Vec<OperandMaps> = maps.collect();
    maps.iter().all(Option::is_some).then(|| Reads::of_all(maps))
}

/// From `operand` on, which is read as `reads` says: from where it begins.
pub(super) fn concatenate_input_to_output(
    at: &OutputAt<'_, '_>,
    operand: usize,
    reads: &[OperandIndexing],
) -> Option<IndexingMap> {
    let input = at.sizes(operand)?;
    let along = *at.dimensions("dimensions")?.first()?;
    let first = reads.first()?.map.dims().get(along)?.bounds.lower;
    Some(plain(&input, with_entry(input.len(), along, d(along).add(c(first)))))
}
