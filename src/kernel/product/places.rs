//! Where the elements of a matrix lie: all that a product asks of a layout.

use crate::layout::{Mapping, Matrix, MixedRadix};
use crate::tensor::View;
use core::marker::PhantomData;
use core::ptr::NonNull;

/// Elements by two indices, at places of sums of what these contribute.
pub(in crate::kernel) trait ElementPlaces: Copy {
    /// The extent of a mode.
    fn extent(&self, mode: usize) -> usize;
    /// The digits of the indices, if places are sums of theirs.
    fn digits(&self) -> Option<MixedRadix>;
    /// What an index of a mode contributes to a sum.
    fn contribution(&self, mode: usize, index: usize) -> isize;
    /// What no index contributes.
    fn base(&self) -> isize;
    /// The place of a sum.
    fn placed(&self, sum: isize) -> isize;
    /// Whether every sum is its own place.
    fn is_sum(&self) -> bool;
    /// How many elements of a mode, from each multiple of this number on, follow each other: 1 where none do, and 0
    /// where all do.
    fn run(&self, mode: usize) -> usize;

    /// The place of an element.
    #[inline(always)]
    fn at(&self, row: usize, col: usize) -> isize {
        self.placed(self.base() + self.contribution(0, row) + self.contribution(1, col))
    }
}

impl<L: Matrix> ElementPlaces for L {
    #[inline(always)]
    fn extent(&self, mode: usize) -> usize {
        self.mode_extent(mode)
    }
    #[inline(always)]
    fn digits(&self) -> Option<MixedRadix> {
        self.mixed_radix()
    }
    #[inline(always)]
    fn contribution(&self, mode: usize, index: usize) -> isize {
        self.mode_offset(mode, index)
    }
    #[inline(always)]
    fn base(&self) -> isize {
        self.bias()
    }
    #[inline(always)]
    fn placed(&self, sum: isize) -> isize {
        L::place(sum)
    }
    #[inline(always)]
    fn is_sum(&self) -> bool {
        L::ROW == 0
    }
    fn run(&self, mode: usize) -> usize {
        if self.mode_extent(mode) < 2
            || self.mode_offset(mode, 1).wrapping_sub(self.mode_offset(mode, 0)) != 1
        {
            return 1;
        }
        self.mode_block(mode).0
    }
}

/// An operand: elements that are borrowed, and where they lie.
#[derive(Debug)]
pub(in crate::kernel) struct FactorSide<'p, X, P> {
    /// Where offset 0 is. Every place of two indices inside the extents, counted from there, is an element.
    first: NonNull<X>,
    places: P,
    elements: PhantomData<&'p [X]>,
}

impl<X, P: Copy> Clone for FactorSide<'_, X, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<X, P: Copy> Copy for FactorSide<'_, X, P> {}

impl<'p, X, L: Mapping> From<&View<'p, X, L>> for FactorSide<'p, X, L> {
    fn from(view: &View<'p, X, L>) -> Self {
        FactorSide { first: view.origin(), places: view.layout(), elements: PhantomData }
    }
}

impl<X, P: Copy> FactorSide<'_, X, P> {
    /// # Safety
    /// All elements at the places, counted from the first one, may be borrowed.
    pub(in crate::kernel) unsafe fn new(first: NonNull<X>, places: P) -> Self {
        FactorSide { first, places, elements: PhantomData }
    }

    pub(super) fn first(&self) -> NonNull<X> {
        self.first
    }

    pub(super) fn places(&self) -> P {
        self.places
    }
}

impl<X: Copy, P: ElementPlaces> FactorSide<'_, X, P> {
    /// The element of two indices.
    ///
    /// # Safety
    /// They are inside the extents.
    #[inline(always)]
    pub(super) unsafe fn read(&self, row: usize, col: usize) -> X {
        // SAFETY: by the contract of `new`, and of views.
        unsafe { self.first.offset(self.places.at(row, col)).read() }
    }
}
