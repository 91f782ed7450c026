//! Which reshapes and transposes move nothing in memory.
use super::edit::{descending_layout, logical_to_physical, permute_dimensions};
use super::index::indices;
use super::layout::Layout;
use super::linear_index::{LinearIndex, Tiling};
use super::nested::nested_layout;
use super::shape::{ArrayShape, product};
use crate::dynamic::{DynLayout, Error, Mode, Result, Stride, Tree, check_enumerable, coalesce, invalid};
use alloc::boxed::Box;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Whether a reshape moves nothing: element `i` in row-major order is at the same place in both arrays, for every `i`.
///
/// Element types do not count. Arrays with different numbers of elements are no reshape of each other: `false`. The
/// tiles of both layouts count, where XLA's `ShapeUtil::ReshapeIsBitcast` leaves them out; without tiles the two
/// agree.
///
/// # Errors
/// If a dimension is unbounded; or if tiles overhang and there are too many elements to look at each.
///
/// ```
/// use tilework::xla::{Shape, reshape_is_bitcast};
/// let is_bitcast = |a: &str, b: &str| {
///     let (a, b): (Shape, Shape) = (a.parse()?, b.parse()?);
///     reshape_is_bitcast(a.array("example")?, b.array("example")?)
/// };
/// assert!(is_bitcast("f32[3,2,2]{1,0,2}", "f32[6,2]{0,1}")?);
/// assert!(!is_bitcast("f32[3,4]{1,0}", "f32[6,2]{0,1}")?);
/// // whole tiles are contiguous, as rows are
/// assert!(is_bitcast("f32[24,128]{1,0:T(8,128)}", "f32[3,1024]{1,0}")?);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn reshape_is_bitcast(input: &ArrayShape, output: &ArrayShape) -> Result<bool> {
    let elements = input.elements()?;
    if elements != output.elements()? {
        return Ok(false);
    }
    if elements == 0 || input.dimensions() == output.dimensions() && input.layout() == output.layout() {
        return Ok(true);
    }
    if let (Some(lhs), Some(rhs)) = (runs(input)?, runs(output)?) {
        return Ok(lhs.leaves() == rhs.leaves());
    }
    if let Some(same) = same_by_dimension(input, output)? {
        return Ok(same);
    }
    same_places(input, output, elements)
}

/// The places of the elements in row-major order, as a coalesced layout, which is the same for the same function;
/// none if tiles overhang or do not divide.
fn runs(array: &ArrayShape) -> Result<Option<DynLayout>> {
    let Some(layout) = nested(array)?.filter(DynLayout::is_exact) else { return Ok(None) };
    let modes: Vec<_> = layout.modes().collect();
    let row_major = DynLayout::from_modes(Tree::tuple(modes.into_iter().rev())?)?;
    coalesce(&row_major).map(Some)
}

/// The nested shape and stride of an array, if it has one.
fn nested(array: &ArrayShape) -> Result<Option<DynLayout>> {
    match nested_layout(array) {
        Err(Error::Inexact { .. }) => Ok(None),
        layout => layout.map(Some),
    }
}

/// Compares arrays that differ in dimensions of one element only: the place of an element is a sum over the
/// dimensions, so that each dimension can be looked at alone. None if the dimensions differ, or tiles do not divide.
fn same_by_dimension(input: &ArrayShape, output: &ArrayShape) -> Result<Option<bool>> {
    let (from, to) = (input.sizes()?, output.sizes()?);
    let not_one = |size: &&i64| **size != 1;
    if !from.iter().filter(not_one).eq(to.iter().filter(not_one)) {
        return Ok(None);
    }
    let (Some(lhs), Some(rhs)) = (nested(input)?, nested(output)?) else { return Ok(None) };
    let lhs = from.iter().zip(lhs.modes()).filter(|(size, _)| not_one(size));
    let rhs = to.iter().zip(rhs.modes()).filter(|(size, _)| not_one(size));
    Ok(Some(lhs.zip(rhs).all(|((size, lhs), (_, rhs))| {
        runs_of_dimension(lhs.leaves(), *size) == runs_of_dimension(rhs.leaves(), *size)
    })))
}

/// The places of a dimension of `size` elements as runs, innermost first: the same for the same places.
///
/// A run is as long as places are equally far apart, so that the first break tells its length; what the outermost run
/// has beyond `size` is left off.
fn runs_of_dimension(modes: &[Mode], size: i64) -> SmallVec<[(i64, Stride); 4]> {
    let mut runs = SmallVec::<[(i64, Stride); 4]>::new();
    for mode in modes.iter().filter(|mode| mode.extent != 1) {
        match (runs.last_mut(), &mode.stride) {
            (Some((extent, Stride::Int(run))), Stride::Int(stride))
                if extent.checked_mul(*run) == Some(*stride) =>
            {
                *extent *= mode.extent;
            }
            _ => runs.push((mode.extent, mode.stride)),
        }
    }
    let mut left = size;
    runs.retain(|(extent, _)| {
        let (whole, is_used) = (*extent, left > 1);
        *extent = whole.min(left);
        left = left / whole + i64::from(left % whole != 0);
        is_used
    });
    runs
}

/// Compares the places of all elements in row-major order.
fn same_places(input: &ArrayShape, output: &ArrayShape, elements: i64) -> Result<bool> {
    check_enumerable(elements, "the elements of arrays whose tiles overhang")?;
    let (from, to) = (LinearIndex::new(input, Tiling::All)?, LinearIndex::new(output, Tiling::All)?);
    for (from_index, to_index) in indices(input)?.zip(indices(output)?) {
        if from.at(&from_index)? != to.at(&to_index)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The dimensions that a reshape leaves as they are: pairs of a dimension of the input and one of the output, of the
/// same size, with as many elements in the dimensions before.
///
/// Source: XLA, `ShapeUtil::DimensionsUnmodifiedByReshape`.
///
/// # Errors
/// If a dimension is unbounded, or there are too many elements.
///
/// ```
/// use tilework::xla::{Shape, dimensions_unmodified_by_reshape};
/// let (a, b): (Shape, Shape) = ("f32[3,4,5,6]".parse()?, "f32[3,20,6]".parse()?);
/// assert_eq!(dimensions_unmodified_by_reshape(a.array("example")?, b.array("example")?)?, [(0, 0), (3, 2)]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn dimensions_unmodified_by_reshape(
    input: &ArrayShape,
    output: &ArrayShape,
) -> Result<Vec<(usize, usize)>> {
    let (from, to) = (input.sizes()?, output.sizes()?);
    input.elements()?;
    output.elements()?;
    let mut found = Vec::new();
    let (mut i, mut j) = (0, 0);
    let (mut before, mut after) = (1i64, 1i64);
    while i < from.len() && j < to.len() {
        if before == after && from[i] == to[j] {
            found.push((i, j));
        }
        // the one that has fewer elements so far goes on, both if they have as many
        let (here, there) = (before.saturating_mul(from[i]), after.saturating_mul(to[j]));
        if here <= there {
            before = here;
            i += 1;
        }
        if there <= here {
            after = there;
            j += 1;
        }
    }
    Ok(found)
}

/// Whether a transpose moves nothing, where dimension `i` of the output is dimension `permutation[i]` of the input.
///
/// Element types do not count. Dimensions of one element may be anywhere, where XLA's `ShapeUtil::TransposeIsBitcast`
/// wants them in the same place of the order; tiles count.
///
/// # Errors
/// If `permutation` is none of the dimensions, or does not give the sizes of the output; as [`reshape_is_bitcast`].
///
/// ```
/// use tilework::xla::{Shape, transpose_is_bitcast};
/// let (a, b): (Shape, Shape) = ("f32[10,5]{1,0}".parse()?, "f32[5,10]{0,1}".parse()?);
/// assert!(transpose_is_bitcast(a.array("example")?, b.array("example")?, &[1, 0])?);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn transpose_is_bitcast(input: &ArrayShape, output: &ArrayShape, permutation: &[usize]) -> Result<bool> {
    let transposed = permute_dimensions(input, permutation)?;
    if transposed.sizes()? != output.sizes()? {
        return Err(invalid!(
            "transpose_is_bitcast",
            "{input} transposed by {permutation:?} does not have the sizes of {output}"
        ));
    }
    reshape_is_bitcast(&transposed, output)
}

/// The transpose that a bitcast is, if it is one: dimension `i` of the output is dimension `result[i]` of the input,
/// and both stand in the same place of the order in memory.
///
/// Source: XLA, `ShapeUtil::DeduceTransposeDimensionsForBitcast`.
///
/// ```
/// use tilework::xla::{Shape, deduce_transpose};
/// let (a, b): (Shape, Shape) = ("f32[2,5,10]{1,2,0}".parse()?, "f32[2,10,5]{2,1,0}".parse()?);
/// assert_eq!(deduce_transpose(a.array("example")?, b.array("example")?).as_deref(), Some(&[0, 2, 1][..]));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn deduce_transpose(input: &ArrayShape, output: &ArrayShape) -> Option<SmallVec<[usize; 6]>> {
    if input.rank() != output.rank() {
        return None;
    }
    let order: SmallVec<[usize; 6]> = input.layout_or_default().major_to_minor().collect();
    let places = logical_to_physical(&output.layout_or_default());
    let permutation: SmallVec<[usize; 6]> = places.iter().map(|&place| order[place]).collect();
    let fits = permutation
        .iter()
        .zip(output.dimensions())
        .all(|(&from, size)| input.dimensions()[from].bound() == size.bound());
    fits.then_some(permutation)
}

/// A bitcast in three steps, each of which moves nothing: a transpose to the order of memory, a reshape, and a
/// transpose from the order of memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransposeReshapeTranspose {
    /// The dimensions of the input, most major first.
    pub transpose1_dims: SmallVec<[usize; 6]>,
    /// The input with its dimensions in the order of memory.
    pub transpose1_shape: ArrayShape,
    /// The output with its dimensions in the order of memory.
    pub reshape_shape: ArrayShape,
    /// The place in memory of each dimension of the output.
    pub transpose2_dims: SmallVec<[usize; 6]>,
}

/// What a bitcast does to the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bitcast {
    /// A reshape alone.
    Reshape,
    /// A transpose alone, by these dimensions (see [`deduce_transpose`]).
    Transpose(SmallVec<[usize; 6]>),
    /// A transpose, a reshape and a transpose, of which some may do nothing.
    TransposeReshapeTranspose(Box<TransposeReshapeTranspose>),
}

/// What a bitcast does to the index: a reshape, a transpose, or both.
///
/// `None` if the arrays have different numbers of elements, or if tiles put elements elsewhere than the order of the
/// dimensions does. Source: XLA, `ShapeUtil::DecomposeBitcast`.
///
/// # Errors
/// As [`reshape_is_bitcast`].
///
/// ```
/// use tilework::xla::{Bitcast, Shape, decompose_bitcast};
/// let (a, b): (Shape, Shape) = ("f32[16,17,3]{2,1,0}".parse()?, "f32[51,16]{0,1}".parse()?);
/// let Some(Bitcast::TransposeReshapeTranspose(steps)) = decompose_bitcast(a.array("example")?, b.array("example")?)?
/// else { panic!() };
/// assert_eq!(steps.reshape_shape.to_string(), "f32[16,51]{1,0}");
/// assert_eq!(steps.transpose2_dims[..], [1, 0]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn decompose_bitcast(input: &ArrayShape, output: &ArrayShape) -> Result<Option<Bitcast>> {
    if reshape_is_bitcast(input, output)? {
        return Ok(Some(Bitcast::Reshape));
    }
    let Some(steps) = decompose_to_trt(input, output)? else { return Ok(None) };
    Ok(Some(match deduce_transpose(input, output) {
        Some(permutation) => Bitcast::Transpose(permutation),
        None => Bitcast::TransposeReshapeTranspose(Box::new(steps)),
    }))
}

/// The transpose, the reshape and the transpose that a bitcast is: see [`decompose_bitcast`]. The shapes between have
/// what [`descending_layout`] leaves of a layout: no splits, and no bytes in front of dynamic arrays.
///
/// Source: XLA, `ShapeUtil::DecomposeBitcastToTrt`.
///
/// # Errors
/// As [`reshape_is_bitcast`].
///
/// ```
/// use tilework::xla::{Shape, decompose_to_trt};
/// let (a, b): (Shape, Shape) = ("f32[<=4,6]{0,1:S(1)M(4)}".parse()?, "f32[3,8]{0,1:M(4)}".parse()?);
/// let steps = decompose_to_trt(a.array("example")?, b.array("example")?)?.unwrap();
/// assert_eq!(steps.transpose1_shape.to_string(), "f32[6,<=4]{1,0:S(1)}");
/// assert_eq!(steps.reshape_shape.to_string(), "f32[8,3]{1,0}");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn decompose_to_trt(
    input: &ArrayShape,
    output: &ArrayShape,
) -> Result<Option<TransposeReshapeTranspose>> {
    if input.elements()? != output.elements()? || !(is_untiled(input)? && is_untiled(output)?) {
        return Ok(None);
    }
    Ok(Some(TransposeReshapeTranspose {
        transpose1_dims: input.layout_or_default().major_to_minor().collect(),
        transpose1_shape: descending_layout(input)?,
        reshape_shape: descending_layout(output)?,
        transpose2_dims: logical_to_physical(&output.layout_or_default()),
    }))
}

/// Whether elements are where they would be without tiles.
fn is_untiled(array: &ArrayShape) -> Result<bool> {
    match array.layout() {
        Some(layout) => {
            let plain = array.clone().with_layout(layout.host())?;
            reshape_is_bitcast(array, &plain)
        }
        None => Ok(true),
    }
}

/// The output with the layout that makes the reshape of the input a bitcast; `None` if there is none without tiles.
///
/// The places of the elements in row-major order are runs in memory. Each dimension of the output must be inside one
/// run: then it has a stride, and the strides tell the order. Source: XLA, `ShapeUtil::AlignLayouts`, which gives up
/// on some shapes where there is a layout.
///
/// # Errors
/// As [`reshape_is_bitcast`].
///
/// ```
/// use tilework::xla::{Shape, align_layouts};
/// let (a, b): (Shape, Shape) = ("f32[10,20,30]{0,2,1}".parse()?, "f32[10,4,5,30]".parse()?);
/// let aligned = align_layouts(a.array("example")?, b.array("example")?)?.unwrap();
/// assert_eq!(aligned.to_string(), "f32[10,4,5,30]{0,3,2,1}");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn align_layouts(input: &ArrayShape, output: &ArrayShape) -> Result<Option<ArrayShape>> {
    if input.element_type() != output.element_type() || input.elements()? != output.elements()? {
        return Ok(None);
    }
    let sizes = output.sizes()?;
    if product(&sizes) == Some(0) {
        return output.clone().strip_layout().with_layout(Layout::descending(sizes.len())).map(Some);
    }
    let Some(runs) = runs(input)? else { return Ok(None) };
    let mut runs = runs.leaves().iter().copied();
    let mut run = Mode::new(1, 0);
    // the most minor dimension of the row-major order first
    let mut strides = Vec::with_capacity(sizes.len());
    for (dimension, &size) in sizes.iter().enumerate().rev() {
        if size == 1 {
            continue;
        }
        if run.extent == 1 {
            run = runs.next().unwrap_or(run);
        }
        let Stride::Int(stride) = run.stride else { return Ok(None) };
        if run.extent % size != 0 {
            return Ok(None);
        }
        strides.push((stride, dimension));
        run = Mode::new(run.extent / size, stride * size);
    }
    strides.sort_unstable();
    let units = (0..sizes.len()).rev().filter(|&dimension| sizes[dimension] == 1);
    let order: SmallVec<[usize; 6]> =
        strides.into_iter().map(|(_, dimension)| dimension).chain(units).collect();
    let aligned = output.clone().strip_layout().with_layout(Layout::new(&order)?)?;
    Ok(reshape_is_bitcast(input, &aligned)?.then_some(aligned))
}

#[cfg(test)]
mod tests {
    use super::{same_by_dimension, same_places};
    use crate::xla::Shape;
    use alloc::format;

    #[test]
    fn dimension_by_dimension_is_element_by_element() {
        let layouts = ["{1,0", "{0,1"];
        let tiles = [
            "",
            ":T(2,2)",
            ":T(4,2)(2,1)",
            ":T(4,4)(2,2)",
            ":T(1,4)",
            ":T(8,2)(4,1)",
            ":T(3)",
            ":T(8)(4)(2,1)",
        ];
        let mut decided = 0;
        for sizes in ["3,5", "4,8", "8,1", "1,7", "6,4", "5,9"] {
            let [a, b] = [0, 2].map(|at| &sizes[at..=at]);
            let wide = [a, b, "1"].join(",");
            for (lhs, rhs) in layouts.iter().flat_map(|lhs| layouts.map(|rhs| (lhs, rhs))) {
                for (of_lhs, of_rhs) in tiles.iter().flat_map(|lhs| tiles.map(|rhs| (lhs, rhs))) {
                    let input: Shape = format!("f32[{sizes}]{lhs}{of_lhs}}}").parse().unwrap();
                    let same = format!("f32[{sizes}]{rhs}{of_rhs}}}");
                    let wider = format!("f32[{wide}]{},2{of_rhs}}}", rhs);
                    for output in [same, wider] {
                        let output: Shape = output.parse().unwrap();
                        let (from, to) = (input.array("test").unwrap(), output.array("test").unwrap());
                        let Some(found) = same_by_dimension(from, to).unwrap() else { continue };
                        let elements = from.elements().unwrap();
                        assert_eq!(found, same_places(from, to, elements).unwrap(), "{from} {to}");
                        decided += 1;
                    }
                }
            }
        }
        assert!(decided > 2000, "{decided}");
    }
}
