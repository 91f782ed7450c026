//! Integers and tuples of them: what `cargo check` finds.

use tilework::{prelude::*, tuple::size};
use tilework::typenum::{B0, B1, UInt, UTerm};

/// Static integers are canonical: 01 is no other number than 1, and so it is none.
pub fn number_with_a_leading_zero() {
    let _: Int<UInt<UInt<UTerm, B0>, B1>> = Int::new();
    //~^ ERROR: `...` is not a natural number known at compile time
}

/// Four where five is expected.
pub fn wrong_value() {
    let _: Int!(5) = int!(2) + int!(2);
    //~^ ERROR: mismatched types
}

/// A u32 among the leaves.
pub fn leaf_of_other_width() {
    let _ = size((4u32, 2));
    //~^ ERROR: not a shape or coordinate: `(u32, {integer})` is neither `usize`, ... nor a tuple of up to 12 such
}

/// The third mode of two.
pub fn no_such_mode() {
    let _ = shape!(4, (2, 3)).get::<2>();
    //~^ ERROR: there is no mode 2 in this tuple or layout
}

/// A number that may be negative, as an extent.
pub fn signed_extent() {
    let _ = size((4, Signed(2)));
    //~^ ERROR: not a shape or coordinate: `({integer}, tilework::int::Signed)` is ... nor a tuple of up to 12 such
}

/// More modes than tuples have.
pub fn tuple_of_thirteen() {
    let _ = size((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13));
    //~^ ERROR: not a shape or coordinate: `({integer}, {integer}, {integer}, ... nor a tuple of up to 12 such
}
