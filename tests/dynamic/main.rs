//! The runtime twin: its text, functions and algebra, and that typed layouts say the same.
#![cfg(feature = "hlo")]

#[path = "../common/mod.rs"]
mod common;

mod algebra;
mod format;
mod layout;
mod text;
mod tuple;
mod twins;
