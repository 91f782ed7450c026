//! Tilings as XLA writes them, resolved at compile time.
//!
//! [`xla!`](crate::xla!) reads HLO text. Where every block divides the block around it the tiling is an ordinary nested
//! [`Layout`](crate::layout::Layout), and everything that works on layouts works on it. What no shape and stride can
//! say is a [`TiledLayout`]: the steps of the tiling themselves.
//!
//! What may enter: what a tiled layout is, and what the macros call.

mod checked;
mod layout;
mod steps;

#[doc(hidden)]
pub use checked::{dimension, expect_layout, static_layout, try_layout};
pub use layout::{Combine, TiledLayout, XlaTiles};
pub(crate) use steps::Steps;
