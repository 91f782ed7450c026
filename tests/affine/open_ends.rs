//! Intervals whose ends stand for all numbers beyond 64 bits, and remainders by several numbers.
use tilework::affine::{ExprOp, Interval};

const ENDS: [i64; 12] =
    [i64::MIN, i64::MIN + 1, i64::MIN / 2, -7, -1, 0, 1, 2, 9, i64::MAX / 2, i64::MAX - 1, i64::MAX];

fn intervals() -> Vec<Interval> {
    let from = |lower: i64| ENDS.into_iter().filter(move |upper| lower <= *upper);
    ENDS.into_iter().flat_map(|lower| from(lower).map(move |upper| Interval::new(lower, upper))).collect()
}

/// Some elements, and numbers beyond 64 bits where an end is open.
fn elements(interval: Interval) -> Vec<i128> {
    let far = 1i128 << 70;
    let inside = ENDS.into_iter().filter(|value| interval.contains(*value)).map(i128::from);
    let below = [-far, i128::from(i64::MIN) - 1].into_iter().filter(|_| interval.lower == i64::MIN);
    let above = [far, i128::from(i64::MAX) + 1].into_iter().filter(|_| interval.upper == i64::MAX);
    inside.chain(below).chain(above).collect()
}

/// Whether it is an element, with all numbers beyond an end that is open.
fn has(interval: Interval, value: i128) -> bool {
    (interval.lower == i64::MIN || i128::from(interval.lower) <= value)
        && (interval.upper == i64::MAX || value <= i128::from(interval.upper))
}

fn rounded(dividend: i128, divisor: i128, is_up: bool) -> i128 {
    let below = (dividend - dividend.rem_euclid(divisor)) / divisor;
    // of a negative divisor this is rounded up
    let is_exact = dividend % divisor == 0;
    match (divisor > 0, is_up) {
        _ if is_exact => below,
        (true, false) | (false, true) => below,
        (true, true) => below + 1,
        (false, false) => below - 1,
    }
}

#[test]
fn what_does_not_fit_is_beyond_an_open_end() {
    let all = intervals();
    for (lhs, rhs) in all.iter().flat_map(|lhs| all.iter().map(move |rhs| (*lhs, *rhs))) {
        let (left, right) = (elements(lhs), elements(rhs));
        let pairs = || left.iter().flat_map(|a| right.iter().map(move |b| (*a, *b)));
        for (a, b) in pairs() {
            for (range, value) in [
                (lhs.add(rhs), a + b),
                (lhs.mul(rhs), a.saturating_mul(b)),
                (lhs.min(rhs), a.min(b)),
                (lhs.max(rhs), a.max(b)),
                (lhs.neg(), -a),
                (lhs.union(rhs), a),
            ] {
                assert!(has(range, value), "{lhs} {rhs}: {range} at {a}, {b}");
            }
        }
    }
}

#[test]
fn quotients_that_do_not_fit_are_beyond_an_open_end() {
    let divisors = ENDS.into_iter().filter(|divisor| *divisor != 0);
    for (lhs, divisor) in divisors.flat_map(|divisor| intervals().into_iter().map(move |lhs| (lhs, divisor)))
    {
        for value in elements(lhs) {
            for (range, is_up) in [(lhs.floor_div(divisor), false), (lhs.ceil_div(divisor), true)] {
                let quotient = rounded(value, divisor.into(), is_up);
                assert!(has(range, quotient), "{lhs} by {divisor}: {range} at {value}: {quotient}");
            }
        }
        // what fits is known
        if lhs.is_bounded() {
            let ends = [lhs.lower, lhs.upper].map(i128::from);
            for (range, is_up) in [(lhs.floor_div(divisor), false), (lhs.ceil_div(divisor), true)] {
                let ends = ends.map(|end| rounded(end, divisor.into(), is_up));
                let wanted = [ends[0].min(ends[1]), ends[0].max(ends[1])];
                assert_eq!([range.lower, range.upper].map(i128::from), wanted, "{lhs} by {divisor}");
            }
        }
    }
}

/// A remainder is less than the largest modulus, and no larger than what is divided if that is not negative; where
/// nothing is changed, nothing else is known.
#[test]
fn remainders_by_several_numbers() {
    let between = |first: i64, last: i64| {
        (first..=last).flat_map(move |lower| (lower..=last).map(move |upper| Interval::new(lower, upper)))
    };
    for (lhs, moduli) in between(-3, 7).flat_map(|lhs| between(-6, 6).map(move |moduli| (lhs, moduli))) {
        let range = lhs.rem_by(moduli);
        let sizes = (moduli.lower..=moduli.upper).map(i64::abs).filter(|size| *size > 0);
        let (Some(least), Some(most)) = (sizes.clone().min(), sizes.max()) else {
            assert!(range.is_empty() || moduli == Interval::point(0), "{lhs} {moduli}: {range}");
            continue;
        };
        let context = format!("{lhs} {moduli}: {range}");
        for (value, modulus) in (lhs.lower..=lhs.upper)
            .flat_map(|value| (moduli.lower..=moduli.upper).map(move |modulus| (value, modulus)))
        {
            assert!(ExprOp::Mod.apply(value, modulus).is_none_or(|rest| range.contains(rest)), "{context}");
        }
        assert!(Interval::of_size(most).covers(range), "{context}");
        if lhs.lower >= 0 {
            assert!(range.upper <= lhs.upper, "{context}");
        }
        if lhs.lower >= 0 && lhs.upper < least {
            assert_eq!(range, lhs, "{context}");
        }
    }
    let (least, most) = (i64::MIN, i64::MAX);
    // of the size 2^63 every number is less, but a negative one changes
    assert_eq!(Interval::new(3, most).rem(least), Interval::new(3, most));
    assert_eq!(Interval::new(-1, 5).rem(least), Interval::new(0, most));
    assert_eq!(Interval::new(3, most).rem_by(Interval::new(least, least)), Interval::new(3, most));
    assert_eq!(Interval::new(3, 9).rem_by(Interval::new(least, least + 1)), Interval::new(3, 9));
    assert_eq!(Interval::new(0, most).rem_by(Interval::new(least, least + 1)).upper, most);
    assert_eq!(Interval::new(-1, 9).rem_by(Interval::new(least, -5)), Interval::new(0, most));
}
