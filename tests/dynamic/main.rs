//! The runtime twin: its text, functions and algebra, and that typed layouts say the same.
#![cfg(feature = "hlo")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/random.rs"]
mod random;

mod algebra;
mod bits;
mod dispatch;
mod equality;
mod exhaustive;
mod format;
mod layout;
mod parametric;
#[cfg(feature = "serde")]
mod serde;
mod shapes;
mod text;
mod tuple;
mod twins;
