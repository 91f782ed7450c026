//! The same memory counted in other elements.
use super::arithmetic;
use super::coalesce::FlatLayout;
use super::error::{Error, Result};
use super::layout::{DynLayout, Mode};
use super::stride::Stride;
use alloc::format;

/// The layout counted in units of `n` elements.
///
/// Post-condition: a mode of stride `d` becomes one of stride `d / n`, or where `d` divides `n` has `n / d` times fewer
/// elements of stride 1; a unit that is only partly used counts as a whole. Refused if a stride and `n` do not divide
/// each other. Source: CuTe `upcast`.
///
/// ```
/// # use tilework::dynamic::{DynLayout, upcast};
/// assert_eq!(upcast(&"(8,4):(8,1)".parse()?, 2)?.to_string(), "(8,2):(4,1)");
/// assert_eq!(upcast(&"(4,16):(2,8)".parse()?, 4)?.to_string(), "(2,16):(1,2)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn upcast(layout: &DynLayout, n: i64) -> Result<DynLayout> {
    layout.require_exact("upcast")?;
    check_count("upcast", n)?;
    each_mode("upcast", layout, |mode, stride| {
        if stride == 0 || n == 1 {
            return Ok(Mode::new(mode.extent, stride));
        }
        let distance = stride.abs();
        if distance % n == 0 {
            return Ok(Mode::new(mode.extent, stride / n));
        }
        if n % distance != 0 {
            let reason = format!("neither of the stride {stride} in {layout} and {n} divides the other");
            return Err(Error::invalid("upcast", reason));
        }
        Ok(Mode::new(arithmetic::ceil_div(mode.extent, n / distance), stride.signum()))
    })
}

/// The layout counted in parts of an element, `n` of them in one.
///
/// Post-condition: a mode of stride 1 has `n` times as many elements, other strides are `n` times as long. Refused if no
/// mode has stride 1, because then the parts of an element are nowhere. Source: CuTe `downcast`.
///
/// ```
/// # use tilework::dynamic::{DynLayout, downcast};
/// assert_eq!(downcast(&"(4,3):(1,4)".parse()?, 2)?.to_string(), "(8,3):(1,8)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn downcast(layout: &DynLayout, n: i64) -> Result<DynLayout> {
    layout.require_exact("downcast")?;
    check_count("downcast", n)?;
    if !layout.leaves().iter().any(|mode| matches!(mode.stride, Stride::Int(1 | -1))) {
        return Err(Error::invalid("downcast", format!("{layout} has no mode of stride 1")));
    }
    each_mode("downcast", layout, |mode, stride| match stride {
        1 | -1 => Ok(Mode::new(arithmetic::mul(mode.extent, n, "extent")?, stride)),
        _ => Ok(Mode::new(mode.extent, arithmetic::mul(stride, n, "stride")?)),
    })
}

/// The layout of elements of `old_bits` counted in elements of `new_bits`: [`upcast`] where they are wider, [`downcast`]
/// where they are narrower, both in turn if neither width divides the other.
///
/// ```
/// # use tilework::dynamic::{DynLayout, recast};
/// assert_eq!(recast(&"(8,4):(1,8)".parse()?, 8, 32)?.to_string(), "(2,4):(1,2)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn recast(layout: &DynLayout, old_bits: i64, new_bits: i64) -> Result<DynLayout> {
    layout.require_exact("recast")?;
    if old_bits < 1 || new_bits < 1 {
        return Err(Error::invalid("recast", format!("elements of {old_bits} and {new_bits} bits")));
    }
    let common = arithmetic::gcd(old_bits, new_bits);
    let (up, down) = (new_bits / common, old_bits / common);
    let wider = if up > 1 { upcast(layout, up)? } else { layout.clone() };
    if down > 1 { downcast(&wider, down) } else { Ok(wider) }
}

fn check_count(operation: &'static str, n: i64) -> Result<()> {
    if n > 0 { Ok(()) } else { Err(Error::invalid(operation, format!("units of {n} elements"))) }
}

fn each_mode(
    operation: &'static str,
    layout: &DynLayout,
    convert: impl Fn(&Mode, i64) -> Result<Mode>,
) -> Result<DynLayout> {
    let mut modes = FlatLayout::new();
    for mode in layout.leaves() {
        let Stride::Int(stride) = mode.stride else {
            return Err(Error::invalid(operation, format!("{layout} has the stride {}", mode.stride)));
        };
        modes.push(convert(mode, stride)?);
    }
    DynLayout::from_modes(layout.view().with_leaves(modes))
}
