//! Shapes, layouts and tiles of XLA.
#![cfg(feature = "hlo")]

#[path = "../common/dumps.rs"]
mod dumps;
#[path = "../common/random.rs"]
mod random;

mod chips;
mod edits;
mod equality;
mod maps;
mod measures;
mod shapes;
mod steps;
mod text;
