//! The loops around the micro-kernel.

use super::blocks::{BlockUnits, ProductBlocks, pieces};
use super::micro::{MOST_COLS, MOST_VECTORS, MicroKernel, Old, STREAMS, TileFactors, TilePlaces, Update};
use super::panels::{PAGE, PanelBlock, PanelSource, Panels};
use super::target::TileTarget;
use crate::kernel::processor::Caches;
use crate::kernel::workspace::CacheLine;
use core::array;
use core::ops::Range;
use core::slice;

/// What is multiplied, and by which kernel.
#[derive(Clone, Copy)]
pub(super) struct Factors<'p> {
    pub(super) kernel: MicroKernel,
    /// The bytes of an element of the product.
    pub(super) bytes: usize,
    pub(super) a: &'p dyn PanelSource,
    pub(super) b: &'p dyn PanelSource,
    /// Rows, columns, depth.
    pub(super) sizes: (usize, usize, usize),
    /// Where blocks begin best, and how large they are.
    pub(super) units: BlockUnits,
    pub(super) blocks: ProductBlocks,
}

impl<'p> Factors<'p> {
    /// Operands of elements of so many bytes, in blocks for these caches.
    pub(super) fn new(
        kernel: MicroKernel,
        bytes: usize,
        (a, b): (&'p dyn PanelSource, &'p dyn PanelSource),
        sizes: (usize, usize, usize),
        caches: Caches,
    ) -> Self {
        let blocks = ProductBlocks::new(&kernel, bytes, caches);
        // one block begins where digits do
        let is_one = sizes.0 <= blocks.rows && sizes.1 <= blocks.cols && sizes.2 <= blocks.depth;
        let (units, blocks) = if is_one {
            (BlockUnits::of_panels(&kernel), blocks)
        } else {
            let units = BlockUnits::new(a, b, &kernel, blocks.deepest());
            (units, blocks.fitted(&units))
        };
        Factors { kernel, bytes, a, b, sizes, units, blocks }
    }
}

/// A part of a product, and where it goes.
pub(super) struct BlockedProduct<'p> {
    pub(super) operands: Factors<'p>,
    pub(super) c: &'p mut dyn TileTarget,
    /// Rows and columns of the part.
    pub(super) part: (Range<usize>, Range<usize>),
    /// What becomes of the sums.
    pub(super) update: Update,
}

/// Panels of `b`: for fewer `a` is read about as fast as memory can.
const SEVERAL: usize = 2;

impl BlockedProduct<'_> {
    /// Multiplies by the method that is best for the operands.
    ///
    /// # Safety
    /// As of [`run`](Self::run).
    pub(super) unsafe fn sum(&mut self, lines: &mut [CacheLine]) {
        // SAFETY: by the contract.
        unsafe {
            if self.is_dots() {
                self.dots(lines);
            } else if self.is_lines() {
                self.lines_of_column(lines);
            } else {
                self.run(lines);
            }
        }
    }

    /// Multiplies in blocks that are packed into some memory.
    ///
    /// What each element is does not depend on the part it is in.
    ///
    /// # Safety
    /// The operands have as many elements as the sizes say, and the part is one of these, none of it 0. The target has
    /// the elements of the part, which no one else reads or writes, and the factors of the update can be read. The
    /// micro-kernel is for elements of this kind, and this processor has it. There are as many lines as the
    /// [product asks for](Self::lines), or 16 KiB of them.
    unsafe fn run(&mut self, lines: &mut [CacheLine]) {
        let (kernel, (rows, cols), depth) = (self.operands.kernel, self.part.clone(), self.operands.sizes.2);
        let mut blocks = self.operands.blocks;
        let mut lines_of = self.lines_in(&blocks);
        if lines_of.iter().sum::<usize>() > lines.len() {
            blocks = ProductBlocks::in_little(lines.len(), &kernel, self.operands.bytes);
            lines_of = self.lines_in(&blocks);
        }
        if self.operands.sizes.1 <= SEVERAL * kernel.cols && self.has_far_lines() {
            blocks.depth = blocks.depth.min(STREAMS);
        }
        let [lines_of_a, lines_of_b, _] = lines_of;
        let (of_a, rest) = lines.split_at_mut(lines_of_a);
        let (of_b, tile) = rest.split_at_mut(lines_of_b);
        let (of_a, of_b, tile) =
            (of_a.as_mut_ptr().cast(), of_b.as_mut_ptr().cast(), tile.as_mut_ptr().cast());
        for wide in pieces(cols, blocks.cols, kernel.cols) {
            for deep in pieces(0..depth, blocks.depth, 1) {
                let uses = (rows.len(), kernel.rows);
                let pays = blocks.pays(uses, wide.len() * deep.len(), self.operands.bytes);
                let (width, edge) = (kernel.cols, kernel.cols);
                let block = PanelBlock { wide: wide.clone(), deep: deep.clone(), width, edge, pays };
                // SAFETY: the block is a part of `b`, and there is room for it.
                let panels_of_b = unsafe { self.operands.b.panels(&block, false, of_b) };
                for high in pieces(rows.clone(), blocks.rows, kernel.rows) {
                    let uses = (wide.len(), kernel.cols);
                    let pays = blocks.pays(uses, high.len() * deep.len(), self.operands.bytes);
                    let rest = high.len() % kernel.rows;
                    let (width, edge) = (kernel.rows, kernel.part(rest).edge(rest));
                    let block = PanelBlock { wide: high.clone(), deep: deep.clone(), width, edge, pays };
                    // SAFETY: likewise of `a`.
                    unsafe {
                        let panels_of_a = self.operands.a.panels(&block, true, of_a);
                        self.tiles((panels_of_a, high), (panels_of_b, wide.clone()), deep.clone(), tile);
                    }
                }
            }
        }
    }

    /// The lines of memory that it takes.
    pub(super) fn lines(&self) -> usize {
        self.lines_in(&self.operands.blocks).iter().sum()
    }

    /// Those for blocks of each operand: see [`ProductBlocks::lines`].
    fn lines_in(&self, blocks: &ProductBlocks) -> [usize; 3] {
        blocks.lines(
            &self.operands.kernel,
            self.operands.bytes,
            (self.part.0.len(), self.part.1.len(), self.operands.sizes.2),
        )
    }

    /// What becomes of the sums of a block: from the second one of the depth on they are added to those before.
    pub(super) fn update_at(&self, depth: usize) -> Update {
        Update { old: if depth > 0 { Old::Kept } else { self.update.old }, ..self.update }
    }

    /// Whether lines of `a` can be read as vectors where they are, each on pages of its own.
    fn has_far_lines(&self) -> bool {
        let is_far = |line: isize| line.unsigned_abs().saturating_mul(self.operands.bytes) >= PAGE;
        self.operands
            .a
            .strides(self.operands.kernel.rows)
            .is_some_and(|strides| strides.place == 1 && is_far(strides.line))
    }

    /// Multiplies panels: the tiles of one block of `c`. Not inlined: what it writes on the stack is little.
    ///
    /// # Safety
    /// As of [`run`](Self::run); the panels hold elements, and a tile of elements may be written to `tile`.
    #[inline(never)]
    unsafe fn tiles(
        &mut self,
        (panels_of_a, high): (Panels, Range<usize>),
        (panels_of_b, wide): (Panels, Range<usize>),
        deep: Range<usize>,
        tile: *mut u8,
    ) {
        let MicroKernel { rows, cols, .. } = self.operands.kernel;
        let (update, run) = (self.update_at(deep.start), self.c.run());
        let mut direct = TilePlaces {
            first: self.c.first(),
            vectors: [0; MOST_VECTORS],
            cols: [0; MOST_COLS],
            part: (0, 0),
            update,
        };
        let mut aside = TilePlaces { first: tile, update: Update::SUMS, ..direct };
        for (j, at) in aside.cols.iter_mut().enumerate() {
            *at = (j * rows).cast_signed();
        }
        // where all rows of `c` follow each other it says where the first one is, and is not asked for each tile
        let mut first_row = 0;
        self.c.offsets(true, high.start, 1, slice::from_mut(&mut first_row));
        for (j, col) in wide.clone().step_by(cols).enumerate() {
            let col_end = wide.end.min(col + cols);
            self.c.offsets(false, col, 1, &mut direct.cols[..col_end - col]);
            let panel = panels_of_b.panel(j, self.operands.bytes);
            let mut factors = TileFactors {
                depth: deep.len(),
                a: (panel.first, 0),
                b: (panel.first, panel.line),
                places: [0; MOST_COLS],
            };
            // columns that are not there are as good as the last one: their sums are not stored
            for (k, place) in factors.places.iter_mut().enumerate() {
                *place = panel.place.wrapping_mul(k.min(col_end - col - 1).cast_signed());
            }
            for (i, row) in high.clone().step_by(rows).enumerate() {
                let row_end = high.end.min(row + rows);
                let panel = panels_of_a.panel(i, self.operands.bytes);
                factors.a = (panel.first, panel.line);
                let part = self.operands.kernel.part(row_end - row);
                let sums = part.sums(col_end - col);
                let is_whole = (row_end - row, col_end - col) == (part.rows, sums.cols);
                let in_part = sums.part.filter(|_| !is_whole);
                direct.part = (col_end - col, row_end - row - (part.vectors - 1) * part.vector);
                if (is_whole || in_part.is_some()) && (run == 0 || run.is_multiple_of(part.vector)) {
                    if run == 0 {
                        let start = first_row + (row - high.start).cast_signed();
                        direct.vectors =
                            array::from_fn(|number| start + (number * part.vector).cast_signed());
                    } else {
                        self.c.offsets(true, row, part.vector, &mut direct.vectors[..part.vectors]);
                    }
                    // SAFETY: the vectors lie in `c`, and no sum is placed elsewhere.
                    unsafe { in_part.unwrap_or(sums.whole)(&factors, &direct) };
                } else {
                    aside.vectors = array::from_fn(|number| (number * part.vector).cast_signed());
                    aside.part = direct.part;
                    // SAFETY: the tile has room, and what is stored of it belongs to `c`.
                    unsafe {
                        in_part.unwrap_or(sums.whole)(&factors, &aside);
                        self.c.store(tile, rows, row..row_end, col..col_end, &update);
                    }
                }
            }
        }
    }
}
