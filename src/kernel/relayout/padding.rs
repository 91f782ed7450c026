//! The padding of a destination, filled: the places of its shape that are beyond its extents.

use super::error::PlanError;
use super::joint::Joint;
use super::leaf::LINE;
use super::pieces::PlanPiece;
use super::plan::Plan;
use super::region::{Loop, MAX_LOOPS, Region};
use super::run::run_region;
use super::unit::LoopUnit;
use super::window::each_in;
use crate::layout::MixedRadix;

impl Plan {
    /// Fills the padding of the destination with an element, whose bytes `value` are: one of 4 bits is the lower half
    /// of a byte.
    ///
    /// Post-condition: every place of the shape that is beyond the extent, in one mode or more, holds `value`. Elements
    /// are left as they are, and so are holes: what belongs to no index of the shape. A layout without elements has no
    /// padding.
    ///
    /// # Errors
    /// If the slice is too short, the value has another size than was planned for, the shape has more digits than a
    /// copy has loops, or a layout is swizzled; then nothing is written.
    ///
    /// ```
    /// use tilework::{kernel::relayout::Plan, prelude::*};
    /// let zn = Layout::try_with_extent(shape!((2, 2), (2, 1)), stride!((2, 4), (1, 8)), (3, 2))?;
    /// let plan = Plan::new::<u8, _, _>(&layout!((3, 2):(1, 3)), &zn)?;
    /// let mut dst = [9; 8];
    /// plan.run_bytes(&[1, 2, 3, 4, 5, 6], &mut dst)?;
    /// assert_eq!(dst, [1, 4, 2, 5, 3, 6, 9, 9]);
    /// plan.fill_padding(&[0], &mut dst)?;
    /// assert_eq!(dst, [1, 4, 2, 5, 3, 6, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fill_padding(&self, value: &[u8], dst: &mut [u8]) -> Result<(), PlanError> {
        self.spans.1.check(dst.len())?;
        self.fill_part(0, value, &mut dst[..self.spans.1.len])
    }

    /// The bytes of an element; 1 of one of 4 bits.
    pub fn element_bytes(&self) -> usize {
        self.moves.unit().bits().div_ceil(8)
    }

    /// Whether every bit of the destination's storage belongs to an element or to padding: there is no hole.
    pub fn is_filled(&self) -> bool {
        let bits = self.dst.size().checked_mul(self.moves.unit().bits());
        self.spans.1.len == 0 || bits == self.spans.1.len.checked_mul(8)
    }

    /// The padding in the bytes of the destination that begin with byte `start`, and are this buffer.
    fn fill_part(&self, start: usize, value: &[u8], part: &mut [u8]) -> Result<(), PlanError> {
        let unit = self.moves.unit();
        if value.len() != self.element_bytes() {
            return Err(PlanError::OtherElement { bits: 8 * value.len(), planned: unit.bits() });
        }
        if !self.moves.are_linear() {
            return Err(PlanError::Digits);
        }
        let mut line = [0; LINE];
        line.chunks_exact_mut(value.len()).for_each(|element| element.copy_from_slice(value));
        if unit == LoopUnit::Nibble {
            line.iter_mut().for_each(|byte| *byte = *byte & 0xf | *byte << 4);
        }
        // both below the length of a slice
        let origin = self.spans.1.below.cast_signed() - start.cast_signed();
        let window = unit.window(-origin..part.len().cast_signed() - origin);
        let to = part.as_mut_ptr().wrapping_offset(origin);
        let modes = 0..if self.dst.is_empty() { 0 } else { self.dst.rank() };
        let paddings = modes.filter_map(|mode| self.dst.padding(mode));
        let joint = |padding: &MixedRadix| Joint::of(&padding.repeated(), padding, unit.step().cast_signed());
        if paddings.clone().any(|(_, padding)| joint(&padding).is_none()) {
            return Err(PlanError::Digits);
        }
        for (base, joint) in paddings.filter_map(|(base, padding)| Some((base, joint(&padding)?))) {
            for number in 0..joint.regions() {
                let mut region = joint.region(number);
                region.join();
                region.dst += base * unit.step().cast_signed();
                each_in(region, &window, unit.step(), &mut |region| {
                    let mut region = in_line(region, unit);
                    let innermost = unit.innermost(&mut region, false);
                    // SAFETY: the places of the region are in the shape of the destination and in the window, which
                    // from this origin on is the buffer; the line holds as many elements as are read of it.
                    unsafe { run_region(&region, &innermost, false, line.as_ptr(), to) }
                });
            }
        }
        Ok(())
    }
}

impl PlanPiece<'_> {
    /// Fills the padding that lies in these bytes of the destination: see [`Plan::fill_padding`].
    ///
    /// # Errors
    /// If the buffer has another length than the range, and as of [`Plan::fill_padding`]; then nothing is written.
    pub fn fill_padding(&self, value: &[u8], buffer: &mut [u8]) -> Result<(), PlanError> {
        self.check_buffer(buffer)?;
        self.plan.fill_part(self.range.start, value, buffer)
    }
}

/// The region with a source that is a line of equal elements: neighbours of the destination are read as neighbours, as
/// far as the line has so many. Longer runs repeat one element, but for halves of bytes, which are written in pairs.
fn in_line(mut region: Region, unit: LoopUnit) -> Region {
    let step = unit.step().cast_signed();
    let [Loop { extent, dst, .. }, ..] = *region.loops() else { return region };
    let most = LINE * 8 / unit.bits();
    let run = match unit {
        LoopUnit::Bytes(_) if extent <= most => extent,
        LoopUnit::Bytes(_) => 1,
        LoopUnit::Nibble => 1 << extent.trailing_zeros().min(most.ilog2()),
    };
    // two loops in the place of one
    let has_room = run == extent || region.loops().len() < MAX_LOOPS;
    if dst == step && run > 1 && has_room {
        region.remove(0);
        region.push(Loop { extent: run, src: step, dst });
        region.push(Loop { extent: extent / run, src: 0, dst: dst * run.cast_signed() });
    }
    region
}
