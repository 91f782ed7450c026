//! Walks over a layout: its coordinates, and its offsets, without a division on the way.

use super::{Extent, Layout};
use crate::int::{Integer, Scalar};
use crate::tuple::{IntTuple, MAX_RANK, Shape, Stride};
use core::iter::FusedIterator;

/// The coordinates of a shape, first mode fastest; made by [`Layout::coordinates`].
#[derive(Clone, Debug)]
pub struct Coordinates<S: Shape> {
    shape: S,
    next: S::Cursor,
    left: usize,
}

/// The offsets of the elements of a layout, first mode fastest; made by [`Layout::offsets`].
#[derive(Clone, Debug)]
pub struct Offsets<S: Shape, D: Stride<S>, E: Extent<S>> {
    layout: Layout<S, D, E>,
    /// The next element: its coordinate in the shape, its index in each top-level mode (kept only where the extent can
    /// end a mode early), and its offset.
    crd: S::Cursor,
    index: [usize; MAX_RANK],
    offset: isize,
    left: usize,
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Layout<S, D, E> {
    /// The coordinates of all elements, first mode fastest: one integer for every top-level mode. Padding is skipped.
    ///
    /// Post-condition: exactly the coordinates inside [`extents`](Layout::extents), each once.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = layout!(((2, 2), 2):((1, 4), 2));
    /// assert!(l.coordinates().eq([(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1)]));
    /// assert_eq!(l.coordinates().len(), 8);
    /// assert!(layout!(2:1).coordinates().eq([0, 1]));
    /// ```
    #[inline]
    pub fn coordinates(&self) -> Coordinates<E::Extents> {
        Coordinates::of(self.extents())
    }

    /// The offsets of all elements, in the order of [`coordinates`](Layout::coordinates). Padding is skipped.
    ///
    /// Each step adds a stride; only a mode that ends costs more. Post-condition: the n-th is the offset of the n-th
    /// coordinate.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert!(layout!((2, 3):(3, 1)).offsets().eq([0, 3, 1, 4, 2, 5]));
    /// // three of four rows hold elements
    /// let padded = Layout::try_with_extent(shape!((2, 2), 2), stride!((1, 4), 2), (3, 2)).unwrap();
    /// assert!(padded.offsets().eq([0, 1, 4, 2, 3, 6]));
    /// ```
    #[inline]
    pub fn offsets(&self) -> Offsets<S, D, E> {
        let left = self.extents().size().value();
        Offsets { layout: *self, crd: S::cursor(&mut || 0), index: [0; MAX_RANK], offset: 0, left }
    }
}

impl<S: Shape> Coordinates<S> {
    #[inline]
    fn of(shape: S) -> Self {
        Coordinates { shape, next: S::cursor(&mut || 0), left: shape.size().value() }
    }
}

impl<S: Shape> Iterator for Coordinates<S> {
    type Item = S::Dynamic;

    #[inline]
    fn next(&mut self) -> Option<S::Dynamic> {
        self.left = self.left.checked_sub(1)?;
        let crd = S::at_cursor(self.next);
        self.shape.advance(&mut self.next);
        Some(crd)
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<S: Shape> ExactSizeIterator for Coordinates<S> {}
impl<S: Shape> FusedIterator for Coordinates<S> {}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Offsets<S, D, E> {
    /// Moves to the next element: by how much the offset changes.
    fn step(&mut self) -> isize {
        let (shape, stride) = (self.layout.shape(), self.layout.stride());
        if E::IS_EXACT {
            return stride.step(shape, &mut self.crd).0;
        }
        let extents = self.layout.extents();
        let mut change = 0;
        for mode in 0..<S as IntTuple>::RANK {
            self.index[mode] += 1;
            if self.index[mode] < extents.mode_size(mode) {
                return change + stride.step_mode(shape, mode, &mut self.crd);
            }
            self.index[mode] = 0;
            change += stride.reset_mode(shape, mode, &mut self.crd);
        }
        change
    }
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Iterator for Offsets<S, D, E> {
    type Item = D::OffsetAt<usize>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let offset = self.offset;
        self.offset += self.step();
        Some(Scalar::from_isize(offset))
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> ExactSizeIterator for Offsets<S, D, E> {}
impl<S: Shape, D: Stride<S>, E: Extent<S>> FusedIterator for Offsets<S, D, E> {}
