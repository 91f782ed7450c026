//! Memory for blocks that a kernel packs: on the heap, or a little on the stack where there is none.

use core::mem::MaybeUninit;

/// A cache line of memory that holds nothing yet.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct CacheLine(
    #[expect(dead_code, reason = "read as what is packed there")] [MaybeUninit<u8>; 64],
);

impl CacheLine {
    const EMPTY: CacheLine = CacheLine([MaybeUninit::uninit(); 64]);
}

/// The bytes on the stack: below 32 KiB a frame is probed page by page without a loop. The loop takes a register that
/// the pinned compiler may use otherwise, and threads may have little stack.
const ON_THE_STACK: usize = 24 << 10;

/// Calls `body` with memory of so many bytes; with 24 KiB if it is less, or there is not so much.
#[inline(always)]
pub(super) fn with_workspace<R>(bytes: usize, body: impl FnOnce(&mut [CacheLine]) -> R) -> R {
    #[cfg(feature = "alloc")]
    if bytes > ON_THE_STACK {
        let lines = bytes.div_ceil(size_of::<CacheLine>());
        let mut heap = alloc::vec::Vec::new();
        if heap.try_reserve_exact(lines).is_ok() {
            heap.resize(lines, CacheLine::EMPTY);
            return body(&mut heap);
        }
    }
    #[cfg(not(feature = "alloc"))]
    let _ = bytes;
    on_the_stack(body)
}

/// A frame of its own, with nothing in it that branches.
#[inline(never)]
fn on_the_stack<R>(body: impl FnOnce(&mut [CacheLine]) -> R) -> R {
    body(&mut [CacheLine::EMPTY; ON_THE_STACK / size_of::<CacheLine>()])
}
