//! What parts of one dimension have in common, against every element.
use crate::random::Random;
use tilework::shard::BlockCyclic;
use tilework::shard::plan::{Segments, common_segments};

fn places(segments: &Segments) -> impl Iterator<Item = [i64; 3]> + '_ {
    (0..segments.outer.count).flat_map(move |outer| {
        (0..segments.inner.count).flat_map(move |inner| {
            (0..segments.length).map(move |at| {
                let place = |start: i64, inner_step: i64, outer_step: i64| {
                    start + outer * outer_step + inner * inner_step + at
                };
                let Segments { start, inner: one, outer: two, .. } = segments;
                [
                    place(start.global, one.step.global, two.step.global),
                    place(start.source, one.step.source, two.step.source),
                    place(start.target, one.step.target, two.step.target),
                ]
            })
        })
    })
}

/// Every element that both parts have is there once, at its index in both; and no more segments than blocks meet.
#[test]
fn every_element_once() {
    let mut random = Random(7);
    for _ in 0..if cfg!(debug_assertions) { 2_000 } else { 40_000 } {
        let extent = random.below(130);
        let mut cut = || {
            let parts = 1 + random.below(7);
            let (block, first) = (1 + random.below(14), random.below(parts));
            if random.below(3) == 0 {
                BlockCyclic::even(extent, parts).unwrap()
            } else {
                BlockCyclic::new(extent, block, parts, first).unwrap()
            }
        };
        let (source, target) = (cut(), cut());
        for from in 0..source.parts() {
            for to in 0..target.parts() {
                let found = common_segments(&source, from, &target, to);
                let mut elements: Vec<[i64; 3]> = found.iter().flat_map(places).collect();
                elements.sort_unstable();
                let expected: Vec<[i64; 3]> = (0..extent)
                    .filter(|&at| source.part_of(at) == from && target.part_of(at) == to)
                    .map(|at| [at, source.local_index(at), target.local_index(at)])
                    .collect();
                assert_eq!(elements, expected, "{source:?} {from} and {target:?} {to}: {found:?}");
                assert_eq!(
                    found.iter().map(Segments::elements).sum::<i64>(),
                    i64::try_from(expected.len()).unwrap()
                );
            }
        }
    }
}

/// Segments are in closed form: dimensions a million times as long have as many.
#[test]
fn no_more_for_longer_ones() {
    for (blocks, parts) in
        [((1, 64), (4, 4)), ((64, 48), (2, 2)), ((1, 1), (65_536, 65_535)), ((7, 5), (3, 4))]
    {
        let count = |extent: i64| {
            let source = BlockCyclic::new(extent, blocks.0, parts.0, 0).unwrap();
            let target = BlockCyclic::new(extent, blocks.1, parts.1, 0).unwrap();
            common_segments(&source, 1, &target, 2).len()
        };
        let all = blocks.0 * parts.0 * blocks.1 * parts.1;
        assert_eq!(count(all * 2), count(all * 1_000_000), "{blocks:?} over {parts:?}");
    }
    // cyclic, one by one, to blocks: each meets each in one progression
    let (source, target) =
        (BlockCyclic::new(1 << 40, 1, 1 << 16, 0).unwrap(), BlockCyclic::even(1 << 40, 1 << 16).unwrap());
    let found = common_segments(&source, 5, &target, 7);
    assert_eq!((found.len(), found[0].length, found[0].inner.count), (1, 1, 256));
}
