//! Integers and tuples of them: what only `cargo build` finds.

use tilework::prelude::*;

/// A static division by zero.
pub fn division_by_zero() {
    let _ = int!(4) / int!(0);
    //~^ ERROR: division of 4 by the static integer 0
}

/// A dynamic remainder by the static zero.
pub fn remainder_by_static_zero() {
    let n = 4;
    let _ = n % int!(0);
    //~^ ERROR: division of a dynamic integer by the static integer 0
}

/// A computed static integer that does not fit in usize.
pub fn too_large() {
    let a = int!(0x8000_0000);
    let _ = usize::from(a * a * a);
    //~^ ERROR: a static integer has 94 bits: the largest is 2^63
}

/// A static integer of which 64 is no divisor.
pub fn static_integer_that_is_no_multiple() {
    let _ = tilework::int::Multiple::<Int!(64)>::of(int!(100));
    //~^ ERROR: 100 is no multiple of 64
}

/// Only 0 is a multiple of 0.
pub fn multiple_of_the_static_zero() {
    let _ = tilework::int::Multiple::<Int!(0)>::new(0);
    //~^ ERROR: a multiple of 0 is 0: write `int!(0)`
}

/// The same with a sign.
pub fn signed_multiple_of_the_static_zero() {
    let _ = tilework::int::SignedMultiple::<Int!(0)>::new(0);
    //~^ ERROR: a multiple of 0 is 0: write `int!(0)`
}
