//! HLO: text, indexing maps, and what follows from them, against what instructions mean.
#![cfg(feature = "hlo")]

#[path = "../common/dumps.rs"]
mod dumps;
#[path = "../common/random.rs"]
mod random;

mod index;
mod laws;
mod parsers;
mod physical;
mod print;
mod programs;
mod text;
mod tiles;
mod utilization;
mod warps;
mod wide;
