//! The nest of a region, run from several places on.

use super::nest::{ByteLeaf, Innermost, LoopNest};
use super::region::Loop;
use super::run::run_region;

/// Copies the elements of a nest once for each of some starts, by which source and destination go on.
///
/// # Safety
/// As of [`run_region`], for the places from each start on.
pub(super) unsafe fn run_starts(nest: &LoopNest, starts: &[(isize, isize)], src: *const u8, dst: *mut u8) {
    let (region, innermost) = (&nest.region, &nest.innermost);
    let piece = match *innermost {
        Innermost::Bytes(ByteLeaf::Runs { len } | ByteLeaf::Elements { element: len }) => len,
        _ => 0,
    };
    let (from, to) = (src.wrapping_offset(region.src), dst.wrapping_offset(region.dst));
    // what is longest is innermost
    let is_table = region.loops().first().is_none_or(|inner| inner.extent <= starts.len());
    // SAFETY: as the caller says.
    unsafe {
        match piece {
            1 if is_table => run_pieces::<1>(region.loops(), starts, from, to),
            2 if is_table => run_pieces::<2>(region.loops(), starts, from, to),
            4 if is_table => run_pieces::<4>(region.loops(), starts, from, to),
            8 if is_table => run_pieces::<8>(region.loops(), starts, from, to),
            16 if is_table => run_pieces::<16>(region.loops(), starts, from, to),
            32 if is_table => run_pieces::<32>(region.loops(), starts, from, to),
            64 if is_table => run_pieces::<64>(region.loops(), starts, from, to),
            _ => {
                for start in starts {
                    let (src, dst) = (src.wrapping_offset(start.0), dst.wrapping_offset(start.1));
                    run_region(region, innermost, false, src, dst);
                }
            }
        }
    }
}

/// Copies `N` bytes from every start on, in every turn of some loops.
///
/// # Safety
/// The places of all these may be read and written, and nothing written is read.
unsafe fn run_pieces<const N: usize>(
    loops: &[Loop],
    starts: &[(isize, isize)],
    src: *const u8,
    dst: *mut u8,
) {
    match loops {
        [inner @ .., outer] => {
            for turn in 0..outer.extent.cast_signed() {
                let (src, dst) =
                    (src.wrapping_offset(turn * outer.src), dst.wrapping_offset(turn * outer.dst));
                // SAFETY: as the caller says.
                unsafe { run_pieces::<N>(inner, starts, src, dst) };
            }
        }
        [] => {
            for &(from, to) in starts {
                let (from, to) = (src.wrapping_offset(from), dst.wrapping_offset(to));
                // SAFETY: the caller says that these bytes may be read and written.
                unsafe { to.cast::<[u8; N]>().write_unaligned(from.cast::<[u8; N]>().read_unaligned()) };
            }
        }
    }
}
