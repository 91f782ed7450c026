//! Reductions, in both directions.
use super::builder::{all_elements, d, plain, with_free};
use super::output_at::OutputAt;
use super::reads::Reads;
use crate::affine::IndexingMap;

pub(super) fn reduce(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let output = at.output_sizes()?;
    let reduced = at.dimensions("dimensions")?;
    let input = at.sizes(0)?;
    let is_reduced = |dimension: usize| reduced.contains(&dimension);
    if (0..input.len()).filter(|dimension| !is_reduced(*dimension)).count() > output.len() {
        return None;
    }
    let mut dims = (0..output.len()).map(d);
    let map = with_free(&output, &input, |dimension| if is_reduced(dimension) { None } else { dims.next() });
    Some(at.inputs_and_scalars(&map))
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
