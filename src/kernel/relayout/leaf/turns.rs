//! A leaf in loops.

use super::super::region::{Loop, MAX_LOOPS};
use super::vector::{Move, Vector};

/// Moves in every turn of some loops, the first one fastest: loops and leaf in one function, compiled for the
/// instruction set.
///
/// # Safety
///
/// The processor has the instruction set of `V`. As for [`LeafKernels`](super::LeafKernels).
pub(super) unsafe fn turns<V: Vector, M: Move, const E: usize>(
    src: *const u8,
    dst: *mut u8,
    loops: &[Loop],
    leaf: M,
) {
    // SAFETY: by the contract.
    unsafe { V::call::<_, E>(src, dst, Turns { loops, leaf }) }
}

#[derive(Clone, Copy)]
struct Turns<'a, M> {
    loops: &'a [Loop],
    leaf: M,
}

impl<M: Move> Move for Turns<'_, M> {
    fn fits<V: Vector, const E: usize>(&self) -> bool {
        self.leaf.fits::<V, E>()
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(self, src: *const u8, dst: *mut u8) {
        // what is too small for these vectors is so in every turn
        if !self.fits::<V, E>() {
            // SAFETY: by the contract.
            return unsafe { V::call_narrower::<_, E>(src, dst, self) };
        }
        // SAFETY: by the contract.
        self.each(src, dst, #[inline(always)] |src, dst| unsafe { self.leaf.run::<V, E>(src, dst) });
    }
}

impl<M> Turns<'_, M> {
    #[inline(always)]
    fn each(&self, src: *const u8, dst: *mut u8, mut turn: impl FnMut(*const u8, *mut u8)) {
        let [inner, outer @ ..] = self.loops else { return turn(src, dst) };
        let (mut start, mut digits) = ((src, dst), [0; MAX_LOOPS]);
        loop {
            let (mut src, mut dst) = start;
            for _ in 0..inner.extent {
                turn(src, dst);
                // behind the last turn there may be no place
                (src, dst) = (src.wrapping_offset(inner.src), dst.wrapping_offset(inner.dst));
            }
            let mut carried = 0;
            loop {
                let Some(step) = outer.get(carried) else { return };
                digits[carried] += 1;
                let times = if digits[carried] == step.extent { 1 - step.extent.cast_signed() } else { 1 };
                start.0 = start.0.wrapping_offset(times * step.src);
                start.1 = start.1.wrapping_offset(times * step.dst);
                if times == 1 {
                    break;
                }
                digits[carried] = 0;
                carried += 1;
            }
        }
    }
}
