//! Parts of placed layouts.

use crate::int::sealed::Sealed;
use crate::int::{Integer, Text};
use crate::layout::{
    Accepts, Crop, Mapping, Matrix, Overlap, Refuse, SplitError, SplitMode, TileError, check_inside, crop,
};
use crate::tuple::{Block, IntTuple, MAX_RANK};
use core::fmt;

/// A tile of a [`Placed`](super::Placed) layout `L`, of `R` rows and `C` columns; made by [`Matrix::tile`].
///
/// Its offsets count from the start of the storage, because it depends on its place how a tile lies in it; so it needs
/// the storage of the whole.
///
/// ```
/// use tilework::prelude::*;
/// let whole = xor_layout!((8, 8):(F1, F9));
/// let tile = Matrix::tile(&whole, int!(4), int!(4), 1, 1).unwrap();
/// assert_eq!(tile.offset_of((1, 2)), whole.offset((5, 6)));
/// assert_eq!(tile.to_string(), "tile (_4,_4) of (_8,_8):(F1,F9)");
/// // tiles of XLA's arrays may begin anywhere
/// let whole = xla!(f32[20,30]{1,0:T(8,16)(3,1)});
/// let tile = Matrix::tile(&whole, int!(5), int!(10), 1, 2).unwrap();
/// assert_eq!(tile.offset_of((2, 3)), whole.offset((7, 23)));
/// assert_eq!(tile.to_string(), "tile (_5,_10) of [20,30]{1,0:T(8,16)(3,1)}");
/// ```
#[derive(Clone, Copy)]
pub struct PlacedTile<L, R, C> {
    whole: L,
    /// The sum of the first element.
    start: usize,
    rows: R,
    cols: C,
}

/// The tile in row `i` and column `j` of the grid of `h` by `w` tiles, in the part of a layout that begins at a sum and
/// has some rows and columns.
///
/// From the start of the tile, sums go on by those of the place in it: a multiple of a power of two, and what is below,
/// have no bit in common; and what is a multiple of all extents of a mode but the last one changes only the last
/// coordinate.
pub(super) fn cut<L: Mapping, R: Integer, C: Integer>(
    whole: L,
    start: usize,
    (rows, cols): (usize, usize),
    (h, w): (usize, usize),
    (i, j): (usize, usize),
) -> Result<PlacedTile<L, R, C>, TileError> {
    let extents = [rows, cols];
    let (rows, cols) = (crop(rows, h, i)?, crop(cols, w, j)?);
    for (mode, size) in [h, w].into_iter().enumerate() {
        if let Some(inner) = in_the_way(L::BLOCKS[mode], size)
            && size < extents[mode]
        {
            return Err(TileError::NotAligned { mode, inner });
        }
    }
    let start = start + (whole.mode_offset(0, i * h) + whole.mode_offset(1, j * w)).cast_unsigned();
    Ok(PlacedTile { whole, start, rows: R::from_value(rows), cols: C::from_value(cols) })
}

/// The inner block of a mode of which a size is neither a multiple nor a divisor. Blocks are powers of two, if there
/// are any.
fn in_the_way(block: Block, size: usize) -> Option<usize> {
    match block {
        Block::Linear => None,
        Block::Whole(len) | Block::Front(len) => {
            (!size.is_power_of_two() && !size.is_multiple_of(len)).then_some(len)
        }
    }
}

/// The part of a layout that begins at index `start` of one mode, and has all of the other: the layout, and what is to
/// be added to its sums.
///
/// From there on sums go on by those of the place in the part if that has no digit in common with the start: where the
/// start is a multiple of all extents of a mode but the last one, or, where these are powers of two, of one that the
/// part fits in; or where the part ends with the first elements that are at one stride.
pub(super) fn cut_at<L: Mapping>(
    whole: &L,
    mode: usize,
    (start, len): (usize, usize),
) -> Result<usize, SplitError> {
    let (Block::Whole(inner) | Block::Front(inner)) = L::BLOCKS[mode] else {
        return Ok(whole.mode_offset(mode, start).cast_unsigned());
    };
    let front = L::FRONTS[mode].0.map_or(1, isize::cast_unsigned);
    let is_below_the_digits = inner.is_power_of_two() && start != 0 && len <= 1 << start.trailing_zeros();
    let lies_as_one = start.is_multiple_of(inner) || len <= front - start % front || is_below_the_digits;
    match lies_as_one {
        true => Ok(whole.mode_offset(mode, start).cast_unsigned()),
        false => Err(SplitError::NotAligned { mode, at: start, inner }),
    }
}

impl<L, R, C> PlacedTile<L, R, C> {
    /// What lies at a sum of a layout, seen to lie there as one.
    pub(super) fn at(whole: L, start: usize, rows: R, cols: C) -> Self {
        PlacedTile { whole, start, rows, cols }
    }
}

impl<L: Mapping, R: Integer, C: Integer> SplitMode<0> for PlacedTile<L, R, C> {
    type Part = PlacedTile<L, usize, C>;

    fn part(&self, start: usize, len: usize) -> Result<Self::Part, SplitError> {
        check_inside(self, 0, (start, len))?;
        let along = cut_at(&self.whole, 0, (start, len))?;
        Ok(PlacedTile::at(self.whole, self.start + along, len, self.cols))
    }
}

impl<L: Mapping, R: Integer, C: Integer> SplitMode<1> for PlacedTile<L, R, C> {
    type Part = PlacedTile<L, R, usize>;

    fn part(&self, start: usize, len: usize) -> Result<Self::Part, SplitError> {
        check_inside(self, 1, (start, len))?;
        let along = cut_at(&self.whole, 1, (start, len))?;
        Ok(PlacedTile::at(self.whole, self.start + along, self.rows, len))
    }
}

/// What is known of a part of what has these overlaps: it has none if the whole has none.
const fn of_part(overlap: Overlap) -> Overlap {
    match overlap {
        Overlap::None => Overlap::None,
        _ => Overlap::Undecided,
    }
}

impl<L, R, C> Sealed for PlacedTile<L, R, C> {}

impl<L: Mapping, R: Integer, C: Integer> Mapping for PlacedTile<L, R, C> {
    const RANK: usize = 2;
    type Extents = (R, C);
    type Cosize = L::Cosize;
    const TEXT: Text = Text::new().str("tile ").text(&<(R, C)>::TEXT).str(" of ").text(&L::TEXT);
    const STATIC_OVERLAP: Option<Overlap> = match L::STATIC_OVERLAP {
        Some(overlap) => Some(of_part(overlap)),
        None => None,
    };
    const BLOCKS: [Block; MAX_RANK] = L::BLOCKS;
    const FRONTS: [(Option<isize>, Option<isize>); MAX_RANK] = L::FRONTS;
    const ROW: usize = L::ROW;
    const ALIGNED: usize = L::ALIGNED;
    const STATIC_SPREAD: (Option<usize>, Option<usize>) = L::STATIC_SPREAD;

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
    fn spread(&self) -> (usize, Option<usize>) {
        self.whole.spread()
    }
    fn overlap(&self) -> Overlap {
        of_part(self.whole.overlap())
    }
    #[inline(always)]
    fn mode_offset(&self, mode: usize, index: usize) -> isize {
        self.whole.mode_offset(mode, index)
    }
    fn mode_block(&self, mode: usize) -> (usize, usize) {
        self.whole.mode_block(mode)
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

impl<L: Mapping, R: Integer, C: Integer> Accepts<(usize, usize)> for PlacedTile<L, R, C> {
    type Offset = usize;

    #[inline]
    fn offset_of(&self, crd: (usize, usize)) -> usize {
        self.step(crd).cast_unsigned()
    }
    #[inline]
    fn contains(&self, (i, j): (usize, usize)) -> bool {
        i < self.rows.value() && j < self.cols.value()
    }
    #[inline]
    fn step(&self, (i, j): (usize, usize)) -> isize {
        let sum = self.whole.mode_offset(0, i).wrapping_add(self.whole.mode_offset(1, j));
        L::place(sum.wrapping_add(self.bias()))
    }
    #[inline(always)]
    #[track_caller]
    fn guard(&self, (i, j): (usize, usize), refuse: impl Refuse) {
        if i >= self.rows.value() {
            refuse.outside(0);
        }
        if j >= self.cols.value() {
            refuse.outside(1);
        }
    }
}

impl<L: Mapping, R: Integer, C: Integer> Accepts<usize> for PlacedTile<L, R, C> {
    type Offset = usize;

    fn offset_of(&self, index: usize) -> usize {
        Accepts::<usize>::step(self, index).cast_unsigned()
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
    fn guard(&self, index: usize, refuse: impl Refuse) {
        if !Accepts::<usize>::contains(self, index) {
            refuse.outside(0);
        }
    }
}

#[diagnostic::do_not_recommend]
impl<L: Mapping, R: Integer, C: Integer> Matrix for PlacedTile<L, R, C> {
    type Rows = R;
    type Cols = C;
    type Tile<H: Integer, W: Integer> = PlacedTile<L, Crop<R, H>, Crop<C, W>>;
    type TileStart<O: Integer> = O;

    fn tile<H: Integer, W: Integer>(
        &self,
        h: H,
        w: W,
        i: usize,
        j: usize,
    ) -> Result<Self::Tile<H, W>, TileError> {
        cut(self.whole, self.start, (self.rows(), self.cols()), (h.value(), w.value()), (i, j))
    }
}

impl<L: Mapping, R: Integer, C: Integer> fmt::Display for PlacedTile<L, R, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tile {} of {}", self.extents().notation(), self.whole)
    }
}

impl<L: Mapping, R: Integer, C: Integer> fmt::Debug for PlacedTile<L, R, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
