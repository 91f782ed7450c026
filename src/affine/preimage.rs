//! The values of `x` for which something done to it is in an interval.
use super::interval::Interval;

/// The interval of `x` for `x + constant` in this one, and whether its ends fit.
pub(super) fn shifted(bounds: Interval, constant: i64) -> (Interval, bool) {
    let by = |end: i64| i128::from(end) - i128::from(constant);
    fitting(bounds, by(bounds.lower), by(bounds.upper))
}

/// The interval of `x` for `x floordiv divisor` in this one, and whether its ends fit.
pub(super) fn dividends(bounds: Interval, divisor: i64) -> (Interval, bool) {
    let least = |end: i64| i128::from(end) * i128::from(divisor);
    fitting(bounds, least(bounds.lower), least(bounds.upper) + i128::from(divisor) - 1)
}

/// The numbers of 64 bits between two ends, where those that are open stay so, and whether the others fit.
fn fitting(bounds: Interval, lower: i128, upper: i128) -> (Interval, bool) {
    let (least, most) = (i128::from(i64::MIN), i128::from(i64::MAX));
    let lower = if bounds.lower == i64::MIN { None } else { Some(lower) };
    let upper = if bounds.upper == i64::MAX { None } else { Some(upper) };
    // an end at the last number would seem to be open
    let fits = [lower, upper].into_iter().flatten().all(|end| least < end && end < most);
    let (lower, upper) = (lower.unwrap_or(least), upper.unwrap_or(most));
    if lower > most || upper < least {
        return (Interval { lower: i64::MAX, upper: i64::MIN }, fits);
    }
    let lower = i64::try_from(lower).unwrap_or(i64::MIN);
    (Interval { lower, upper: i64::try_from(upper).unwrap_or(i64::MAX) }, fits)
}

/// The interval of `x` for `factor * x` in `bounds`.
pub(super) fn multiples_in(bounds: Interval, factor: i64) -> Interval {
    let (lower, upper) = (Interval::point(bounds.lower), Interval::point(bounds.upper));
    if factor == 1 {
        bounds
    } else if factor.is_positive() {
        Interval { lower: lower.ceil_div(factor).lower, upper: upper.floor_div(factor).upper }
    } else {
        Interval { lower: upper.ceil_div(factor).lower, upper: lower.floor_div(factor).upper }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers near the ends of 64 bits and near 0.
    fn numbers() -> impl Iterator<Item = i64> + Clone {
        let around = |middle: i64| (-3..=3i64).filter_map(move |step| middle.checked_add(step));
        [i64::MIN, i64::MIN / 2, 0, i64::MAX / 2, i64::MAX].into_iter().flat_map(around)
    }

    fn intervals() -> impl Iterator<Item = Interval> {
        let between =
            |lower: i64| numbers().filter(move |upper| lower <= *upper).map(move |upper| (lower, upper));
        numbers().flat_map(between).map(|(lower, upper)| Interval { lower, upper })
    }

    /// Whether a number that may have more than 64 bits is in an interval whose ends may be open.
    fn is_in(bounds: Interval, value: i128) -> bool {
        (bounds.lower == i64::MIN || i128::from(bounds.lower) <= value)
            && (bounds.upper == i64::MAX || value <= i128::from(bounds.upper))
    }

    /// The interval has those numbers of 64 bits whose image is in the bounds; the others it may have only where it
    /// is said that an end does not fit.
    fn assert_preimage(bounds: Interval, (found, fits): (Interval, bool), image: impl Fn(i128) -> i128) {
        for value in numbers() {
            let is_meant = is_in(bounds, image(i128::from(value)));
            assert_eq!(found.contains(value), is_meant, "{bounds} {found} {fits} {value}");
        }
        for value in [i128::from(i64::MIN) - 1, i128::from(i64::MAX) + 1, i128::MIN / 4, i128::MAX / 4] {
            assert!(!fits || is_in(found, value) == is_in(bounds, image(value)), "{bounds} {found} {value}");
        }
    }

    #[test]
    fn a_shifted_interval_has_what_the_sum_is_in() {
        for bounds in intervals() {
            for constant in numbers() {
                assert_preimage(bounds, shifted(bounds, constant), |value| value + i128::from(constant));
            }
        }
        assert_eq!(shifted(Interval::new(-4, 9), 3), (Interval::new(-7, 6), true));
        let low = Interval { lower: i64::MIN, upper: 9 };
        assert_eq!(shifted(low, 3), (Interval { lower: i64::MIN, upper: 6 }, true));
        assert_eq!(shifted(Interval::new(1, i64::MAX), 3), (Interval { lower: -2, upper: i64::MAX }, true));
    }

    #[test]
    fn dividends_are_what_the_quotient_is_in() {
        for bounds in intervals() {
            for divisor in [1, 2, 3, 7, i64::MAX / 2, i64::MAX] {
                let quotient = |value: i128| value.div_euclid(i128::from(divisor));
                assert_preimage(bounds, dividends(bounds, divisor), quotient);
            }
        }
        assert_eq!(dividends(Interval::new(-2, 3), 4), (Interval::new(-8, 15), true));
    }

    /// Ends at the least and the last number would seem to be open.
    #[test]
    fn an_end_fits_between_the_open_ones() {
        let most = i64::MAX - 5;
        for (constant, fits) in [(-4, true), (-5, false), (-6, false)] {
            assert_eq!(shifted(Interval::new(0, most), constant).1, fits, "{constant}");
            assert_eq!(shifted(Interval::new(-most - 1, 0), -constant).1, fits, "{constant}");
        }
    }

    #[test]
    fn multiples_are_those_in_the_interval() {
        for (lower, upper) in (-13..=13).flat_map(|lower| (lower..=13).map(move |upper| (lower, upper))) {
            let bounds = Interval::new(lower, upper);
            for factor in [-14, -3, -2, -1, 1, 2, 3, 5, 14] {
                let found = multiples_in(bounds, factor);
                for value in -14..=14 {
                    assert_eq!(found.contains(value), bounds.contains(factor * value), "{bounds} {factor}");
                }
            }
        }
    }
}
