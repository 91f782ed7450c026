//! The general product: scaled, in sums wider than the factors, on threads.

use super::blocks::ProductBlocks;
use super::dots::DOT_COLS;
use super::factor::{Arithmetic, FactorOf};
use super::kernels::micro_kernel;
use super::loops::{BlockedProduct, Factors};
use super::micro::{Old, Update};
use super::panels::Factor;
use super::shares::Shares;
use super::target::{Target, put, run};
use crate::kernel::Mismatch;
use crate::kernel::crew::Crew;
use crate::kernel::error::{check, check_mode, static_mode_mismatch};
use crate::kernel::processor::caches;
use crate::kernel::relayout::is_plain_bytes;
use crate::kernel::workspace::{CacheLine, with_workspace};
use crate::layout::{Mapping, Matrix};
use crate::tensor::{View, ViewMut};
use core::fmt;
#[cfg(feature = "std")]
use core::num::NonZero;
use core::ops::Range;

/// The product of two matrices, to be scaled, shared by threads, and stored: in the words of BLAS, *gemm*.
///
/// Nothing is multiplied before it is [stored](MatrixProduct::store), [added](MatrixProduct::add_to) or [given to a
/// function](MatrixProduct::store_with). Sums are of the type `S`, which the result says; factors are of that type or
/// of a narrower one ([`FactorOf`]), and widened as they are packed. How it is multiplied, which layouts are read where
/// they are, and how it is rounded: see [`matmul`](super::matmul()).
///
/// Extents of `a` and `b` that do not match are a compile error where static; where dynamic, the verb that stores says
/// so.
///
/// ```
/// use tilework::{kernel::product, prelude::*};
/// let a = Tensor::new([1_i8, -2, 3, -4, 5, -6], layout!((2, 3):(3, 1))).unwrap();
/// let b = Tensor::new([100_u8, 200, 100, 200, 100, 200], layout!((3, 2):(2, 1))).unwrap();
/// let mut c = StackTensor::fill(layout!((2, 2):(2, 1)), 0);
/// // sums of `i32`: no product wraps around
/// product(&a.view(), &b.view()).store(&mut c.view_mut())?;
/// assert_eq!(c.as_slice(), [200, 400, -500, -1000]);
/// // c = 10 a b + 2 c
/// product(&a.view(), &b.view()).alpha(10).add_to(&mut c.view_mut(), 2)?;
/// assert_eq!(c.as_slice(), [2400, 4800, -6000, -12000]);
/// # Ok::<(), tilework::kernel::Mismatch>(())
/// ```
pub fn product<'p, S, X: FactorOf<S>, A: Matrix, Y: FactorOf<S>, B: Matrix>(
    a: &View<'p, X, A>,
    b: &View<'p, Y, B>,
) -> MatrixProduct<'p, S, X, A, Y, B> {
    const { check(static_mode_mismatch::<A, B>(1, 0)) }
    MatrixProduct::of(a, b)
}

/// See [`product`].
#[must_use = "nothing is multiplied before it is stored"]
pub struct MatrixProduct<'p, S, X, A, Y, B> {
    a: View<'p, X, A>,
    b: View<'p, Y, B>,
    alpha: Option<S>,
    crew: Crew,
}

impl<S, X, A: Mapping, Y, B: Mapping> fmt::Debug for MatrixProduct<'_, S, X, A, Y, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatrixProduct")
            .field("a", &self.a.layout())
            .field("b", &self.b.layout())
            .finish_non_exhaustive()
    }
}

impl<'p, S, X: Copy, A: Copy, Y: Copy, B: Copy> MatrixProduct<'p, S, X, A, Y, B> {
    pub(super) fn of(a: &View<'p, X, A>, b: &View<'p, Y, B>) -> Self {
        MatrixProduct { a: *a, b: *b, alpha: None, crew: Crew::ONE }
    }

    /// Scales the product: `alpha * (a * b)`.
    pub fn alpha(self, alpha: S) -> Self {
        MatrixProduct { alpha: Some(alpha), ..self }
    }

    /// Shares the product among so many threads: each computes a block of the result, and packs what it reads. Small
    /// products take fewer of them. The result does not depend on the number.
    ///
    /// ```
    /// use std::num::NonZero;
    /// use tilework::{kernel::product, prelude::*};
    /// let square = row_major((300, 300));
    /// let data: Vec<f32> = (0..300 * 300).map(|i| (i % 7) as f32 / 3.0).collect();
    /// let a = View::new(&data, square)?;
    /// let (mut one, mut two) = (VecTensor::filled(square, 0.0)?, VecTensor::filled(square, 0.0)?);
    /// product(&a, &a).store(&mut one.view_mut())?;
    /// product(&a, &a).threads(NonZero::new(2).unwrap()).store(&mut two.view_mut())?;
    /// assert_eq!(one.as_slice(), two.as_slice());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// The verb that stores panics if the operating system has no thread left; then a part of the result may be
    /// written.
    #[cfg(feature = "std")]
    pub fn threads(self, threads: NonZero<usize>) -> Self
    where
        S: Send + Sync,
        X: Sync,
        Y: Sync,
    {
        MatrixProduct { crew: Crew::scoped(threads), ..self }
    }

    /// Shares the product among the threads of rayon: see [`threads`](MatrixProduct::threads).
    #[cfg(feature = "rayon")]
    pub fn par(self) -> Self
    where
        S: Send + Sync,
        X: Sync,
        Y: Sync,
    {
        MatrixProduct { crew: Crew::rayon(), ..self }
    }
}

impl<S: Arithmetic, X: FactorOf<S>, A: Matrix, Y: FactorOf<S>, B: Matrix> MatrixProduct<'_, S, X, A, Y, B> {
    /// `c = alpha * a * b`.
    ///
    /// # Errors
    /// If extents are dynamic and do not match; then `c` is not touched.
    pub fn store<C: Matrix>(self, c: &mut ViewMut<'_, S, C>) -> Result<(), Mismatch> {
        const {
            check(static_mode_mismatch::<A, C>(0, 0));
            check(static_mode_mismatch::<B, C>(1, 1));
        }
        self.put("product", c, Old::Replaced)
    }

    /// `c = alpha * a * b + beta * c`. As in BLAS, what is in `c` is not read if `beta` is zero: of `c` no NaN stays.
    ///
    /// # Errors
    /// As [`store`](MatrixProduct::store).
    pub fn add_to<C: Matrix>(self, c: &mut ViewMut<'_, S, C>, beta: S) -> Result<(), Mismatch>
    where
        S: PartialEq,
    {
        const {
            check(static_mode_mismatch::<A, C>(0, 0));
            check(static_mode_mismatch::<B, C>(1, 1));
        }
        let old = if beta == S::default() { Old::Replaced } else { Old::Times((&raw const beta).cast()) };
        self.put("product", c, old)
    }

    /// Puts every sum where it belongs, which does to what is there as is said.
    pub(super) fn put<C: Matrix>(
        &self,
        kernel: &'static str,
        c: &mut ViewMut<'_, S, C>,
        old: Old,
    ) -> Result<(), Mismatch> {
        let (first, layout) = (c.origin(), c.layout());
        let sizes = self.sizes(kernel, &layout)?;
        let update = Update { old, ..self.update() };
        if is_direct::<S>(sizes) {
            self.each_sum(sizes, |sum, (row, col)| {
                // SAFETY: the coordinate is inside the extent of `c`, which is mutably borrowed.
                unsafe { put(sum, first.offset(offset(&layout, row, col)), &update) };
            });
            return Ok(());
        }
        self.in_parts(sizes, &layout, &|operands, rows, part| {
            let mut target = Target { first, layout, rows };
            let mut product = BlockedProduct { operands: *operands, c: &mut target, part, update };
            let blocks = ProductBlocks::new(operands.bytes, caches());
            let count = product.lines(&blocks).iter().sum::<usize>();
            // SAFETY: the parts are of the operands and of `c`, which is mutably borrowed, and no two of them overlap;
            // this processor has the kernel. Where there are fewer lines than are asked for, there are 24 KiB.
            with_workspace(count * size_of::<CacheLine>(), |lines| unsafe { product.sum(blocks, lines) });
        });
        Ok(())
    }

    /// The sums, scaled.
    pub(super) fn update(&self) -> Update {
        Update { alpha: self.alpha.as_ref().map(|alpha| (&raw const *alpha).cast()), ..Update::SUMS }
    }

    /// Rows, columns and depth, if those of all three agree.
    pub(super) fn sizes<C: Matrix>(
        &self,
        kernel: &'static str,
        c: &C,
    ) -> Result<(usize, usize, usize), Mismatch> {
        let (a, b) = (self.a.layout(), self.b.layout());
        check_mode(kernel, (&a, 1), (&b, 0))?;
        check_mode(kernel, (&a, 0), (c, 0))?;
        check_mode(kernel, (&b, 1), (c, 1))?;
        Ok((c.rows(), c.cols(), a.cols()))
    }

    /// Sums every element on its own.
    #[inline(always)]
    pub(super) fn each_sum(
        &self,
        (rows, cols, depth): (usize, usize, usize),
        mut each: impl FnMut(S, (usize, usize)),
    ) {
        let (la, lb) = (self.a.layout(), self.b.layout());
        for row in 0..rows {
            for col in 0..cols {
                let mut sum = S::default();
                for k in 0..depth {
                    let (at_a, at_b) = (offset(&la, row, k), offset(&lb, k, col));
                    // SAFETY: `row`, `col` and `k` are inside the extents of `a` and `b`, which agree; and offsets of
                    // coordinates inside the extent are inside a view's slice.
                    let (a, b) =
                        unsafe { (self.a.origin().offset(at_a).read(), self.b.origin().offset(at_b).read()) };
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
    pub(super) fn in_parts<C: Matrix>(&self, sizes: (usize, usize, usize), c: &C, body: &PerPart<'_>) {
        let (rows, cols, depth) = sizes;
        let (a, b) = (Factor::<S, X, A>::new(self.a, 0), Factor::<S, Y, B>::new(self.b, 1));
        // the longest runs of `c` are stored as vectors: 0 stands for all of a mode
        let length = |mode| run(c, mode).wrapping_sub(1);
        // few columns are multiplied by many rows at once, and few rows by many columns
        let is_wide = if rows.min(cols) <= DOT_COLS { cols > rows } else { length(1) > length(0) };
        // the factors of the transposed product are exchanged, which only those of numbers may be
        let is_transposed = is_plain_bytes::<S>() && is_wide;
        let mut operands =
            Factors { kernel: micro_kernel::<S>(), bytes: size_of::<S>(), a: &a, b: &b, sizes };
        if is_transposed {
            (operands.a, operands.b, operands.sizes) = (&b, &a, (cols, rows, depth));
        }
        let shares = Shares::new(self.crew.threads(), operands.sizes, &operands.kernel);
        let shared = Shared { operands: &operands, body };
        self.crew.run(shares.count(), &|number| {
            shared.call(usize::from(is_transposed), shares.part(number));
        });
    }
}

/// What is done with the operands of a product for a part of its rows and columns.
pub(super) type PerPart<'s> = dyn Fn(&Factors<'_>, usize, (Range<usize>, Range<usize>)) + 's;

/// What the threads of a product share.
struct Shared<'s> {
    operands: &'s Factors<'s>,
    body: &'s PerPart<'s>,
}

impl Shared<'_> {
    fn call(&self, rows: usize, part: (Range<usize>, Range<usize>)) {
        (self.body)(self.operands, rows, part);
    }
}

// SAFETY: there is more than one thread only where `threads` or `par` was called, and these ask that threads may share
// factors, and send and share sums. What is stored in is a part of its own for each.
unsafe impl Sync for Shared<'_> {}

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

#[inline(always)]
pub(super) fn offset<L: Mapping>(layout: &L, row: usize, col: usize) -> isize {
    L::place(layout.bias() + layout.mode_offset(0, row) + layout.mode_offset(1, col))
}
