//! The nests of a schedule, run.

use super::leaf::{HUGE, LINE, Patches, Runs, Singles, Stream, Transpose, leaves};
use super::nest::{ByteLeaf, Innermost, LONGEST};
use super::nibbles::run_nibbles;
use super::region::{Loop, MAX_LOOPS, Region, innermost};

/// Copies the elements of loops and what is inside them: around the caches, if so asked.
///
/// # Safety
/// Its places, from these pointers on, may be read and written, and nothing written is read.
pub(super) unsafe fn run_region(
    region: &Region,
    innermost: &Innermost,
    around: bool,
    src: *const u8,
    dst: *mut u8,
) {
    let (loops, start) = (region.loops(), (region.src, region.dst));
    let leaf = match innermost {
        Innermost::Bytes(leaf) => leaf,
        // SAFETY: as the caller says.
        Innermost::Nibbles => return unsafe { run_nibbles(loops, start, src, dst) },
    };
    let (from, to) = (src.wrapping_offset(start.0), dst.wrapping_offset(start.1));
    match loops {
        // the pages that a band writes are written again by the next turn of the loop outside
        [inner, _, ..] if inner.extent > BAND => {
            let mut bands = [Loop::NONE; MAX_LOOPS];
            let bands = &mut bands[..loops.len()];
            bands.copy_from_slice(loops);
            for start in (0..inner.extent).step_by(BAND) {
                let (from, to, band) = inner.part(start, BAND, from, to);
                bands[0] = band;
                // SAFETY: all bands together are the loop.
                unsafe { run_loops(bands, leaf, around, from, to) };
            }
        }
        // SAFETY: as the caller says.
        _ => unsafe { run_loops(loops, leaf, around, from, to) },
    }
}

/// Shorter runs are not written around the caches, unless they follow each other: single lines of many pages keep
/// memory busy with changing rows.
const SHORT: usize = 512;

/// Whether runs in some loops, from a place on, are written around the caches.
fn goes_around(len: usize, loops: &[Loop], to: *mut u8) -> bool {
    let follow_each_other = loops.first().is_some_and(|inner| inner.dst == len.cast_signed());
    let are_lines = || {
        let is_line = |step: usize| step.is_multiple_of(LINE);
        is_line(len) && is_line(to.addr()) && loops.iter().all(|turns| is_line(turns.dst.unsigned_abs()))
    };
    (SHORT..HUGE).contains(&len) || len < SHORT && follow_each_other && are_lines()
}

/// How many turns of the innermost loop go on before the loop outside does: each may write another page, and as many
/// are in the nearest address translation.
const BAND: usize = 64;

/// Copies in every turn of some loops.
///
/// # Safety
/// As of [`run_region`]; the pointers are to the first element.
unsafe fn run_loops(loops: &[Loop], leaf: &ByteLeaf, around: bool, from: *const u8, to: *mut u8) {
    // SAFETY: the caller says that the places of the first element and of all turns of the loops may be accessed.
    unsafe {
        match *leaf {
            ByteLeaf::Runs { len } if around && goes_around(len, loops, to) => {
                (leaves(1).stream)(from, to, loops, &Stream(len));
            }
            ByteLeaf::Runs { len } => {
                let (inner, outer) = innermost(loops);
                let runs = Runs { count: inner.extent, len, src: inner.src, dst: inner.dst };
                (leaves(1).runs)(from, to, outer, &runs);
            }
            ByteLeaf::Tile { element, rows, cols } => {
                let tile = Transpose { rows: rows.extent, cols: cols.extent, src: rows.src, dst: cols.dst };
                let leaf = leaves(element);
                (if around { leaf.stream_transpose } else { leaf.transpose })(from, to, loops, &tile);
            }
            ByteLeaf::Patches { element, rows, cols } => {
                let (mut from_rows, mut to_cols) = ([0; LONGEST], [0; LONGEST]);
                let patches = Patches {
                    rows: places(&mut from_rows, rows.map(|digit| (digit.extent, digit.src))),
                    cols: places(&mut to_cols, cols.map(|digit| (digit.extent, digit.dst))),
                };
                let leaf = leaves(element);
                (if around { leaf.stream_patches } else { leaf.patches })(from, to, loops, &patches);
            }
            ByteLeaf::Elements { element } => {
                let (inner, outer) = innermost(loops);
                let singles = Singles { count: inner.extent, src: inner.src, dst: inner.dst };
                (leaves(element).singles)(from, to, outer, &singles);
            }
        }
    }
}

/// The places that digits of some extents and steps make, the first digit the fastest.
fn places<const N: usize>(places: &mut [isize; LONGEST], digits: [(usize, isize); N]) -> &[isize] {
    let mut len = 1;
    for (extent, step) in digits {
        for i in len..len * extent {
            places[i] = places[i - len] + step;
        }
        len *= extent;
    }
    &places[..len]
}
