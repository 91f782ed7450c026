//! Layouts whose offsets are placed by more than a sum: swizzled, over F2 strides, tiled as XLA does.
#![cfg(feature = "hlo")]

#[path = "../common/random.rs"]
mod random;

mod reindexed;
mod swizzle;
mod tiling;
mod xor;
