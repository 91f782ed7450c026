//! Tiles of chains of instructions: the strided ranges are what is read, walked from the root instruction by
//! instruction.
use crate::random::{Random, cases};
use std::collections::BTreeSet;
use tilework::affine::IndexingMap;
use tilework::dynamic::Error;
use tilework::hlo::{Computation, Module, Scope, StridedRange, TiledRead, output_to_input, symbolic_tiles};

type Index = Vec<i64>;

/// All indices of an array, or of a grid.
fn indices(sizes: &[i64]) -> Vec<Index> {
    sizes.iter().fold(vec![Vec::new()], |all, size| {
        let with = |index: Index| (0..*size).map(move |entry| [&index[..], &[entry]].concat());
        all.into_iter().flat_map(with).collect()
    })
}

/// What a map leads to from some indices, for all values of the range symbols.
fn image(map: &IndexingMap, from: &BTreeSet<Index>) -> BTreeSet<Index> {
    let bounds: Vec<_> = map.range_symbols().iter().map(|symbol| symbol.bounds).collect();
    let sizes: Vec<i64> = bounds.iter().map(|bounds| bounds.upper - bounds.lower + 1).collect();
    let mut found = BTreeSet::new();
    for values in indices(&sizes) {
        let symbols: Index = values.iter().zip(&bounds).map(|(value, bounds)| value + bounds.lower).collect();
        for index in from {
            if map.contains(&[&index[..], &symbols[..]].concat()) {
                found.insert(map.evaluate(index, &symbols, &[]).unwrap().to_vec());
            }
        }
    }
    found
}

/// What of each instruction is needed for some elements of the root.
fn needed(module: &Module<'_>, computation: &Computation<'_>, tile: BTreeSet<Index>) -> Vec<BTreeSet<Index>> {
    let mut all = vec![BTreeSet::new(); computation.instructions.len()];
    all[computation.root_number()] = tile;
    for number in (0..=computation.root_number()).rev() {
        let own = all[number].clone();
        if own.is_empty() {
            continue;
        }
        let maps = output_to_input(module, computation, number, 0, Scope::Xla);
        for (maps, operand) in maps.iter().zip(&computation.instructions[number].operands) {
            for indexing in maps.as_ref().unwrap() {
                all[*operand].extend(image(&indexing.map, &own));
            }
        }
    }
    all
}

fn in_ranges(ranges: &[StridedRange]) -> BTreeSet<Index> {
    let sizes: Vec<i64> = ranges.iter().map(|range| range.size).collect();
    let place = |index: &Index| {
        index.iter().zip(ranges).map(|(entry, range)| range.offset + range.stride * entry).collect()
    };
    indices(&sizes).iter().map(place).collect()
}

fn sizes_of(computation: &Computation<'_>, number: usize) -> Index {
    computation.instructions[number].shape.as_array().unwrap().sizes().unwrap().to_vec()
}

/// How many tiles were compared with what is read, and how many instructions have none.
fn check(text: &str) -> (usize, usize) {
    let module = Module::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let entry = module.entry();
    let tiles = symbolic_tiles(&module, entry, entry.root_number(), 0, Scope::Xla).unwrap();
    let bounds = sizes_of(entry, entry.root_number());
    let (mut compared, refused) = (0, tiles.iter().filter(|tiles| tiles.is_err()).count());
    let divisors = |bound: i64| (1..=bound).filter(move |size| bound % size == 0);
    let choices = bounds.iter().fold(vec![Vec::new()], |all: Vec<Index>, bound| {
        all.iter()
            .flat_map(|index| divisors(*bound).map(move |size| [&index[..], &[size]].concat()))
            .collect()
    });
    for sizes in choices {
        let grid: Index = bounds.iter().zip(&sizes).map(|(bound, size)| bound / size).collect();
        for place in indices(&grid) {
            let first: Index = place.iter().zip(&sizes).map(|(place, size)| place * size).collect();
            let tile: BTreeSet<Index> = indices(&sizes)
                .iter()
                .map(|index| index.iter().zip(&first).map(|(entry, first)| entry + first).collect())
                .collect();
            let read = needed(&module, entry, tile.clone());
            for (number, reads) in tiles.iter().enumerate() {
                let Ok(reads) = reads else { continue };
                let ranges = |read: &TiledRead| read.ranges(&sizes, &place, &[]);
                for one in reads {
                    if let Ok(ranges) = ranges(one) {
                        compared += 1;
                        let told = in_ranges(&ranges);
                        assert_eq!(
                            told,
                            image(&one.indexing.map, &tile),
                            "{text}: {number} {sizes:?} {place:?}"
                        );
                    }
                }
                let all: Result<Vec<_>, Error> = reads.iter().map(ranges).collect();
                if let Ok(all) = all {
                    let told: BTreeSet<Index> = all.iter().flat_map(|ranges| in_ranges(ranges)).collect();
                    assert_eq!(told, read[number], "{text}: {number} {sizes:?} {place:?}");
                }
            }
        }
    }
    (compared, refused)
}

/// A chain of operations, the last one the root.
fn chain(random: &mut Random) -> String {
    let mut sizes: Vec<i64> = (0..1 + random.below(2)).map(|_| random.of(&[1, 2, 3, 4, 6, 8])).collect();
    let text = |sizes: &[i64]| sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    let mut lines =
        vec![format!("i0 = f32[{}] parameter(0)", text(&sizes)), "z = f32[] constant(0)".to_string()];
    for number in 1..2 + random.below(4) {
        let before = number - 1;
        let axis = random.below(sizes.len().max(1));
        let line = match random.below(8) {
            0 => format!("f32[{}] negate(i{before})", text(&sizes)),
            1 if sizes.len() > 1 => {
                let by: Vec<i64> = (0..sizes.len() as i64).rev().collect();
                sizes.reverse();
                format!("f32[{}] transpose(i{before}), dimensions={{{}}}", text(&sizes), text(&by))
            }
            2 => {
                let all: i64 = sizes.iter().product();
                let first = (1..=all).filter(|size| all % size == 0).nth(random.below(4)).unwrap_or(all);
                sizes = if random.once_in(3) { vec![all] } else { vec![first, all / first] };
                format!("f32[{}] reshape(i{before})", text(&sizes))
            }
            3 if sizes.len() > 1 => {
                sizes.remove(axis);
                format!("f32[{}] reduce(i{before}, z), dimensions={{{axis}}}, to_apply=f", text(&sizes))
            }
            4 if sizes.len() < 3 => {
                let kept: Vec<i64> = (0..sizes.len())
                    .map(|place| if place < axis { place } else { place + 1 } as i64)
                    .collect();
                sizes.insert(axis, 4);
                format!("f32[{}] broadcast(i{before}), dimensions={{{}}}", text(&sizes), text(&kept))
            }
            5 if !sizes.is_empty() => {
                format!("f32[{}] reverse(i{before}), dimensions={{{axis}}}", text(&sizes))
            }
            6 if !sizes.is_empty() => {
                let slices: Vec<String> =
                    sizes.iter().map(|size| format!("[{}:{size}:2]", (size - 1) % 2)).collect();
                sizes.iter_mut().for_each(|size| *size = (*size - (*size - 1) % 2 + 1) / 2);
                format!("f32[{}] slice(i{before}), slice={{{}}}", text(&sizes), slices.join(", "))
            }
            _ => {
                let other = random.below(number);
                let same = |line: &String| line.contains(&format!("= f32[{}] ", text(&sizes)));
                let other = if lines.iter().any(|line| line.starts_with(&format!("i{other} ")) && same(line))
                {
                    other
                } else {
                    before
                };
                format!("f32[{}] add(i{before}, i{other})", text(&sizes))
            }
        };
        lines.push(format!("i{number} = {line}"));
    }
    format!(
        "f {{ a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }}\nENTRY e {{ {} }}",
        lines.join("\n")
    )
}

#[test]
fn tiles_of_chains_are_what_is_read() {
    let mut random = Random(31);
    let (mut compared, mut refused) = (0, 0);
    for _ in 0..cases(300) {
        let found = check(&chain(&mut random));
        compared += found.0;
        refused += found.1;
    }
    println!("{compared} tiles compared, {refused} instructions refused");
    assert!(compared > 3000, "{compared}");
}

#[test]
fn tiles_of_known_programs() {
    let f = "f { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }\n";
    let softmax = "ENTRY e { p = f32[4,6] parameter(0) z = f32[] constant(0)
        m = f32[4] reduce(p, z), dimensions={1}, to_apply=f  mb = f32[4,6] broadcast(m), dimensions={0}
        s = f32[4,6] subtract(p, mb) x = f32[4,6] exponential(s)
        t = f32[4] reduce(x, z), dimensions={1}, to_apply=f  tb = f32[4,6] broadcast(t), dimensions={0}
        ROOT d = f32[4,6] divide(x, tb) }";
    assert_eq!(check(&format!("{f}{softmax}")).1, 0);
    let dot = "ENTRY e { a = f32[4,6] parameter(0) b = f32[6,2] parameter(1)
        n = f32[4,6] negate(a) d = f32[4,2] dot(n, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
        ROOT t = f32[2,4] transpose(d), dimensions={1,0} }";
    assert_eq!(check(dot).1, 0);
    // split and joined again: tiles of rows are whole, others are refused
    let reshapes = "ENTRY e { p = f32[6,4] parameter(0) r = f32[24] reshape(p) s = f32[2,12] reshape(r) ROOT n = f32[2,12] negate(s) }";
    assert!(check(reshapes).0 > 0);
}

#[test]
fn refusals_say_why() {
    let reasons = |text: &str| -> Vec<String> {
        let module = Module::parse(text).unwrap();
        let entry = module.entry();
        let tiles = symbolic_tiles(&module, entry, entry.root_number(), 0, Scope::Extended).unwrap();
        tiles.into_iter().filter_map(|tiles| tiles.err().map(|error| error.to_string())).collect()
    };
    assert_eq!(
        reasons(
            "ENTRY e { p = f32[8] parameter(0) c = f32[8] custom-call(p), custom_call_target=\"f\" ROOT n = f32[8] negate(c) }"
        ),
        ["symbolic tile: c reads it, and what custom-call reads depends on f"]
    );
    assert_eq!(
        reasons(
            "ENTRY e { p = f32[8] parameter(0) n = f32[8] negate(p) c = f32[8] custom-call(n), custom_call_target=\"f\" ROOT m = f32[8] negate(c) }"
        ),
        [
            "symbolic tile: it is not known what is read of what is computed from it",
            "symbolic tile: c reads it, and what custom-call reads depends on f"
        ]
    );
    assert!(
        reasons("ENTRY e { p = f32[8] parameter(0) z = f32[] parameter(1) ROOT r = f32[11] pad(p, z), padding=1_2 }")[0]
            .starts_with("symbolic tile: "),
    );
    let module = Module::parse("ENTRY e { p = f32[8,6] parameter(0) ROOT r = f32[48] reshape(p) }").unwrap();
    let tiles = symbolic_tiles(&module, module.entry(), 1, 0, Scope::Xla).unwrap();
    let read = &tiles[0].as_ref().unwrap()[0];
    assert_eq!(read.ranges(&[12], &[1], &[]).unwrap()[0], StridedRange { offset: 2, size: 2, stride: 1 });
    assert!(
        read.ranges(&[12], &[4], &[])
            .unwrap_err()
            .to_string()
            .contains("tile [4] of [12] is not in the output")
    );
    assert!(
        read.ranges(&[5], &[0], &[])
            .unwrap_err()
            .to_string()
            .contains("a tile of [5] reads is no strided range")
    );
    assert!(read.ranges(&[i64::MAX], &[i64::MAX], &[]).is_err() && read.ranges(&[], &[], &[]).is_err());
    assert!(symbolic_tiles(&module, module.entry(), 1, 1, Scope::Xla).is_err());
    assert!(symbolic_tiles(&module, module.entry(), 7, 0, Scope::Xla).is_err());
}
