//! The hub between notations: the tables of the specification, and pairs of notations at every index.
#![cfg(feature = "notation")]

#[path = "../common/random.rs"]
mod random;

mod definitions;
mod inexpressible;
mod pairs;
mod shards;
mod tables;
mod texts;
