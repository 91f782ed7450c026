//! Every leaf of every instruction set that the machine has, against its definition.

use super::{LeafKernels, Runs, Singles, Transpose, available, fence};
use std::vec::Vec;

/// Numbers that look random, and are the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % end
    }

    /// A stride of at least `least` bytes, upwards or downwards: often exactly as many, often whole lines.
    fn stride(&mut self, least: usize) -> isize {
        let stride = match self.below(4) {
            0 => least,
            1 => least.next_multiple_of(64),
            _ => least + self.below(100),
        };
        if self.below(3) == 0 { -stride.cast_signed() } else { stride.cast_signed() }
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.below(256) as u8).collect()
    }
}

/// Pieces of memory: where each begins, and the bytes of each.
struct Pieces {
    starts: Vec<isize>,
    len: usize,
}

impl Pieces {
    fn new(starts: impl Iterator<Item = isize>, len: usize) -> Self {
        Pieces { starts: starts.collect(), len }
    }

    /// Places on a grid of two modes.
    fn grid(modes: [(usize, isize); 2], len: usize) -> Self {
        let [(n, outer), (m, inner)] = modes.map(|(n, stride)| (n.cast_signed(), stride));
        Self::new((0..n).flat_map(|i| (0..m).map(move |j| i * outer + j * inner)), len)
    }

    /// The first byte of all, from the origin, and how many there are to the last.
    fn span(&self) -> (isize, usize) {
        let Some(first) = self.starts.iter().min() else { return (0, 0) };
        let last = self.starts.iter().max().unwrap();
        (*first, (last - first).cast_unsigned() + self.len)
    }
}

/// Checks that a leaf copies piece by piece, and touches nothing else. Often no other byte exists: then nothing but
/// the allocator, or a sanitizer, sees what is read or written beside it.
fn check(random: &mut Random, src: &Pieces, dst: &Pieces, run: impl Fn(*const u8, *mut u8), what: &str) {
    let mut margin = || if random.below(2) == 0 { 0 } else { random.below(70) };
    let margins = [margin(), margin(), margin(), margin()];
    let ((src_first, src_span), (dst_first, dst_span)) = (src.span(), dst.span());
    let from = random.bytes(margins[0] + src_span + margins[1]);
    let mut to = random.bytes(margins[2] + dst_span + margins[3]);
    let (src_origin, dst_origin) =
        (margins[0].cast_signed() - src_first, margins[2].cast_signed() - dst_first);
    let mut expected = to.clone();
    for (src_start, dst_start) in src.starts.iter().zip(&dst.starts) {
        let (from_start, to_start) = ((src_origin + src_start) as usize, (dst_origin + dst_start) as usize);
        expected[to_start..][..dst.len].copy_from_slice(&from[from_start..][..src.len]);
    }
    run(from.as_ptr().wrapping_offset(src_origin), to.as_mut_ptr().wrapping_offset(dst_origin));
    assert!(to == expected, "{what}");
}

/// Every set of leaves for elements of every size.
fn each_set(mut check: impl FnMut(&'static LeafKernels, usize)) {
    for e in [1, 2, 4, 8, 16] {
        for set in available(e) {
            check(set, e);
        }
    }
}

fn check_transpose(set: &LeafKernels, e: usize, shape: Transpose, random: &mut Random) {
    let Transpose { rows, cols, src, dst } = shape;
    let from = Pieces::grid([(rows, src), (cols, e.cast_signed())], e);
    let to = Pieces::grid([(rows, e.cast_signed()), (cols, dst)], e);
    // SAFETY: the buffers hold all pieces, and rows of the destination do not meet.
    let run = |src, dst| unsafe { (set.transpose)(src, dst, &[], shape) };
    check(random, &from, &to, run, &std::format!("{} {e} {shape:?}", set.name));
}

#[test]
fn a_transpose_is_its_definition() {
    each_set(|set, e| {
        let random = &mut Random(e as u64);
        for rows in 0..=40 {
            for cols in 0..=40 {
                let (src, dst) = (random.stride(cols * e), random.stride(rows * e));
                check_transpose(set, e, Transpose { rows, cols, src, dst }, random);
            }
        }
        for _ in 0..100 {
            let (rows, cols) = (random.below(300), random.below(300));
            let (src, dst) = (random.stride(cols * e), random.stride(rows * e));
            check_transpose(set, e, Transpose { rows, cols, src, dst }, random);
        }
    });
}

#[test]
fn rows_may_overlap_where_they_are_read() {
    each_set(|set, e| {
        let random = &mut Random(e as u64);
        for _ in 0..100 {
            let (rows, cols) = (random.below(80), random.below(80));
            let src = random.below(e + 2).cast_signed() - 1;
            check_transpose(set, e, Transpose { rows, cols, src, dst: random.stride(rows * e) }, random);
        }
    });
}

#[test]
fn interleaves_and_their_inverses_are_transposes() {
    each_set(|set, e| {
        let random = &mut Random(e as u64);
        for few in 1..=16 {
            for many in 0..=150 {
                let tight = (few * e).cast_signed();
                let shape = Transpose { rows: few, cols: many, src: random.stride(many * e), dst: tight };
                check_transpose(set, e, shape, random);
                let shape = Transpose { rows: many, cols: few, src: tight, dst: random.stride(many * e) };
                check_transpose(set, e, shape, random);
            }
        }
    });
}

#[test]
fn runs_are_their_definition() {
    each_set(|set, e| {
        let random = &mut Random(e as u64);
        for len in (0..=300).chain([511, 512, 513, 1000]) {
            for count in [0, 1, 2, random.below(20)] {
                let (src, dst) = (random.stride(len), random.stride(len));
                let src = if random.below(5) == 0 { random.below(3).cast_signed() - 1 } else { src };
                let from = Pieces::grid([(1, 0), (count, src)], len);
                let to = Pieces::grid([(1, 0), (count, dst)], len);
                let shape = Runs { count, len, src, dst };
                // SAFETY: the buffers hold all pieces, and runs of the destination do not meet.
                let run = |src, dst| unsafe { (set.runs)(src, dst, &[], shape) };
                check(random, &from, &to, run, &std::format!("{} {shape:?}", set.name));
            }
        }
    });
}

#[test]
fn singles_are_their_definition() {
    each_set(|set, e| {
        let random = &mut Random(e as u64);
        for count in 0..=300 {
            for src in [0, e.cast_signed(), -1, random.stride(e)] {
                for dst in [e.cast_signed(), random.stride(e)] {
                    let from = Pieces::grid([(1, 0), (count, src)], e);
                    let to = Pieces::grid([(1, 0), (count, dst)], e);
                    let shape = Singles { count, src, dst };
                    // SAFETY: the buffers hold all pieces, and elements of the destination do not meet.
                    let run = |src, dst| unsafe { (set.singles)(src, dst, &[], shape) };
                    check(random, &from, &to, run, &std::format!("{} {e} {shape:?}", set.name));
                }
            }
        }
    });
}

#[test]
fn a_stream_is_a_copy() {
    each_set(|set, e| {
        let random = &mut Random(e as u64);
        for len in (0..=300).chain([4095, 4096, 4097]) {
            let run = |src, dst| {
                // SAFETY: the buffers have as many bytes.
                unsafe { (set.stream)(src, dst, len) };
                fence();
            };
            let all = Pieces::new([0].into_iter(), len);
            check(random, &all, &all, run, &std::format!("{} stream {len}", set.name));
        }
    });
}
