//! Ranks of the target chosen for the least traffic, against all ways to choose them.
use crate::random::Random;
use tilework::shard::Distribution;
use tilework::shard::plan::{ReshardPlan, relabelled};

fn orders(count: i64) -> Vec<Vec<i64>> {
    (0..count).fold(vec![vec![]], |all, next| {
        all.iter()
            .flat_map(|order: &Vec<i64>| {
                (0..=order.len()).map(move |at| {
                    let mut order = order.clone();
                    order.insert(at, next);
                    order
                })
            })
            .collect()
    })
}

fn moved(source: &Distribution, target: Distribution) -> i128 {
    ReshardPlan::new(source.clone(), target).unwrap().figures().unwrap().moved
}

#[test]
fn no_other_order_moves_less() {
    let mut random = Random(5);
    let mut gained = 0;
    for _ in 0..60 {
        let (extents, ranks) = (random.extents(), 1 + random.below(5));
        let source = random.distribution(&extents, ranks);
        let target = random.distribution(&extents, ranks);
        let count = target.ranks();
        let Ok(best) = relabelled(&source, &target) else { panic!("{target:?}") };
        let best = moved(&source, best);
        let others = orders(count).into_iter().filter_map(|order| target.with_ranks(&order).ok());
        let least = others.map(|other| moved(&source, other)).min().unwrap();
        assert_eq!(best, least, "{source:?} to {target:?}");
        gained += usize::from(best < moved(&source, target));
    }
    assert!(gained > 5, "{gained} gained");
}

/// Layouts that differ by the order of ranks alone need nothing moved.
#[test]
fn an_order_of_ranks_is_no_traffic() {
    let on = |text: &str| Distribution::read(text, &[64, 64], 64).unwrap();
    let (source, target) = (on("devices=[8,8]<=[64]"), on("devices=[8,8]<=[8,8]T(1,0)"));
    assert_eq!(moved(&source, target.clone()), 56 * 64);
    assert_eq!(moved(&source, relabelled(&source, &target).unwrap()), 0);
}
