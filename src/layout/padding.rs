//! The padding of a layout: what its shape spans beyond the elements.

use super::coordinate::Entries;
use super::{Coordinate, Extent, Layout};
use crate::int::Integer;
use crate::tuple::{IntTuple, MAX_RANK, Shape, Stride};
use core::iter::FusedIterator;

/// The coordinates of a layout's padding, first mode fastest; made by [`Layout::padding`].
#[derive(Clone, Debug)]
pub struct Padding<S: Shape, D: Stride<S>, E: Extent<S>> {
    layout: Layout<S, D, E>,
    next: [usize; MAX_RANK],
    /// The first mode that overhangs.
    overhanging: usize,
    left: usize,
}

/// The offsets of a layout's padding; made by [`Layout::padding_offsets`].
#[derive(Clone, Debug)]
pub struct PaddingOffsets<S: Shape, D: Stride<S>, E: Extent<S>>(Padding<S, D, E>);

impl<S: Shape, D: Stride<S>, E: Extent<S>> Layout<S, D, E> {
    /// Whether a coordinate is padding: inside the shape and outside the logical extent.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = Layout::try_with_extent(shape!((4, 2), 3), stride!((1, 12), 4), (7, 3)).unwrap();
    /// assert!(l.is_padding((7, 2)) && !l.is_padding((6, 2)) && !l.is_padding((8, 0)));
    /// ```
    pub fn is_padding<C: Coordinate<S, D>>(&self, crd: C) -> bool {
        crd.entries().outside(self.shape().shape_modes()).is_none() && !self.contains(crd)
    }

    /// The coordinates of the padding, first mode fastest: one integer for every top-level mode.
    ///
    /// Post-condition: exactly the coordinates of which [`is_padding`](Layout::is_padding) holds, each once; together
    /// with [`coordinates`](Layout::coordinates) those of the whole shape. Steps over the elements, not through them.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = Layout::try_with_extent(shape!((2, 2), 3), stride!((1, 6), 2), (3, 2)).unwrap();
    /// assert!(l.padding().eq([(3, 0), (3, 1), (0, 2), (1, 2), (2, 2), (3, 2)]));
    /// assert_eq!(layout!((4, 2):(1, 4)).padding().len(), 0);
    /// ```
    pub fn padding(&self) -> Padding<S, D, E> {
        let left = self.size().value() - self.extents().size().value();
        let (shape, extents) = (self.shape(), self.extents());
        let mut modes = 0..<S as IntTuple>::RANK;
        let overhanging = modes.find(|&mode| extents.mode_size(mode) < shape.mode_size(mode)).unwrap_or(0);
        let mut padding = Padding { layout: *self, next: [0; MAX_RANK], overhanging, left };
        padding.skip_elements();
        padding
    }

    /// The offsets of the padding, in the order of [`padding`](Layout::padding): what a packing kernel fills.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = Layout::try_with_extent(shape!((2, 2), 3), stride!((1, 6), 2), (3, 2)).unwrap();
    /// assert!(l.padding_offsets().eq([7, 9, 4, 5, 10, 11]));
    /// ```
    pub fn padding_offsets(&self) -> PaddingOffsets<S, D, E> {
        PaddingOffsets(self.padding())
    }
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Padding<S, D, E> {
    /// At the start of a run through the first mode that overhangs: if all later modes are inside, its elements come
    /// first, and are skipped. (All earlier modes have no padding of their own.)
    fn skip_elements(&mut self) {
        let (mode, extents) = (self.overhanging, self.layout.extents());
        let starts = self.next[..=mode].iter().all(|&index| index == 0);
        let mut later = mode + 1..<S as IntTuple>::RANK;
        if starts && later.all(|mode| self.next[mode] < extents.mode_size(mode)) {
            self.next[mode] = extents.mode_size(mode);
        }
    }

    fn next_indices(&mut self) -> Option<[usize; MAX_RANK]> {
        self.left = self.left.checked_sub(1)?;
        let indices = self.next;
        for mode in 0..<S as IntTuple>::RANK {
            self.next[mode] += 1;
            if self.next[mode] < self.layout.shape().mode_size(mode) {
                break;
            }
            self.next[mode] = 0;
        }
        self.skip_elements();
        Some(indices)
    }
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Iterator for Padding<S, D, E> {
    type Item = <E::Extents as Shape>::Dynamic;

    fn next(&mut self) -> Option<Self::Item> {
        let mut indices = self.next_indices()?.into_iter();
        let cursor = <E::Extents as Shape>::cursor(&mut || indices.next().unwrap_or(0));
        Some(<E::Extents as Shape>::at_cursor(cursor))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Iterator for PaddingOffsets<S, D, E> {
    type Item = isize;

    fn next(&mut self) -> Option<isize> {
        let indices = self.0.next_indices()?;
        let (shape, stride) = (self.0.layout.shape(), self.0.layout.stride());
        Some((0..<S as IntTuple>::RANK).map(|mode| stride.mode_offset(shape, mode, indices[mode])).sum())
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.left, Some(self.0.left))
    }
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> ExactSizeIterator for Padding<S, D, E> {}
impl<S: Shape, D: Stride<S>, E: Extent<S>> FusedIterator for Padding<S, D, E> {}
impl<S: Shape, D: Stride<S>, E: Extent<S>> ExactSizeIterator for PaddingOffsets<S, D, E> {}
impl<S: Shape, D: Stride<S>, E: Extent<S>> FusedIterator for PaddingOffsets<S, D, E> {}
