//! What `device/src/block.rs` is on a device: one block after the other, with a thread of the processor for each of its
//! threads.

use std::cell::Cell;
use std::sync::Barrier;
use std::thread::scope;

/// Where a thread is.
#[derive(Clone, Copy)]
struct Place {
    block: (u32, u32),
    thread: (u32, u32),
    threads: u32,
    memory: *mut [u128; 512],
    barrier: *const Barrier,
}

thread_local! {
    static PLACE: Cell<Option<Place>> = const { Cell::new(None) };
}

fn place() -> Place {
    PLACE.get().expect("only kernels ask, and they are launched")
}

/// A kernel and the place where it runs, given to the threads of a block.
struct Launched<K>(K, Place);

// SAFETY: the pointers lead to what outlives the threads; a kernel answers for what it writes through its own.
unsafe impl<K> Sync for Launched<K> {}

/// Runs a kernel in every thread of a grid of blocks.
pub(crate) fn launch(grid: (u32, u32), block: (u32, u32), kernel: impl Fn()) {
    let threads = block.0 * block.1;
    let barrier = Barrier::new(threads as usize);
    // what no thread has written is told from what one has
    let mut memory = [u128::MAX; 512];
    let place = Place {
        block: (0, 0),
        thread: (0, 0),
        threads,
        memory: &raw mut memory,
        barrier: &raw const barrier,
    };
    let mut launched = Launched(kernel, place);
    for at in 0..grid.0 * grid.1 {
        launched.1.block = (at % grid.0, at / grid.0);
        let launched = &launched;
        scope(|scope| {
            for at in 0..threads {
                scope.spawn(move || {
                    let Launched(kernel, place) = launched;
                    PLACE.set(Some(Place { thread: (at % block.0, at / block.0), ..*place }));
                    kernel();
                });
            }
        });
    }
}

pub(crate) fn thread() -> u32 {
    place().block.0 * place().threads + place().thread.0
}

pub(crate) fn block() -> (u32, u32) {
    place().block
}

pub(crate) unsafe fn thread_of_block<const X: u32, const Y: u32>() -> (u32, u32) {
    assert!(place().threads == X * Y);
    place().thread
}

pub(crate) fn memory<T>() -> *mut T {
    place().memory.cast()
}

pub(crate) unsafe fn barrier() {
    // SAFETY: it outlives the threads that were launched.
    unsafe { (*place().barrier).wait() };
}

pub(crate) fn multiply_add(a: f32, b: f32, c: f32) -> f32 {
    a.mul_add(b, c)
}
