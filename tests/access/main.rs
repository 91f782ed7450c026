//! What memory does for accesses: everything is counted again from its definition.
#![cfg(feature = "dynamic")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod box_copy;
mod counts;
mod places;
mod reuse;
mod search;

/// Drawn accesses: fewer where the code is slow.
const CASES: u32 = if cfg!(debug_assertions) { 10_000 } else { 100_000 };
