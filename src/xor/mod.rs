//! Floor 3: layouts over F2 strides, in which offsets are added by XOR.
//!
//! Over F2, the field of two elements, a number is a polynomial whose coefficients are its bits: addition is XOR, and
//! multiplication is without carries. A layout whose strides are such polynomials, `(8,8):(F1,F9)`, is a linear map of the bits
//! of the index: a matrix. Swizzled layouts of powers of two are of this kind, with nothing behind the layout any more.
//!
//! What may enter: what an F2 layout is, what it says of itself, and how one is made or cut.

mod layout;
mod map;
mod mapping;
mod slice;
mod swizzled;
mod tile;

pub use layout::{XorCosize, XorLayout};
pub use slice::XorSlice;
pub use swizzled::Unswizzled;
pub use tile::XorTile;
