//! What tilework is asked in text, and what it answers: once, for the program and for the explorer.
//!
//! A request is an object of JSON with `id`, `op` and the fields of that operation; the answer has the `id` and either
//! `result` or `error`. A file for each family of operations; what they have in common is reading typed fields from a
//! request. What people name, `zN:f16:100x50` or `bf16[100,200]{1,0:T(8,128)}`, is read in [`subject`] with the
//! [`facts`] about it, texts in other notations in [`notation`]; what is wrong with them is said by a [`Mistake`] that
//! points at the place.
#![warn(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)]
#[cfg(feature = "pictures")]
pub mod access;
mod answer;
#[cfg(feature = "all")]
pub mod atlas;
#[cfg(feature = "pictures")]
pub mod bytes;
#[cfg(feature = "pictures")]
mod draw;
pub mod element;
#[cfg(feature = "pictures")]
pub mod facts;
#[cfg(feature = "all")]
mod further;
#[cfg(feature = "all")]
mod hlo;
#[cfg(feature = "pictures")]
mod layout;
#[cfg(feature = "all")]
mod map;
pub mod matrix;
mod mistake;
#[cfg(feature = "notation")]
pub mod notation;
#[cfg(feature = "all")]
mod operations;
#[cfg_attr(not(feature = "all"), allow(dead_code, reason = "some fields are of families that are left out"))]
mod request;
#[cfg(feature = "pictures")]
pub mod shape;
#[cfg(feature = "pictures")]
pub mod subject;
#[cfg(feature = "pictures")]
mod swizzle;
#[cfg(feature = "all")]
mod tla;
#[cfg(feature = "all")]
mod tuple;
#[cfg(feature = "all")]
mod xla;

pub use answer::{answer, answer_request, refusal};
#[cfg(feature = "all")]
pub use hlo::indexing_fields;
pub use mistake::{Mistake, mistake_of, parse, parse_tuple};
#[cfg(feature = "all")]
pub use operations::OPERATIONS;
