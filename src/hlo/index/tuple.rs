//! Tuples: putting them together, taking them apart, passing them on.
use super::operand::one;
use super::output_at::OutputAt;
use super::reads::Reads;
use super::scope::Scope;
use crate::affine::IndexingMap;
use smallvec::SmallVec;

/// The element of one operand; the others are not read.
pub(super) fn tuple(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let (&first, rest) = at.output.split_first()?;
    match at.scope {
        Scope::Extended => at.only(first, at.same_element(first, rest)),
        // the shape of the operand is not looked at
        Scope::Xla => at.only(first, one(IndexingMap::identity(&at.output_sizes()?))),
    }
}

/// The element of the tuple, or of a tuple in it.
pub(super) fn get_tuple_element(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let mut path = SmallVec::<[usize; 2]>::new();
    path.push(at.index("index")?);
    path.extend_from_slice(at.output);
    at.only(0, at.same_element(0, &path))
}

/// The value of the first operand, array or tuple.
pub(super) fn passed_on(at: &OutputAt<'_, '_>) -> Option<Reads> {
    at.only(0, at.same_element(0, at.output))
}
