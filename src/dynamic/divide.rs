//! Layouts cut into tiles.
use super::arithmetic;
use super::complement::complement_of;
use super::composition::compose;
use super::error::{Error, Result};
use super::layout::{DynLayout, LayoutRef, Mode, mode_size};
use super::tiler::{Tiler, Untouched, by_mode};
use super::tree::{Builder, Tree};
use alloc::format;

/// The layout as `(tile, rest)`, by mode `((tile_0,rest_0),(tile_1,rest_1),...)`: which element of a tile, and which tile.
///
/// Post-condition: `result = layout o (tiler, complement(tiler, size(layout)))`, so that the tile is
/// `layout o tiler` and every element of the layout is reached, once if the tiler is injective. Refused if copies of the
/// tiler do not fill the layout exactly: nothing is cut off, and nothing beyond the end is reached.
/// Source: CuTe `logical_divide`.
///
/// ```
/// # use tilework::dynamic::{DynLayout, logical_divide};
/// let layout: DynLayout = "(4,2,3):(2,1,8)".parse()?;
/// assert_eq!(logical_divide(&layout, &"4:2".parse()?)?.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
/// assert!(logical_divide(&"10:1".parse()?, &"4:1".parse()?).is_err());
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn logical_divide(layout: &DynLayout, tiler: &Tiler) -> Result<DynLayout> {
    DynLayout::from_modes(divide("logical_divide", layout, tiler)?)
}

/// [`logical_divide`] with all tile modes put together: `((tile_0,tile_1,...),(rest_0,rest_1,...,untouched modes))`.
///
/// ```
/// # use tilework::dynamic::{DynLayout, zipped_divide};
/// let layout: DynLayout = "(8,12):(1,8)".parse()?;
/// assert_eq!(zipped_divide(&layout, &"<4,3>".parse()?)?.to_string(), "((4,3),(2,4)):((1,8),(4,24))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn zipped_divide(layout: &DynLayout, tiler: &Tiler) -> Result<DynLayout> {
    let (tile, rest) = unzip("zipped_divide", divide("zipped_divide", layout, tiler)?.view(), tiler)?;
    DynLayout::from_modes(Tree::tuple([tile.view(), rest.view()])?)
}

/// [`zipped_divide`] with the modes of the rest at the top: `((tile_0,tile_1,...),rest_0,rest_1,...,untouched modes)`.
///
/// ```
/// # use tilework::dynamic::{DynLayout, tiled_divide};
/// let layout: DynLayout = "(8,12):(1,8)".parse()?;
/// assert_eq!(tiled_divide(&layout, &"<4,3>".parse()?)?.to_string(), "((4,3),2,4):((1,8),4,24)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn tiled_divide(layout: &DynLayout, tiler: &Tiler) -> Result<DynLayout> {
    let (tile, rest) = unzip("tiled_divide", divide("tiled_divide", layout, tiler)?.view(), tiler)?;
    DynLayout::from_modes(Tree::tuple([tile.view()].into_iter().chain(rest.modes()))?)
}

/// [`zipped_divide`] with all modes at the top: `(tile_0,tile_1,...,rest_0,rest_1,...,untouched modes)`.
///
/// ```
/// # use tilework::dynamic::{DynLayout, flat_divide};
/// let layout: DynLayout = "(8,12):(1,8)".parse()?;
/// assert_eq!(flat_divide(&layout, &"<4,3>".parse()?)?.to_string(), "(4,3,2,4):(1,8,4,24)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn flat_divide(layout: &DynLayout, tiler: &Tiler) -> Result<DynLayout> {
    let (tile, rest) = unzip("flat_divide", divide("flat_divide", layout, tiler)?.view(), tiler)?;
    DynLayout::from_modes(Tree::tuple(tile.modes().chain(rest.modes()))?)
}

fn divide(operation: &'static str, layout: &DynLayout, tiler: &Tiler) -> Result<Tree<Mode>> {
    let apply = |layout: LayoutRef<'_>, tiler: &DynLayout| divide_one(operation, layout, tiler);
    by_mode(operation, layout.view(), tiler, Untouched::Keep, &apply)
}

fn divide_one(operation: &'static str, layout: LayoutRef<'_>, tiler: &DynLayout) -> Result<Tree<Mode>> {
    let size = mode_size(layout)?;
    let rest = complement_of(tiler, size.max(1))?;
    let tiles = Tree::tuple([tiler.view(), rest.view()])?;
    // Copies of the tiler fill what its own places span, times the rest.
    let places = arithmetic::product(
        tiles.leaves().iter().filter(|mode| !mode.stride.is_zero()).map(|mode| mode.extent),
        "size of the tiles",
    )?;
    if places != size {
        let reason = format!("copies of {tiler} fill {places} places, {layout} has {size}");
        return Err(Error::Inexact { operation, reason, witness: None });
    }
    compose(operation, layout, tiles.view())
}

/// Splits a layout whose modes are pairs where the tiler has leaves: all first parts, and all second parts with what the
/// tiler does not name.
pub(crate) fn unzip(
    operation: &'static str,
    layout: LayoutRef<'_>,
    tiler: &Tiler,
) -> Result<(Tree<Mode>, Tree<Mode>)> {
    let tilers = match tiler {
        Tiler::Layout(_) => {
            let mut halves = layout.modes();
            return match (halves.next(), halves.next(), halves.next()) {
                (Some(tile), Some(rest), None) => Ok((tile.to_tree(), rest.to_tree())),
                _ => Err(Error::invalid(operation, format!("{layout} is no pair of tile and rest"))),
            };
        }
        Tiler::Keep => {
            let reason = "a mode kept by `_` has no tile and rest to put with the others";
            return Err(Error::invalid(operation, reason));
        }
        Tiler::ByMode(tilers) => tilers,
    };
    let (mut tiles, mut rests) = (Builder::new(), Builder::new());
    tiles.open()?;
    rests.open()?;
    for (index, mode) in layout.modes().enumerate() {
        match tilers.get(index) {
            Some(tiler) => {
                let (tile, rest) = unzip(operation, mode, tiler)?;
                tiles.push(tile.view())?;
                rests.push(rest.view())?;
            }
            None => rests.push(mode)?,
        }
    }
    tiles.close();
    rests.close();
    Ok((tiles.finish(), rests.finish()))
}
