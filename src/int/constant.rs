//! Static integers with the values of constants.
//!
//! The compiler makes a type of a value only as the argument of a constant parameter, and typenum has types for those
//! up to 1024: so a constant comes in digits to the base 1024.

use super::nat::{Product, Sum};
use super::{Int, Text};
use typenum::{U, U1024};

/// The digit of a constant at a place, the lowest at 0.
///
/// # Panics
/// If the constant does not fit in an `isize`: said once, of the highest digit.
#[track_caller]
pub const fn const_digit(value: usize, place: u32) -> usize {
    if value > isize::MAX as usize && value.unbounded_shr(10 * (place + 1)) == 0 {
        let text = Text::new().str("static integer ").number(value).str(" is too large: they stay below 2^");
        panic!("{}", text.number(usize::BITS as usize - 1).as_str())
    }
    value.unbounded_shr(10 * place) & 1023
}

/// The static integer with these digits, the lowest first: what `const TILE` stands for in the notation.
pub type OfConst<
    const A: usize,
    const B: usize,
    const C: usize,
    const D: usize,
    const E: usize,
    const F: usize,
    const G: usize,
> = Int<Digits<A, Digits<B, Digits<C, Digits<D, Digits<E, Digits<F, U<G>>>>>>>>;

/// A digit, and those above it.
type Digits<const LOW: usize, HIGH> = Sum<U<LOW>, Product<U1024, HIGH>>;
