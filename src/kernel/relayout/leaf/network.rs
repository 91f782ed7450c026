//! The network: registers shuffled in stages, every stage the same.
//!
//! A stage takes `n` registers, and makes two new ones of the first of the lower half and the first of the upper
//! half, two of the second ones, and so on: the elements of both in turn, first those of their lower halves.
//!
//! ```text
//!             after one stage            after two
//! a b c d     a i b j                    a e i m
//! e f g h     c k d l                    b f j n
//! i j k l     e m f n                    c g k o
//! m n o p     g o h p                    d h l p
//! ```
//!
//! Read as one sequence of elements, a stage is a perfect shuffle of two halves: the bits of an element's place are
//! rotated by one. With `n` registers of `k` elements there are `log2(n) + log2(k)` bits, the upper `log2(n)` of them
//! the number of the register.
//!
//! - `log2(n)` stages bring the number of the register to the bottom: the registers are *interleaved*.
//! - `log2(k)` stages bring the place in the register to the top: every `n`-th element into one register, which undoes
//!   an interleave.
//! - Where `n == k` both are the same, and the square is *transposed*.
//!
//! Wider registers are several lanes, and the network runs in all lanes at once. So a lane is loaded from where a
//! network of its own would have it, and what is contiguous over the lanes is stored as one.

use super::vector::Vector;

/// As many as the largest network needs: a square of bytes in lanes of 16.
const REGISTERS: usize = 16;

/// Transposes `LANES` squares of as many elements as a lane holds, one below the other: rows are `src` bytes
/// apart, and columns go to places that are `dst` bytes apart: around the caches, if so asked and where they are aligned.
///
/// # Safety
///
/// The processor has the instruction set of `V`. `LANE` bytes are readable from each of `WIDTH / E` rows, and `WIDTH`
/// writable from each of `LANE / E` columns.
#[inline(always)]
pub(super) unsafe fn transpose<V: Vector, const E: usize, const AROUND: bool>(
    (src, src_stride): (*const u8, isize),
    (dst, dst_stride): (*mut u8, isize),
) {
    let n = const { V::LANE / E };
    // SAFETY: row `l * n + i` is lane `l` of register `i`, and a register is a piece of one column.
    unsafe {
        let mut a = [V::load_lanes(src, n as isize * src_stride); REGISTERS];
        for i in 1..n {
            a[i] = V::load_lanes(src.offset(i as isize * src_stride), n as isize * src_stride);
        }
        let a = stages::<V, E>(a, n, n);
        for i in 0..n {
            put::<V, AROUND>(a[i], dst.offset(i as isize * dst_stride));
        }
    }
}

/// Stores a vector, around the caches if so asked and where it is aligned.
///
/// # Safety
///
/// `WIDTH` bytes are writable.
#[inline(always)]
pub(super) unsafe fn put<V: Vector, const AROUND: bool>(vector: V, dst: *mut u8) {
    // SAFETY: by the contract.
    unsafe {
        if AROUND && dst.addr() % V::WIDTH == 0 {
            vector.stream(dst);
        } else {
            vector.store(dst);
        }
    }
}

/// Interleaves `N` rows of `WIDTH` bytes, which are `src` bytes apart: first the first elements of all.
///
/// # Safety
///
/// The processor has the instruction set of `V`. `WIDTH` bytes are readable from each row, and `N * WIDTH` writable.
#[inline(always)]
pub(super) unsafe fn interleave<V: Vector, const E: usize, const N: usize>(
    (src, src_stride): (*const u8, isize),
    dst: *mut u8,
) {
    let lane = const { V::LANE as isize };
    // SAFETY: the lanes of a row lie side by side, and each becomes `N` lanes.
    unsafe {
        let mut a = [V::load(src); REGISTERS];
        for i in 1..N {
            a[i] = V::load(src.offset(i as isize * src_stride));
        }
        let a = stages::<V, E>(a, N, N);
        for i in 0..N {
            a[i].store_lanes(dst.offset(i as isize * lane), N as isize * lane);
        }
    }
}

/// Undoes [`interleave`]: columns of `WIDTH` bytes, which are `dst` bytes apart.
///
/// # Safety
///
/// The processor has the instruction set of `V`. `N * WIDTH` bytes are readable, and `WIDTH` writable from each column.
#[inline(always)]
pub(super) unsafe fn deinterleave<V: Vector, const E: usize, const N: usize>(
    src: *const u8,
    (dst, dst_stride): (*mut u8, isize),
) {
    let lane = const { V::LANE as isize };
    // SAFETY: `N` lanes side by side become one lane of every column.
    unsafe {
        let mut a = [V::load_lanes(src, N as isize * lane); REGISTERS];
        for i in 1..N {
            a[i] = V::load_lanes(src.offset(i as isize * lane), N as isize * lane);
        }
        let a = stages::<V, E>(a, N, const { V::LANE / E });
        for i in 0..N {
            a[i].store(dst.offset(i as isize * dst_stride));
        }
    }
}

/// `log2(times)` stages over the first `n` registers; written out, for the compiler unrolls no loop over loops.
#[inline(always)]
fn stages<V: Vector, const E: usize>(a: [V; REGISTERS], n: usize, times: usize) -> [V; REGISTERS] {
    let a = if times > 1 { stage::<V, E>(a, n) } else { a };
    let a = if times > 2 { stage::<V, E>(a, n) } else { a };
    let a = if times > 4 { stage::<V, E>(a, n) } else { a };
    if times > 8 { stage::<V, E>(a, n) } else { a }
}

#[inline(always)]
fn stage<V: Vector, const E: usize>(a: [V; REGISTERS], n: usize) -> [V; REGISTERS] {
    let (low, high) = (|i: usize| a[i].low::<E>(a[i + n / 2]), |i: usize| a[i].high::<E>(a[i + n / 2]));
    [
        low(0),
        high(0),
        low(1),
        high(1),
        low(2),
        high(2),
        low(3),
        high(3),
        low(4),
        high(4),
        low(5),
        high(5),
        low(6),
        high(6),
        low(7),
        high(7),
    ]
}
