//! Grouped products: runs of rows, each multiplied by a matrix of its own.

use super::factor::{Arithmetic, FactorOf};
use super::micro::Old;
use super::places::{ElementPlaces, FactorSide};
use super::sides::Sides;
use crate::kernel::Mismatch;
use crate::kernel::crew::Crew;
use crate::kernel::error::{check, check_mode, static_mode_mismatch};
use crate::layout::{Batch, Mapping, Matrix, MixedRadix};
use crate::tensor::{View, ViewMut};
use core::fmt;
#[cfg(feature = "std")]
use core::num::NonZero;

/// Runs of rows of `a`, each times a matrix of the batch `b`: the first `rows[0]` rows by the first matrix, the next
/// `rows[1]` by the second. So tokens that are sorted by expert are multiplied by the weights of theirs.
///
/// What a [`product`](super::product()) is for two matrices; runs may be empty.
///
/// ```
/// use tilework::{kernel::grouped_product, prelude::*};
/// let a = Tensor::new([1, 2, 3, 4, 5, 6], layout!((3, 2):(2, 1)))?;
/// // three matrices of 2 by 1
/// let b = Tensor::new([1, 10, 0, 0, 100, 1], layout!((3, 2, 1):(2, 1, 1)))?;
/// let mut c = StackTensor::fill(layout!((3, 1):(1, 1)), 0);
/// grouped_product(&[2, 0, 1], &a.view(), &b.view()).store(&mut c.view_mut())?;
/// assert_eq!(c.as_slice(), [21, 43, 506]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grouped_product<'p, S, X, A: Matrix, Y, B: Batch>(
    rows: &'p [usize],
    a: &View<'p, X, A>,
    b: &View<'p, Y, B>,
) -> GroupedProduct<'p, S, X, A, Y, B> {
    const { check(static_mode_mismatch::<A, B>(1, 1)) }
    GroupedProduct { rows, a: *a, b: *b, alpha: None, crew: Crew::ONE }
}

/// See [`grouped_product`].
#[must_use = "nothing is multiplied before it is stored"]
pub struct GroupedProduct<'p, S, X, A, Y, B> {
    rows: &'p [usize],
    a: View<'p, X, A>,
    b: View<'p, Y, B>,
    alpha: Option<S>,
    crew: Crew,
}

impl<S, X, A: Mapping, Y, B: Mapping> fmt::Debug for GroupedProduct<'_, S, X, A, Y, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GroupedProduct")
            .field("rows", &self.rows)
            .field("a", &self.a.layout())
            .field("b", &self.b.layout())
            .finish_non_exhaustive()
    }
}

impl<S, X, A, Y, B> GroupedProduct<'_, S, X, A, Y, B> {
    /// Scales the products: `alpha * (a * b)`.
    pub fn alpha(self, alpha: S) -> Self {
        GroupedProduct { alpha: Some(alpha), ..self }
    }

    /// Shares the products among so many threads: groups of about as many rows, or parts of each group where there are
    /// fewer of them. The result does not depend on the number.
    #[cfg(feature = "std")]
    pub fn threads(self, threads: NonZero<usize>) -> Self
    where
        S: Send + Sync,
        X: Sync,
        Y: Sync,
    {
        GroupedProduct { crew: Crew::of(threads), ..self }
    }

    /// Shares the products among the threads of rayon: see [`threads`](GroupedProduct::threads).
    #[cfg(feature = "rayon")]
    pub fn par(self) -> Self
    where
        S: Send + Sync,
        X: Sync,
        Y: Sync,
    {
        GroupedProduct { crew: Crew::rayon(), ..self }
    }
}

impl<S: Arithmetic, X: FactorOf<S>, A: Matrix, Y: FactorOf<S>, B: Batch> GroupedProduct<'_, S, X, A, Y, B> {
    /// Each row of `c` is `alpha` times that row of `a` times the matrix of its group.
    ///
    /// # Errors
    /// If extents are dynamic and do not match: those of the matrices, the groups and the matrices of the batch, or the
    /// rows of all groups and those of `a` and `c`. Then `c` is not touched.
    pub fn store<C: Matrix>(self, c: &mut ViewMut<'_, S, C>) -> Result<(), Mismatch> {
        const {
            check(static_mode_mismatch::<A, C>(0, 0));
            check(static_mode_mismatch::<B, C>(2, 1));
        }
        self.put(c, Old::Replaced)
    }

    /// The same, added to `beta` times what is in `c`, which is not read if `beta` is zero.
    ///
    /// # Errors
    /// As [`store`](GroupedProduct::store).
    pub fn add_to<C: Matrix>(self, c: &mut ViewMut<'_, S, C>, beta: S) -> Result<(), Mismatch>
    where
        S: PartialEq,
    {
        const {
            check(static_mode_mismatch::<A, C>(0, 0));
            check(static_mode_mismatch::<B, C>(2, 1));
        }
        self.put(c, if beta == S::default() { Old::Replaced } else { Old::Times((&raw const beta).cast()) })
    }

    fn put<C: Matrix>(self, c: &mut ViewMut<'_, S, C>, old: Old) -> Result<(), Mismatch> {
        let (a, b, layout) = (self.a.layout(), self.b.layout(), c.layout());
        check_mode(NAME, (&a, 1), (&b, 1))?;
        check_mode(NAME, (&a, 0), (&layout, 0))?;
        check_mode(NAME, (&b, 2), (&layout, 1))?;
        let rows = self.rows.iter().fold(0, |rows: usize, &count| rows.saturating_add(count));
        for (mode, extent, other_extent) in
            [(0, a.mode_extent(0), rows), (0, b.mode_extent(0), self.rows.len())]
        {
            if extent != other_extent {
                return Err(Mismatch { kernel: NAME, mode, extent, other_mode: 0, other_extent });
            }
        }
        let (first, parts) = (c.origin(), self.crew.threads());
        let has_groups = self.rows.len() >= parts;
        let (of_groups, crew) = if has_groups { (self.crew, Crew::ONE) } else { (Crew::ONE, self.crew) };
        let groups_of = |part: usize| {
            let mut start = 0;
            for (number, &len) in self.rows.iter().enumerate() {
                // a group belongs to the part in which its middle lies
                let middle = start + len / 2;
                if len > 0 && (!has_groups || middle / rows.div_ceil(parts) == part) {
                    let (at_a, of_a) = RowsOf::new(a, start, len);
                    let (at_c, of_c) = RowsOf::new(layout, start, len);
                    let b = self.b.at(number);
                    // SAFETY: the rows are some of those of `a` and `c`, and no other group has them. `c` is mutably
                    // borrowed.
                    unsafe {
                        let a = FactorSide::new(self.a.origin().offset(at_a), of_a);
                        let sides = Sides { a, b: (&b).into(), alpha: self.alpha, crew };
                        sides.put(first.offset(at_c), of_c, old);
                    }
                }
                start += len;
            }
        };
        // SAFETY: there are several threads only where `threads` or `par` was called, and these ask that factors may be
        // shared, and sums shared and sent; and no two groups have a row in common.
        unsafe { of_groups.run(if has_groups { parts } else { 1 }, &groups_of) };
        Ok(())
    }
}

const NAME: &str = "grouped product";

/// Some rows of a matrix.
#[derive(Clone, Copy)]
struct RowsOf<P> {
    whole: P,
    start: usize,
    len: usize,
    /// What the first of them contributes, where that is an offset.
    shift: isize,
}

impl<P: ElementPlaces> RowsOf<P> {
    /// They, and where their offsets count from.
    fn new(whole: P, start: usize, len: usize) -> (isize, Self) {
        let shift = if whole.is_sum() { whole.contribution(0, start) } else { 0 };
        (shift, RowsOf { whole, start, len, shift })
    }
}

impl<P: ElementPlaces> ElementPlaces for RowsOf<P> {
    fn extent(&self, mode: usize) -> usize {
        if mode == 0 { self.len } else { self.whole.extent(mode) }
    }
    fn digits(&self) -> Option<MixedRadix> {
        let radix = self.whole.digits().filter(|_| self.whole.is_sum())?;
        radix.goes_as_first(0, self.start, self.len).then(|| radix.first(&[self.len, self.extent(1)]))
    }
    #[inline(always)]
    fn contribution(&self, mode: usize, index: usize) -> isize {
        if mode == 0 {
            self.whole.contribution(0, self.start + index) - self.shift
        } else {
            self.whole.contribution(mode, index)
        }
    }
    #[inline(always)]
    fn base(&self) -> isize {
        self.whole.base()
    }
    #[inline(always)]
    fn placed(&self, sum: isize) -> isize {
        self.whole.placed(sum)
    }
    fn is_sum(&self) -> bool {
        self.whole.is_sum()
    }
    fn run(&self, mode: usize) -> usize {
        match self.whole.run(mode) {
            run @ 1.. if mode == 0 && !self.start.is_multiple_of(run) => 1,
            run => run,
        }
    }
}
