//! Whether a layout can be counted in other units of memory, decided in one place for types and for data.
//!
//! Counted in units of `n` elements, a mode of stride `d` becomes one of stride `d / n`; where `d` divides `n` instead, a run of
//! `n / d` of its elements lies in one unit. The result is exact if such runs, those of all modes together, never leave the
//! unit they begin in. A layout that goes forward begins at the start of a unit, one that goes backward at its end: inside a
//! unit all must go the same way.
//!
//! Counted in `n` parts of an element, all strides are `n` times as long, and the parts go on in one mode of stride 1: one
//! that has more than one element if there is such a mode.

use crate::admissible::FlatMode;
use crate::int::Text;

/// Why a layout cannot be counted in other units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// There are no units of 0.
    Zero,
    /// Neither of this stride and the unit divides the other.
    Stride {
        /// The stride.
        stride: i64,
    },
    /// Elements that would be counted as one unit do not fit into one.
    Straddles {
        /// How far apart they are.
        reach: i64,
    },
    /// Inside a unit, some modes go forward and some backward.
    BothWays,
    /// No mode has stride 1: the parts of an element are nowhere.
    NoUnit,
    /// More than one mode has stride 1, and it is open in which the parts go on.
    SeveralUnits,
    /// A number goes beyond 2^63.
    Overflow,
}

impl Refusal {
    /// What is wrong with a layout, given in notation.
    pub const fn explain(&self, operation: &str, layout: &Text, n: i64) -> Text {
        let text = Text::new().str(operation).str(": ");
        match *self {
            Refusal::Zero => text.str("there are no units of 0 elements"),
            Refusal::Stride { stride } => {
                let text =
                    text.str("neither of the stride ").signed(stride as isize).str(" in ").text(layout);
                text.str(" and ").signed(n as isize).str(" divides the other")
            }
            Refusal::Straddles { reach } => {
                let text = text.str("elements of ").text(layout).str(" that are ").signed(reach as isize);
                text.str(" apart would be counted as one unit of ").signed(n as isize)
            }
            Refusal::BothWays => {
                let text = text.text(layout).str(" goes forward and backward inside a unit of ");
                text.signed(n as isize)
            }
            Refusal::NoUnit => {
                text.text(layout).str(" has no mode of stride 1 to hold the parts of an element")
            }
            Refusal::SeveralUnits => text
                .text(layout)
                .str(" has several modes of stride 1, and the parts of an element go on in one"),
            Refusal::Overflow => text.text(layout).str(" times ").signed(n as isize).str(" goes beyond 2^63"),
        }
    }
}

/// Whether modes can be counted in units of `n` elements.
pub const fn check_upcast(modes: &[FlatMode], n: i64) -> Result<(), Refusal> {
    if n < 1 {
        return Err(Refusal::Zero);
    }
    let (mut forward, mut backward, mut i) = (0i64, 0i64, 0);
    while i < modes.len() {
        let FlatMode { extent, stride } = modes[i];
        let Some(distance) = stride.checked_abs() else { return Err(Refusal::Overflow) };
        if distance != 0 && distance % n != 0 {
            if n % distance != 0 {
                return Err(Refusal::Stride { stride });
            }
            let run = if extent < n / distance { extent } else { n / distance };
            // below n each, so that 48 of them fit unless n is absurd
            let reach = if run > 1 { (run - 1) * distance } else { 0 };
            if stride > 0 {
                forward = forward.saturating_add(reach);
            } else {
                backward = backward.saturating_add(reach);
            }
        }
        i += 1;
    }
    if forward >= n || backward >= n {
        return Err(Refusal::Straddles { reach: if forward > backward { forward } else { backward } });
    }
    if forward > 0 && backward > 0 { Err(Refusal::BothWays) } else { Ok(()) }
}

/// A mode counted in units of `n` elements, where [`check_upcast`] allows it.
pub const fn upcast(mode: FlatMode, n: i64) -> FlatMode {
    let FlatMode { extent, stride } = mode;
    if stride == 0 || stride % n == 0 {
        return FlatMode { extent, stride: stride / n };
    }
    let run = n / stride.abs();
    let rest = if extent % run == 0 { 0 } else { 1 };
    FlatMode { extent: extent / run + rest, stride: stride.signum() }
}

/// The mode in which `n` parts of each element go on: `known` by its type, or to be found.
pub const fn check_downcast(modes: &[FlatMode], n: i64, known: Option<usize>) -> Result<usize, Refusal> {
    if n < 1 {
        return Err(Refusal::Zero);
    }
    let (mut unit, mut i) = (known, 0);
    while i < modes.len() {
        let FlatMode { extent, stride } = modes[i];
        if n != 1 && (stride == 1 || stride == -1) {
            unit = match unit {
                None => Some(i),
                Some(unit) if modes[unit].extent == 1 && extent != 1 && known.is_none() => Some(i),
                Some(unit) if unit == i || extent == 1 || modes[unit].extent == 1 => Some(unit),
                Some(_) => return Err(Refusal::SeveralUnits),
            };
        }
        i += 1;
    }
    let unit = match unit {
        Some(unit) => unit,
        None if n == 1 => 0,
        None => return Err(Refusal::NoUnit),
    };
    i = 0;
    while i < modes.len() {
        let FlatMode { extent, stride } = downcast_factor(modes[i], i == unit);
        if extent.checked_mul(n).is_none() || stride.checked_mul(n).is_none() {
            return Err(Refusal::Overflow);
        }
        i += 1;
    }
    Ok(unit)
}

/// The number of a mode that the parts multiply, and nothing for the other.
const fn downcast_factor(mode: FlatMode, is_unit: bool) -> FlatMode {
    match is_unit {
        true => FlatMode { extent: mode.extent, stride: 0 },
        false => FlatMode { extent: 0, stride: mode.stride },
    }
}

/// A mode counted in `n` parts of an element, which go on in this mode or not; where [`check_downcast`] allows it.
pub const fn downcast(mode: FlatMode, n: i64, is_unit: bool) -> FlatMode {
    match is_unit {
        true => FlatMode { extent: mode.extent * n, stride: mode.stride },
        false => FlatMode { extent: mode.extent, stride: mode.stride * n },
    }
}
