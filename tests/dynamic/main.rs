//! The runtime twin: its text, functions and algebra, and that typed layouts say the same.
#![cfg(feature = "hlo")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/random.rs"]
mod random;

mod algebra;
mod dispatch;
mod format;
mod layout;
mod text;
mod tuple;
mod twins;
