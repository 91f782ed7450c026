//! Runs of bytes, without a call for each.

use super::turns::Turned;
use super::vector::{Move, Vector};
use super::{LINE, Runs};

/// Runs of more vectors are copied line by line of the destination.
const MANY: usize = 16;

/// As many vectors of a long run are loaded before they are stored: a line at least.
const TOGETHER: usize = 4;

/// From here on the library's copy is as good, and decides itself when to go around the caches.
pub(in super::super) const HUGE: usize = 1 << 16;

impl Move for Runs {
    /// Wide vectors that are stored across the border of two lines cost more than they save.
    fn fits<V: Vector, const E: usize>(&self, dst: *mut u8) -> bool {
        let is_aligned = (dst.addr() | self.dst.cast_unsigned()).is_multiple_of(V::WIDTH);
        let crosses = V::WIDTH > 16 && self.len <= MANY * V::WIDTH && !is_aligned;
        self.len == 0 || self.len >= V::WIDTH && !crosses
    }

    /// A run is a few vectors from its start on, and as many up to its end: they overlap if it is no whole number of
    /// vectors. Unlike other leaves runs need not fit: shorter ones than a vector are left to narrower ones.
    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        // SAFETY: by the contract; vectors lie inside the runs.
        unsafe {
            match self.len.div_ceil(V::WIDTH) {
                0 => {}
                _ if self.len < V::WIDTH => V::call_narrower::<_, E>(src, dst, self),
                1 => self.ends::<V, 1, 0>(src, dst),
                2 => self.ends::<V, 1, 1>(src, dst),
                3..=4 => self.ends::<V, 2, 2>(src, dst),
                5..=8 => self.ends::<V, 4, 4>(src, dst),
                9..=MANY => self.ends::<V, 8, 8>(src, dst),
                _ => self.long::<V>(src, dst),
            }
        }
    }
}

impl Turned for Runs {}

impl Runs {
    /// The first `N` vectors of every run, and the last `M`.
    ///
    /// # Safety
    ///
    /// As of [`Move::run`]; a run has at least `N` vectors, and at least `M`, and no more than both.
    #[inline(always)]
    unsafe fn ends<V: Vector, const N: usize, const M: usize>(self, src: *const u8, dst: *mut u8) {
        let last = self.len - M * V::WIDTH;
        for k in 0..self.count.cast_signed() {
            // SAFETY: a run starts here, of at least as many vectors.
            unsafe {
                let (src, dst) = (src.offset(k * self.src), dst.offset(k * self.dst));
                vectors::<V>(src, dst, N);
                vectors::<V>(src.add(last), dst.add(last), M);
            }
        }
    }

    /// Line by line of the destination. The library's copy would do as well mostly, but not where the processor's
    /// string instructions that it uses are slow.
    ///
    /// # Safety
    ///
    /// As of [`Move::run`].
    #[inline(always)]
    unsafe fn long<V: Vector>(self, src: *const u8, dst: *mut u8) {
        let last = self.len.saturating_sub(LINE);
        for k in 0..self.count.cast_signed() {
            // SAFETY: a run starts here; of at least a line, if one is copied; lines begin before the last one does.
            unsafe {
                let (src, dst) = (src.offset(k * self.src), dst.offset(k * self.dst));
                if self.len >= HUGE || self.len < LINE {
                    src.copy_to_nonoverlapping(dst, self.len);
                    continue;
                }
                vectors::<V>(src, dst, LINE / V::WIDTH);
                let mut i = dst.addr().wrapping_neg() % LINE;
                while i + TOGETHER * V::WIDTH <= self.len {
                    together::<V>(src.add(i), dst.add(i));
                    i += TOGETHER * V::WIDTH;
                }
                while i < last {
                    vectors::<V>(src.add(i), dst.add(i), LINE / V::WIDTH);
                    i += LINE;
                }
                vectors::<V>(src.add(last), dst.add(last), LINE / V::WIDTH);
            }
        }
    }
}

/// Copies some vectors, of which none is stored before all are loaded: line by line, 32 KiB took up to 2.7 times as
/// long as the library's copy in half of the processes (Zen 4).
///
/// # Safety
///
/// As of [`vectors`].
#[inline(always)]
unsafe fn together<V: Vector>(src: *const u8, dst: *mut u8) {
    // SAFETY: by the contract.
    unsafe {
        let loaded: [V; TOGETHER] = [
            V::load(src),
            V::load(src.add(V::WIDTH)),
            V::load(src.add(2 * V::WIDTH)),
            V::load(src.add(3 * V::WIDTH)),
        ];
        for (k, vector) in loaded.into_iter().enumerate() {
            vector.store(dst.add(k * V::WIDTH));
        }
    }
}

/// Copies `n` vectors.
///
/// # Safety
///
/// The processor has the instruction set of `V`; `n` vectors are readable and writable.
#[inline(always)]
unsafe fn vectors<V: Vector>(src: *const u8, dst: *mut u8, n: usize) {
    for i in 0..n {
        // SAFETY: by the contract.
        unsafe { V::load(src.add(i * V::WIDTH)).store(dst.add(i * V::WIDTH)) }
    }
}
