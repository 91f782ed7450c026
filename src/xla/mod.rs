//! Floor 4': XLA's shapes and layouts.
//!
//! XLA, the compiler behind JAX and TensorFlow, writes the type of every value as `bf16[8,128]{1,0:T(8,128)(2,1)}`:
//! element type, dimensions, the order of the dimensions in memory and the tiles that keep neighbours together. This
//! room reads and prints that text as XLA does, and answers what it means: bytes, padding, where an element is.
//!
//! What may enter: what XLA defines on shapes and layouts without looking at a program, and the layouts of chips.
//! `shape` and `layout` know each other: an array has a layout, and the layout of a sparse array had the shape that it
//! is kept in.

mod ascend;
mod bitcast;
mod bitcast_proof;
mod candidate;
mod chip;
mod compare;
mod edit;
mod index;
mod layout;
mod linear_index;
mod maps;
mod nested;
mod padding;
mod parse;
mod print;
mod program_shape;
mod refused;
mod shape;
mod size;
mod stride;
mod tenstorrent;
mod tile;
mod tile_bandwidth;
mod tpu;
mod typed;

pub use ascend::ascend_candidates;
pub use bitcast::{
    Bitcast, TransposeReshapeTranspose, align_layouts, decompose_bitcast, decompose_to_trt, deduce_transpose,
    dimensions_unmodified_by_reshape, reshape_is_bitcast, transpose_is_bitcast,
};
pub use bitcast_proof::{BitcastProof, prove_bitcast};
pub use candidate::Candidate;
pub use chip::Chip;
pub use compare::{Ignore, compatible, equal, layouts_equal, same_dimensions};
pub use edit::{
    delete_dimensions, descending_layout, drop_degenerate_dimensions, host_shape, insert_dimensions,
    logical_to_physical, move_dimension_to_major, move_dimension_to_minor, permute_dimensions,
    prepend_major_dimension, reorder_logical_dimensions,
};
pub use index::{index_in_bounds, indices};
pub use layout::{Layout, SplitConfig};
pub use linear_index::{LinearIndex, Tiling};
pub use nested::nested_layout;
pub use padding::{PaddedArray, PaddingValue};
pub use parse::MAX_DEPTH;
#[cfg(feature = "hlo")]
pub(crate) use parse::read_shape;
pub use program_shape::ProgramShape;
#[cfg(feature = "hlo")]
pub(crate) use shape::Sizes;
pub use shape::{ArrayShape, Dimension, Shape};
pub use size::{byte_size, data_size, max_split_size, padded_size, reach, stored_bits, tiled_elements};
pub use stride::{byte_strides, dimension_stride, is_effectively_most_major, last_dimension_is_minor_most};
pub use tenstorrent::tenstorrent_candidates;
pub use tile::Tile;
pub use tile_bandwidth::{TileBandwidth, tile_bandwidth};
pub use tilework_tiles::{PrimitiveType, TileSize};
pub use tpu::{TpuGeneration, tpu_candidates, tpu_layout, tpu_layout_of_order};
