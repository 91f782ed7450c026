//! Data moved between layouts, at the speed of memory: plans, and what runs them.
//!
//! Two layouts of the same extents cut every index into digits. The digits that they have in *common*, each with its
//! step in the source and in the destination, are all that a copy depends on (`joint`). They make regions of full
//! loops, one for the bulk of the elements and some for the edges (`region`); of each region the innermost loops
//! become a leaf: runs that are contiguous on both sides, tiles that are transposed in registers, or single elements
//! (`nest`), and the loops around it are put into the order in which memory is best walked (`order`; it and `nest` know
//! each other, for the order depends on what the leaf reads and writes). All this is `const fn` over plain numbers, so
//! that static layouts have it as a constant, and others make it in less than the time of a small copy (`schedule`). A
//! leaf is run with the widest vectors of the machine (`leaf`), and never asks which layouts it serves.
//!
//! A swizzled layout (`xor`) is linear in the digits that its swizzle leaves alone: a copy of it is many between linear
//! layouts, alike but for where they start (`parts`, `starts`).

mod element;
mod error;
mod joint;
mod leaf;
mod moves;
mod nest;
mod nibbles;
mod order;
mod padding;
#[cfg(feature = "alloc")]
mod parts;
#[cfg(feature = "alloc")]
mod permute;
mod pieces;
mod plan;
mod region;
mod run;
mod schedule;
mod span;
mod stage;
#[cfg(feature = "alloc")]
mod starts;
#[cfg(feature = "std")]
mod threads;
mod typed;
mod unit;
mod window;
#[cfg(feature = "alloc")]
mod xor;

pub use element::PlainBytes;
pub(super) use element::is_plain_bytes;
pub use error::PlanError;
pub use pieces::PlanPiece;
pub use plan::Plan;
pub(super) use schedule::run_once;
pub(super) use stage::{MOST_SOURCES, StagedSource, staged};
pub(super) use typed::move_numbers;
#[cfg(feature = "dynamic")]
pub(crate) use unit::LoopUnit;
#[cfg(feature = "dynamic")]
pub(crate) use xor::{BITS, XorRadix};
