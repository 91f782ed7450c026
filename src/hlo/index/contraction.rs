//! Products of arrays: dot and scaled dot.
use super::along::everything_of;
use super::builder::{Exprs, c, d, ranged};
use super::operand::{OperandMaps, one};
use super::output_at::OutputAt;
use super::reads::Reads;
use crate::affine::{Expr, IndexingMap};
use crate::xla::Sizes;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// What the dimensions of an operand of a dot are.
struct Side {
    sizes: Sizes,
    batch: SmallVec<[usize; 6]>,
    contracting: SmallVec<[usize; 6]>,
}

impl Side {
    fn of(at: &OutputAt<'_, '_>, operand: usize, [batch, contracting]: [&str; 2]) -> Option<Self> {
        let side = Side {
            sizes: at.sizes(operand)?,
            batch: at.dimensions_if_any(batch)?,
            contracting: at.dimensions_if_any(contracting)?,
        };
        let known = |dimension: &usize| *dimension < side.sizes.len();
        (side.batch.iter().all(known) && side.contracting.iter().all(known)).then_some(side)
    }

    /// The sizes of the contracted dimensions.
    fn range(&self) -> Sizes {
        self.contracting.iter().map(|dimension| self.sizes[*dimension]).collect()
    }

    fn free(&self) -> usize {
        self.sizes.len().saturating_sub(self.batch.len() + self.contracting.len())
    }

    /// The map from the output, whose batch dimensions begin at `first_batch`, and its free dimensions of this side at
    /// `first_free`.
    fn map(&self, output: &[i64], [first_batch, first_free]: [usize; 2], range: &[i64]) -> IndexingMap {
        let mut free = first_free..;
        let place = |list: &[usize], dimension: usize| list.iter().position(|known| *known == dimension);
        let results: Exprs = (0..self.sizes.len())
            .map(|dimension| {
                let number = place(&self.batch, dimension)
                    .map(|batch| first_batch + batch)
                    .or_else(|| place(&self.contracting, dimension).map(|symbol| output.len() + symbol))
                    .or_else(|| free.next());
                d(number.unwrap_or_default())
            })
            .collect();
        ranged(output, range, results)
    }
}

/// The two operands of a dot.
fn sides(at: &OutputAt<'_, '_>) -> Option<[Side; 2]> {
    let lhs = Side::of(at, 0, ["lhs_batch_dims", "lhs_contracting_dims"])?;
    let rhs = Side::of(at, 1, ["rhs_batch_dims", "rhs_contracting_dims"])?;
    let fits = at.output_sizes()?.len() == lhs.batch.len() + lhs.free() + rhs.free()
        && lhs.batch.len() == rhs.batch.len()
        && lhs.contracting.len() == rhs.contracting.len();
    fits.then_some([lhs, rhs])
}

fn maps(at: &OutputAt<'_, '_>) -> Option<[IndexingMap; 2]> {
    let output = at.output_sizes()?;
    let [lhs, rhs] = sides(at)?;
    let range = lhs.range();
    let first = lhs.batch.len();
    Some([lhs.map(&output, [0, first], &range), rhs.map(&output, [0, first + lhs.free()], &range)])
}

pub(super) fn dot(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let [lhs, rhs] = maps(at)?;
    (at.operands() == 2).then(|| Reads::of_all([one(lhs), one(rhs)]))
}

/// A dot whose operands are scaled by blocks: `scaled-dot(lhs, rhs, lhs_scale, rhs_scale)`.
pub(super) fn scaled_dot(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let sides = maps(at)?;
    let mut found: Vec<OperandMaps> = sides.iter().map(|map| one(map.clone())).collect();
    for (side, map) in sides.iter().enumerate() {
        let (sizes, scales) = (at.sizes(side)?, at.sizes(side + 2)?);
        let blocks = |(dimension, result): (usize, &Expr)| {
            let scale = scales.get(dimension).copied().filter(|scale| *scale > 0)?;
            Some(result.clone().floor_div(c((sizes[dimension] / scale).max(1))))
        };
        let is_scalar = scales.is_empty();
        let results: Option<Exprs> = match is_scalar {
            true => Some(SmallVec::new()),
            false => map.results().iter().enumerate().map(blocks).collect(),
        };
        found.push(one(map.clone().with_results(results?)));
    }
    Some(Reads::of_all(found))
}

/// A dot of groups whose sizes are known at run time: `ragged-dot(lhs, rhs, group_sizes)`.
///
/// The groups divide a dimension of the left side. If it is a free one, each row meets the part of the right side with
/// the number of its group: any of them, along `rhs_group_dims`. If it is contracted, the output has a dimension for
/// the groups before all others. If it is a batch dimension, it is a dot.
pub(super) fn ragged_dot(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let output = at.output_sizes()?;
    let lhs = Side::of(at, 0, ["lhs_batch_dims", "lhs_contracting_dims"])?;
    let mut rhs = Side::of(at, 1, ["rhs_batch_dims", "rhs_contracting_dims"])?;
    let groups = at.dimensions_if_any("rhs_group_dims")?;
    let ragged = at.dimensions("lhs_ragged_dims")?;
    let by_group = usize::from(ragged.iter().any(|ragged| lhs.contracting.contains(ragged)));
    let contracted = lhs.contracting.len();
    let is_sound = at.operands() == 3
        && lhs.batch.len() == rhs.batch.len()
        && contracted == rhs.contracting.len()
        && groups.iter().all(|group| *group < rhs.sizes.len());
    // all groups
    rhs.contracting.extend(groups);
    if !is_sound || output.len() != by_group + lhs.batch.len() + lhs.free() + rhs.free() {
        return None;
    }
    let first = by_group + lhs.batch.len();
    Some(Reads::of_all([
        one(lhs.map(&output, [by_group, first], &lhs.range())),
        one(rhs.map(&output, [by_group, first + lhs.free()], &rhs.range())),
        everything_of(at, 2),
    ]))
}
