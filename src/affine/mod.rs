//! Floor 3': indexing maps, what an index is computed by.
//!
//! A layout is a sum of coordinates times strides. An [`IndexingMap`] is more: any expression of `+`, `*`,
//! `floordiv`, `mod`, `min` and `max` over dimensions and symbols, on a domain. It expresses what shapes and strides
//! cannot: tiles that do not divide, padding, windows, gathers. Every [layout](crate::dynamic::DynLayout) is a map
//! (`IndexingMap::try_from`), and [`IndexingMap::to_layout`] finds the layout that a map is, or says why there is
//! none.
//!
//! The rules of the simplifier are in four files, whose methods call each other: [`simplify`](Expr::simplify) makes
//! sums of expressions, `divide` their quotients and remainders, `join` puts these together, and `constrained` uses
//! what constraints tell.
//!
//! What may enter: expressions, intervals and maps, without programs and without memory. This room knows the layouts of
//! [`dynamic`](crate::dynamic), which does not know it.

mod constrained;
mod divide;
mod domain;
mod equality;
mod evaluate;
mod expr;
mod image;
mod interval;
mod inverse;
mod join;
mod known;
mod map;
mod multiple;
mod number;
mod of_layout;
mod of_parametric;
mod operation;
mod order;
mod parse;
mod points;
mod preimage;
mod print;
mod shorten;
mod simplify;
mod solve;
mod sum;
mod tile;
mod to_layout;
mod transform;
mod variables;
mod walk;
mod work;

pub use equality::{MapDifference, Sameness};
#[cfg(feature = "hlo")]
pub(crate) use expr::variable;
pub use expr::{Binary, Expr};
pub use interval::{Interval, Relation};
pub use map::{Constraint, IndexingMap, VarKind, Variable};
pub use operation::ExprOp;
pub use parse::MAX_DEPTH;
pub use points::MOST_POINTS;
#[cfg(feature = "hlo")]
pub(crate) use points::each_point;
#[cfg(feature = "xla")]
pub(crate) use points::find_index;
pub use tile::SymbolicTile;
pub use transform::Points;
