//! Arrays over many ranks: distributions against their definition, and plans replayed element by element.
#![cfg(feature = "shard")]

#[path = "../common/random.rs"]
mod random;

mod distributions;
mod drawn;
mod figures;
mod relabelling;
mod segments;
mod simulator;
