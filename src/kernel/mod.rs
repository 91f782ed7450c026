//! Floor 6: kernels over tensors of any layout.
//!
//! What may enter: loops over elements that are right for every layout and fast where inner tiles are static.
#![allow(unsafe_code)]

mod copy;
mod error;
mod fill;
mod matmul;
mod nest;
mod opaque;
mod sources;
mod walked;
mod workspace;
mod write;

pub use copy::{copy, transform};
pub use error::Mismatch;
pub use fill::fill;
pub use matmul::matmul;
pub use sources::Sources;
