//! Points of intervals, one after another.
use super::expr::Expr;
use super::interval::Interval;
use crate::dynamic::{MAX_ENUMERATED, Result};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// At most so many points of a domain are tried one after another.
pub const MOST_POINTS: u64 = 1 << 20;

/// So many points are tried where there are too many to try each.
pub(super) const SAMPLES: usize = 1 << 13;

/// How many points there are in these intervals, if that fits.
pub(super) fn number_of(bounds: &[Interval]) -> Option<u64> {
    bounds.iter().try_fold(1u64, |points, bounds| points.checked_mul(bounds.len()))
}

/// Calls `visit` with each point of the intervals, the last variable fastest, until it says that it has seen enough.
pub(crate) fn each_point(bounds: &[Interval], visit: &mut impl FnMut(&[i64]) -> bool) {
    if bounds.iter().any(|bounds| bounds.is_empty()) {
        return;
    }
    let mut point: Vec<i64> = bounds.iter().map(|bounds| bounds.lower).collect();
    loop {
        if !visit(&point) {
            return;
        }
        let Some(next) = (0..point.len()).rev().find(|&number| point[number] < bounds[number].upper) else {
            return;
        };
        point[next] += 1;
        for number in next + 1..point.len() {
            point[number] = bounds[number].lower;
        }
    }
}

/// What is found at an index of a box of these sizes, and whether every index was looked at: where there are too many
/// of them, only some at which things often differ.
pub(crate) fn find_index<T>(
    sizes: &[i64],
    mut find: impl FnMut(&[i64]) -> Result<Option<T>>,
) -> Result<(Option<T>, bool)> {
    let elements = sizes.iter().try_fold(1i64, |product, size| product.checked_mul(*size));
    let is_small = elements.is_some_and(|elements| elements <= MAX_ENUMERATED);
    let values: Vec<Vec<i64>> =
        sizes.iter().map(|&size| if is_small { (0..size).collect() } else { corners(size) }).collect();
    let mut places = alloc::vec![0; sizes.len()];
    for _ in 0..MAX_ENUMERATED {
        let index: SmallVec<[i64; 6]> =
            places.iter().zip(&values).map(|(&place, values)| values[place]).collect();
        let found = find(&index)?;
        let next = places.iter().zip(&values).position(|(place, values)| place + 1 < values.len());
        let (None, Some(next)) = (&found, next) else { return Ok((found, is_small)) };
        places[next] += 1;
        places[..next].fill(0);
    }
    Ok((None, false))
}

/// Some indices at which things often differ.
fn corners(size: i64) -> Vec<i64> {
    let near = (0..i64::BITS - 1).map(|bit| 1i64 << bit).take_while(|value| *value < size);
    let mut values: Vec<i64> = near.flat_map(|value| [value - 1, value, size - value]).collect();
    values.push(0);
    values.sort_unstable();
    values.dedup();
    values
}

/// Calls `visit` with [`SAMPLES`] points of the intervals, until it says that it has seen enough: the first ones, and
/// then those near ends, powers of two and anywhere.
pub(super) fn samples(bounds: &[Interval], visit: &mut impl FnMut(&[i64]) -> bool) {
    if bounds.iter().any(|bounds| bounds.is_empty()) {
        return;
    }
    let mut state = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835u128;
    let mut random = move || {
        // Lehmer's
        state = state.wrapping_mul(0xDA94_2042_E4DD_58B5);
        (state >> 64) as u64
    };
    let mut near = |bounds: &Interval, spread: u64| {
        let (choice, value) = (random() % 8, random());
        match choice {
            0 | 1 => bounds.lower.saturating_add_unsigned(value % spread),
            2 => bounds.upper.saturating_sub_unsigned(value % spread),
            3 => 1 << (value % 63),
            4 => (1 << (value % 63)) - 1,
            5 => 0,
            _ => bounds.lower.wrapping_add_unsigned(value % bounds.len()),
        }
        .clamp(bounds.lower, bounds.upper)
    };
    let first: Vec<Interval> = bounds
        .iter()
        .map(|bounds| Interval {
            lower: bounds.lower,
            upper: bounds.upper.min(bounds.lower.saturating_add(11)),
        })
        .collect();
    let (mut tried, mut goes_on) = (0, true);
    each_point(&first, &mut |point| {
        goes_on = visit(point);
        tried += 1;
        goes_on && tried < SAMPLES / 2
    });
    for number in tried..SAMPLES {
        if !goes_on {
            return;
        }
        let spread = 1 + (number as u64 % 64);
        let point: Vec<i64> = bounds.iter().map(|bounds| near(bounds, spread)).collect();
        goes_on = visit(&point);
    }
}

/// For each variable a number that it has in common with those it stands together with in an expression, directly or
/// through others.
pub(super) fn connected<'e>(variables: usize, exprs: impl Iterator<Item = &'e Expr>) -> Vec<usize> {
    let mut part_of: Vec<usize> = (0..variables).collect();
    for expr in exprs {
        let mut first: Option<usize> = None;
        expr.each_variable(&mut |number| {
            let own = part_of[number as usize];
            match first {
                None => first = Some(own),
                Some(part) if part == own => {}
                Some(part) => {
                    part_of.iter_mut().filter(|other| **other == own).for_each(|other| *other = part);
                }
            }
        });
    }
    part_of
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::Error;
    use alloc::collections::BTreeSet;

    fn visited(bounds: &[Interval], most: usize) -> Vec<Vec<i64>> {
        let mut points = Vec::new();
        samples(bounds, &mut |point| {
            points.push(point.to_vec());
            points.len() < most
        });
        points
    }

    #[test]
    fn points_are_counted_and_visited_in_row_major_order() {
        let bounds = [Interval::new(-1, 1), Interval::point(7), Interval::new(2, 5)];
        let all: Vec<Vec<i64>> =
            (-1..=1).flat_map(|first| (2..=5).map(move |last| Vec::from([first, 7, last]))).collect();
        assert_eq!(number_of(&bounds), Some(all.len() as u64));
        for most in 1..=all.len() {
            let mut points = Vec::new();
            each_point(&bounds, &mut |point| {
                points.push(point.to_vec());
                points.len() < most
            });
            assert_eq!(points, all[..most]);
        }
        each_point(&[bounds[0], Interval::new(0, -1)], &mut |point| panic!("{point:?}"));
        assert_eq!(number_of(&[Interval::of_size(1 << 32), Interval::of_size(1 << 31)]), Some(1 << 63));
        assert_eq!(number_of(&[Interval::of_size(1 << 32); 2]), None);
    }

    #[test]
    fn samples_are_points_of_the_intervals() {
        let ends =
            [Interval::ALL, Interval::new(i64::MAX - 3, i64::MAX), Interval::new(i64::MIN, i64::MIN + 3)];
        let others = [Interval::of_size(1 << 40), Interval::new(-100, 1_000_000), Interval::point(-3)];
        for bounds in ends.into_iter().chain(others) {
            for bounds in [&[bounds][..], &[bounds, Interval::of_size(5)], &[bounds; 6]] {
                let points = visited(bounds, usize::MAX);
                assert_eq!(points.len(), SAMPLES);
                let is_inside = |point: &Vec<i64>| {
                    bounds.iter().zip(point).all(|(bounds, value)| bounds.contains(*value))
                };
                assert!(points.iter().all(is_inside), "{bounds:?}");
                for most in [1, 2, SAMPLES / 2, SAMPLES / 2 + 1, SAMPLES - 1] {
                    assert_eq!(visited(bounds, most), points[..most], "{bounds:?}");
                }
            }
        }
        assert!(visited(&[Interval::of_size(5), Interval::new(0, -1)], usize::MAX).is_empty());
    }

    /// The first twelve values of each variable come first; of many variables, the last ones have all of these.
    #[test]
    fn the_first_points_are_among_the_samples() {
        let bounds = [Interval::new(-5, 1 << 50), Interval::new(3, 9)];
        let mut first = Vec::new();
        each_point(&[Interval::new(-5, 6), bounds[1]], &mut |point| {
            first.push(point.to_vec());
            true
        });
        assert_eq!(visited(&bounds, first.len()), first);
        let points = visited(&[Interval::of_size(1 << 20); 6], usize::MAX);
        let is_first = |point: &&Vec<i64>| point.iter().all(|value| *value < 12);
        assert_eq!(points.iter().take_while(is_first).count(), SAMPLES / 2);
    }

    /// Of one variable the values near the ends are tried, almost all powers of two and what is one less, and values
    /// in each sixteenth of its interval.
    #[test]
    fn samples_are_where_things_often_differ() {
        let (lower, upper) = (-3_000_000_000_000_000_000, 4_000_000_000_000_000_000);
        let tried: BTreeSet<i64> =
            visited(&[Interval::new(lower, upper)], usize::MAX).into_iter().map(|point| point[0]).collect();
        assert!((0..24).all(|gap| tried.contains(&(lower + gap)) && tried.contains(&(upper - gap))));
        let powers = (0..62).filter(|bit| tried.contains(&(1 << bit))).count();
        let below = (2..62).filter(|bit| tried.contains(&((1 << bit) - 1))).count();
        assert!(powers > 58 && below > 56 && tried.contains(&0), "{powers} and {below}");
        let parts: BTreeSet<i128> =
            tried.iter().map(|value| i128::from(value - lower) * 16 / i128::from(upper - lower)).collect();
        assert!((0..16).all(|part| parts.contains(&part)), "{parts:?}");
        let mut both = visited(&[Interval::of_size(1 << 40); 2], usize::MAX).into_iter();
        assert!(both.any(|point| point.iter().all(|value| *value == (1 << 40) - 1)), "the last corner");
    }

    #[test]
    fn every_index_of_a_small_box_is_looked_at() {
        let mut looked = Vec::new();
        let mut look = |index: &[i64]| -> Result<Option<()>> {
            looked.push(index.to_vec());
            Ok(None)
        };
        assert_eq!(find_index(&[2, 1, 3], &mut look), Ok((None, true)));
        assert_eq!(find_index(&[], &mut look), Ok((None, true)));
        let all = (0..3).flat_map(|last| (0..2).map(move |first| Vec::from([first, 0, last])));
        assert_eq!(looked, all.chain([Vec::new()]).collect::<Vec<_>>());
        let third = |index: &[i64]| Ok((index == [0, 1]).then_some(3));
        assert_eq!(find_index(&[2, 2], third), Ok((Some(3), true)));
        let fails = |_: &[i64]| -> Result<Option<()>> { Err(Error::overflow("an index")) };
        assert_eq!(find_index(&[2, 2], fails), Err(Error::overflow("an index")));
        // whether every index would be looked at, at the limit and beyond
        for (sizes, is_small) in [
            (&[MAX_ENUMERATED][..], true),
            (&[2, MAX_ENUMERATED / 2 + 1], false),
            (&[1 << 32, 1 << 31], false),
        ] {
            assert_eq!(find_index(sizes, |_| Ok(Some(()))), Ok((Some(()), is_small)), "{sizes:?}");
        }
    }

    /// Of a large box indices whose entries are near powers of two, counted from both ends.
    #[test]
    fn corners_of_a_large_box_are_looked_at() {
        for size in [MAX_ENUMERATED + 1, 1 << 40, (1 << 40) + 1, 1 << 62, i64::MAX] {
            let mut looked = BTreeSet::new();
            let look = |index: &[i64]| -> Result<Option<()>> {
                assert!(looked.insert(index.to_vec()), "{index:?} is looked at twice");
                Ok(None)
            };
            assert_eq!(find_index(&[size, 2], look), Ok((None, false)));
            let powers = || (0..63).map(|bit| 1 << bit).take_while(|power| *power < size);
            let entries = powers().flat_map(|power| [power - 1, power, size - power]);
            let all = entries.flat_map(|entry| [0, 1].map(|last| Vec::from([entry, last])));
            assert_eq!(looked, all.collect(), "{size}");
        }
    }

    /// A chain of sums connects all its variables, in whatever order the sums come.
    #[test]
    fn variables_of_one_expression_are_connected_also_through_others() {
        let sum =
            |numbers: &[u32]| numbers.iter().map(|number| Expr::variable(*number)).reduce(Expr::add).unwrap();
        let exprs = [&[0, 1][..], &[6, 5, 6], &[2, 3], &[3, 1], &[4]].map(sum);
        for first in 0..exprs.len() {
            let part_of = connected(8, exprs[first..].iter().chain(&exprs[..first]));
            let parts: Vec<Vec<usize>> = (0..8)
                .map(|variable| (0..8).filter(|other| part_of[*other] == part_of[variable]).collect())
                .collect();
            let chain = Vec::from([0, 1, 2, 3]);
            let pair = Vec::from([5, 6]);
            let alone = |number| Vec::from([number]);
            let wanted = [&chain, &chain, &chain, &chain, &alone(4), &pair, &pair, &alone(7)];
            assert!(parts.iter().eq(wanted), "{first}: {part_of:?}");
        }
    }
}
