//! A transposition: coalesced on both sides, through a stage whose rows and columns both lie in different banks.

use crate::block::{barrier, block, memory, thread_of_block};
use tilework::prelude::*;

/// 32 rows of 32 numbers, those of each row exchanged by XOR with its number.
type Stage = XorLayout!((32, 32):(F33, F1));

/// Writes the transpose of a matrix, by blocks of 32x8 threads with 4096 bytes of memory, 32x32 elements each.
///
/// # Safety
/// Both have as many elements as their layouts reach, `to` is injective, and nobody reads or writes those of `dst`.
pub(crate) unsafe fn transposed<S: Matrix, D: Matrix>(src: *const f32, from: S, dst: *mut f32, to: D) {
    // SAFETY: by the contract; a thread keeps to elements of `dst` and of the stage that no other has, until the
    // barrier.
    let (src, mut dst, mut stage, (x, y)) = unsafe {
        (
            View::from_raw_parts_unchecked(src, from),
            ViewMut::from_raw_parts_unchecked(dst, to),
            ViewMut::from_raw_parts_unchecked(memory(), Stage::STATIC),
            thread_of_block::<32, 8>(),
        )
    };
    let (block_x, block_y) = block();
    let read = ((8 * block_y + y) as usize, (32 * block_x + x) as usize);
    let written = ((8 * block_x + y) as usize, (32 * block_y + x) as usize);
    let (x, y) = (x as usize, y as usize);
    // four elements one below the other; beyond the edge there is no such tile, or a lower one
    if let Ok(part) = src.tile((int!(4), int!(1)), read) {
        for i in 0..4 {
            if part.layout().contains((i, 0)) {
                stage[(4 * y + i, x)] = part[(i, 0)];
            }
        }
    }
    // SAFETY: no thread has left.
    unsafe { barrier() };
    if let Ok(mut part) = dst.tile_mut((int!(4), int!(1)), written) {
        for i in 0..4 {
            if part.layout().contains((i, 0)) {
                part[(i, 0)] = stage[(x, 4 * y + i)];
            }
        }
    }
}
