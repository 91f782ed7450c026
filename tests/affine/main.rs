//! Indexing maps, their expressions, intervals and inverses, against their definitions.
#![cfg(feature = "hlo")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/random.rs"]
mod random;

mod depth;
mod digits;
mod edges;
mod expressions;
mod forms;
mod images;
mod intervals;
mod inverse;
mod known;
mod layouts;
mod maps;
mod multiples;
mod open_ends;
mod parameters;
mod solving;
mod texts;
mod tiles;
