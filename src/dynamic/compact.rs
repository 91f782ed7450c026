//! Strides without gaps, and the layouts that have them.
use super::arithmetic;
use super::error::{Result, invalid};
use super::layout::DynLayout;
use super::stride::Stride;
use super::tree::INLINE;
use super::tuple::{DynTuple, TupleRef};
use smallvec::SmallVec;

/// The layout of a shape without gaps, first mode fastest.
///
/// # Errors
/// If an extent is negative, or a number does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::column_major;
/// assert_eq!(column_major(&"(4,(5,3))".parse()?)?.to_string(), "(4,(5,3)):(1,(4,20))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn column_major(shape: &DynTuple) -> Result<DynLayout> {
    over(shape, &compact_col_major(shape.view())?)
}

/// The layout of a shape without gaps, last mode fastest.
///
/// # Errors
/// If an extent is negative, or a number does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::row_major;
/// assert_eq!(row_major(&"(4,(5,3))".parse()?)?.to_string(), "(4,(5,3)):(15,(3,1))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn row_major(shape: &DynTuple) -> Result<DynLayout> {
    over(shape, &compact_row_major(shape.view())?)
}

/// The layout of a shape without gaps whose leaves vary in this order, smallest number fastest: see [`compact_order`].
///
/// # Errors
/// If the order does not fit the shape, an extent is negative, or a number does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::ordered;
/// assert_eq!(ordered(&"(2,3,4)".parse()?, &"(2,0,1)".parse()?)?.to_string(), "(2,3,4):(12,1,3)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn ordered(shape: &DynTuple, order: &DynTuple) -> Result<DynLayout> {
    over(shape, &compact_order(shape.view(), order.view())?)
}

fn over(shape: &DynTuple, stride: &DynTuple) -> Result<DynLayout> {
    DynLayout::new(shape, &stride.map(Stride::Int))
}

/// The strides of memory without gaps in which the first mode varies fastest.
///
/// Post-condition: the stride of a leaf is the product of the extents of all leaves before it.
///
/// # Errors
/// If a stride does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynTuple, compact_col_major};
/// let shape: DynTuple = "(2,(3,4))".parse()?;
/// assert_eq!(compact_col_major(shape.view())?.to_string(), "(1,(2,6))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn compact_col_major(shape: TupleRef<'_>) -> Result<DynTuple> {
    let mut running = 1;
    shape.to_tree().try_map(|extent| {
        let stride = running;
        running = arithmetic::mul(running, extent, "stride")?;
        Ok(stride)
    })
}

/// The strides of memory without gaps in which the last mode varies fastest.
///
/// Post-condition: the stride of a leaf is the product of the extents of all leaves behind it.
///
/// # Errors
/// If a stride does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynTuple, compact_row_major};
/// let shape: DynTuple = "(2,(3,4))".parse()?;
/// assert_eq!(compact_row_major(shape.view())?.to_string(), "(12,(4,1))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn compact_row_major(shape: TupleRef<'_>) -> Result<DynTuple> {
    let order = (0..shape.leaves().len()).rev().collect::<SmallVec<[usize; INLINE]>>();
    compact_in(shape, &order)
}

/// The strides of memory without gaps in which leaves vary the faster the smaller their number in `order` is; equal
/// numbers from left to right. A number of `order` may stand for a whole mode of the shape.
///
/// Post-condition: the stride of a leaf is the product of the extents of all leaves that vary faster. (CuTe's
/// `compact_order` counts equal numbers as not faster, so that its strides collide.)
///
/// # Errors
/// If the order has a tuple where the shape has a leaf or another rank, or a stride does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynTuple, compact_order};
/// let (shape, order): (DynTuple, DynTuple) = ("(2,3,4,2)".parse()?, "(0,2,3,0)".parse()?);
/// assert_eq!(compact_order(shape.view(), order.view())?.to_string(), "(1,4,12,2)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn compact_order(shape: TupleRef<'_>, order: TupleRef<'_>) -> Result<DynTuple> {
    let mut numbers = SmallVec::<[i64; INLINE]>::new();
    spread(shape, order, &mut numbers)?;
    let mut fastest_first = (0..numbers.len()).collect::<SmallVec<[usize; INLINE]>>();
    fastest_first.sort_by_key(|&leaf| numbers[leaf]);
    compact_in(shape, &fastest_first)
}

/// Gives every leaf of the shape its number of the order.
fn spread(shape: TupleRef<'_>, order: TupleRef<'_>, numbers: &mut SmallVec<[i64; INLINE]>) -> Result<()> {
    if let Some(number) = order.as_leaf() {
        numbers.extend(shape.leaves().iter().map(|_| number));
        return Ok(());
    }
    if shape.is_leaf() || shape.rank() != order.rank() {
        return Err(invalid!("ordered", "the order {order} does not fit the shape {shape}"));
    }
    shape.modes().zip(order.modes()).try_for_each(|(s, o)| spread(s, o, numbers))
}

/// Running products along the leaves in this sequence.
fn compact_in(shape: TupleRef<'_>, fastest_first: &[usize]) -> Result<DynTuple> {
    let mut strides = SmallVec::<[i64; INLINE]>::from_elem(0, fastest_first.len());
    let mut running = 1;
    for &leaf in fastest_first {
        strides[leaf] = running;
        running = arithmetic::mul(running, shape.leaves()[leaf], "stride")?;
    }
    Ok(shape.with_leaves(strides))
}
