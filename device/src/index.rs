//! Index functions: the offset of a coordinate, written where the thread stands.

use crate::block::thread;
use tilework::prelude::*;

/// Writes the offset of every element of a layout, row by row.
///
/// # Safety
/// There are as many numbers from `dst` on as threads.
pub(crate) unsafe fn offsets<L: Matrix>(layout: L, dst: *mut u32) {
    let (at, cols) = (thread() as usize, layout.cols());
    let offset = layout.offset_of((at / cols, at % cols)).to_isize();
    // SAFETY: by the contract, and no two threads have one number.
    unsafe { dst.add(at).write(offset as u32) };
}
