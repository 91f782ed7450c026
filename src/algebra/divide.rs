//! Layouts cut into tiles.

use super::edges::Edges;
use super::error::{By, Reason, Refused, first, permit};
use super::forms::{Arrange, DivisionIn, Flattened, InTwo, Logical, Tiled, Zipped, done, kept, verbs};
use super::parts::ExactLayout;
use super::tiler::{Tiler, overhang};
use crate::int::{Text, Truth};
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
    /// What if the tile does not divide the layout? Then the last tiles end behind it, and the result knows what of
    /// them is there ([`contains`](Layout::contains), [`try_offset`](Layout::try_offset)): nothing is lost or read
    /// twice in silence. By mode it keeps the logical extent of each mode, so that edge tiles know their size
    /// ([`slice`](Layout::slice)); with one tiler for the whole layout, and in the other forms, it has the extent of
    /// what was divided, and steps that lead there ([`TiledExtent`](crate::basis::TiledExtent)). Where tiles are known
    /// to divide, the result is exact; where they only turn out to, [`exact`](Layout::exact) makes it so. What is
    /// printed behind `of` is the extent, and behind `by` the steps that each mode takes in it: `1@0` is one along the
    /// first of what was cut, which is the whole layout, or a mode.
    ///
    /// A [swizzled](crate::placed::Swizzled) layout is divided as its layout is, and swizzled again. Tiles that end
    /// behind it are refused, unless the form keeps the modes, as this one by mode does: it has no place for steps.
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
    /// let whole = logical_divide(layout!(10:1), int!(4));
    /// assert_eq!(whole.to_string(), "(_4,_3):(_1,_4) of (_10) by (_1@0,_4@0)");
    /// ```
    logical_divide try_logical_divide Logical "logical_divide"
        [L: Divide<Logical, T, Divided = R>, T, R] [<Self as Divide<Logical, T>>::HOLDS];
    /// [`logical_divide`] with all tile modes put together: `((tile_0,tile_1,…),(rest_0,rest_1,…))`. Of a mode kept
    /// by `_` the tile is a single element.
    ///
    /// # Panics
    /// As [`logical_divide`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l: Layout!(((4, 3), (2, 4)):((1, 8), (4, 24))) = zipped_divide(layout!((8, 12):(1, 8)), tiler!(4, 3));
    /// assert_eq!(l.offset(((1, 2), (1, 3))), 1 + 16 + 4 + 72);
    ///
    /// // ten rows in tiles of four
    /// let tiles = zipped_divide(layout!((10, 12):(1, 10)), tiler!(4, 3));
    /// assert_eq!((tiles.size(), tiles.len()), (int!(144), 120));
    /// assert!(tiles.contains(((1, 0), (2, 0))) && !tiles.contains(((2, 0), (2, 0))));
    /// // with dynamic extents, whether tiles divide is known when these are
    /// let n = 12;
    /// let exact = zipped_divide(layout!((n, 12):(1, n)), tiler!(4, 3)).exact()?;
    /// assert_eq!(exact.to_string(), "((_4,_3),(3,_4)):((_1,12),(_4,36))");
    /// # Ok::<(), tilework::layout::LayoutError>(())
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

impl<F, S, D, T> Divide<F, T> for Layout<S, D>
where
    F: Arrange<InTiles<S, D, T>>,
    S: Shape,
    D: Stride<S>,
    T: Tiler<S, D, Fits: Edges<F, S, D, T>>,
{
    type Divided = Layout<F::Shape, F::Stride, <T::Fits as Edges<F, S, D, T>>::Extent>;
    const HOLDS: () = {
        let kept = kept::<F>(T::KEEPS, Text::new().str(", in ").text(&T::TEXT));
        permit(F::DIVISION, &first(kept, T::MISTAKE));
    };

    fn divided_by(self, tiler: T) -> Self::Divided {
        done(Divide::<F, T>::try_divided_by(self, tiler))
    }
    fn try_divided_by(self, tiler: T) -> Result<Self::Divided, Refused<Self, By<T>>> {
        divided(self, tiler, |_| T::Fits::extent(tiler, self))
    }
}

/// What the tiler `T` cuts in the form `F`, as what loops can run over.
///
/// A layout of whole tiles, or one that keeps its modes and their extents.
#[doc(hidden)]
pub trait DivideWhole<F, T>: Divide<F, T> {
    /// The layout in tiles.
    type Whole;
    /// That static operands have one, or a compile error.
    const WHOLE: ();
    fn try_divided_whole(self, tiler: T) -> Result<Self::Whole, Refused<Self, By<T>>>;
}

impl<F, S, D, T> DivideWhole<F, T> for Layout<S, D>
where
    F: Arrange<InTiles<S, D, T>>,
    S: Shape,
    D: Stride<S>,
    T: Tiler<S, D, Fits: Edges<F, S, D, T>>,
{
    type Whole = Layout<F::Shape, F::Stride, <T::Fits as Edges<F, S, D, T>>::Whole>;
    const WHOLE: () = {
        let () = <Self as Divide<F, T>>::HOLDS;
        let keeps_modes = <T::Fits as Edges<F, S, D, T>>::KEEPS_MODES;
        permit(F::DIVISION, &if keeps_modes { None } else { overhang::<S, D, T>() });
    };

    fn try_divided_whole(self, tiler: T) -> Result<Self::Whole, Refused<Self, By<T>>> {
        divided(self, tiler, |tiles| {
            T::Fits::whole(tiler, self).ok_or_else(|| Reason::overhangs(tiles, self.shape()))
        })
    }
}

/// The tiles in the form `F`, with an extent for the shape of them all.
fn divided<F, S, D, T, E>(
    layout: Layout<S, D>,
    tiler: T,
    extent: impl FnOnce(<T::Both as ExactLayout>::Shape) -> Result<E, Reason>,
) -> Result<Layout<F::Shape, F::Stride, E>, Refused<Layout<S, D>, By<T>>>
where
    F: Arrange<InTiles<S, D, T>>,
    S: Shape,
    D: Stride<S>,
    T: Tiler<S, D, Fits: Edges<F, S, D, T>>,
{
    let divided = tiler.cut::<DivisionIn<F>>(layout).and_then(|parts| {
        let (shape, stride) = parts.both.parts();
        if !T::Fits::VALUE {
            // tiles that end behind the layout are more than it, and may be more than a machine word counts
            Layout::try_new(shape, stride).map_err(Reason::Layout)?;
        }
        let extent = extent(shape)?;
        let (shape, stride) = F::arrange(parts);
        Ok(Layout::from_parts(shape, stride, extent))
    });
    divided.map_err(|reason| Refused { operation: F::DIVISION, lhs: layout, rhs: By(tiler), reason })
}

/// The layout `S:D` in tiles of `T`.
#[derive(Debug)]
pub struct InTiles<S, D, T>(PhantomData<(S, D, T)>);

impl<S: Shape, D: Stride<S>, T: Tiler<S, D>> InTwo for InTiles<S, D, T> {
    type First = T::Tile;
    type Second = T::Rest;
    type Both = T::Both;
}
