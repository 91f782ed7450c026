//! What tensors and kernels ask of a placed layout: its placement has the answers.

use super::layout::Placed;
use super::placement::Placement;
use super::tile::{PlacedTile, cut, cut_at};
use crate::int::sealed::Sealed;
use crate::int::{Integer, Text};
use crate::layout::{
    Accepts, Coordinate, Crop, Entries, Exact, Mapping, Matrix, Overlap, Refuse, SplitError, SplitMode,
    TileError, check_inside, static_outside,
};
use crate::tuple::{AllStatic, Block, IntTuple, MAX_RANK, Shape, ShapeList, ShapeTuple};

impl<P> Sealed for Placed<P> {}

impl<P: Placement> Mapping for Placed<P> {
    const RANK: usize = <P::Shape as IntTuple>::RANK;
    type Extents = <P::Shape as Shape>::Sizes;
    type Cosize = P::Cosize;
    const TEXT: Text = P::TEXT;
    const STATIC_OVERLAP: Option<Overlap> = Some(P::OVERLAP);
    const BLOCKS: [Block; MAX_RANK] = P::BLOCKS;
    const FRONTS: [(Option<isize>, Option<isize>); MAX_RANK] = P::FRONTS;
    const ROW: usize = P::ROW;
    const ALIGNED: usize = P::ALIGNED;
    const STATIC_SPREAD: (Option<usize>, Option<usize>) = (Some(0), Some(last::<P>()));

    fn extents(&self) -> Self::Extents {
        self.shape().sizes()
    }
    fn cosize(&self) -> P::Cosize {
        self.cosize()
    }
    fn checked_cosize(&self) -> Option<usize> {
        Some(self.cosize().value())
    }
    fn base(&self) -> usize {
        0
    }
    fn spread(&self) -> (usize, Option<usize>) {
        (0, Some(const { last::<P>() }))
    }
    fn overlap(&self) -> Overlap {
        const { P::OVERLAP }
    }
    #[inline(always)]
    fn mode_offset(&self, mode: usize, index: usize) -> isize {
        P::number(mode, index).cast_signed()
    }
    #[inline(always)]
    fn bias(&self) -> isize {
        0
    }
    #[inline(always)]
    fn place(sum: isize) -> isize {
        P::place(sum.cast_unsigned()).cast_signed()
    }
}

/// No coordinate is placed behind it.
const fn last<P: Placement>() -> usize {
    match <P::Cosize as Integer>::STATIC {
        Some(cosize) => cosize.saturating_sub(1),
        None => panic!("the cosize of a placement is static"),
    }
}

impl<C: Coordinate<P::Shape, P::Stride>, P: Placement> Accepts<C> for Placed<P> {
    type Offset = usize;
    const OUTSIDE: Option<Text> = match static_outside::<C, P::Shape, P::Stride, Exact>() {
        Some(outside) => Some(outside.message_in(&P::TEXT)),
        None => None,
    };

    #[inline]
    fn offset_of(&self, crd: C) -> usize {
        P::offset(crd)
    }
    #[inline]
    fn contains(&self, crd: C) -> bool {
        self.contains(crd)
    }
    #[inline]
    fn step(&self, crd: C) -> isize {
        P::offset(crd).cast_signed()
    }
    #[inline(always)]
    #[track_caller]
    fn guard(&self, crd: C, refuse: impl Refuse) {
        crd.entries().guard(P::Shape::VALUE.shape_modes(), 0, refuse);
    }
}

type SizeModes<P> = <<<P as Placement>::Shape as Shape>::Sizes as ShapeTuple>::ShapeModes;

#[diagnostic::do_not_recommend]
impl<P: Placement> Matrix for Placed<P>
where
    Self: Accepts<(usize, usize)>,
{
    type Rows = <<SizeModes<P> as ShapeList>::Head as Shape>::Size;
    type Cols = <<<SizeModes<P> as ShapeList>::Tail as ShapeList>::Head as Shape>::Size;
    type Tile<H: Integer, W: Integer> = PlacedTile<Self, Crop<Self::Rows, H>, Crop<Self::Cols, W>>;
    type TileStart<O: Integer> = O;

    fn tile<H: Integer, W: Integer>(
        &self,
        h: H,
        w: W,
        i: usize,
        j: usize,
    ) -> Result<Self::Tile<H, W>, TileError> {
        cut(*self, 0, (self.rows(), self.cols()), (h.value(), w.value()), (i, j))
    }
}

impl<P: Placement> SplitMode<0> for Placed<P>
where
    Self: Matrix,
{
    type Part = PlacedTile<Self, usize, <Self as Matrix>::Cols>;

    fn part(&self, start: usize, len: usize) -> Result<Self::Part, SplitError> {
        check_inside(self, 0, (start, len))?;
        let along = cut_at(self, 0, (start, len))?;
        Ok(PlacedTile::at(*self, along, len, Integer::from_value(self.cols())))
    }
}

impl<P: Placement> SplitMode<1> for Placed<P>
where
    Self: Matrix,
{
    type Part = PlacedTile<Self, <Self as Matrix>::Rows, usize>;

    fn part(&self, start: usize, len: usize) -> Result<Self::Part, SplitError> {
        check_inside(self, 1, (start, len))?;
        let along = cut_at(self, 1, (start, len))?;
        Ok(PlacedTile::at(*self, along, Integer::from_value(self.rows()), len))
    }
}
