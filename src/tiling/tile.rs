//! Parts of tiled layouts.

use crate::int::sealed::Sealed;
use crate::int::{Integer, Text};
use crate::layout::{Accepts, Crop, Mapping, Matrix, Overlap, Refuse, TileError, crop};
use crate::tuple::{Block, IntTuple};
use core::fmt;

/// A tile of a [`TiledLayout`](super::TiledLayout) `L`, of `R` rows and `C` columns; made by [`Matrix::tile`].
///
/// It may begin anywhere. Its offsets count from the start of the storage, because it depends on its place how a tile lies in
/// it; so it needs the storage of the whole.
///
/// ```
/// use tilework::prelude::*;
/// let whole = xla!(f32[20,30]{1,0:T(8,16)(3,1)});
/// let tile = Matrix::tile(&whole, int!(5), int!(10), 1, 2).unwrap();
/// assert_eq!(tile.offset_of((2, 3)), whole.offset((7, 23)));
/// assert_eq!(tile.to_string(), "tile (_5,_10) of [20,30]{1,0:T(8,16)(3,1)}");
/// ```
#[derive(Clone, Copy)]
pub struct TiledTile<L, R, C> {
    whole: L,
    /// The number of the first element: see `mapping`.
    start: usize,
    rows: R,
    cols: C,
}

/// The tile in row `i` and column `j` of the grid of `h` by `w` tiles, in what begins at a number and has some rows and columns.
pub(super) fn tile<L: Mapping, R: Integer, C: Integer>(
    whole: L,
    start: usize,
    (rows, cols): (usize, usize),
    (h, w): (usize, usize),
    (i, j): (usize, usize),
) -> Result<TiledTile<L, R, C>, TileError> {
    let (rows, cols) = (crop(rows, h, i)?, crop(cols, w, j)?);
    let number = whole.mode_offset(0, i * h) + whole.mode_offset(1, j * w);
    let start = start + number as usize;
    Ok(TiledTile { whole, start, rows: R::from_value(rows), cols: C::from_value(cols) })
}

impl<L, R, C> Sealed for TiledTile<L, R, C> {}

impl<L: Mapping, R: Integer, C: Integer> Mapping for TiledTile<L, R, C> {
    const RANK: usize = 2;
    type Extents = (R, C);
    type Cosize = L::Cosize;
    const TEXT: Text = Text::new().str("tile ").text(&<(R, C)>::TEXT).str(" of ").text(&L::TEXT);
    const STATIC_OVERLAP: Option<Overlap> = L::STATIC_OVERLAP;
    const BLOCKS: [Block; 12] = L::BLOCKS;
    const FRONTS: [(Option<isize>, Option<isize>); 12] = L::FRONTS;
    const ROW: usize = L::ROW;

    fn extents(&self) -> (R, C) {
        (self.rows, self.cols)
    }
    fn cosize(&self) -> L::Cosize {
        self.whole.cosize()
    }
    fn checked_cosize(&self) -> Option<usize> {
        self.whole.checked_cosize()
    }
    fn base(&self) -> usize {
        0
    }
    fn overlap(&self) -> Overlap {
        self.whole.overlap()
    }
    #[inline(always)]
    fn mode_offset(&self, mode: usize, index: usize) -> isize {
        self.whole.mode_offset(mode, index)
    }
    #[inline(always)]
    fn bias(&self) -> isize {
        self.start as isize
    }
    #[inline(always)]
    fn place(sum: isize) -> isize {
        L::place(sum)
    }
}

impl<L: Mapping, R: Integer, C: Integer> Accepts<(usize, usize)> for TiledTile<L, R, C> {
    type Offset = usize;

    #[inline]
    fn offset_of(&self, crd: (usize, usize)) -> usize {
        self.step(crd) as usize
    }
    #[inline]
    fn contains(&self, (i, j): (usize, usize)) -> bool {
        i < self.rows.value() && j < self.cols.value()
    }
    #[inline]
    fn step(&self, (i, j): (usize, usize)) -> isize {
        let number = self.whole.mode_offset(0, i).wrapping_add(self.whole.mode_offset(1, j));
        L::place(number.wrapping_add(self.bias()))
    }
    #[inline]
    #[track_caller]
    fn guard(&self, (i, j): (usize, usize), refuse: &impl Refuse) {
        if i >= self.rows.value() {
            refuse.outside(0);
        }
        if j >= self.cols.value() {
            refuse.outside(1);
        }
    }
}

impl<L: Mapping, R: Integer, C: Integer> Accepts<usize> for TiledTile<L, R, C> {
    type Offset = usize;

    fn offset_of(&self, index: usize) -> usize {
        Accepts::<usize>::step(self, index) as usize
    }
    fn contains(&self, index: usize) -> bool {
        // no overflow: a tile has no more elements than the whole
        index < self.rows.value() * self.cols.value()
    }
    fn step(&self, index: usize) -> isize {
        // a tile without rows has no elements
        let rows = self.rows.value().max(1);
        Accepts::<(usize, usize)>::step(self, (index % rows, index / rows))
    }
    #[track_caller]
    fn guard(&self, index: usize, refuse: &impl Refuse) {
        if !Accepts::<usize>::contains(self, index) {
            refuse.outside(0);
        }
    }
}

#[diagnostic::do_not_recommend]
impl<L: Mapping, R: Integer, C: Integer> Matrix for TiledTile<L, R, C> {
    type Rows = R;
    type Cols = C;
    type Tile<H: Integer, W: Integer> = TiledTile<L, Crop<R, H>, Crop<C, W>>;

    fn rows(&self) -> usize {
        self.rows.value()
    }
    fn cols(&self) -> usize {
        self.cols.value()
    }
    fn tile<H: Integer, W: Integer>(
        &self,
        h: H,
        w: W,
        i: usize,
        j: usize,
    ) -> Result<Self::Tile<H, W>, TileError> {
        tile(self.whole, self.start, (self.rows(), self.cols()), (h.value(), w.value()), (i, j))
    }
    fn tile_origin(&self, _: (usize, usize)) -> isize {
        0
    }
}

impl<L: Mapping, R: Integer, C: Integer> fmt::Display for TiledTile<L, R, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tile {} of {}", self.extents().notation(), self.whole)
    }
}

impl<L: Mapping, R: Integer, C: Integer> fmt::Debug for TiledTile<L, R, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
