//! Tiled layouts as nested shapes and strides.
use super::shape::ArrayShape;
use super::tile::Tile;
use crate::dynamic::{DynLayout, Error, Mode, Result, Tree};
use core::convert::Infallible;
use smallvec::SmallVec;
use tilework_tiles::{Count, Leaf, NotNested, nested};

/// The layout of an array as a nested shape and stride: a mode for each dimension, from the innermost block to the
/// outermost.
///
/// Post-condition: for every index `e` of the array, the result has at the coordinate `e` the linear index of `e`, in
/// elements (see [`LinearIndex`](super::LinearIndex)). Where tiles overhang, the shape is that of the whole tiles,
/// and the extent that of the array. There is such a layout where in every dimension each block divides the block
/// around it; only the outermost may overhang. Blocks that a `*` merges are those of one dimension. Source: XLA,
/// *Tiled layout*; CuTe's notation.
///
/// # Errors
/// [`Inexact`](Error::Inexact) with the dimension and the block that does not divide; if a dimension is unbounded, or
/// there are too many elements.
///
/// ```
/// use tilework::xla::{Shape, nested_layout};
/// let layout = |text: &str| nested_layout(text.parse::<Shape>()?.array("example")?);
/// let tiled = layout("f32[3,5]{1,0:T(2,2)}")?;
/// assert_eq!(tiled.to_string(), "((2,2),(2,3)):((2,12),(1,4)) of (3,5)");
/// assert_eq!(tiled.offset(&"(2,3)".parse()?)?, 17);
/// assert_eq!(layout("bf16[2048]{0:T(1024)(128)(2,1)}")?.to_string(), "((128,2,4,2)):((2,1,256,1024))");
/// assert_eq!(
///     layout("f32[20,30]{1,0:T(8,16)(3,1)}").unwrap_err().to_string(),
///     "nested_layout: in dimension 0, blocks of 3 do not divide the block of 8 around them"
/// );
/// // the tiles of a row of tiles, one after another, in pairs
/// assert_eq!(layout("f32[4,8]{1,0:T(2,2)(*,2,1,1)}")?.to_string(), "((2,2),(2,2,2)):((4,16),(2,1,8))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn nested_layout(array: &ArrayShape) -> Result<DynLayout> {
    let sizes = array.sizes()?;
    let layout = array.layout_or_default();
    let counts: SmallVec<[Count; 6]> = sizes.iter().map(|&size| Count::new(size)).collect();
    let tiles = layout.tiles().iter().map(Tile::sizes);
    let nested = nested(&counts, layout.minor_to_major(), tiles).map_err(not_nested)?;
    let mode = |leaf: &Leaf<Infallible>| Mode::new(leaf.extent.factor, leaf.stride.factor);
    let modes = Tree::of_modes(nested.modes().map(|leaves| leaves.iter().map(mode)))?;
    DynLayout::from_modes(modes)?.with_extent(&sizes)
}

fn not_nested(why: NotNested) -> Error {
    match why {
        NotNested::Refused(refusal) => refusal.into(),
        NotNested::Inexact { reason, .. } => Error::inexact("nested_layout", reason),
    }
}
