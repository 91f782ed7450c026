//! Parts of placed layouts: tiles, ranges of a mode, slices, and the modes in another order.

use crate::int::sealed::Sealed;
use crate::int::{Int, Integer, Text};
use crate::layout::{
    Accepts, Coordinate, Crop, Entries, Free, LayoutError, Mapping, Matrix, Outside, Overlap, Refuse,
    SlicedBy, SlicingTuple, SplitError, SplitMode, TileError, WithLength, check_col, check_inside, check_row,
    check_slice, crop,
};
use crate::tuple::list::{Cons, Nil, in_front};
use crate::tuple::modes::{Succ, ToTuple, Zero};
use crate::tuple::{Block, IntTuple, MAX_RANK, Select, SelectFrom, Shape, check_distinct};
use core::fmt;
use core::marker::PhantomData;
use typenum::{U0, U1};

/// A part of a [`Placed`](super::Placed) layout `L`: some of its modes, `M`, in an order of its own, with extents `E`.
///
/// Made by [`Matrix::tile`] and [`Matrix::transposed`], and by slices and splits of views. Its offsets count from the
/// start of the storage, because it depends on its place how a part lies in it; so it needs the storage of the whole.
///
/// ```
/// use tilework::prelude::*;
/// let whole = xor_layout!((8, 8):(F1, F9));
/// let tile = Matrix::tile(&whole, int!(4), int!(4), 1, 1).unwrap();
/// assert_eq!(tile.offset_of((1, 2)), whole.offset((5, 6)));
/// assert_eq!(tile.to_string(), "tile (_4,_4) of (_8,_8):(F1,F9)");
/// assert_eq!(tile.transposed().to_string(), "tile (_4,_4) of modes (1,0) of (_8,_8):(F1,F9)");
/// // tiles of XLA's arrays may begin anywhere
/// let whole = xla!(f32[20,30]{1,0:T(8,16)(3,1)});
/// let tile = Matrix::tile(&whole, int!(5), int!(10), 1, 2).unwrap();
/// assert_eq!(tile.offset_of((2, 3)), whole.offset((7, 23)));
/// assert_eq!(tile.to_string(), "tile (_5,_10) of [20,30]{1,0:T(8,16)(3,1)}");
/// ```
#[derive(Clone, Copy)]
pub struct PlacedPart<L, M, E> {
    whole: L,
    /// The sum of the first element.
    start: usize,
    extents: E,
    modes: PhantomData<fn() -> M>,
}

/// The numbers of some modes of a layout: a list.
#[doc(hidden)]
pub trait ModeNumbers: Copy + Send + Sync + 'static {
    const LEN: usize;
    const NUMBERS: [usize; MAX_RANK];
    /// How many there are, if they are 0, 1, 2 and so on.
    const IN_ORDER: Option<usize> = {
        let mut mode = 0;
        while mode < Self::LEN && Self::NUMBERS[mode] == mode {
            mode += 1;
        }
        if mode == Self::LEN { Some(mode) } else { None }
    };
    /// The notation: `(1,0)`.
    const TEXT: Text = {
        let (mut text, mut mode) = (Text::new().str("("), 0);
        while mode < Self::LEN {
            text = text.str(if mode > 0 { "," } else { "" }).number(Self::NUMBERS[mode]);
            mode += 1;
        }
        text.str(")")
    };
}

/// The number of a mode.
#[doc(hidden)]
pub trait ModeNumber: Copy + Send + Sync + 'static {
    const NUMBER: usize;
}

impl ModeNumber for Zero {
    const NUMBER: usize = 0;
}

impl<N: ModeNumber> ModeNumber for Succ<N> {
    const NUMBER: usize = N::NUMBER + 1;
}

/// The modes of a list, numbered from `N` on.
#[doc(hidden)]
pub trait NumberedFrom<N> {
    type Numbers;
}

impl<N> NumberedFrom<N> for Nil {
    type Numbers = Nil;
}

impl<N, H, T: NumberedFrom<Succ<N>>> NumberedFrom<N> for Cons<H, T> {
    type Numbers = Cons<N, T::Numbers>;
}

impl ModeNumbers for Nil {
    const LEN: usize = 0;
    const NUMBERS: [usize; MAX_RANK] = [0; MAX_RANK];
}

impl<N: ModeNumber, T: ModeNumbers> ModeNumbers for Cons<N, T> {
    const LEN: usize = T::LEN + 1;
    const NUMBERS: [usize; MAX_RANK] = in_front(N::NUMBER, T::NUMBERS);
}

/// The modes of a matrix in its own order.
pub(super) type RowsAndCols = Cons<Zero, Cons<Succ<Zero>, Nil>>;

/// The inner block of a mode of which a size is neither a multiple nor a divisor. Blocks are powers of two, if there
/// are any.
#[inline]
fn in_the_way(block: Block, size: usize) -> Option<usize> {
    match block {
        Block::Linear => None,
        Block::Whole(len) | Block::Front(len) => {
            (!size.is_power_of_two() && !size.is_multiple_of(len)).then_some(len)
        }
    }
}

/// What is to be added to the sums of a layout for the part that begins at index `start` of one mode, and has all of
/// the others.
///
/// From there on sums go on by those of the place in the part if that has no digit in common with the start: where the
/// start is a multiple of all extents of a mode but the last one, or, where these are powers of two, of one that the
/// part fits in; or where the part ends with the first elements that are at one stride.
fn cut_at<L: Mapping>(part: &L, mode: usize, (start, len): (usize, usize)) -> Result<usize, SplitError> {
    let (Block::Whole(inner) | Block::Front(inner)) = L::BLOCKS[mode] else {
        return Ok(part.mode_offset(mode, start).cast_unsigned());
    };
    let front = L::FRONTS[mode].0.map_or(1, isize::cast_unsigned);
    let is_below_the_digits = inner.is_power_of_two() && start != 0 && len <= 1 << start.trailing_zeros();
    let lies_as_one = start.is_multiple_of(inner) || len <= front - start % front || is_below_the_digits;
    match lies_as_one {
        true => Ok(part.mode_offset(mode, start).cast_unsigned()),
        false => Err(SplitError::NotAligned { mode, at: start, inner }),
    }
}

impl<L: Mapping, M: ModeNumbers, E: Shape> PlacedPart<L, M, E> {
    /// What lies at a sum of a layout, seen to lie there as one.
    #[inline]
    pub(super) fn at(whole: L, start: usize, extents: E) -> Self {
        PlacedPart { whole, start, extents, modes: PhantomData }
    }
}

#[diagnostic::do_not_recommend]
impl<L, M, E> Sealed for PlacedPart<L, M, E> {}

impl<L: Mapping, M: ModeNumbers, E: Shape> Mapping for PlacedPart<L, M, E> {
    const RANK: usize = <E as IntTuple>::RANK;
    type Extents = E;
    type Cosize = L::Cosize;
    const TEXT: Text = {
        let text = Text::new().str("tile ").text(&E::TEXT).str(" of ");
        match M::IN_ORDER {
            Some(rank) if rank == L::RANK => text.text(&L::TEXT),
            _ => text.str("modes ").text(&M::TEXT).str(" of ").text(&L::TEXT),
        }
    };
    const STATIC_OVERLAP: Option<Overlap> = match L::STATIC_OVERLAP {
        Some(overlap) => Some(of_part(overlap)),
        None => None,
    };
    const BLOCKS: [Block; MAX_RANK] = select_modes(&L::BLOCKS, &M::NUMBERS);
    const FRONTS: [(Option<isize>, Option<isize>); MAX_RANK] = select_modes(&L::FRONTS, &M::NUMBERS);
    const ROW: usize = L::ROW;
    const ALIGNED: usize = L::ALIGNED;
    const STATIC_SPREAD: (Option<usize>, Option<usize>) = L::STATIC_SPREAD;

    #[inline]
    fn extents(&self) -> E {
        self.extents
    }
    #[inline]
    fn cosize(&self) -> L::Cosize {
        self.whole.cosize()
    }
    #[inline]
    fn checked_cosize(&self) -> Option<usize> {
        self.whole.checked_cosize()
    }
    #[inline]
    fn base(&self) -> usize {
        0
    }
    #[inline]
    fn spread(&self) -> (usize, Option<usize>) {
        self.whole.spread()
    }
    #[inline]
    fn overlap(&self) -> Overlap {
        of_part(self.whole.overlap())
    }
    #[inline(always)]
    fn mode_offset(&self, mode: usize, index: usize) -> isize {
        self.whole.mode_offset(M::NUMBERS[mode], index)
    }
    #[inline]
    fn mode_block(&self, mode: usize) -> (usize, usize) {
        self.whole.mode_block(M::NUMBERS[mode])
    }
    #[inline(always)]
    fn bias(&self) -> isize {
        self.start.cast_signed()
    }
    #[inline(always)]
    fn place(sum: isize) -> isize {
        L::place(sum)
    }
}

/// What is known of a part of what has these overlaps: it has none if the whole has none.
const fn of_part(overlap: Overlap) -> Overlap {
    match overlap {
        Overlap::None => Overlap::None,
        _ => Overlap::Undecided,
    }
}

/// What is known of each mode of a whole, for the modes of a part.
const fn select_modes<T: Copy>(of: &[T; MAX_RANK], numbers: &[usize; MAX_RANK]) -> [T; MAX_RANK] {
    let (mut modes, mut mode) = (*of, 0);
    while mode < MAX_RANK {
        modes[mode] = of[numbers[mode]];
        mode += 1;
    }
    modes
}

impl<C, L, M, E> Accepts<C> for PlacedPart<L, M, E>
where
    C: Coordinate<E, E::ColMajor<Int<U1>>>,
    L: Mapping,
    M: ModeNumbers,
    E: Shape,
{
    type Offset = usize;

    #[inline]
    fn offset_of(&self, crd: C) -> usize {
        self.step(crd).cast_unsigned()
    }
    #[inline]
    fn contains(&self, crd: C) -> bool {
        crd.entries().is_inside(self.extents.shape_modes())
    }
    #[inline]
    fn step(&self, crd: C) -> isize {
        let mut sum = self.bias();
        crd.entries().each_mode(self.extents.shape_modes(), 0, &mut |mode, index| {
            sum = sum.wrapping_add(self.mode_offset(mode, index));
        });
        L::place(sum)
    }
    #[inline(always)]
    #[track_caller]
    fn guard(&self, crd: C, refuse: impl Refuse) {
        crd.entries().guard(self.extents.shape_modes(), 0, refuse);
    }
}

#[diagnostic::do_not_recommend]
impl<L, A, B, R, C> Matrix for PlacedPart<L, Cons<A, Cons<B, Nil>>, (R, C)>
where
    L: Mapping,
    A: ModeNumber,
    B: ModeNumber,
    R: Integer,
    C: Integer,
{
    type Rows = R;
    type Cols = C;
    type Tile<H: Integer, W: Integer> = PlacedPart<L, Cons<A, Cons<B, Nil>>, (Crop<R, H>, Crop<C, W>)>;
    type Transposed = PlacedPart<L, Cons<B, Cons<A, Nil>>, (C, R)>;
    type Row = PlacedPart<L, Cons<B, Nil>, (C,)>;
    type Col = PlacedPart<L, Cons<A, Nil>, (R,)>;
    type PartStart<O: Integer> = O;

    /// From the start of the tile, sums go on by those of the place in it: a multiple of a power of two, and what is
    /// below, have no bit in common; and what is a multiple of all extents of a mode but the last one changes only the
    /// last coordinate.
    fn tile<H: Integer, W: Integer>(
        &self,
        h: H,
        w: W,
        i: usize,
        j: usize,
    ) -> Result<Self::Tile<H, W>, TileError> {
        let (extents, size) = ([self.rows(), self.cols()], [h.value(), w.value()]);
        let (rows, cols) = (crop(extents[0], size[0], i)?, crop(extents[1], size[1], j)?);
        for mode in 0..2 {
            if let Some(inner) = in_the_way(Self::BLOCKS[mode], size[mode])
                && size[mode] < extents[mode]
            {
                return Err(TileError::NotAligned { mode, inner });
            }
        }
        let start = self.mode_offset(0, i * size[0]) + self.mode_offset(1, j * size[1]);
        let extents = (Integer::from_value(rows), Integer::from_value(cols));
        Ok(PlacedPart::at(self.whole, self.start + start.cast_unsigned(), extents))
    }
    #[inline]
    fn transposed(&self) -> Self::Transposed {
        let (rows, cols) = self.extents;
        PlacedPart::at(self.whole, self.start, (cols, rows))
    }
    #[track_caller]
    #[inline]
    fn row(&self, i: usize) -> Self::Row {
        check_row(self, i);
        PlacedPart::at(self.whole, self.start + self.mode_offset(0, i).cast_unsigned(), (self.extents.1,))
    }
    #[track_caller]
    #[inline]
    fn col(&self, j: usize) -> Self::Col {
        check_col(self, j);
        PlacedPart::at(self.whole, self.start + self.mode_offset(1, j).cast_unsigned(), (self.extents.0,))
    }
}

impl<const MODE: usize, L, M, E> SplitMode<MODE> for PlacedPart<L, M, E>
where
    L: Mapping,
    M: ModeNumbers,
    E: WithLength<MODE, Cut: WithLength<MODE, Cut = <E as WithLength<MODE>>::Cut>>,
{
    type Part = PlacedPart<L, M, E::Cut>;

    #[inline]
    fn part(&self, start: usize, len: usize) -> Result<Self::Part, SplitError> {
        check_inside(self, MODE, (start, len))?;
        let along = cut_at(self, MODE, (start, len))?;
        Ok(PlacedPart::at(self.whole, self.start + along, self.extents.with_length(len)))
    }
}

impl<C, L, M, E> SlicedBy<C> for PlacedPart<L, M, E>
where
    C: SlicingTuple<Parts: Keep<M, E::ShapeModes, Extents: ToTuple<Tuple: Shape>>>,
    L: Mapping,
    M: ModeNumbers,
    E: Shape,
{
    type Kept = PlacedPart<
        L,
        <C::Parts as Keep<M, E::ShapeModes>>::KeptModes,
        <<C::Parts as Keep<M, E::ShapeModes>>::Extents as ToTuple>::Tuple,
    >;
    type Fixed = Int<U0>;
    const INSIDE: () = check_slice(<C::Parts as Keep<M, E::ShapeModes>>::OUTSIDE, &Self::TEXT);

    fn try_cut(&self, crd: C) -> Result<(Self::Kept, Int<U0>), LayoutError> {
        let (crd, mut start, mut mode) = (crd.parts(), self.start, 0);
        let kept = crd.keep(self.extents.shape_modes(), &mut |fixed| {
            if let Some((crd, extent)) = fixed {
                if crd >= extent {
                    return Err(LayoutError::Outside { crd, extent });
                }
                start += self.mode_offset(mode, crd).cast_unsigned();
            }
            mode += 1;
            Ok(())
        })?;
        Ok((PlacedPart::at(self.whole, start, kept.tuple()), Int::new()))
    }
}

/// The entries of a slicing coordinate, one for every mode of a part: an integer or `_`.
#[diagnostic::on_unimplemented(
    message = "this coordinate does not slice this layout",
    label = "not one integer, or `_`, for each mode",
    note = "a layout that places its sums is sliced by whole modes, as in `crd!(i, _)`"
)]
#[doc(hidden)]
pub trait Keep<M, E>: Copy {
    type KeptModes: ModeNumbers;
    type Extents;
    /// A static entry that is outside its static mode.
    const OUTSIDE: Option<Outside>;
    /// The extents of what is kept; of each mode, `see` is shown what is fixed, index and extent.
    fn keep(
        self,
        extents: E,
        see: &mut impl FnMut(Option<(usize, usize)>) -> Result<(), LayoutError>,
    ) -> Result<Self::Extents, LayoutError>;
}

impl Keep<Nil, Nil> for Nil {
    type KeptModes = Nil;
    type Extents = Nil;
    const OUTSIDE: Option<Outside> = None;
    #[inline]
    fn keep(
        self,
        _: Nil,
        _: &mut impl FnMut(Option<(usize, usize)>) -> Result<(), LayoutError>,
    ) -> Result<Nil, LayoutError> {
        Ok(Nil)
    }
}

impl<CL: Keep<ML, EL>, N: ModeNumber, ML, X: Integer, EL> Keep<Cons<N, ML>, Cons<X, EL>> for Cons<Free, CL> {
    type KeptModes = Cons<N, CL::KeptModes>;
    type Extents = Cons<X, CL::Extents>;
    const OUTSIDE: Option<Outside> = Outside::first(None, CL::OUTSIDE);
    #[inline]
    fn keep(
        self,
        extents: Cons<X, EL>,
        see: &mut impl FnMut(Option<(usize, usize)>) -> Result<(), LayoutError>,
    ) -> Result<Self::Extents, LayoutError> {
        see(None)?;
        Ok(Cons(extents.0, self.1.keep(extents.1, see)?))
    }
}

impl<C: Integer, CL: Keep<ML, EL>, N, ML, X: Integer, EL> Keep<Cons<N, ML>, Cons<X, EL>> for Cons<C, CL> {
    type KeptModes = CL::KeptModes;
    type Extents = CL::Extents;
    const OUTSIDE: Option<Outside> = match (C::STATIC, X::STATIC) {
        (Some(crd), Some(extent)) if crd >= extent => Some(Outside::new(crd, 0, extent)),
        _ => Outside::first(None, CL::OUTSIDE),
    };
    #[inline]
    fn keep(
        self,
        extents: Cons<X, EL>,
        see: &mut impl FnMut(Option<(usize, usize)>) -> Result<(), LayoutError>,
    ) -> Result<Self::Extents, LayoutError> {
        see(Some((self.0.value(), extents.0.value())))?;
        self.1.keep(extents.1, see)
    }
}

#[diagnostic::do_not_recommend]
impl<L, M, E, P> Select<P> for PlacedPart<L, M, E>
where
    P: IntTuple<Modes: SelectFrom<M, Selected: ModeNumbers>>,
    L: Mapping,
    M: ModeNumbers,
    E: Shape + Select<P, Selected: Shape>,
{
    type Selected = PlacedPart<L, <P::Modes as SelectFrom<M>>::Selected, E::Selected>;
    #[track_caller]
    #[inline]
    fn selected(self) -> Self::Selected {
        const { check_distinct::<P>() };
        let selected = PlacedPart::at(self.whole, self.start, self.extents.selected());
        assert!(!self.is_empty() || selected.is_empty(), "a mode of {self} that is not selected is empty");
        selected
    }
}

impl<L: Mapping, M: ModeNumbers, E: Shape> fmt::Display for PlacedPart<L, M, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tile {} of ", self.extents.notation())?;
        if M::IN_ORDER != Some(L::RANK) {
            write!(f, "modes {} of ", M::TEXT.as_str())?;
        }
        fmt::Display::fmt(&self.whole, f)
    }
}

impl<L: Mapping, M: ModeNumbers, E: Shape> fmt::Debug for PlacedPart<L, M, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
