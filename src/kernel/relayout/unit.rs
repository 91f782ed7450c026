//! What the loops of a copy count: bytes, or halves of them.

use super::error::PlanError;
use super::leaf::leaves;
use super::nest::{ByteLeaf, Innermost, LoopNest};
use super::region::Region;
use core::ops::Range;

/// What an element is: what loops count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoopUnit {
    /// So many bytes: 1, 2, 4, 8 or 16.
    Bytes(usize),
    /// Half a byte.
    Nibble,
}

impl LoopUnit {
    pub(crate) const fn of_bits(bits: u32) -> Result<LoopUnit, PlanError> {
        match bits {
            4 => Ok(LoopUnit::Nibble),
            8 | 16 | 32 | 64 | 128 => Ok(LoopUnit::Bytes(bits as usize / 8)),
            _ => Err(PlanError::Bits(bits)),
        }
    }

    pub(super) const fn bits(self) -> usize {
        match self {
            LoopUnit::Bytes(bytes) => 8 * bytes,
            LoopUnit::Nibble => 4,
        }
    }

    /// What moves them.
    pub(super) fn vectors(self) -> &'static str {
        match self {
            LoopUnit::Bytes(bytes) => leaves(bytes).name,
            LoopUnit::Nibble => leaves(1).name,
        }
    }

    /// How many bytes so many elements fill, if that fits in a machine word.
    pub(super) const fn bytes(self, elements: usize) -> Option<usize> {
        match self {
            LoopUnit::Bytes(bytes) => elements.checked_mul(bytes),
            LoopUnit::Nibble => Some(elements.div_ceil(2)),
        }
    }

    /// A window of bytes, counted in units of a loop.
    pub(super) fn window(self, bytes: Range<isize>) -> Range<isize> {
        match self {
            LoopUnit::Bytes(_) => bytes,
            LoopUnit::Nibble => 2 * bytes.start..2 * bytes.end,
        }
    }

    /// By how many units of a loop elements are apart.
    pub(super) const fn step(self) -> usize {
        match self {
            LoopUnit::Bytes(bytes) => bytes,
            LoopUnit::Nibble => 1,
        }
    }

    /// The loops of a region, and what is inside them.
    pub(super) const fn nest(self, mut region: Region, are_far: bool) -> LoopNest {
        let innermost = self.innermost(&mut region, are_far);
        LoopNest { region, innermost }
    }

    /// Takes what is inside the loops out of a region, over elements that are near, in a cache, or far.
    pub(super) const fn innermost(self, region: &mut Region, are_far: bool) -> Innermost {
        match self {
            LoopUnit::Bytes(bytes) => Innermost::Bytes(ByteLeaf::take(region, bytes, are_far)),
            LoopUnit::Nibble => Innermost::take_nibbles(region, are_far),
        }
    }
}
