//! The runtime twin: layouts whose structure is data.
//!
//! Where a typed layout has its structure in its type, a [`DynLayout`] holds a tree of extents and strides in
//! memory. It has the same verbs, takes any structure, reads and prints the notation, and is exact or returns an
//! [`Error`]: no function here panics, wraps or loops without end on any input.
//!
//! What may enter: operations on tuples and layouts at run time, one concept per file under the name of its verb.
//! Up to [`INLINE`] leaves nothing is allocated on the heap, unless for text or for a list of results.
//!
//! ```
//! use tilework::dynamic::DynLayout;
//!
//! let layout: DynLayout = "((4,2),(4,3)):((4,16),(1,32))".parse()?;
//! assert_eq!(layout.offset(&"(1,5)".parse()?)?, 37);
//! assert!(layout.is_contiguous()?);
//! # Ok::<(), tilework::dynamic::Error>(())
//! ```
mod arithmetic;
mod compact;
mod coordinate;
mod enumerate;
mod error;
pub mod format;
mod image;
mod layout;
mod like;
mod modes;
mod refinement;
mod relation;
mod shape_div;
mod slice;
mod stride;
mod table;
mod text;
mod tree;
mod tuple;
mod typed;

pub use compact::{compact_col_major, compact_order, compact_row_major};
pub use coordinate::{Coordinate, crd2crd, crd2idx, idx2crd, offset2crd};
pub use enumerate::{MAX_ENUMERATED, Offsets};
pub use error::{Error, ParseError, Result};
pub use layout::{DynLayout, LayoutRef, Mode};
pub use modes::{append, flatten, get, group, prepend, select, take};
pub use refinement::{common_coarsening, common_refinement};
pub use relation::{compatible, congruent, elem_less, evenly_divides, weakly_congruent};
pub use shape_div::{ceil_div, round_up, shape_div};
pub use slice::{dice, slice, slice_offset};
pub use stride::{Axis, Offset, Stride};
pub use table::{Table, TableLimits};
pub use tree::{INLINE, MAX_DEPTH, Modes, Tree, TreeRef};
pub use tuple::{DynTuple, TupleRef, add, max, product_each, size};
