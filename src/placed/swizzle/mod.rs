//! XOR swizzles, and layouts followed by one.
//!
//! A matrix in row-major order keeps a column in one bank of memory, or in one set of a cache. A swizzle spreads it: it
//! moves offsets inside small blocks, by bits of the row. The result is no longer a shape and a stride, but it is still
//! a layout.
//!
//! What may enter: bijections of offsets, and what a layout becomes under one. The same at run time:
//! `dynamic::Swizzle`, `dynamic::Swizzled`.

mod base;
mod bits;
mod compose;
mod error;
mod mapping;
mod parts;
mod pieces;
mod plain;
mod slice;
mod swizzled;
mod to_xor;

pub use base::{Swizzle, XorSwizzle};
pub use bits::{Bits, PowerOfTwo, Shift, ShiftLeft};
pub use error::SwizzleError;
pub use parts::SwizzleParts;
pub use slice::SlicedStart;
pub(crate) use swizzled::check_static_swizzle;
pub use swizzled::{StaticLayout, Swizzled, SwizzledCosize};
pub use to_xor::Unswizzled;
