//! Layouts over F2 strides, in which offsets are added by XOR.
//!
//! Over F2, the field of two elements, a number is a polynomial whose coefficients are its bits: addition is XOR, and
//! multiplication is without carries. A layout whose strides are such polynomials, `(8,8):(F1,F9)`, is a linear map of
//! the bits of the index: a matrix. Swizzled layouts of powers of two are of this kind, with nothing behind the layout
//! any more.
//!
//! What may enter: what an F2 layout is, and how one is cut.

mod layout;
mod matrix;
mod slice;

pub use layout::{F2, XorCosize, XorLayout};
pub use slice::XorSlice;
