//! Compact copies of a layout.
use super::arithmetic;
use super::error::{Error, Result};
use super::layout::DynLayout;
use super::stride::Stride;
use super::tree::INLINE;
use alloc::format;
use smallvec::SmallVec;

/// The compact layout of the same shape whose strides are in the same order; strides of 0 stay 0.
///
/// Equal strides are ordered from left to right. Source: CuTe `make_layout_like`.
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
            return Err(Error::invalid(
                "make_layout_like",
                format!("the stride {} has no order", mode.stride),
            ));
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
