//! Floor 3': indexing maps, what an index is computed by.
//!
//! A layout is a sum of coordinates times strides. An [`IndexingMap`] is more: any expression of `+`, `*`, `floordiv`, `mod`,
//! `min` and `max` over dimensions and symbols, on a domain. It expresses what shapes and strides cannot: tiles that do not
//! divide, padding, windows, gathers.
//!
//! What may enter: expressions, intervals and maps, without programs and without memory.

mod domain;
mod expr;
mod interval;
mod map;
mod parse;
mod print;
mod shorten;
mod simplify;
mod sum;
mod transform;

pub use expr::{Binary, Expr, Operation};
pub use interval::Interval;
pub use map::{Constraint, IndexingMap, Kind, Variable};
pub use parse::MAX_DEPTH;
pub use transform::Points;
