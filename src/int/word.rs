//! Numbers from one machine word to another.
//!
//! Layouts have leaves of `usize` and `isize`; what is decided about their values is computed in `i64`. Leaves, sizes
//! and offsets stay below 2^63: a layout beyond that is refused when it is made. So nothing is lost here.
//! Between words of the same width there are `cast_signed` and `cast_unsigned` of the standard library.

/// A size or an extent as `i64`.
///
/// Post-condition: `result == number` below 2^63. What a dynamic leaf may have above that is negative, as in the
/// values of leaves, and refused as such.
#[inline(always)]
#[allow(clippy::cast_possible_wrap, reason = "sizes stay below 2^63")]
pub(crate) const fn wide(number: usize) -> i64 {
    number as i64
}

/// A size or an extent that was computed as `i64`.
///
/// Post-condition: `result == number`, which is not negative and fits, as do the leaves from which it comes.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the number is one of a layout")]
pub(crate) const fn size(number: i64) -> usize {
    number as usize
}

/// A stride or an offset that was computed as `i64`.
///
/// Post-condition: `result == number`, which fits, as do the leaves from which it comes.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "the number is one of a layout")]
pub(crate) const fn steps(number: i64) -> isize {
    number as isize
}

/// A number in 64 bits, if it fits.
#[allow(clippy::cast_possible_truncation, reason = "what was lost is looked for")]
pub(crate) const fn narrow(number: i128) -> Option<i64> {
    let narrow = number as i64;
    if narrow as i128 == number { Some(narrow) } else { None }
}
