//! Layouts cut into tiles.

use super::error::{By, Operation, Reason, Refused};
use super::forms::{done, with_tiler};
use super::parts::{Cut, ExactLayout, OpenOnto};
use super::tiler::{Tiler, check_fits};
use crate::int::Text;
use crate::layout::{Exact, Layout, LayoutError};
use crate::tuple::{Prepend, Shape, Stride};

with_tiler! {
    Divided, "The layout in tiles.", "cuts with", "a division takes an exact layout and a tiler for it",
    "not an exact layout",
    "a tiler is an integer, a layout, or by mode `tiler!(16, 8, _)` with one entry for every mode (`_` keeps a mode)";
    /// The layout as `(tile, rest)`, by mode `((tile_0,rest_0),(tile_1,rest_1),…)`: which element of a tile, and which tile.
    ///
    /// Post-condition: `result = layout o (tiler, complement(tiler, size(layout)))`, so that the tile is `layout o tiler`, and
    /// every element of the layout is reached, once if the tiler is injective. A mode kept by `_` stays as it is.
    /// Source: CuTe's `logical_divide`, which covers too much in silence.
    ///
    /// What if the tile does not divide the layout? By mode, the result keeps the logical extent of each mode, so that edge
    /// tiles know their size ([`contains`](Layout::contains), [`slice`](Layout::slice)); where it is known to divide, the result
    /// is exact. With one tiler for the whole layout, and in the other forms of division, there is no such extent: a
    /// tile that does not divide is refused.
    ///
    /// # Panics
    /// If a leaf is dynamic and no layout equals the definition; the `try_` form returns that as an error. With static leaves
    /// it is a compile error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l: Layout!(((2, 2), (2, 3)):((4, 1), (2, 8))) = logical_divide(layout!((4, 2, 3):(2, 1, 8)), layout!(4:2));
    /// let n = 8;
    /// let by_mode = logical_divide(layout!((8, n):(1, 8)), tiler!(4, 2));
    /// assert_eq!(by_mode.to_string(), "((_4,_2),(_2,4)):((_1,_4),(_8,_16))");
    ///
    /// // ten rows in tiles of four: the last tile has two
    /// let rows = logical_divide(layout!((10, 7):(1, 10)), tiler!(4, _));
    /// assert_eq!(rows.to_string(), "((_4,_3),_7):((_1,_4),_10) of (_10,_7)");
    /// assert_eq!(rows.slice(crd!((_, 2), _)).0.extents(), (2, int!(7)));
    /// ```
    logical_divide try_logical_divide LogicalDivide divided_logically try_divided_logically Logical "logical_divide";
    /// [`logical_divide`] with all tile modes put together: `((tile_0,tile_1,…),(rest_0,rest_1,…))`. Of a mode kept by `_` the tile
    /// is a single element.
    ///
    /// # Panics
    /// As [`logical_divide`], and if tiles do not divide the layout.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l: Layout!(((4, 3), (2, 4)):((1, 8), (4, 24))) = zipped_divide(layout!((8, 12):(1, 8)), tiler!(4, 3));
    /// assert_eq!(l.offset(((1, 2), (1, 3))), 1 + 16 + 4 + 72);
    /// ```
    zipped_divide try_zipped_divide ZippedDivide divided_zipped try_divided_zipped Zipped "zipped_divide";
    /// [`zipped_divide`] with the modes of the rest at the top: `((tile_0,tile_1,…),rest_0,rest_1,…)`.
    ///
    /// # Panics
    /// As [`zipped_divide`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l: Layout!(((4, 3), 2, 4):((1, 8), 4, 24)) = tiled_divide(layout!((8, 12):(1, 8)), tiler!(4, 3));
    /// ```
    tiled_divide try_tiled_divide TiledDivide divided_tiled try_divided_tiled Tiled "tiled_divide";
    /// [`zipped_divide`] with all modes at the top: `(tile_0,tile_1,…,rest_0,rest_1,…)`. As in CuTe, the tiles or the rest stay
    /// together in one mode if they are a single one; and no mode may be kept by `_`, because its tile could not be told
    /// from the others.
    ///
    /// # Panics
    /// As [`zipped_divide`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l: Layout!((4, 3, 2, 4):(1, 8, 4, 24)) = flat_divide(layout!((8, 12):(1, 8)), tiler!(4, 3));
    /// ```
    flat_divide try_flat_divide FlatDivide divided_flat try_divided_flat Flat "flat_divide";
}

impl<S: Shape, D: Stride<S>, T: Tiler<S, D>> LogicalDivide<T> for Layout<S, D> {
    type Divided = Layout<<T::Both as ExactLayout>::Shape, <T::Both as ExactLayout>::Stride, T::Extent>;

    fn divided_logically(self, tiler: T) -> Self::Divided {
        done(self.try_divided_logically(tiler))
    }
    fn try_divided_logically(self, tiler: T) -> Result<Self::Divided, Refused<Self, By<T>>> {
        let parts = parts::<Logical, true, _, _, _>(self, tiler)?;
        let (shape, stride) = parts.both.parts();
        let extent = tiler.extent(self.shape());
        Layout::try_with_extent(shape, stride, extent)
            .map_err(|error| refused::<Logical, _, _>(self, tiler, error))
    }
}

impl<S: Shape, D: Stride<S>, T: Tiler<S, D>> ZippedDivide<T> for Layout<S, D> {
    type Divided = Layout<
        (<T::Tile as ExactLayout>::Shape, <T::Rest as ExactLayout>::Shape),
        (<T::Tile as ExactLayout>::Stride, <T::Rest as ExactLayout>::Stride),
    >;

    fn divided_zipped(self, tiler: T) -> Self::Divided {
        done(self.try_divided_zipped(tiler))
    }
    fn try_divided_zipped(self, tiler: T) -> Result<Self::Divided, Refused<Self, By<T>>> {
        // the same leaves as those of the parts, whose offsets fit
        let (shape, stride) = parts::<Zipped, false, _, _, _>(self, tiler)?.zipped();
        Ok(Layout::from_parts(shape, stride, Exact))
    }
}

impl<S: Shape, D: Stride<S>, T: Tiler<S, D>, SR, DR> TiledDivide<T> for Layout<S, D>
where
    <T::Rest as ExactLayout>::Shape: Prepend<<T::Tile as ExactLayout>::Shape, Prepended = SR>,
    <T::Rest as ExactLayout>::Stride: Prepend<<T::Tile as ExactLayout>::Stride, Prepended = DR>,
    SR: Shape,
    DR: Stride<SR>,
{
    type Divided = Layout<SR, DR>;

    fn divided_tiled(self, tiler: T) -> Self::Divided {
        done(self.try_divided_tiled(tiler))
    }
    fn try_divided_tiled(self, tiler: T) -> Result<Self::Divided, Refused<Self, By<T>>> {
        let (shape, stride) = parts::<Tiled, false, _, _, _>(self, tiler)?.tiled();
        Ok(Layout::from_parts(shape, stride, Exact))
    }
}

impl<S: Shape, D: Stride<S>, T: Tiler<S, D>, SR, DR> FlatDivide<T> for Layout<S, D>
where
    <T::Tile as ExactLayout>::Shape: OpenOnto<<T::Rest as ExactLayout>::Shape, Joined = SR>,
    <T::Tile as ExactLayout>::Stride: OpenOnto<<T::Rest as ExactLayout>::Stride, Joined = DR>,
    SR: Shape,
    DR: Stride<SR>,
{
    type Divided = Layout<SR, DR>;

    fn divided_flat(self, tiler: T) -> Self::Divided {
        done(self.try_divided_flat(tiler))
    }
    fn try_divided_flat(self, tiler: T) -> Result<Self::Divided, Refused<Self, By<T>>> {
        const {
            if T::KEEPS {
                let text = Text::new().str("flat_divide: no mode may be kept by `_`, in ").text(&T::TEXT);
                panic!("{}", text.as_str())
            }
        }
        let (shape, stride) = parts::<Flat, false, _, _, _>(self, tiler)?.flat();
        Ok(Layout::from_parts(shape, stride, Exact))
    }
}

fn refused<O: Operation, L, T>(lhs: L, rhs: T, error: LayoutError) -> Refused<L, By<T>> {
    Refused { operation: O::NAME, lhs, rhs: By(rhs), reason: Reason::Layout(error) }
}

type Parts<S, D, T> = Cut<<T as Tiler<S, D>>::Tile, <T as Tiler<S, D>>::Rest, <T as Tiler<S, D>>::Both>;

/// The parts of a layout; whole tiles make it up, unless an extent for each mode tells what is meant.
fn parts<O: Operation, const MAY_OVERHANG: bool, S: Shape, D: Stride<S>, T: Tiler<S, D>>(
    layout: Layout<S, D>,
    tiler: T,
) -> Result<Parts<S, D, T>, Refused<Layout<S, D>, By<T>>> {
    const {
        if !(MAY_OVERHANG && T::IS_BY_MODE) {
            check_fits::<O, S, D, T>();
        }
    }
    let refused = |reason| Refused { operation: O::NAME, lhs: layout, rhs: By(tiler), reason };
    let is_whole = MAY_OVERHANG && T::IS_BY_MODE || tiler.fits(layout.shape());
    match tiler.cut::<O>(layout) {
        Ok(_) | Err(Reason::NoLayout(_)) if !is_whole => Err(refused(Reason::Overhangs)),
        parts => parts.map_err(refused),
    }
}
