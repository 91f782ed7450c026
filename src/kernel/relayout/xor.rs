//! Layouts whose sums are placed by XOR: swizzled ones, and those over F2 strides.

use super::span::ByteSpan;
use super::unit::LoopUnit;
use crate::layout::{Mapping, MixedRadix};
use alloc::vec::Vec;

/// A layout whose offset is `place(start + sum)`: a sum of digits times strides, of which each bit is placed for itself
/// and all are added by XOR.
#[derive(Clone, Debug)]
pub(crate) struct XorRadix {
    pub(super) radix: MixedRadix,
    start: isize,
    /// What each bit of a sum changes, if it is set: nothing, where it is placed as it is.
    changes: [isize; BITS],
    /// The bits that change others, or are changed.
    touched: isize,
    /// How many elements storage needs.
    cosize: usize,
}

/// The bits of a sum that is not negative.
pub(crate) const BITS: usize = isize::BITS as usize - 1;

/// A digit of an index.
#[derive(Clone, Copy, Debug)]
pub(super) struct XorDigit {
    pub(super) extent: usize,
    pub(super) stride: isize,
    /// Whether its steps depend on other digits, or those of others on it.
    pub(super) is_fixed: bool,
}

impl XorRadix {
    /// The layout with each bit of a sum where it is.
    pub(crate) fn linear(radix: MixedRadix) -> XorRadix {
        XorRadix { radix, start: 0, changes: [0; BITS], touched: 0, cosize: 0 }
    }

    /// A layout of types; `None` of one whose bits are not added by XOR.
    pub(super) fn of<L: Mapping>(layout: &L) -> Option<XorRadix> {
        let radix = layout.sum_radix()?;
        if L::ROW == 0 {
            return (layout.bias() == 0).then(|| XorRadix::linear(radix));
        }
        let places = core::array::from_fn(|bit| L::place(1 << bit));
        let cosize = layout.checked_cosize()?;
        XorRadix::new(radix, layout.bias(), &places, cosize).filter(|_| L::IS_XOR)
    }

    /// Whether another layout has the same digits in the same places.
    pub(super) fn same(&self, other: &XorRadix) -> bool {
        self.radix.same(&other.radix) && (self.start, self.changes) == (other.start, other.changes)
    }

    /// The layout with a start, and with places for all bits of a sum: `None` if a sum is negative, or has more bits.
    pub(crate) fn new(
        radix: MixedRadix,
        start: isize,
        places: &[isize; BITS],
        cosize: usize,
    ) -> Option<XorRadix> {
        let (below, above) = radix.reach();
        let is_placed = start >= 0
            && below <= start.unsigned_abs() as u128
            && above <= (isize::MAX / 2 - start / 2).unsigned_abs() as u128;
        let changes: [isize; BITS] = core::array::from_fn(|bit| places[bit] ^ 1 << bit);
        let touched = |bit: usize| if changes[bit] == 0 { 0 } else { changes[bit] | 1 << bit };
        let touched = (0..BITS).fold(0, |all, bit| all | touched(bit));
        (is_placed || radix.is_empty()).then_some(XorRadix { radix, start, changes, touched, cosize })
    }

    /// Where a sum of digits is placed.
    fn place(&self, sum: isize) -> isize {
        let sum = self.start + sum;
        let (mut place, mut bits) = (sum, sum & self.touched);
        while bits != 0 {
            place ^= self.changes[bits.trailing_zeros() as usize];
            bits &= bits - 1;
        }
        place
    }

    /// The bytes of its storage; `None` of too many.
    pub(super) fn span(&self, unit: LoopUnit) -> Option<ByteSpan> {
        if self.touched == 0 && self.start == 0 {
            ByteSpan::of(&self.radix, unit)
        } else {
            ByteSpan::of_elements(self.cosize, unit)
        }
    }
}

/// The bits of sums in zones: those that a placement leaves as they are, between those that it touches.
pub(super) struct XorZones<'a> {
    side: &'a XorRadix,
    zones: Vec<XorZone>,
}

/// Bits that nothing touches, below others that something does.
struct XorZone {
    mask: isize,
    /// The greatest sum of the digits in it.
    reach: isize,
}

impl<'a> XorZones<'a> {
    pub(super) fn of(side: &'a XorRadix) -> Self {
        let touched = side.touched;
        let (mut zones, mut bit) = (Vec::new(), 0);
        while touched >> bit != 0 {
            let end = bit + (touched >> bit).trailing_zeros();
            zones.push(XorZone { mask: (1 << end) - (1 << bit), reach: 0 });
            bit = end + (touched >> end).trailing_ones();
        }
        XorZones { side, zones }
    }

    /// No zones: what is below the highest bit that is touched is fixed.
    pub(super) fn none(side: &'a XorRadix) -> Self {
        XorZones { side, zones: Vec::new() }
    }

    /// The digits of a mode, cut where zones begin and end.
    pub(super) fn digits(&mut self, mode: usize) -> Vec<XorDigit> {
        let (leaves, mut digits) = (self.side.radix.leaves(mode), Vec::new());
        for (i, &(mut left, mut stride)) in leaves.iter().enumerate() {
            while left > 1 {
                // of the last leaf there may be more than the index has
                let mut digit = self.digit(left, stride, i + 1 == leaves.len());
                digit.is_fixed = digit.is_fixed && !self.take((digit.extent, stride));
                left = left.div_ceil(digit.extent);
                stride = stride.wrapping_mul(digit.extent.cast_signed());
                digits.push(digit);
            }
        }
        digits
    }

    /// The first digit of a leaf: free, if it is above all bits that are touched.
    fn digit(&self, left: usize, stride: isize, is_last: bool) -> XorDigit {
        let touched = if stride == 0 { 0 } else { self.side.touched >> stride.trailing_zeros() };
        if touched == 0 {
            return XorDigit { extent: left, stride, is_fixed: false };
        }
        let bits = if touched & 1 == 1 { touched.trailing_ones() } else { touched.trailing_zeros() };
        let extent = match is_last {
            true => left.min(1 << bits),
            false => 1 << left.trailing_zeros().min(bits),
        };
        XorDigit { extent: if extent == 1 { left } else { extent }, stride, is_fixed: true }
    }

    /// Takes a digit into its zone: whether it has one, and there is room in it.
    fn take(&mut self, (extent, stride): (usize, isize)) -> bool {
        let start = self.side.start;
        let bit = stride & stride.wrapping_neg();
        let zone = self.zones.iter_mut().find(|zone| zone.mask & bit != 0 && stride > 0);
        zone.is_some_and(|zone| {
            let reach = (extent - 1).cast_signed().saturating_mul(stride).saturating_add(zone.reach);
            let has_room = reach.saturating_add(start & zone.mask) <= zone.mask;
            if has_room {
                zone.reach = reach;
            }
            has_room
        })
    }

    /// Keeps in their zones only these of the digits that were taken: on the other side the rest is fixed.
    pub(super) fn keep(&mut self, digits: impl Iterator<Item = (usize, isize)>) {
        self.zones.iter_mut().for_each(|zone| zone.reach = 0);
        digits.for_each(|digit| {
            self.take(digit);
        });
    }

    /// Where the free digits begin, the sum of the fixed ones being this; `None` if there are carries out of a zone.
    pub(super) fn place(&self, sum: isize) -> Option<isize> {
        let fixed = self.side.start + sum;
        let is_free = self.zones.iter().all(|zone| (fixed & zone.mask) + zone.reach <= zone.mask);
        is_free.then(|| self.side.place(sum))
    }
}
