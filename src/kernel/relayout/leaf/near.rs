//! Rows that push each other out of a cache, and the place that they are first copied to.

use super::{LINE, Runs};
use core::mem::MaybeUninit;

/// Bytes that the ways of a first-level cache are apart, on a usual processor: lines at such a distance share a set.
pub(super) const WAY: usize = 4096;

/// Half of what a first-level cache of a usual processor holds.
pub(super) const NEAR: usize = WAY * WAYS / 2;

/// So many rows or columns are moved side by side at most: a line and a page of each are at hand.
const NARROW: usize = 32;

/// How many lines that are [`WAY`] bytes apart a first-level cache of a usual processor holds: those of more addresses
/// push each other out.
const WAYS: usize = 8;

/// The most rows that are copied, and the most bytes of each: half of a small first-level cache.
pub(super) const ROWS: usize = 64;
pub(super) const PIECE: usize = 4 * LINE;

/// Room for pieces of rows, one behind the other.
#[repr(align(64))]
pub(super) struct NearRows(MaybeUninit<[u8; ROWS * PIECE]>);

impl NearRows {
    pub(super) const fn new() -> Self {
        NearRows(MaybeUninit::uninit())
    }

    pub(super) const fn start(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

impl Runs {
    /// So many pieces of rows, to be [near](NearRows).
    pub(super) const fn to_near(rows: usize, bytes: usize, src: isize) -> Self {
        Runs { count: rows, len: bytes, src, dst: PIECE.cast_signed() }
    }
}

/// Whether so many lines that are a stride apart push each other out of a first-level cache: more of them are in one
/// set of it than there are ways. So it is if a few steps are a multiple of what ways are apart, or nearly one.
pub(in super::super) const fn is_crowded(lines: usize, stride: isize) -> bool {
    let stride = stride.unsigned_abs();
    // what lies within as many bytes as the cache has is spread evenly
    if stride.saturating_mul(lines) <= WAY * WAYS {
        return false;
    }
    let mut steps = 1;
    while steps <= lines / (WAYS + 1) {
        let beyond = steps * (stride % WAY) % WAY;
        let beside = if beyond < WAY - beyond { beyond } else { WAY - beyond };
        if beside * WAYS < LINE {
            return true;
        }
        steps += 1;
    }
    false
}

/// Whether so many lines that are a stride apart stay in a first-level cache, and what belongs to them on the other
/// side, which is as much.
pub(in super::super) const fn stay_near(lines: usize, stride: isize) -> bool {
    lines <= NARROW && !is_crowded(2 * lines, stride)
}
