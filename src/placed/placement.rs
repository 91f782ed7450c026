//! What places the sums.

use crate::int::sealed::Sealed;
use crate::int::{Integer, Text};
use crate::layout::{Coordinate, Entries, Overlap};
use crate::tuple::{AllStatic, Block, MAX_RANK, Shape, ShapeTuple, Stride};
use core::fmt;

/// A number for every index of every mode, and where the sum of these numbers is placed; everything is static.
///
/// A [`Placed`](super::Placed) layout is made of one: [`F2`](super::F2) strides, [`XlaTiles`](super::XlaTiles), or one
/// of these [behind a layout of its indices](super::Reindexed).
///
/// Sealed: tensors trust what it says for memory safety.
pub trait Placement: Sealed + Send + Sync + 'static {
    /// The shape of the coordinates.
    type Shape: Shape + AllStatic;
    /// What coordinates are congruent with.
    #[doc(hidden)]
    type Stride: Stride<Self::Shape>;
    /// The number of elements storage needs: every coordinate is placed below it.
    type Cosize: Integer + AllStatic;
    /// The notation, as compile errors have it.
    #[doc(hidden)]
    const TEXT: Text;
    /// Whether coordinates share an offset. What is wrong with the placement is a compile error here.
    #[doc(hidden)]
    const OVERLAP: Overlap;
    /// How the number of a mode depends on its index.
    #[doc(hidden)]
    const BLOCKS: [Block; MAX_RANK];
    /// How many first indices of a mode have numbers at one stride, and at which.
    #[doc(hidden)]
    const FRONTS: [(Option<isize>, Option<isize>); MAX_RANK];
    /// How many sums, from each multiple of this number on, are placed in a row; 0 where each sum is its own place.
    #[doc(hidden)]
    const ROW: usize;
    /// A number of which the first places of those rows are multiples.
    #[doc(hidden)]
    const ALIGNED: usize;

    /// The number of an index of one mode.
    #[doc(hidden)]
    fn number(mode: usize, index: usize) -> usize;
    /// Where a sum is placed.
    #[doc(hidden)]
    fn place(sum: usize) -> usize;

    /// The offset of a coordinate.
    #[doc(hidden)]
    #[inline]
    fn offset<C: Coordinate<Self::Shape, Self::Stride>>(crd: C) -> usize {
        let mut sum = 0usize;
        crd.entries().each_mode(Self::Shape::VALUE.shape_modes(), 0, &mut |mode, index| {
            sum = sum.wrapping_add(Self::number(mode, index));
        });
        Self::place(sum)
    }

    /// Writes the notation, with the marks of static integers where it has them.
    #[doc(hidden)]
    fn fmt(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::TEXT.as_str())
    }
}
