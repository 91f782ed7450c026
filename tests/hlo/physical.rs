//! Maps between places in memory: at every element, the place that the tiles of both arrays give; at padding, nothing.
use crate::random::{Random, cases};
use std::collections::{BTreeMap, BTreeSet};
use tilework::affine::{Expr, IndexingMap};
use tilework::hlo::{Module, OperandIndexing, Scope, output_to_input, proves_bitcast};
use tilework::xla::{ArrayShape, BitcastProof, LinearIndex, Tiling, stored_bits};

/// A layout of that rank, with tiles or without.
fn layout(random: &mut Random, rank: usize, bits: i64) -> String {
    let mut order: Vec<usize> = (0..rank).collect();
    random.shuffle(&mut order);
    let order: Vec<String> = order.iter().map(usize::to_string).collect();
    let tiles =
        ["", "", ":T(2,4)", ":T(4,8)(2,1)", ":T(8)", ":T(4)(2)", ":T(2,*,4)", ":T(8,128)(2,1)", ":T(3,5)"];
    let tiles = match random.of(&tiles) {
        tiles if tiles.contains('*') && rank < 3 => "",
        tiles => tiles,
    };
    let bits = match (bits, tiles) {
        (4, "") => ":E(4)",
        (4, _) => "E(4)",
        _ => "",
    };
    format!("{{{}{tiles}{bits}}}", order.join(","))
}

fn array(random: &mut Random, kind: &str, sizes: &[i64]) -> String {
    let bits = if kind == "s4" { 4 } else { 0 };
    let text: Vec<String> = sizes.iter().map(i64::to_string).collect();
    let layout = if sizes.is_empty() { String::new() } else { layout(random, sizes.len(), bits) };
    format!("{kind}[{}]{layout}", text.join(","))
}

fn list(numbers: impl IntoIterator<Item = i64>) -> String {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join(",")
}

/// A module whose root is one operation on arrays of random layouts.
fn program(random: &mut Random) -> String {
    let rank = 1 + random.below(3);
    let sizes: Vec<i64> = (0..rank).map(|_| random.within(1, 9)).collect();
    let kind = random.of::<&str>(&["f32", "bf16", "s8", "s4"]);
    let input = array(random, kind, &sizes);
    let same = |random: &mut Random, kind: &str| array(random, kind, &sizes);
    let axis = random.below(rank);
    let root = match random.below(11) {
        0 => format!("{} copy(p)", same(random, kind)),
        1 => {
            let other = random.of::<&str>(&["f32", "bf16", "s8", "s4"]);
            format!("{} convert(p)", same(random, other))
        }
        2 => {
            let by: Vec<usize> = (0..rank).map(|place| (place + axis) % rank).collect();
            let moved: Vec<i64> = by.iter().map(|from| sizes[*from]).collect();
            format!(
                "{} transpose(p), dimensions={{{}}}",
                array(random, kind, &moved),
                list(by.iter().map(|from| *from as i64))
            )
        }
        3 => {
            let all: i64 = sizes.iter().product();
            let first = (1..=all).filter(|size| all % size == 0).nth(random.below(3)).unwrap_or(1);
            format!("{} reshape(p)", array(random, kind, &[first, all / first]))
        }
        4 => format!("{} reverse(p), dimensions={{{axis}}}", same(random, kind)),
        5 => {
            let starts: Vec<i64> = sizes.iter().map(|size| random.within(0, size - 1)).collect();
            let parts: Vec<String> =
                sizes.iter().zip(&starts).map(|(size, start)| format!("[{start}:{size}:2]")).collect();
            let left: Vec<i64> =
                sizes.iter().zip(&starts).map(|(size, start)| (size - start + 1) / 2).collect();
            format!("{} slice(p), slice={{{}}}", array(random, kind, &left), parts.join(", "))
        }
        6 => {
            let mut more = sizes.clone();
            more.insert(axis, 4);
            let kept = (0..rank).map(|place| if place < axis { place } else { place + 1 } as i64);
            format!("{} broadcast(p), dimensions={{{}}}", array(random, kind, &more), list(kept))
        }
        7 => {
            let more: Vec<i64> = sizes.iter().map(|size| 1 + (size - 1) * 2 + 1 + 2).collect();
            let padding: Vec<&str> = sizes.iter().map(|_| "1_2_1").collect();
            format!("{} pad(p, z), padding={}", array(random, kind, &more), padding.join("x"))
        }
        8 => {
            let mut left = sizes.clone();
            left.remove(axis);
            format!("{} reduce(p, z), dimensions={{{axis}}}, to_apply=f", array(random, kind, &left))
        }
        9 => {
            let mut more = sizes.clone();
            more[axis] *= 2;
            format!("{} concatenate(p, p), dimensions={{{axis}}}", array(random, kind, &more))
        }
        _ => {
            let left: Vec<i64> = sizes.iter().map(|size| random.within(1, *size)).collect();
            let starts = vec!["i"; rank].join(", ");
            format!(
                "{} dynamic-slice(p, {starts}), dynamic_slice_sizes={{{}}}",
                array(random, kind, &left),
                list(left.clone())
            )
        }
    };
    format!(
        "f {{ a = {kind}[] parameter(0) b = {kind}[] parameter(1) ROOT r = {kind}[] add(a, b) }}
         ENTRY e {{ p = {input} parameter(0) z = {kind}[] parameter(1) i = s32[] parameter(2)
         ROOT r = {root} }}"
    )
}

/// From each point of the dimensions of a map to what it gives there for the values of the symbols.
fn points(map: &IndexingMap) -> BTreeMap<Vec<i64>, BTreeSet<(Vec<i64>, Vec<i64>)>> {
    let mut found: BTreeMap<Vec<i64>, BTreeSet<(Vec<i64>, Vec<i64>)>> = BTreeMap::new();
    let bounds = map.bounds();
    if bounds.iter().any(|bounds| bounds.is_empty()) {
        return found;
    }
    let (dims, range) = (map.dims().len(), map.range_symbols().len());
    let mut point: Vec<i64> = bounds.iter().map(|bounds| bounds.lower).collect();
    loop {
        if map.contains(&point) {
            let results =
                map.evaluate(&point[..dims], &point[dims..dims + range], &point[dims + range..]).unwrap();
            found
                .entry(point[..dims].to_vec())
                .or_default()
                .insert((point[dims..].to_vec(), results.to_vec()));
        }
        let Some(next) = (0..point.len()).find(|number| point[*number] < bounds[*number].upper) else {
            break;
        };
        point[next] += 1;
        for number in 0..next {
            point[number] = bounds[number].lower;
        }
    }
    found
}

fn check(text: &str, indexing: &OperandIndexing, from: &ArrayShape, to: &ArrayShape) {
    let (output, operand) =
        (LinearIndex::new(from, Tiling::All).unwrap(), LinearIndex::new(to, Tiling::All).unwrap());
    let mut offsets = BTreeMap::new();
    let mut places = BTreeMap::new();
    let mut bytes = BTreeMap::new();
    let (from_bytes, to_bytes) = (stored_bits(from) / 8, stored_bits(to) / 8);
    for (index, all) in points(&indexing.map) {
        let written = output.at(&index).unwrap();
        let with = |scale: i64| {
            let read = all
                .iter()
                .map(|(symbols, index)| (symbols.clone(), vec![operand.at(index).unwrap() * scale]));
            read.collect::<BTreeSet<_>>()
        };
        offsets.insert(index, with(1));
        places.insert(vec![written], with(1));
        bytes.insert(vec![written * from_bytes], with(to_bytes));
    }
    // symbols of one value are left out of neither side: the maps keep them
    assert_eq!(points(&indexing.to_places(to).unwrap().map), offsets, "{text}");
    let between = indexing.between_places(from, to).unwrap();
    assert_eq!(points(&between.map), places, "{text}\n{}", between.map);
    for (variable, moved) in indexing.runtime.iter().zip(&between.runtime) {
        for (index, read) in points(&variable.map) {
            let place = vec![output.at(&index).unwrap()];
            assert_eq!(points(&moved.map).get(&place), Some(&read), "{text}\n{}", moved.map);
        }
    }
    match indexing.between_bytes(from, to) {
        Ok(between) => assert_eq!(points(&between.map), bytes, "{text}\n{}", between.map),
        Err(_) => assert!(stored_bits(from) == 4 || stored_bits(to) == 4, "{text}"),
    }
}

#[test]
fn places_are_those_of_both_arrays() {
    let mut random = Random(11);
    let (mut known, mut unmoved) = (0, 0);
    for _ in 0..cases(400) {
        let text = program(&mut random);
        let module = Module::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let entry = module.entry();
        let from = entry.root().shape.as_array().unwrap();
        let maps = output_to_input(&module, entry, entry.root_number(), 0, Scope::Extended);
        for (maps, operand) in maps.iter().zip(&entry.root().operands) {
            let to = entry.instructions[*operand].shape.as_array().unwrap();
            for indexing in maps.as_ref().unwrap_or_else(|| panic!("unknown: {text}")) {
                known += 1;
                check(&text, &indexing.simplified(), from, to);
            }
        }
        if let Ok(BitcastProof::Proven) = proves_bitcast(&module, entry, entry.root_number()) {
            unmoved += 1;
            let to = entry.instructions[entry.root().operands[0]].shape.as_array().unwrap();
            let between = maps[0].as_ref().unwrap()[0].between_places(from, to).unwrap();
            // of one place it is the number
            let is_place = matches!(between.map.results()[..], [Expr::Variable(0) | Expr::Constant(_)]);
            assert!(is_place, "{text}\n{}", between.map);
        }
    }
    assert!(known > 300 && unmoved > 10, "{known} {unmoved}");
}

#[test]
fn what_has_no_places_is_refused() {
    let text = "ENTRY e { p = f32[8,4] parameter(0) ROOT c = s4[8,4]{1,0:E(4)} convert(p) }";
    let module = Module::parse(text).unwrap();
    let entry = module.entry();
    let maps = output_to_input(&module, entry, 1, 0, Scope::Xla);
    let indexing = &maps[0].as_ref().unwrap()[0];
    let [to, from] = [0, 1].map(|number| entry.instructions[number].shape.as_array().unwrap());
    assert_eq!(
        indexing.between_bytes(from, to).unwrap_err().to_string(),
        "between_bytes: elements of s4[8,4]{1,0:E(4)} have 4 bits, no whole bytes"
    );
    let other: tilework::xla::Shape = "f32[8]{0}".parse().unwrap();
    assert!(indexing.between_places(from, other.as_array().unwrap()).is_err());
    assert!(indexing.between_places(other.as_array().unwrap(), to).is_err());
    let large: tilework::xla::Shape = "s8[4611686018427387904,1]{1,0:T(8,128)}".parse().unwrap();
    assert!(indexing.between_places(from, large.as_array().unwrap()).is_err());
}

#[test]
fn what_moves_nothing() {
    let moves = |text: &str| {
        let module = Module::parse(text).unwrap();
        proves_bitcast(&module, module.entry(), module.entry().root_number())
    };
    let copy =
        |from: &str, to: &str| moves(&format!("e {{ p = {from} parameter(0) ROOT c = {to} copy(p) }}"));
    assert_eq!(copy("f32[8,128]{1,0:T(8,128)}", "f32[8,128]{1,0}"), Ok(BitcastProof::Proven));
    assert_eq!(
        copy("f32[2,3]{1,0}", "f32[2,3]{0,1}"),
        Ok(BitcastProof::Refuted { index: [1, 0].into_iter().collect(), from: 3, to: 1 })
    );
    // a bitcast keeps the bytes by definition, whatever the sizes of the elements are
    let bitcast = "e { p = bf16[256]{0} parameter(0) ROOT b = s8[256]{0:T(128)} bitcast(p) }";
    assert_eq!(moves(bitcast), Ok(BitcastProof::Proven));
    let narrower = moves("e { p = f32[8]{0} parameter(0) ROOT c = bf16[8]{0} convert(p) }").unwrap_err();
    assert!(
        narrower.to_string().ends_with("c makes elements of 16 bits of elements of 32 bits"),
        "{narrower}"
    );
}
