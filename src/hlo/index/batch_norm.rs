//! Batch normalization.
use super::builder::{d, plain, with_free};
use super::operand::one;
use super::output_at::OutputAt;
use super::reads::Reads;
use crate::affine::IndexingMap;
use smallvec::SmallVec;

/// What an output reads.
#[derive(Clone, Copy)]
enum Read {
    Nothing,
    /// The element itself.
    Same,
    /// The number of the feature.
    Feature,
    /// All elements of the feature.
    All,
}

/// `batch-norm-inference(operand, scale, offset, mean, variance)`, `batch-norm-training(operand, scale, offset)` with
/// the outputs output, mean, variance, and `batch-norm-grad(operand, scale, mean, variance, grad_output)` with the
/// gradients of operand, scale, offset.
pub(super) fn batch_norm(at: &OutputAt<'_, '_>) -> Option<Reads> {
    use Read::{All, Feature, Nothing, Same};
    let reads: &[Read] = match (at.opcode, at.output) {
        ("batch-norm-inference", []) => &[Same, Feature, Feature, Feature, Feature],
        ("batch-norm-training", [0]) => &[All, Feature, Feature],
        ("batch-norm-training", _) => &[All, Nothing, Nothing],
        ("batch-norm-grad", [0]) => &[All, Feature, Feature, Feature, All],
        ("batch-norm-grad", [1]) => &[All, Nothing, Feature, Feature, All],
        ("batch-norm-grad", _) => &[Nothing, Nothing, Nothing, Nothing, All],
        _ => return None,
    };
    let whole = at.sizes(0)?;
    let feature = at.index("feature_index")?;
    let output = at.output_sizes().filter(|output| output.len() == 1 || *output == whole)?;
    if reads.len() != at.operands() || feature >= whole.len() {
        return None;
    }
    // where the output has the number of the feature
    let own = d(if output.len() == whole.len() { feature } else { 0 });
    Some(at.each(|operand| match reads[operand] {
        Nothing => Some(SmallVec::new()),
        Same => one(IndexingMap::identity(&whole)),
        Feature => one(plain(&output, [own.clone()])),
        All => one(with_free(&output, &whole, |dimension| (dimension == feature).then(|| own.clone()))),
    }))
}
