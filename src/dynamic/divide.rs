//! Layouts cut into tiles.
use super::arithmetic;
use super::complement::Room;
use super::composition::compose;
use super::error::{Error, Result};
use super::layout::{DynLayout, LayoutRef, Mode, mode_size};
use super::overhang::{Overhang, Step, index_steps};
use super::tiler::{Tiler, Untouched, by_mode};
use super::tree::{Builder, Tree, TreeRef};
use alloc::boxed::Box;
use alloc::format;
use smallvec::{SmallVec, smallvec};

/// The layout as `(tile, rest)`, by mode `((tile_0,rest_0),(tile_1,rest_1),...)`: which element of a tile, and which tile.
///
/// Post-condition: `result = layout o (tiler, complement(tiler, size(layout)))`, so that the tile is `layout o tiler`, and
/// every element of the layout is reached, once if the tiler is injective. Where copies of the tiler do not fill the layout
/// exactly the result overhangs: it knows which coordinates are beyond the end ([`DynLayout::is_padding`]) and refuses
/// to give their offsets. Refused where no layout equals this definition, and where copies of the tiler leave gaps.
/// Source: CuTe `logical_divide`, which covers too much in silence.
///
/// ```
/// # use tilework::dynamic::{DynLayout, logical_divide};
/// let layout: DynLayout = "(4,2,3):(2,1,8)".parse()?;
/// assert_eq!(logical_divide(&layout, &"4:2".parse()?)?.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
///
/// let tiles = logical_divide(&"10:1".parse()?, &"4:1".parse()?)?;
/// assert_eq!(tiles.to_string(), "(4,3):(1,4)");
/// assert_eq!((tiles.size(), tiles.meant()), (12, 10));
/// assert!(tiles.offset(&"(2,2)".parse()?).is_err());
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn logical_divide(layout: &DynLayout, tiler: &Tiler) -> Result<DynLayout> {
    let division = Division::new("logical_divide", layout, tiler)?;
    division.arranged(&division.cells)
}

/// [`logical_divide`] with all tile modes put together: `((tile_0,tile_1,...),(rest_0,rest_1,...,untouched modes))`. Of a
/// mode kept by `_` the tile is a single element.
///
/// ```
/// # use tilework::dynamic::{DynLayout, zipped_divide};
/// let layout: DynLayout = "(8,12):(1,8)".parse()?;
/// assert_eq!(zipped_divide(&layout, &"<4,3>".parse()?)?.to_string(), "((4,3),(2,4)):((1,8),(4,24))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn zipped_divide(layout: &DynLayout, tiler: &Tiler) -> Result<DynLayout> {
    let division = Division::new("zipped_divide", layout, tiler)?;
    let (tile, rest) = division.unzip()?;
    division.arranged(&Tree::tuple([tile.view(), rest.view()])?)
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
    let division = Division::new("tiled_divide", layout, tiler)?;
    let (tile, rest) = division.unzip()?;
    division.arranged(&Tree::tuple([tile.view()].into_iter().chain(rest.modes()))?)
}

/// [`zipped_divide`] with all modes at the top: `(tile_0,tile_1,...,rest_0,rest_1,...,untouched modes)`. As in CuTe, the tiles
/// or the rest stay together in one mode if they are a single one; and no mode may be kept by `_`, because its tile could
/// not be told from the others.
///
/// ```
/// # use tilework::dynamic::{DynLayout, flat_divide};
/// let layout: DynLayout = "(8,12):(1,8)".parse()?;
/// assert_eq!(flat_divide(&layout, &"<4,3>".parse()?)?.to_string(), "(4,3,2,4):(1,8,4,24)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn flat_divide(layout: &DynLayout, tiler: &Tiler) -> Result<DynLayout> {
    tiler.require_no_keep("flat_divide")?;
    let division = Division::new("flat_divide", layout, tiler)?;
    let (tile, rest) = division.unzip()?;
    division.arranged(&Tree::tuple(opened(tile.view()).into_iter().chain(opened(rest.view())))?)
}

/// A leaf of a division: where it leads in memory, and in the index that was divided.
#[derive(Debug, Clone, Copy)]
struct Cell {
    mode: Mode,
    step: Step,
}

/// A layout divided mode by mode, before its modes are put in order.
struct Division<'a> {
    operation: &'static str,
    tiler: &'a Tiler,
    cells: Tree<Cell>,
    /// How many elements are meant along each index that was divided.
    bounds: SmallVec<[i64; 4]>,
    /// Whether some coordinates are not meant: padding of the layout, or places beyond its end.
    has_padding: bool,
    goes_beyond: bool,
}

impl<'a> Division<'a> {
    fn new(operation: &'static str, layout: &DynLayout, tiler: &'a Tiler) -> Result<Self> {
        if !tiler.names_whole_modes(layout) {
            // What is meant is told by mode; inside a mode, or across modes, it would be lost.
            layout.require_exact(operation)?;
        }
        let has_padding = layout.overhangs();
        let extent = if has_padding { Some(layout.extent_by_mode(operation)?) } else { None };
        let mut bounds = SmallVec::new();
        let mut goes_beyond = false;
        let cells = by_mode(operation, layout.view(), tiler, Untouched::Keep, &mut |mode, tiler| {
            let axis = bounds.len();
            let size = mode_size(mode)?;
            bounds.push(extent.as_ref().map_or(size, |extent| extent.leaves()[axis]));
            let Some(tiler) = tiler else {
                let cells = mode.leaves().iter().zip(index_steps(axis, mode));
                return Ok(mode.with_leaves(cells.map(|(&mode, step)| Cell { mode, step })));
            };
            let tiles = Tiles::of(operation, mode, tiler)?;
            goes_beyond |= tiles.places != size;
            let composed = compose(operation, mode, tiles.index.view())?;
            Ok(with_steps(&tiles.index, &composed, axis))
        })?;
        Ok(Division { operation, tiler, cells, bounds, has_padding, goes_beyond })
    }

    /// All tile modes, and all others.
    fn unzip(&self) -> Result<(Tree<Cell>, Tree<Cell>)> {
        let single = Cell { mode: Mode::UNIT, step: Step { axis: 0, length: 0 } };
        unzip(self.operation, self.cells.view(), self.tiler, single)
    }

    /// The layout of these cells, which are those of the division in another order.
    fn arranged(&self, cells: &Tree<Cell>) -> Result<DynLayout> {
        let mut layout = DynLayout::from_modes(cells.map(|cell| cell.mode))?;
        if self.has_padding || self.goes_beyond {
            layout.overhang = Some(Box::new(Overhang {
                steps: cells.leaves().iter().map(|cell| cell.step).collect(),
                bounds: self.bounds.clone(),
                by_mode: false,
                in_memory: !self.goes_beyond,
            }));
        }
        Ok(layout)
    }
}

/// A tiler with the copies of it that fill a layout: a layout of indices.
struct Tiles {
    index: Tree<Mode>,
    /// How many different indices there are.
    places: i64,
}

impl Tiles {
    fn of(operation: &'static str, layout: LayoutRef<'_>, tiler: &DynLayout) -> Result<Tiles> {
        tiler.require_exact(operation)?;
        let room = Room::beside(tiler, mode_size(layout)?.max(1))?;
        if !room.is_filled {
            let reason = format!("copies of {tiler} leave gaps in {layout}");
            return Err(Error::Inexact { operation, reason, witness: None });
        }
        let index = Tree::tuple([tiler.view(), room.modes.view()])?;
        let moving = index.leaves().iter().filter(|mode| !mode.stride.is_zero());
        let places = arithmetic::product(moving.map(|mode| mode.extent), "size of the tiles")?;
        Ok(Tiles { index, places })
    }
}

/// The modes of a composition with the steps they take in the index they were composed with, whose leaves they refine.
fn with_steps(index: &Tree<Mode>, composed: &Tree<Mode>, axis: usize) -> Tree<Cell> {
    let mut leaves = index.leaves().iter();
    let (mut left, mut length) = (1, 0);
    composed.map(|mode| {
        // A leaf of the index is used up when its parts have as many elements.
        if left <= 1 {
            let leaf = leaves.next().copied().unwrap_or(Mode::UNIT);
            (left, length) = (leaf.extent, leaf.stride.as_int().unwrap_or(0));
        }
        let cell = Cell { mode, step: Step { axis, length } };
        left /= mode.extent.max(1);
        length = length.saturating_mul(mode.extent);
        cell
    })
}

/// Splits a tree whose subtrees are pairs where the tiler has leaves: all first parts, and all second parts with what the
/// tiler does not name. A mode kept by `_` goes to the second parts, beside a `single` leaf of one element.
pub(crate) fn unzip<T: Copy>(
    operation: &'static str,
    tree: TreeRef<'_, T>,
    tiler: &Tiler,
    single: T,
) -> Result<(Tree<T>, Tree<T>)> {
    let tilers = match tiler {
        Tiler::Keep => return Ok((Tree::leaf(single), tree.to_tree())),
        Tiler::Layout(_) => {
            let mut parts = tree.modes();
            return match (parts.next(), parts.next(), parts.next()) {
                (Some(first), Some(second), None) => Ok((first.to_tree(), second.to_tree())),
                _ => Err(Error::invalid(operation, "a mode is no pair of tile and rest")),
            };
        }
        Tiler::ByMode(tilers) => tilers,
    };
    let (mut first_parts, mut second_parts) = (Builder::new(), Builder::new());
    first_parts.open()?;
    second_parts.open()?;
    for (index, mode) in tree.modes().enumerate() {
        match tilers.get(index) {
            Some(tiler) => {
                let (first, second) = unzip(operation, mode, tiler, single)?;
                first_parts.push(first.view())?;
                second_parts.push(second.view())?;
            }
            None => second_parts.push(mode)?,
        }
    }
    first_parts.close();
    second_parts.close();
    Ok((first_parts.finish(), second_parts.finish()))
}

/// The modes of a tuple of several; a tuple of one stays as it is.
pub(crate) fn opened<T: Copy>(tree: TreeRef<'_, T>) -> SmallVec<[TreeRef<'_, T>; 8]> {
    if tree.rank() == 1 { smallvec![tree] } else { tree.modes().collect() }
}
