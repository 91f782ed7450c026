//! What a layout leaves out.
use super::arithmetic;
use super::error::{Error, Result};
use super::layout::DynLayout;
use super::mode::Mode;
use super::stride::Stride;
use super::tree::{Builder, INLINE};
use alloc::format;
use smallvec::SmallVec;

/// The layout that repeats another one without overlap, to fill `0..cotarget` as far as that goes.
///
/// Post-condition: `(layout, result)` reaches no place twice that `layout` does not reach twice, and the strides of
/// the result are positive and ascend. If in `layout`, by ascending stride, each mode steps over a whole number of
/// copies of the modes before, every place of `0..cotarget` is reached, and no other if the cotarget is a whole
/// number of copies too. Otherwise the places between copies stay out: `(4,2):(1,6)` leaves out 4, 5 and is repeated
/// at 12.
///
/// Source: CuTe `complement`.
///
/// # Errors
/// If the layout overhangs or has no elements, the cotarget is below 1, strides are negative, overlap or are no
/// integers, or a number does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynLayout, complement};
/// let layout: DynLayout = "(2,2):(1,6)".parse()?;
/// assert_eq!(complement(&layout, 24)?.to_string(), "(3,2):(2,12)");
/// assert!(complement(&"(4,4):(1,2)".parse()?, 32).is_err());
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn complement(layout: &DynLayout, cotarget: i64) -> Result<DynLayout> {
    layout.require_exact("complement")?;
    let mut result = Builder::new();
    complement_into(layout, cotarget, &mut result)?;
    DynLayout::from_modes(result.finish())
}

/// Writes the complement. Whether it reaches every place of the target.
pub(crate) fn complement_into(layout: &DynLayout, cotarget: i64, result: &mut Builder<Mode>) -> Result<bool> {
    let refuse = |reason| Err(Error::invalid("complement", reason));
    if cotarget < 1 || layout.size() == 0 {
        return refuse(format!("{layout} cannot be completed to {cotarget} elements"));
    }
    let mut modes = SmallVec::<[(i64, i64); INLINE]>::new();
    for mode in layout.leaves().iter().filter(|mode| mode.extent > 1) {
        match mode.stride {
            Stride::Int(stride) if stride > 0 => modes.push((stride, mode.extent)),
            stride if stride.is_zero() => {}
            stride => return refuse(format!("{layout} has the stride {stride}")),
        }
    }
    modes.sort_unstable();
    // What is left out between the copies of the modes so far, in place of these modes.
    let (mut span, mut is_filled) = (1, true);
    for mode in &mut modes {
        let (stride, extent) = *mode;
        if stride < span {
            return refuse(format!(
                "the stride {stride} in {layout} overlaps with smaller ones, which span {span}"
            ));
        }
        is_filled &= stride % span == 0;
        *mode = (stride / span, span);
        span = arithmetic::mul(stride, extent, "span of the layout")?;
    }
    modes.push((arithmetic::ceil_div(cotarget, span), span));
    modes.retain(|&mut (extent, _)| extent > 1);
    match modes[..] {
        [] => result.leaf(Mode::UNIT),
        [(extent, stride)] => result.leaf(Mode::new(extent, stride)),
        _ => {
            result.open()?;
            modes.iter().for_each(|&(extent, stride)| result.leaf(Mode::new(extent, stride)));
            result.close();
        }
    }
    Ok(is_filled)
}
