//! What a leaf of a layout becomes under a swizzle: up to three pieces, on types.

use crate::int::modes::{End, Modes, Then, static_fork};
use crate::int::nat::{IsLess, Maximum, Minimum, Product, Quotient, Sum};
use crate::int::{Int, Integer, Nat, Scalar, Truth};
use typenum::U1;

/// The pieces of `N` elements at stride `R`, of which the bits between the powers of two `From` and `To` are read: the
/// part below these bits, that in them, and that above. A stride of bits that are read has the bits they change, which
/// lie `Up / Down` times as high.
pub(super) type SwizzledPieces<From, To, Up, Down, N, R> = Below<UpTo<N, R, From>, To, Up, Down, N, R>;

/// How many of `N` elements at stride `R` have no bit from `Limit` on; 1 if none but the first.
type UpTo<N, R, Limit> = <<R as Nat>::IsZero as Truth>::IfNat<
    N,
    <IsLess<R, Limit> as Truth>::IfNat<Maximum<U1, Minimum<N, Quotient<Limit, R>>>, U1>,
>;

type Below<B, To, Up, Down, N, R> = SwizzledPiece<B, R, Within<To, Up, Down, Quotient<N, B>, Product<R, B>>>;
type Within<To, Up, Down, N, R> = WithinAndRest<UpTo<N, R, To>, Up, Down, N, R>;
type WithinAndRest<I, Up, Down, N, R> = SwizzledPiece<
    I,
    Sum<R, Quotient<Product<R, Up>, Down>>,
    SwizzledPiece<Quotient<N, I>, Product<R, I>, End>,
>;

/// Some elements at a stride, and then `Rest`.
type SwizzledPiece<N, R, Rest> = <<Int<N> as Integer>::IsOne as Truth>::Fork<Unit<Int<N>, Int<R>, Rest>>;

static_fork! {
    /// A mode in front of others, which is dropped if its extent is 1.
    Unit<N: Integer, R: Scalar, T: Modes>
    yes T;
    no Then<N, R, T>;
}
