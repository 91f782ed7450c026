//! Bounds for generic code: what a kernel says about the layouts it takes.

use super::base::{Layout, check_static_coordinate};
use super::coordinate::Coordinate;
use super::extent::Extent;
use crate::int::{Integer, Scalar};
use crate::tuple::{IntTuple, Shape, ShapeList, Stride};
use core::fmt::{Debug, Display};

/// Any layout: a function from coordinates to positions in a storage of [`cosize`](Mapping::cosize) elements.
///
/// This is the bound of generic code. A kernel over matrices says [`Matrix`]; one over any rank says `Mapping`. The trait
/// is sealed: tensors trust it for memory safety.
pub trait Mapping: Accepts<usize> + Copy + Debug + Display + Send + Sync + sealed::Sealed + 'static {
    /// The number of top-level modes.
    const RANK: usize;
    /// One integer for every top-level mode.
    type Extents: Shape;
    /// See [`Mapping::cosize`].
    type Cosize: Integer;
    /// The static block of every top-level mode, 0 where its offset is linear: what kernels tile by.
    #[doc(hidden)]
    const BLOCKS: [usize; 12];

    /// The logical extent of every top-level mode.
    fn extents(&self) -> Self::Extents;
    /// The number of elements storage needs.
    fn cosize(&self) -> Self::Cosize;
    /// The number of elements storage needs, if that fits in a machine word.
    fn checked_cosize(&self) -> Option<usize>;
    /// The position of offset 0 in the storage: 0, unless a stride is negative.
    fn base(&self) -> usize;
    /// Whether no two coordinates share an offset, padding included.
    fn is_injective(&self) -> bool;
    /// The logical extent of a top-level mode.
    fn mode_extent(&self, mode: usize) -> usize {
        self.extents().mode_size(mode)
    }
    /// The part of the offset that an index of one top-level mode contributes.
    #[doc(hidden)]
    fn mode_offset(&self, mode: usize, index: usize) -> isize;
}

/// A layout that takes coordinates of type `C`.
///
/// Every layout takes an index (`usize`), and every tuple that fits its shape (see [`Coordinate`]).
#[diagnostic::on_unimplemented(
    message = "the layout does not take a coordinate of type `{C}`",
    label = "a coordinate with another rank or nesting than the layout",
    note = "a coordinate is one integer (an index), or a tuple with one entry for every mode of the layout"
)]
pub trait Accepts<C> {
    /// The type of the offset of such a coordinate.
    type Offset: Scalar;
    /// The offset of a coordinate; not checked, see [`Layout::offset`].
    fn offset_of(&self, crd: C) -> Self::Offset;
    /// Whether the coordinate is inside the logical extent.
    fn contains(&self, crd: C) -> bool;
}

/// A layout with two top-level modes, rows and columns: any that takes a coordinate `(i, j)`.
///
/// ```
/// use tilework::prelude::*;
/// /// The trace of any matrix, in any layout.
/// fn trace<L: Matrix>(a: &View<'_, f32, L>) -> f32 {
///     let n = a.layout().rows().min(a.layout().cols());
///     (0..n).map(|i| a[(i, i)]).sum()
/// }
/// let data: Vec<f32> = (0..9).map(|x| x as f32).collect();
/// assert_eq!(trace(&View::new(&data, layout!((3, 3):(3, 1))).unwrap()), 12.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the layout of a matrix",
    label = "a matrix has two top-level modes, rows and columns",
    note = "group the modes of a layout of higher rank into two, as in `((4,2),(4,3)):((4,16),(1,32))`"
)]
pub trait Matrix: Mapping + Accepts<(usize, usize)> {
    /// The logical number of rows.
    type Rows: Integer;
    /// The logical number of columns.
    type Cols: Integer;

    /// The logical number of rows.
    fn rows(&self) -> usize;
    /// The logical number of columns.
    fn cols(&self) -> usize;
}

type Modes<S> = <S as Shape>::ShapeModes;

pub(crate) mod sealed {
    pub trait Sealed {}
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> sealed::Sealed for Layout<S, D, E> {}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Mapping for Layout<S, D, E> {
    const RANK: usize = <S as IntTuple>::RANK;
    const BLOCKS: [usize; 12] = S::BLOCKS;
    type Extents = E::Extents;
    type Cosize = super::base::Cosize<S, D>;

    fn extents(&self) -> E::Extents {
        self.extents()
    }
    fn cosize(&self) -> Self::Cosize {
        self.cosize()
    }
    fn checked_cosize(&self) -> Option<usize> {
        match self.shape().checked_size()? {
            0 => Some(0),
            _ => self.stride().checked_reach(self.shape())?.checked_add(1),
        }
    }
    fn base(&self) -> usize {
        Stride::descent(self.stride(), self.shape()).value()
    }
    fn is_injective(&self) -> bool {
        super::facts::is_injective(self)
    }
    fn mode_offset(&self, mode: usize, index: usize) -> isize {
        self.stride().mode_offset(self.shape(), mode, index)
    }
}

impl<C: Coordinate<S, D>, S: Shape, D: Stride<S>, E: Extent<S>> Accepts<C> for Layout<S, D, E> {
    type Offset = C::Offset;

    fn offset_of(&self, crd: C) -> C::Offset {
        const { check_static_coordinate::<C, S, D, E>() };
        crd.crd2offset(self.shape(), self.stride())
    }
    fn contains(&self, crd: C) -> bool {
        self.contains(crd)
    }
}

#[diagnostic::do_not_recommend]
impl<L: Mapping + Accepts<(usize, usize)>> Matrix for L {
    type Rows = <<Modes<L::Extents> as ShapeList>::Head as Shape>::Size;
    type Cols = <<<Modes<L::Extents> as ShapeList>::Tail as ShapeList>::Head as Shape>::Size;

    fn rows(&self) -> usize {
        self.mode_extent(0)
    }
    fn cols(&self) -> usize {
        self.mode_extent(1)
    }
}
