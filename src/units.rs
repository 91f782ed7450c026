//! Whether a layout can be counted in other units of memory, decided in one place for types and for data.
//!
//! Counted in units of `n` elements, a mode of stride `d` becomes one of stride `d / n`; where `d` divides `n`
//! instead, a run of `n / d` of its elements lies in one unit. The result is exact if such runs, those of all modes
//! together, never leave the unit they begin in. A layout begins at the start of a unit: a run that goes backward
//! leaves it at once.
//!
//! Counted in `n` parts of an element, all strides are `n` times as long, and the parts go on in one mode of stride
//! 1: one that has more than one element if there is such a mode. The parts of an element go forward, so that its
//! mode must too, unless it has a single element.
//!
//! Units that are counted in parts again must be used as a whole: otherwise there would be parts that belong to no
//! element.

use crate::admissible::FlatMode;
use crate::int::{Text, word};

/// Why a layout cannot be counted in other units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitError {
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
    /// Elements that are less than a unit apart follow each other backward, or those of which the parts are counted.
    Backward {
        /// The stride.
        stride: i64,
    },
    /// The layout does not fill the units, which are to be counted in parts.
    PartlyUsed,
    /// No mode has stride 1: the parts of an element are nowhere.
    NoUnit,
    /// More than one mode has stride 1, and it is open in which the parts go on.
    SeveralUnits,
    /// A number goes beyond 2^63.
    Overflow,
}

impl UnitError {
    /// What is wrong with a layout, given in notation.
    pub const fn explain(&self, operation: &str, layout: &Text, n: i64) -> Text {
        let text = Text::new().str(operation).str(": ");
        match *self {
            UnitError::Zero => text.str("there are no units of 0 elements"),
            UnitError::Stride { stride } => {
                let text =
                    text.str("neither of the stride ").signed(word::steps(stride)).str(" in ").text(layout);
                text.str(" and ").signed(word::steps(n)).str(" divides the other")
            }
            UnitError::Straddles { reach } => {
                let text = text.str("elements of ").text(layout).str(" that are ").signed(word::steps(reach));
                text.str(" apart would be counted as one unit of ").signed(word::steps(n))
            }
            UnitError::Backward { stride } => {
                let text = text.str("the stride ").signed(word::steps(stride)).str(" in ").text(layout);
                text.str(" goes backward inside a unit of ").signed(word::steps(n))
            }
            UnitError::PartlyUsed => {
                let text = text.text(layout).str(" does not fill units of ").signed(word::steps(n));
                text.str(" elements, which the new ones are parts of")
            }
            UnitError::NoUnit => {
                text.text(layout).str(" has no mode of stride 1 to hold the parts of an element")
            }
            UnitError::SeveralUnits => text
                .text(layout)
                .str(" has several modes of stride 1, and the parts of an element go on in one"),
            UnitError::Overflow => {
                text.text(layout).str(" times ").signed(word::steps(n)).str(" goes beyond 2^63")
            }
        }
    }
}

/// Whether modes can be counted in units of `n` elements.
///
/// # Errors
/// If `n` is below 1, a stride and `n` do not divide each other, elements of one unit lie in several or go backward in
/// it, or a stride has no absolute value in 64 bits.
pub const fn check_upcast(modes: &[FlatMode], n: i64) -> Result<(), UnitError> {
    if n < 1 {
        return Err(UnitError::Zero);
    }
    let (mut reach, mut i) = (0i64, 0);
    while i < modes.len() {
        let FlatMode { extent, stride } = modes[i];
        let Some(distance) = stride.checked_abs() else { return Err(UnitError::Overflow) };
        if distance != 0 && distance % n != 0 {
            if n % distance != 0 {
                return Err(UnitError::Stride { stride });
            }
            if stride < 0 && extent > 1 {
                return Err(UnitError::Backward { stride });
            }
            let run = run_of(modes[i], n);
            // below n each, so that 48 of them fit unless n is absurd
            reach = reach.saturating_add(if run > 1 { (run - 1) * distance } else { 0 });
        }
        i += 1;
    }
    if reach >= n { Err(UnitError::Straddles { reach }) } else { Ok(()) }
}

/// How many elements of a mode lie in one unit of `n`, which its stride divides.
const fn run_of(mode: FlatMode, n: i64) -> i64 {
    let run = n / mode.stride.abs();
    if mode.extent < run { mode.extent } else { run }
}

/// Whether modes, which [`check_upcast`] allows, fill units of `n` elements: these can be counted in parts.
///
/// # Errors
/// [`UnitError::PartlyUsed`], if they do not.
pub const fn check_whole(modes: &[FlatMode], n: i64) -> Result<(), UnitError> {
    let (mut filled, mut i) = (1, 0);
    while i < modes.len() && filled < n {
        let FlatMode { extent, stride } = modes[i];
        // the mode that goes on where the ones so far end
        if stride == filled && extent > 1 {
            let run = run_of(modes[i], n);
            if extent % run != 0 {
                return Err(UnitError::PartlyUsed);
            }
            (filled, i) = (filled * run, 0);
        } else {
            i += 1;
        }
    }
    if filled == n || is_empty(modes) { Ok(()) } else { Err(UnitError::PartlyUsed) }
}

/// Whether modes have no elements.
const fn is_empty(modes: &[FlatMode]) -> bool {
    let mut i = 0;
    while i < modes.len() {
        if modes[i].extent == 0 {
            return true;
        }
        i += 1;
    }
    false
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
///
/// # Errors
/// If `n` is below 1, no mode or more than one has stride 1, that mode goes backward, or a number does not fit in 64
/// bits.
pub const fn check_downcast(modes: &[FlatMode], n: i64, known: Option<usize>) -> Result<usize, UnitError> {
    if n < 1 {
        return Err(UnitError::Zero);
    }
    let (mut unit, mut i) = (known, 0);
    while i < modes.len() {
        let FlatMode { extent, stride } = modes[i];
        if n != 1 && (stride == 1 || stride == -1) {
            unit = match unit {
                None => Some(i),
                Some(unit) if modes[unit].extent == 1 && extent != 1 && known.is_none() => Some(i),
                Some(unit) if unit == i || extent == 1 || modes[unit].extent == 1 => Some(unit),
                Some(_) => return Err(UnitError::SeveralUnits),
            };
        }
        i += 1;
    }
    let unit = match unit {
        Some(unit) => unit,
        None if n == 1 => 0,
        None => return Err(UnitError::NoUnit),
    };
    if n != 1
        && let FlatMode { extent: 2.., stride: stride @ ..0 } = modes[unit]
    {
        return Err(UnitError::Backward { stride });
    }
    i = 0;
    while i < modes.len() {
        let FlatMode { extent, stride } = downcast_factor(modes[i], i == unit);
        if extent.checked_mul(n).is_none() || stride.checked_mul(n).is_none() {
            return Err(UnitError::Overflow);
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
        true if n == 1 => mode,
        true => FlatMode { extent: mode.extent * n, stride: 1 },
        false => FlatMode { extent: mode.extent, stride: mode.stride * n },
    }
}
