//! Views in equal parts along one mode: disjoint, as their ranges of indices are.

use super::split::part;
use super::{View, ViewMut};
use crate::int::ceil_div;
use crate::layout::{Mapping, SplitError, SplitMode};
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

/// The parts of a mode that are still to come, by their numbers.
#[derive(Clone, Debug)]
struct Ranges {
    extent: usize,
    size: usize,
    left: Range<usize>,
}

impl Ranges {
    /// All parts of a mode, every one of which lies as one.
    fn new<const MODE: usize, L: SplitMode<MODE>>(whole: &L, size: usize) -> Result<Self, SplitError> {
        let extent = whole.mode_extent(MODE);
        if size == 0 {
            return Err(SplitError::PastEnd { mode: MODE, at: 0, extent });
        }
        let ranges = Ranges { extent, size, left: 0..ceil_div(extent, size) };
        for number in ranges.left.clone() {
            part(whole, ranges.at(number))?;
        }
        Ok(ranges)
    }

    #[inline]
    fn at(&self, number: usize) -> Range<usize> {
        let start = number * self.size;
        start..start + self.size.min(self.extent - start)
    }

    #[inline]
    fn split_at(self, mid: usize) -> (Self, Self) {
        let len = self.left.len();
        assert!(mid <= len, "{len} chunks cannot be split at {mid}");
        let mid = self.left.start + mid;
        let front = Ranges { left: self.left.start..mid, ..self };
        (front, Ranges { left: mid..self.left.end, ..self })
    }
}

/// The parts of a view along mode `MODE`; made by [`View::chunks`].
pub struct ViewChunks<'a, T, L, const MODE: usize> {
    view: View<'a, T, L>,
    ranges: Ranges,
}

impl<T, L: Copy, const MODE: usize> Clone for ViewChunks<'_, T, L, MODE> {
    #[inline]
    fn clone(&self) -> Self {
        ViewChunks { view: self.view, ranges: self.ranges.clone() }
    }
}

/// The parts of a mutable view along mode `MODE`; made by [`ViewMut::chunks_mut`].
///
/// No two share an element, so that each may go to a thread of its own.
pub struct ViewChunksMut<'a, T, L, const MODE: usize> {
    /// Never used but for its origin: another part of the iterator may have the same.
    view: ViewMut<'a, T, L>,
    /// No number is in the ranges of two iterators over one view.
    ranges: Ranges,
}

impl<'a, T, L: Mapping> View<'a, T, L> {
    /// The parts of `size` indices of the top-level mode `MODE`, the last one of what is left: views with the strides
    /// of this.
    ///
    /// Post-condition: part `n` at `c` is `self[c]` with `n * size` added to entry `MODE` of `c`.
    ///
    /// # Errors
    /// As [`View::split_at_mode`] at any of the cuts, before there is any part; [`PastEnd`](SplitError::PastEnd) only
    /// if `size` is 0.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let data: Vec<u32> = (0..24).collect();
    /// let a = View::new(&data, layout!((2, 3, 4):(12, 4, 1))).unwrap();
    /// let parts: Vec<_> = a.chunks::<1>(2)?.collect();
    /// assert_eq!((parts.len(), parts[1][(1, 0, 3)]), (2, a[(1, 2, 3)]));
    /// assert_eq!(parts[1].layout().extents(), (int!(2), 1, int!(4)));
    /// # Ok::<(), tilework::layout::SplitError>(())
    /// ```
    #[inline]
    pub fn chunks<const MODE: usize>(&self, size: usize) -> Result<ViewChunks<'a, T, L, MODE>, SplitError>
    where
        L: SplitMode<MODE>,
    {
        Ok(ViewChunks { view: *self, ranges: Ranges::new(&self.layout(), size)? })
    }
}

impl<T, L: Mapping> ViewMut<'_, T, L> {
    /// The parts of `size` indices of the top-level mode `MODE`, to be written: see [`View::chunks`].
    ///
    /// No two share an element, and each can be sent to another thread.
    ///
    /// # Errors
    /// As [`View::chunks`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [0; 10];
    /// let mut a = ViewMut::new(&mut data, layout!(5:2)).unwrap();
    /// for (n, mut part) in a.chunks_mut::<0>(2)?.enumerate() {
    ///     fill(&mut part, n + 1);
    /// }
    /// assert_eq!(data, [1, 0, 1, 0, 2, 0, 2, 0, 3, 0]);
    /// # Ok::<(), tilework::layout::SplitError>(())
    /// ```
    #[inline]
    pub fn chunks_mut<const MODE: usize>(
        &mut self,
        size: usize,
    ) -> Result<ViewChunksMut<'_, T, L, MODE>, SplitError>
    where
        L: SplitMode<MODE>,
    {
        let ranges = Ranges::new(&self.layout(), size)?;
        Ok(ViewChunksMut { view: self.view_mut(), ranges })
    }
}

macro_rules! chunks {
    ($ViewChunks:ident $View:ident) => {
        impl<'a, T, L: SplitMode<MODE>, const MODE: usize> $ViewChunks<'a, T, L, MODE> {
            #[inline]
            fn at(&self, number: usize) -> $View<'a, T, L::Part> {
                let Ok((layout, start)) = part(&self.view.layout(), self.ranges.at(number)) else {
                    unreachable!("every part was seen to lie as one when the first was asked for")
                };
                // SAFETY: a coordinate of the part is one of the whole, and its offset in the part counts from that
                // start; the offsets are some of those of the whole, which do not repeat where they are written. No
                // other part has one of them, and this one is asked for once.
                unsafe { $View::from_origin(self.view.origin().offset(start), layout) }
            }

            /// Two iterators: over the first `mid` of the parts that are left, and over the others.
            ///
            /// # Panics
            /// If fewer parts than `mid` are left.
            #[inline]
            pub fn split_at(self, mid: usize) -> (Self, Self) {
                let (front, back) = self.ranges.split_at(mid);
                // SAFETY: both have the origin and the layout of the view; no part is in both.
                let view = unsafe { $View::from_origin(self.view.origin(), self.view.layout()) };
                ($ViewChunks { view: self.view, ranges: front }, $ViewChunks { view, ranges: back })
            }
        }

        impl<'a, T, L: SplitMode<MODE>, const MODE: usize> Iterator for $ViewChunks<'a, T, L, MODE> {
            type Item = $View<'a, T, L::Part>;

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                self.ranges.left.next().map(|number| self.at(number))
            }
            #[inline]
            fn nth(&mut self, n: usize) -> Option<Self::Item> {
                self.ranges.left.nth(n).map(|number| self.at(number))
            }
            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.ranges.left.size_hint()
            }
        }

        impl<T, L: SplitMode<MODE>, const MODE: usize> DoubleEndedIterator for $ViewChunks<'_, T, L, MODE> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                self.ranges.left.next_back().map(|number| self.at(number))
            }
        }

        impl<T, L: SplitMode<MODE>, const MODE: usize> ExactSizeIterator for $ViewChunks<'_, T, L, MODE> {}
        impl<T, L: SplitMode<MODE>, const MODE: usize> FusedIterator for $ViewChunks<'_, T, L, MODE> {}

        impl<T, L: Mapping, const MODE: usize> fmt::Debug for $ViewChunks<'_, T, L, MODE> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let (size, left, layout) = (self.ranges.size, self.ranges.left.len(), self.view.layout());
                write!(f, "{} {size} of mode {MODE} of {layout}, {left} left", stringify!($ViewChunks))
            }
        }
    };
}
chunks!(ViewChunks View);
chunks!(ViewChunksMut ViewMut);
