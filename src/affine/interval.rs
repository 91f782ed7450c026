//! Closed intervals of 64-bit integers.
use core::fmt;

/// All integers from `lower` to `upper`; none if `lower` is above.
///
/// Arithmetic saturates: an end that does not fit becomes [`i64::MIN`] or [`i64::MAX`], which then also stand for "any smaller"
/// and "any larger". Source: XLA, `Interval`.
///
/// ```
/// use tilework::affine::Interval;
/// let (a, b) = (Interval::new(-3, 4), Interval::new(2, 5));
/// assert_eq!(a.add(b), Interval::new(-1, 9));
/// assert_eq!(a.mul(b), Interval::new(-15, 20));
/// assert_eq!(a.floor_div(2), Interval::new(-2, 2));
/// assert_eq!(a.intersect(b), Interval::new(2, 4));
/// assert_eq!((a.is_less(b), a.is_less(Interval::point(5))), (None, Some(true)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Interval {
    /// The least element.
    pub lower: i64,
    /// The greatest element.
    pub upper: i64,
}

impl Interval {
    /// All 64-bit integers.
    pub const ALL: Interval = Interval { lower: i64::MIN, upper: i64::MAX };

    /// The integers from `lower` to `upper`, both included.
    pub const fn new(lower: i64, upper: i64) -> Self {
        Interval { lower, upper }
    }

    /// One integer.
    pub const fn point(value: i64) -> Self {
        Interval { lower: value, upper: value }
    }

    /// The integers `0..size`.
    pub const fn of_size(size: i64) -> Self {
        Interval { lower: 0, upper: size.saturating_sub(1) }
    }

    /// Whether there is no element.
    pub const fn is_empty(self) -> bool {
        self.lower > self.upper
    }

    /// The element, if there is only one.
    pub const fn as_point(self) -> Option<i64> {
        if self.lower == self.upper { Some(self.lower) } else { None }
    }

    /// Whether both ends are known: none has saturated.
    pub const fn is_bounded(self) -> bool {
        self.lower != i64::MIN && self.upper != i64::MAX
    }

    /// The number of elements, as far as that fits.
    pub const fn len(self) -> u64 {
        if self.is_empty() {
            0
        } else {
            self.upper.wrapping_sub(self.lower).cast_unsigned().saturating_add(1)
        }
    }

    /// Whether it is an element.
    pub const fn contains(self, value: i64) -> bool {
        self.lower <= value && value <= self.upper
    }

    /// Whether all of `other` is in it.
    pub const fn covers(self, other: Interval) -> bool {
        other.is_empty() || self.lower <= other.lower && other.upper <= self.upper
    }

    /// What is in both.
    pub fn intersect(self, other: Interval) -> Interval {
        Interval { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The least interval with all of both.
    pub fn union(self, other: Interval) -> Interval {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Interval { lower: self.lower.min(other.lower), upper: self.upper.max(other.upper) },
        }
    }

    /// The sums of an element of each.
    #[allow(clippy::should_implement_trait)]
    pub fn add(self, other: Interval) -> Interval {
        if self.is_empty() || other.is_empty() {
            return EMPTY;
        }
        Interval {
            lower: saturating(i128::from(self.lower) + i128::from(other.lower), self.lower, other.lower),
            upper: saturating(i128::from(self.upper) + i128::from(other.upper), self.upper, other.upper),
        }
    }

    /// The negated elements.
    #[allow(clippy::should_implement_trait)]
    pub fn neg(self) -> Interval {
        let negated = |value: i64| {
            if value == i64::MIN {
                i64::MAX
            } else if value == i64::MAX {
                i64::MIN
            } else {
                -value
            }
        };
        Interval { lower: negated(self.upper), upper: negated(self.lower) }
    }

    /// The products of an element of each.
    #[allow(clippy::should_implement_trait)]
    pub fn mul(self, other: Interval) -> Interval {
        if self.is_empty() || other.is_empty() {
            return EMPTY;
        }
        let corners = [
            product(self.lower, other.lower),
            product(self.lower, other.upper),
            product(self.upper, other.lower),
            product(self.upper, other.upper),
        ];
        Interval {
            lower: corners.into_iter().fold(i64::MAX, i64::min),
            upper: corners.into_iter().fold(i64::MIN, i64::max),
        }
    }

    /// The elements divided and rounded down; everything if `divisor` is 0.
    pub fn floor_div(self, divisor: i64) -> Interval {
        match divisor {
            0 => Interval::ALL,
            1.. => Interval { lower: floor(self.lower, divisor), upper: floor(self.upper, divisor) },
            _ => Interval { lower: floor(self.upper, divisor), upper: floor(self.lower, divisor) },
        }
    }

    /// The elements divided and rounded up; everything if `divisor` is 0.
    pub fn ceil_div(self, divisor: i64) -> Interval {
        if divisor == i64::MIN { Interval::ALL } else { self.neg().floor_div(divisor).neg() }
    }

    /// The remainders in `0..|modulus|`; everything if `modulus` is 0.
    #[allow(clippy::should_implement_trait)]
    pub fn rem(self, modulus: i64) -> Interval {
        let Some(modulus) = modulus.checked_abs().filter(|modulus| *modulus > 0) else {
            return Interval::ALL;
        };
        if self.is_empty() {
            return self;
        }
        let period = self.lower.div_euclid(modulus);
        if self.is_bounded() && period == self.upper.div_euclid(modulus) {
            return Interval { lower: self.lower.rem_euclid(modulus), upper: self.upper.rem_euclid(modulus) };
        }
        Interval::of_size(modulus)
    }

    /// The lesser of an element of each.
    pub fn min(self, other: Interval) -> Interval {
        Interval { lower: self.lower.min(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The greater of an element of each.
    pub fn max(self, other: Interval) -> Interval {
        Interval { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    /// Whether every element is less than every one of `other`, or none is; `None` if it depends, or one is empty.
    pub fn is_less(self, other: Interval) -> Option<bool> {
        if self.is_empty() || other.is_empty() {
            None
        } else if self.upper < other.lower {
            Some(true)
        } else if self.lower >= other.upper {
            Some(false)
        } else {
            None
        }
    }

    /// Whether every element is the one element of `other`, or no element is in both; `None` if it depends, or one is empty.
    pub fn is_equal(self, other: Interval) -> Option<bool> {
        if self.is_empty() || other.is_empty() {
            None
        } else if self.as_point().is_some() && self == other {
            Some(true)
        } else if self.intersect(other).is_empty() {
            Some(false)
        } else {
            None
        }
    }
}

const EMPTY: Interval = Interval { lower: i64::MAX, upper: i64::MIN };

/// The sum of two ends; one that has saturated stays so.
fn saturating(sum: i128, lhs: i64, rhs: i64) -> i64 {
    for end in [i64::MIN, i64::MAX] {
        if lhs == end || rhs == end {
            return end;
        }
    }
    sum.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}

/// The product of two ends; one that has saturated stays so, with the sign of the product.
fn product(lhs: i64, rhs: i64) -> i64 {
    let is_saturated = |end: i64| end == i64::MIN || end == i64::MAX;
    if lhs == 0 || rhs == 0 {
        0
    } else if is_saturated(lhs) || is_saturated(rhs) {
        if (lhs < 0) == (rhs < 0) { i64::MAX } else { i64::MIN }
    } else {
        lhs.saturating_mul(rhs)
    }
}

fn floor(value: i64, divisor: i64) -> i64 {
    match value {
        i64::MIN | i64::MAX => {
            if (value < 0) == (divisor < 0) {
                i64::MAX
            } else {
                i64::MIN
            }
        }
        _ => {
            let quotient = value / divisor;
            quotient - i64::from(value % divisor != 0 && (value < 0) != (divisor < 0))
        }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.lower, self.upper)
    }
}
