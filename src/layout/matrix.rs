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
pub trait Matrix: Mapping + Accepts<(usize, usize)> {
    /// The logical number of rows.
    type Rows: Integer;
    /// The logical number of columns.
    type Cols: Integer;

    /// The layout of a tile of `H` rows and `W` columns: see [`Matrix::tile`].
    type Tile<H: Integer, W: Integer>: Matrix;
    /// What `O` becomes when the [origin](Matrix::tile_origin) of a tile is added to it: itself where that is always 0.
    #[doc(hidden)]
    type TileStart<O: Integer>: Integer;

    /// The logical number of rows.
    fn rows(&self) -> usize {
        self.mode_extent(0)
    }
    /// The logical number of columns.
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
    /// The offset from which those of a tile count whose first element is at `crd`: the start of the storage, unless
    /// the tile has offsets of its own.
    #[doc(hidden)]
    fn tile_origin(&self, _crd: (usize, usize)) -> isize {
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
impl<L: Strided + Accepts<(usize, usize)>> Matrix for L {
    type Rows = <<ModesOf<L::Extents> as ShapeList>::Head as Shape>::Size;
    type Cols = <<<ModesOf<L::Extents> as ShapeList>::Tail as ShapeList>::Head as Shape>::Size;
    type Tile<H: Integer, W: Integer> = Layout<
        (<RowShape<L> as Shape>::Tiled<H>, <ColShape<L> as Shape>::Tiled<W>),
        (<RowStride<L> as Stride<RowShape<L>>>::Tiled<H>, <ColStride<L> as Stride<ColShape<L>>>::Tiled<W>),
        (Crop<Self::Rows, H>, Crop<Self::Cols, W>),
    >;
    type TileStart<O: Integer> = usize;

    fn tile<H: Integer, W: Integer>(
        &self,
        h: H,
        w: W,
        i: usize,
        j: usize,
    ) -> Result<Self::Tile<H, W>, TileError> {
        let (rows, cols) = (crop(self.rows(), h.value(), i)?, crop(self.cols(), w.value(), j)?);
        let (shape, stride) = (self.shape().shape_modes(), self.stride().stride_modes());
        let (row_stride, col_stride) = (stride.head(), stride.tail().head());
        check_aligned::<RowShape<L>, RowStride<L>, H>(shape.head(), row_stride, (h, self.rows()))
            .map_err(|inner| TileError::NotAligned { mode: 0, inner })?;
        check_aligned::<ColShape<L>, ColStride<L>, W>(shape.tail().head(), col_stride, (w, self.cols()))
            .map_err(|inner| TileError::NotAligned { mode: 1, inner })?;
        let (h, w) = (at_most(h, self.shape().mode_size(0)), at_most(w, self.shape().mode_size(1)));
        let tile = Layout::try_with_extent(
            (shape.head().tiled(h), shape.tail().head().tiled(w)),
            (
                Stride::<RowShape<L>>::for_tile::<H>(row_stride),
                Stride::<ColShape<L>>::for_tile::<W>(col_stride),
            ),
            (Integer::from_value(rows), Integer::from_value(cols)),
        );
        tile.map_err(|_| TileError::Overflow)
    }
    fn tile_origin(&self, crd: (usize, usize)) -> isize {
        self.step(crd)
    }
}

/// The extent of a tile of `H` in a mode of `N`: `H` where it divides `N` statically, cropped at run time otherwise.
pub(crate) type Crop<N, H> = <<Rem<N, H> as Scalar>::IsZero as Truth>::IfInteger<H, usize>;

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
