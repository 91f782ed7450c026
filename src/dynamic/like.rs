//! Layouts of the same shape or of the same function as another.
use super::arithmetic;
use super::compact::column_major;
use super::composition::compose_into;
use super::error::{Result, invalid};
use super::layout::DynLayout;
use super::stride::Stride;
use super::tree::{Builder, INLINE};
use super::tuple::{DynTuple, size};
use smallvec::SmallVec;

/// The compact layout of the same shape whose strides are in the same order; strides of 0 stay 0.
///
/// Equal strides are ordered from left to right. Source: CuTe `make_layout_like`.
///
/// # Errors
/// If the layout overhangs, or has strides that are no integers; or if it has no elements and a stride does not fit in
/// 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynLayout, make_layout_like};
/// let layout: DynLayout = "(5,(3,3,5)):(4,(1200,20,60))".parse()?;
/// assert_eq!(make_layout_like(&layout)?.to_string(), "(5,(3,3,5)):(1,(75,5,15))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn make_layout_like(layout: &DynLayout) -> Result<DynLayout> {
    layout.require_exact("make_layout_like")?;
    let mut order = SmallVec::<[(u64, usize); INLINE]>::new();
    for (leaf, mode) in layout.leaves().iter().enumerate() {
        let Stride::Int(stride) = mode.stride else {
            return Err(invalid!("make_layout_like", "the stride {} has no order", mode.stride));
        };
        if stride != 0 {
            order.push((stride.unsigned_abs(), leaf));
        }
    }
    order.sort_unstable();
    let mut strides = SmallVec::<[i64; INLINE]>::from_elem(0, layout.leaves().len());
    let mut running = 1;
    for (_, leaf) in order {
        strides[leaf] = running;
        running = arithmetic::mul(running, layout.leaves()[leaf].extent, "stride")?;
    }
    DynLayout::new(&layout.shape(), &layout.view().with_leaves(strides.into_iter().map(Stride::Int)))
}

/// The layout as the same function of the index over another shape of the same size.
///
/// Post-condition: the shape of the result refines `shape`, and `result(i) = layout(i)` for every index. Refused if
/// the sizes differ or no layout over that shape is the same function. Source: CuTe `with_shape`, which checks
/// neither.
///
/// # Errors
/// If the layout overhangs, the sizes differ, or no layout over that shape is the same function.
///
/// ```
/// # use tilework::dynamic::{DynLayout, with_shape};
/// let layout: DynLayout = "(4,3):(3,1)".parse()?;
/// assert_eq!(with_shape(&layout, &"(2,6)".parse()?)?.to_string(), "(2,(2,3)):(3,(6,1))");
/// assert!(with_shape(&layout, &"(2,7)".parse()?).is_err());
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn with_shape(layout: &DynLayout, shape: &DynTuple) -> Result<DynLayout> {
    layout.require_exact("with_shape")?;
    let (own, wanted) = (layout.size(), size(shape.view())?);
    if own != wanted {
        return Err(invalid!("with_shape", "{layout} has {own} elements, the shape {shape} has {wanted}"));
    }
    let mut result = Builder::new();
    compose_into("with_shape", layout.view(), column_major(shape)?.view(), &mut result)?;
    DynLayout::from_modes(result.finish())
}
