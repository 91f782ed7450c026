//! What a layout leaves out.
use super::arithmetic;
use super::coalesce::{FlatLayout, push_coalesced, to_tree};
use super::error::{Error, Result};
use super::layout::{DynLayout, Mode};
use super::stride::Stride;
use super::tree::{INLINE, Tree};
use alloc::format;
use smallvec::SmallVec;

/// The layout that repeats another one so that both together fill `0..cotarget`.
///
/// Post-condition: `(layout, result)` is injective up to strides 0 of the layout, reaches every place of `0..cotarget`, and
/// nothing else if the cotarget is a multiple of what the layout spans; the strides of the result are positive and
/// ascend. Refused where the places a layout leaves out are not those of a layout: strides must be positive or 0, and
/// each must step over whole copies of all smaller modes. Source: CuTe `complement`.
///
/// ```
/// # use tilework::dynamic::{DynLayout, complement};
/// let layout: DynLayout = "(2,2):(1,6)".parse()?;
/// assert_eq!(complement(&layout, 24)?.to_string(), "(3,2):(2,12)");
/// assert!(complement(&"(4,2):(1,6)".parse()?, 24).is_err());
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn complement(layout: &DynLayout, cotarget: i64) -> Result<DynLayout> {
    DynLayout::from_modes(complement_of(layout, cotarget)?)
}

pub(crate) fn complement_of(layout: &DynLayout, cotarget: i64) -> Result<Tree<Mode>> {
    let refuse = |reason| Err(Error::invalid("complement", reason));
    if cotarget < 1 || layout.size() == 0 {
        return refuse(format!("{layout} is not completed to {cotarget} elements"));
    }
    let mut modes = SmallVec::<[(i64, i64); INLINE]>::new();
    for mode in layout.leaves().iter().filter(|mode| mode.extent > 1 && !mode.stride.is_zero()) {
        match mode.stride {
            Stride::Int(stride) if stride > 0 => modes.push((stride, mode.extent)),
            stride => return refuse(format!("{layout} has the stride {stride}")),
        }
    }
    modes.sort_unstable();
    let mut result = FlatLayout::new();
    let mut filled = 1;
    for (stride, extent) in modes {
        if stride < filled || stride % filled != 0 {
            let reason =
                format!("the stride {stride} in {layout} does not step over whole runs of {filled} places");
            return refuse(reason);
        }
        push_coalesced(&mut result, Mode::new(stride / filled, filled));
        filled = arithmetic::mul(stride, extent, "span of the layout")?;
    }
    push_coalesced(&mut result, Mode::new(arithmetic::ceil_div(cotarget, filled), filled));
    Ok(to_tree(result))
}
