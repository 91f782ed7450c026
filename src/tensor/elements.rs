//! The elements of a tensor one by one, with their coordinates.

use super::{View, ViewMut};
use crate::int::Integer;
use crate::layout::Mapping;
use crate::tuple::{MAX_RANK, Shape};
use core::fmt;
use core::iter::FusedIterator;

/// The coordinates of a layout: one integer for every top-level mode.
type Crd<L> = <<L as Mapping>::Extents as Shape>::Dynamic;

/// The coordinates and the elements of a view, first mode fastest; made by [`View::elements`].
#[derive(Debug)]
pub struct Elements<'a, T, L: Mapping> {
    view: View<'a, T, L>,
    walk: ElementWalk<L>,
}

/// The coordinates and the elements of a view to be written, first mode fastest; made by [`ViewMut::elements_mut`].
pub struct ElementsMut<'a, T, L: Mapping> {
    view: ViewMut<'a, T, L>,
    walk: ElementWalk<L>,
}

impl<'a, T, L: Mapping> View<'a, T, L> {
    /// The coordinates of all elements, and the elements: first mode fastest. Padding is skipped.
    ///
    /// A coordinate has one integer for every top-level mode. Loops over all elements that need no coordinate, or no
    /// order, are faster as one of the kernels: [`fold`](crate::kernel::fold), [`transform`](crate::kernel::transform).
    ///
    /// Post-condition: exactly the coordinates inside the extent, each once, with the element there.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let a = View::new(&[1, 2, 0, 3, 4], layout!((2, 2):(3, 1))).unwrap();
    /// assert!(a.elements().eq([((0, 0), &1), ((1, 0), &3), ((0, 1), &2), ((1, 1), &4)]));
    /// assert_eq!(a.elements().max_by_key(|(_, x)| **x), Some(((1, 1), &4)));
    /// ```
    #[inline]
    pub fn elements(self) -> Elements<'a, T, L> {
        Elements { view: self, walk: ElementWalk::over(self.layout()) }
    }
}

impl<'a, T, L: Mapping> ViewMut<'a, T, L> {
    /// The coordinates of all elements, and the elements to be written: see [`View::elements`].
    ///
    /// Post-condition: exactly the coordinates inside the extent, each once, with the element there.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [0; 5];
    /// for ((i, j), element) in ViewMut::new(&mut data, layout!((2, 2):(3, 1))).unwrap().elements_mut() {
    ///     *element = 10 * i + j + 1;
    /// }
    /// assert_eq!(data, [1, 2, 0, 11, 12]);
    /// ```
    #[inline]
    pub fn elements_mut(self) -> ElementsMut<'a, T, L> {
        let walk = ElementWalk::over(self.layout());
        ElementsMut { view: self, walk }
    }
}

impl<T, L: Mapping> Clone for Elements<'_, T, L> {
    #[inline]
    fn clone(&self) -> Self {
        Elements { view: self.view, walk: self.walk.clone() }
    }
}

impl<T, L: Mapping> fmt::Debug for ElementsMut<'_, T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // not the elements: those that came already may be borrowed
        f.debug_struct("ElementsMut").field("walk", &self.walk).finish_non_exhaustive()
    }
}

/// Where a walk over the coordinates of a layout stands.
#[derive(Clone, Debug)]
struct ElementWalk<L> {
    layout: L,
    /// The next element: its index in each mode, and the sums of the modes from each on.
    index: [usize; MAX_RANK],
    sums: [isize; MAX_RANK],
    left: usize,
}

impl<L: Mapping> ElementWalk<L> {
    #[inline]
    fn over(layout: L) -> Self {
        // at a coordinate of nothing there may be nothing to count to
        let left = layout.extents().size().value();
        let mut walk = ElementWalk { layout, index: [0; MAX_RANK], sums: [layout.bias(); MAX_RANK], left };
        if left > 0 {
            walk.count(L::RANK);
        }
        walk
    }

    /// Adds up the modes before `end` anew.
    #[inline]
    fn count(&mut self, end: usize) {
        for mode in (0..end).rev() {
            let from = if mode + 1 < L::RANK { self.sums[mode + 1] } else { self.layout.bias() };
            self.sums[mode] = from + self.layout.mode_offset(mode, self.index[mode]);
        }
    }

    /// The next coordinate inside the extent and its offset.
    #[inline]
    fn next(&mut self) -> Option<(Crd<L>, isize)> {
        self.left = self.left.checked_sub(1)?;
        let crd = self.crd();
        let offset = L::place(self.sums[0]);
        if self.left > 0 {
            self.index[0] += 1;
            if self.index[0] < self.layout.mode_extent(0) {
                self.count(1);
            } else {
                self.carry();
            }
        }
        Some((crd, offset))
    }

    /// All that is left, folded: the first mode is a loop inside of the others.
    #[inline]
    fn fold<B>(mut self, mut folded: B, mut f: impl FnMut(B, (Crd<L>, isize)) -> B) -> B {
        while self.left > 0 {
            let start = self.index[0];
            // what has no modes has one element
            let end = if L::RANK > 0 { self.layout.mode_extent(0) } else { 1 };
            let from = if L::RANK > 1 { self.sums[1] } else { self.layout.bias() };
            for i in start..end {
                self.index[0] = i;
                folded = f(folded, (self.crd(), L::place(from + self.layout.mode_offset(0, i))));
            }
            self.index[0] = end;
            self.left -= end - start;
            if self.left > 0 {
                self.carry();
            }
        }
        folded
    }

    #[inline]
    fn crd(&self) -> Crd<L> {
        let mut index = self.index.into_iter();
        L::Extents::at_cursor(L::Extents::cursor(&mut || index.next().unwrap_or(0)))
    }

    /// Behind the last index of the first mode, where there is another element.
    #[cold]
    fn carry(&mut self) {
        let mut mode = 0;
        while self.index[mode] == self.layout.mode_extent(mode) {
            self.index[mode] = 0;
            mode += 1;
            self.index[mode] += 1;
        }
        self.count(mode + 1);
    }
}

macro_rules! iterator {
    ($Iterator:ident, $Element:ty, $as_ref:ident) => {
        impl<'a, T, L: Mapping> Iterator for $Iterator<'a, T, L> {
            type Item = (Crd<L>, $Element);

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let (crd, offset) = self.walk.next()?;
                // SAFETY: the coordinate is inside the extent, whose offsets are all inside the slice. Each comes
                // once, and where elements are written no two share an offset.
                Some((crd, unsafe { self.view.origin().offset(offset).$as_ref() }))
            }
            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.walk.left, Some(self.walk.left))
            }
            #[inline]
            fn fold<B, F: FnMut(B, Self::Item) -> B>(self, folded: B, mut f: F) -> B {
                let Self { view, walk } = self;
                walk.fold(folded, |folded, (crd, offset)| {
                    // SAFETY: as above.
                    f(folded, (crd, unsafe { view.origin().offset(offset).$as_ref() }))
                })
            }
        }

        impl<T, L: Mapping> ExactSizeIterator for $Iterator<'_, T, L> {}
        impl<T, L: Mapping> FusedIterator for $Iterator<'_, T, L> {}
    };
}
iterator!(Elements, &'a T, as_ref);
iterator!(ElementsMut, &'a mut T, as_mut);
