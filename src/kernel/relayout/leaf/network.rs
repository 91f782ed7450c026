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

use super::vector::{LANES, Vector, places};

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
    // SAFETY: by the contract; a register is a piece of one column.
    unsafe {
        let a = transposed::<V, E, S>(src, rows, places);
        for i in 0..const { V::LANE / E } {
            put::<V, AROUND>(a[i], dst.wrapping_offset(cols.at(i)));
        }
    }
}

/// Transposes four squares: two, one behind the other in the destination, and two beside them, whose columns are behind
/// those of the first two by `beside`.
///
/// # Safety
///
/// The processor has the instruction set of `V`, which has four lanes. `LANE` bytes are readable from each row of the
/// squares, and two lanes writable from each column of both pairs. Both have at least `LANE / E` steps.
#[inline(always)]
pub(super) unsafe fn transpose_pairs<V: Vector, const E: usize, S: LaneSteps>(
    (src, rows, places): (*const u8, S, [isize; LANES]),
    (dst, cols, beside): (*mut u8, S, isize),
) {
    // SAFETY: by the contract; half a register is a piece of one column.
    unsafe {
        let a = transposed::<V, E, S>(src, rows, places);
        for i in 0..const { V::LANE / E } {
            a[i].store_half::<false>(dst.wrapping_offset(cols.at(i)));
        }
        // what follows each other is written together
        for i in 0..const { V::LANE / E } {
            a[i].store_half::<true>(dst.wrapping_offset(beside + cols.at(i)));
        }
    }
}

/// Transposes four squares: two, one behind the other in the destination, and two beside them. All columns are two
/// lanes and follow each other, so that two of them are a vector, which goes around the caches if it is aligned.
///
/// # Safety
///
/// The processor has the instruction set of `V`, which has four lanes. Two lanes are readable from each of
/// `2 * V::LANE / E` rows, and from `dst` as many times two lanes are writable.
#[inline(always)]
pub(super) unsafe fn transpose_dense<V: Vector, const E: usize>(
    (src, rows): (*const u8, isize),
    dst: *mut u8,
) {
    let n = const { V::LANE / E };
    let (lower, beside) = (n.cast_signed() * rows, V::LANE.cast_signed());
    // SAFETY: by the contract; half a register is one column.
    unsafe {
        let a = transposed::<V, E, isize>(src, rows, [0, lower, beside, lower + beside]);
        for upper in [false, true] {
            for i in 0..n / 2 {
                let (first, second) = a[2 * i].zip_halves(a[2 * i + 1]);
                let at = if upper { n / 2 + i } else { i };
                put::<V, true>(if upper { second } else { first }, dst.add(at * V::WIDTH));
            }
        }
    }
}

/// Loads squares, and transposes each.
///
/// # Safety
///
/// As of [`transpose`].
#[inline(always)]
unsafe fn transposed<V: Vector, const E: usize, S: LaneSteps>(
    src: *const u8,
    rows: S,
    places: [isize; LANES],
) -> [V; REGISTERS] {
    let n = const { V::LANE / E };
    // SAFETY: row `i` of square `l` is lane `l` of register `i`.
    unsafe {
        let mut a = [V::gather_lanes(src, places); REGISTERS];
        for i in 1..n {
            a[i] = V::gather_lanes(src.wrapping_offset(rows.at(i)), places);
        }
        stages::<V, E>(a, n, n)
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

/// Interleaves `N` rows of `WIDTH` bytes: first the first elements of all.
///
/// # Safety
///
/// The processor has the instruction set of `V`. `WIDTH` bytes are readable from each row, and `N * WIDTH` writable.
#[inline(always)]
pub(super) unsafe fn interleave<V: Vector, const E: usize, const N: usize>(
    (src, rows): (*const u8, isize),
    dst: *mut u8,
) {
    // SAFETY: by the contract; the lanes of a row lie side by side, and each becomes `N` lanes.
    unsafe {
        if N == 2 {
            let (a, b) = (V::load(src), V::load(src.offset(rows)));
            let (a, b) = a.low::<E>(b).zip_lanes(a.high::<E>(b));
            a.store(dst);
            return b.store(dst.add(V::WIDTH));
        }
        let lane = const { V::LANE.cast_signed() };
        let mut a = [V::load(src); REGISTERS];
        for i in 1..N {
            a[i] = V::load(src.offset(i.cast_signed() * rows));
        }
        let a = stages::<V, E>(a, N, N);
        for i in 0..N {
            a[i].scatter_lanes(dst.offset(i.cast_signed() * lane), places(N.cast_signed() * lane));
        }
    }
}

/// Undoes [`interleave`]: the source is `N` columns of `WIDTH` bytes, element by element.
///
/// # Safety
///
/// The processor has the instruction set of `V`. `N * WIDTH` bytes are readable, and `WIDTH` writable from each column.
#[inline(always)]
pub(super) unsafe fn deinterleave<V: Vector, const E: usize, const N: usize>(
    src: *const u8,
    (dst, cols): (*mut u8, isize),
) {
    // SAFETY: by the contract; `N` lanes side by side become one lane of every column.
    unsafe {
        if N == 2 {
            let (a, b) = V::load(src).unzip::<E>(V::load(src.add(V::WIDTH)));
            a.unzip_halves().store(dst);
            return b.unzip_halves().store(dst.offset(cols));
        }
        let a = undone::<V, E, N>(src, places(const { (N * V::LANE).cast_signed() }));
        for i in 0..N {
            a[i].store(dst.offset(i.cast_signed() * cols));
        }
    }
}

/// [Interleaves](interleave) `N` rows of a lane each, once for every lane: each somewhere else, on both sides.
///
/// # Safety
///
/// The processor has the instruction set of `V`. From the first `LANES` places, a lane is readable from each row, and
/// `N` lanes are writable.
#[inline(always)]
pub(super) unsafe fn interleave_lanes<V: Vector, const E: usize, const N: usize>(
    (src, rows, from): (*const u8, isize, [isize; LANES]),
    (dst, to): (*mut u8, [isize; LANES]),
) {
    // SAFETY: by the contract.
    unsafe {
        let mut a = [V::gather_lanes(src, from); REGISTERS];
        for i in 1..N {
            a[i] = V::gather_lanes(src.offset(i.cast_signed() * rows), from);
        }
        let a = stages::<V, E>(a, N, N);
        for i in 0..N {
            a[i].scatter_lanes(dst.add(i * V::LANE), to);
        }
    }
}

/// Undoes [`interleave_lanes`].
///
/// # Safety
///
/// The processor has the instruction set of `V`. From the first `LANES` places, `N` lanes are readable, and a lane is
/// writable from each column.
#[inline(always)]
pub(super) unsafe fn deinterleave_lanes<V: Vector, const E: usize, const N: usize>(
    (src, from): (*const u8, [isize; LANES]),
    (dst, cols, to): (*mut u8, isize, [isize; LANES]),
) {
    // SAFETY: by the contract.
    unsafe {
        let a = undone::<V, E, N>(src, from);
        for i in 0..N {
            a[i].scatter_lanes(dst.offset(i.cast_signed() * cols), to);
        }
    }
}

/// Loads `N` lanes for each lane, and undoes their interleave.
///
/// # Safety
///
/// As of [`deinterleave_lanes`].
#[inline(always)]
unsafe fn undone<V: Vector, const E: usize, const N: usize>(
    src: *const u8,
    from: [isize; LANES],
) -> [V; REGISTERS] {
    // SAFETY: by the contract.
    unsafe {
        let mut a = [V::gather_lanes(src, from); REGISTERS];
        for i in 1..N {
            a[i] = V::gather_lanes(src.add(i * V::LANE), from);
        }
        if N == 2 {
            (a[0], a[1]) = a[0].unzip::<E>(a[1]);
            return a;
        }
        stages::<V, E>(a, N, const { V::LANE / E })
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
