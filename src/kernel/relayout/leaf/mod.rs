//! The leaves of the relayout engine: what moves bytes, whatever the layouts were.
//!
//! What may enter: loops over at most two strides, written once over a [`vector::Vector`] of any instruction set.
//! Strides and lengths are in bytes, and elements are plain bytes: 1, 2, 4, 8, 16 or 32 of them, aligned anyhow.
//!
//! [`network`] is what to read first: transposes, interleaves and their inverses are one network of shuffles. The
//! instruction set is chosen at run time, by [`leaves`]; each has functions of its own, compiled for it.

mod interleave;
mod lines;
mod near;
#[cfg(target_arch = "aarch64")]
mod neon;
mod network;
mod patches;
mod portable;
mod runs;
mod singles;
mod stream;
#[cfg(test)]
mod tests;
mod transpose;
mod turns;
mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::region::Loop;
pub(super) use near::{is_crowded, stay_near};
pub(super) use patches::{GROUP, Patches};
use portable::Bytes;
pub(super) use runs::HUGE;
pub(super) use stream::Stream;
use turns::turns;
use vector::Vector;

/// Bytes that the hardware moves between memory and caches as one.
pub(super) const LINE: usize = 64;

/// As many rows and columns of a rectangle are moved at once: for elements of up to 4 bytes both sides lie in a
/// second-level cache of 512 KiB, and rows and columns that are pages apart in its address translation. Of more, lines
/// that come twice are fetched twice; of fewer, what the processor fetches ahead is not used.
const BLOCK: usize = 256;

/// Runs of bytes: `dst[k * self.dst..][..len] = src[k * self.src..][..len]` for every `k` below `count`.
///
/// Runs of a line and more are copied at the speed of memory. Of shorter ones, several make a line of the destination,
/// and should not be written in different calls: rows of runs of 16 or 32 bytes are a [`Transpose`] of elements of that
/// size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runs {
    pub(super) count: usize,
    pub(super) len: usize,
    pub(super) src: isize,
    pub(super) dst: isize,
}

/// A rectangle whose rows are contiguous in the source and whose columns are contiguous in the destination:
/// element `j` of `src[i * self.src..]` becomes element `i` of `dst[j * self.dst..]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transpose {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) src: isize,
    pub(super) dst: isize,
}

/// Single elements: the one at `dst[k * self.dst..]` becomes that at `src[k * self.src..]` for every `k` below
/// `count`. It gathers where `dst` is the size of an element, scatters where `src` is, and repeats where `src` is 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Singles {
    pub(super) count: usize,
    pub(super) src: isize,
    pub(super) dst: isize,
}

/// The leaves for elements of one size, compiled for one instruction set: each in all turns of the loops around it.
///
/// # Safety
///
/// All of them: source and destination do not overlap; in every turn every byte that the definition of [`Runs`],
/// [`Transpose`], [`Patches`] or [`Singles`] reads is readable, every byte that it writes is writable, and no two
/// elements are written to bytes that they share; the groups of [`Patches`] are whole and alike. No other byte is
/// touched. Of [`Stream`], these are the first bytes of both.
#[derive(Debug)]
pub(super) struct LeafKernels {
    /// The instruction set.
    pub(super) name: &'static str,
    pub(super) runs: unsafe fn(*const u8, *mut u8, &[Loop], &Runs),
    pub(super) transpose: unsafe fn(*const u8, *mut u8, &[Loop], &Transpose),
    /// Worth it for elements of up to 8 bytes.
    pub(super) patches: unsafe fn(*const u8, *mut u8, &[Loop], &Patches<'_>),
    /// Likewise, around the caches where they fill whole lines of the destination.
    pub(super) stream_patches: unsafe fn(*const u8, *mut u8, &[Loop], &Patches<'_>),
    pub(super) singles: unsafe fn(*const u8, *mut u8, &[Loop], &Singles),
    /// Writes around the caches. Before another thread may read what was written, the writer calls [`fence`].
    pub(super) stream: unsafe fn(*const u8, *mut u8, &[Loop], &Stream),
    /// Likewise, where the rectangle fills whole lines of the destination: dense ones do, and those whose columns are
    /// whole lines apart. Others are moved as by `transpose`.
    pub(super) stream_transpose: unsafe fn(*const u8, *mut u8, &[Loop], &Transpose),
}

impl LeafKernels {
    /// `R` is for runs, and `V` for elements.
    const fn new<R: Vector, V: Vector, const E: usize>() -> Self {
        LeafKernels {
            name: V::NAME,
            runs: turns::<R, Runs, 1>,
            transpose: turns::<V, Transpose, E>,
            stream_transpose: transpose::stream::<V, E>,
            patches: if E < GROUP { patches::patches::<V, E> } else { patches::patches::<Bytes<E>, E> },
            stream_patches: if E < GROUP { patches::stream::<V, E> } else { patches::patches::<Bytes<E>, E> },
            singles: turns::<V, Singles, E>,
            stream: turns::<R, Stream, 1>,
        }
    }

    const fn of<V: Vector>() -> [Self; 6] {
        [
            Self::new::<V, V, 1>(),
            Self::new::<V, V, 2>(),
            Self::new::<V, V, 4>(),
            Self::new::<V, V, 8>(),
            Self::new::<V, V, 16>(),
            Self::new::<V, V, 32>(),
        ]
    }
}

/// The leaves of every instruction set that this processor has, the widest first, for elements of 1, 2, 4 and more
/// bytes each; and the portable ones.
fn available() -> [&'static [[LeafKernels; 6]]; 2] {
    #[cfg(target_arch = "x86_64")]
    let vectors = x86::available();
    #[cfg(target_arch = "aarch64")]
    let vectors = neon::available();
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let vectors = &[];
    [vectors, portable::available()]
}

/// The leaves for elements of 1, 2, 4, 8, 16 or 32 bytes on this processor: the widest that are found at run time, and
/// without `std` the widest that the build allows.
pub(super) fn leaves(element_bytes: usize) -> &'static LeafKernels {
    assert!(element_bytes.is_power_of_two() && element_bytes <= 32, "elements of 1 to 32 bytes");
    let [vectors, portable] = available();
    let widest = vectors.first().or(portable.first());
    &widest.expect("where no vectors are certain, the portable ones are there")
        [element_bytes.ilog2() as usize]
}

/// Orders what was written around the caches before all that follows, as other stores are.
pub(super) fn fence() {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    // SAFETY: the build says that the processor has it.
    unsafe {
        core::arch::x86_64::_mm_sfence();
    }
}
