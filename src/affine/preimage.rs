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
    } else if factor > 0 {
        Interval { lower: lower.ceil_div(factor).lower, upper: upper.floor_div(factor).upper }
    } else {
        Interval { lower: upper.ceil_div(factor).lower, upper: lower.floor_div(factor).upper }
    }
}
