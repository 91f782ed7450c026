//! Both sides of a product, and how they are multiplied: directly, or in parts.

use super::bytes::ByteFactors;
use super::dots::DOT_COLS;
use super::factor::{Arithmetic, FactorOf};
use super::kernels::micro_kernel;
use super::loops::{BlockedProduct, Factors};
use super::micro::{Old, Update};
use super::panels::{Factor, PanelSource, PanelStrides};
use super::places::{ElementPlaces, FactorSide};
use super::shares::Shares;
use super::target::{Target, put};
use crate::kernel::crew::Crew;
use crate::kernel::processor::caches;
use crate::kernel::relayout::is_plain_bytes;
use crate::kernel::workspace::{CacheLine, with_workspace};
use core::ops::Range;
use core::ptr::NonNull;

/// What is multiplied, and by whom. The columns of `a` are as many as the rows of `b`.
pub(in crate::kernel) struct Sides<'p, S, X, A, Y, B> {
    pub(in crate::kernel) a: FactorSide<'p, X, A>,
    pub(in crate::kernel) b: FactorSide<'p, Y, B>,
    pub(in crate::kernel) alpha: Option<S>,
    pub(in crate::kernel) crew: Crew,
}

impl<S: Arithmetic, X: FactorOf<S>, A: ElementPlaces, Y: FactorOf<S>, B: ElementPlaces>
    Sides<'_, S, X, A, Y, B>
{
    /// Rows, columns and depth.
    pub(super) fn sizes(&self) -> (usize, usize, usize) {
        (self.a.places().extent(0), self.b.places().extent(1), self.a.places().extent(1))
    }

    /// Puts every sum where it belongs, which does to what is there as is said.
    ///
    /// # Safety
    /// The extents of all three agree. Of the two indices of each sum the place, counted from `first`, is an element
    /// which no one else reads or writes, a different one for each; the factor of what is there can be read.
    pub(in crate::kernel) unsafe fn put<C: ElementPlaces>(&self, first: NonNull<S>, places: C, old: Old) {
        let update = Update { old, ..self.update() };
        if is_direct::<S>(self.sizes()) {
            self.each_sum(|sum, (row, col)| {
                // SAFETY: the indices are inside the extents.
                unsafe { put(sum, first.offset(places.at(row, col)), &update) };
            });
            return;
        }
        self.in_parts(places, &|operands, rows, part| {
            let mut target = Target { first, places, rows };
            let mut product = BlockedProduct { operands: *operands, c: &mut target, part, update };
            let bytes = product.lines() * size_of::<CacheLine>();
            // SAFETY: the parts are of the operands and of the target, and no two of them overlap; this processor has
            // the kernel. Where there are fewer lines than are asked for, there are 24 KiB.
            with_workspace(bytes, |lines| unsafe { product.sum(lines) });
        });
    }

    /// The sums, scaled.
    pub(super) fn update(&self) -> Update {
        Update { alpha: self.alpha.as_ref().map(|alpha| (&raw const *alpha).cast()), ..Update::SUMS }
    }

    /// Sums every element on its own.
    #[inline(always)]
    pub(super) fn each_sum(&self, mut each: impl FnMut(S, (usize, usize))) {
        let (rows, cols, depth) = self.sizes();
        for row in 0..rows {
            for col in 0..cols {
                let mut sum = S::default();
                for k in 0..depth {
                    // SAFETY: the indices are inside the extents, and those along the depth agree.
                    let (a, b) = unsafe { (self.a.read(row, k), self.b.read(k, col)) };
                    sum = sum + a.widened() * b.widened();
                }
                each(sum, (row, col));
            }
        }
    }

    /// Calls `body` with the operands, the mode along which the rows of tiles lie, and each part of the product.
    ///
    /// Not inlined: whoever has the panels on the stack does nothing else.
    #[inline(never)]
    pub(super) fn in_parts<C: ElementPlaces>(&self, c: C, body: &PerPart<'_>) {
        let (rows, cols, depth) = self.sizes();
        let (a, b) = (Factor::<S, X, A>::new(self.a, 0), Factor::<S, Y, B>::new(self.b, 1));
        // the longest runs of `c` are stored as vectors: 0 stands for all of a mode
        let length = |mode| c.run(mode).wrapping_sub(1);
        // few columns are multiplied by many rows at once, and few rows by many columns
        let is_wide = if rows.min(cols) <= DOT_COLS { cols > rows } else { length(1) > length(0) };
        // the factors of the transposed product are exchanged, which only those of numbers may be
        let is_transposed = is_plain_bytes::<S>() && is_wide;
        let bytes = const { size_of::<X>() == 1 && size_of::<Y>() == 1 && size_of::<S>() == 4 }
            .then(|| ByteFactors::new::<S, _, _>(self.a, self.b, depth, is_transposed));
        let (kernel, a, b, depth): (_, &dyn PanelSource, &dyn PanelSource, _) = match bytes.as_ref() {
            Some(Some(bytes)) => (bytes.kernel, &bytes.a, &bytes.b, bytes.depth),
            _ => (micro_kernel::<S>(), &a, &b, depth),
        };
        let (both, sizes) =
            if is_transposed { ((b, a), (cols, rows, depth)) } else { ((a, b), (rows, cols, depth)) };
        // panels that are there already say how wide tiles are; but those of one vector wait for loads
        let in_panels = kernel.narrower().find(|kernel| {
            let are_panels = |at: PanelStrides| at.place == 1 && at.line == kernel.rows.cast_signed();
            kernel.rows > kernel.parts[0].vector && both.0.strides(kernel.rows).is_some_and(are_panels)
        });
        let kernel = in_panels.unwrap_or_else(|| kernel.for_sizes((sizes.0, sizes.1, depth)));
        let operands = Factors::new(kernel, size_of::<S>(), both, sizes, caches());
        let shares = Shares::new(self.crew.threads(), sizes, &operands.units);
        let rows = usize::from(is_transposed);
        // SAFETY: there are several threads only where `threads` or `par` was called, and these ask that factors may be
        // shared, and sums shared and sent; and no two parts write the same.
        unsafe { self.crew.run(shares.count(), &|number| body(&operands, rows, shares.part(number))) };
    }
}

/// What is done with the operands of a product for a part of its rows and columns.
pub(super) type PerPart<'s> = dyn Fn(&Factors<'_>, usize, (Range<usize>, Range<usize>)) + 's;

/// Whether a product is summed without packing: small ones, and those of large elements or of none at all.
#[inline(always)]
pub(super) fn is_direct<S>((rows, cols, depth): (usize, usize, usize)) -> bool {
    let multiplications = rows.saturating_mul(cols).saturating_mul(depth);
    let packed = rows.saturating_add(cols).saturating_mul(depth);
    // blocks cost as much as some multiplications, whatever their size, and to pack an element as much as a few
    let is_small =
        multiplications <= DIRECT && multiplications <= BLOCKED.saturating_add(packed.saturating_mul(PACKED));
    !(1..=LARGEST_PACKED).contains(&size_of::<S>()) || is_small
}

/// Products of more multiplications are never small.
const DIRECT: usize = 16 * 16 * 16;
/// As many multiplications take as long as blocks of hardly any elements.
const BLOCKED: usize = 1500;
/// As many take as long as to pack an element: both measured from 4x4x4 to 16x16x16, 2x2x512 and 32x32x4.
const PACKED: usize = 4;
/// Elements up to this many bytes are packed.
const LARGEST_PACKED: usize = 16;
