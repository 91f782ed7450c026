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
#![allow(clippy::needless_range_loop, reason = "registers are known by their numbers")]

use super::vector::{LANES, Vector};

/// As many as the largest network needs: a square of bytes in lanes of 16.
const REGISTERS: usize = 16;

/// Transposes squares of as many rows and columns as a lane holds elements, each of them at its place in the source,
/// one behind the other in the destination. Columns go around the caches, if so asked and where they are aligned.
///
/// # Safety
///
/// The processor has the instruction set of `V`. `LANE` bytes are readable from each row of the first `V::LANES`
/// squares, and `WIDTH` writable from each of `LANE / E` columns. Both have at least `LANE / E` steps.
#[inline(always)]
pub(super) unsafe fn transpose<V: Vector, const E: usize, const AROUND: bool, S: LaneSteps>(
    (src, rows, places): (*const u8, S, [isize; LANES]),
    (dst, cols): (*mut u8, S),
) {
    let n = const { V::LANE / E };
    // SAFETY: row `i` of square `l` is lane `l` of register `i`, and a register is a piece of one column.
    unsafe {
        let mut a = [V::gather_lanes(src, places); REGISTERS];
        for i in 1..n {
            a[i] = V::gather_lanes(src.wrapping_offset(rows.at(i)), places);
        }
        let a = stages::<V, E>(a, n, n);
        for i in 0..n {
            put::<V, AROUND>(a[i], dst.wrapping_offset(cols.at(i)));
        }
    }
}

/// How far rows or columns are behind the first one.
pub(super) trait LaneSteps: Copy {
    /// # Safety
    ///
    /// The number is below that of the steps.
    unsafe fn at(self, number: usize) -> isize;
}

/// All one stride apart.
impl LaneSteps for isize {
    #[inline(always)]
    unsafe fn at(self, number: usize) -> isize {
        number.cast_signed() * self
    }
}

/// Each as far as is said.
impl LaneSteps for &[isize] {
    #[inline(always)]
    unsafe fn at(self, number: usize) -> isize {
        // SAFETY: by the contract.
        unsafe { *self.get_unchecked(number) }
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
        if AROUND && dst.addr().is_multiple_of(V::WIDTH) {
            vector.stream(dst);
        } else {
            vector.store(dst);
        }
    }
}

/// Where the lanes of a vector lie.
pub(super) trait LanePlaces: Copy {
    /// # Safety
    ///
    /// The processor has the instruction set of `V`, and a lane is readable at each of its places behind `src`.
    unsafe fn load<V: Vector>(self, src: *const u8) -> V;

    /// # Safety
    ///
    /// A lane is writable at each of its places behind `dst`.
    unsafe fn store<V: Vector>(self, vector: V, dst: *mut u8);
}

/// One behind the other.
#[derive(Clone, Copy)]
pub(super) struct ContiguousLanes;

impl LanePlaces for ContiguousLanes {
    #[inline(always)]
    unsafe fn load<V: Vector>(self, src: *const u8) -> V {
        // SAFETY: by the contract.
        unsafe { V::load(src) }
    }
    #[inline(always)]
    unsafe fn store<V: Vector>(self, vector: V, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { vector.store(dst) }
    }
}

/// Each as far as is said.
impl LanePlaces for [isize; LANES] {
    #[inline(always)]
    unsafe fn load<V: Vector>(self, src: *const u8) -> V {
        // SAFETY: by the contract.
        unsafe { V::gather_lanes(src, self) }
    }
    #[inline(always)]
    unsafe fn store<V: Vector>(self, vector: V, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { vector.scatter_lanes(dst, self) }
    }
}

/// Interleaves `N` rows, lane by lane: first the first elements of all. A lane of each becomes `N` lanes, which follow
/// each other from where the lane is to be.
///
/// # Safety
///
/// The processor has the instruction set of `V`. Every lane is readable in each row, and `N` times as much writable at
/// its place.
#[inline(always)]
pub(super) unsafe fn interleave<V: Vector, const E: usize, const N: usize>(
    (src, rows, from): (*const u8, isize, impl LanePlaces),
    (dst, to): (*mut u8, impl LanePlaces),
) {
    // SAFETY: by the contract.
    unsafe {
        let mut a = [from.load::<V>(src); REGISTERS];
        for i in 1..N {
            a[i] = from.load::<V>(src.offset(i.cast_signed() * rows));
        }
        let a = stages::<V, E>(a, N, N);
        for i in 0..N {
            to.store(a[i], dst.add(i * V::LANE));
        }
    }
}

/// Undoes [`interleave`]: the source of a lane is `N` lanes of columns, element by element.
///
/// # Safety
///
/// The processor has the instruction set of `V`. `N` lanes are readable from the place of each one, and it is writable
/// in each column.
#[inline(always)]
pub(super) unsafe fn deinterleave<V: Vector, const E: usize, const N: usize>(
    (src, from): (*const u8, impl LanePlaces),
    (dst, cols, to): (*mut u8, isize, impl LanePlaces),
) {
    // SAFETY: by the contract.
    unsafe {
        let mut a = [from.load::<V>(src); REGISTERS];
        for i in 1..N {
            a[i] = from.load::<V>(src.add(i * V::LANE));
        }
        if N == 2 {
            (a[0], a[1]) = a[0].unzip::<E>(a[1]);
        } else {
            a = stages::<V, E>(a, N, const { V::LANE / E });
        }
        for i in 0..N {
            to.store(a[i], dst.offset(i.cast_signed() * cols));
        }
    }
}

/// `log2(times)` stages over the first `n` registers.
///
/// All of it is written out: what the compiler has not unrolled when it looks for registers stays in memory, and what
/// is in a closure need not be compiled for the instruction set.
#[inline(always)]
fn stages<V: Vector, const E: usize>(a: [V; REGISTERS], n: usize, times: usize) -> [V; REGISTERS] {
    let a = if times > 1 { stage::<V, E>(a, n / 2) } else { a };
    let a = if times > 2 { stage::<V, E>(a, n / 2) } else { a };
    let a = if times > 4 { stage::<V, E>(a, n / 2) } else { a };
    if times > 8 { stage::<V, E>(a, n / 2) } else { a }
}

#[inline(always)]
fn stage<V: Vector, const E: usize>(a: [V; REGISTERS], half: usize) -> [V; REGISTERS] {
    [
        a[0].low::<E>(a[half]),
        a[0].high::<E>(a[half]),
        a[1].low::<E>(a[1 + half]),
        a[1].high::<E>(a[1 + half]),
        a[2].low::<E>(a[2 + half]),
        a[2].high::<E>(a[2 + half]),
        a[3].low::<E>(a[3 + half]),
        a[3].high::<E>(a[3 + half]),
        a[4].low::<E>(a[4 + half]),
        a[4].high::<E>(a[4 + half]),
        a[5].low::<E>(a[5 + half]),
        a[5].high::<E>(a[5 + half]),
        a[6].low::<E>(a[6 + half]),
        a[6].high::<E>(a[6 + half]),
        a[7].low::<E>(a[7 + half]),
        a[7].high::<E>(a[7 + half]),
    ]
}
