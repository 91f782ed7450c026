//! Floor 2: integer tuples — shapes, strides and coordinates as nested native tuples.
//!
//! What may enter: structure (rank, depth, modes), and functions of tuples alone. Nothing here knows of layouts.

mod get;
mod int_tuple;
mod leaves;
pub(crate) mod list;
mod shape;
mod stride;
mod structure;

pub use crate::int::Text;
pub use get::{Get, get};
pub use int_tuple::{AllStatic, IntTuple, Notation, Ranked, depth, rank};
pub use leaves::{Block, Leaves};
pub use shape::{
    HasSize, Shape, ShapeList, compact_col_major, compact_row_major, idx2crd, product_each, size,
};
pub use stride::{Stride, StrideList};
pub use structure::Congruent;
#[doc(hidden)]
pub use structure::{Congruence, CongruentWith, IntegerForTuple, Modes, One, StrideOfRank, TupleForInteger};
