//! Shapes, layouts and tiles of XLA.

#[path = "../common/dumps.rs"]
mod dumps;
#[path = "../common/random.rs"]
mod random;

mod maps;
mod shapes;
