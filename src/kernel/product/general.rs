//! The general product: scaled, in sums wider than the factors, on threads.

use super::factor::{Arithmetic, FactorOf};
use super::micro::Old;
use super::places::FactorSide;
use super::sides::Sides;
use crate::kernel::Mismatch;
use crate::kernel::crew::Crew;
use crate::kernel::error::{check, check_mode, static_mode_mismatch};
use crate::layout::{Mapping, Matrix};
use crate::tensor::{View, ViewMut};
use core::fmt;
#[cfg(feature = "std")]
use core::num::NonZero;

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
pub fn product<'p, S, X, A: Matrix, Y, B: Matrix>(
    a: &View<'p, X, A>,
    b: &View<'p, Y, B>,
) -> MatrixProduct<'p, S, X, A, Y, B> {
    const { check(static_mode_mismatch::<A, B>(1, 0)) }
    MatrixProduct::of(a.into(), b.into())
}

/// See [`product`].
#[must_use = "nothing is multiplied before it is stored"]
pub struct MatrixProduct<'p, S, X, A, Y, B> {
    pub(super) sides: Sides<'p, S, X, A, Y, B>,
}

impl<S, X, A: Mapping, Y, B: Mapping> fmt::Debug for MatrixProduct<'_, S, X, A, Y, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatrixProduct")
            .field("a", &self.sides.a.places())
            .field("b", &self.sides.b.places())
            .finish_non_exhaustive()
    }
}

impl<'p, S, X, A: Copy, Y, B: Copy> MatrixProduct<'p, S, X, A, Y, B> {
    pub(super) fn of(a: FactorSide<'p, X, A>, b: FactorSide<'p, Y, B>) -> Self {
        MatrixProduct { sides: Sides { a, b, alpha: None, crew: Crew::ONE } }
    }

    /// Scales the product: `alpha * (a * b)`.
    pub fn alpha(self, alpha: S) -> Self {
        MatrixProduct { sides: Sides { alpha: Some(alpha), ..self.sides } }
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
    #[cfg(feature = "std")]
    pub fn threads(self, threads: NonZero<usize>) -> Self
    where
        S: Send + Sync,
        X: Sync,
        Y: Sync,
    {
        MatrixProduct { sides: Sides { crew: Crew::of(threads), ..self.sides } }
    }

    /// Shares the product among the threads of rayon: see [`threads`](MatrixProduct::threads).
    #[cfg(feature = "rayon")]
    pub fn par(self) -> Self
    where
        S: Send + Sync,
        X: Sync,
        Y: Sync,
    {
        MatrixProduct { sides: Sides { crew: Crew::rayon(), ..self.sides } }
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
        let layout = c.layout();
        self.check(kernel, &layout)?;
        // SAFETY: the extents agree, and the elements of `c` are mutably borrowed.
        unsafe { self.sides.put(c.origin(), layout, old) };
        Ok(())
    }

    /// That rows, columns and depths of all three agree.
    pub(super) fn check<C: Matrix>(&self, kernel: &'static str, c: &C) -> Result<(), Mismatch> {
        let (a, b) = (self.sides.a.places(), self.sides.b.places());
        check_mode(kernel, (&a, 1), (&b, 0))?;
        check_mode(kernel, (&a, 0), (c, 0))?;
        check_mode(kernel, (&b, 1), (c, 1))
    }
}
