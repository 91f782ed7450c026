//! A copy in pieces: what threads share, and what a buffer holds of an array that is larger.

use super::error::PlanError;
use super::plan::Plan;
use core::ops::Range;

impl Plan {
    /// Copies every element of storage in the first layout to the same coordinate of storage in the second one. The
    /// first byte of a slice is that of the least offset of its layout: of offset 0, unless a stride is negative.
    ///
    /// Bytes of the destination that belong to no element are left as they are.
    ///
    /// # Errors
    /// If a slice is too short; then nothing is copied.
    pub fn run_bytes(&self, src: &[u8], dst: &mut [u8]) -> Result<(), PlanError> {
        self.spans.0.check(src.len())?;
        self.spans.1.check(dst.len())?;
        // SAFETY: all offsets of the layouts, from these origins on, are within their spans, which the slices hold; no
        // two elements of the second layout share an offset, and the slices are borrowed apart.
        unsafe {
            self.moves.run(src.as_ptr().add(self.spans.0.below), dst.as_mut_ptr().add(self.spans.1.below));
        }
        Ok(())
    }

    /// How many bytes the storage of source and destination have, at least.
    pub fn len_bytes(&self) -> (usize, usize) {
        (self.spans.0.len, self.spans.1.len)
    }

    /// Whether every bit of the destination's storage belongs to an element: there is no padding, and no hole.
    pub fn is_dense(&self) -> bool {
        self.dst.len().checked_mul(self.moves.unit().bits()) == self.spans.1.len.checked_mul(8)
    }

    /// The elements in the bytes of the destination that begin with byte `start`, and are this buffer. The source is
    /// as long as all elements need.
    pub(super) fn run_part(&self, start: usize, src: &[u8], part: &mut [u8]) {
        // both below the length of a slice
        let origin = self.spans.1.below.cast_signed() - start.cast_signed();
        let window: Range<isize> = -origin..part.len().cast_signed() - origin;
        let src = src.as_ptr().wrapping_add(self.spans.0.below);
        // SAFETY: the source holds all offsets; the elements written are those in the window, which from this origin on
        // is the buffer; the two are borrowed apart.
        unsafe { self.moves.run_in(&window, src, part.as_mut_ptr().wrapping_offset(origin)) };
    }

    /// The destination in pieces of at most so many bytes, a multiple of 64 (at least 64), from the first byte to the
    /// last.
    ///
    /// ```
    /// use tilework::{kernel::relayout::Plan, prelude::*};
    /// let plan = Plan::new::<u8, _, _>(&layout!((64, 8):(8, 1)), &layout!((64, 8):(1, 64)))?;
    /// let src: Vec<u8> = (0..=255).cycle().take(512).collect();
    /// let (mut whole, mut buffer) = (Vec::new(), [0; 128]);
    /// for piece in plan.pieces(128) {
    ///     let buffer = &mut buffer[..piece.range().len()];
    ///     piece.run(&src, buffer)?;
    ///     whole.extend_from_slice(buffer);
    /// }
    /// assert_eq!(whole[64 + 3], src[3 * 8 + 1]);
    /// # Ok::<(), tilework::kernel::relayout::PlanError>(())
    /// ```
    pub fn pieces(&self, bytes: usize) -> impl ExactSizeIterator<Item = PlanPiece<'_>> + DoubleEndedIterator {
        let (bytes, len) = ((bytes & !63).max(64), self.spans.1.len);
        (0..len.div_ceil(bytes)).map(move |number| PlanPiece {
            plan: self,
            range: number * bytes..len.min(number * bytes + bytes),
        })
    }

    /// The elements that lie in these bytes of the destination: the piece begins and ends at whole ones, and is within
    /// the storage.
    ///
    /// ```
    /// use tilework::{kernel::relayout::Plan, prelude::*};
    /// let plan = Plan::new::<u16, _, _>(&layout!((4, 8):(8, 1)), &layout!((4, 8):(1, 4)))?;
    /// assert_eq!(plan.piece(9..21).range(), 10..20);
    /// assert_eq!(plan.piece(60..1000).range(), 60..64);
    /// assert!(plan.piece(usize::MAX..usize::MAX).range().is_empty());
    /// # Ok::<(), tilework::kernel::relayout::PlanError>(())
    /// ```
    pub fn piece(&self, bytes: Range<usize>) -> PlanPiece<'_> {
        let element = self.moves.unit().bits().div_ceil(8);
        // storage is whole elements
        let end = bytes.end.min(self.spans.1.len) / element * element;
        PlanPiece { plan: self, range: bytes.start.min(end).next_multiple_of(element)..end }
    }
}

/// A part of a copy: the elements that lie in some bytes of the destination.
#[derive(Clone, Debug)]
pub struct PlanPiece<'a> {
    pub(super) plan: &'a Plan,
    pub(super) range: Range<usize>,
}

impl PlanPiece<'_> {
    /// The bytes of the destination.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Copies the elements to a buffer that stands for these bytes of the destination. Bytes that belong to no element
    /// are left as they are.
    ///
    /// # Errors
    /// If the source is too short, or the buffer has another length than the range; then nothing is copied.
    pub fn run(&self, src: &[u8], buffer: &mut [u8]) -> Result<(), PlanError> {
        self.plan.spans.0.check(src.len())?;
        self.check_buffer(buffer)?;
        self.plan.run_part(self.range.start, src, buffer);
        Ok(())
    }

    pub(super) fn check_buffer(&self, buffer: &[u8]) -> Result<(), PlanError> {
        let (needed, len) = (self.range.len(), buffer.len());
        if needed == len { Ok(()) } else { Err(PlanError::Length { needed, len }) }
    }
}
