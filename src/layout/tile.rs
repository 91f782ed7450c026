//! Tiles of a layout: the same strides over fewer coordinates.

use super::Layout;
use super::extent::Extent;
use crate::int::{Integer, Min, SaturatingSub, Scalar, min, saturating_sub};
use crate::tuple::list::for_tuples;
use crate::tuple::{Shape, Stride};

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
impl<H: Integer, S: Integer, D: Scalar> TileOf<S, D> for H {
    type Shape = H;
    type Stride = D;
    fn tile_shape(self, _: S) -> H {
        self
    }
    fn tile_stride(stride: D) -> D {
        stride
    }
}

#[diagnostic::do_not_recommend]
impl<X: Integer, C: Integer> Remaining<C> for X {
    type Rest = SaturatingSub<X, C>;
    fn after(self, crd: C) -> Self::Rest {
        saturating_sub(self, crd)
    }
}

#[diagnostic::do_not_recommend]
impl<H: Integer, R: Integer, S: Integer> CropTo<R, S> for H {
    type Cropped = Min<H, R>;
    fn crop_to(self, rest: R) -> Self::Cropped {
        min(self, rest)
    }
}

macro_rules! tile {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: Integer, $SA: Shape, $DA: Stride<$SA>),*> TileOf<($($SA,)*), ($($DA,)*)> for ($($A,)*) {
            type Shape = ($($SA::Tiled<$A>,)*);
            type Stride = ($($DA::Tiled<$A>,)*);
            fn tile_shape(self, _shape: ($($SA,)*)) -> <Self as TileOf<($($SA,)*), ($($DA,)*)>>::Shape {
                ($(_shape.$i.tiled(self.$i),)*)
            }
            fn tile_stride(_stride: ($($DA,)*)) -> Self::Stride {
                ($(Stride::<$SA>::for_tile::<$A>(_stride.$i),)*)
            }
        }

        impl<$($A: Integer),*> Remaining<TileCoordinate> for ($($A,)*) {
            type Rest = Self;
            fn after(self, _: TileCoordinate) -> Self {
                self
            }
        }

        impl<$($A: Integer, $SA: Integer),*> Remaining<($($SA,)*)> for ($($A,)*) {
            type Rest = ($(SaturatingSub<$A, $SA>,)*);
            fn after(self, _crd: ($($SA,)*)) -> Self::Rest {
                ($(saturating_sub(self.$i, _crd.$i),)*)
            }
        }

        impl<$($A: Integer, $SA: Integer, $DA: Shape),*> CropTo<($($SA,)*), ($($DA,)*)> for ($($A,)*) {
            type Cropped = ($(Min<$A, $SA>,)*);
            fn crop_to(self, _rest: ($($SA,)*)) -> Self::Cropped {
                ($(min(self.$i, _rest.$i),)*)
            }
        }
    };
}
for_tuples!(tile);
