//! What tensors and kernels ask of a swizzled layout.
//!
//! The sums are those of the layout. If each sum of the layout is its own place, the start is a part of the sum, and
//! the swizzle places it; otherwise the layout places the sum, and then the start is added and the swizzle follows.
//!
//! Why every swizzled offset is inside a storage of [`cosize`](Mapping::cosize) elements: let `n = start +
//! cosize(layout)`. No offset of the layout is negative, so all of `start + offset` are in `0..n`. Rounded up to a
//! multiple of the block, `n` ends a block, and the swizzle keeps each block to itself: so it keeps `0..rounded n` to
//! itself. As it is a bijection there, two swizzled offsets are equal only if the two offsets were. A bound that is
//! exact in every case would depend on bits of `n - 1` and be no simpler; where `n` is a multiple of the block, as for
//! all tiles that swizzles are made for, this one is.

use super::base::XorSwizzle;
use super::swizzled::{Swizzled, SwizzledCosize, storage};
use crate::int::sealed::Sealed;
use crate::int::{Int, Integer, Text, add, greatest_common_divisor, min, mul, round_up};
use crate::layout::{
    Accepts, Mapping, Matrix, MixedRadix, Overlap, Refuse, SplitError, SplitMode, Strided, TileError,
};
use crate::tuple::{Block, IntTuple, MAX_RANK, Select, check_distinct};

#[diagnostic::do_not_recommend]
impl<W, L, O> Sealed for Swizzled<W, L, O> {}

impl<W: XorSwizzle, L: Mapping, O: Integer> Mapping for Swizzled<W, L, O> {
    const RANK: usize = L::RANK;
    type Extents = L::Extents;
    type Cosize = SwizzledCosize<W, L, O>;
    const TEXT: Text =
        Text::new().text(&W::TEXT).str(" o ").text(&<O as IntTuple>::TEXT).str(" o ").text(&L::TEXT);
    const STATIC_OVERLAP: Option<Overlap> = match (L::STATIC_OVERLAP, O::STATIC) {
        (Some(overlap), Some(start)) => Some(swizzle_overlap::<W>(overlap, start)),
        (Some(Overlap::None), None) => Some(Overlap::None),
        _ => None,
    };
    const BLOCKS: [Block; MAX_RANK] = L::BLOCKS;
    const FRONTS: [(Option<isize>, Option<isize>); MAX_RANK] = L::FRONTS;
    const ROW: usize = {
        // no bit below the base is read or changed
        let row = 1 << W::PARTS.base;
        match (L::ROW, O::STATIC) {
            (0, _) => row,
            (inner, Some(start)) => {
                let row = greatest_common_divisor(row, greatest_common_divisor(inner, L::ALIGNED));
                greatest_common_divisor(row, start)
            }
            (_, None) => 1,
        }
    };
    // so are the bits of a place in a row those of the sum, or of its place in the layout
    const ALIGNED: usize = Self::ROW;
    // a swizzle adds bits by XOR; a start is a part of the sum, or it is added to its place
    const IS_XOR: bool = L::ROW == 0 || L::IS_XOR && matches!(O::STATIC, Some(0));
    const STATIC_SPREAD: (Option<usize>, Option<usize>) = match (O::STATIC, L::STATIC_SPREAD.1) {
        (Some(start), Some(reach)) => (Some(0), last(storage::<W>(start, reach))),
        _ => (Some(0), None),
    };

    fn extents(&self) -> L::Extents {
        self.layout().extents()
    }
    fn cosize(&self) -> Self::Cosize {
        let cosize = self.layout().cosize();
        mul(min(cosize, Int::new()), round_up(add(self.start(), cosize), Int::<W::Block>::new()))
    }
    fn checked_cosize(&self) -> Option<usize> {
        match self.layout().checked_cosize()? {
            0 => Some(0),
            cosize => {
                self.start().value().checked_add(cosize)?.checked_next_multiple_of(Int::<W::Block>::VALUE)
            }
        }
    }
    fn base(&self) -> usize {
        0
    }
    fn spread(&self) -> (usize, Option<usize>) {
        let reach = self.layout().spread().1;
        (0, reach.and_then(|reach| last(storage::<W>(self.start().value(), reach))))
    }
    fn overlap(&self) -> Overlap {
        swizzle_overlap::<W>(self.layout().overlap(), self.start().value())
    }
    fn mode_offset(&self, mode: usize, index: usize) -> isize {
        self.layout().mode_offset(mode, index)
    }
    fn mode_block(&self, mode: usize) -> (usize, usize) {
        self.layout().mode_block(mode)
    }
    fn sum_radix(&self) -> Option<MixedRadix> {
        self.layout().sum_radix()
    }
    #[inline(always)]
    fn bias(&self) -> isize {
        let start = if L::ROW == 0 { self.start().value() } else { 0 };
        self.layout().bias() + start.cast_signed()
    }
    #[inline(always)]
    fn place(sum: isize) -> isize {
        let sum = match (L::ROW, O::STATIC) {
            (0, _) => sum.cast_unsigned(),
            (_, Some(start)) => start.wrapping_add(L::place(sum).cast_unsigned()),
            (_, None) => unreachable!("the start of what places its sums itself is static"),
        };
        W::PARTS.apply(sum).cast_signed()
    }
}

/// No offset of a storage is behind it.
const fn last(storage: Option<usize>) -> Option<usize> {
    match storage {
        Some(len) => Some(len - 1),
        None => None,
    }
}

/// Coordinates that share an offset in the layout share the swizzled one.
const fn swizzle_overlap<W: XorSwizzle>(overlap: Overlap, start: usize) -> Overlap {
    match overlap {
        Overlap::Between { first, second, offset } => {
            let offset = W::PARTS.apply(start + offset.cast_unsigned()).cast_signed();
            Overlap::Between { first, second, offset }
        }
        decided => decided,
    }
}

impl<C: IntTuple, W: XorSwizzle, L: Mapping + Accepts<C>, O: Integer> Accepts<C> for Swizzled<W, L, O> {
    type Offset = usize;
    const OUTSIDE: Option<Text> = <L as Accepts<C>>::OUTSIDE;

    fn offset_of(&self, crd: C) -> usize {
        self.step(crd).cast_unsigned()
    }
    fn contains(&self, crd: C) -> bool {
        self.layout().contains(crd)
    }
    #[inline]
    fn step(&self, crd: C) -> isize {
        W::PARTS
            .apply(self.layout().step(crd).cast_unsigned().wrapping_add(self.start().value()))
            .cast_signed()
    }
    #[inline(always)]
    #[track_caller]
    fn guard(&self, crd: C, refuse: impl Refuse) {
        self.layout().guard(crd, refuse);
    }
}

#[diagnostic::do_not_recommend]
impl<W: XorSwizzle, L: Matrix, O: Integer> Matrix for Swizzled<W, L, O> {
    type Rows = L::Rows;
    type Cols = L::Cols;
    type Tile<H: Integer, X: Integer> = Swizzled<W, L::Tile<H, X>, L::PartStart<O>>;
    type Transposed = Swizzled<W, L::Transposed, O>;
    type Row = Swizzled<W, L::Row, L::PartStart<O>>;
    type Col = Swizzled<W, L::Col, L::PartStart<O>>;
    type PartStart<P: Integer> = P;

    fn tile<H: Integer, X: Integer>(
        &self,
        h: H,
        w: X,
        i: usize,
        j: usize,
    ) -> Result<Self::Tile<H, X>, TileError> {
        let tile = self.layout().tile(h, w, i, j)?;
        // the grid has this tile, so its first element is one of the matrix
        let swizzled = self.part(tile, (i * h.value(), j * w.value()));
        // The shape of a tile may reach further than the matrix does.
        let fits = tile.base() == 0 && swizzled.checked_cosize().is_some();
        if fits { Ok(swizzled) } else { Err(TileError::Overflow) }
    }
    fn transposed(&self) -> Self::Transposed {
        Swizzled::from_parts(self.swizzle(), self.start(), self.layout().transposed())
    }
    fn row(&self, i: usize) -> Self::Row {
        self.part(self.layout().row(i), (i, 0))
    }
    fn col(&self, j: usize) -> Self::Col {
        self.part(self.layout().col(j), (0, j))
    }
}

impl<W: XorSwizzle, L: Matrix, O: Integer> Swizzled<W, L, O> {
    /// The swizzle of a part whose first element is at `crd`.
    fn part<P>(&self, part: P, crd: (usize, usize)) -> Swizzled<W, P, L::PartStart<O>> {
        let start = self.start().value() + self.layout().part_origin(crd).cast_unsigned();
        Swizzled::from_parts(self.swizzle(), Integer::from_value(start), part)
    }
}

#[diagnostic::do_not_recommend]
impl<W, L, O, P> Select<P> for Swizzled<W, L, O>
where
    W: XorSwizzle,
    L: Mapping + Select<P, Selected: Mapping>,
    O: Integer,
    P: IntTuple,
{
    type Selected = Swizzled<W, L::Selected, O>;
    fn selected(self) -> Self::Selected {
        const { check_distinct::<P>() };
        Swizzled::from_parts(self.swizzle(), self.start(), self.layout().selected())
    }
}

impl<const MODE: usize, W, L, O> SplitMode<MODE> for Swizzled<W, L, O>
where
    W: XorSwizzle,
    L: Strided + SplitMode<MODE, Part: Strided>,
    O: Integer,
{
    type Part = Swizzled<W, L::Part, usize>;

    fn part(&self, start: usize, len: usize) -> Result<Self::Part, SplitError> {
        let part = self.layout().part(start, len)?;
        let origin = if part.is_empty() { 0 } else { self.layout().part_origin(start).cast_unsigned() };
        let swizzled = Swizzled::from_parts(self.swizzle(), self.start().value() + origin, part);
        // the shape of a part may reach further than the whole does
        match swizzled.checked_cosize() {
            Some(_) => Ok(swizzled),
            None => Err(SplitError::Overflow),
        }
    }
}
