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

/// The array of a text.
fn array(text: &str) -> tilework::xla::ArrayShape {
    let shape: tilework::xla::Shape = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    shape.array("test").unwrap().clone()
}
