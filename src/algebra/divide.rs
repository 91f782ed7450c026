//! Layouts cut into tiles.

use super::error::{By, Reason, Refused, first, permit};
use super::forms::{Arrange, DivisionIn, Flattened, Form, InTwo, Logical, Tiled, Zipped, done, kept, verbs};
use super::parts::{Cut, ExactLayout};
use super::tiler::{Tiler, overhang};
use crate::int::Text;
use crate::layout::Layout;
use crate::tuple::{Shape, Stride};
use core::marker::PhantomData;

verbs! {
    Divide Divided divided_by try_divided_by "The layout in tiles." [L::HOLDS];
    /// The layout as `(tile, rest)`, by mode `((tile_0,rest_0),(tile_1,rest_1),…)`: which element of a tile, and
    /// which tile.
    ///
    /// Post-condition: `result = layout o (tiler, complement(tiler, size(layout)))`, so that the tile is `layout o
    /// tiler`, and every element of the layout is reached, once if the tiler is injective. A mode kept by `_` stays
    /// as it is. Source: CuTe's `logical_divide`, which covers too much in silence.
    ///
    /// What if the tile does not divide the layout? By mode, the result keeps the logical extent of each mode, so
    /// that edge tiles know their size ([`contains`](Layout::contains), [`slice`](Layout::slice)); where it is known
    /// to divide, the result is exact. With one tiler for the whole layout, and in the other forms of division, there
    /// is no such extent: a tile that does not divide is refused.
    ///
    /// # Panics
    /// If a leaf is dynamic and no layout equals the definition; the `try_` form returns that as an error. With
    /// static leaves it is a compile error.
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
    logical_divide try_logical_divide Logical "logical_divide"
        [L: Divide<Logical, T, Divided = R>, T, R] [<Self as Divide<Logical, T>>::HOLDS];
    /// [`logical_divide`] with all tile modes put together: `((tile_0,tile_1,…),(rest_0,rest_1,…))`. Of a mode kept
    /// by `_` the tile is a single element.
    ///
    /// A tile that does not divide is refused: no mode of the result is one of the layout, so that no extent of modes
    /// says what of it is there. The runtime twin accepts it, because its extents go by the indices that were divided;
    /// and so do, as in CuTe, the coordinates of the layout: its
    /// [`identity_layout`](crate::basis::identity_layout) cut by the same tiler.
    ///
    /// # Panics
    /// As [`logical_divide`], and if tiles do not divide the layout.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l: Layout!(((4, 3), (2, 4)):((1, 8), (4, 24))) = zipped_divide(layout!((8, 12):(1, 8)), tiler!(4, 3));
    /// assert_eq!(l.offset(((1, 2), (1, 3))), 1 + 16 + 4 + 72);
    ///
    /// // ten rows in tiles of four: the coordinates, cut alike, say which of them are there
    /// let crds = zipped_divide(identity_layout(shape!(10, 12)), tiler!(4, 3));
    /// assert!(crds.contains(((1, 0), (2, 0))) && !crds.contains(((2, 0), (2, 0))));
    /// ```
    zipped_divide try_zipped_divide Zipped "zipped_divide"
        [L: Divide<Zipped, T, Divided = R>, T, R] [<Self as Divide<Zipped, T>>::HOLDS];
    /// [`zipped_divide`] with the modes of the rest at the top: `((tile_0,tile_1,…),rest_0,rest_1,…)`.
    ///
    /// # Panics
    /// As [`zipped_divide`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l: Layout!(((4, 3), 2, 4):((1, 8), 4, 24)) = tiled_divide(layout!((8, 12):(1, 8)), tiler!(4, 3));
    /// ```
    tiled_divide try_tiled_divide Tiled "tiled_divide"
        [L: Divide<Tiled, T, Divided = R>, T, R] [<Self as Divide<Tiled, T>>::HOLDS];
    /// [`zipped_divide`] with all modes at the top: `(tile_0,tile_1,…,rest_0,rest_1,…)`. As in CuTe, the tiles or the
    /// rest stay together in one mode if they are a single one; and no mode may be kept by `_`, because its tile
    /// could not be distinguished from the others.
    ///
    /// # Panics
    /// As [`zipped_divide`].
    ///
    /// ```
    /// use tilework::{algebra::flat_divide, prelude::*};
    /// let l: Layout!((4, 3, 2, 4):(1, 8, 4, 24)) = flat_divide(layout!((8, 12):(1, 8)), tiler!(4, 3));
    /// ```
    flat_divide try_flat_divide Flattened "flat_divide"
        [L: Divide<Flattened, T, Divided = R>, T, R] [<Self as Divide<Flattened, T>>::HOLDS];
}

/// What the tiler `T` cuts in the form `F`: an exact layout, or one over basis strides.
#[diagnostic::on_unimplemented(
    message = "a division takes an exact layout and a tiler for it",
    label = "not an exact layout",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait Divide<F, T>: Sized {
    /// The layout in tiles.
    type Divided;
    /// That static operands have one, or a compile error.
    #[doc(hidden)]
    const HOLDS: ();
    #[doc(hidden)]
    #[track_caller]
    fn divided_by(self, tiler: T) -> Self::Divided;
    #[doc(hidden)]
    fn try_divided_by(self, tiler: T) -> Result<Self::Divided, Refused<Self, By<T>>>;
}

impl<F: Arrange<InTiles<S, D, T>>, S: Shape, D: Stride<S>, T: Tiler<S, D>> Divide<F, T> for Layout<S, D> {
    type Divided = Layout<F::Shape, F::Stride, F::Extent<T::Extent>>;
    const HOLDS: () = {
        let is_whole = F::HAS_EXTENT && T::IS_BY_MODE;
        let tiles = if is_whole { None } else { overhang::<S, D, T>() };
        let kept = kept::<F>(T::KEEPS, Text::new().str(", in ").text(&T::TEXT));
        permit(F::DIVISION, &first(kept, first(tiles, T::MISTAKE)));
    };

    fn divided_by(self, tiler: T) -> Self::Divided {
        done(Divide::<F, T>::try_divided_by(self, tiler))
    }
    fn try_divided_by(self, tiler: T) -> Result<Self::Divided, Refused<Self, By<T>>> {
        let parts = parts::<F, _, _, _>(self, tiler);
        let divided = parts.map(|parts| {
            let (shape, stride) = F::arrange(parts);
            Layout::from_parts(shape, stride, F::extent(tiler.extent(self.shape())))
        });
        divided.map_err(|reason| Refused { operation: F::DIVISION, lhs: self, rhs: By(tiler), reason })
    }
}

/// The layout `S:D` in tiles of `T`.
#[derive(Debug)]
pub struct InTiles<S, D, T>(PhantomData<(S, D, T)>);

impl<S: Shape, D: Stride<S>, T: Tiler<S, D>> InTwo for InTiles<S, D, T> {
    type First = T::Tile;
    type Second = T::Rest;
    type Both = T::Both;
}

type Parts<S, D, T> = Cut<<T as Tiler<S, D>>::Tile, <T as Tiler<S, D>>::Rest, <T as Tiler<S, D>>::Both>;

/// The parts of a layout; whole tiles make it up, unless an extent for each mode says which coordinates are elements.
fn parts<F: Form, S: Shape, D: Stride<S>, T: Tiler<S, D>>(
    layout: Layout<S, D>,
    tiler: T,
) -> Result<Parts<S, D, T>, Reason> {
    let is_whole = F::HAS_EXTENT && T::IS_BY_MODE || tiler.fits(layout.shape());
    let parts = match tiler.cut::<DivisionIn<F>>(layout) {
        Ok(_) | Err(Reason::NoLayout(_)) if !is_whole => return Err(Reason::Overhangs),
        parts => parts?,
    };
    if F::HAS_EXTENT {
        // tiles that end behind the layout are more than it, and may be more than a machine word counts
        let (shape, stride) = parts.both.parts();
        Layout::try_new(shape, stride).map_err(Reason::Layout)?;
    }
    Ok(parts)
}
