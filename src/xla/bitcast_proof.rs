//! Whether an operation leaves every element where it is, proven on expressions.
use super::linear_index::{LinearIndex, Tiling};
use super::shape::ArrayShape;
use crate::affine::{Expr, IndexingMap, Points, find_index};
use crate::dynamic::{Error, Result};
use alloc::format;
use smallvec::SmallVec;

/// What is known of the places of elements before and after an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BitcastProof {
    /// Every element stays at its place.
    Proven,
    /// An element moves.
    Refuted {
        /// An index of the output.
        index: SmallVec<[i64; 6]>,
        /// The place of the element that is read for it.
        from: i64,
        /// The place that it is written to.
        to: i64,
    },
    /// There is neither a proof nor, among the indices that were looked at, an element that moves.
    Open,
}

/// Whether a copy, reshape or transpose moves nothing: whether the element that is read for each index of the output
/// is at the place where the index is.
///
/// `map` leads from the index of the output to that of the input, as [`output_to_input`](crate::hlo::output_to_input)
/// has it. The tiles of both arrays count. The place that is read, as an expression of the index, minus the place
/// that is written must simplify to 0. Where it does not, arrays of up to
/// [`MAX_ENUMERATED`](crate::dynamic::MAX_ENUMERATED) elements are compared element by element, and of larger ones some
/// elements. Element types do not count, and of the places beyond the elements nothing is said.
///
/// # Errors
/// If the map is none between the indices of these arrays, has symbols, or leads outside of the input; as
/// [`LinearIndex::new`].
///
/// ```
/// use tilework::xla::{BitcastProof, Shape, prove_bitcast};
/// let (input, output): (Shape, Shape) = ("f32[64,256]{1,0:T(8,128)}".parse()?, "f32[8,8,2,128]{3,1,2,0}".parse()?);
/// let reshape = "(d0, d1, d2, d3) -> (d0 * 8 + d1, d2 * 128 + d3), \
///                domain: d0 in [0, 7], d1 in [0, 7], d2 in [0, 1], d3 in [0, 127]";
/// let proof = prove_bitcast(input.array("example")?, output.array("example")?, &reshape.parse()?)?;
/// assert_eq!(proof, BitcastProof::Proven);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn prove_bitcast(input: &ArrayShape, output: &ArrayShape, map: &IndexingMap) -> Result<BitcastProof> {
    let refuse = |reason| Err(Error::invalid("prove_bitcast", reason));
    let sizes = output.sizes()?;
    if map.dims().len() != sizes.len() || map.results().len() != input.rank() {
        return refuse(format!("{map} does not lead from every index of {output} to one of {input}"));
    }
    if sizes.contains(&0) {
        return Ok(BitcastProof::Proven);
    }
    let whole = IndexingMap::identity(&sizes);
    let read = whole.then(map)?.then(&LinearIndex::new(input, Tiling::All)?.to_map())?;
    let read = read.simplify(Points::Replace).remove_unused_symbols();
    if read.variables().len() > sizes.len() {
        return refuse(format!("{map} reads more than one element"));
    }
    if read.is_known_empty() || !read.constraints().is_empty() || read.bounds() != whole.bounds() {
        return refuse(format!("{map} does not lead from every index of {output} to one of {input}"));
    }
    let written = LinearIndex::new(output, Tiling::All)?.to_map();
    let (from, to) = (&read.results()[0], &written.results()[0]);
    if from.clone().sub(to.clone()).simplify(&whole.bounds()) == Expr::constant(0) {
        return Ok(BitcastProof::Proven);
    }
    search(from, to, &sizes)
}

/// Looks for an element that moves.
fn search(from: &Expr, to: &Expr, sizes: &[i64]) -> Result<BitcastProof> {
    let found = find_index(sizes, |index| {
        let place = |expr: &Expr| expr.evaluate(index).ok_or(Error::overflow("the place of an element"));
        let (from, to) = (place(from)?, place(to)?);
        Ok((from != to).then(|| BitcastProof::Refuted { index: index.into(), from, to }))
    })?;
    Ok(match found {
        (Some(refuted), _) => refuted,
        (None, true) => BitcastProof::Proven,
        (None, false) => BitcastProof::Open,
    })
}
