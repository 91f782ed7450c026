//! Layouts cut into tiles.
use super::arithmetic;
use super::complement::complement_into;
use super::composition::compose_into;
use super::error::{Result, inexact};
use super::extent::{AxisStep, Extent, index_steps};
use super::forms::{Form, verbs};
use super::layout::DynLayout;
use super::mode::{LayoutRef, Mode, mode_size, size_and_cosize};
use super::tiler::{Tiler, Untouched, by_mode};
use super::tree::{Builder, Tree};
use alloc::boxed::Box;
use smallvec::SmallVec;

verbs! {
    divide layout;
    /// The layout as `(tile, rest)`, by mode `((tile_0,rest_0),(tile_1,rest_1),...)`: which element of a tile, and
    /// which tile.
    ///
    /// Post-condition: `result = layout o (tiler, complement(tiler, size(layout)))`, so that the tile is `layout o
    /// tiler`, and every element of the layout is reached, once if the tiler is injective. Where copies of the tiler do
    /// not fill the layout exactly the result overhangs: it knows which coordinates are beyond the end
    /// ([`DynLayout::is_padding`]) and refuses to give their offsets. Refused where no layout equals this definition,
    /// and where copies of the tiler leave gaps. Source: CuTe `logical_divide`, which covers too much in silence.
    ///
    /// # Errors
    /// If the tiler has more modes than the layout, overhangs, has no elements, or has strides that are negative,
    /// overlap or are no integers; if the layout overhangs and the tiler does not name whole modes; if copies of the
    /// tiler leave gaps, or no layout equals the definition; or if a number does not fit in 64 bits.
    ///
    /// ```
    /// # use tilework::dynamic::{DynLayout, logical_divide};
    /// let layout: DynLayout = "(4,2,3):(2,1,8)".parse()?;
    /// assert_eq!(logical_divide(&layout, &"4:2".parse()?)?.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
    ///
    /// let tiles = logical_divide(&"10:1".parse()?, &"4:1".parse()?)?;
    /// assert_eq!(tiles.to_string(), "(4,3):(1,4) of (10) by (1@0,4@0)");
    /// assert_eq!((tiles.size(), tiles.logical_size()), (12, 10));
    /// assert!(tiles.offset(&"(2,2)".parse()?).is_err());
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    logical_divide Logical;
    /// [`logical_divide`] with all tile modes put together: `((tile_0,tile_1,...),(rest_0,rest_1,...,untouched
    /// modes))`. Of a mode kept by `_` the tile is a single element.
    ///
    /// # Errors
    /// As [`logical_divide`].
    ///
    /// ```
    /// # use tilework::dynamic::{DynLayout, zipped_divide};
    /// let layout: DynLayout = "(8,12):(1,8)".parse()?;
    /// assert_eq!(zipped_divide(&layout, &"<4,3>".parse()?)?.to_string(), "((4,3),(2,4)):((1,8),(4,24))");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    zipped_divide Zipped;
    /// [`zipped_divide`] with the modes of the rest at the top: `((tile_0,tile_1,...),rest_0,rest_1,...,untouched
    /// modes)`.
    ///
    /// # Errors
    /// As [`logical_divide`].
    ///
    /// ```
    /// # use tilework::dynamic::{DynLayout, tiled_divide};
    /// let layout: DynLayout = "(8,12):(1,8)".parse()?;
    /// assert_eq!(tiled_divide(&layout, &"<4,3>".parse()?)?.to_string(), "((4,3),2,4):((1,8),4,24)");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    tiled_divide Tiled;
    /// [`zipped_divide`] with all modes at the top: `(tile_0,tile_1,...,rest_0,rest_1,...,untouched modes)`. As in
    /// CuTe, the tiles or the rest stay together in one mode if they are a single one; and a mode kept by `_` must have
    /// two modes, which are its tile and its rest: a tile of one element could not be distinguished from the others.
    ///
    /// # Errors
    /// As [`logical_divide`]; and if a mode kept by `_` has not two modes.
    ///
    /// ```
    /// # use tilework::dynamic::{DynLayout, flat_divide};
    /// let layout: DynLayout = "(8,12):(1,8)".parse()?;
    /// assert_eq!(flat_divide(&layout, &"<4,3>".parse()?)?.to_string(), "(4,3,2,4):(1,8,4,24)");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    flat_divide Flattened;
}

fn divide(operation: &'static str, layout: &DynLayout, tiler: &Tiler, form: Form) -> Result<DynLayout> {
    if !tiler.names_whole_modes(layout) {
        // The logical extent is one by mode; inside a mode, or across modes, it would be lost.
        layout.require_exact(operation)?;
    }
    let mut goes_beyond = false;
    let mut modes = Builder::new();
    by_mode(operation, layout.view(), tiler, Untouched::Keep, &mut modes, &mut |mode, tiler, result| {
        let Some(tiler) = tiler else { return result.push(mode) };
        let tiles = Tiles::of(operation, mode, tiler)?;
        goes_beyond |= tiles.places != mode_size(mode)?;
        compose_into(operation, mode, tiles.index.view(), result)
    })?;
    let mut result = DynLayout::from_modes(form.arrange(operation, modes.finish(), tiler, Mode::UNIT)?)?;
    if goes_beyond || !layout.is_exact() {
        let (steps, bounds) = steps_in_indices(operation, layout, tiler)?;
        let steps = form.arrange(operation, steps, tiler, AxisStep { axis: 0, length: 0 })?;
        let steps = SmallVec::from_slice(steps.leaves());
        result.extent = Some(Box::new(Extent::of(result.view(), steps, bounds)));
    }
    Ok(result)
}

/// For the leaves of a division what one step is in the index that was divided, and how many elements are valid along
/// each index.
fn steps_in_indices(
    operation: &'static str,
    layout: &DynLayout,
    tiler: &Tiler,
) -> Result<(Tree<AxisStep>, SmallVec<[i64; 4]>)> {
    let extent = if layout.is_exact() { None } else { Some(layout.extent_by_mode(operation)?) };
    let mut bounds = SmallVec::new();
    let mut steps = Builder::new();
    by_mode(operation, layout.view(), tiler, Untouched::Keep, &mut steps, &mut |mode, tiler, result| {
        let axis = bounds.len();
        bounds.push(match &extent {
            Some(extent) => extent.leaves()[axis],
            None => mode_size(mode)?,
        });
        let Some(tiler) = tiler else { return result.push(mode.with_leaves(index_steps(axis, mode)).view()) };
        let tiles = Tiles::of(operation, mode, tiler)?;
        let mut composed = Builder::new();
        compose_into(operation, mode, tiles.index.view(), &mut composed)?;
        result.push(steps_in(tiles.index.view(), composed.view(), axis).view())
    })?;
    Ok((steps.finish(), bounds))
}

/// A tiler with the copies of it that fill a layout: a layout of indices.
struct Tiles {
    index: Builder<Mode>,
    /// How many different indices there are.
    places: i64,
}

impl Tiles {
    fn of(operation: &'static str, layout: LayoutRef<'_>, tiler: &DynLayout) -> Result<Tiles> {
        tiler.require_exact(operation)?;
        let mut index = Builder::new();
        index.open()?;
        index.push(tiler.view())?;
        let is_filled = complement_into(tiler, mode_size(layout)?.max(1), &mut index)?;
        index.close();
        size_and_cosize(index.view().leaves())?;
        if !is_filled {
            return Err(inexact!(operation, "copies of {tiler} leave gaps in {layout}"));
        }
        let moving = index.view().leaves().iter().filter(|mode| !mode.stride.is_zero());
        let places = arithmetic::product(moving.map(|mode| mode.extent), "size of the tiles")?;
        Ok(Tiles { index, places })
    }
}

/// The steps the modes of a composition take in the index they were composed with, whose leaves they refine.
fn steps_in(index: LayoutRef<'_>, composed: LayoutRef<'_>, axis: usize) -> Tree<AxisStep> {
    let mut leaves = index.leaves().iter();
    let (mut left, mut length) = (1, 0);
    composed.with_leaves(composed.leaves().iter().map(|mode| {
        // A leaf of the index is used up when its parts have as many elements.
        if left <= 1 {
            let leaf = leaves.next().copied().unwrap_or(Mode::UNIT);
            (left, length) = (leaf.extent, leaf.stride.as_int().unwrap_or(0));
        }
        let step = AxisStep { axis, length };
        left /= mode.extent.max(1);
        length = length.saturating_mul(mode.extent);
        step
    }))
}
