//! Checked 64-bit arithmetic: a value that does not fit is an error that says which value.
use super::error::{Error, Result};

pub(crate) fn add(a: i64, b: i64, quantity: &'static str) -> Result<i64> {
    a.checked_add(b).ok_or(Error::Overflow { quantity })
}

pub(crate) fn mul(a: i64, b: i64, quantity: &'static str) -> Result<i64> {
    a.checked_mul(b).ok_or(Error::Overflow { quantity })
}

/// The product of all factors; a zero anywhere makes it zero, however large the others are.
pub(crate) fn product(factors: impl IntoIterator<Item = i64>, quantity: &'static str) -> Result<i64> {
    let mut result = Some(1_i64);
    for factor in factors {
        if factor == 0 {
            return Ok(0);
        }
        result = result.and_then(|r| r.checked_mul(factor));
    }
    result.ok_or(Error::Overflow { quantity })
}

/// `a / b` rounded up, for `b > 0`.
pub(crate) fn ceil_div(a: i64, b: i64) -> i64 {
    a.div_euclid(b) + i64::from(a.rem_euclid(b) != 0)
}

/// The least multiple of `b > 0` that is not below `a`.
pub(crate) fn round_up(a: i64, b: i64, quantity: &'static str) -> Result<i64> {
    mul(ceil_div(a, b), b, quantity)
}

/// The carry-less product (over F2), or `None` if it has more than 63 bits.
pub(crate) fn carryless_mul(a: u64, b: u64) -> Option<u64> {
    let bits = |x: u64| 64 - x.leading_zeros();
    if bits(a) + bits(b) > 64 {
        return None;
    }
    let mut result = 0;
    let mut rest = a;
    while rest != 0 {
        result ^= b << rest.trailing_zeros();
        rest &= rest - 1;
    }
    Some(result)
}

/// The greatest common divisor of two numbers that are not negative.
pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_without_carry_have_at_most_63_bits() {
        let numbers = (0..64)
            .flat_map(|bit| [1_u64 << bit, (1 << bit) - 1, 0b1011 << bit, 0x9E37_79B9_7F4A_7C15 >> bit]);
        for a in numbers.clone() {
            for b in numbers.clone() {
                let product =
                    (0..64).filter(|bit| a >> bit & 1 == 1).fold(0, |sum, bit| sum ^ u128::from(b) << bit);
                assert_eq!(
                    carryless_mul(a, b),
                    u64::try_from(product).ok().filter(|product| product >> 63 == 0)
                );
            }
        }
    }
}
