//! Floor 4: the layout algebra on types.
//!
//! Each operation stands in the file of its name, as its runtime twin does in [`dynamic`](crate::dynamic), and is
//! exact or refused: of layouts whose leaves are all static by the compiler, otherwise by an `Err` (the `try_` forms)
//! or a documented panic. What a static leaf decides is decided in the type; a dynamic leaf has room for what it may
//! turn out to be.
//!
//! Two layouts may be the same in three ways, and each has a name: [`same_text`], [`same_by_coordinate`] and
//! [`same_by_index`]. `n` and `(n)` are different types and texts, but the same function; so are layouts that differ
//! in the stride of a mode of one element. Their one normal form writes `n`, and the stride 0 where nothing moves.
//!
//! What cuts a layout in two says which two; how they are put together is the same for all of them, and stands in
//! `forms`.
//!
//! Verbs name the type of their result `R`: written as a projection of an operand, it would be a second error for each
//! mistake in the operands.
//!
//! What may enter: an operation that makes layouts or shapes of others.

mod basis;
mod by_mode;
mod coalesce;
mod common;
mod complement;
mod composition;
mod copies;
mod divide;
mod domain;
mod edges;
mod equality;
mod error;
mod filter;
mod flat;
mod forms;
mod inverse;
mod inverse_modes;
mod inverse_values;
mod layout_add;
mod leaves;
mod like;
mod modes;
mod parts;
mod pattern;
mod pieces;
mod placed;
mod product;
mod recast;
mod refinement;
mod room;
mod sorted;
mod split;
mod swizzled;
mod tile_to_shape;
mod tiler;
mod written;

pub use basis::{BasisTiler, OneAxis, StepsAlong};
#[doc(hidden)]
pub use basis::{CutAlong, Mistaken, Room, Space};
pub use by_mode::ByMode;
pub use coalesce::{Coalesce, CoalesceBy, coalesce, coalesce_by, coalesce_z};
pub use common::{Alignment, Common, max_alignment, max_common_layout, max_common_vector};
pub use complement::{Complement, complement, try_complement};
pub use composition::{Compose, composition, try_composition};
#[doc(hidden)]
pub use divide::DivideWhole;
pub use divide::{
    Divide, flat_divide, logical_divide, tiled_divide, try_flat_divide, try_logical_divide, try_tiled_divide,
    try_zipped_divide, zipped_divide,
};
pub use domain::{
    CommonDomain, DistributedDomain, domain_distribute, greatest_common_domain, try_domain_distribute,
    try_greatest_common_domain,
};
#[doc(hidden)]
pub use edges::{CutSteps, Edges};
pub use equality::{same_by_coordinate, same_by_index, same_text};
pub use error::{By, InShape, Reason, Refused};
#[doc(hidden)]
pub use error::{Operation, Why};
pub use filter::{Filter, filter, filter_zeros};
pub use forms::{Arrange, Flattened, Form, InTwo, Logical, Tiled, Zipped};
pub use inverse::{Invert, left_inverse, nullspace, right_inverse, try_left_inverse};
pub use layout_add::{AddLayout, layout_add, try_layout_add};
pub use like::{Like, WithShape, make_layout_like, try_make_layout_like, try_with_shape, with_shape};
pub use modes::{FillToRank, SideBySide};
pub use parts::{ExactLayout, Weighted};
pub use pattern::Pattern;
#[doc(hidden)]
pub use placed::AsIndices;
#[doc(hidden)]
pub use product::PairModes;
pub use product::{
    Blocked, Raked, Repeat, RepeatByMode, blocked_product, flat_product, logical_product, raked_product,
    tiled_product, try_blocked_product, try_flat_product, try_logical_product, try_raked_product,
    try_tiled_product, try_zipped_product, zipped_product,
};
#[cfg(feature = "bytemuck")]
pub(crate) use recast::check_recast;
pub use recast::{Recast, downcast, recast, try_downcast, try_recast, try_upcast, upcast};
pub use refinement::{
    CommonCoarsening, CommonRefinement, common_coarsening, common_refinement, try_common_coarsening,
    try_common_refinement,
};
pub use tile_to_shape::{
    FirstToLast, Ordered, TileToShape, tile_to_shape, tile_to_shape_ordered, try_tile_to_shape,
    try_tile_to_shape_ordered,
};
pub use tiler::Tiler;
