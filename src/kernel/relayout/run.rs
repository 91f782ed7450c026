//! The nests of a schedule, run.

use super::leaf::{LINE, Runs, Singles, Transpose, leaves};
use super::nest::{Innermost, LoopNest};
use super::nibbles::run_nibbles;
use super::region::Loop;

/// From here on the library's copy decides itself when to go around the caches.
const HUGE: usize = 1 << 16;

/// Copies the elements of a nest: around the caches, if so asked.
///
/// # Safety
/// Its places, from these pointers on, may be read and written, and nothing written is read.
pub(super) unsafe fn run_nest(nest: &LoopNest, around: bool, src: *const u8, dst: *mut u8) {
    let loops = nest.region.loops();
    let (from, to) = (src.wrapping_offset(nest.region.src), dst.wrapping_offset(nest.region.dst));
    // SAFETY: the caller says that the places of the first element and of all turns of the loops may be accessed.
    unsafe {
        match nest.leaf {
            Innermost::Runs { len } if around && (LINE..HUGE).contains(&len) => {
                (leaves(1).stream)(from, to, loops, len)
            }
            Innermost::Runs { len } => {
                let (inner, outer) = innermost(loops);
                let runs = Runs { count: inner.extent, len, src: inner.src, dst: inner.dst };
                (leaves(1).runs)(from, to, outer, runs);
            }
            Innermost::Tile { element, rows, cols } => {
                let tile = Transpose { rows: rows.extent, cols: cols.extent, src: rows.src, dst: cols.dst };
                let leaf = leaves(element);
                (if around { leaf.stream_transpose } else { leaf.transpose })(from, to, loops, tile);
            }
            Innermost::Elements { element } => {
                let (inner, outer) = innermost(loops);
                let singles = Singles { count: inner.extent, src: inner.src, dst: inner.dst };
                (leaves(element).singles)(from, to, outer, singles);
            }
            Innermost::Nibbles => run_nibbles(loops, (nest.region.src, nest.region.dst), src, dst),
        }
    }
}

/// The innermost loop, and those around it.
fn innermost(loops: &[Loop]) -> (Loop, &[Loop]) {
    match loops {
        [] => (Loop { extent: 1, src: 0, dst: 0 }, loops),
        [innermost, outer @ ..] => (*innermost, outer),
    }
}
