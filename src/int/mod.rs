//! Floor 1: static and dynamic integers and their arithmetic.
//!
//! What may enter: a number, or one in another machine word, steps along an axis, an operation on numbers, a decision
//! about numbers, a list of pairs of them. Nothing here knows of tuples, but for one promise: a list of [`modes`] says
//! what shape and stride it makes, and names their traits. A choice between lists keeps only what is promised of all
//! lists.
//!
//! `integer`, `leaf`, `modes`, `multiple`, `nat`, `scalar`, `signed_multiple` and `truth` name each other in what their
//! traits promise: arithmetic is total only if the result of each operation, and of each decision, is again a number
//! with all operations.

mod along;
pub(crate) mod const_list;
mod constant;
mod few;
mod integer;
mod leaf;
pub mod modes;
mod multiple;
pub mod nat;
mod ops;
mod rows;
mod scalar;
pub(crate) mod sealed;
mod signed_multiple;
pub mod text;
mod truth;
pub(crate) mod word;

pub use along::{Along, OnAxis};
#[doc(hidden)]
pub use constant::{OfConst, const_digit};
pub(crate) use few::sort_few;
pub(crate) use integer::greatest_common_divisor;
pub use integer::{
    Add, BinaryOp, CeilDiv, Div, Gcd, Integer, Max, Min, Mul, NextMultiple, Rem, RoundUp, SaturatingSub,
    Scale, StepsWithin, add, ceil_div, div, gcd, max, min, mul, next_multiple, rem, round_up, saturating_sub,
    scale, steps_within,
};
pub(crate) use integer::{AddOp, CeilDivOp, GcdOp, MaxOp, MinOp, RoundUpOp};
pub use leaf::{Int, Neg, Signed};
pub use multiple::{Multiple, NotMultiple};
pub use nat::Nat;
pub use scalar::Scalar;
pub use signed_multiple::SignedMultiple;
#[doc(hidden)]
pub use text::Text;
pub use truth::{False, True, Truth};
