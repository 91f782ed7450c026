//! Floor 2: integer tuples — shapes, strides and coordinates as nested native tuples.
//!
//! What may enter: structure (rank, depth, modes), and functions of tuples alone. Nothing here knows of layouts.
//!
//! Two groups of files name each other. `int_tuple` offers as methods what `append`, `at`, `get`, `group`, `replace`,
//! `select` and `take` do, and these do it to every [`IntTuple`], by its `modes`; its `structure` relates the tuples
//! it is the structure of. And a `shape` promises that its compact strides are a `stride` of it, which has a shape, and
//! is one of the `weights` of which each axis is a stride.

mod append;
mod at;
mod congruent;
mod flatten;
mod get;
mod group;
mod inner_product;
mod int_tuple;
mod leaves;
pub(crate) mod list;
pub(crate) mod modes;
mod profile;
mod relation;
mod replace;
mod select;
mod shape;
mod stride;
mod structure;
mod take;
mod weights;

pub use crate::int::Text;
pub use append::{Append, FillTo, Prepend};
pub use at::Descend;
pub use congruent::{
    Congruent, add, ceil_div, elem_less, evenly_divides, gcd, max, min, round_up, shape_div,
};
pub use flatten::{Flatten, Unflatten, flatten, unflatten};
pub use get::{Get, get};
pub use group::Group;
pub use inner_product::{InnerProduct, inner_product};
pub(crate) use int_tuple::words_in_order;
pub use int_tuple::{AllStatic, IntTuple, Ranked, TupleText, depth, rank};
#[doc(hidden)]
pub use int_tuple::{Step, TreeTuple};
pub use leaves::{Block, Leaves};
pub(crate) use leaves::{Fill, MAX_LEAVES};
pub use list::MAX_RANK;
pub(crate) use list::first_mode;
pub(crate) use profile::Profile;
pub use relation::{compatible, congruent, weakly_congruent};
pub use replace::Replace;
pub use select::Select;
pub(crate) use select::{SelectFrom, check_distinct};
#[doc(hidden)]
pub use shape::ShapeTuple;
pub use shape::{
    HasSize, Shape, ShapeList, compact_col_major, compact_row_major, max_leaf, product_each, size,
};
#[doc(hidden)]
pub use stride::{LeafMap, LeafOrModes, StrideMap, StrideTuple};
pub use stride::{Stride, StrideList};
pub use structure::StrideFor;
#[doc(hidden)]
pub use structure::{Arity, Congruence, CongruentWith, IntegerForTuple, One, StrideOfRank, TupleForInteger};
pub use take::Take;
pub use weights::Weights;
#[doc(hidden)]
pub use weights::{WeightList, WeightTuple};
