//! Reductions, in both directions.
use super::at::OutputAt;
use super::builder::{all_elements, d, plain, ranged};
use super::reads::Reads;
use crate::affine::IndexingMap;
use smallvec::SmallVec;

pub(super) fn reduce(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let output = at.output_sizes()?;
    let reduced = at.dimensions("dimensions")?;
    let input = at.sizes(0)?;
    let range: SmallVec<[i64; 6]> = (0..input.len())
        .filter(|dimension| reduced.contains(dimension))
        .map(|dimension| input[dimension])
        .collect();
    let (mut dims, mut symbols) = (0..output.len(), output.len()..);
    let results: Option<SmallVec<[_; 6]>> = (0..input.len())
        .map(|dimension| {
            let next = if reduced.contains(&dimension) { symbols.next() } else { dims.next() };
            next.map(d)
        })
        .collect();
    let map = ranged(&output, &range, results?);
    at.inputs_and_scalars(&map)
}

/// An element goes into the sums of its place; an initial value into all of them.
pub(super) fn reduce_input_to_output(at: &OutputAt<'_, '_>, operand: usize) -> Option<IndexingMap> {
    let output = at.output_sizes()?;
    if operand >= at.operands() / 2 {
        return Some(all_elements(&[], &output));
    }
    let input = at.sizes(operand)?;
    let reduced = at.dimensions("dimensions")?;
    let kept = (0..input.len()).filter(|dimension| !reduced.contains(dimension));
    Some(plain(&input, kept.map(d)))
}
