//! The digits of each dimension: a layout as the function it is, whatever the tree it was written as.
use super::error::ConvertError;
use super::name::Notation;
use crate::dynamic::{DynLayout, Mode, Offset, Result, Stride, Tree};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// For each dimension the digits of its index, from the innermost on, each with the distance of its steps.
///
/// Post-condition: two layouts of the same extents have the same digits if, and only if, they are the same function.
/// No digit has one value, none goes on evenly in the next, and the last one has as many values as the extent needs.
#[derive(Debug, Clone)]
pub(super) struct Nested {
    pub(super) extents: Vec<i64>,
    pub(super) digits: Vec<Vec<Mode>>,
    pub(super) offset: Offset,
    /// Modes along which elements have further places.
    pub(super) copies: Vec<Mode>,
    /// The names of axes.
    pub(super) axes: Vec<String>,
    /// The blocks of each dimension as they were written, which are taken where there is a choice.
    pub(super) blocks: Vec<Vec<i64>>,
    /// The number of places, if the layout fills them all, padding included.
    pub(super) span: Option<i64>,
}

impl Nested {
    pub(super) fn of(layout: &DynLayout, offset: Offset) -> Result<Nested> {
        let extents: Vec<i64> = layout.extent_by_mode("convert")?.leaves().into();
        let is_empty = extents.contains(&0);
        let mut digits = Vec::new();
        let mut blocks = Vec::new();
        for (mode, &extent) in layout.modes().zip(&extents) {
            digits.push(if is_empty { Vec::new() } else { digits_of(mode.leaves(), extent)? });
            let mut size = 1_i64;
            blocks.push(
                mode.leaves()
                    .iter()
                    .map(|leaf| {
                        size = size.saturating_mul(leaf.extent);
                        size
                    })
                    .collect(),
            );
        }
        let span = (!is_empty && is_compact(layout.leaves())).then(|| layout.size());
        Ok(Nested { extents, digits, offset, copies: Vec::new(), axes: Vec::new(), blocks, span })
    }

    /// The digits as a layout.
    pub(super) fn to_layout(&self) -> Result<DynLayout> {
        let one = [Mode::new(1, 0)];
        let modes = self.digits.iter().zip(&self.extents).map(|(digits, &extent)| match digits[..] {
            [] if extent == 0 => Vec::from([Mode::new(0, 0)]),
            [] => one.to_vec(),
            _ => digits.clone(),
        });
        DynLayout::from_modes(Tree::of_modes(modes.collect::<Vec<_>>())?)?.with_extent(&self.extents)
    }

    /// The offset, for a notation whose places are numbers.
    pub(super) fn int_offset(&self, notation: Notation) -> core::result::Result<i64, ConvertError> {
        let is_along_axes = |digit: &Mode| matches!(digit.stride, Stride::Basis(value, _) if value != 0);
        let dimension = self.digits.iter().position(|digits| digits.iter().any(is_along_axes));
        match (self.offset.as_int(), dimension) {
            (Some(offset), None) => Ok(offset),
            (_, dimension) => {
                Err(ConvertError::of(notation, dimension, "places are coordinates along several axes"))
            }
        }
    }

    /// Refuses several places of an element.
    pub(super) fn one_place(&self, notation: Notation) -> core::result::Result<(), ConvertError> {
        match self.copies.iter().find(|mode| mode.extent != 1) {
            None => Ok(()),
            Some(mode) => {
                let condition = format!("each element has {} places, and one can be said", mode.extent);
                Err(ConvertError::of(notation, None, condition))
            }
        }
    }

    /// Refuses an offset.
    pub(super) fn no_offset(&self, notation: Notation) -> core::result::Result<(), ConvertError> {
        match self.int_offset(notation)? {
            0 => Ok(()),
            offset => {
                let origin = alloc::vec![0; self.extents.len()];
                let refusal =
                    ConvertError::of(notation, None, format!("the first element is at {offset}, not at 0"));
                Err(refusal.at(&origin, Offset::Int(offset), Offset::Int(0)))
            }
        }
    }

    /// Refuses a dimension that does not fill its digits: padding.
    pub(super) fn no_padding(&self, notation: Notation) -> core::result::Result<(), ConvertError> {
        for (dimension, (digits, &extent)) in self.digits.iter().zip(&self.extents).enumerate() {
            let full: i64 = digits.iter().map(|digit| digit.extent).product();
            if extent > 0 && full != extent {
                let inner = full / digits.last().map_or(1, |digit| digit.extent);
                let condition = format!("{extent} is no multiple of {inner}: padding cannot be said");
                return Err(ConvertError::of(notation, dimension, condition));
            }
        }
        Ok(())
    }

    /// The distance of the steps of a digit, a number.
    pub(super) fn stride(digit: &Mode) -> i64 {
        match digit.stride {
            Stride::Int(value) | Stride::Basis(value, _) => value,
            Stride::F2(value) => value.cast_signed(),
        }
    }

    /// An index along one dimension.
    pub(super) fn along(&self, dimension: usize, index: i64) -> Vec<i64> {
        let mut coordinate = alloc::vec![0; self.extents.len()];
        coordinate[dimension] = index;
        coordinate
    }

    /// That a digit does not go on evenly: the witness is the first index of the next one.
    pub(super) fn uneven(&self, notation: Notation, dimension: usize) -> ConvertError {
        let digits = &self.digits[dimension];
        let [first, second, ..] = digits[..] else {
            return ConvertError::of(notation, dimension, "the digits do not go on evenly");
        };
        let (stride, next) = (Nested::stride(&first), Nested::stride(&second));
        let given = first.extent.saturating_mul(stride);
        let condition = format!("{}*{stride} != {next}", first.extent);
        let base = self.offset.as_int().unwrap_or(0);
        let [needed, given] = [next, given].map(|place| Offset::Int(base.saturating_add(place)));
        ConvertError::of(notation, dimension, condition).at(
            &self.along(dimension, first.extent),
            needed,
            given,
        )
    }

    /// The first index at which another layout of the same extents is another function.
    pub(super) fn difference(&self, other: &Nested) -> Option<(usize, Vec<i64>)> {
        (0..self.extents.len()).find_map(|dimension| {
            let (own, theirs) = (&self.digits[dimension], &other.digits[dimension]);
            let mut unit = 1_i64;
            let mut pairs = own.iter().zip(theirs);
            for (a, b) in pairs.by_ref() {
                if a == b {
                    unit = unit.saturating_mul(a.extent);
                    continue;
                }
                if a.stride == b.stride {
                    unit = unit.saturating_mul(a.extent.min(b.extent));
                }
                return Some((dimension, self.along(dimension, unit)));
            }
            (own.len() != theirs.len()).then(|| (dimension, self.along(dimension, unit)))
        })
    }

    /// The place of an index, from the digits; numbers only.
    pub(super) fn place(&self, index: &[i64]) -> i64 {
        let mut place = self.offset.as_int().unwrap_or(0);
        for (&index, digits) in index.iter().zip(&self.digits) {
            let mut rest = index;
            for (at, digit) in digits.iter().enumerate() {
                let value = if at + 1 == digits.len() { rest } else { rest % digit.extent };
                place = place.saturating_add(value.saturating_mul(Nested::stride(digit)));
                rest /= digit.extent;
            }
        }
        place
    }
}

/// Whether each leaf begins where those inside it end: the layout fills all places from 0 on.
fn is_compact(leaves: &[Mode]) -> bool {
    let mut leaves: Vec<(Option<i64>, i64)> = leaves
        .iter()
        .filter(|leaf| leaf.extent != 1)
        .map(|leaf| (leaf.stride.as_int(), leaf.extent))
        .collect();
    leaves.sort_unstable();
    let mut running = 1;
    leaves.iter().all(|&(stride, extent)| {
        let begins = stride == Some(running);
        // not above the size of the layout
        running *= extent;
        begins
    })
}

/// The digits of an index below an extent, of which a mode may have more.
fn digits_of(leaves: &[Mode], extent: i64) -> Result<Vec<Mode>> {
    let mut digits: Vec<Mode> = Vec::new();
    let mut unit = 1_i64;
    for leaf in leaves.iter().filter(|leaf| leaf.extent != 1) {
        if unit >= extent {
            break;
        }
        let stride = if leaf.stride.is_zero() { Stride::Int(0) } else { leaf.stride };
        match digits.last_mut() {
            Some(last) if last.stride.scaled(last.extent) == Ok(stride) => last.extent *= leaf.extent,
            _ => digits.push(Mode { extent: leaf.extent, stride }),
        }
        // not above the size of the layout
        unit = unit.saturating_mul(leaf.extent);
    }
    if let Some((last, inner)) = digits.split_last_mut() {
        let inner: i64 = inner.iter().map(|digit| digit.extent).product();
        last.extent = extent / inner + i64::from(extent % inner != 0);
    }
    Ok(digits)
}
