//! Floor 3: XOR swizzles, and layouts followed by one.
//!
//! A matrix in row-major order keeps a column in one bank of memory, or in one set of a cache. A swizzle spreads it: it moves
//! offsets inside small blocks, by bits of the row. The result is no longer a shape and a stride, but it is still a layout: a
//! [`Mapping`](crate::layout::Mapping), and a [`Matrix`](crate::layout::Matrix) if it has two modes, so that tensors, tiles
//! and kernels take it as they take any other.
//!
//! What may enter: bijections of offsets, and what a layout becomes under one. The same at run time:
//! `dynamic::Swizzle`, `dynamic::Swizzled`.

mod base;
mod bits;
mod compose;
mod error;
mod mapping;
mod parts;
mod plain;
mod slice;
mod swizzled;

pub use base::{Swizzle, XorSwizzle};
#[doc(hidden)]
pub use bits::{Bits, PowerOfTwo, Shift, ShiftLeft};
pub use error::SwizzleError;
#[doc(hidden)]
pub use parts::Parts;
pub use slice::SlicedStart;
pub use swizzled::{Swizzled, SwizzledCosize};
