//! The same memory counted in other elements.
use super::arithmetic;
use super::coalesce::FlatLayout;
use super::error::{Error, Result, inexact, invalid};
use super::layout::DynLayout;
use super::mode::Mode;
use super::stride::Stride;
use super::tree::INLINE;
use crate::admissible::FlatMode;
use crate::units;
use smallvec::SmallVec;

/// The layout counted in units of `n` elements.
///
/// Post-condition: a mode of stride `d` becomes one of stride `d / n`, or where `d` divides `n` has `n / d` times fewer
/// elements of stride 1; a unit that is only partly used counts as a whole. Refused if a stride and `n` do not divide
/// each other, or if elements that would be counted as one unit lie in several: those less than a unit apart must go
/// forward, from the start of a unit. Source: CuTe `upcast`.
///
/// # Errors
/// If the layout overhangs, or has strides that are no integers; if `n` is below 1, or a stride and `n` do not divide
/// each other; or if elements of one unit lie in several.
///
/// ```
/// # use tilework::dynamic::{DynLayout, upcast};
/// assert_eq!(upcast(&"(8,4):(8,1)".parse()?, 2)?.to_string(), "(8,2):(4,1)");
/// assert_eq!(upcast(&"(4,16):(2,8)".parse()?, 4)?.to_string(), "(2,16):(1,2)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn upcast(layout: &DynLayout, n: i64) -> Result<DynLayout> {
    let modes = integer_modes("upcast", layout)?;
    units::check_upcast(&modes, n).map_err(|refusal| refused("upcast", layout, n, refusal))?;
    counted(layout, modes.iter().map(|&mode| units::upcast(mode, n)))
}

/// The layout counted in parts of an element, `n` of them in one.
///
/// Post-condition: one mode of stride 1 has `n` times as many elements, other strides are `n` times as long. The mode
/// is the one with more than one element, if there is one. Refused if no mode has stride 1, because then the parts of
/// an element are nowhere; or if several could go on; or if it goes backward, which the parts of an element do not.
/// Source: CuTe `downcast`, which lets the parts go on in all of them.
///
/// # Errors
/// If the layout overhangs, or has strides that are no integers; if `n` is below 1; if no mode or more than one has
/// stride 1, or that mode goes backward; or if a number does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynLayout, downcast};
/// assert_eq!(downcast(&"(4,3):(1,4)".parse()?, 2)?.to_string(), "(8,3):(1,8)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn downcast(layout: &DynLayout, n: i64) -> Result<DynLayout> {
    let modes = integer_modes("downcast", layout)?;
    let unit =
        units::check_downcast(&modes, n, None).map_err(|refusal| refused("downcast", layout, n, refusal))?;
    counted(layout, modes.iter().enumerate().map(|(leaf, &mode)| units::downcast(mode, n, leaf == unit)))
}

/// The layout of elements of `old_bits` counted in elements of `new_bits`: [`upcast`] where they are wider,
/// [`downcast`] where they are narrower, both in turn if neither width divides the other. Then the units of both must
/// be used as a whole.
///
/// # Errors
/// If the layout overhangs or a width is below 1; as [`upcast`] and [`downcast`]; and if units that are counted in
/// parts are not used as a whole.
///
/// ```
/// # use tilework::dynamic::{DynLayout, recast};
/// assert_eq!(recast(&"(8,4):(1,8)".parse()?, 8, 32)?.to_string(), "(2,4):(1,2)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn recast(layout: &DynLayout, old_bits: i64, new_bits: i64) -> Result<DynLayout> {
    layout.require_exact("recast")?;
    if old_bits < 1 || new_bits < 1 {
        return Err(invalid!("recast", "elements of {old_bits} and {new_bits} bits"));
    }
    let common = arithmetic::gcd(old_bits, new_bits);
    let (up, down) = (new_bits / common, old_bits / common);
    if up == 1 {
        return if down == 1 { Ok(layout.clone()) } else { downcast(layout, down) };
    }
    let wider = upcast(layout, up)?;
    if down == 1 {
        return Ok(wider);
    }
    let modes = integer_modes("recast", layout)?;
    units::check_whole(&modes, up).map_err(|refusal| refused("recast", layout, up, refusal))?;
    downcast(&wider, down)
}

/// The leaves of an exact layout whose strides are integers.
fn integer_modes(operation: &'static str, layout: &DynLayout) -> Result<SmallVec<[FlatMode; INLINE]>> {
    layout.require_exact(operation)?;
    let flat = |mode: &Mode| match mode.stride {
        Stride::Int(stride) => Ok(FlatMode { extent: mode.extent, stride }),
        stride => Err(invalid!(operation, "{layout} has the stride {stride}")),
    };
    layout.leaves().iter().map(flat).collect()
}

/// The layout of the same tree with these leaves.
fn counted(layout: &DynLayout, modes: impl Iterator<Item = FlatMode>) -> Result<DynLayout> {
    let leaves: FlatLayout = modes.map(|mode| Mode::new(mode.extent, mode.stride)).collect();
    DynLayout::from_modes(layout.view().with_leaves(leaves))
}

fn refused(operation: &'static str, layout: &DynLayout, n: i64, refusal: units::UnitError) -> Error {
    use units::UnitError;
    match refusal {
        UnitError::Overflow => Error::overflow("layout in other elements"),
        UnitError::Zero => invalid!(operation, "units of {n} elements"),
        UnitError::Stride { stride } => {
            invalid!(operation, "neither of the stride {stride} in {layout} and {n} divides the other")
        }
        UnitError::Straddles { reach } => inexact!(
            operation,
            "elements of {layout} that are {reach} apart would be counted as one unit of {n}"
        ),
        UnitError::Backward { stride } => {
            inexact!(operation, "the stride {stride} in {layout} goes backward inside a unit of {n}")
        }
        UnitError::PartlyUsed => inexact!(
            operation,
            "{layout} does not fill units of {n} elements, which the new ones are parts of"
        ),
        UnitError::NoUnit => invalid!(operation, "{layout} has no mode of stride 1"),
        UnitError::SeveralUnits => {
            invalid!(operation, "{layout} has several modes of stride 1")
        }
    }
}
