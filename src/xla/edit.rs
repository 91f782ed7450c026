//! Other dimensions, the same memory: what becomes of a layout when dimensions are renumbered, taken away or added.
use super::layout::{Layout, check_permutation};
use super::shape::{ArrayShape, Dimension, dimension_number};
use crate::dynamic::{Result, invalid};
use alloc::vec::Vec;
use smallvec::SmallVec;

type Dimensions = SmallVec<[Dimension; 6]>;
type DimensionOrder = SmallVec<[usize; 6]>;

/// The array whose dimension `i` is dimension `permutation[i]` of this one, at the same place in memory.
///
/// Source: XLA, `ShapeUtil::PermuteDimensions`.
///
/// # Errors
/// If `permutation` is none of the dimensions.
///
/// ```
/// use tilework::xla::{Shape, permute_dimensions};
/// let shape: Shape = "f32[10,20,30]{2,1,0}".parse()?;
/// assert_eq!(permute_dimensions(shape.array("example")?, &[2, 0, 1])?.to_string(), "f32[30,10,20]{0,2,1}");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn permute_dimensions(array: &ArrayShape, permutation: &[usize]) -> Result<ArrayShape> {
    if permutation.len() != array.rank() {
        return Err(invalid!(
            "permute_dimensions",
            "{permutation:?} has {} entries, {array} has {} dimensions",
            permutation.len(),
            array.rank()
        ));
    }
    check_permutation("permute_dimensions", permutation)?;
    let dimensions: Dimensions = permutation.iter().map(|&from| array.dimensions()[from]).collect();
    let mut renumbered = DimensionOrder::from_elem(0, permutation.len());
    for (to, &from) in permutation.iter().enumerate() {
        renumbered[from] = to;
    }
    rebuilt(array, &dimensions, |order| order.iter().map(|&dimension| renumbered[dimension]).collect())
}

/// The array without some dimensions; the others keep their order in memory, and tiles stay as they are.
///
/// Source: XLA, `ShapeUtil::DeleteDimensions`.
///
/// # Errors
/// If there is no such dimension.
///
/// ```
/// use tilework::xla::{Shape, delete_dimensions};
/// let shape: Shape = "f32[5,3,2,7,9]{2,0,1,4,3}".parse()?;
/// assert_eq!(delete_dimensions(shape.array("example")?, &[1, 2, 3])?.to_string(), "f32[5,9]{0,1}");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn delete_dimensions(array: &ArrayShape, deleted: &[usize]) -> Result<ArrayShape> {
    let rank = array.rank();
    if let Some(dimension) = deleted.iter().find(|dimension| **dimension >= rank) {
        return Err(invalid!("delete_dimensions", "{array} has no dimension {dimension}"));
    }
    keep_dimensions(array, |dimension| !deleted.contains(&dimension))
}

/// The array without its dimensions of one element.
///
/// Source: XLA, `ShapeUtil::DropDegenerateDimensions`.
///
/// # Errors
/// Never of an array that could be made.
pub fn drop_degenerate_dimensions(array: &ArrayShape) -> Result<ArrayShape> {
    keep_dimensions(array, |dimension| array.dimensions()[dimension].bound() != Some(1))
}

/// The array with only some of its dimensions.
fn keep_dimensions(array: &ArrayShape, kept: impl Fn(usize) -> bool) -> Result<ArrayShape> {
    let mut renumbered = DimensionOrder::from_elem(usize::MAX, array.rank());
    let mut dimensions = Dimensions::new();
    for (from, &size) in array.dimensions().iter().enumerate() {
        if kept(from) {
            renumbered[from] = dimensions.len();
            dimensions.push(size);
        }
    }
    rebuilt(array, &dimensions, |order| {
        order.iter().map(|&dimension| renumbered[dimension]).filter(|to| *to != usize::MAX).collect()
    })
}

/// The array with new dimensions in front of dimension `at`, of these sizes.
///
/// In memory they stand directly outside of the dimension they are put in front of; at the end of the dimensions,
/// most minor. Source: XLA, `ShapeUtil::InsertDimensionsAtIndex`.
///
/// # Errors
/// If `at` is larger than the rank, a size is negative, or the array becomes too large.
///
/// ```
/// use tilework::xla::{Shape, insert_dimensions};
/// let shape: Shape = "f32[10,20,30]{0,2,1}".parse()?;
/// let more = insert_dimensions(shape.array("example")?, 1, &[40, 50])?;
/// assert_eq!(more.to_string(), "f32[10,40,50,20,30]{0,4,3,2,1}");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn insert_dimensions(array: &ArrayShape, at: usize, sizes: &[i64]) -> Result<ArrayShape> {
    let rank = array.rank();
    if at > rank {
        return Err(invalid!("insert_dimensions", "{array} has no place {at}"));
    }
    let mut dimensions = Dimensions::from_slice(array.dimensions());
    dimensions.insert_many(at, sizes.iter().map(|&size| Dimension::Static(size)));
    let count = sizes.len();
    rebuilt(array, &dimensions, |order| {
        let mut renumbered: DimensionOrder = order
            .iter()
            .map(|&dimension| if dimension < at { dimension } else { dimension + count })
            .collect();
        let place = match order.iter().position(|&dimension| dimension == at) {
            Some(place) => place + 1,
            None => 0,
        };
        renumbered.insert_many(place, (at..at + count).rev());
        renumbered
    })
}

/// The array with one more dimension, the first one and the most major one in memory.
///
/// Source: XLA, `ShapeUtil::PrependMajorDimension`.
///
/// # Errors
/// If the size is negative, or the array becomes too large.
///
/// ```
/// use tilework::xla::{Shape, prepend_major_dimension};
/// let shape: Shape = "f32[10,20]{0,1}".parse()?;
/// assert_eq!(prepend_major_dimension(shape.array("example")?, 40)?.to_string(), "f32[40,10,20]{1,2,0}");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn prepend_major_dimension(array: &ArrayShape, size: i64) -> Result<ArrayShape> {
    let mut dimensions = Dimensions::from_slice(array.dimensions());
    dimensions.insert(0, Dimension::Static(size));
    rebuilt(array, &dimensions, |order| order.iter().map(|&dimension| dimension + 1).chain([0]).collect())
}

/// The layout with a dimension made the most major one in memory. Splits, which are of physical dimensions, do not
/// stay.
///
/// Source: XLA, `LayoutUtil::MoveDimToMajor`.
///
/// # Errors
/// If there is no such dimension; negative numbers count from the end.
///
/// ```
/// use tilework::xla::move_dimension_to_major;
/// assert_eq!(move_dimension_to_major(&"{2,1,0}".parse()?, 1)?.to_string(), "{2,0,1}");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn move_dimension_to_major(layout: &Layout, dimension: i64) -> Result<Layout> {
    moved(layout, dimension, |others, moved| others.chain([moved]).collect())
}

/// The layout with a dimension made the most minor one in memory. Splits, which are of physical dimensions, do not
/// stay.
///
/// Source: XLA, `LayoutUtil::MoveDimToMinor`.
///
/// # Errors
/// If there is no such dimension; negative numbers count from the end.
pub fn move_dimension_to_minor(layout: &Layout, dimension: i64) -> Result<Layout> {
    moved(layout, dimension, |others, moved| [moved].into_iter().chain(others).collect())
}

fn moved(
    layout: &Layout,
    dimension: i64,
    reorder: impl FnOnce(&mut dyn Iterator<Item = usize>, usize) -> DimensionOrder,
) -> Result<Layout> {
    let rank = layout.minor_to_major().len();
    let moved = dimension_number(dimension, rank)
        .ok_or_else(|| invalid!("move_dimension", "{layout} has no dimension {dimension}"))?;
    let others = &mut layout.minor_to_major().iter().copied().filter(|other| *other != moved);
    let order = reorder(others, moved);
    layout.clone().with_split_configs(Vec::new())?.with_minor_to_major(&order)
}

/// The array with its dimensions numbered in the order of memory, most major first, so that the layout is the default
/// order.
///
/// Tiles, the tail padding and the width of elements stay, and so does the memory space; splits and the bytes in
/// front of dynamic arrays do not.
///
/// Source: XLA, `ShapeUtil::MakeShapeWithDescendingLayoutAndSamePhysicalLayout`.
///
/// # Errors
/// Never of an array that could be made.
///
/// ```
/// use tilework::xla::{Shape, descending_layout};
/// let shape: Shape = "f32[128,24,4,48,48]{2,4,3,1,0}".parse()?;
/// assert_eq!(descending_layout(shape.array("example")?)?.to_string(), "f32[128,24,48,48,4]{4,3,2,1,0}");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn descending_layout(array: &ArrayShape) -> Result<ArrayShape> {
    let layout = array.layout_or_default();
    let order: DimensionOrder = layout.major_to_minor().collect();
    let plain = layout.into_owned().with_split_configs(Vec::new())?.with_dynamic_metadata_prefix_bytes(0)?;
    permute_dimensions(&array.clone().with_layout(plain)?, &order)
}

/// The array with its sizes in another order, and the layout as it is: dimension `i` has the size of dimension
/// `permutation[i]`. Elements move, unlike by [`permute_dimensions`].
///
/// Source: XLA, `ShapeUtil::ReorderLogicalDimensions`.
///
/// # Errors
/// If `permutation` is none of the dimensions.
///
/// ```
/// use tilework::xla::{Shape, reorder_logical_dimensions};
/// let shape: Shape = "f32[2,3]{0,1}".parse()?;
/// assert_eq!(reorder_logical_dimensions(shape.array("example")?, &[1, 0])?.to_string(), "f32[3,2]{0,1}");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn reorder_logical_dimensions(array: &ArrayShape, permutation: &[usize]) -> Result<ArrayShape> {
    let permuted = permute_dimensions(array, permutation)?.strip_layout();
    match array.layout() {
        Some(layout) => permuted.with_layout(layout.clone()),
        None => Ok(permuted),
    }
}

/// The array as the host has it: the order of the dimensions, without what a device adds.
///
/// Source: XLA, `ShapeUtil::DeviceShapeToHostShape`.
///
/// # Errors
/// Never of an array that could be made.
///
/// ```
/// use tilework::xla::{Shape, host_shape};
/// let shape: Shape = "bf16[8,128]{0,1:T(8,128)(2,1)S(1)}".parse()?;
/// assert_eq!(host_shape(shape.array("example")?)?.to_string(), "bf16[8,128]{0,1}");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn host_shape(array: &ArrayShape) -> Result<ArrayShape> {
    match array.layout() {
        Some(layout) => array.clone().with_layout(layout.host()),
        None => Ok(array.clone()),
    }
}

/// The array with other dimensions, and the order of them in memory that `reorder` makes of the old one.
fn rebuilt(
    array: &ArrayShape,
    dimensions: &[Dimension],
    reorder: impl FnOnce(&[usize]) -> DimensionOrder,
) -> Result<ArrayShape> {
    let rebuilt = ArrayShape::new(array.element_type(), dimensions)?;
    match array.layout() {
        Some(layout) => {
            let order = reorder(layout.minor_to_major());
            rebuilt.with_layout(layout.clone().with_minor_to_major(&order)?)
        }
        None => Ok(rebuilt),
    }
}

/// The place of each dimension in memory, 0 the most major one.
///
/// Source: XLA, `ShapeUtil::LogicalToPhysicalPermutation`.
///
/// ```
/// use tilework::xla::{Layout, logical_to_physical};
/// let layout: Layout = "{0,2,1}".parse()?;
/// assert_eq!(logical_to_physical(&layout)[..], [2, 0, 1]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn logical_to_physical(layout: &Layout) -> SmallVec<[usize; 6]> {
    let mut places = DimensionOrder::from_elem(0, layout.minor_to_major().len());
    for (place, dimension) in layout.major_to_minor().enumerate() {
        places[dimension] = place;
    }
    places
}
