//! Bounds for generic code: what a kernel says about the layouts it takes.

use super::base::{Layout, check_static_coordinate};
use super::collision::{LeafModes, Overlap};
use super::coordinate::{Coordinate, Entries};
use super::extent::Extent;
use crate::int::{Integer, Rem, Scalar, Truth};
use crate::tuple::list::for_tuples;
use crate::tuple::{Block, IntTuple, Shape, ShapeList, Stride, Text};
use core::fmt::{Debug, Display};
use typenum::U0;

/// Any layout: a function from coordinates to positions in a storage of [`cosize`](Mapping::cosize) elements.
///
/// This is the bound of generic code. A kernel over matrices says [`Matrix`]; one over any rank says `Mapping`. The trait
/// is sealed: tensors trust it for memory safety.
#[diagnostic::on_unimplemented(
    message = "not a layout: `{Self}` needs the bound `Mapping` in generic code, or `Matrix` if it has rank 2",
    label = "not known to be a layout"
)]
pub trait Mapping: Accepts<usize> + Copy + Debug + Display + Send + Sync + sealed::Sealed + 'static {
    /// The number of top-level modes.
    const RANK: usize;
    /// One integer for every top-level mode.
    type Extents: Shape;
    /// See [`Mapping::cosize`].
    type Cosize: Integer;
    /// The notation as far as it is known at compile time.
    #[doc(hidden)]
    const TEXT: Text;
    /// Whether coordinates share offsets, if every leaf is static.
    #[doc(hidden)]
    const STATIC_OVERLAP: Option<Overlap>;
    /// The static structure of every top-level mode: what kernels tile by.
    #[doc(hidden)]
    const BLOCKS: [Block; 12];
    /// Extent and stride of the first leaf of every top-level mode, as far as they are static.
    #[doc(hidden)]
    const FRONTS: [(Option<isize>, Option<isize>); 12];

    /// The logical extent of every top-level mode.
    fn extents(&self) -> Self::Extents;
    /// The number of elements storage needs.
    fn cosize(&self) -> Self::Cosize;
    /// The number of elements storage needs, if that fits in a machine word.
    fn checked_cosize(&self) -> Option<usize>;
    /// The position of offset 0 in the storage: 0, unless a stride is negative.
    fn base(&self) -> usize;
    /// Whether no two coordinates share an offset, padding included.
    fn is_injective(&self) -> bool {
        self.overlap() == Overlap::None
    }
    #[doc(hidden)]
    fn overlap(&self) -> Overlap;
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
    message = "the layout is not known to take coordinates of type `{C}`: a `Mapping` takes `usize`, a `Matrix` also pairs",
    label = "a coordinate that not every layout of this kind takes",
    note = "a coordinate is one integer (an index), or a tuple with one entry for every mode of the layout"
)]
pub trait Accepts<C> {
    /// The type of the offset of such a coordinate.
    type Offset: Scalar;
    /// The offset of a coordinate; not checked, see [`Layout::offset`].
    fn offset_of(&self, crd: C) -> Self::Offset;
    /// Whether the coordinate is inside the logical extent.
    fn contains(&self, crd: C) -> bool;
    /// The offset as a signed machine word.
    #[doc(hidden)]
    fn step(&self, crd: C) -> isize;
}

/// A layout with two top-level modes, rows and columns.
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
///
/// ```compile_fail,E0277
/// # use tilework::prelude::*;
/// fn kernel<L: Matrix>(_: L) {}
/// kernel(layout!((4, 4, 4):(1, 4, 16))); // layout of rank 3 where a matrix is needed
/// ```
#[diagnostic::on_unimplemented(
    message = "a matrix is needed here: a layout of rank 2, with modes for rows and columns",
    label = "not known to be the layout of a matrix",
    note = "group the modes of a layout of higher rank into two, as in `((4,2),(4,3)):((4,16),(1,32))`"
)]
pub trait Matrix: Mapping + Accepts<(usize, usize)> {
    /// The logical number of rows.
    type Rows: Integer;
    /// The logical number of columns.
    type Cols: Integer;

    /// The layout of a tile of `H` rows and `W` columns: see [`Matrix::tile`].
    type Tile<H: Integer, W: Integer>: Matrix;

    /// The logical number of rows.
    fn rows(&self) -> usize;
    /// The logical number of columns.
    fn cols(&self) -> usize;
    /// The layout of the tile in row `i` and column `j` of the grid of `h` by `w` tiles, offsets counted from its first
    /// element: [`tile_layout`](super::tile_layout) at `(i * h, j * w)`.
    ///
    /// Its extent is static where the tile is and divides the static extent of the matrix; otherwise it is cropped to
    /// what the matrix holds. Returns `None` where the grid has no such tile, or where the offsets of a tile are not
    /// those of its first element plus a function of the place in it: its size must be a multiple of the inner extents
    /// of a nested mode (16 in zN), or divide them.
    fn tile<H: Integer, W: Integer>(&self, h: H, w: W, i: usize, j: usize) -> Option<Self::Tile<H, W>>;
}

/// Whether every stride steps over all that the smaller ones reach: then no two coordinates share an offset.
///
/// True of the layouts of practice, and decided without a search.
fn strides_rise<S: Shape, D: Stride<S>>(shape: S, stride: D) -> bool {
    let (mut rise, mut place) = (true, 0);
    stride.each_leaf(shape, &mut |extent, step| {
        let (mut reach, mut other_place) = (0, 0);
        stride.each_leaf(shape, &mut |other_extent, other| {
            let smaller = (other.unsigned_abs(), other_place) < (step.unsigned_abs(), place);
            reach += if smaller { other.unsigned_abs() * other_extent.saturating_sub(1) } else { 0 };
            other_place += 1;
        });
        rise &= extent <= 1 || step.unsigned_abs() > reach;
        place += 1;
    });
    rise
}

/// How long the search for overlaps may take at run time (a few milliseconds), and in the compiler.
const OVERLAP_STEPS: u32 = 1 << 18;
const STATIC_OVERLAP_STEPS: u32 = 1 << 12;

type Modes<S> = <S as Shape>::ShapeModes;

pub(crate) mod sealed {
    pub trait Sealed {}
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> sealed::Sealed for Layout<S, D, E> {}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Mapping for Layout<S, D, E> {
    const RANK: usize = <S as IntTuple>::RANK;
    const TEXT: Text = Text::new().text(&S::TEXT).str(":").text(&D::TEXT);
    const STATIC_OVERLAP: Option<Overlap> = match LeafModes::of_static(&S::LEAVES, &D::LEAVES) {
        Some(modes) => Some(modes.overlap(STATIC_OVERLAP_STEPS)),
        None => None,
    };
    const BLOCKS: [Block; 12] = S::BLOCKS;
    const FRONTS: [(Option<isize>, Option<isize>); 12] = {
        let (mut fronts, mut mode) = ([(None, None); 12], 0);
        while mode < 12 {
            fronts[mode] = (S::FRONTS[mode], D::FRONTS[mode]);
            mode += 1;
        }
        fronts
    };
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
    fn overlap(&self) -> Overlap {
        if strides_rise(self.shape(), self.stride()) {
            return Overlap::None;
        }
        let mut modes = LeafModes::new();
        self.stride().each_leaf(self.shape(), &mut |extent, stride| modes.push(extent, stride));
        modes.overlap(OVERLAP_STEPS)
    }
    fn mode_offset(&self, mode: usize, index: usize) -> isize {
        self.stride().mode_offset(self.shape(), mode, index)
    }
}

impl<C: Coordinate<S, D>, S: Shape, D: Stride<S>, E: Extent<S>> Accepts<C> for Layout<S, D, E> {
    type Offset = C::Offset;

    fn offset_of(&self, crd: C) -> C::Offset {
        const { check_static_coordinate::<C, S, D, E>() };
        crd.entries().crd2offset(self.shape(), self.stride())
    }
    fn contains(&self, crd: C) -> bool {
        self.contains(crd)
    }
    fn step(&self, crd: C) -> isize {
        self.offset_of(crd).to_isize()
    }
}

impl<S0, S1, D0, D1, E> Matrix for Layout<(S0, S1), (D0, D1), E>
where
    S0: Shape,
    S1: Shape,
    D0: Stride<S0>,
    D1: Stride<S1>,
    E: Extent<(S0, S1)>,
{
    type Rows = <<Modes<E::Extents> as ShapeList>::Head as Shape>::Size;
    type Cols = <<<Modes<E::Extents> as ShapeList>::Tail as ShapeList>::Head as Shape>::Size;
    type Tile<H: Integer, W: Integer> = Layout<
        (S0::Tiled<H>, S1::Tiled<W>),
        (D0::Tiled<H>, D1::Tiled<W>),
        (Crop<Self::Rows, H>, Crop<Self::Cols, W>),
    >;

    fn tile<H: Integer, W: Integer>(&self, h: H, w: W, i: usize, j: usize) -> Option<Self::Tile<H, W>> {
        let (rows, cols) = (crop(self.rows(), h.value(), i)?, crop(self.cols(), w.value(), j)?);
        let aligned = S0::LEAVES.aligns_tiles_of(h.value()) && S1::LEAVES.aligns_tiles_of(w.value());
        aligned.then(|| {
            let ((s0, s1), (d0, d1)) = (self.shape(), self.stride());
            Layout::from_parts(
                (s0.tiled(h), s1.tiled(w)),
                (d0.for_tile::<H>(), d1.for_tile::<W>()),
                (Integer::from_value(rows), Integer::from_value(cols)),
            )
        })
    }
    fn rows(&self) -> usize {
        self.extents().mode_size(0)
    }
    fn cols(&self) -> usize {
        self.extents().mode_size(1)
    }
}

/// A mistake, and so implemented by nothing: the layout of another rank where a matrix is needed.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "layout of rank {N} where a matrix is needed: a matrix has rank 2, its modes are rows and columns",
    label = "this layout has rank {N}",
    note = "group the modes of a layout of higher rank into two, as in `((4,2),(4,3)):((4,16),(1,32))`"
)]
pub trait IndexesMatrix<const N: usize, S: Shape, D: Stride<S>>: Coordinate<S, D> {}

/// Every other rank: unusable, so that the message can name it.
macro_rules! not_a_matrix {
    ($A:ident $SA:ident $DA:ident $i:tt, $B:ident $SB:ident $DB:ident $j:tt) => {};
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: Shape,)* STRIDE, EXTENT> Matrix for Layout<($($A,)*), STRIDE, EXTENT>
        where
            STRIDE: Stride<($($A,)*)>,
            EXTENT: Extent<($($A,)*)>,
            (usize, usize): IndexesMatrix<{ 0 $(+ { let _ = $i; 1 })* }, ($($A,)*), STRIDE>,
        {
            type Rows = usize;
            type Cols = usize;
            type Tile<ROWS: Integer, COLS: Integer> = Self;
            fn rows(&self) -> usize {
                0
            }
            fn cols(&self) -> usize {
                0
            }
            fn tile<ROWS: Integer, COLS: Integer>(
                &self,
                _: ROWS,
                _: COLS,
                _: usize,
                _: usize,
            ) -> Option<Self> {
                None
            }
        }
    };
}
for_tuples!(not_a_matrix);

/// The extent of a tile of `H` in a mode of `N`: `H` where it divides `N` statically, cropped at run time otherwise.
type Crop<N, H> = <<Rem<N, H> as Integer>::Is<U0> as Truth>::IfInteger<H, usize>;

/// How much of tile `i` of size `h` lies inside `extent`.
fn crop(extent: usize, h: usize, i: usize) -> Option<usize> {
    match extent.checked_sub(i.checked_mul(h)?) {
        None | Some(0) => None,
        Some(rest) => Some(rest.min(h)),
    }
}
