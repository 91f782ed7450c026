//! Tiles: a smaller shape over the strides of a layout.
use super::arithmetic::ceil_div;
use super::error::{Error, Result, invalid};
use super::layout::DynLayout;
use super::mode::{LayoutRef, Mode};
use super::tree::Builder;
use super::tuple::{DynTuple, TupleRef};
use alloc::vec::Vec;

/// The layout of a tile of this shape: the strides of the layout, a nested mode with as many blocks as the tile needs.
///
/// Post-condition: for a coordinate of the tile the offset is that of the same coordinate in `layout`. A tile may be
/// larger than the layout; modes are flat or `(block, count)`. Source: TLA `MakeLayoutTile`.
///
/// # Errors
/// If the tile is no flat tuple of the rank of the layout, or has a negative extent; if a mode is neither flat nor
/// `(block, count)`, or its block has no elements; or if a number does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynLayout, make_layout_tile};
/// let layout: DynLayout = "((4,2),(4,3)):((4,16),(1,32))".parse()?;
/// let tile = make_layout_tile(&layout, &"(4,4)".parse()?)?;
/// assert_eq!(tile.to_string(), "((4,1),(4,1)):((4,16),(1,32))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn make_layout_tile(layout: &DynLayout, tile: &DynTuple) -> Result<DynLayout> {
    check_flat("tile", tile.view(), layout)?;
    let mut modes = Builder::new();
    if layout.view().is_leaf() {
        tile_mode(layout.view(), tile.leaves()[0], &mut modes)?;
    } else {
        modes.open()?;
        for (mode, &extent) in layout.modes().zip(tile.leaves()) {
            tile_mode(mode, extent, &mut modes)?;
        }
        modes.close();
    }
    DynLayout::from_modes(modes.finish())
}

/// The layout of the tile of this shape at this coordinate (in elements), cropped where it sticks out of the matrix.
///
/// Post-condition: as [`make_layout_tile`]; the extent of each mode is `min(tile, max(extent - coordinate, 0))`, so a
/// tile behind the end is empty. Source: TLA `GetTileLayout`.
///
/// # Errors
/// As [`make_layout_tile`]; and if the coordinate is no flat tuple of the rank of the layout, or negative, or the
/// logical extent is not that of the top-level modes.
///
/// ```
/// # use tilework::dynamic::format::{ElementBits, Format, make_layout};
/// # use tilework::dynamic::tile_layout;
/// let matrix = make_layout(Format::zN, 100, 50, ElementBits::new(16)?)?;
/// let tile = tile_layout(&matrix, &"(32,32)".parse()?, &"(64,32)".parse()?)?;
/// assert_eq!(tile.to_string(), "((16,2),(16,2)):((16,256),(1,1792)) of (32,18)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn tile_layout(layout: &DynLayout, tile: &DynTuple, coordinate: &DynTuple) -> Result<DynLayout> {
    check_flat("coordinate", coordinate.view(), layout)?;
    let result = make_layout_tile(layout, tile)?;
    let whole = layout.extent_by_mode("tile_layout")?;
    let cropped: Vec<i64> = tile
        .leaves()
        .iter()
        .zip(whole.leaves())
        .zip(coordinate.leaves())
        .map(|((&tile, &whole), &at)| tile.min((whole - at).max(0)))
        .collect();
    result.with_extent(&cropped)
}

/// Tiles and their coordinates are flat and have the rank of the layout.
fn check_flat(what: &str, tuple: TupleRef<'_>, layout: &DynLayout) -> Result<()> {
    let fits = tuple.is_leaf() == layout.view().is_leaf()
        && tuple.depth() <= 1
        && tuple.rank() == layout.rank()
        && tuple.leaves().iter().all(|&leaf| leaf >= 0);
    if fits {
        return Ok(());
    }
    Err(invalid!("tile_layout", "the {what} {tuple} is no flat tuple of the rank of {layout}"))
}

fn tile_mode(mode: LayoutRef<'_>, extent: i64, result: &mut Builder<Mode>) -> Result<()> {
    match *mode.leaves() {
        [leaf] if mode.is_leaf() => result.leaf(Mode { extent, ..leaf }),
        [block, count] if mode.depth() == 1 => {
            if block.extent == 0 {
                return Err(Error::invalid("tile_layout", "a mode in blocks of no element"));
            }
            result.open()?;
            result.leaf(block);
            result.leaf(Mode { extent: ceil_div(extent, block.extent), ..count });
            result.close();
        }
        _ => {
            return Err(invalid!("tile_layout", "mode {mode} is neither flat nor (block, count)"));
        }
    }
    Ok(())
}
