//! Floor 3: tilings as XLA writes them, resolved at compile time.
//!
//! [`xla!`](crate::xla!) reads HLO text. Where every block divides the block around it the tiling is an ordinary nested
//! [`Layout`](crate::layout::Layout), and everything that works on layouts works on it. What no shape and stride can say is a
//! [`TiledLayout`]: the steps of the tiling themselves.
//!
//! What may enter: what a tiled layout is, what it says of itself, and how one is made or cut.

mod checked;
mod layout;
mod mapping;
mod steps;
mod tile;

#[doc(hidden)]
pub use checked::{dimension, expect_layout, static_layout, try_layout};
pub use layout::{Combine, TiledLayout};
pub use tile::TiledTile;
