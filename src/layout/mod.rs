//! Floor 3: the layout — shape, stride, logical extent — as a function from coordinates to offsets.
//!
//! What may enter: what a layout is, what it says of itself, and how one is made or cut. Operations that combine
//! layouts belong to the algebra.

mod base;
mod batch;
mod collision;
mod compact;
mod constants;
mod coordinate;
mod error;
mod extent;
mod facts;
mod mapping;
mod matrix;
mod mixed_radix;
mod notation;
mod padding;
mod slice;
mod split;
mod strided;
mod table;
mod tile;
mod walk;
mod words;

pub(crate) use base::static_outside;
pub use base::{Cosize, Layout, cosize};
pub use batch::Batch;
#[doc(hidden)]
pub use collision::Overlap;
pub(crate) use compact::NoLeaves;
pub use compact::{
    ColumnMajorLayout, LeafOrder, OrderedLayout, RowMajorLayout, column_major, ordered, row_major,
};
pub(crate) use constants::offset_of;
#[doc(hidden)]
pub use coordinate::Refuse;
pub use coordinate::{Coordinate, Crd2Crd, crd2crd, crd2idx, crd2offset, idx2crd};
#[doc(hidden)]
pub use coordinate::{CoordinateOfRank, Entries, Entry, Fit, FitsIn, OffsetBy, Outside, TupleInInteger};
#[doc(hidden)]
pub use error::WithExtents;
pub use error::{LayoutError, OutOfBounds, SplitError, TileError};
#[doc(hidden)]
pub use extent::ExtentByMode;
pub use extent::{Exact, Extent, Validity};
pub use facts::{is_contiguous, is_exhaustive, is_injective};
#[doc(hidden)]
pub use mapping::CoordinateOf;
pub(crate) use mapping::check_coordinate;
pub use mapping::{Accepts, Mapping};
pub use matrix::Matrix;
pub(crate) use matrix::{Crop, check_col, check_row, crop};
#[doc(hidden)]
pub use mixed_radix::MixedRadix;
pub(crate) use notation::notation;
pub use padding::{Padding, PaddingOffsets};
#[doc(hidden)]
pub use slice::SlicingTuple;
pub(crate) use slice::{CropByMode, check_slice};
pub use slice::{Free, Part, Slice, SliceLayout, SlicedBy, TrySlice};
pub use split::SplitMode;
#[doc(hidden)]
pub use split::WithLength;
pub(crate) use split::check_inside;
pub use strided::Strided;
pub use table::Table;
#[doc(hidden)]
pub use tile::TileCoordinate;
pub use tile::{CropTo, Remaining, TileLayout, TileOf, make_layout_tile, tile_layout};
pub use walk::{Coordinates, Offsets};
