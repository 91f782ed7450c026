//! What tensors and kernels ask of a tiled layout.
//!
//! Kernels walk sums over dimensions, and tiles that merge dimensions do not add up. The number of an element in the order of
//! memory without tiles does: it is the sum they walk, and the steps of the tiling place it. No two elements share a place,
//! because no step loses anything; and all places are below [`cosize`](Mapping::cosize), the product of what the steps
//! leave.

use super::layout::{Compact, TiledLayout};
use super::tile::{TiledTile, tile};
use crate::int::sealed::Sealed;
use crate::int::{Integer, Text};
use crate::layout::{Accepts, Coordinate, Crop, Entries, Mapping, Matrix, Overlap, Refuse, TileError};
use crate::tuple::{AllStatic, Block, IntTuple, Shape, ShapeList};

impl<S, O, T, P> Sealed for TiledLayout<S, O, T, P> {}

impl<S, O, T, P> Mapping for TiledLayout<S, O, T, P>
where
    S: Shape + AllStatic,
    O: AllStatic,
    T: AllStatic,
    P: Integer + AllStatic,
{
    const RANK: usize = <S as IntTuple>::RANK;
    type Extents = S::Sizes;
    type Cosize = P;
    const TEXT: Text = Self::TEXT;
    const STATIC_OVERLAP: Option<Overlap> = {
        let _ = Self::STEPS;
        Some(Overlap::None)
    };
    const BLOCKS: [Block; 12] = [Block::Linear; 12];
    const FRONTS: [(Option<isize>, Option<isize>); 12] = {
        let (mut fronts, mut mode) = ([(None, None); 12], 0);
        while mode < <S as IntTuple>::RANK {
            fronts[mode] = (S::LEAVES.get(mode), Some(Self::STEPS.weight(mode) as isize));
            mode += 1;
        }
        fronts
    };
    const ROW: usize = Self::STEPS.row;

    fn extents(&self) -> S::Sizes {
        self.shape().sizes()
    }
    fn cosize(&self) -> P {
        const { Self::STATIC }.cosize()
    }
    fn checked_cosize(&self) -> Option<usize> {
        Some(const { Self::STEPS.places })
    }
    fn base(&self) -> usize {
        0
    }
    fn overlap(&self) -> Overlap {
        Overlap::None
    }
    #[inline(always)]
    fn mode_offset(&self, mode: usize, index: usize) -> isize {
        const { &Self::STEPS }.weight(mode).wrapping_mul(index) as isize
    }
    #[inline(always)]
    fn bias(&self) -> isize {
        0
    }
    #[inline(always)]
    fn place(sum: isize) -> isize {
        const { &Self::STEPS }.place_of_number(sum as usize) as isize
    }
}

impl<C, S, O, T, P> Accepts<C> for TiledLayout<S, O, T, P>
where
    C: Coordinate<S, Compact<S>>,
    S: Shape + AllStatic,
    O: AllStatic,
    T: AllStatic,
    P: Integer + AllStatic,
{
    type Offset = usize;

    #[inline]
    fn offset_of(&self, crd: C) -> usize {
        self.offset(crd)
    }
    #[inline]
    fn contains(&self, crd: C) -> bool {
        crd.entries().outside(self.shape()).is_none()
    }
    #[inline]
    fn step(&self, crd: C) -> isize {
        self.offset(crd) as isize
    }
    #[inline]
    #[track_caller]
    fn guard(&self, crd: C, refuse: &impl Refuse) {
        crd.entries().guard(self.shape(), refuse);
    }
}

type Sizes<S> = <<S as Shape>::Sizes as Shape>::ShapeModes;

#[diagnostic::do_not_recommend]
impl<S, O, T, P> Matrix for TiledLayout<S, O, T, P>
where
    S: Shape + AllStatic,
    O: AllStatic,
    T: AllStatic,
    P: Integer + AllStatic,
    Self: Accepts<(usize, usize)>,
{
    type Rows = <<Sizes<S> as ShapeList>::Head as Shape>::Size;
    type Cols = <<<Sizes<S> as ShapeList>::Tail as ShapeList>::Head as Shape>::Size;
    type Tile<H: Integer, W: Integer> = TiledTile<Self, Crop<Self::Rows, H>, Crop<Self::Cols, W>>;

    fn rows(&self) -> usize {
        self.mode_extent(0)
    }
    fn cols(&self) -> usize {
        self.mode_extent(1)
    }
    fn tile<H: Integer, W: Integer>(
        &self,
        h: H,
        w: W,
        i: usize,
        j: usize,
    ) -> Result<Self::Tile<H, W>, TileError> {
        tile(*self, 0, (self.rows(), self.cols()), (h.value(), w.value()), (i, j))
    }
    fn tile_origin(&self, _: (usize, usize)) -> isize {
        0
    }
}
