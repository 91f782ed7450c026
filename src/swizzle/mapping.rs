//! What tensors and kernels ask of a swizzled layout.
//!
//! Why every swizzled offset is inside a storage of [`cosize`](Mapping::cosize) elements: let `n = start + cosize(layout)`.
//! No offset of the layout is negative, so all of `start + offset` are in `0..n`. Rounded up to a multiple of the block, `n`
//! ends a block, and the swizzle keeps each block to itself: so it keeps `0..rounded n` to itself. As it is a bijection there,
//! two swizzled offsets are equal only if the two offsets were. A bound that is exact in every case would depend on bits of
//! `n - 1` and be no simpler; where `n` is a multiple of the block, as for all tiles that swizzles are made for, this one is.

use super::base::XorSwizzle;
use super::swizzled::{Swizzled, SwizzledCosize};
use crate::int::sealed::Sealed;
use crate::int::{Int, Integer, Text, add, min, mul, round_up};
use crate::layout::{Accepts, Mapping, Matrix, Overlap, Refuse, TileError};
use crate::tuple::{Block, IntTuple};

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
    // the sums are those of the layout: what is swizzled is each sum, where it is placed
    const BLOCKS: [Block; 12] = L::BLOCKS;
    const FRONTS: [(Option<isize>, Option<isize>); 12] = L::FRONTS;
    // no bit below the base is read or changed
    const ROW: usize = 1 << W::PARTS.base;

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
    fn overlap(&self) -> Overlap {
        swizzle_overlap::<W>(self.layout().overlap(), self.start().value())
    }
    fn mode_offset(&self, mode: usize, index: usize) -> isize {
        self.layout().mode_offset(mode, index)
    }
    #[inline(always)]
    fn bias(&self) -> isize {
        self.start().value() as isize
    }
    #[inline(always)]
    fn place(sum: isize) -> isize {
        W::PARTS.apply(sum as usize) as isize
    }
}

/// Coordinates that share an offset in the layout share the swizzled one.
const fn swizzle_overlap<W: XorSwizzle>(overlap: Overlap, start: usize) -> Overlap {
    match overlap {
        Overlap::Between { first, second, offset } => {
            let offset = W::PARTS.apply(start + offset as usize) as isize;
            Overlap::Between { first, second, offset }
        }
        decided => decided,
    }
}

impl<C: IntTuple, W: XorSwizzle, L: Mapping + Accepts<C>, O: Integer> Accepts<C> for Swizzled<W, L, O> {
    type Offset = usize;

    fn offset_of(&self, crd: C) -> usize {
        self.step(crd) as usize
    }
    fn contains(&self, crd: C) -> bool {
        self.layout().contains(crd)
    }
    #[inline]
    fn step(&self, crd: C) -> isize {
        Self::place(self.bias() + self.layout().step(crd))
    }
    #[inline]
    #[track_caller]
    fn guard(&self, crd: C, refuse: &impl Refuse) {
        self.layout().guard(crd, refuse);
    }
}

#[diagnostic::do_not_recommend]
impl<W: XorSwizzle, L: Matrix, O: Integer> Matrix for Swizzled<W, L, O> {
    type Rows = L::Rows;
    type Cols = L::Cols;
    type Tile<H: Integer, X: Integer> = Swizzled<W, L::Tile<H, X>, usize>;

    fn rows(&self) -> usize {
        self.layout().rows()
    }
    fn cols(&self) -> usize {
        self.layout().cols()
    }
    fn tile<H: Integer, X: Integer>(
        &self,
        h: H,
        w: X,
        i: usize,
        j: usize,
    ) -> Result<Self::Tile<H, X>, TileError> {
        let tile = self.layout().tile(h, w, i, j)?;
        // the grid has this tile, so its first element is one of the matrix
        let start = self.start().value() + self.layout().step((i * h.value(), j * w.value())) as usize;
        let swizzled = Swizzled::from_parts(self.swizzle(), start, tile);
        // The shape of a tile may reach further than the matrix does.
        let fits = tile.base() == 0 && swizzled.checked_cosize().is_some();
        if fits { Ok(swizzled) } else { Err(TileError::Overflow) }
    }
    fn tile_origin(&self, _: (usize, usize)) -> isize {
        0
    }
}
