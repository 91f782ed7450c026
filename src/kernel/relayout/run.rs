//! The loops of a plan, run.

use super::leaf::{Runs, Strided, Tile, leaves};
use super::nest::{Leaf, Nest};
use super::nibbles::run_nibbles;
use super::region::{Loop, MAX_LOOPS};

/// Copies the elements of a nest.
///
/// # Safety
/// Its places, from these pointers on, may be read and written, and nothing written is read.
pub(super) unsafe fn run_nest(nest: &Nest, src: *const u8, dst: *mut u8) {
    let loops = nest.region.loops();
    if nest.leaf == Leaf::Nibbles {
        // SAFETY: as the caller says.
        return unsafe { run_nibbles(loops, (nest.region.src, nest.region.dst), src, dst) };
    }
    let (src, dst) = (src.wrapping_offset(nest.region.src), dst.wrapping_offset(nest.region.dst));
    match nest.leaf {
        Leaf::Runs { len } => {
            let (steps, outer) = innermost(loops);
            let leaves = leaves(1);
            let runs = Runs { count: steps.extent, len, src: steps.src, dst: steps.dst };
            // SAFETY: as the caller says.
            each_turn(outer, src, dst, |src, dst| unsafe { (leaves.runs)(src, dst, runs) });
        }
        Leaf::Tile { element, rows, cols } => {
            let tile = Tile { rows: rows.extent, cols: cols.extent, src: rows.src, dst: cols.dst };
            let leaves = leaves(element);
            // SAFETY: as the caller says.
            each_turn(loops, src, dst, |src, dst| unsafe { (leaves.tile)(src, dst, tile) });
        }
        Leaf::Elements { element } => {
            let (steps, outer) = innermost(loops);
            let leaves = leaves(element);
            let strided = Strided { count: steps.extent, src: steps.src, dst: steps.dst };
            // SAFETY: as the caller says.
            each_turn(outer, src, dst, |src, dst| unsafe { (leaves.strided)(src, dst, strided) });
        }
        Leaf::Nibbles => {}
    }
}

/// The innermost loop, and those around it.
fn innermost(loops: &[Loop]) -> (Loop, &[Loop]) {
    match loops {
        [] => (Loop { extent: 1, src: 0, dst: 0 }, loops),
        [innermost, outer @ ..] => (*innermost, outer),
    }
}

/// Calls `turn` with the places of every turn of all loops, the first loop fastest.
#[inline(always)]
fn each_turn(loops: &[Loop], src: *const u8, dst: *mut u8, mut turn: impl FnMut(*const u8, *mut u8)) {
    let [inner, outer @ ..] = loops else { return turn(src, dst) };
    let (mut at, mut digits) = ((src, dst), [0; MAX_LOOPS]);
    loop {
        let (mut src, mut dst) = at;
        for _ in 0..inner.extent {
            turn(src, dst);
            (src, dst) = (src.wrapping_offset(inner.src), dst.wrapping_offset(inner.dst));
        }
        let mut i = 0;
        loop {
            let Some(step) = outer.get(i) else { return };
            digits[i] += 1;
            at = (at.0.wrapping_offset(step.src), at.1.wrapping_offset(step.dst));
            if digits[i] < step.extent {
                break;
            }
            let back = step.extent.cast_signed();
            at = (at.0.wrapping_offset(-step.src * back), at.1.wrapping_offset(-step.dst * back));
            digits[i] = 0;
            i += 1;
        }
    }
}
