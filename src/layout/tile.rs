//! Tiles of a layout: the same strides over fewer coordinates.

use super::Layout;
use super::extent::Extent;
use crate::int::{Integer, MinOp, SaturatingSub, Scalar, saturating_sub};
use crate::tuple::list::{Cons, Leaf, Nil, for_tuples};
use crate::tuple::{Congruent, Shape, ShapeList, ShapeTuple, Stride, StrideList, StrideTuple};

/// The layout of a tile: the strides of the parent, the shape cut down to `tile`. Nothing is cropped.
///
/// A flat mode becomes the tile's extent; of a nested mode the inner extents stay and the outermost counts how many of
/// them cover the tile. Leaves are static where what they are computed from is. Source: TLA's `MakeLayoutTile`.
///
/// # Panics
/// If a leaf is dynamic and an offset would not fit in a machine word.
///
/// ```
/// use tilework::{layout::make_layout_tile, prelude::*};
/// let a = layout!(((4, 2), (4, 3)):((4, 16), (1, 32)));
/// let tile = make_layout_tile(a, shape!(4, 4));
/// assert_eq!(tile.to_string(), "((_4,_1),(_4,_1)):((_4,_16),(_1,_32))");
/// ```
#[track_caller]
#[inline]
pub fn make_layout_tile<S, D, E, T>(
    layout: Layout<S, D, E>,
    tile: T,
) -> Layout<<T as TileOf<S, D>>::Shape, T::Stride>
where
    S: Shape,
    D: Stride<S>,
    E: Extent<S>,
    T: TileOf<S, D>,
{
    Layout::new(tile.tile_shape(layout.shape()), T::tile_stride(layout.stride()))
}

/// The layout of the tile at `crd`: as [`make_layout_tile`], with the logical extent cropped to what the parent holds
/// from `crd` on: `min(tile, max(extent - crd, 0))`.
///
/// `tile` and `crd` are flat, one integer for every top-level mode, in elements. The element `(i, j)` of the tile is
/// the element `crd + (i, j)` of the parent, at every `crd`; its offset is `parent(crd + (i, j))`, which is
/// `parent(crd) + tile(i, j)` where `crd` is a multiple of the inner extents. A tile past the end is empty. Source:
/// TLA's `GetTileLayout`. To see a tile of a tensor, use [`View::tile`](crate::tensor::View::tile): the storage of an
/// edge tile alone is smaller than what its shape reaches.
///
/// # Panics
/// If a leaf is dynamic and an offset would not fit in a machine word.
///
/// ```
/// use tilework::{layout::tile_layout, prelude::*};
/// let rows = 100;
/// let a = Layout::try_with_extent(shape!((16, 7), (16, 4)), stride!((16, 256), (1, 1792)), (rows, 50)).unwrap();
/// let tile = tile_layout(a, shape!(32, 32), (64, 32));
/// assert_eq!(tile.extents(), (32, 18));
/// assert_eq!(a.offset((64, 32)), 4608);
/// assert_eq!(a.offset((64, 32)) + tile.offset((3, 5)), a.offset((67, 37)));
/// assert_eq!(tile_layout(a, shape!(32, 32), (128, 0)).extents(), (0, 32));
/// ```
#[track_caller]
#[inline]
pub fn tile_layout<S, D, E, T, C>(layout: Layout<S, D, E>, tile: T, crd: C) -> TileLayout<S, D, E, T, C>
where
    S: Shape,
    D: Stride<S>,
    E: Extent<S, Extents: Remaining<C>>,
    T: TileOf<S, D> + CropTo<<E::Extents as Remaining<C>>::Rest, <T as TileOf<S, D>>::Shape>,
{
    let extent = tile.crop_to(layout.extents().after(crd));
    let tiled =
        Layout::try_with_extent(tile.tile_shape(layout.shape()), T::tile_stride(layout.stride()), extent);
    tiled.unwrap_or_else(|error| panic!("a tile of {} in {layout}: {error}", tile.notation()))
}

/// The type of [`tile_layout`].
pub type TileLayout<S, D, E, T, C> = Layout<
    <T as TileOf<S, D>>::Shape,
    <T as TileOf<S, D>>::Stride,
    <T as CropTo<<<E as Extent<S>>::Extents as Remaining<C>>::Rest, <T as TileOf<S, D>>::Shape>>::Cropped,
>;

/// A flat tuple that says the size of a tile of layout `S:D`, one integer for every top-level mode.
#[diagnostic::on_unimplemented(
    message = "the tile does not match the layout: a tile has one integer for every top-level mode",
    label = "another rank than the layout, or nested",
    note = "a tile of a layout with N modes is a flat tuple of N integers, such as `shape!(16, 16)`, whatever the nesting",
    note = "tile `{Self}`",
    note = "layout `{S}:{D}`"
)]
#[doc(hidden)]
pub trait TileOf<S: Shape, D: Stride<S>>: Shape {
    /// The shape of the tile.
    type Shape: Shape;
    /// The stride of the tile.
    type Stride: Stride<<Self as TileOf<S, D>>::Shape>;
    #[doc(hidden)]
    fn tile_shape(self, shape: S) -> <Self as TileOf<S, D>>::Shape;
    #[doc(hidden)]
    fn tile_stride(stride: D) -> Self::Stride;
}

/// What an extent leaves after a coordinate: `max(extent - crd, 0)`, mode by mode.
#[diagnostic::on_unimplemented(
    message = "the coordinate of the tile does not match the layout: it has one integer for every top-level mode",
    label = "not one integer for every top-level mode of the layout"
)]
#[doc(hidden)]
pub trait Remaining<C>: Shape {
    #[doc(hidden)]
    type Rest: Shape;
    #[doc(hidden)]
    fn after(self, crd: C) -> Self::Rest;
}

/// Stands for any coordinate of a tile: with a second impl for every tuple, rustc does not take the rank of the
/// extent for that of the coordinate, and reports the mistake in the words of [`Remaining`].
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct TileCoordinate;

/// What a tile holds of what is left: `min(tile, rest)`, mode by mode.
#[doc(hidden)]
pub trait CropTo<R, S: Shape>: Shape {
    #[doc(hidden)]
    type Cropped: Extent<S>;
    #[doc(hidden)]
    fn crop_to(self, rest: R) -> Self::Cropped;
}

#[diagnostic::do_not_recommend]
impl<T, S: Shape, D: Stride<S>> TileOf<S, D> for T
where
    T: Shape<ShapeModes: TileModes<S::ShapeModes, D::StrideModes>>,
{
    type Shape = <TileShapeModes<T, S, D> as ShapeList>::Tuple;
    type Stride = <<T::ShapeModes as TileModes<S::ShapeModes, D::StrideModes>>::Stride as StrideList<
        TileShapeModes<T, S, D>,
    >>::Tuple;
    #[inline]
    fn tile_shape(self, shape: S) -> <Self as TileOf<S, D>>::Shape {
        self.shape_modes().tile_shape(shape.shape_modes()).shape()
    }
    #[inline]
    fn tile_stride(stride: D) -> Self::Stride {
        T::ShapeModes::tile_stride(stride.stride_modes()).stride()
    }
}

/// The modes of the shape of a tile.
type TileShapeModes<T, S, D> = <<T as ShapeTuple>::ShapeModes as TileModes<
    <S as ShapeTuple>::ShapeModes,
    <D as StrideTuple<S>>::StrideModes,
>>::Shape;

/// [`TileOf`] said of the modes.
#[diagnostic::on_unimplemented(
    message = "the tile does not match the layout: a tile has one integer for every top-level mode",
    label = "another rank than the layout, or nested",
    note = "a tile of a layout with N modes is a flat tuple of N integers, such as `shape!(16, 16)`, whatever the nesting"
)]
#[doc(hidden)]
pub trait TileModes<S: ShapeList, D: StrideList<S>>: ShapeList {
    type Shape: ShapeList;
    type Stride: StrideList<Self::Shape>;
    fn tile_shape(self, shape: S) -> Self::Shape;
    fn tile_stride(stride: D) -> Self::Stride;
}

impl<H: Integer, S: Integer, D: Scalar> TileModes<Leaf<S>, Leaf<D>> for Leaf<H> {
    type Shape = Self;
    type Stride = Leaf<D>;
    #[inline]
    fn tile_shape(self, _: Leaf<S>) -> Self {
        self
    }
    #[inline]
    fn tile_stride(stride: Leaf<D>) -> Leaf<D> {
        stride
    }
}

impl TileModes<Nil, Nil> for Nil {
    type Shape = Nil;
    type Stride = Nil;
    #[inline]
    fn tile_shape(self, _: Nil) -> Nil {
        Nil
    }
    #[inline]
    fn tile_stride(_: Nil) -> Nil {
        Nil
    }
}

#[diagnostic::do_not_recommend]
impl<H, HL, S, SL, D, DL> TileModes<Cons<S, SL>, Cons<D, DL>> for Cons<H, HL>
where
    H: Integer,
    HL: TileModes<SL, DL>,
    S: Shape,
    SL: ShapeList,
    D: Stride<S>,
    DL: StrideList<SL>,
{
    type Shape = Cons<S::Tiled<H>, HL::Shape>;
    type Stride = Cons<D::Tiled<H>, HL::Stride>;
    #[inline]
    fn tile_shape(self, shape: Cons<S, SL>) -> Self::Shape {
        Cons(shape.0.tiled(self.0), self.1.tile_shape(shape.1))
    }
    #[inline]
    fn tile_stride(stride: Cons<D, DL>) -> Self::Stride {
        Cons(stride.0.for_tile::<H>(), HL::tile_stride(stride.1))
    }
}

#[diagnostic::do_not_recommend]
impl<X: Integer, C: Integer> Remaining<C> for X {
    type Rest = SaturatingSub<X, C>;
    #[inline]
    fn after(self, crd: C) -> Self::Rest {
        saturating_sub(self, crd)
    }
}

macro_rules! remaining {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: Integer),*> Remaining<TileCoordinate> for ($($A,)*) {
            type Rest = Self;
            #[inline]
            fn after(self, _: TileCoordinate) -> Self {
                self
            }
        }

        impl<$($A: Integer, $SA: Integer),*> Remaining<($($SA,)*)> for ($($A,)*) {
            type Rest = ($(SaturatingSub<$A, $SA>,)*);
            #[inline]
            fn after(self, _crd: ($($SA,)*)) -> Self::Rest {
                ($(saturating_sub(self.$i, _crd.$i),)*)
            }
        }
    };
}
for_tuples!(remaining);

#[diagnostic::do_not_recommend]
impl<H: Congruent<R, Zip<MinOp>: Extent<S>>, R: Shape, S: Shape> CropTo<R, S> for H {
    type Cropped = H::Zip<MinOp>;
    #[inline]
    fn crop_to(self, rest: R) -> Self::Cropped {
        self.zip::<MinOp>(rest)
    }
}
