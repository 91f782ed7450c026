//! Tiles of F2 layouts.

use super::layout::XorLayout;
use super::mapping::{blocks, fronts};
use crate::int::sealed::Sealed;
use crate::int::{Integer, Text};
use crate::layout::{Accepts, Crop, Mapping, Matrix, Overlap, Refuse, TileError, crop};
use crate::tuple::{AllStatic, Block, IntTuple, Shape, Stride};
use core::fmt;
use core::marker::PhantomData;

/// A tile of the [`XorLayout`] over `S:D`, of `R` rows and `C` columns; made by [`Matrix::tile`].
///
/// Its offsets count from the start of the storage, because it depends on its place how a tile lies in it; so it needs
/// the storage of the whole.
///
/// ```
/// use tilework::prelude::*;
/// let whole = xor_layout!((8, 8):(F1, F9));
/// let tile = Matrix::tile(&whole, int!(4), int!(4), 1, 1).unwrap();
/// assert_eq!(tile.offset_of((1, 2)), whole.offset((5, 6)));
/// assert_eq!(tile.to_string(), "tile (_4,_4) of (8,8):(F1,F9)");
/// ```
pub struct XorTile<S, D, R, C> {
    /// The sum of the first element.
    start: usize,
    rows: R,
    cols: C,
    layout: PhantomData<(S, D)>,
}

/// The tile in row `i` and column `j` of the grid of `h` by `w` tiles, in what begins at a sum and has some rows and columns.
///
/// From the start of the tile, sums go on by those of the place in it: a multiple of a power of two, and what is below, have
/// no bit in common; and what is a multiple of all extents of a mode but the last one changes only the last coordinate.
pub(super) fn tile<S, D, R, C>(
    start: usize,
    (rows, cols): (usize, usize),
    (h, w): (usize, usize),
    (i, j): (usize, usize),
) -> Result<XorTile<S, D, R, C>, TileError>
where
    S: Shape + AllStatic,
    D: Stride<S> + AllStatic,
    R: Integer,
    C: Integer,
{
    let map = const { &XorLayout::<S, D>::MAP };
    let extents = [rows, cols];
    let (rows, cols) = (crop(rows, h, i)?, crop(cols, w, j)?);
    for (mode, size) in [h, w].into_iter().enumerate() {
        if let Some(inner) = in_the_way(map.block(mode), size)
            && size < extents[mode]
        {
            return Err(TileError::NotAligned { mode, inner });
        }
    }
    let start = start + map.mode_sum(0, i * h) + map.mode_sum(1, j * w);
    Ok(XorTile { start, rows: R::from_value(rows), cols: C::from_value(cols), layout: PhantomData })
}

/// The inner block of a mode of which a size is neither a multiple nor a divisor.
fn in_the_way(block: Block, size: usize) -> Option<usize> {
    match block {
        Block::Linear => None,
        Block::Whole(len) | Block::Front(len) => {
            (!size.is_power_of_two() && !size.is_multiple_of(len)).then_some(len)
        }
    }
}

impl<S, D, R: Copy, C: Copy> Clone for XorTile<S, D, R, C> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S, D, R: Copy, C: Copy> Copy for XorTile<S, D, R, C> {}

impl<S, D, R, C> Sealed for XorTile<S, D, R, C> {}

impl<S, D, R: Integer, C: Integer> Mapping for XorTile<S, D, R, C>
where
    S: Shape + AllStatic,
    D: Stride<S> + AllStatic,
{
    const RANK: usize = 2;
    type Extents = (R, C);
    type Cosize = <XorLayout<S, D> as Mapping>::Cosize;
    const TEXT: Text =
        Text::new().str("tile ").text(&<(R, C)>::TEXT).str(" of ").text(&XorLayout::<S, D>::TEXT);
    // a part of what has no overlap; of what has one it is not known
    const STATIC_OVERLAP: Option<Overlap> = match XorLayout::<S, D>::MAP.overlap() {
        Overlap::None => Some(Overlap::None),
        _ => Some(Overlap::Undecided),
    };
    const BLOCKS: [Block; 12] = blocks::<S>(&XorLayout::<S, D>::MAP);
    const FRONTS: [(Option<isize>, Option<isize>); 12] = fronts::<S>(&XorLayout::<S, D>::MAP);
    const ROW: usize = XorLayout::<S, D>::MAP.row();

    fn extents(&self) -> (R, C) {
        (self.rows, self.cols)
    }
    fn cosize(&self) -> Self::Cosize {
        XorLayout::<S, D>::STATIC.cosize()
    }
    fn checked_cosize(&self) -> Option<usize> {
        Some(self.cosize().value())
    }
    fn base(&self) -> usize {
        0
    }
    fn overlap(&self) -> Overlap {
        const { XorLayout::<S, D>::MAP.overlap() }
    }
    #[inline(always)]
    fn mode_offset(&self, mode: usize, index: usize) -> isize {
        const { &XorLayout::<S, D>::MAP }.mode_sum(mode, index) as isize
    }
    #[inline(always)]
    fn bias(&self) -> isize {
        self.start as isize
    }
    #[inline(always)]
    fn place(sum: isize) -> isize {
        XorLayout::<S, D>::place(sum)
    }
}

impl<S, D, R: Integer, C: Integer> Accepts<(usize, usize)> for XorTile<S, D, R, C>
where
    S: Shape + AllStatic,
    D: Stride<S> + AllStatic,
{
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
        let map = const { &XorLayout::<S, D>::MAP };
        // inside the tile these have no bit in common but where the last coordinate of a mode goes on
        let sum = self.start.wrapping_add(map.mode_sum(0, i)).wrapping_add(map.mode_sum(1, j));
        map.place(sum) as isize
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

impl<S, D, R: Integer, C: Integer> Accepts<usize> for XorTile<S, D, R, C>
where
    S: Shape + AllStatic,
    D: Stride<S> + AllStatic,
{
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
impl<S, D, R: Integer, C: Integer> Matrix for XorTile<S, D, R, C>
where
    S: Shape + AllStatic,
    D: Stride<S> + AllStatic,
{
    type Rows = R;
    type Cols = C;
    type Tile<H: Integer, W: Integer> = XorTile<S, D, Crop<R, H>, Crop<C, W>>;

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
        tile(self.start, (self.rows(), self.cols()), (h.value(), w.value()), (i, j))
    }
    fn tile_origin(&self, _: (usize, usize)) -> isize {
        0
    }
}

impl<S, D, R: Integer, C: Integer> fmt::Display for XorTile<S, D, R, C>
where
    S: Shape + AllStatic,
    D: Stride<S> + AllStatic,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tile {} of {}", self.extents().notation(), XorLayout::<S, D>::TEXT.as_str())
    }
}

impl<S, D, R: Integer, C: Integer> fmt::Debug for XorTile<S, D, R, C>
where
    S: Shape + AllStatic,
    D: Stride<S> + AllStatic,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
