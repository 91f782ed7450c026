//! Ranks of the target chosen so that most stays where it is.
use super::segments::{Segments, common_segments};
use crate::dynamic::{Result, invalid};
use crate::shard::distribution::Distribution;
use alloc::vec;
use alloc::vec::Vec;

/// The target on other ranks, those for which the least moves: for callers who may say which rank gets which part.
///
/// Post-condition: of all ways to give the parts of the target to its ranks, none keeps more elements where they are;
/// where the ranks as they are keep as many, nothing changes. It is an assignment, solved in the cube of the ranks.
/// Source: Kuhn and Munkres; COSTA, *Optimal relabelling*.
///
/// # Errors
/// If the sizes of the arrays differ, or there are more than 1024 ranks.
///
/// ```
/// use tilework::shard::{Distribution, plan::relabelled};
/// let on = |text| Distribution::read(text, &[8, 8], 4);
/// let (source, target) = (on("devices=[4,1]<=[4]")?, on("devices=[4,1]3,1,0,2")?);
/// assert_eq!(relabelled(&source, &target)?.owners(&[0, 0])?, [0]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn relabelled(source: &Distribution, target: &Distribution) -> Result<Distribution> {
    if source.extents() != target.extents() {
        let (from, to) = (source.extents(), target.extents());
        return Err(invalid!("relabel", "an array of sizes {from:?} does not become one of {to:?}"));
    }
    let ranks = target.ranks();
    if ranks > MOST_RANKS {
        return Err(invalid!(
            "relabel",
            "{ranks} ranks: an assignment of more than {MOST_RANKS} takes too long"
        ));
    }
    let common = common_elements(source, target);
    let kept: Vec<Vec<i64>> = (0..ranks)
        .map(|part| {
            let to = target.parts_of(part);
            let of_rank = |rank: i64| match (source.parts_of(rank), &to) {
                (Some((from, _)), Some((to, _))) => {
                    let each = common.iter().zip(from.iter().zip(to));
                    each.map(|(table, (&from, &to))| table.at(from, to)).product()
                }
                _ => 0,
            };
            (0..ranks).map(of_rank).collect()
        })
        .collect();
    let chosen = assignment(&kept);
    let sum = |rank_of: &dyn Fn(usize) -> usize| -> i128 {
        kept.iter().enumerate().map(|(part, row)| i128::from(row[rank_of(part)])).sum()
    };
    if sum(&|part| chosen[part]) == sum(&|part| part) {
        return Ok(target.clone());
    }
    let chosen: Vec<i64> = chosen.iter().filter_map(|&rank| i64::try_from(rank).ok()).collect();
    target.with_ranks(&chosen)
}

const MOST_RANKS: i64 = 1024;

/// How many elements each part of the source and each part of the target have in common, of one dimension.
struct CommonElements {
    parts: i64,
    elements: Vec<i64>,
}

impl CommonElements {
    fn at(&self, from: i64, to: i64) -> i64 {
        let place = usize::try_from(from * self.parts + to);
        place.ok().and_then(|place| self.elements.get(place)).copied().unwrap_or(0)
    }
}

fn common_elements(source: &Distribution, target: &Distribution) -> Vec<CommonElements> {
    let cuts = source.dimensions().iter().zip(target.dimensions());
    let of_parts = cuts.map(|(own, other)| {
        let count =
            |from, to| common_segments(own, from, other, to).iter().map(Segments::elements).sum::<i64>();
        let elements = (0..own.parts()).flat_map(|from| (0..other.parts()).map(move |to| count(from, to)));
        CommonElements { parts: other.parts(), elements: elements.collect() }
    });
    of_parts.collect()
}

/// For each row a column of its own, such that the sum of what is there is the greatest: shortest paths that augment,
/// one row after another.
fn assignment(value: &[Vec<i64>]) -> Vec<usize> {
    let count = value.len();
    // column `count` stands for the row that is added
    let mut row_of = vec![usize::MAX; count + 1];
    let (mut row_price, mut column_price) = (vec![0_i64; count], vec![0_i64; count + 1]);
    for row in 0..count {
        row_of[count] = row;
        let (mut distance, mut before) = (vec![i64::MAX; count], vec![count; count]);
        let mut is_done = vec![false; count + 1];
        let mut here = count;
        loop {
            is_done[here] = true;
            let own = row_of[here];
            let (mut nearest, mut step) = (count, i64::MAX);
            for column in (0..count).filter(|&column| !is_done[column]) {
                let cost = -value[own][column] - row_price[own] - column_price[column];
                if cost < distance[column] {
                    (distance[column], before[column]) = (cost, here);
                }
                if distance[column] < step {
                    (nearest, step) = (column, distance[column]);
                }
            }
            for column in 0..=count {
                if is_done[column] {
                    row_price[row_of[column]] += step;
                    column_price[column] -= step;
                } else if column < count {
                    distance[column] -= step;
                }
            }
            here = nearest;
            if row_of[here] == usize::MAX {
                break;
            }
        }
        while here != count {
            row_of[here] = row_of[before[here]];
            here = before[here];
        }
    }
    let mut column_of = vec![0; count];
    for (column, &row) in row_of[..count].iter().enumerate() {
        column_of[row] = column;
    }
    column_of
}
