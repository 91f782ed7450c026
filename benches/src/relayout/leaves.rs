//! What is done inside the loops of a relayout by hand: runs, transposes in registers, zips, elements.
#![allow(unsafe_code)]

use super::job::{Job, Leaf};
use super::modes::Loop;

/// Does a job on the bytes of the elements.
///
/// # Panics
/// If a buffer is too small.
pub(super) fn run<T: Copy>(job: &Job, src: &[T], dst: &mut [T]) {
    assert!(job.room.0 <= size_of_val(src) && job.room.1 <= size_of_val(dst));
    let (src, dst) = (src.as_ptr().cast::<u8>(), dst.as_mut_ptr().cast::<u8>());
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the feature is there; the job stays inside its room, which the buffers have.
        return unsafe { vectors::run(job, src, dst) };
    }
    // SAFETY: the job stays inside its room, which the buffers have.
    unsafe { plain(job, src, dst) };
}

/// Calls `leaf` with the places of every step of the loops, the innermost first.
#[inline(always)]
fn each_step(job: &Job, mut leaf: impl FnMut(usize, usize)) {
    const ONCE: Loop = Loop { extent: 1, src: 0, dst: 0 };
    let inner = job.loops.first().copied().unwrap_or(ONCE);
    let middle = job.loops.get(1).copied().unwrap_or(ONCE);
    let outer = job.loops.get(2..).unwrap_or(&[]);
    let mut counts = [0; 16];
    let (mut src, mut dst) = (job.src, job.dst);
    loop {
        for i in 0..middle.extent {
            let (src, dst) = (src + i * middle.src, dst + i * middle.dst);
            for j in 0..inner.extent {
                leaf(src + j * inner.src, dst + j * inner.dst);
            }
        }
        let mut number = 0;
        loop {
            let Some(each) = outer.get(number) else { return };
            counts[number] += 1;
            (src, dst) = (src + each.src, dst + each.dst);
            if counts[number] < each.extent {
                break;
            }
            counts[number] = 0;
            (src, dst) = (src - each.extent * each.src, dst - each.extent * each.dst);
            number += 1;
        }
    }
}

/// Any job without vectors.
///
/// # Safety
/// What the job reads and writes is inside the buffers.
#[inline(always)]
unsafe fn plain(job: &Job, src: *const u8, dst: *mut u8) {
    match &job.leaf {
        // SAFETY: as the caller says.
        Leaf::Run { bytes } => each_step(job, |from, to| unsafe {
            src.add(from).copy_to_nonoverlapping(dst.add(to), *bytes);
        }),
        // SAFETY: as the caller says.
        Leaf::Element { width: 1 } => unsafe { elements::<1>(job, src, dst) },
        // SAFETY: as the caller says.
        Leaf::Element { width: 2 } => unsafe { elements::<2>(job, src, dst) },
        // SAFETY: as the caller says.
        Leaf::Element { width: 4 } => unsafe { elements::<4>(job, src, dst) },
        // SAFETY: as the caller says.
        Leaf::Element { .. } => unsafe { elements::<8>(job, src, dst) },
        Leaf::Tile(tile) => each_step(job, |from, to| {
            for (i, row) in tile.from.iter().enumerate() {
                for (j, col) in tile.to.iter().enumerate() {
                    let (from, to) = (from + row + j * tile.width, to + col + i * tile.width);
                    // SAFETY: as the caller says.
                    unsafe { src.add(from).copy_to_nonoverlapping(dst.add(to), tile.width) };
                }
            }
        }),
        &Leaf::Zip { width, gap, wide } => each_step(job, |from, to| {
            for i in 0..(if wide { 32 } else { 16 }) / width {
                for row in 0..2 {
                    let (from, to) = (from + row * gap + i * width, to + (2 * i + row) * width);
                    // SAFETY: as the caller says.
                    unsafe { src.add(from).copy_to_nonoverlapping(dst.add(to), width) };
                }
            }
        }),
        &Leaf::Unzip { width, gap, wide } => each_step(job, |from, to| {
            for i in 0..(if wide { 32 } else { 16 }) / width {
                for row in 0..2 {
                    let (from, to) = (from + (2 * i + row) * width, to + row * gap + i * width);
                    // SAFETY: as the caller says.
                    unsafe { src.add(from).copy_to_nonoverlapping(dst.add(to), width) };
                }
            }
        }),
    }
}

/// # Safety
/// As of [`plain`].
#[inline(always)]
unsafe fn elements<const WIDTH: usize>(job: &Job, src: *const u8, dst: *mut u8) {
    // SAFETY: as the caller says.
    each_step(job, |from, to| unsafe {
        src.add(from).copy_to_nonoverlapping(dst.add(to), WIDTH);
    });
}

#[cfg(target_arch = "x86_64")]
mod vectors {
    use super::super::job::{Job, Leaf, Tile};
    use super::{each_step, plain};
    use std::arch::x86_64::*;

    /// # Safety
    /// As of [`plain`].
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn run(job: &Job, src: *const u8, dst: *mut u8) {
        // SAFETY: as the caller says.
        unsafe {
            match &job.leaf {
                Leaf::Run { bytes } if job.streams && dst.addr().is_multiple_of(32) => {
                    stream(job, *bytes, src, dst);
                }
                Leaf::Run { bytes: 16 } => runs::<16>(job, src, dst),
                Leaf::Run { bytes: 32 } => runs::<32>(job, src, dst),
                Leaf::Run { bytes: 64 } => runs::<64>(job, src, dst),
                Leaf::Run { bytes: 128 } => runs::<128>(job, src, dst),
                Leaf::Run { bytes: 256 } => runs::<256>(job, src, dst),
                Leaf::Tile(tile) => match tile.width {
                    1 => tiles::<1, 16>(job, tile, src, dst),
                    2 => tiles::<2, 8>(job, tile, src, dst),
                    4 => tiles::<4, 4>(job, tile, src, dst),
                    _ => tiles::<8, 2>(job, tile, src, dst),
                },
                &Leaf::Zip { width, gap, wide } => match width {
                    1 => zips::<1>(job, gap, wide, src, dst),
                    2 => zips::<2>(job, gap, wide, src, dst),
                    4 => zips::<4>(job, gap, wide, src, dst),
                    _ => zips::<8>(job, gap, wide, src, dst),
                },
                &Leaf::Unzip { width, gap, wide } => match width {
                    1 => unzips::<1>(job, gap, wide, src, dst),
                    2 => unzips::<2>(job, gap, wide, src, dst),
                    4 => unzips::<4>(job, gap, wide, src, dst),
                    _ => unzips::<8>(job, gap, wide, src, dst),
                },
                Leaf::Run { .. } | Leaf::Element { .. } => plain(job, src, dst),
            }
        }
    }

    /// # Safety
    /// As of [`plain`].
    #[target_feature(enable = "avx2")]
    unsafe fn runs<const BYTES: usize>(job: &Job, src: *const u8, dst: *mut u8) {
        each_step(job, |from, to| {
            // SAFETY: as the caller says.
            let run = unsafe { src.add(from).cast::<[u8; BYTES]>().read() };
            // SAFETY: as the caller says.
            unsafe { dst.add(to).cast::<[u8; BYTES]>().write(run) };
        });
    }

    /// # Safety
    /// As of [`plain`]; the writes are of whole vectors, aligned.
    #[target_feature(enable = "avx2")]
    unsafe fn stream(job: &Job, bytes: usize, src: *const u8, dst: *mut u8) {
        each_step(job, |from, to| {
            for at in (0..bytes).step_by(32) {
                // SAFETY: as the caller says.
                unsafe {
                    let vector = _mm256_loadu_si256(src.add(from + at).cast());
                    _mm256_stream_si256(dst.add(to + at).cast(), vector);
                }
            }
        });
        _mm_sfence();
    }

    /// # Safety
    /// As of [`plain`].
    #[target_feature(enable = "avx2")]
    unsafe fn tiles<const W: usize, const N: usize>(job: &Job, tile: &Tile, src: *const u8, dst: *mut u8) {
        let strided = |starts: &[usize]| starts.iter().enumerate().all(|(i, &start)| start == i * starts[1]);
        let strided = strided(&tile.from) && strided(&tile.to);
        let streams = job.streams && dst.addr().is_multiple_of(32);
        // SAFETY: as the caller says.
        unsafe {
            match (tile.wide, strided, streams) {
                (true, true, true) => transposes::<W, N, true, true, true>(job, tile, src, dst),
                (true, true, false) => transposes::<W, N, true, true, false>(job, tile, src, dst),
                (true, false, true) => transposes::<W, N, true, false, true>(job, tile, src, dst),
                (true, false, false) => transposes::<W, N, true, false, false>(job, tile, src, dst),
                (false, ..) => transposes::<W, N, false, false, false>(job, tile, src, dst),
            }
        }
    }

    /// Tiles of `N` columns, and `N` rows or twice as many: a half of each vector for each `N` rows.
    ///
    /// # Safety
    /// As of [`plain`].
    #[target_feature(enable = "avx2")]
    unsafe fn transposes<
        const W: usize,
        const N: usize,
        const WIDE: bool,
        const STRIDED: bool,
        const STREAMS: bool,
    >(
        job: &Job,
        tile: &Tile,
        src: *const u8,
        dst: *mut u8,
    ) {
        let (from, to): (&[usize], &[usize; N]) = (&tile.from, tile.to[..].try_into().expect("N columns"));
        assert!(from.len() == if WIDE { 2 * N } else { N });
        let (row, col) = (from[1], to[1]);
        each_step(job, |start, end| {
            let mut rows = [_mm256_setzero_si256(); N];
            for (i, vector) in rows.iter_mut().enumerate() {
                let at = |i: usize| start + if STRIDED { i * row } else { from[i] };
                // SAFETY: as the caller says.
                *vector = unsafe {
                    let low = _mm_loadu_si128(src.add(at(i)).cast());
                    if WIDE {
                        _mm256_set_m128i(_mm_loadu_si128(src.add(at(i + N)).cast()), low)
                    } else {
                        _mm256_castsi128_si256(low)
                    }
                };
            }
            // interleaving the first half of the rows with the second, as often as it takes, transposes
            let mut block = N;
            while block > 1 {
                let before = rows;
                for i in 0..N / 2 {
                    rows[2 * i] = low::<W>(before[i], before[i + N / 2]);
                    rows[2 * i + 1] = high::<W>(before[i], before[i + N / 2]);
                }
                block /= 2;
            }
            for (i, &vector) in rows.iter().enumerate() {
                let at = end + if STRIDED { i * col } else { to[i] };
                // SAFETY: as the caller says.
                unsafe {
                    if STREAMS {
                        _mm256_stream_si256(dst.add(at).cast(), vector);
                    } else if WIDE {
                        _mm256_storeu_si256(dst.add(at).cast(), vector);
                    } else {
                        _mm_storeu_si128(dst.add(at).cast(), _mm256_castsi256_si128(vector));
                    }
                }
            }
        });
        if STREAMS {
            _mm_sfence();
        }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn low<const W: usize>(a: __m256i, b: __m256i) -> __m256i {
        match W {
            1 => _mm256_unpacklo_epi8(a, b),
            2 => _mm256_unpacklo_epi16(a, b),
            4 => _mm256_unpacklo_epi32(a, b),
            _ => _mm256_unpacklo_epi64(a, b),
        }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn high<const W: usize>(a: __m256i, b: __m256i) -> __m256i {
        match W {
            1 => _mm256_unpackhi_epi8(a, b),
            2 => _mm256_unpackhi_epi16(a, b),
            4 => _mm256_unpackhi_epi32(a, b),
            _ => _mm256_unpackhi_epi64(a, b),
        }
    }

    /// # Safety
    /// As of [`plain`].
    #[target_feature(enable = "avx2")]
    unsafe fn zips<const W: usize>(job: &Job, gap: usize, wide: bool, src: *const u8, dst: *mut u8) {
        if wide {
            // SAFETY: as the caller says.
            each_step(job, |from, to| unsafe {
                let first = _mm256_loadu_si256(src.add(from).cast());
                let second = _mm256_loadu_si256(src.add(from + gap).cast());
                let (low, high) = (low::<W>(first, second), high::<W>(first, second));
                _mm256_storeu_si256(dst.add(to).cast(), _mm256_permute2x128_si256::<0x20>(low, high));
                _mm256_storeu_si256(dst.add(to + 32).cast(), _mm256_permute2x128_si256::<0x31>(low, high));
            });
        } else {
            // SAFETY: as the caller says.
            each_step(job, |from, to| unsafe {
                let load = |at| _mm256_castsi128_si256(_mm_loadu_si128(src.add(at).cast()));
                let (first, second) = (load(from), load(from + gap));
                let (low, high) = (low::<W>(first, second), high::<W>(first, second));
                _mm_storeu_si128(dst.add(to).cast(), _mm256_castsi256_si128(low));
                _mm_storeu_si128(dst.add(to + 16).cast(), _mm256_castsi256_si128(high));
            });
        }
    }

    /// # Safety
    /// As of [`plain`].
    #[target_feature(enable = "avx2")]
    unsafe fn unzips<const W: usize>(job: &Job, gap: usize, wide: bool, src: *const u8, dst: *mut u8) {
        if wide {
            // SAFETY: as the caller says.
            each_step(job, |from, to| unsafe {
                let load = |at| {
                    let apart = apart::<W>(_mm256_loadu_si256(src.add(at).cast()));
                    _mm256_permute4x64_epi64::<0b11_01_10_00>(apart)
                };
                let (low, high) = (load(from), load(from + 32));
                _mm256_storeu_si256(dst.add(to).cast(), _mm256_permute2x128_si256::<0x20>(low, high));
                _mm256_storeu_si256(dst.add(to + gap).cast(), _mm256_permute2x128_si256::<0x31>(low, high));
            });
        } else {
            // SAFETY: as the caller says.
            each_step(job, |from, to| unsafe {
                let load = |at| apart::<W>(_mm256_castsi128_si256(_mm_loadu_si128(src.add(at).cast())));
                let (low, high) = (load(from), load(from + 16));
                let (first, second) = (_mm256_unpacklo_epi64(low, high), _mm256_unpackhi_epi64(low, high));
                _mm_storeu_si128(dst.add(to).cast(), _mm256_castsi256_si128(first));
                _mm_storeu_si128(dst.add(to + gap).cast(), _mm256_castsi256_si128(second));
            });
        }
    }

    /// In both halves of a vector, the elements of even number before those of odd number.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn apart<const W: usize>(vector: __m256i) -> __m256i {
        let order = match W {
            1 => _mm_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15),
            2 => _mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15),
            4 => return _mm256_shuffle_epi32::<0b11_01_10_00>(vector),
            _ => return vector,
        };
        _mm256_shuffle_epi8(vector, _mm256_broadcastsi128_si256(order))
    }
}
