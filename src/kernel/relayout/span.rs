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

impl ByteSpan {
    /// The span of the whole shape.
    pub(super) fn of(digits: &MixedRadix, unit: LoopUnit) -> Result<ByteSpan, PlanError> {
        let (mut below, mut above) = (0_i128, 0_i128);
        for mode in 0..digits.rank() {
            if digits.leaves(mode).iter().any(|&(extent, _)| extent == 0) || digits.extent(mode) == 0 {
                return Ok(ByteSpan { below: 0, len: 0 });
            }
            for &(extent, stride) in digits.leaves(mode) {
                // of two factors of 64 bits
                let reach = (extent as i128 - 1) * stride as i128;
                if reach < 0 { below -= reach } else { above += reach }
            }
        }
        // halves of bytes below offset 0 are a whole byte: offset 0 is in the lower half of one
        let byte = |offset: i128| {
            let bytes = unit.bytes(usize::try_from(offset).ok()?)?;
            isize::try_from(bytes).is_ok().then_some(bytes)
        };
        match (byte(below), byte(above + 1)) {
            (Some(below), Some(above)) => match below.checked_add(above) {
                Some(len) if isize::try_from(len).is_ok() => Ok(ByteSpan { below, len }),
                _ => Err(PlanError::TooLarge),
            },
            _ => Err(PlanError::TooLarge),
        }
    }

    /// That so many bytes are enough.
    pub(super) fn check(&self, len: usize) -> Result<(), PlanError> {
        if len < self.len { Err(PlanError::Short { needed: self.len, len }) } else { Ok(()) }
    }
}
