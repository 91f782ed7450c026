//! A leaf in loops.

use super::super::region::{Loop, MAX_LOOPS, innermost};
use super::lines::gathers;
use super::vector::{Move, Vector};

/// Moves in every turn of some loops, the first one fastest: loops and leaf in one function, compiled for the
/// instruction set.
///
/// # Safety
///
/// The processor has the instruction set of `V`; and as for [`LeafKernels`](super::LeafKernels).
pub(super) unsafe fn turns<V: Vector, M: Turned, const E: usize>(
    src: *const u8,
    dst: *mut u8,
    loops: &[Loop],
    leaf: &M,
) {
    // SAFETY: by the contract; turns hand on what does not fit.
    unsafe { V::call::<_, E>(src, dst, &Turns { loops, leaf }) }
}

/// What is moved in loops.
pub(super) trait Turned: Move {
    /// Whether vectors of this kind do it best in these loops.
    fn fits_turns<V: Vector, const E: usize>(&self, dst: *mut u8, _: &[Loop]) -> bool {
        self.fits::<V, E>(dst)
    }

    /// Moves in every turn of some loops, the first one fastest. What is the same in every turn is found out before.
    ///
    /// # Safety
    ///
    /// As of [`Move::run`], in every turn.
    #[inline(always)]
    unsafe fn run_turns<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8, loops: &[Loop]) {
        // SAFETY: by the contract.
        unsafe { each_turn::<V, _, E>(src, dst, loops, *self) }
    }
}

/// A leaf in loops, whether it fits or not.
#[derive(Clone, Copy)]
struct Turns<'a, M> {
    loops: &'a [Loop],
    leaf: &'a M,
}

impl<M: Turned> Move for Turns<'_, M> {
    fn fits<V: Vector, const E: usize>(&self, dst: *mut u8) -> bool {
        self.leaf.fits_turns::<V, E>(dst, self.loops)
    }

    /// A closure would not be compiled for the instruction set: so the leaf is called from the loop itself.
    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        // what is too small for these vectors is so in every turn; and vectors that are longer than an element, but of
        // lanes that are not, shuffle nothing
        if const { V::LANE <= E && E < V::WIDTH && !gathers::<V, E>() } || !self.fits::<V, E>(dst) {
            // SAFETY: by the contract.
            return unsafe { V::call_narrower::<_, E>(src, dst, self) };
        }
        // SAFETY: by the contract, and it fits.
        unsafe { self.leaf.run_turns::<V, E>(src, dst, self.loops) }
    }
}

/// Moves in every turn of some loops.
///
/// # Safety
///
/// As of [`Turned::run_turns`].
#[inline(always)]
pub(super) unsafe fn each_turn<V: Vector, M: Move, const E: usize>(
    src: *const u8,
    dst: *mut u8,
    loops: &[Loop],
    leaf: M,
) {
    debug_assert!(leaf.fits::<V, E>(dst));
    let (inner, outer) = innermost(loops);
    // turns of the next loop are many where those of the innermost one are few
    let (next_inner, outer) = innermost(outer);
    let (mut start, mut digits) = ((src, dst), [0; MAX_LOOPS]);
    loop {
        let mut first = start;
        for _ in 0..next_inner.extent {
            let (mut src, mut dst) = first;
            for _ in 0..inner.extent {
                // SAFETY: by the contract.
                unsafe { leaf.run::<V, E>(src, dst) };
                // behind the last turn there may be no place
                (src, dst) = (src.wrapping_offset(inner.src), dst.wrapping_offset(inner.dst));
            }
            first = (first.0.wrapping_offset(next_inner.src), first.1.wrapping_offset(next_inner.dst));
        }
        if !next(outer, &mut digits, &mut start) {
            return;
        }
    }
}

/// Goes to the next turn of some loops, the first one fastest; `false` behind the last one.
fn next(loops: &[Loop], digits: &mut [usize; MAX_LOOPS], at: &mut (*const u8, *mut u8)) -> bool {
    for (Loop { extent, src, dst }, digit) in loops.iter().zip(digits) {
        *digit += 1;
        let times = if digit == extent { 1 - extent.cast_signed() } else { 1 };
        (at.0, at.1) = (at.0.wrapping_offset(times * src), at.1.wrapping_offset(times * dst));
        if times == 1 {
            return true;
        }
        *digit = 0;
    }
    false
}
