//! Where a thread is, and the memory that the threads of its block share.

use core::arch::nvptx::{
    _block_dim_x, _block_idx_x, _block_idx_y, _syncthreads, _thread_idx_x, _thread_idx_y,
};
use core::hint::assert_unchecked;

/// The number of the thread in a grid of one dimension.
pub(crate) fn thread() -> u32 {
    // SAFETY: registers that every thread has.
    unsafe { _block_idx_x() * _block_dim_x() + _thread_idx_x() }
}

/// The row and the column of the thread in a grid of blocks of `X` threads by `Y`; the first dimension is that of
/// columns.
///
/// Nothing is promised of the thread in its block: a sum of what has no bits in common is not the one instruction that a
/// product and a sum are.
pub(crate) fn thread_of_grid<const X: u32, const Y: u32>() -> (u32, u32) {
    // SAFETY: as above.
    unsafe { (Y * _block_idx_y() + _thread_idx_y(), X * _block_idx_x() + _thread_idx_x()) }
}

/// The place of the block in the grid: first the dimension along which blocks follow each other.
pub(crate) fn block() -> (u32, u32) {
    // SAFETY: as above.
    unsafe { (_block_idx_x(), _block_idx_y()) }
}

/// The place of the thread in its block, of `X` threads by `Y`.
///
/// # Safety
/// The host started blocks of that shape.
pub(crate) unsafe fn thread_of_block<const X: u32, const Y: u32>() -> (u32, u32) {
    // SAFETY: as above, and by the contract.
    unsafe {
        let (x, y) = (_thread_idx_x(), _thread_idx_y());
        assert_unchecked(x < X && y < Y);
        (x, y)
    }
}

/// What the memory of a block is aligned to: the widest access of a thread.
#[repr(align(16))]
struct Widest;

/// The memory of the block: as many bytes as the host started the kernel with.
pub(crate) fn memory<T>() -> *mut T {
    core::intrinsics::gpu::gpu_launch_sized_workgroup_mem::<Widest>().cast()
}

/// Waits for all threads of the block.
///
/// # Safety
/// All threads of the block come here.
pub(crate) unsafe fn barrier() {
    // SAFETY: by the contract.
    unsafe { _syncthreads() };
}

/// `a * b + c`, rounded once.
pub(crate) fn multiply_add(a: f32, b: f32, c: f32) -> f32 {
    core::intrinsics::fmaf32(a, b, c)
}
