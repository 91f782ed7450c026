//! Operations that read all elements along some dimensions: sort, the greatest, Fourier transforms.
use super::builder::{all_elements, d, with_free};
use super::operand::{OperandMaps, one};
use super::output_at::OutputAt;
use super::reads::Reads;
use smallvec::SmallVec;

/// All elements of an operand along some of its dimensions, and the same index in the others.
fn all_along(at: &OutputAt<'_, '_>, operand: usize, along: &[usize]) -> OperandMaps {
    let (output, input) = (at.output_sizes()?, at.sizes(operand)?);
    let is_along = |dimension: usize| along.contains(&dimension);
    let fits = |dimension: usize| is_along(dimension) || input[dimension] == output[dimension];
    if input.len() != output.len() || !(0..input.len()).all(fits) {
        return None;
    }
    one(with_free(&output, &input, |dimension| (!is_along(dimension)).then(|| d(dimension))))
}

/// All elements of each operand along the dimension that is sorted.
pub(super) fn sort(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let along = *at.dimensions("dimensions")?.first()?;
    Some(at.each(|operand| all_along(at, operand, &[along])))
}

/// The greatest elements along the last dimension, and where they are.
pub(super) fn top_k(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let last = at.output_sizes()?.len().checked_sub(1)?;
    if at.operands() == 1 { at.only(0, all_along(at, 0, &[last])) } else { None }
}

/// A Fourier transform of the last dimensions, as many as `fft_length` has. That of real numbers has another size
/// before than behind.
pub(super) fn fft(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let rank = at.output_sizes()?.len();
    let first = rank.checked_sub(at.instruction.attributes.integers("fft_length")?.len())?;
    let along: SmallVec<[usize; 6]> = (first..rank).collect();
    at.only(0, all_along(at, 0, &along))
}

/// All elements of all operands.
pub(super) fn everything(at: &OutputAt<'_, '_>) -> Reads {
    at.each(|operand| everything_of(at, operand))
}

/// All elements of an operand.
pub(super) fn everything_of(at: &OutputAt<'_, '_>, operand: usize) -> OperandMaps {
    one(all_elements(&at.output_sizes()?, &at.sizes(operand)?))
}
