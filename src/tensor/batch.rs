//! The matrices of a batch.

use super::slice::cut;
use super::{View, ViewMut};
use crate::int::Integer;
use crate::layout::{Batch, Free, Matrix};

/// The layout of matrix `n`, and the offset that its offsets count from.
#[inline]
fn matrix<L: Batch>(layout: &L, n: usize) -> (L::Kept, isize) {
    cut(layout, (n, Free, Free)).unwrap_or_else(|error| panic!("matrix {n} of the batch {layout}: {error}"))
}

impl<'a, T, L: Batch> View<'a, T, L> {
    /// Matrix `n` of the batch.
    ///
    /// Post-condition: `result[(i, j)]` is `self[(n, i, j)]`.
    ///
    /// # Panics
    /// If there is no such matrix.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let data: Vec<u32> = (0..24).collect();
    /// let batch = View::new(&data, layout!((2, 3, 4):(12, 4, 1))).unwrap();
    /// assert_eq!(batch.at(1)[(2, 0)], 20);
    /// ```
    #[track_caller]
    #[inline]
    pub fn at(self, n: usize) -> View<'a, T, L::Kept> {
        let (layout, start) = matrix(&self.layout(), n);
        // SAFETY: a coordinate of the matrix is one of the batch, and its offset in the matrix counts from that start;
        // without elements nothing is pointed to.
        unsafe { View::from_origin(self.origin().offset(start), layout) }
    }

    /// All matrices of the batch, in order; none of a batch without elements.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let data: Vec<u32> = (0..24).collect();
    /// let batch = View::new(&data, layout!((2, 3, 4):(12, 4, 1))).unwrap();
    /// assert!(batch.matrices().map(|a| a[(1, 0)]).eq([4, 16]));
    /// ```
    #[inline]
    pub fn matrices(self) -> impl ExactSizeIterator<Item = View<'a, T, L::Kept>> + DoubleEndedIterator {
        let batches = if self.layout().is_empty() { 0 } else { self.layout().batches() };
        (0..batches).map(move |n| self.at(n))
    }
}

impl<T, L: Batch> ViewMut<'_, T, L> {
    /// Matrix `n` of the batch, to be written: see [`View::at`].
    ///
    /// # Panics
    /// If there is no such matrix.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [0; 8];
    /// let mut batch = ViewMut::new(&mut data, layout!((2, 2, 2):(1, 4, 2))).unwrap();
    /// fill(&mut batch.at_mut(1), 7);
    /// assert_eq!(data, [0, 7, 0, 7, 0, 7, 0, 7]);
    /// ```
    #[track_caller]
    #[inline]
    pub fn at_mut(&mut self, n: usize) -> ViewMut<'_, T, L::Kept> {
        let (layout, start) = matrix(&self.layout(), n);
        // SAFETY: as in `View::at`; and the offsets are some of those of the batch, which do not repeat.
        unsafe { ViewMut::from_origin(self.origin().offset(start), layout) }
    }

    /// All matrices of the batch, in order, to be written; none of a batch without elements. No two share an element,
    /// and each can be sent to another thread.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [0; 8];
    /// let mut batch = ViewMut::new(&mut data, layout!((2, 2, 2):(1, 4, 2))).unwrap();
    /// std::thread::scope(|threads| {
    ///     for (n, mut matrix) in batch.matrices_mut().enumerate() {
    ///         threads.spawn(move || fill(&mut matrix, n + 1));
    ///     }
    /// });
    /// assert_eq!(data, [1, 2, 1, 2, 1, 2, 1, 2]);
    /// ```
    ///
    /// What lies between the elements of a matrix may belong to another one, so that none is seen through another
    /// layout:
    ///
    /// ```compile_fail,E0599
    /// # use tilework::prelude::*;
    /// # let mut data = [0; 8];
    /// # let mut batch = ViewMut::new(&mut data, layout!((2, 2, 2):(1, 4, 2))).unwrap();
    /// let first = batch.matrices_mut().next().unwrap();
    /// first.view().with_layout(layout!(7:1)); // a tile has a logical extent
    /// ```
    pub fn matrices_mut(
        &mut self,
    ) -> impl ExactSizeIterator<Item = ViewMut<'_, T, MatrixTile<L::Kept>>> + DoubleEndedIterator {
        let (origin, batch) = (self.origin(), self.layout());
        let batches = if batch.is_empty() { 0 } else { batch.batches() };
        (0..batches).map(move |n| {
            let (layout, start) = matrix(&batch, n);
            let (rows, cols) = (Integer::from_value(layout.rows()), Integer::from_value(layout.cols()));
            let Ok(tile) =
                layout.tile::<<L::Kept as Matrix>::Rows, <L::Kept as Matrix>::Cols>(rows, cols, 0, 0)
            else {
                unreachable!("a matrix with elements is a tile of itself")
            };
            // SAFETY: as in `ViewMut::at_mut`, and no offset is in two matrices, because no coordinate is; each comes
            // once while this view is borrowed. As the tile of itself a matrix begins where it did, and it has a
            // logical extent or places its sums: what is between its elements is not read.
            unsafe { ViewMut::from_origin(origin.offset(start + layout.part_origin((0, 0))), tile) }
        })
    }
}

/// A matrix as the one tile of itself.
pub type MatrixTile<L> = <L as Matrix>::Tile<<L as Matrix>::Rows, <L as Matrix>::Cols>;
