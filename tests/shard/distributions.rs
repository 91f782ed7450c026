//! Who has what, against the definition.
use crate::drawn::indices;
use crate::random::Random;
use tilework::dynamic::Offset;
use tilework::shard::plan::{ReshardPlan, common_segments};
use tilework::shard::{BlockCyclic, Distribution, GridOrder, ScalapackDescriptor, Sharding};

/// Owners, local shapes, indices there and back, offsets and the layout say the same of every element.
#[test]
fn elements() {
    let mut random = Random(1);
    let mut layouts = 0;
    for _ in 0..300 {
        let (extents, ranks) = (random.extents(), 1 + random.below(12));
        let array = random.distribution(&extents, ranks);
        let mut held = vec![0; usize::try_from(ranks).unwrap()];
        let layout = array.to_layout();
        for index in indices(&extents) {
            let owners = array.owners(&index).unwrap();
            let local = array.local_index(&index).unwrap();
            for &rank in &owners {
                held[usize::try_from(rank).unwrap()] += 1;
                assert_eq!(array.global_index(rank, &local).unwrap(), index, "{array:?} on {rank}");
                assert!(
                    array.local_offset(rank, &index).unwrap()
                        < array.local_places(rank).unwrap().cosize().unwrap()
                );
            }
            let Ok(layout) = &layout else { continue };
            layouts += 1;
            let coordinate = index.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
            let mut found = vec![0; extents.len() + 1];
            match layout.offset(&format!("({coordinate})").parse().unwrap()).unwrap() {
                Offset::Int(value) => assert_eq!(value, 0),
                Offset::Coordinate(parts) => {
                    parts.iter().for_each(|(axis, value)| found[usize::from(axis.path()[0])] = *value);
                }
            }
            assert_eq!(found, [&owners[..1], &local].concat(), "{array:?} at {index:?}");
        }
        for (rank, held) in (0..).zip(held) {
            let shape = array.local_shape(rank).unwrap();
            let is_holder = array.owners(&vec![0; extents.len()]).map_or(true, |_| array.ranks() > rank);
            let size = if is_holder { shape.iter().product::<i64>() } else { 0 };
            assert!(
                size == held || (shape.is_empty() && held <= 1),
                "{array:?} on {rank}: {shape:?}, {held}"
            );
        }
    }
    assert!(layouts > 1000, "there were layouts: {layouts}");
}

/// A sharding says of every device what `part` says.
#[test]
fn shardings() {
    for (text, extents) in [
        ("{devices=[4,1,2]<=[8] last_tile_dim_replicate}", [5, 3]),
        ("{devices=[2,4]<=[4,2]T(1,0)}", [7, 9]),
        ("{devices=[8,1]<=[8]}", [5, 2]),
    ] {
        let sharding: Sharding = text.parse().unwrap();
        let array = Distribution::of_sharding(&sharding, &extents, 8).unwrap();
        for rank in 0..8 {
            let part = sharding.part(rank, &extents).unwrap();
            let sizes: Vec<i64> = part.iter().map(|range| range.end - range.start).collect();
            assert_eq!(array.local_shape(rank).unwrap(), sizes, "{text} on {rank}");
        }
    }
}

/// `NUMROC` of ScaLAPACK's tools, as its source has it.
fn numroc(extent: i64, block: i64, part: i64, first: i64, parts: i64) -> i64 {
    let distance = (parts + part - first) % parts;
    let blocks = extent / block;
    let mut count = blocks / parts * block;
    let extra = blocks % parts;
    if distance < extra {
        count += block;
    } else if distance == extra {
        count += extent % block;
    }
    count
}

/// As ScaLAPACK's tools say it: `NUMROC`, `INDXG2P`, `INDXG2L`, with indices from 0 on.
#[test]
fn descriptors() {
    for (order, rank_at) in [(GridOrder::RowMajor, [3, 1]), (GridOrder::ColumnMajor, [1, 2])] {
        let descriptor = ScalapackDescriptor::new([1, 0, 23, 17, 3, 2, 1, 2, 16]).unwrap();
        let matrix = descriptor.distribution([2, 3], order).unwrap();
        for row in 0..2 {
            for column in 0..3 {
                let rank = row * rank_at[0] + column * rank_at[1];
                let expected = [numroc(23, 3, row, 1, 2), numroc(17, 2, column, 2, 3)];
                assert_eq!(matrix.local_shape(rank).unwrap(), expected);
            }
        }
        for index in indices(&[23, 17]) {
            let (row, column) = ((1 + index[0] / 3) % 2, (2 + index[1] / 2) % 3);
            let rank = row * rank_at[0] + column * rank_at[1];
            let local = [3 * (index[0] / 6) + index[0] % 3, 2 * (index[1] / 6) + index[1] % 2];
            assert_eq!(matrix.owners(&index).unwrap(), [rank]);
            assert_eq!(matrix.local_offset(rank, &index).unwrap(), local[0] + 16 * local[1]);
        }
    }
    let text = "scalapack=[1,0,23,17,3,2,1,2,16] grid=[2,3] C";
    let read = Distribution::read(text, &[23, 17], 6).unwrap();
    let descriptor = ScalapackDescriptor::new([1, 0, 23, 17, 3, 2, 1, 2, 16]).unwrap();
    assert_eq!(read, descriptor.distribution([2, 3], GridOrder::ColumnMajor).unwrap());
}

/// What is no distribution is refused with a reason; numbers at the end of what is counted do not wrap around.
#[test]
fn refusals() {
    let read = |text: &str| Distribution::read(text, &[8, 8], 8).map_err(|error| error.to_string());
    for (text, reason) in [
        ("devices=[16]<=[16]", "16 ranks are needed, and there are 8"),
        ("manual", "does not say what a device holds"),
        ("devices=[2,1,4]<=[8] last_tile_dims={unreduced}", "does not say what a device holds"),
        ("devices=[2,2,2]<=[8]", "tiles in 3 dimensions, and the array has 2"),
        ("maximal device=8", "9 ranks are needed, and there are 8"),
        ("blocks=[2] devices=[2,4]<=[8]", "blocks in 1 dimensions, tiles in 2"),
        ("blocks=[2,2] first=[2,0] devices=[2,4]<=[8]", "over 2 parts from part 2 on"),
        ("blocks=[2,0] devices=[2,4]<=[8]", "expected a number"),
        ("scalapack=[1,0,8,8,2,2,0,0,3] grid=[2,4]", "local matrices have 4 rows, and LLD_ is 3"),
        ("scalapack=[2,0,8,8,2,2,0,0,4] grid=[2,4]", "a descriptor of type 2"),
        ("scalapack=[1,0,9,8,2,2,0,0,5] grid=[2,4]", "M_ and N_ are [9, 8]"),
        ("scalapack=[1,0,8,8,2,2,0,0,4] grid=[2,4] X", "R or C, not X"),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.contains(reason), "{text}: {error}");
    }
    let array = read("maximal device=3").unwrap();
    assert!(array.owners(&[8, 0]).is_err() && array.owners(&[0]).is_err() && array.local_shape(-1).is_err());
    assert!(array.local_offset(2, &[0, 0]).is_err() && array.global_index(2, &[0, 0]).is_err());
    assert_eq!(array.owners(&[7, 7]).unwrap(), [3]);
    assert!(BlockCyclic::new(i64::MAX, i64::MAX, 2, 0).is_err());
    let huge = BlockCyclic::new(i64::MAX, 1 << 30, 1 << 32, (1 << 32) - 1).unwrap();
    assert_eq!(huge.part_of(i64::MAX - 1), (1 << 32) - 2);
    assert_eq!(huge.global_index(0, 0), 1 << 30);
    // one part of all there is, on both sides
    let whole = BlockCyclic::even(i64::MAX, 1).unwrap();
    assert_eq!(common_segments(&whole, 0, &whole, 0)[0].length, i64::MAX);
    let last = common_segments(&huge, (1 << 32) - 1, &whole, 0);
    assert_eq!(last.iter().map(|some| some.elements()).sum::<i64>(), huge.local_extent((1 << 32) - 1));
    // an array for each rank that no 64 bits count, and messages in too many pieces
    let plan = |extent: i64, to: &str| {
        let on = |text: &str| Distribution::read(text, &[extent], 8).unwrap();
        ReshardPlan::new(on("devices=[8]<=[8]"), on(to))
    };
    assert_eq!(
        plan(1 << 61, "replicated").unwrap_err().to_string(),
        "an array for each rank does not fit in 64 bits"
    );
    let long = plan(1 << 59, "replicated").unwrap().part(0).unwrap();
    assert!(long.rounds(Some(1)).is_err() && long.rounds(Some(1 << 20)).is_err());
    // 7 steps, 2^56 elements each way, two in a round
    assert_eq!(long.rounds(Some(1 << 58)).unwrap().count(), 4);
}
