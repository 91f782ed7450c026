//! Rows, columns and the transpose of views, whatever the layout.

use super::{View, ViewMut};
use crate::layout::Matrix;

/// The layout of a row, if it is there, and the offset that its offsets count from.
#[track_caller]
#[inline]
fn row<L: Matrix>(layout: &L, i: usize) -> (L::Row, isize) {
    (layout.row(i), if layout.is_empty() { 0 } else { layout.part_origin((i, 0)) })
}

/// The layout of a column, if it is there, and the offset that its offsets count from.
#[track_caller]
#[inline]
fn col<L: Matrix>(layout: &L, j: usize) -> (L::Col, isize) {
    (layout.col(j), if layout.is_empty() { 0 } else { layout.part_origin((0, j)) })
}

impl<'a, T, L: Matrix> View<'a, T, L> {
    /// The matrix with rows and columns exchanged. Nothing is moved.
    ///
    /// Post-condition: `result[(j, i)]` is `self[(i, j)]`.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// /// Whether a matrix is its own transpose, in any layout.
    /// fn is_symmetric<L: Matrix>(a: View<'_, f32, L>) -> bool {
    ///     a == a.transposed()
    /// }
    /// assert!(is_symmetric(View::new(&[1.0, 2.0, 2.0, 3.0], layout!((2, 2):(2, 1))).unwrap()));
    /// ```
    #[inline]
    pub fn transposed(self) -> View<'a, T, L::Transposed> {
        // SAFETY: the offsets are those of this view, from the same origin.
        unsafe { View::from_origin(self.origin(), self.layout().transposed()) }
    }

    /// Row `i`: a view of rank 1.
    ///
    /// Post-condition: `result[j]` is `self[(i, j)]`.
    ///
    /// # Panics
    /// If there is no such row.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// /// The largest element of every row, in any layout.
    /// fn row_max<L: Matrix>(a: View<'_, i32, L>) -> Vec<i32> {
    ///     (0..a.layout().rows()).map(|i| fold(&a.row(i), i32::MIN, i32::max)).collect()
    /// }
    /// let data: Vec<i32> = (0..96).collect();
    /// assert_eq!(row_max(View::new(&data, layout!((4, 5):(1, 4))).unwrap()), [16, 17, 18, 19]);
    /// assert_eq!(row_max(View::new(&data, xor_layout!((2, 4):(F1, F2))).unwrap()), [6, 7]);
    /// ```
    #[track_caller]
    #[inline]
    pub fn row(self, i: usize) -> View<'a, T, L::Row> {
        let (layout, start) = row(&self.layout(), i);
        // SAFETY: coordinate `j` of the row is `(i, j)` of the matrix, and its offset in the row counts from there.
        unsafe { View::from_origin(self.origin().offset(start), layout) }
    }

    /// Column `j`: a view of rank 1.
    ///
    /// Post-condition: `result[i]` is `self[(i, j)]`.
    ///
    /// # Panics
    /// If there is no such column.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let data: Vec<u32> = (0..12).collect();
    /// let a = View::new(&data, layout!((3, 4):(4, 1))).unwrap();
    /// assert!(a.col(2).elements().eq([(0, &2), (1, &6), (2, &10)].map(|(i, x)| ((i,), x))));
    /// ```
    #[track_caller]
    #[inline]
    pub fn col(self, j: usize) -> View<'a, T, L::Col> {
        let (layout, start) = col(&self.layout(), j);
        // SAFETY: as of a row.
        unsafe { View::from_origin(self.origin().offset(start), layout) }
    }
}

impl<T, L: Matrix> ViewMut<'_, T, L> {
    /// The matrix with rows and columns exchanged, to be written: see [`View::transposed`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [0; 6];
    /// ViewMut::new(&mut data, layout!((2, 3):(3, 1))).unwrap().transposed_mut()[(2, 0)] = 7;
    /// assert_eq!(data, [0, 0, 7, 0, 0, 0]);
    /// ```
    #[inline]
    pub fn transposed_mut(&mut self) -> ViewMut<'_, T, L::Transposed> {
        // SAFETY: the offsets are those of this view, from the same origin; they do not repeat.
        unsafe { ViewMut::from_origin(self.origin(), self.layout().transposed()) }
    }

    /// Row `i`, to be written: see [`View::row`].
    ///
    /// # Panics
    /// If there is no such row.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [0; 6];
    /// fill(&mut ViewMut::new(&mut data, layout!((2, 3):(1, 2))).unwrap().row_mut(1), 7);
    /// assert_eq!(data, [0, 7, 0, 7, 0, 7]);
    /// ```
    #[track_caller]
    #[inline]
    pub fn row_mut(&mut self, i: usize) -> ViewMut<'_, T, L::Row> {
        let (layout, start) = row(&self.layout(), i);
        // SAFETY: as in `View::row`; and the offsets are some of those of the matrix, which do not repeat.
        unsafe { ViewMut::from_origin(self.origin().offset(start), layout) }
    }

    /// Column `j`, to be written: see [`View::col`].
    ///
    /// # Panics
    /// If there is no such column.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [0; 6];
    /// fill(&mut ViewMut::new(&mut data, layout!((2, 3):(1, 2))).unwrap().col_mut(1), 7);
    /// assert_eq!(data, [0, 0, 7, 7, 0, 0]);
    /// ```
    #[track_caller]
    #[inline]
    pub fn col_mut(&mut self, j: usize) -> ViewMut<'_, T, L::Col> {
        let (layout, start) = col(&self.layout(), j);
        // SAFETY: as in `View::col`; and the offsets are some of those of the matrix, which do not repeat.
        unsafe { ViewMut::from_origin(self.origin().offset(start), layout) }
    }
}
