//! What tensors and kernels ask of a placed layout: its placement has the answers.

use super::layout::Placed;
use super::part::{ModeNumbers, NumberedFrom, PlacedPart, RowsAndCols};
use super::placement::Placement;
use crate::int::sealed::Sealed;
use crate::int::{Integer, Text};
use crate::layout::{
    Accepts, Coordinate, Entries, Exact, LayoutError, Mapping, Matrix, Overlap, Refuse, SlicedBy,
    SlicingTuple, SplitError, SplitMode, TileError, static_outside,
};
use crate::tuple::modes::Zero;
use crate::tuple::{AllStatic, Block, IntTuple, MAX_RANK, Select, Shape, ShapeList, ShapeTuple};

#[diagnostic::do_not_recommend]
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

    #[inline]
    fn extents(&self) -> Self::Extents {
        self.shape().sizes()
    }
    #[inline]
    fn cosize(&self) -> P::Cosize {
        self.cosize()
    }
    #[inline]
    fn checked_cosize(&self) -> Option<usize> {
        Some(self.cosize().value())
    }
    #[inline]
    fn base(&self) -> usize {
        0
    }
    #[inline]
    fn spread(&self) -> (usize, Option<usize>) {
        (0, Some(const { last::<P>() }))
    }
    #[inline]
    fn overlap(&self) -> Overlap {
        const { P::OVERLAP }
    }
    #[inline(always)]
    fn mode_offset(&self, mode: usize, index: usize) -> isize {
        P::number(mode, index).cast_signed()
    }
    // every leaf is static
    #[inline]
    fn mode_block(&self, _: usize) -> (usize, usize) {
        (1, 0)
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

/// A placed matrix as the part of itself that has everything.
type WholeMatrix<P> = PlacedPart<Placed<P>, RowsAndCols, (Rows<P>, Cols<P>)>;
type Rows<P> = <<SizeModes<P> as ShapeList>::Head as Shape>::Size;
type Cols<P> = <<<SizeModes<P> as ShapeList>::Tail as ShapeList>::Head as Shape>::Size;

impl<P: Placement> Placed<P> {
    #[inline]
    fn whole_matrix(&self) -> WholeMatrix<P> {
        let extents = (self.mode_extent(0), self.mode_extent(1));
        PlacedPart::at(*self, 0, (Integer::from_value(extents.0), Integer::from_value(extents.1)))
    }
}

#[diagnostic::do_not_recommend]
impl<P: Placement<Shape: Shape<Sizes: Shape<Dynamic = (usize, usize)>>>> Matrix for Placed<P>
where
    Self: Accepts<(usize, usize)>,
{
    type Rows = Rows<P>;
    type Cols = Cols<P>;
    type Tile<H: Integer, W: Integer> = <WholeMatrix<P> as Matrix>::Tile<H, W>;
    type Transposed = <WholeMatrix<P> as Matrix>::Transposed;
    type Row = <WholeMatrix<P> as Matrix>::Row;
    type Col = <WholeMatrix<P> as Matrix>::Col;
    type PartStart<O: Integer> = O;

    #[inline]
    fn tile<H: Integer, W: Integer>(
        &self,
        h: H,
        w: W,
        i: usize,
        j: usize,
    ) -> Result<Self::Tile<H, W>, TileError> {
        self.whole_matrix().tile(h, w, i, j)
    }
    #[inline]
    fn transposed(&self) -> Self::Transposed {
        self.whole_matrix().transposed()
    }
    #[inline]
    fn row(&self, i: usize) -> Self::Row {
        self.whole_matrix().row(i)
    }
    #[inline]
    fn col(&self, j: usize) -> Self::Col {
        self.whole_matrix().col(j)
    }
}

/// A placed layout as the part of itself that has everything.
type Whole<P> = PlacedPart<
    Placed<P>,
    <SizeModes<P> as NumberedFrom<Zero>>::Numbers,
    <<P as Placement>::Shape as Shape>::Sizes,
>;

impl<const MODE: usize, P: Placement> SplitMode<MODE> for Placed<P>
where
    SizeModes<P>: NumberedFrom<Zero, Numbers: ModeNumbers>,
    Whole<P>: SplitMode<MODE>,
{
    type Part = <Whole<P> as SplitMode<MODE>>::Part;

    #[inline]
    fn part(&self, start: usize, len: usize) -> Result<Self::Part, SplitError> {
        Whole::<P>::at(*self, 0, self.extents()).part(start, len)
    }
}

impl<C: SlicingTuple, P: Placement> SlicedBy<C> for Placed<P>
where
    SizeModes<P>: NumberedFrom<Zero, Numbers: ModeNumbers>,
    Whole<P>: SlicedBy<C>,
{
    type Kept = <Whole<P> as SlicedBy<C>>::Kept;
    type Fixed = <Whole<P> as SlicedBy<C>>::Fixed;
    const INSIDE: () = <Whole<P> as SlicedBy<C>>::INSIDE;

    #[inline]
    fn try_cut(&self, crd: C) -> Result<(Self::Kept, Self::Fixed), LayoutError> {
        Whole::<P>::at(*self, 0, self.extents()).try_cut(crd)
    }
}

#[diagnostic::do_not_recommend]
impl<X, P: Placement> Select<X> for Placed<P>
where
    SizeModes<P>: NumberedFrom<Zero, Numbers: ModeNumbers>,
    Whole<P>: Select<X>,
{
    type Selected = <Whole<P> as Select<X>>::Selected;
    #[inline]
    fn selected(self) -> Self::Selected {
        Whole::<P>::at(self, 0, self.extents()).selected()
    }
}
