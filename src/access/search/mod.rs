//! Which exchange, or which padding, of a memory frees several accesses of conflicts at once.
//!
//! `conflicts` counts what accesses need, and what they need at least: the words of a phase over the banks that can
//! hold them. `swizzle` looks for a [`Swizzle`](crate::dynamic::Swizzle), `matrix` for any exchange that is linear
//! over F2, and `skew` for a padding or a rotation of rows, of any size. Each tries what is smaller first, so that
//! what is found is the smallest of its kind, and what is not found is not there.
mod conflicts;
mod matrix;
mod skew;
mod swizzle;

pub use conflicts::ConflictSearch;
pub use matrix::{BitExchange, NoExchange};
pub use skew::{NoSkew, RowPadding, RowRotation};
pub use swizzle::NoSwizzle;
