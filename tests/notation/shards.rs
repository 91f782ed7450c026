//! Shardings: who holds what, and which iotas are layouts.
use crate::definitions::{devices, transposed};
use crate::pairs::indices;
use tilework::dynamic::Offset;
use tilework::shard::{Mesh, Sharding, TileAssignment};

/// The lists of one to three factors of at least 2 whose product is `count`.
fn factors(count: i64, most: usize) -> Vec<Vec<i64>> {
    let mut all = vec![vec![count]];
    if most > 1 {
        for first in (2..count).filter(|first| count % first == 0) {
            for rest in factors(count / first, most - 1) {
                all.push([vec![first], rest].concat());
            }
        }
    }
    all
}

fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for axis in 0..count {
        all = all
            .iter()
            .flat_map(|order: &Vec<usize>| {
                (0..=order.len()).map(move |at| {
                    let mut order = order.clone();
                    order.insert(at, axis);
                    order
                })
            })
            .collect();
    }
    all
}

/// Whether a function on tiles, row by row, is a sum of digits times strides: every way to cut a dimension is tried.
fn is_layout(tiles: &[i64], list: &[i64]) -> bool {
    let at = |index: &[i64]| {
        let tile = index.iter().zip(tiles).fold(0, |tile, (entry, size)| tile * size + entry);
        list[usize::try_from(tile).unwrap()]
    };
    let along = |dimension: usize, entry: i64| {
        let mut index = vec![0; tiles.len()];
        index[dimension] = entry;
        at(&index)
    };
    let is_sum = indices(tiles).iter().all(|index| {
        at(index) == index.iter().enumerate().map(|(dimension, entry)| along(dimension, *entry)).sum::<i64>()
    });
    is_sum
        && tiles.iter().enumerate().all(|(dimension, size)| {
            is_mixed_radix(&(0..*size).map(|entry| along(dimension, entry)).collect::<Vec<_>>())
        })
}

fn is_mixed_radix(values: &[i64]) -> bool {
    values.len() == 1
        || (2..=values.len()).filter(|radix| values.len().is_multiple_of(*radix)).any(|radix| {
            let step = values[1] - values[0];
            let digits = values.iter().enumerate();
            let is_digit = digits.into_iter().all(|(at, value)| {
                *value == values[at - at % radix] + i64::try_from(at % radix).unwrap() * step
            });
            is_digit && is_mixed_radix(&values.iter().copied().step_by(radix).collect::<Vec<_>>())
        })
}

/// Every iota of up to three axes: how many there are, how many are layouts, and that each of these is the function.
#[test]
fn census() {
    for (count, layouts, all) in
        [(8, 44, 44), (16, 175, 175), (64, 1136, 1136), (12, 152, 216), (24, 724, 1072), (36, 1078, 1740)]
    {
        let (mut found, mut tried) = (0, 0);
        for tiles in factors(count, 3) {
            for shape in factors(count, 3) {
                for order in orders(shape.len()) {
                    tried += 1;
                    let list = transposed(&shape, &order);
                    let assignment = TileAssignment::iota(&tiles, &shape, &order).unwrap();
                    assert_eq!(assignment.devices().collect::<Vec<_>>(), list, "{assignment}");
                    for (tile, device) in (0..).zip(&list) {
                        assert_eq!(assignment.tile_of(*device), Some(tile), "{assignment}");
                    }
                    let layout = assignment.to_layout();
                    assert_eq!(layout.is_ok(), is_layout(&tiles, &list), "{assignment}");
                    let listed = TileAssignment::list(&tiles, list.clone()).unwrap().to_layout();
                    assert_eq!(listed.is_ok(), layout.is_ok(), "{assignment}: {listed:?}");
                    let Ok(layout) = layout else { continue };
                    found += 1;
                    for index in indices(&tiles) {
                        let tile =
                            index.iter().zip(&tiles).fold(0, |tile, (entry, size)| tile * size + entry);
                        let coordinate =
                            format!("({})", index.iter().map(i64::to_string).collect::<Vec<_>>().join(","));
                        let place = layout.offset(&coordinate.parse().unwrap()).unwrap();
                        assert_eq!(
                            place,
                            list[usize::try_from(tile).unwrap()],
                            "{assignment} at {coordinate}"
                        );
                    }
                }
            }
        }
        assert_eq!((found, tried), (layouts, all), "{count} devices");
    }
}

/// Owners, parts and the layout say the same of every element, uneven tiles and replicas included.
#[test]
fn elements() {
    for (text, extents) in [
        ("{devices=[2,4]<=[8]}", vec![8, 8]),
        ("{devices=[2,4]<=[4,2]T(1,0)}", vec![7, 9]),
        ("{devices=[4,1,2]<=[8] last_tile_dim_replicate}", vec![5, 3]),
        ("{devices=[2,2]0,2,1,3}", vec![4, 3]),
        ("{devices=[2,1,2,2]<=[8] last_tile_dims={manual, replicated}}", vec![3, 2]),
        ("{devices=[4]<=[4]}", vec![3]),
    ] {
        let sharding: Sharding = text.parse().unwrap();
        assert_eq!(sharding.to_string(), text);
        let layout = sharding.to_layout(&extents).unwrap();
        let count = sharding.device_count().unwrap();
        for index in indices(&extents) {
            let owners = sharding.owners(&index, &extents).unwrap();
            for device in 0..count {
                let part = sharding.part(device, &extents).unwrap();
                let holds = part.iter().zip(&index).all(|(range, entry)| range.contains(entry));
                assert_eq!(holds, owners.contains(&device), "{text}: {index:?} on {device}");
            }
            let part = sharding.part(owners[0], &extents).unwrap();
            let expected: Vec<i64> = [owners[0]]
                .into_iter()
                .chain(index.iter().zip(&part).map(|(entry, range)| entry - range.start))
                .collect();
            let coordinate = format!("({})", index.iter().map(i64::to_string).collect::<Vec<_>>().join(","));
            let mut found = vec![0; expected.len()];
            match layout.offset(&coordinate.parse().unwrap()).unwrap() {
                Offset::Int(value) => assert_eq!(value, 0),
                Offset::Coordinate(parts) => {
                    parts.iter().for_each(|(axis, value)| found[usize::from(axis.path()[0])] = *value);
                }
            }
            assert_eq!(found, expected, "{text} at {index:?}");
        }
        let largest: Vec<i64> =
            sharding.part(0, &extents).unwrap().iter().map(|range| range.end - range.start).collect();
        assert!(text.contains("0,2,1,3") || sharding.shard_shape(&extents).unwrap() == largest, "{text}");
    }
}

/// A mesh with names is the iota that JAX makes of it: the devices along an axis of a dimension are those of the mesh.
#[test]
fn meshes() {
    let mesh = Mesh::new(&[("x", 2), ("y", 3), ("z", 4)]).unwrap();
    let specs: [&[&[&str]]; 7] = [
        &[&["x"], &["y"]],
        &[&["z", "x"]],
        &[&["y"], &[], &["z"]],
        &[&["z"], &["y", "x"]],
        &[&["x", "y", "z"]],
        &[&["y"]],
        &[&["z", "y", "x"]],
    ];
    for spec in specs {
        let sharding = mesh.sharding(spec).unwrap();
        let extents = vec![24; spec.len()];
        let text = sharding.to_string();
        assert_eq!(text.parse::<Sharding>().unwrap(), sharding, "{text}");
        for device in 0..24_i64 {
            let along = |axis: &str| match axis {
                "x" => (device / 12, 2),
                "y" => (device / 4 % 3, 3),
                _ => (device % 4, 4),
            };
            let part = sharding.part(device, &extents).unwrap();
            for (range, axes) in part.iter().zip(spec) {
                let (tile, tiles) = axes.iter().fold((0, 1), |(tile, tiles), axis| {
                    let (own, size) = along(axis);
                    (tile * size + own, tiles * size)
                });
                assert_eq!(*range, tile * 24 / tiles..(tile + 1) * 24 / tiles, "{text} on {device}");
            }
        }
    }
    let same = [
        "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), spec=P('x', ('y',)), memory_kind=device)",
        "Mesh('x': 2, 'y': 4) PartitionSpec('x', 'y')",
        "{mesh['x'=2,'y'=4], [{'x'}, {'y'}]}",
        "{devices=[2,4]<=[8] metadata={op_name=\"a}\" source_line=3}}",
    ];
    for text in same {
        assert_eq!(text.parse::<Sharding>().unwrap().to_string(), "{devices=[2,4]<=[8]}", "{text}");
    }
    assert_eq!("Mesh('x': 2) P(None)".parse::<Sharding>().unwrap(), Sharding::Replicated);
    assert_eq!(devices("{devices=[2,4]<=[4,2]T(1,0)}", &[1, 0]), 1);
    for wrong in [
        "Mesh('x': 2) P('y')",
        "Mesh('x': 2) P('x', 'x')",
        "Mesh('x': 2, 'x': 3) P()",
        "devices=[2]<=[3]",
        "devices=[2]0,0",
        "devices=[0]<=[0]",
    ] {
        assert!(wrong.parse::<Sharding>().is_err(), "{wrong}");
    }
}
