//! Closed intervals of 64-bit integers.
use super::operation::ExprOp;
use core::fmt;

/// How two numbers may compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `>=`
    GreaterOrEqual,
    /// `>`
    Greater,
}

impl Relation {
    /// Whether it holds for two numbers.
    pub const fn holds(self, lhs: i64, rhs: i64) -> bool {
        match self {
            Relation::Less => lhs < rhs,
            Relation::LessOrEqual => lhs <= rhs,
            Relation::Equal => lhs == rhs,
            Relation::NotEqual => lhs != rhs,
            Relation::GreaterOrEqual => lhs >= rhs,
            Relation::Greater => lhs > rhs,
        }
    }

    /// The one that holds where this one does not.
    pub const fn negated(self) -> Self {
        match self {
            Relation::Less => Relation::GreaterOrEqual,
            Relation::LessOrEqual => Relation::Greater,
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
            Relation::GreaterOrEqual => Relation::Less,
            Relation::Greater => Relation::LessOrEqual,
        }
    }
}

/// All integers from `lower` to `upper`; none if `lower` is above.
///
/// Arithmetic saturates: an end that does not fit becomes [`i64::MIN`] or [`i64::MAX`]. At the lower and the upper
/// end these also stand for "any smaller" and "any larger". Source: XLA, `Interval`.
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
        // an end that is open stays so
        let lower = if self.lower == i64::MIN || other.lower == i64::MIN {
            i64::MIN
        } else {
            self.lower.saturating_add(other.lower)
        };
        let upper = if self.upper == i64::MAX || other.upper == i64::MAX {
            i64::MAX
        } else {
            self.upper.saturating_add(other.upper)
        };
        Interval { lower, upper }
    }

    /// The negated elements.
    #[allow(clippy::should_implement_trait)]
    pub fn neg(self) -> Interval {
        if self.is_empty() {
            return EMPTY;
        }
        Interval {
            lower: if self.upper == i64::MAX { i64::MIN } else { self.upper.saturating_neg() },
            upper: self.lower.saturating_neg(),
        }
    }

    /// The products of an element of each.
    #[allow(clippy::should_implement_trait)]
    pub fn mul(self, other: Interval) -> Interval {
        if self.is_empty() || other.is_empty() {
            return EMPTY;
        }
        let (a, b) = (self.ends(), other.ends());
        let corners = [product(a[0], b[0]), product(a[0], b[1]), product(a[1], b[0]), product(a[1], b[1])];
        Interval {
            lower: corners.into_iter().fold(i64::MAX, i64::min),
            upper: corners.into_iter().fold(i64::MIN, i64::max),
        }
    }

    fn ends(self) -> [Endpoint; 2] {
        [
            Endpoint { value: self.lower, is_open: self.lower == i64::MIN },
            Endpoint { value: self.upper, is_open: self.upper == i64::MAX },
        ]
    }

    /// The elements divided and rounded down, and no other numbers between the least and the greatest; everything if
    /// `divisor` is 0.
    pub fn floor_div(self, divisor: i64) -> Interval {
        self.divided(ExprOp::FloorDiv, divisor)
    }

    /// The elements divided and rounded up; everything if `divisor` is 0.
    pub fn ceil_div(self, divisor: i64) -> Interval {
        self.divided(ExprOp::CeilDiv, divisor)
    }

    fn divided(self, operation: ExprOp, divisor: i64) -> Interval {
        match divisor {
            _ if self.is_empty() => EMPTY,
            0 => Interval::ALL,
            _ => {
                let [lower, upper] = self.ends().map(|end| end.divided(operation, divisor));
                if divisor.is_positive() {
                    Interval { lower, upper }
                } else {
                    Interval { lower: upper, upper: lower }
                }
            }
        }
    }

    /// The remainders in `0..|modulus|`: the least interval of them; everything if `modulus` is 0.
    #[allow(clippy::should_implement_trait)]
    pub fn rem(self, modulus: i64) -> Interval {
        if self.is_empty() {
            return EMPTY;
        }
        let Some(modulus) = modulus.checked_abs() else {
            return if self.lower >= 0 { self } else { Interval { lower: 0, upper: i64::MAX } };
        };
        if modulus == 0 {
            return Interval::ALL;
        }
        let period = self.lower.div_euclid(modulus);
        if self.is_bounded() && period == self.upper.div_euclid(modulus) {
            return Interval { lower: self.lower.rem_euclid(modulus), upper: self.upper.rem_euclid(modulus) };
        }
        Interval::of_size(modulus)
    }

    /// The elements divided by each of `divisors` but 0, rounded down: the least interval of them. None, if 0 is the
    /// only divisor.
    ///
    /// ```
    /// use tilework::affine::Interval;
    /// let divided = |lower, upper| Interval::new(7, 9).floor_div_by(Interval::new(lower, upper));
    /// assert_eq!(divided(2, 3), Interval::new(2, 4));
    /// assert_eq!(divided(-2, 3), Interval::new(-9, 9));
    /// assert!(divided(0, 0).is_empty());
    /// ```
    pub fn floor_div_by(self, divisors: Interval) -> Interval {
        divisors.extremes(|divisor| self.floor_div(divisor))
    }

    /// The elements divided by each of `divisors` but 0, rounded up: the least interval of them. None, if 0 is the
    /// only divisor.
    pub fn ceil_div_by(self, divisors: Interval) -> Interval {
        divisors.extremes(|divisor| self.ceil_div(divisor))
    }

    /// The remainders of the elements by each of `moduli` but 0. None, if 0 is the only one.
    ///
    /// Of one modulus this is the least interval of them, and where no element is changed.
    ///
    /// ```
    /// use tilework::affine::Interval;
    /// assert_eq!(Interval::new(3, 4).rem_by(Interval::new(5, 9)), Interval::new(3, 4));
    /// assert_eq!(Interval::new(3, 6).rem_by(Interval::new(5, 9)), Interval::new(0, 6));
    /// assert_eq!(Interval::new(-1, 6).rem_by(Interval::new(5, 9)), Interval::new(0, 8));
    /// ```
    pub fn rem_by(self, moduli: Interval) -> Interval {
        if let Some(modulus) = moduli.as_point().filter(|modulus| *modulus != 0) {
            return self.rem(modulus);
        }
        let parts = [moduli.negative(), moduli.positive()];
        let largest = parts.iter().filter(|part| !part.is_empty()).flat_map(|part| [part.lower, part.upper]);
        // a remainder is less than 2^63
        let Some(largest) = largest.clone().map(|end| end.unsigned_abs() - 1).max() else { return EMPTY };
        let largest = i64::try_from(largest).unwrap_or(i64::MAX);
        if self.is_empty() {
            return EMPTY;
        }
        let stays = |modulus: i64| modulus == i64::MIN || self.upper < modulus.abs();
        if self.lower >= 0 {
            // the modulus that is nearest to 0 is the least
            let nearest = [moduli.negative().upper, moduli.positive().lower];
            let is_there = parts.map(|part| !part.is_empty());
            if nearest.iter().zip(is_there).all(|(modulus, is_there)| !is_there || stays(*modulus)) {
                return self;
            }
            return Interval { lower: 0, upper: largest.min(self.upper) };
        }
        Interval { lower: 0, upper: largest }
    }

    /// The elements below 0.
    fn negative(self) -> Interval {
        Interval { lower: self.lower, upper: self.upper.min(-1) }
    }

    /// The elements above 0.
    fn positive(self) -> Interval {
        Interval { lower: self.lower.max(1), upper: self.upper }
    }

    /// The least interval with what the elements but 0 give, of which the extremes of each sign give the extremes.
    fn extremes(self, quotient: impl Fn(i64) -> Interval) -> Interval {
        if let Some(divisor) = self.as_point().filter(|divisor| *divisor != 0) {
            return quotient(divisor);
        }
        [self.negative(), self.positive()].into_iter().filter(|part| !part.is_empty()).fold(
            EMPTY,
            |all, part| {
                let [lower, upper] = [part.lower, part.upper].map(&quotient);
                all.union(lower).union(upper)
            },
        )
    }

    /// The lesser of an element of each.
    pub fn min(self, other: Interval) -> Interval {
        if self.is_empty() || other.is_empty() {
            return EMPTY;
        }
        Interval { lower: self.lower.min(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The greater of an element of each.
    pub fn max(self, other: Interval) -> Interval {
        if self.is_empty() || other.is_empty() {
            return EMPTY;
        }
        Interval { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    /// Whether the relation holds for every element of each, or for none; `None` if it depends, or one is empty.
    ///
    /// ```
    /// use tilework::affine::{Interval, Relation};
    /// let (a, b) = (Interval::new(-3, 2), Interval::new(2, 5));
    /// assert_eq!(a.compare(Relation::LessOrEqual, b), Some(true));
    /// assert_eq!((a.compare(Relation::Less, b), a.compare(Relation::Greater, b)), (None, Some(false)));
    /// ```
    pub fn compare(self, relation: Relation, other: Interval) -> Option<bool> {
        if self.is_empty() || other.is_empty() {
            return None;
        }
        let always = |relation: Relation| match relation {
            Relation::Less => self.upper < other.lower,
            Relation::LessOrEqual => self.upper <= other.lower,
            Relation::Equal => self.as_point().is_some() && self == other,
            Relation::NotEqual => self.intersect(other).is_empty(),
            Relation::GreaterOrEqual => self.lower >= other.upper,
            Relation::Greater => self.lower > other.upper,
        };
        match always(relation) {
            true => Some(true),
            false => always(relation.negated()).then_some(false),
        }
    }

    /// Whether every element is less than every one of `other`, or none is; `None` if it depends, or one is empty.
    pub fn is_less(self, other: Interval) -> Option<bool> {
        self.compare(Relation::Less, other)
    }

    /// Whether every element is the one element of `other`, or no element is in both; `None` if it depends, or one is
    /// empty.
    pub fn is_equal(self, other: Interval) -> Option<bool> {
        self.compare(Relation::Equal, other)
    }
}

impl ExprOp {
    /// The values there may be for operands in these intervals, if all of them fit in 64 bits.
    pub(super) fn range_that_fits(self, lhs: Interval, rhs: Interval) -> Option<Interval> {
        let range = self.range(lhs, rhs);
        let fits = match self {
            ExprOp::Min | ExprOp::Max => true,
            ExprOp::Add | ExprOp::Mul => range.is_bounded(),
            _ => !(rhs.contains(0) || lhs.contains(i64::MIN) && rhs.contains(-1)),
        };
        fits.then_some(range)
    }

    /// The values there may be for operands in these intervals.
    pub fn range(self, lhs: Interval, rhs: Interval) -> Interval {
        match self {
            ExprOp::Add => lhs.add(rhs),
            ExprOp::Mul => lhs.mul(rhs),
            ExprOp::Min => lhs.min(rhs),
            ExprOp::Max => lhs.max(rhs),
            ExprOp::FloorDiv => lhs.floor_div_by(rhs),
            ExprOp::CeilDiv => lhs.ceil_div_by(rhs),
            ExprOp::Mod => lhs.rem_by(rhs),
        }
    }
}

pub(super) const EMPTY: Interval = Interval { lower: i64::MAX, upper: i64::MIN };

/// An end of an interval; one that is open stands for all that do not fit, too.
#[derive(Clone, Copy)]
struct Endpoint {
    value: i64,
    is_open: bool,
}

/// The product of two ends; one that is open stays so, with the sign of the product.
fn product(lhs: Endpoint, rhs: Endpoint) -> i64 {
    if (lhs.is_open || rhs.is_open) && lhs.value != 0 && rhs.value != 0 {
        if lhs.value.signum() == rhs.value.signum() { i64::MAX } else { i64::MIN }
    } else {
        lhs.value.saturating_mul(rhs.value)
    }
}

impl Endpoint {
    /// The quotient by a number other than 0; of an open end an open one, with the sign of the quotient.
    fn divided(self, operation: ExprOp, divisor: i64) -> i64 {
        match operation.apply(self.value, divisor) {
            Some(quotient) if !self.is_open => quotient,
            _ if self.value.is_negative() == divisor.is_negative() => i64::MAX,
            _ => i64::MIN,
        }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.lower, self.upper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// By 0 there is no quotient, so nothing is known of one; by some other number among several there are those.
    #[test]
    fn quotients_by_zero() {
        let numbers = Interval::new(3, 8);
        assert_eq!([numbers.floor_div(0), numbers.ceil_div(0)], [Interval::ALL; 2]);
        for operation in [ExprOp::FloorDiv, ExprOp::CeilDiv] {
            assert!(operation.range(numbers, Interval::point(0)).is_empty(), "{operation:?}");
            assert!(operation.range(EMPTY, Interval::point(2)).is_empty(), "{operation:?}");
            let some = operation.range(numbers, Interval::new(0, 2));
            assert_eq!(some, operation.range(numbers, Interval::new(1, 2)), "{operation:?}");
        }
    }

    /// There is no range where a value of some operands does not fit or does not exist, and a range that is told is
    /// that of the operation.
    #[test]
    fn a_range_that_fits_is_one_of_values_that_all_fit() {
        let (least, most) = (i64::MIN, i64::MAX);
        let runs = [(least, least + 2), (-3, 3), (most - 2, most)];
        let intervals: Vec<Interval> = runs
            .into_iter()
            .flat_map(|(first, last)| (first..=last).map(move |lower| (lower, last)))
            .flat_map(|(lower, last)| (lower..=last).map(move |upper| Interval { lower, upper }))
            .collect();
        use ExprOp::{Add, CeilDiv, FloorDiv, Max, Min, Mod, Mul};
        for (lhs, rhs) in intervals.iter().flat_map(|lhs| intervals.iter().map(move |rhs| (*lhs, *rhs))) {
            for operation in [Add, Mul, FloorDiv, CeilDiv, Mod, Min, Max] {
                let mut pairs =
                    (lhs.lower..=lhs.upper).flat_map(|a| (rhs.lower..=rhs.upper).map(move |b| (a, b)));
                let all_fit = pairs.all(|(a, b)| operation.apply(a, b).is_some());
                let range = operation.range(lhs, rhs);
                // a sum or a product that may be an end is taken for one that does not fit
                let is_known = all_fit && (range.is_bounded() || !matches!(operation, Add | Mul));
                let wanted = is_known.then_some(range);
                assert_eq!(operation.range_that_fits(lhs, rhs), wanted, "{operation:?} {lhs} {rhs}");
            }
        }
    }
}
