//! Contractions of two tensors.

use super::error::ContractionError;
use super::labels::{Extents, ModeLabels};
use super::scattered::{Matrices, stride};
use crate::kernel::crew::Crew;
use crate::kernel::product::{Arithmetic, FactorOf, FactorSide, Old, Sides};
use crate::layout::Mapping;
use crate::tensor::{View, ViewMut};
use alloc::vec::Vec;
use core::fmt;
#[cfg(feature = "std")]
use core::num::NonZero;

/// The contraction of two tensors of any rank and layout, in Einstein's notation: `c = Σ a * b` over the labels that
/// the result has not.
///
/// A label is a letter for each mode, and names one extent wherever it stands. Twice in an operand it is a diagonal; in
/// one operand alone it is summed there. Nothing is transposed beforehand: modes are grouped to rows, columns and depth
/// of one matrix product for each index of the labels that all three have. How it is multiplied and rounded: see
/// [`matmul`](crate::kernel::matmul()).
///
/// # Errors
/// If the text is no labels, a tensor has not one mode for each of its labels, modes of one label have different
/// extents, the result has a label twice or one that no operand has; then `c` is not touched. If there is no memory for
/// the offsets of the indices of rows, columns and depth.
///
/// ```
/// use tilework::{kernel::contract, prelude::*};
/// let a = Tensor::new([1, 2, 3, 4, 5, 6, 7, 8], layout!((2, 2, 2):(1, 2, 4)))?;
/// let b = Tensor::new([1, 10, 100, 1000], layout!((2, 2):(1, 2)))?;
/// // a batch of 2, the sum over two modes at once
/// let mut c = StackTensor::fill(layout!(2:1), 0);
/// contract("nij,ji->n", &a.view(), &b.view(), &mut c.view_mut())?;
/// assert_eq!(c.as_slice(), [1 + 5 * 10 + 3 * 100 + 7 * 1000, 2 + 6 * 10 + 4 * 100 + 8 * 1000]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn contract<S: Arithmetic, X: FactorOf<S>, A: Mapping, Y: FactorOf<S>, B: Mapping, C: Mapping>(
    labels: &str,
    a: &View<'_, X, A>,
    b: &View<'_, Y, B>,
    c: &mut ViewMut<'_, S, C>,
) -> Result<(), ContractionError> {
    contraction(labels, a, b).store(c)
}

/// A [contraction](contract) to be scaled, shared by threads, and stored or added, as a
/// [product](crate::kernel::product()) is.
///
/// ```
/// use tilework::{kernel::contraction, prelude::*};
/// let a = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2, 3):(3, 1)))?;
/// let mut c = StackTensor::fill(layout!((2, 2):(2, 1)), 1);
/// // c = 2 a a^T - c
/// contraction("ik,jk->ij", &a.view(), &a.view()).alpha(2).add_to(&mut c.view_mut(), -1)?;
/// assert_eq!(c.as_slice(), [27, 63, 63, 153]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn contraction<'p, S, X, A: Mapping, Y, B: Mapping>(
    labels: &'p str,
    a: &View<'p, X, A>,
    b: &View<'p, Y, B>,
) -> Contraction<'p, S, X, A, Y, B> {
    Contraction { labels, a: *a, b: *b, alpha: None, crew: Crew::ONE }
}

/// See [`contraction`].
#[must_use = "nothing is multiplied before it is stored"]
pub struct Contraction<'p, S, X, A, Y, B> {
    labels: &'p str,
    a: View<'p, X, A>,
    b: View<'p, Y, B>,
    alpha: Option<S>,
    crew: Crew,
}

impl<S, X, A: Mapping, Y, B: Mapping> fmt::Debug for Contraction<'_, S, X, A, Y, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contraction")
            .field("labels", &self.labels)
            .field("a", &self.a.layout())
            .field("b", &self.b.layout())
            .finish_non_exhaustive()
    }
}

impl<S, X, A, Y, B> Contraction<'_, S, X, A, Y, B> {
    /// Scales the sums: `alpha * Σ a * b`.
    pub fn alpha(self, alpha: S) -> Self {
        Contraction { alpha: Some(alpha), ..self }
    }

    /// Shares the contraction among so many threads: matrices of a batch, or else parts of each. The result does not
    /// depend on the number.
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
        Contraction { crew: Crew::scoped(threads), ..self }
    }

    /// Shares the contraction among the threads of rayon: see [`threads`](Contraction::threads).
    #[cfg(feature = "rayon")]
    pub fn par(self) -> Self
    where
        S: Send + Sync,
        X: Sync,
        Y: Sync,
    {
        Contraction { crew: Crew::rayon(), ..self }
    }
}

impl<S: Arithmetic, X: FactorOf<S>, A: Mapping, Y: FactorOf<S>, B: Mapping> Contraction<'_, S, X, A, Y, B> {
    /// `c = alpha * Σ a * b`.
    ///
    /// # Errors
    /// As of [`contract`].
    pub fn store<C: Mapping>(self, c: &mut ViewMut<'_, S, C>) -> Result<(), ContractionError> {
        self.put(c, Old::Replaced)
    }

    /// `c = alpha * Σ a * b + beta * c`. What is in `c` is not read if `beta` is zero.
    ///
    /// # Errors
    /// As of [`contract`].
    pub fn add_to<C: Mapping>(self, c: &mut ViewMut<'_, S, C>, beta: S) -> Result<(), ContractionError>
    where
        S: PartialEq,
    {
        self.put(c, if beta == S::default() { Old::Replaced } else { Old::Times((&raw const beta).cast()) })
    }

    fn put<C: Mapping>(self, c: &mut ViewMut<'_, S, C>, old: Old) -> Result<(), ContractionError> {
        let (a, b, layout) = (self.a.layout(), self.b.layout(), c.layout());
        let labels = ModeLabels::read(self.labels, 2)?;
        let mut extents = Extents::NONE;
        labels.extents(0, &a, &mut extents)?;
        labels.extents(1, &b, &mut extents)?;
        labels.extents(2, &layout, &mut extents)?;
        let groups = Groups::new(&labels, (&a, &b, &layout))?;
        let [rows, cols, depth, batch] = groups.slices();
        let of_a = Matrices::new(&a, labels.of(0), [rows, depth, batch], &extents)?;
        let of_b = Matrices::new(&b, labels.of(1), [depth, cols, batch], &extents)?;
        let of_c = Matrices::new(&layout, labels.of(2), [rows, cols, batch], &extents)?;
        let (count, first) = (of_c.len(), c.origin());
        // matrices for every thread, or threads for every matrix
        let all = self.crew.threads().min(count);
        let (of_matrices, crew) =
            if all == self.crew.threads() { (self.crew, Crew::ONE) } else { (Crew::ONE, self.crew) };
        let some = |part: usize| {
            for number in count * part / all..count * (part + 1) / all {
                let ((at_a, a), (at_b, b), (at_c, places)) =
                    (of_a.at(number), of_b.at(number), of_c.at(number));
                // SAFETY: the places of the matrices are those of coordinates inside the extents of the tensors. Those
                // of the result are all different, because each of its coordinates is in one matrix once.
                unsafe {
                    let a = FactorSide::new(self.a.origin().offset(at_a), a);
                    let b = FactorSide::new(self.b.origin().offset(at_b), b);
                    Sides { a, b, alpha: self.alpha, crew }.put(first.offset(at_c), places, old);
                }
            }
        };
        if all > 0 {
            // SAFETY: there are several threads only where `threads` or `par` was called, and these ask that factors
            // may be shared, and sums shared and sent; and no two matrices of the result have an element in common.
            unsafe { of_matrices.run(all, &some) };
        }
        Ok(())
    }
}

/// Labels by what they number.
struct Groups {
    rows: Vec<u8>,
    cols: Vec<u8>,
    depth: Vec<u8>,
    batch: Vec<u8>,
}

impl Groups {
    /// Labels of rows and columns in the order of the result's strides, those of the depth in that of the operand in
    /// which the least one lies: runs stay together.
    fn new<A: Mapping, B: Mapping, C: Mapping>(
        labels: &ModeLabels,
        (a, b, c): (&A, &B, &C),
    ) -> Result<Self, ContractionError> {
        let (of_a, of_b, of_c) = (labels.of(0), labels.of(1), labels.of(2));
        let (mut rows, mut cols, mut depth, mut batch) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for label in labels.all() {
            match (of_a.contains(&label), of_b.contains(&label), of_c.contains(&label)) {
                (true, true, true) => batch.push(label),
                (true, false, true) => rows.push(label),
                (false, true, true) => cols.push(label),
                (_, _, false) => depth.push(label),
                (false, false, true) => return Err(ContractionError::OnlyInResult { label: label.into() }),
            }
        }
        for group in [&mut rows, &mut cols, &mut batch] {
            group.sort_by_key(|&label| stride(c, of_c, label));
        }
        let strides = |label| (stride(a, of_a, label), stride(b, of_b, label));
        let is_dense_in_b = depth.iter().any(|&label| strides(label).1 == 1);
        let is_dense_in_a = depth.iter().any(|&label| strides(label).0 == 1);
        depth.sort_by_key(|&label| {
            let (in_a, in_b) = strides(label);
            if is_dense_in_b && !is_dense_in_a { (in_b, in_a) } else { (in_a, in_b) }
        });
        Ok(Groups { rows, cols, depth, batch })
    }

    fn slices(&self) -> [&[u8]; 4] {
        [&self.rows, &self.cols, &self.depth, &self.batch]
    }
}
