//! What two layouts have in common, and what can be moved at once.
use super::arithmetic::gcd;
use super::coalesce::coalesce;
use super::composition::composition;
use super::error::Result;
use super::inverse::{Chain, right_inverse};
use super::layout::{DynLayout, Mode};
use super::stride::Stride;
use super::tree::Tree;

/// The longest run of indices on which both layouts reach the same consecutive offsets.
///
/// Post-condition: `lhs(result(i)) = rhs(result(i)) = i` for `0 <= i < size(result)`. Source: CuTe `max_common_layout`.
///
/// ```
/// # use tilework::dynamic::{DynLayout, max_common_layout};
/// let (a, b): (DynLayout, DynLayout) = ("(3,2):(2,1)".parse()?, "(3,2):(6,1)".parse()?);
/// assert_eq!(max_common_layout(&a, &b)?.to_string(), "2:3");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn max_common_layout(lhs: &DynLayout, rhs: &DynLayout) -> Result<DynLayout> {
    lhs.require_exact("max_common_layout")?;
    rhs.require_exact("max_common_layout")?;
    let inverse = right_inverse(rhs)?;
    // Where lhs after the whole inverse is no layout, its first modes may do.
    for modes in (1..=inverse.leaves().len()).rev() {
        let first = DynLayout::from_modes(Tree::flat(inverse.leaves()[..modes].iter().copied()))?;
        let Ok(common) = composition(lhs, &first) else { continue };
        if let Some(run) = coalesce(&common)?.leaves().first().filter(|run| run.stride == Stride::Int(1)) {
            return coalesce(&composition(&first, &DynLayout::from_modes(Tree::leaf(*run))?)?);
        }
    }
    DynLayout::from_modes(Tree::leaf(Mode::UNIT))
}

/// How many elements can be copied from one layout to the other at once: the size of [`max_common_layout`].
///
/// ```
/// # use tilework::dynamic::{DynLayout, max_common_vector};
/// let (a, b): (DynLayout, DynLayout) = ("(4,8):(1,4)".parse()?, "(4,8):(1,16)".parse()?);
/// assert_eq!(max_common_vector(&a, &b)?, 4);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn max_common_vector(lhs: &DynLayout, rhs: &DynLayout) -> Result<i64> {
    Ok(max_common_layout(lhs, rhs)?.size())
}

/// The greatest number of elements that divides the offsets of all runs it could be cut into: the greatest common divisor
/// of the run of consecutive offsets from 0 on and of all strides that are not part of it.
///
/// Source: CuTe `max_alignment`.
///
/// ```
/// # use tilework::dynamic::{DynLayout, max_alignment};
/// assert_eq!(max_alignment(&"(5,16):(16,1)".parse()?)?, 80);
/// assert_eq!(max_alignment(&"(4,12):(48,4)".parse()?)?, 1);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn max_alignment(layout: &DynLayout) -> Result<i64> {
    layout.require_exact("max_alignment")?;
    let chain = Chain::of("max_alignment", layout)?;
    let others = chain
        .modes
        .iter()
        .enumerate()
        .filter(|(place, _)| chain.links.iter().all(|link| link.place != *place));
    Ok(others.fold(chain.size(), |common, (_, mode)| match mode.stride {
        Stride::Int(stride) => gcd(common, stride.abs()),
        // The lowest bit of an F2 stride is the lowest bit of all its multiples.
        Stride::F2(stride) if stride != 0 => gcd(common, 1 << stride.trailing_zeros()),
        _ => common,
    }))
}
