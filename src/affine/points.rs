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
    Ok((None, is_small))
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

/// Calls `visit` with some points of the intervals: the first ones, and then those near ends, powers of two and
/// anywhere.
pub(super) fn samples(bounds: &[Interval], visit: &mut impl FnMut(&[i64]) -> bool) {
    if bounds.iter().any(|bounds| bounds.is_empty()) {
        return;
    }
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut random = move || {
        // SplitMix64
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    };
    let mut near = |bounds: &Interval, spread: u64| {
        let (choice, value) = (random() % 8, random());
        let within = |offset: u64| bounds.lower.wrapping_add_unsigned(offset % bounds.len());
        match choice {
            0 | 1 => within(value % spread.max(1)),
            2 => bounds.upper.wrapping_sub_unsigned(value % spread.max(1) % bounds.len()),
            3 => (1i64 << (value % 63)).wrapping_sub(1 - i64::from(value >> 32 & 1 == 1)),
            4 => 0,
            _ => within(value),
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
    for number in 0..SAMPLES / 2 {
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
