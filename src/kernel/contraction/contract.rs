//! Contractions of two tensors.

use super::alone::Summed;
use super::error::ContractionError;
use super::labels::{Extents, ModeLabels};
use super::modes::{CompactModes, Labelled, LabelledModes};
use super::scattered::Matrices;
use crate::int::sort_few;
use crate::kernel::crew::Crew;
use crate::kernel::product::{Arithmetic, FactorOf, FactorSide, Old, Sides};
use crate::layout::Mapping;
use crate::tensor::{View, ViewMut};
use alloc::vec::Vec;
use core::fmt;
#[cfg(feature = "std")]
use core::num::NonZero;
use core::ptr::NonNull;

/// The contraction of two tensors of any rank and layout, in Einstein's notation: `c = Σ a * b` over the labels that
/// the result has not.
///
/// A label is a letter for each mode, and names one extent wherever it stands. Twice in an operand it is a diagonal;
/// over labels that it alone has, an operand is summed before it is multiplied. Nothing is transposed: modes are
/// grouped to rows, columns and depth of one matrix product for each index of the labels that all three have. How it is
/// multiplied and rounded: see [`matmul`](crate::kernel::matmul()).
///
/// # Errors
/// If the text is no labels, a tensor has not one mode for each of its labels, modes of one label have different
/// extents, the result has a label twice or one that no operand has; then `c` is not touched. If there is no memory for
/// the offsets of the indices of rows, columns and depth, or for the sums of an operand.
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
    #[cfg(feature = "std")]
    pub fn threads(self, threads: NonZero<usize>) -> Self
    where
        S: Send + Sync,
        X: Sync,
        Y: Sync,
    {
        Contraction { crew: Crew::of(threads), ..self }
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
        let is_alone = |own: usize| {
            let others = [labels.of(1 - own), labels.result()];
            move |label| !others.iter().any(|labels| labels.contains(&label))
        };
        let alone_a = Summed::new(&self.a, labels.of(0), is_alone(0), &extents)?;
        let alone_b = Summed::new(&self.b, labels.of(1), is_alone(1), &extents)?;
        let whole_a =
            LabelledTensor { first: self.a.origin(), tensor: Labelled { labels: labels.of(0), modes: &a } };
        let whole_b =
            LabelledTensor { first: self.b.origin(), tensor: Labelled { labels: labels.of(1), modes: &b } };
        let to = LabelledTensor {
            first: c.origin(),
            tensor: Labelled { labels: labels.result(), modes: &layout },
        };
        let how = How { extents: &extents, alpha: self.alpha, crew: self.crew, old };
        // SAFETY: the modes are those of the tensors, the result is mutably borrowed, and there are several threads
        // only where `threads` or `par` was called, which ask that factors may be shared, and sums shared and sent.
        unsafe {
            match (&alone_a, &alone_b) {
                (None, None) => how.multiply(whole_a, whole_b, to),
                (Some(a), None) => how.multiply(LabelledTensor::from(a), whole_b, to),
                (None, Some(b)) => how.multiply(whole_a, LabelledTensor::from(b), to),
                (Some(a), Some(b)) => how.multiply(LabelledTensor::from(a), LabelledTensor::from(b), to),
            }
        }
    }
}

/// A tensor with labels, and where its offsets count from.
struct LabelledTensor<'o, X, M> {
    first: NonNull<X>,
    tensor: Labelled<'o, M>,
}

impl<'o, S: Arithmetic> From<&'o Summed<S>> for LabelledTensor<'o, S, CompactModes> {
    fn from(summed: &'o Summed<S>) -> Self {
        LabelledTensor { first: NonNull::from(&*summed.sums).cast(), tensor: summed.labelled() }
    }
}

/// What becomes of the sums, and on how many threads.
struct How<'o, S> {
    extents: &'o Extents,
    alpha: Option<S>,
    crew: Crew,
    old: Old,
}

impl<S: Arithmetic> How<'_, S> {
    /// The contraction of operands that have no label alone.
    ///
    /// # Safety
    /// The places of coordinates inside the extents are elements, which may be borrowed, and those of the result
    /// mutably. Several threads are there only if they may be on all of them.
    unsafe fn multiply<X, Y, M, N, L>(
        self,
        a: LabelledTensor<'_, X, M>,
        b: LabelledTensor<'_, Y, N>,
        c: LabelledTensor<'_, S, L>,
    ) -> Result<(), ContractionError>
    where
        X: FactorOf<S>,
        Y: FactorOf<S>,
        M: LabelledModes,
        N: LabelledModes,
        L: LabelledModes,
    {
        let How { extents, alpha, crew, old } = self;
        let groups = Groups::new(a.tensor, b.tensor, c.tensor, extents)?;
        let [rows, cols, depth, batch] = groups.slices();
        let of_a = Matrices::new(a.tensor, [rows, depth, batch], extents)?;
        let of_b = Matrices::new(b.tensor, [depth, cols, batch], extents)?;
        let of_c = Matrices::new(c.tensor, [rows, cols, batch], extents)?;
        let count = of_c.len();
        // matrices for every thread, or threads for every matrix
        let all = crew.threads().min(count);
        let (of_matrices, crew) = if all == crew.threads() { (crew, Crew::ONE) } else { (Crew::ONE, crew) };
        let (first_a, first_b, first_c) = (a.first, b.first, c.first);
        let strided = of_a.strided().zip(of_b.strided()).zip(of_c.strided());
        let some = |part: usize| {
            for number in count * part / all..count * (part + 1) / all {
                // SAFETY: by strides or by groups, the places of the matrices are those of coordinates inside the
                // extents of the tensors: a group of one digit contributes its index times the stride. Those of the
                // result are all different, because each of its coordinates is in one matrix once.
                unsafe {
                    if let Some(((a, b), places)) = strided {
                        let a = FactorSide::new(first_a.offset(of_a.start(number)), a);
                        let b = FactorSide::new(first_b.offset(of_b.start(number)), b);
                        Sides { a, b, alpha, crew }.put(first_c.offset(of_c.start(number)), places, old);
                    } else {
                        let ((at_a, a), (at_b, b), (at_c, places)) =
                            (of_a.at(number), of_b.at(number), of_c.at(number));
                        let a = FactorSide::new(first_a.offset(at_a), a);
                        let b = FactorSide::new(first_b.offset(at_b), b);
                        Sides { a, b, alpha, crew }.put(first_c.offset(at_c), places, old);
                    }
                }
            }
        };
        if all > 0 {
            // SAFETY: by the contract, and no two matrices of the result have an element in common.
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
    /// Labels of rows and columns in the order of the result's strides; of the depth those first whose indices lie
    /// nearest to each other, in either operand: runs stay together, and lines of memory are used up.
    fn new<M: LabelledModes, N: LabelledModes, L: LabelledModes>(
        a: Labelled<'_, M>,
        b: Labelled<'_, N>,
        c: Labelled<'_, L>,
        extents: &Extents,
    ) -> Result<Self, ContractionError> {
        let (mut rows, mut cols, mut depth, mut batch) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut all = [a.labels, b.labels, c.labels].concat();
        sort_few(&mut all, |&label| label);
        all.dedup();
        for label in all {
            match (a.has(label), b.has(label), c.has(label)) {
                (true, true, true) => batch.push(label),
                (true, false, true) => rows.push(label),
                (false, true, true) => cols.push(label),
                (_, _, false) => depth.push(label),
                (false, false, true) => return Err(ContractionError::OnlyInResult { label: label.into() }),
            }
        }
        for group in [&mut rows, &mut cols, &mut batch] {
            sort_few(group, |&label| c.stride(label));
        }
        // of two labels that one operand each has dense, that of the larger operand comes first
        let count =
            |group: &[u8]| group.iter().fold(1, |all: usize, &label| all.saturating_mul(extents.of(label)));
        let is_wide = count(&cols) > count(&rows);
        sort_few(&mut depth, |&label| {
            let (in_a, in_b) = (a.stride(label), b.stride(label));
            (in_a.min(in_b), in_a.max(in_b), if is_wide { in_b } else { in_a })
        });
        Ok(Groups { rows, cols, depth, batch })
    }

    fn slices(&self) -> [&[u8]; 4] {
        [&self.rows, &self.cols, &self.depth, &self.batch]
    }
}
