//! Intervals against their definition: all elements of all small intervals, in the middle of the 64-bit numbers and
//! at their ends.

use std::collections::BTreeSet;
use tilework::affine::{ExprOp, Interval, Relation};

const OPERATIONS: [ExprOp; 7] =
    [ExprOp::Add, ExprOp::Mul, ExprOp::FloorDiv, ExprOp::CeilDiv, ExprOp::Mod, ExprOp::Min, ExprOp::Max];
const RELATIONS: [Relation; 6] = [
    Relation::Less,
    Relation::LessOrEqual,
    Relation::Equal,
    Relation::NotEqual,
    Relation::GreaterOrEqual,
    Relation::Greater,
];

/// All intervals in some runs of numbers, with no element, too.
fn intervals(runs: &[(i64, i64)]) -> Vec<Interval> {
    let of_run = |&(first, last): &(i64, i64)| {
        (first..=last).flat_map(move |lower| {
            (lower.saturating_sub(1)..=last).map(move |upper| Interval::new(lower, upper))
        })
    };
    runs.iter().flat_map(of_run).collect()
}

fn elements(interval: Interval) -> impl Iterator<Item = i64> + Clone {
    interval.lower..=interval.upper
}

fn pairs(intervals: &[Interval]) -> impl Iterator<Item = (Interval, Interval)> {
    intervals.iter().flat_map(move |lhs| intervals.iter().map(move |rhs| (*lhs, *rhs)))
}

/// The values there are, and whether there is one that does not fit.
fn values(operation: ExprOp, lhs: Interval, rhs: Interval) -> (BTreeSet<i64>, bool) {
    let is_division = matches!(operation, ExprOp::FloorDiv | ExprOp::CeilDiv | ExprOp::Mod);
    let pairs = elements(lhs).flat_map(|a| elements(rhs).map(move |b| (a, b)));
    let pairs = pairs.filter(|(_, b)| !is_division || *b != 0);
    let all: Vec<Option<i64>> = pairs.map(|(a, b)| operation.apply(a, b)).collect();
    (all.iter().copied().flatten().collect(), all.contains(&None))
}

fn hull(values: &BTreeSet<i64>) -> Interval {
    Interval::new(*values.first().unwrap_or(&1), *values.last().unwrap_or(&0))
}

/// Whether no other interval would do. Remainders by several numbers are known less exactly.
fn is_least(operation: ExprOp, rhs: Interval) -> bool {
    operation != ExprOp::Mod || rhs.as_point().is_some()
}

#[test]
fn small_intervals() {
    for (lhs, rhs) in pairs(&intervals(&[(-7, 7), (12, 14), (-14, -12)])) {
        for operation in OPERATIONS {
            let (values, _) = values(operation, lhs, rhs);
            let range = operation.range(lhs, rhs);
            let context = format!("{operation:?} {lhs} {rhs}: {range}, {values:?}");
            assert!(values.iter().all(|value| range.contains(*value)), "{context}");
            if values.is_empty() {
                assert!(range.is_empty() || rhs == Interval::point(0), "{context}");
            } else if is_least(operation, rhs) {
                assert_eq!(range, hull(&values), "{context}");
            }
        }
    }
}

/// At the ends nothing overflows, what fits is there, and the interval is the least one where neither end of an
/// operand is open.
#[test]
fn intervals_at_the_ends() {
    let (least, most) = (i64::MIN, i64::MAX);
    let middle = most / 2;
    let runs = [(least, least + 3), (-middle - 2, -middle), (-2, 2), (middle, middle + 2), (most - 3, most)];
    for (lhs, rhs) in pairs(&intervals(&runs)) {
        for operation in OPERATIONS {
            let (values, overflows) = values(operation, lhs, rhs);
            let range = operation.range(lhs, rhs);
            let context = format!("{operation:?} {lhs} {rhs}: {range}, {values:?}");
            assert!(values.iter().all(|value| range.contains(*value)), "{context}");
            let is_closed = lhs.is_bounded() && rhs.is_bounded();
            if !values.is_empty() && !overflows && is_closed && is_least(operation, rhs) {
                assert_eq!(range, hull(&values), "{context}");
            }
        }
    }
}

/// Intervals between any two of some numbers, looked at at those.
#[test]
fn wide_intervals() {
    let ends =
        [i64::MIN, i64::MIN + 1, i64::MIN / 2, -7, -1, 0, 1, 2, 9, i64::MAX / 2, i64::MAX - 1, i64::MAX];
    let between =
        |lower: i64| ends.iter().filter(move |upper| lower <= **upper).map(move |upper| (lower, *upper));
    let all: Vec<Interval> = ends
        .iter()
        .flat_map(|lower| between(*lower))
        .map(|(lower, upper)| Interval::new(lower, upper))
        .collect();
    for (lhs, rhs) in pairs(&all) {
        for operation in OPERATIONS {
            let range = operation.range(lhs, rhs);
            for &a in ends.iter().filter(|value| lhs.contains(**value)) {
                for &b in ends.iter().filter(|value| rhs.contains(**value)) {
                    let value = operation.apply(a, b);
                    assert!(
                        value.is_none_or(|value| range.contains(value)),
                        "{operation:?} {a} {b}: {range}"
                    );
                }
            }
        }
    }
}

#[test]
fn relations() {
    let runs = [(-4, 4), (i64::MIN, i64::MIN + 2), (i64::MAX - 2, i64::MAX)];
    for (lhs, rhs) in pairs(&intervals(&runs)) {
        for relation in RELATIONS {
            let held: BTreeSet<bool> =
                elements(lhs).flat_map(|a| elements(rhs).map(move |b| relation.holds(a, b))).collect();
            let expected = if held.len() == 1 { held.first().copied() } else { None };
            assert_eq!(lhs.compare(relation, rhs), expected, "{lhs} {relation:?} {rhs}");
            assert_eq!(lhs.compare(relation.negated(), rhs), expected.map(|held| !held));
        }
        assert_eq!(lhs.is_less(rhs), lhs.compare(Relation::Less, rhs));
        assert_eq!(lhs.is_equal(rhs), lhs.compare(Relation::Equal, rhs));
    }
}

#[test]
fn sets() {
    for (lhs, rhs) in pairs(&intervals(&[(-5, 5), (i64::MIN, i64::MIN + 2), (i64::MAX - 2, i64::MAX)])) {
        let (left, right): (BTreeSet<i64>, BTreeSet<i64>) =
            (elements(lhs).collect(), elements(rhs).collect());
        assert_eq!(lhs.len(), left.len() as u64);
        assert_eq!(lhs.is_empty(), left.is_empty());
        assert_eq!(lhs.intersect(rhs).len(), left.intersection(&right).count() as u64, "{lhs} {rhs}");
        assert_eq!(lhs.covers(rhs), right.is_subset(&left), "{lhs} {rhs}");
        let both: BTreeSet<i64> = left.union(&right).copied().collect();
        assert!(both.is_empty() == lhs.union(rhs).is_empty());
        assert!(both.is_empty() || lhs.union(rhs) == hull(&both), "{lhs} {rhs}");
        let negated: BTreeSet<i64> = left.iter().filter_map(|value| value.checked_neg()).collect();
        assert!(negated.iter().all(|value| lhs.neg().contains(*value)), "{lhs}");
        assert!(
            left.contains(&i64::MIN)
                || left.is_empty()
                || lhs.upper == i64::MAX
                || lhs.neg() == hull(&negated),
            "{lhs}"
        );
        assert!(!left.is_empty() || lhs.neg().is_empty(), "{lhs}");
    }
    let nothing = Interval::new(1, 0);
    for operation in OPERATIONS {
        assert!(operation.range(nothing, Interval::point(2)).is_empty(), "{operation:?}");
        assert!(operation.range(Interval::point(2), nothing).is_empty(), "{operation:?}");
    }
    assert!(Interval::of_size(i64::MIN).is_empty());
}
