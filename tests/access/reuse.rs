//! Reuse distances and caches: by keeping the lines in order, and set by set.
use crate::CASES;
use proptest::prelude::*;
use std::collections::BTreeMap;
use tilework::access::{Cache, ReuseDistances};

/// The lines used last, the last one first; a use of one, and how deep it was.
fn touch(order: &mut Vec<usize>, line: usize) -> Option<usize> {
    let depth = order.iter().position(|held| *held == line);
    if let Some(depth) = depth {
        order.remove(depth);
    }
    order.insert(0, line);
    depth
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES / 10, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn distances_are_those_of_a_list(
        addresses in prop::collection::vec(0_usize..600, 0..300), (bytes, line) in (1_usize..9, 1_usize..40),
    ) {
        let lines = || addresses.iter().flat_map(|first| first / line..=(first + bytes - 1) / line);
        let (mut order, mut histogram, mut cold) = (Vec::new(), BTreeMap::<usize, u64>::new(), 0);
        for line in lines() {
            match touch(&mut order, line) {
                Some(depth) => *histogram.entry(depth).or_default() += 1,
                None => cold += 1,
            }
        }
        let reuse = ReuseDistances::of_traversal(addresses.iter().copied(), bytes, line).unwrap();
        prop_assert_eq!(reuse.cold(), cold);
        prop_assert_eq!(reuse.uses(), lines().count() as u64);
        prop_assert_eq!(reuse.iter().collect::<BTreeMap<_, _>>(), histogram);
        for held in [1, 2, 7, 30] {
            // a cache of so many lines
            let mut order = Vec::new();
            let misses = lines().filter(|line| touch(&mut order, *line).is_none_or(|depth| depth >= held));
            prop_assert_eq!(reuse.misses(held), misses.count() as u64);
            let whole = Cache::new(1, held, line).misses(addresses.iter().copied(), bytes).unwrap();
            prop_assert_eq!((whole.total(), whole.conflict), (reuse.misses(held), 0));
        }
    }

    #[test]
    fn misses_are_those_of_each_set(
        addresses in prop::collection::vec(0_usize..900, 0..120), bytes in 1_usize..9,
        (sets, ways, line) in (1_usize..9, 1_usize..5, 1_usize..20),
    ) {
        let cache = Cache::new(sets, ways, line);
        let misses = cache.misses(addresses.iter().copied(), bytes).unwrap();
        let (mut of_set, mut order) = (vec![Vec::new(); sets], Vec::new());
        let (mut missed, mut reasons) = (vec![0; sets], [0; 3]);
        for line in addresses.iter().flat_map(|first| first / line..=(first + bytes - 1) / line) {
            let anywhere = touch(&mut order, line);
            if touch(&mut of_set[line % sets], line).is_none_or(|depth| depth >= ways) {
                missed[line % sets] += 1;
                let reason = anywhere.map_or(0, |depth| if depth < sets * ways { 2 } else { 1 });
                reasons[reason] += 1;
            }
        }
        prop_assert_eq!([misses.cold, misses.capacity, misses.conflict], reasons);
        let fullest = of_set.iter().map(Vec::len).max().unwrap();
        prop_assert_eq!(cache.lines_of_fullest_set(&addresses, bytes), fullest);
        prop_assert_eq!(misses.of_set, missed);
    }
}

#[test]
fn a_long_traversal_takes_the_memory_of_its_lines() {
    // 100 sweeps over 3000 lines: each is used again after the 2999 others
    let reuse = ReuseDistances::of((0..300_000).map(|step| step % 3000)).unwrap();
    assert_eq!((reuse.cold(), reuse.iter().collect::<Vec<_>>()), (3000, vec![(2999, 297_000)]));
    assert!(ReuseDistances::of_traversal([0], 4, 0).is_err());
}
