//! Numbers and what divides them.

/// The greatest common divisor, not negative; [`i64::MAX`] in place of 2^63.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(i64::MAX)
}

/// The inverse of `value` modulo `modulus`, which have no common divisor.
pub(super) fn inverse_modulo(value: i64, modulus: i64) -> i64 {
    let (mut rest, mut next) = (modulus, value % modulus);
    let (mut inverse, mut following) = (0, 1);
    while next != 0 {
        let quotient = rest / next;
        (rest, next) = (next, rest % next);
        (inverse, following) = (following, inverse - quotient * following);
    }
    inverse.rem_euclid(modulus)
}

/// `value mod modulus`, in `0..modulus`.
pub(super) fn residue_of(value: i128, modulus: i64) -> i64 {
    i64::try_from(value.rem_euclid(i128::from(modulus))).expect("a residue is below its modulus")
}
