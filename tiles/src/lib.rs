//! What XLA's tiled layouts are, for tilework and its macros alike: [element types](PrimitiveType), [layouts in HLO
//! text](read_layout), the [steps of a tile](TileSteps), the [places](places()) and bytes that follow from them, and
//! the [nested shape and stride](nested()) that says the same, where there is one.
//!
//! It depends on nothing. What is needed while compiling is `const`; what needs lists of any length needs the feature
//! `alloc`.
//!
//! What may enter: a rule of XLA's layouts that the typed layouts, those at run time and the notation all follow.
#![no_std]
#![forbid(unsafe_code)]
#![warn(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)]

#[cfg(feature = "alloc")]
extern crate alloc;

/// The most modes of a tuple in tilework, and so the most dimensions of a typed array: its rules are written out for
/// each rank up to this one. What reads notation while compiling refuses more at their place.
pub const MAX_RANK: usize = 12;

#[cfg(feature = "alloc")]
mod blocks;
#[cfg(feature = "alloc")]
mod count;
mod element;
#[cfg(feature = "alloc")]
mod grammar;
#[cfg(feature = "alloc")]
mod merged;
#[cfg(feature = "alloc")]
mod nested;
mod permutation;
#[cfg(feature = "alloc")]
mod places;
mod refusal;
mod tile;

#[cfg(feature = "alloc")]
pub use count::{Count, Dynamic, Product};
pub use element::PrimitiveType;
#[cfg(feature = "alloc")]
pub use element::UnknownType;
#[cfg(feature = "alloc")]
pub use grammar::{LayoutText, Tokens, read_layout};
#[cfg(feature = "alloc")]
pub use nested::{Leaf, Nested, NotNested, nested};
pub use permutation::misplaced;
#[cfg(feature = "alloc")]
pub use places::{allocated, bytes, largest_piece, places, product};
pub use refusal::TilingRefusal;
pub use tile::{TileSize, TileStep, TileSteps};
