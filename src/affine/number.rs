//! Numbers and what divides them.

/// The greatest common divisor, not negative; [`i64::MAX`] in place of 2^63.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(i64::MAX)
}

/// The inverse of `value`, which is not negative, modulo `modulus`, which has no common divisor with it.
pub(super) fn inverse_modulo(value: i64, modulus: i64) -> i64 {
    let (mut rest, mut next) = (modulus, value);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_common_divisor_is_the_greatest_that_divides_both() {
        for (a, b) in (-30..=30).flat_map(|a| (-30..=30).map(move |b| (a, b))) {
            let greatest = (1..=30).rfind(|d| a % d == 0 && b % d == 0).unwrap_or(0);
            let wanted = if (a, b) == (0, 0) { 0 } else { greatest };
            assert_eq!(gcd(a, b), wanted, "{a}, {b}");
        }
        assert_eq!(gcd(i64::MIN, 0), i64::MAX);
        assert_eq!(gcd(i64::MIN, 3 << 40), 1 << 40);
    }

    #[test]
    fn a_number_times_its_inverse_is_one() {
        for (modulus, value) in (1..=40).flat_map(|modulus| (0..=90).map(move |value| (modulus, value))) {
            if gcd(value, modulus) == 1 {
                let inverse = inverse_modulo(value, modulus);
                assert!((0..modulus).contains(&inverse), "{value} modulo {modulus}: {inverse}");
                assert_eq!((value * inverse - 1) % modulus, 0, "{value} modulo {modulus}: {inverse}");
            }
        }
    }

    #[test]
    fn a_residue_differs_by_a_multiple() {
        for (value, modulus) in (-20..=20).flat_map(|value| (1..=9).map(move |modulus| (value, modulus))) {
            let residue = residue_of(value, modulus);
            assert!((0..modulus).contains(&residue), "{value} modulo {modulus}: {residue}");
            assert_eq!((value - i128::from(residue)) % i128::from(modulus), 0, "{value} modulo {modulus}");
        }
    }
}
