//! The bound of kernels over matrices.

use super::base::Layout;
use super::error::TileError;
use super::mapping::{Accepts, Mapping};
use super::strided::Strided;
use crate::int::{Integer, Rem, Scalar, Truth};
use crate::tuple::{Block, Fill, Shape, ShapeList, ShapeTuple, Stride, StrideList, StrideTuple};

/// A layout with two top-level modes, rows and columns: any that takes a coordinate `(i, j)`.
///
/// ```
/// use tilework::prelude::*;
/// /// The trace of any matrix, in any layout.
/// fn trace<L: Matrix>(a: &View<'_, f32, L>) -> f32 {
///     let n = a.layout().rows().min(a.layout().cols());
///     (0..n).map(|i| a[(i, i)]).sum()
/// }
/// let data: Vec<f32> = (0..9).map(|x| x as f32).collect();
/// assert_eq!(trace(&View::new(&data, layout!((3, 3):(3, 1))).unwrap()), 12.0);
/// ```
///
/// ```compile_fail,E0277
/// # use tilework::prelude::*;
/// fn kernel<L: Matrix>(_: L) {}
/// kernel(layout!((4, 4, 4):(1, 4, 16))); // a matrix is needed here: a layout of rank 2
/// ```
#[diagnostic::on_unimplemented(
    message = "a matrix is needed here: a layout of rank 2, one mode for rows and one for columns",
    label = "a layout of another rank, or not known to be a matrix",
    note = "group the modes of a layout of higher rank into two, as in `((4,2),(4,3)):((4,16),(1,32))`"
)]
pub trait Matrix: Mapping<Extents: Shape<Dynamic = (usize, usize)>> + Accepts<(usize, usize)> {
    /// The logical number of rows.
    type Rows: Integer;
    /// The logical number of columns.
    type Cols: Integer;

    /// The layout of a tile of `H` rows and `W` columns: see [`Matrix::tile`].
    type Tile<H: Integer, W: Integer>: Matrix;
    /// The layout with rows and columns exchanged: see [`Matrix::transposed`].
    type Transposed: Matrix;
    /// The layout of a row, of rank 1: see [`Matrix::row`].
    type Row: Mapping<Extents: Shape<Dynamic = (usize,)>>;
    /// The layout of a column, of rank 1: see [`Matrix::col`].
    type Col: Mapping<Extents: Shape<Dynamic = (usize,)>>;
    /// What `O` becomes when the [origin](Matrix::part_origin) of a part is added to it: itself where that is always 0.
    #[doc(hidden)]
    type PartStart<O: Integer>: Integer;

    /// The logical number of rows.
    #[inline]
    fn rows(&self) -> usize {
        self.mode_extent(0)
    }
    /// The logical number of columns.
    #[inline]
    fn cols(&self) -> usize {
        self.mode_extent(1)
    }
    /// The layout of the tile in row `i` and column `j` of the grid of `h` by `w` tiles, offsets counted from its
    /// first element: [`tile_layout`](super::tile_layout) at `(i * h, j * w)`. Of a layout that places its sums, such
    /// as a swizzled one, they count from the start of the storage, because it depends on its place how a tile lies
    /// in it.
    ///
    /// Its extent is static where the tile is and divides the static extent of the matrix; otherwise it is cropped to
    /// what the matrix holds.
    ///
    /// # Errors
    /// [`PastEnd`](TileError::PastEnd) where the grid has no such tile; [`NotAligned`](TileError::NotAligned) where
    /// the offsets of a tile are not those of its first element plus a function of the place in it: its size must be
    /// a multiple of the inner extents of a nested mode (16 in zN), or divide them, unless it holds the whole mode.
    fn tile<H: Integer, W: Integer>(
        &self,
        h: H,
        w: W,
        i: usize,
        j: usize,
    ) -> Result<Self::Tile<H, W>, TileError>;
    /// The layout with rows and columns exchanged: `transposed().offset_of((j, i))` is `offset_of((i, j))`.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let zn = zN::layout::<f16, _, _>(int!(32), 50);
    /// assert_eq!(zn.transposed().to_string(), "((_16,4),(_16,_2)):((_1,_512),(_16,_256)) of (50,_32)");
    /// assert_eq!(xor_layout!((8, 4):(F1, F9)).transposed().offset_of((3, 5)), 5 ^ 27);
    /// ```
    fn transposed(&self) -> Self::Transposed;
    /// The layout of row `i`. Its offsets count as those of a [tile](Matrix::tile) do.
    ///
    /// # Panics
    /// If there is no such row.
    #[track_caller]
    fn row(&self, i: usize) -> Self::Row;
    /// The layout of column `j`. Its offsets count as those of a [tile](Matrix::tile) do.
    ///
    /// # Panics
    /// If there is no such column.
    #[track_caller]
    fn col(&self, j: usize) -> Self::Col;
    /// The offset from which those of a tile, a row or a column count whose first element is at `crd`: the start of
    /// the storage, unless the part has offsets of its own.
    #[doc(hidden)]
    #[inline]
    fn part_origin(&self, _crd: (usize, usize)) -> isize {
        0
    }
}

type ModesOf<S> = <S as ShapeTuple>::ShapeModes;

/// The modes of rows and columns of a matrix, and their strides.
type RowShape<L> = <ModesOf<<L as Strided>::Shape> as ShapeList>::Head;
type ColShape<L> = <<ModesOf<<L as Strided>::Shape> as ShapeList>::Tail as ShapeList>::Head;
type StrideModes<L> = <<L as Strided>::Stride as StrideTuple<<L as Strided>::Shape>>::StrideModes;
type RowStride<L> = <StrideModes<L> as StrideList<ModesOf<<L as Strided>::Shape>>>::Head;
type ColStride<L> = <<StrideModes<L> as StrideList<ModesOf<<L as Strided>::Shape>>>::Tail as StrideList<
    <ModesOf<<L as Strided>::Shape> as ShapeList>::Tail,
>>::Head;

#[diagnostic::do_not_recommend]
impl<L: Strided<Extents: Shape<Dynamic = (usize, usize)>> + Accepts<(usize, usize)>> Matrix for L {
    type Rows = <<ModesOf<L::Extents> as ShapeList>::Head as Shape>::Size;
    type Cols = <<<ModesOf<L::Extents> as ShapeList>::Tail as ShapeList>::Head as Shape>::Size;
    type Tile<H: Integer, W: Integer> = Layout<
        (<RowShape<L> as Shape>::Tiled<H::Word>, <ColShape<L> as Shape>::Tiled<W::Word>),
        (
            <RowStride<L> as Stride<RowShape<L>>>::Tiled<H::Word>,
            <ColStride<L> as Stride<ColShape<L>>>::Tiled<W::Word>,
        ),
        (Crop<Self::Rows, H>, Crop<Self::Cols, W>),
    >;
    type Transposed =
        Layout<(ColShape<L>, RowShape<L>), (ColStride<L>, RowStride<L>), (Self::Cols, Self::Rows)>;
    type Row = Layout<(ColShape<L>,), (ColStride<L>,), (Self::Cols,)>;
    type Col = Layout<(RowShape<L>,), (RowStride<L>,), (Self::Rows,)>;
    type PartStart<O: Integer> = usize;

    fn tile<H: Integer, W: Integer>(
        &self,
        h: H,
        w: W,
        i: usize,
        j: usize,
    ) -> Result<Self::Tile<H, W>, TileError> {
        // the last tile may be smaller, and then no multiple of what divides the others
        let (h, w) = (h.word(), w.word());
        let (rows, cols) = (crop(self.rows(), h.value(), i)?, crop(self.cols(), w.value(), j)?);
        let (shape, stride) = (self.shape().shape_modes(), self.stride().stride_modes());
        let (row_stride, col_stride) = (stride.head(), stride.tail().head());
        check_aligned::<RowShape<L>, RowStride<L>, H::Word>(shape.head(), row_stride, (h, self.rows()))
            .map_err(|inner| TileError::NotAligned { mode: 0, inner })?;
        check_aligned::<ColShape<L>, ColStride<L>, W::Word>(
            shape.tail().head(),
            col_stride,
            (w, self.cols()),
        )
        .map_err(|inner| TileError::NotAligned { mode: 1, inner })?;
        let (h, w) = (at_most(h, self.shape().mode_size(0)), at_most(w, self.shape().mode_size(1)));
        let tile = Layout::try_with_extent(
            (shape.head().tiled(h), shape.tail().head().tiled(w)),
            (
                Stride::<RowShape<L>>::for_tile::<H::Word>(row_stride),
                Stride::<ColShape<L>>::for_tile::<W::Word>(col_stride),
            ),
            (Integer::from_value(rows), Integer::from_value(cols)),
        );
        tile.map_err(|_| TileError::Overflow)
    }
    #[inline]
    fn transposed(&self) -> Self::Transposed {
        let (shape, stride) = (self.shape().shape_modes(), self.stride().stride_modes());
        Layout::from_parts(
            (shape.tail().head(), shape.head()),
            (stride.tail().head(), stride.head()),
            (Integer::from_value(self.cols()), Integer::from_value(self.rows())),
        )
    }
    #[track_caller]
    #[inline]
    fn row(&self, i: usize) -> Self::Row {
        check_row(self, i);
        let (shape, stride) = (self.shape().shape_modes().tail(), self.stride().stride_modes().tail());
        Layout::from_parts((shape.head(),), (stride.head(),), (Integer::from_value(self.cols()),))
    }
    #[track_caller]
    #[inline]
    fn col(&self, j: usize) -> Self::Col {
        check_col(self, j);
        let (shape, stride) = (self.shape().shape_modes(), self.stride().stride_modes());
        Layout::from_parts((shape.head(),), (stride.head(),), (Integer::from_value(self.rows()),))
    }
    #[inline]
    fn part_origin(&self, crd: (usize, usize)) -> isize {
        self.step(crd)
    }
}

#[track_caller]
#[inline]
pub(crate) fn check_row<L: Matrix>(layout: &L, i: usize) {
    assert!(i < layout.rows(), "row {i} of the {} rows of {layout}", layout.rows());
}

#[track_caller]
#[inline]
pub(crate) fn check_col<L: Matrix>(layout: &L, j: usize) {
    assert!(j < layout.cols(), "column {j} of the {} columns of {layout}", layout.cols());
}

/// The extent of a tile of `H` in a mode of `N`: `H` where it divides `N` statically, cropped at run time otherwise.
pub(crate) type Crop<N, H> = <<Rem<N, H> as Scalar>::IsZero as Truth>::IfInteger<<H as Integer>::Word, usize>;

/// Whether tiles of a size start where the offset in a mode is a sum, or one tile holds the whole extent; if not, the
/// inner block that is in the way. Decided while compiling where the size and all leaves before the last are static.
#[inline]
fn check_aligned<S: Shape, D: Stride<S>, H: Integer>(
    shape: S,
    stride: D,
    (size, extent): (H, usize),
) -> Result<(), usize> {
    let aligned = match (H::STATIC, const { S::LEAVES.block() }) {
        (_, Block::Linear) => Ok(()),
        (Some(_), Block::Whole(_)) => const { static_alignment::<S, H>() },
        (None, Block::Whole(block)) if block != 0 && size.value().is_multiple_of(block) => Ok(()),
        _ => {
            let (mut fill, mut passed) = (Fill::new(size.value()), None);
            stride.each_leaf(shape, &mut |extent, _| {
                if let Some(extent) = passed.replace(extent) {
                    fill.pass(extent);
                }
            });
            fill.result
        }
    };
    if size.value() >= extent { Ok(()) } else { aligned }
}

/// The alignment of tiles of a static size, where the leaves before the last are static.
const fn static_alignment<S: Shape, H: Integer>() -> Result<(), usize> {
    match (H::STATIC, S::LEAVES.block()) {
        (Some(size), Block::Linear | Block::Whole(_)) => S::LEAVES.aligns_tiles_of(size),
        _ => Ok(()),
    }
}

/// A dynamic size cut to what there is, so that the size of a tile is never larger than that of its matrix.
#[inline]
fn at_most<H: Integer>(size: H, limit: usize) -> H {
    if H::STATIC.is_some() { size } else { H::from_value(size.value().min(limit)) }
}

/// How much of tile `i` of size `h` lies inside `extent`.
#[inline]
pub(crate) fn crop(extent: usize, h: usize, i: usize) -> Result<usize, TileError> {
    let start = i.checked_mul(h).ok_or(TileError::PastEnd)?;
    match extent.checked_sub(start) {
        Some(rest) if rest.min(h) > 0 => Ok(rest.min(h)),
        _ => Err(TileError::PastEnd),
    }
}
