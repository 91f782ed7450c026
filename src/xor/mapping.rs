//! What tensors and kernels ask of an F2 layout.
//!
//! The sums that kernels walk have a bit for each bit of the index (see `map`). They are additive: extents are powers of two, so
//! that no coordinate inside the layout leaves its bits. Every offset is below [`cosize`](Mapping::cosize), because no product of
//! a coordinate and a stride has a higher bit than that of the last coordinate of a leaf.

use super::layout::{XorCosize, XorLayout, check_static_coordinate};
use super::map::Map;
use super::tile::{XorTile, tile};
use crate::int::sealed::Sealed;
use crate::int::{Int, Integer, Text};
use crate::layout::{Accepts, Coordinate, Crop, Entries, Mapping, Matrix, Overlap, Refuse, TileError};
use crate::tuple::{AllStatic, Block, IntTuple, Shape, ShapeList, Stride};

impl<S, D> Sealed for XorLayout<S, D> {}

impl<S: Shape + AllStatic, D: Stride<S> + AllStatic> Mapping for XorLayout<S, D> {
    const RANK: usize = <S as IntTuple>::RANK;
    type Extents = S::Sizes;
    type Cosize = XorCosize<S, D>;
    const TEXT: Text = Self::TEXT;
    const STATIC_OVERLAP: Option<Overlap> = Some(Self::MAP.overlap());
    const BLOCKS: [Block; 12] = blocks::<S>(&Self::MAP);
    const FRONTS: [(Option<isize>, Option<isize>); 12] = fronts::<S>(&Self::MAP);
    const ROW: usize = Self::MAP.row();

    fn extents(&self) -> S::Sizes {
        self.shape().sizes()
    }
    fn cosize(&self) -> Self::Cosize {
        Int::new()
    }
    fn checked_cosize(&self) -> Option<usize> {
        Some(self.cosize().value())
    }
    fn base(&self) -> usize {
        0
    }
    fn overlap(&self) -> Overlap {
        const { Self::MAP.overlap() }
    }
    #[inline(always)]
    fn mode_offset(&self, mode: usize, index: usize) -> isize {
        const { &Self::MAP }.mode_sum(mode, index) as isize
    }
    #[inline(always)]
    fn bias(&self) -> isize {
        0
    }
    #[inline(always)]
    fn place(sum: isize) -> isize {
        const { &Self::MAP }.place(sum as usize) as isize
    }
}

/// The structure of the sums of every mode.
pub(super) const fn blocks<S: Shape>(map: &Map) -> [Block; 12] {
    let (mut blocks, mut mode) = ([Block::Linear; 12], 0);
    while mode < <S as IntTuple>::RANK {
        blocks[mode] = map.block(mode);
        mode += 1;
    }
    blocks
}

/// Extent and stride of the sums at the front of every mode.
pub(super) const fn fronts<S: Shape>(map: &Map) -> [(Option<isize>, Option<isize>); 12] {
    let (mut fronts, mut mode) = ([(None, None); 12], 0);
    while mode < <S as IntTuple>::RANK {
        fronts[mode] = map.front(mode);
        mode += 1;
    }
    fronts
}

impl<C: Coordinate<S, D>, S: Shape + AllStatic, D: Stride<S> + AllStatic> Accepts<C> for XorLayout<S, D> {
    type Offset = usize;

    #[inline]
    fn offset_of(&self, crd: C) -> usize {
        const { check_static_coordinate::<C, S, D>() };
        self.step(crd) as usize
    }
    #[inline]
    fn contains(&self, crd: C) -> bool {
        crd.entries().outside(self.shape()).is_none()
    }
    #[inline]
    fn step(&self, crd: C) -> isize {
        Self::place(self.sum(crd) as isize)
    }
    #[inline]
    #[track_caller]
    fn guard(&self, crd: C, refuse: &impl Refuse) {
        crd.entries().guard(self.shape(), refuse);
    }
}

type Sizes<S> = <<S as Shape>::Sizes as Shape>::ShapeModes;

#[diagnostic::do_not_recommend]
impl<S: Shape + AllStatic, D: Stride<S> + AllStatic> Matrix for XorLayout<S, D>
where
    Self: Accepts<(usize, usize)>,
{
    type Rows = <<Sizes<S> as ShapeList>::Head as Shape>::Size;
    type Cols = <<<Sizes<S> as ShapeList>::Tail as ShapeList>::Head as Shape>::Size;
    type Tile<H: Integer, W: Integer> = XorTile<S, D, Crop<Self::Rows, H>, Crop<Self::Cols, W>>;

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
        tile(0, (self.rows(), self.cols()), (h.value(), w.value()), (i, j))
    }
    fn tile_origin(&self, _: (usize, usize)) -> isize {
        0
    }
}
