//! The runtime twin: layouts whose structure is data.
//!
//! Where a typed layout has its structure in its type, a [`DynLayout`] holds a tree of extents and strides in memory.
//! It has the same verbs, takes any structure, reads and prints the notation, and is exact or returns an [`Error`]:
//! no function here panics, wraps or loops without end on any input.
//!
//! What may enter: operations on tuples and layouts at run time, one concept per file under the name of its verb. Up
//! to [`INLINE`] leaves nothing is allocated on the heap, unless for text, for a list of results, for the extent of a
//! layout that overhangs, or where an inverse has to be looked for.
//!
//! Files that know each other: a witness of an `error` is made of a coordinate, which is a `tree` and a `tuple`, and
//! of two offsets, from `stride`; and these, as `arithmetic` does, return errors.
//!
//! | | |
//! |---|---|
//! | tuples | [`size`], [`product_each`], [`ceil_div`], [`shape_div`], [`compatible`], [`common_refinement`], [`crd2idx`], [`idx2crd`], … |
//! | layouts as functions | [`DynLayout::offset`], [`DynLayout::coordinates_of`], [`DynLayout::is_injective`], [`slice()`], [`identity_layout`], … |
//! | algebra | [`coalesce`], [`composition`], [`complement`], [`right_inverse`], [`logical_divide`], [`logical_product`], … |
//! | strides | integers, basis elements `2@1`, F2 elements `F9`: [`Stride`]; [`Swizzle`] |
//! | types and kernels | [`DynLayout::to_matrix`], [`dispatch()`], `TryFrom<&DynLayout>` for a [`Layout`](crate::layout::Layout) |
//! | TLA | formats, tiles and predicates: [`mod@format`] |
//!
//! ```
//! use tilework::dynamic::{DynLayout, composition, zipped_divide};
//!
//! let layout: DynLayout = "((4,2),(4,3)):((4,16),(1,32))".parse()?;
//! assert_eq!(layout.offset(&"(1,5)".parse()?)?, 37);
//! assert!(layout.is_contiguous()?);
//! assert_eq!(zipped_divide(&layout, &"<4,4>".parse()?)?.to_string(), "((4,4),(2,3)):((4,1),(16,32))");
//!
//! let refused = composition(&"(6,2):(1,7)".parse()?, &"(3,2):(2,3)".parse()?);
//! assert!(refused.unwrap_err().to_string().ends_with("coordinate (2,1) needs 8, modes give 7"));
//! # Ok::<(), tilework::dynamic::Error>(())
//! ```
pub(crate) mod arithmetic;
mod coalesce;
mod common;
mod compact;
mod complement;
mod composition;
mod congruent;
mod coordinate;
pub(crate) mod cursor;
mod dispatch;
mod divide;
mod domain;
mod enumerate;
mod equality;
mod error;
mod extent;
mod filter;
mod fit;
pub mod format;
mod forms;
mod identity;
mod image;
mod inverse;
mod inverse_bits;
mod inverse_search;
mod layout;
mod layout_add;
mod like;
mod mode;
mod modes;
mod named;
#[cfg(feature = "affine")]
mod parametric;
mod product;
mod recast;
mod refinement;
mod relation;
mod relayout;
mod slice;
mod stride;
mod swizzle;
mod table;
mod text;
mod tile;
mod tile_to_shape;
mod tiler;
mod to_swizzled;
mod tree;
mod tuple;
mod typed;

pub use coalesce::{coalesce, coalesce_by, coalesce_z};
pub use common::{max_alignment, max_common_layout, max_common_vector};
pub use compact::{column_major, compact_col_major, compact_order, compact_row_major, ordered, row_major};
pub use complement::complement;
pub use composition::{composition, composition_by};
pub use congruent::{add, ceil_div, elem_less, evenly_divides, gcd, max, min, round_up, shape_div};
pub use coordinate::{Coordinate, crd2crd, crd2idx, idx2crd, offset2crd};
pub use dispatch::{DynMatrix, MatrixKernel, dispatch};
pub use divide::{flat_divide, logical_divide, tiled_divide, zipped_divide};
pub use domain::{domain_distribute, greatest_common_domain};
pub use enumerate::Offsets;
pub use equality::{normal_form, same_by_coordinate, same_by_index, same_text};
pub use error::{Error, MAX_ENUMERATED, ParseError, Result, Witness};
#[cfg(feature = "affine")]
pub(crate) use error::{Parsed, inexact};
pub(crate) use error::{check_enumerable, invalid};
pub use filter::{filter, filter_zeros};
pub use identity::{identity_layout, make_basis_like};
pub use inverse::{left_inverse, nullspace, right_inverse};
pub use layout::DynLayout;
pub use layout_add::layout_add;
pub use like::{make_layout_like, with_shape};
pub use mode::{LayoutRef, Mode};
#[cfg(feature = "notation")]
pub(crate) use mode::{StrideKind, kind};
pub use modes::{
    append, append_to, flatten, get, group, prepend, prepend_to, replace, select, take, unflatten,
};
#[cfg(feature = "xla")]
pub(crate) use named::named;
#[cfg(feature = "affine")]
pub use parametric::ParametricLayout;
#[cfg(feature = "affine")]
pub(crate) use parametric::ParametricLeaf;
pub use product::{
    blocked_product, flat_product, logical_product, raked_product, tiled_product, zipped_product,
};
pub use recast::{downcast, recast, upcast};
pub use refinement::{common_coarsening, common_refinement};
pub use relation::{compatible, congruent, weakly_congruent};
pub use slice::{dice, slice, slice_offset};
pub use stride::{Axis, Offset, Stride};
pub use swizzle::{Swizzle, Swizzled};
pub use table::{Table, TableLimits};
pub use tile::{make_layout_tile, tile_layout};
pub use tile_to_shape::{tile_to_shape, tile_to_shape_ordered};
pub use tiler::Tiler;
pub use tree::{INLINE, MAX_DEPTH, Tree, TreeModes, TreeRef};
pub use tuple::{DynTuple, TupleRef, inner_product, max_leaf, product_each, size};
pub use typed::SwizzledTwin;
