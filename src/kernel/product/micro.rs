//! The micro-kernel: a tile of the product, summed in registers.

use super::lanes::Lanes;

/// The most vectors of a column of a tile, and the most columns.
pub(super) const MOST_VECTORS: usize = 3;
pub(super) const MOST_COLS: usize = 8;
/// As many lines of `a` are read side by side where each lies on pages of its own: processors fetch so many ahead.
pub(super) const STREAMS: usize = 8;

/// Where the sums of a tile go.
#[derive(Clone, Copy)]
pub(super) struct TilePlaces {
    pub(super) first: *mut u8,
    /// Where, in elements from there, each vector of a column lies: as many as there are.
    pub(super) vectors: [isize; MOST_VECTORS],
    /// And each column.
    pub(super) cols: [isize; MOST_COLS],
    /// Of a part of a tile: how many columns it has, and how many lanes its last vectors.
    pub(super) part: (usize, usize),
    pub(super) update: Update,
}

/// What becomes of sums and of what is where they go: `alpha * sum + beta * old`. Factors are elements somewhere.
#[derive(Clone, Copy)]
pub(super) struct Update {
    pub(super) alpha: Option<*const u8>,
    pub(super) old: Old,
}

/// What becomes of what is there.
#[derive(Clone, Copy)]
pub(in crate::kernel) enum Old {
    Replaced,
    Kept,
    Times(*const u8),
}

impl Update {
    /// The sums alone.
    pub(super) const SUMS: Update = Update { alpha: None, old: Old::Replaced };
}

/// What the sums of a tile are made of: a panel of `a` and one of `b`.
#[derive(Clone, Copy)]
pub(super) struct TileFactors {
    pub(super) depth: usize,
    /// Where the panels begin, and after how many elements the next line does: of packed ones as many as they are wide.
    pub(super) a: (*const u8, isize),
    pub(super) b: (*const u8, isize),
    /// Where, in elements from its first one, those of a line of `b` lie. Those of `a` follow each other.
    pub(super) places: [isize; MOST_COLS],
}

/// Sums the products of two panels.
///
/// # Safety
///
/// The processor has the instruction set. Both panels hold elements, and the places of the tile may be written; unless
/// what is there is replaced, they hold elements too. The factors of the update can be read. For a part of a tile all
/// this is said of its rows and columns only.
pub(super) type SumTile = unsafe fn(&TileFactors, &TilePlaces);

/// Sums the products of rows with a column, a dot product for each row.
///
/// # Safety
///
/// The processor has the instruction set. From the place of `a` on, and from each of the places behind that of `b`,
/// `depth` elements follow each other; and as many sums as there are places may be written.
pub(super) type SumDots = unsafe fn(&TileFactors, *mut u8);

/// Adds lines of `a` up, each times an element of a column `b`: so many rows, which follow each other.
///
/// # Safety
///
/// The processor has the instruction set. There are `depth` lines and as many elements of the column. In each line so
/// many elements follow each other, and so do places that may be written; unless what is there is replaced, they hold
/// elements too. The factors of the update can be read.
pub(super) type SumLines = unsafe fn(&TileFactors, *mut u8, usize, &Update);

/// Writes into the line in front of a panel of `b` what sums of its columns begin with, where fours of the left factor
/// are moved by 128: the sums of the columns, times -128 if these have a sign, else times 128. The panel begins with
/// that line, has so many behind it, and is so wide.
///
/// # Safety
///
/// The processor has the instruction set. The panel may be read and written, and is no wider than there are lanes.
pub(super) type SumColumns = unsafe fn(*mut u8, usize, usize);

/// What sums tiles, compiled for one instruction set and one type of elements.
#[derive(Clone, Copy)]
pub(super) struct MicroKernel {
    /// The instruction set.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests say which one is wrong"))]
    pub(super) name: &'static str,
    /// The rows of a tile: the width of the panels of `a`.
    pub(super) rows: usize,
    /// The columns of a tile: the width of the panels of `b`.
    pub(super) cols: usize,
    /// What sums a whole tile, and what sums the first rows of one.
    pub(super) parts: &'static [TilePart],
    pub(super) dots: SumDots,
    pub(super) lines: SumLines,
}

/// The first rows of tiles, and what sums them.
#[derive(Clone, Copy)]
pub(super) struct TilePart {
    pub(super) rows: usize,
    /// How many of them are stored together, and how many times.
    pub(super) vector: usize,
    pub(super) vectors: usize,
    /// So many lines lie in front of each panel of `b`, which sums begin with.
    pub(super) starts: usize,
    /// What sums so many columns, the fewest first, those of the kernel last.
    pub(super) sums: &'static [ColumnSums],
}

/// What sums some columns of a tile, or fewer.
#[derive(Clone, Copy)]
pub(super) struct ColumnSums {
    pub(super) cols: usize,
    pub(super) whole: SumTile,
    /// What sums a part of them, in which not all lanes of the last vectors are: where the instruction set has masks.
    pub(super) part: Option<SumTile>,
}

impl TilePart {
    /// Of `U` vectors.
    pub(super) const fn new<V: Lanes, const U: usize>(sums: &'static [ColumnSums]) -> Self {
        assert!(U <= MOST_VECTORS);
        let starts = if V::HAVE_STARTS { 1 } else { 0 };
        TilePart { rows: U * V::COUNT, vector: V::COUNT, vectors: U, starts, sums }
    }

    /// Of `U` vectors and `N` columns, of instructions that every processor of the build has, none with masks.
    pub(super) const fn without_masks<V: Lanes, const U: usize, const N: usize>() -> Self {
        Self::new::<V, U>(const { &[ColumnSums { cols: N, whole: tile::<V, U, N, true>, part: None }] })
    }

    /// What sums the fewest columns that are as many.
    pub(super) fn sums(&self, cols: usize) -> &ColumnSums {
        let (last, narrower) = self.sums.split_last().expect("the columns of the kernel");
        narrower.iter().find(|sums| sums.cols >= cols).unwrap_or(last)
    }

    /// So many rows are read of a panel that has as many, this part at most: all of the part without masks.
    pub(super) fn edge(&self, rows: usize) -> usize {
        if self.has_masks() { rows } else { self.rows }
    }

    fn has_masks(&self) -> bool {
        self.sums[0].part.is_some()
    }
}

/// To copy sums of a column takes as long as to multiply so many vectors.
const COPIED: usize = 48;
/// So many elements are packed in the time in which a vector is multiplied.
const PACKED: usize = 2;

impl MicroKernel {
    /// Of some columns, and of parts of rows, all of them first.
    pub(super) const fn new(
        name: &'static str,
        cols: usize,
        parts: &'static [TilePart],
        (dots, lines): (SumDots, SumLines),
    ) -> Self {
        assert!(cols <= MOST_COLS);
        MicroKernel { name, rows: parts[0].rows, cols, parts, dots, lines }
    }

    /// The same kernel, and those of narrower tiles.
    pub(super) fn narrower(self) -> impl DoubleEndedIterator<Item = Self> {
        (0..self.parts.len()).map(move |first| {
            let parts = &self.parts[first..];
            MicroKernel { rows: parts[0].rows, parts, ..self }
        })
    }

    /// That of them by which a product of so many rows, columns and so much depth takes the least time.
    pub(super) fn for_sizes(self, (rows, cols, depth): (usize, usize, usize)) -> Self {
        let tiles = cols.div_ceil(self.cols);
        self.narrower().rev().min_by_key(|kernel| kernel.cost(rows, tiles, depth)).unwrap_or(self)
    }

    /// The time of a product of so many rows, tiles along the columns, and so much depth, in vectors that are
    /// multiplied: for each line of the panels of a tile as many as are, or as are loaded if these are more, and one
    /// for its beginning and its end. Half a vector takes as long as a whole one. Without masks, rows that fill no part
    /// are packed, and their sums copied.
    fn cost(&self, rows: usize, tiles: usize, depth: usize) -> usize {
        let of_line = |part: &TilePart| (part.vectors * self.cols).max(part.vectors + self.cols) + 1;
        let (whole, rest) = (rows / self.rows, rows % self.rows);
        let part = self.part(rest);
        let (mut lines, mut copied, mut packed) = (whole * of_line(&self.parts[0]), 0, 0);
        if rest > 0 {
            lines += of_line(part);
        }
        if rest > 0 && part.edge(rest) > rest {
            (copied, packed) = (self.cols * COPIED, rest / PACKED);
        }
        let of_tiles = lines.saturating_mul(depth).saturating_add(copied).saturating_mul(tiles);
        of_tiles.saturating_add(packed.saturating_mul(depth))
    }

    /// The smallest part with so many rows.
    pub(super) fn part(&self, rows: usize) -> &TilePart {
        self.parts.iter().rfind(|part| part.rows >= rows).unwrap_or(&self.parts[0])
    }
}

/// The text of all micro-kernels: `U` vectors by `N` columns, or a part of them.
///
/// # Safety
///
/// As of [`SumTile`].
#[inline(always)]
pub(super) unsafe fn tile<V: Lanes, const U: usize, const N: usize, const WHOLE: bool>(
    from: &TileFactors,
    to: &TilePlaces,
) {
    let (mut a, mut b) = (from.a.0.cast::<V::Element>(), from.b.0.cast::<V::Element>());
    let first = to.first.cast::<V::Element>();
    let count = if WHOLE { N } else { to.part.0 };
    // of a part of a tile the last vectors have some lanes only
    let lanes = |vector| (!WHOLE && vector + 1 == U).then_some(to.part.1);
    // SAFETY: the panels have `depth` lines of so many elements, and the tile has so many places.
    unsafe {
        let mut sums = [[V::zero(); U]; N];
        for col in &to.cols[..N] {
            for vector in &to.vectors[..U] {
                V::expect(first.wrapping_offset(col + vector));
            }
        }
        if V::HAVE_STARTS {
            for (sums, place) in sums.iter_mut().zip(from.places) {
                *sums = [V::splat(b.offset(place)); U];
            }
            b = b.offset(from.b.1);
        }
        for _ in 0..from.depth {
            let mut line = [V::zero(); U];
            for (vector, of_line) in line.iter_mut().enumerate() {
                *of_line = load(a.add(vector * V::COUNT), lanes(vector));
            }
            for (sums, place) in sums.iter_mut().zip(from.places) {
                let factor = V::splat(b.offset(place));
                for (sum, of_line) in sums.iter_mut().zip(line) {
                    *sum = sum.plus_product(of_line, factor);
                }
            }
            // behind the last line there may be no place
            (a, b) = (a.wrapping_offset(from.a.1), b.wrapping_offset(from.b.1));
        }
        if let Some(alpha) = to.update.alpha {
            let alpha = V::splat(alpha.cast());
            for sum in sums.as_flattened_mut() {
                *sum = sum.scaled(alpha);
            }
        }
        for (number, (sums, col)) in sums.iter().zip(to.cols).enumerate() {
            if !WHOLE && number >= count {
                break;
            }
            for (vector, (&sum, at)) in sums.iter().zip(to.vectors).enumerate() {
                put(sum, first.offset(col + at), to.update.old, lanes(vector));
            }
        }
    }
}

/// A vector, or its first lanes.
///
/// # Safety
///
/// The processor has the instruction set, and so many elements are readable.
#[inline(always)]
pub(super) unsafe fn load<V: Lanes>(from: *const V::Element, lanes: Option<usize>) -> V {
    // SAFETY: by the contract.
    unsafe {
        match lanes {
            None => V::load(from),
            Some(lanes) => V::load_first(from, lanes),
        }
    }
}

/// Puts the sums of a vector, or of its first lanes, where they belong.
///
/// # Safety
///
/// The processor has the instruction set. So many elements are writable, and unless they are replaced readable.
#[inline(always)]
pub(super) unsafe fn put<V: Lanes>(sum: V, place: *mut V::Element, old: Old, lanes: Option<usize>) {
    // SAFETY: by the contract.
    unsafe {
        let new = match old {
            Old::Replaced => sum,
            Old::Kept => load::<V>(place, lanes).plus(sum),
            Old::Times(beta) => load::<V>(place, lanes).scaled(V::splat(beta.cast())).plus(sum),
        };
        match lanes {
            None => new.store(place),
            Some(lanes) => new.store_first(place, lanes),
        }
    }
}
