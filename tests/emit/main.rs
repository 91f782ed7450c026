//! Emitted text, executed and compared element by element with the layouts it was made of.
#![cfg(all(feature = "emit", feature = "notation"))]

#[path = "../common/random.rs"]
mod random;

mod assembled;
mod cases;
mod kernels;
mod languages;
mod operations;
mod refused;
mod relayout;
