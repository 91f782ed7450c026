//! Every leaf, of every instruction set that the machine has, against its definition.

use super::super::region::Loop;
use super::patches::GROUP;
use super::{LINE, LeafKernels, Patches, Runs, Singles, Stream, Transpose, available, fence};
use core::fmt::Debug;
use std::alloc;
use std::vec::Vec;

const SIZES: [usize; 6] = [1, 2, 4, 8, 16, 32];

/// Numbers that look random, and are the same each time; and as many bytes of them as any buffer has.
struct Random {
    state: u64,
    bytes: Vec<u8>,
}

impl Random {
    fn new() -> Self {
        let mut random = Random { state: 1, bytes: Vec::new() };
        random.bytes = (0..4 << 20).map(|_| random.below(256).to_le_bytes()[0]).collect();
        random
    }

    fn below(&mut self, end: usize) -> usize {
        self.state = self.state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.state >> 33) as usize % end
    }

    /// A stride of at least `least` bytes, upwards or downwards: often exactly as many, often whole lines, at times
    /// large powers of two.
    fn stride(&mut self, least: usize) -> isize {
        let stride = match self.below(8) {
            0..2 => least,
            2..4 => least.next_multiple_of(64),
            4 => least.next_multiple_of(2048),
            5 => least.next_multiple_of(4096),
            _ => least + self.below(100),
        };
        if self.below(3) == 0 { -stride.cast_signed() } else { stride.cast_signed() }
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        let start = self.below(1000);
        self.bytes[start..][..len].to_vec()
    }

    /// Bytes before or behind: often none, and else any number, or such that what follows is aligned to vectors.
    fn margin(&mut self) -> usize {
        match self.below(8) {
            0..4 => 0,
            4 => 16,
            5 => 32,
            _ => self.below(70),
        }
    }

    /// Up to two loops around pieces, in whose turns those of the destination do not meet.
    fn loops(&mut self, src: &mut Places, dst: &mut Places) -> Vec<Loop> {
        let mut loops = Vec::new();
        // enough that it is seen, and soon done
        while self.below(2) == 0 && loops.len() < 2 && dst.span().1 < 10_000 {
            let step = self.below(200).cast_signed() - 100;
            let apart = dst.span().1;
            // at times enough turns that they are lanes of a vector
            let most = if self.below(3) == 0 { 9 } else { 3 };
            let turns = Loop { extent: 1 + self.below(most), src: step, dst: self.stride(apart) };
            src.repeat(turns.extent, turns.src);
            dst.repeat(turns.extent, turns.dst);
            loops.push(turns);
        }
        loops
    }
}

/// Bytes whose first one begins a line. No other byte exists.
struct Aligned {
    start: *mut u8,
    len: usize,
}

impl Aligned {
    fn layout(len: usize) -> alloc::Layout {
        alloc::Layout::from_size_align(len.max(1), LINE).unwrap()
    }

    fn new(bytes: &[u8]) -> Self {
        // SAFETY: the layout has a size.
        let start = unsafe { alloc::alloc(Self::layout(bytes.len())) };
        assert!(!start.is_null());
        // SAFETY: it is new, and as large.
        unsafe { start.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        Aligned { start, len: bytes.len() }
    }

    fn bytes(&self) -> &[u8] {
        // SAFETY: as many were written.
        unsafe { core::slice::from_raw_parts(self.start, self.len) }
    }
}

impl Drop for Aligned {
    fn drop(&mut self) {
        // SAFETY: it was allocated with this layout.
        unsafe { alloc::dealloc(self.start, Self::layout(self.len)) }
    }
}

/// Places of memory: where each begins, and the bytes of each.
struct Places {
    starts: Vec<isize>,
    len: usize,
}

impl Places {
    /// One for every coordinate of two modes of extent and stride.
    fn new([(n, outer), (m, inner)]: [(usize, isize); 2], len: usize) -> Self {
        let (n, m) = (n.cast_signed(), m.cast_signed());
        Places { starts: (0..n).flat_map(|i| (0..m).map(move |j| i * outer + j * inner)).collect(), len }
    }

    /// So many times, a step apart.
    fn repeat(&mut self, times: usize, step: isize) {
        let once = self.starts.clone();
        self.starts =
            (0..times.cast_signed()).flat_map(|k| once.iter().map(move |at| at + k * step)).collect();
    }

    /// How far the first byte lies before the origin, and how many bytes there are to the last one.
    fn span(&self) -> (isize, usize) {
        let Some(first) = self.starts.iter().min() else { return (0, 0) };
        let last = self.starts.iter().max().unwrap();
        (-first, (last - first).cast_unsigned() + self.len)
    }
}

/// A leaf, of a set of them, in loops.
type Run<'a> = &'a dyn Fn(&LeafKernels, *const u8, *mut u8, &[Loop]);

/// Checks that leaves of every instruction set copy piece by piece, in loops too, and touch nothing else. Often no
/// other byte exists: then nothing but the allocator, or a sanitizer, sees what is read or written beside it.
fn check(
    random: &mut Random,
    [mut src, mut dst]: [Places; 2],
    element_bytes: usize,
    what: &dyn Debug,
    runs: &[Run<'_>],
) {
    let loops = random.loops(&mut src, &mut dst);
    let ((src_origin, src_span), (dst_origin, dst_span)) = (src.span(), dst.span());
    let (src_margin, dst_margin) = (random.margin(), random.margin());
    let (src_len, dst_len) =
        (src_margin + src_span + random.margin(), dst_margin + dst_span + random.margin());
    let (from, before) = (random.bytes(src_len), random.bytes(dst_len));
    let (src_origin, dst_origin) =
        (src_margin.cast_signed() + src_origin, dst_margin.cast_signed() + dst_origin);
    let mut after = before.clone();
    for (src_start, dst_start) in src.starts.iter().zip(&dst.starts) {
        let (src_start, dst_start) = (src_origin + src_start, dst_origin + dst_start);
        after[dst_start.cast_unsigned()..][..dst.len]
            .copy_from_slice(&from[src_start.cast_unsigned()..][..src.len]);
    }
    for set in available().into_iter().flatten().map(|sizes| &sizes[element_bytes.ilog2() as usize]) {
        for (i, run) in runs.iter().enumerate() {
            let to = Aligned::new(&before);
            let (src, dst) =
                (from.as_ptr().wrapping_offset(src_origin), to.start.wrapping_offset(dst_origin));
            run(set, src, dst, &loops);
            assert!(
                to.bytes() == after,
                "leaf {i} of {}, {element_bytes} bytes: {what:?} in {loops:?}",
                set.name
            );
        }
    }
}

fn check_transpose(random: &mut Random, e: usize, shape: Transpose) {
    let Transpose { rows, cols, src, dst } = shape;
    let element = e.cast_signed();
    let pieces =
        [Places::new([(rows, src), (cols, element)], e), Places::new([(rows, element), (cols, dst)], e)];
    // SAFETY: the buffers hold all pieces, and columns of the destination do not meet.
    let plain: Run<'_> = &|set, src, dst, loops| unsafe { (set.transpose)(src, dst, loops, &shape) };
    let around: Run<'_> = &|set, src, dst, loops| {
        // SAFETY: likewise.
        unsafe { (set.stream_transpose)(src, dst, loops, &shape) };
        fence();
    };
    check(random, pieces, e, &shape, &[plain, around]);
}

#[test]
fn a_transpose_is_its_definition() {
    let random = &mut Random::new();
    for e in SIZES {
        for rows in 0..=40 {
            for cols in 0..=40 {
                let (src, dst) = (random.stride(cols * e), random.stride(rows * e));
                check_transpose(random, e, Transpose { rows, cols, src, dst });
            }
        }
        for _ in 0..50 {
            let (rows, cols) = (random.below(100), random.below(100));
            let (src, dst) = (random.stride(cols * e), random.stride(rows * e));
            check_transpose(random, e, Transpose { rows, cols, src, dst });
        }
    }
}

/// Squares are cut, and rows or columns push each other out of the caches.
#[test]
fn a_large_transpose_is_its_definition() {
    let random = &mut Random::new();
    for (e, rows, cols, src, dst) in [
        (1, 700, 600, 600, 700),
        (1, 515, 520, 576, 1024),
        (2, 530, 300, -600, 1088),
        (2, 90, 70, 4096, 180),
        (4, 100, 100, 4096, 448),
        (4, 100, 100, -8192, 4096),
        (4, 520, 33, 132, 2112),
        (8, 60, 70, 8192, 512),
        (8, 33, 90, 720, -4096),
        (16, 40, 60, 8192, 640),
        (16, 60, 40, 640, 4096),
        (32, 40, 30, 1024, 4096),
    ] {
        check_transpose(random, e, Transpose { rows, cols, src, dst });
    }
}

#[test]
fn rows_may_overlap_where_they_are_read() {
    let random = &mut Random::new();
    for e in SIZES {
        for _ in 0..50 {
            let (rows, cols) = (random.below(80), random.below(80));
            let src = random.below(e + 2).cast_signed() - 1;
            let dst = random.stride(rows * e);
            check_transpose(random, e, Transpose { rows, cols, src, dst });
        }
    }
}

#[test]
fn columns_of_half_a_line_that_follow_each_other_are_transposed() {
    let random = &mut Random::new();
    for e in SIZES {
        let rows = LINE / 2 / e;
        for cols in (1..=3).map(|times| times * rows).chain([rows + 1, random.below(100)]) {
            for _ in 0..20 {
                let src = random.stride(cols * e);
                check_transpose(random, e, Transpose { rows, cols, src, dst: (rows * e).cast_signed() });
            }
        }
    }
}

#[test]
fn interleaves_and_their_inverses_are_transposes() {
    let random = &mut Random::new();
    for e in SIZES {
        for few in 1..=16 {
            for _ in 0..20 {
                // often a lane, or such that all rows together are a vector, and often one behind the other
                let (many, is_dense) = match random.below(4) {
                    0 => (GROUP / e, false),
                    1 => ((GROUP << random.below(3)) / (few * e), true),
                    _ => (random.below(150), false),
                };
                let tight = (few * e).cast_signed();
                let loose = if is_dense { (many * e).cast_signed() } else { random.stride(many * e) };
                check_transpose(random, e, Transpose { rows: few, cols: many, src: loose, dst: tight });
                check_transpose(random, e, Transpose { rows: many, cols: few, src: tight, dst: loose });
            }
        }
    }
}

#[test]
fn patches_are_transposed() {
    let random = &mut Random::new();
    for e in SIZES {
        let group = (GROUP / e).max(1);
        for _ in 0..300 {
            let (rows, cols) = (group * (1 + random.below(6)), group * (1 + random.below(6)));
            // in a group at any places, that do not meet in the destination
            let within: Vec<isize> =
                (0..group).map(|i| if i == 0 { 0 } else { random.below(1000).cast_signed() }).collect();
            let between = random.stride(cols * e);
            let from: Vec<isize> =
                (0..rows).map(|i| within[i % group] + (i / group).cast_signed() * between).collect();
            let least = random.stride(rows * e);
            let (near, far) = if random.below(2) == 0 { (group, 1) } else { (1, cols / group) };
            let to: Vec<isize> =
                (0..cols).map(|j| (j / group * near + j % group * far).cast_signed() * least).collect();
            let (mut reads, mut writes) = (Vec::new(), Vec::new());
            for (i, row) in from.iter().enumerate() {
                for (j, col) in to.iter().enumerate() {
                    reads.push(row + (j * e).cast_signed());
                    writes.push(col + (i * e).cast_signed());
                }
            }
            let pieces = [Places { starts: reads, len: e }, Places { starts: writes, len: e }];
            let shape = Patches { rows: &from, cols: &to };
            // SAFETY: the buffers hold all pieces, and columns of the destination do not meet.
            let plain: Run<'_> = &|set, src, dst, loops| unsafe { (set.patches)(src, dst, loops, &shape) };
            let around: Run<'_> = &|set, src, dst, loops| {
                // SAFETY: likewise.
                unsafe { (set.stream_patches)(src, dst, loops, &shape) };
                fence();
            };
            check(random, pieces, e, &shape, &[plain, around]);
        }
    }
}

#[test]
fn runs_are_their_definition() {
    let random = &mut Random::new();
    for len in (0..=300).chain([511, 512, 513, 1000]) {
        for count in [0, 1, 2, random.below(20)] {
            for src in [0, -1, random.stride(len)] {
                let dst = random.stride(len);
                let pieces =
                    [Places::new([(1, 0), (count, src)], len), Places::new([(1, 0), (count, dst)], len)];
                let shape = Runs { count, len, src, dst };
                // SAFETY: the buffers hold all pieces, and runs of the destination do not meet.
                let run: Run<'_> = &|set, src, dst, loops| unsafe { (set.runs)(src, dst, loops, &shape) };
                check(random, pieces, 1, &shape, &[run]);
            }
        }
    }
}

#[test]
fn singles_are_their_definition() {
    let random = &mut Random::new();
    for e in SIZES {
        let element = e.cast_signed();
        for count in 0..=300 {
            for (src, dst) in
                [(0, element), (element, random.stride(e)), (-1, element), (random.stride(e), element)]
            {
                let pieces = [Places::new([(1, 0), (count, src)], e), Places::new([(1, 0), (count, dst)], e)];
                let shape = Singles { count, src, dst };
                // SAFETY: the buffers hold all pieces, and elements of the destination do not meet.
                let run: Run<'_> = &|set, src, dst, loops| unsafe { (set.singles)(src, dst, loops, &shape) };
                check(random, pieces, e, &shape, &[run]);
            }
        }
    }
}

#[test]
fn a_stream_is_a_copy() {
    let random = &mut Random::new();
    for len in (0..=300).chain([4095, 4096, 4097]) {
        let all = || Places::new([(1, 0), (1, 0)], len);
        let run: Run<'_> = &|set, src, dst, loops| {
            // SAFETY: the buffers have as many bytes.
            unsafe { (set.stream)(src, dst, loops, &Stream(len)) };
            fence();
        };
        check(random, [all(), all()], 1, &len, &[run]);
    }
}
