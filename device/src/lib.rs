//! Kernels for NVIDIA devices over layouts: index functions, copies, a transposition through a swizzled stage, a
//! product by tiles.
//!
//! `kernels` names them for a host, which compiles none of this: it makes the layouts, which are checked there, and
//! passes them by value, see [`Layout::WORDS`](tilework::prelude::Layout::WORDS). What the kernels do is generic in the
//! layouts, and stands in a file each.
#![no_std]
#![feature(abi_ptx, stdarch_nvptx, core_intrinsics, gpu_intrinsics, gpu_launch_sized_workgroup_mem)]
#![allow(internal_features, reason = "memory of a block has no other name yet")]

mod block;
mod index;
mod kernels;
mod product;
mod relayout;
mod transpose;

/// What is left of a panic: with `-Cpanic=immediate-abort` nothing calls it.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: a trap may stand anywhere.
    unsafe { core::arch::nvptx::trap() }
}
