//! Why a layout with dynamic leaves cannot be made, or a coordinate has no offset in it.

use crate::tuple::IntTuple;
use core::fmt;

/// A layout that cannot exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutError {
    /// Some offset would not fit in a machine word.
    Overflow {
        /// The extent of the leaf at which the offsets pass `isize::MAX`.
        extent: usize,
        /// The stride of that leaf.
        stride: isize,
    },
    /// The number of coordinates does not fit in a machine word.
    SizeOverflow,
    /// An extent or a stride is above `isize::MAX`.
    LeafTooLarge,
    /// The logical extent of a mode is larger than the shape has room for.
    ExtentTooLarge {
        /// The mode.
        mode: usize,
        /// Its logical extent.
        extent: usize,
        /// The size of the mode.
        size: usize,
    },
    /// A slice fixes a coordinate that is outside its mode or extent.
    Outside {
        /// The coordinate.
        crd: usize,
        /// The extent it must stay below.
        extent: usize,
    },
    /// A slice keeps two parts of a mode with padding: their elements are no box.
    NoBox {
        /// The logical extent of the mode.
        extent: usize,
        /// The size of the mode.
        size: usize,
    },
    /// The layout was asked to be exact and has padding.
    Overhangs {
        /// The mode.
        mode: usize,
        /// Its logical extent.
        extent: usize,
        /// The size of the mode.
        size: usize,
    },
    /// A mode was to be cut into blocks of no elements.
    ZeroBlock {
        /// The mode.
        mode: usize,
    },
}

/// A grid of tiles that has no such tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileError {
    /// The grid ends before this tile; a grid of tiles without elements has none at all.
    PastEnd,
    /// Tiles of this size do not lie in the layout as one: their offsets are not those of their first element plus a
    /// function of the place in them.
    NotAligned {
        /// The mode.
        mode: usize,
        /// Tiles lie as one if their size is a multiple of this many elements, or divides it: an inner block of the
        /// mode.
        inner: usize,
    },
    /// The shape of the tile, padding included, reaches offsets that do not fit in a machine word.
    Overflow,
}

/// A place where a layout cannot be cut in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitError {
    /// The mode ends before that place; or parts of no elements were asked for.
    PastEnd {
        /// The mode.
        mode: usize,
        /// The place.
        at: usize,
        /// The extent of the mode.
        extent: usize,
    },
    /// What starts at that place does not lie as one: its offsets are not those of its first element plus a function of
    /// the place in it.
    NotAligned {
        /// The mode.
        mode: usize,
        /// The place.
        at: usize,
        /// At every multiple of this many elements the mode can be cut: its inner block.
        inner: usize,
    },
    /// The shape of a part, padding included, reaches offsets that do not fit in a machine word.
    Overflow,
}

impl fmt::Display for SplitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SplitError::PastEnd { mode, at: 0, .. } => {
                write!(f, "mode {mode} cannot be cut into parts of 0 elements")
            }
            SplitError::PastEnd { mode, at, extent } => {
                write!(f, "mode {mode} of extent {extent} cannot be cut at {at}, behind its end")
            }
            SplitError::NotAligned { mode, at, inner } => write!(
                f,
                "mode {mode} cannot be cut at {at}: what starts there lies as one only at multiples of its inner block of {inner} elements"
            ),
            SplitError::Overflow => {
                write!(f, "offsets of the part, padding included, do not fit in a machine word")
            }
        }
    }
}

impl core::error::Error for SplitError {}

impl fmt::Display for TileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TileError::PastEnd => write!(f, "the grid has no such tile"),
            TileError::NotAligned { mode, inner } => write!(
                f,
                "tiles of mode {mode} must be multiples of its inner block of {inner} elements, or divide it, to lie as one"
            ),
            TileError::Overflow => {
                write!(f, "offsets of the tile, padding included, do not fit in a machine word")
            }
        }
    }
}

impl core::error::Error for TileError {}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            LayoutError::Overflow { extent, stride } => write!(
                f,
                "the offsets of this layout overflow at mode {extent}:{stride}: they must stay below 2^{}",
                isize::BITS - 1
            ),
            LayoutError::LeafTooLarge => {
                write!(
                    f,
                    "an extent or stride of this layout overflows: they must stay below 2^{}",
                    isize::BITS - 1
                )
            }
            LayoutError::SizeOverflow => {
                write!(
                    f,
                    "the size of this layout, the product of its extents, does not fit in a machine word"
                )
            }
            LayoutError::ExtentTooLarge { mode, extent, size } => {
                write!(f, "the logical extent {extent} of mode {mode} is larger than its size {size}")
            }
            LayoutError::Outside { crd, extent } => {
                write!(f, "coordinate {crd} is outside a mode of extent {extent}")
            }
            LayoutError::NoBox { extent, size } => write!(
                f,
                "two parts are kept of a mode that holds {extent} elements of {size}: those are no box of extents"
            ),
            LayoutError::Overhangs { mode, extent, size } => write!(
                f,
                "mode {mode} holds {extent} elements of {size}: the layout has padding and cannot be taken as exact"
            ),
            LayoutError::ZeroBlock { mode } => {
                write!(f, "mode {mode} cannot be cut into blocks of 0 elements")
            }
        }
    }
}

impl core::error::Error for LayoutError {}

/// A coordinate outside the logical extent of a layout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutOfBounds<C, L> {
    /// The coordinate.
    pub crd: C,
    /// The layout.
    pub layout: L,
}

/// A layout that coordinates may be outside of.
#[doc(hidden)]
pub trait WithExtents: fmt::Display {
    /// Writes the extents that coordinates must stay below.
    fn write_extents(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<C: IntTuple, L: WithExtents> fmt::Display for OutOfBounds<C, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "coordinate {} is outside the extent ", self.crd.notation())?;
        self.layout.write_extents(f)?;
        write!(f, " of layout {}", self.layout)
    }
}

impl<C: IntTuple, L: WithExtents + fmt::Debug> core::error::Error for OutOfBounds<C, L> {}
