//! Arrays over many ranks: distributions against their definition, and plans replayed element by element.
#![cfg(feature = "shard")]

mod distributions;
mod figures;
mod random;
mod relabelling;
mod segments;
mod simulator;
