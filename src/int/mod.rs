//! Floor 1: static and dynamic integers and their arithmetic.
//!
//! What may enter: a number, steps along an axis, an operation on numbers, a decision about numbers, a list of pairs of them.
//! Nothing here knows of tuples.

mod along;
mod integer;
mod leaf;
pub mod modes;
pub mod nat;
mod ops;
mod scalar;
pub(crate) mod sealed;
pub mod text;
mod truth;

pub use along::{Along, OnAxis};
pub(crate) use integer::greatest_common_divisor;
pub use integer::{
    Add, BinaryOp, CeilDiv, Div, Gcd, Integer, Max, Min, Mul, Rem, RoundUp, SaturatingSub, StepsWithin, add,
    ceil_div, div, gcd, max, min, mul, rem, round_up, saturating_sub, steps_within,
};
pub(crate) use integer::{AddOp, CeilDivOp, GcdOp, MaxOp, MinOp, RoundUpOp};
pub use leaf::{Int, Neg, Signed};
pub use nat::Nat;
pub use scalar::Scalar;
#[doc(hidden)]
pub use text::Text;
pub use truth::{False, True, Truth};
