//! The bytes that a layout may touch.

use super::error::PlanError;
use super::unit::LoopUnit;
use crate::layout::MixedRadix;

/// The bytes below offset 0 of a layout, and all that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ByteSpan {
    pub(super) below: usize,
    pub(super) len: usize,
}

/// The most bytes: sums of a few offsets in a window of such a span still fit in a machine word.
const MOST: u128 = isize::MAX.unsigned_abs() as u128 / 4;

impl ByteSpan {
    /// The span of the whole shape; `None` if it has too many bytes.
    pub(super) const fn of(radix: &MixedRadix, unit: LoopUnit) -> Option<ByteSpan> {
        if radix.is_empty() {
            return Some(ByteSpan { below: 0, len: 0 });
        }
        let (below, above) = radix.reach();
        if below > MOST || above > MOST {
            return None;
        }
        // halves of bytes below offset 0 are a whole byte: offset 0 is in the lower half of one
        let below = unit.bytes(below as usize);
        let len = match (below, unit.bytes(above as usize + 1)) {
            (Some(below), Some(above)) => below.saturating_add(above),
            _ => return None,
        };
        match below {
            Some(below) if len as u128 <= MOST => Some(ByteSpan { below, len }),
            _ => None,
        }
    }

    /// The span of so many elements from offset 0 on.
    pub(super) fn of_elements(count: usize, unit: LoopUnit) -> Option<ByteSpan> {
        let len = unit.bytes(count).filter(|&len| len as u128 <= MOST)?;
        Some(ByteSpan { below: 0, len })
    }

    /// That so many bytes are enough.
    pub(super) fn check(&self, len: usize) -> Result<(), PlanError> {
        if len < self.len { Err(PlanError::Short { needed: self.len, len }) } else { Ok(()) }
    }
}
