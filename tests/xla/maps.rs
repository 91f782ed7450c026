//! XLA's layouts as indexing maps, and bitcasts proven with them.
use crate::array;
use crate::dumps::DUMPS;
use crate::random::{Random, cases};
use tilework::dynamic::Error;
use tilework::hlo::{Module, proves_bitcast};
use tilework::xla::{
    BitcastProof, LinearIndex, Tiling, nested_layout, prove_bitcast, reshape_is_bitcast, stored_bits,
    transpose_is_bitcast,
};

fn indices(sizes: &[i64]) -> Vec<Vec<i64>> {
    sizes.iter().fold(vec![Vec::new()], |indices, &size| {
        indices.iter().flat_map(|index| (0..size).map(|entry| [&index[..], &[entry]].concat())).collect()
    })
}

/// A layout with tiles that need not divide, `*` and several levels.
fn layout(random: &mut Random, sizes: &[i64]) -> String {
    if sizes.is_empty() {
        return String::new();
    }
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    random.shuffle(&mut order);
    let order: Vec<String> = order.iter().map(usize::to_string).collect();
    let tile = |random: &mut Random| {
        let rank = 1 + random.below(3);
        let entry = |place| match place + 1 < rank && random.once_in(5) {
            true => "*".to_string(),
            false => random.within(1, 5).to_string(),
        };
        let entries: Vec<String> = (0..rank).map(entry).collect();
        format!("({})", entries.join(","))
    };
    let tiles: String = (0..random.below(4)).map(|_| tile(random)).collect();
    format!("{{{}{}}}", order.join(","), if tiles.is_empty() { tiles } else { format!(":T{tiles}") })
}

#[test]
fn places_are_maps() {
    let mut random = Random(3);
    for _ in 0..cases(500) {
        let sizes: Vec<i64> = (0..random.below(4)).map(|_| random.within(1, 9)).collect();
        let text: Vec<String> = sizes.iter().map(i64::to_string).collect();
        let text = format!("f32[{}]{}", text.join(","), layout(&mut random, &sizes));
        let shape = array(&text);
        for tiling in [Tiling::All, Tiling::First, Tiling::None] {
            let Ok(places) = LinearIndex::new(&shape, tiling) else { continue };
            let (map, inverse) = (places.to_map(), places.to_inverse_map());
            for index in indices(&sizes) {
                let place = places.at(&index).unwrap();
                assert!(map.contains(&index), "{text}: {map} {index:?}");
                assert_eq!(map.evaluate(&index, &[], &[]).unwrap()[..], [place], "{text}: {map} {index:?}");
            }
            for place in -1..=places.len() {
                match places.index_at(place) {
                    Ok(index) => {
                        assert!(inverse.contains(&[place]), "{text}: {inverse} {place}");
                        let found = inverse.evaluate(&[place], &[], &[]).unwrap();
                        assert_eq!(found[..], index[..], "{text}: {inverse} {place}");
                    }
                    Err(_) => assert!(!inverse.contains(&[place]), "{text}: {inverse} {place}"),
                }
            }
        }
        // a nested layout, if there is one, is the same map, and is found again
        if let (Ok(nested), Ok(places)) = (nested_layout(&shape), LinearIndex::new(&shape, Tiling::All)) {
            let found = places.to_map().to_layout().unwrap_or_else(|error| panic!("{text}: {error}"));
            for index in indices(&sizes) {
                let coordinate = tilework::dynamic::Tree::flat(index.clone());
                let expected = nested.offset(&coordinate).unwrap();
                assert_eq!(found.offset(&coordinate).unwrap(), expected, "{text}: {found} {nested}");
            }
        }
    }
}

#[test]
fn empty_arrays_have_no_places() {
    for text in ["f32[0,3]{1,0:T(2,2)}", "f32[3,0]{0,1}", "f32[2,0,3]{2,1,0:T(*,4)}"] {
        let places = LinearIndex::new(&array(text), Tiling::All).unwrap();
        assert!(places.to_map().is_known_empty() && places.to_inverse_map().is_known_empty(), "{text}");
    }
}

/// What a copy, a transpose and a reshape read.
fn program(input: &str, output: &str, operation: &str) -> String {
    format!("ENTRY e {{\n p = {input} parameter(0)\n ROOT r = {output} {operation}\n}}")
}

#[test]
fn proofs_are_right() {
    let mut random = Random(5);
    let (mut proven, mut refuted) = (0, 0);
    for _ in 0..cases(800) {
        let sizes = [random.within(1, 8), random.within(1, 8)];
        let transposes = random.once_in(2);
        let target = if transposes { [sizes[1], sizes[0]] } else { sizes };
        let shaped = |random: &mut Random, sizes: [i64; 2]| {
            format!("f32[{},{}]{}", sizes[0], sizes[1], layout(random, &sizes))
        };
        let input = shaped(&mut random, sizes);
        // one in three is what the input is, seen the other way
        let same = match (random.below(3), transposes) {
            (0, false) => Some(input.clone()),
            (0, true) => {
                let (_, tail) = input.split_once('{').unwrap();
                let order = if tail.starts_with("1,0") { "0,1" } else { "1,0" };
                Some(format!("f32[{},{}]{{{order}{}", target[0], target[1], &tail[3..]))
            }
            _ => None,
        };
        let output = same.unwrap_or_else(|| shaped(&mut random, target));
        let operation = if transposes { "transpose(p), dimensions={1,0}" } else { "copy(p)" };
        let text = program(&input, &output, operation);
        let module = Module::parse(&text).unwrap();
        let (from, to) = (array(&input), array(&output));
        let expected = match transposes {
            true => transpose_is_bitcast(&from, &to, &[1, 0]),
            false => reshape_is_bitcast(&from, &to),
        };
        let Ok(expected) = expected else { continue };
        match proves_bitcast(&module, module.entry(), 1) {
            Ok(BitcastProof::Proven) => {
                proven += 1;
                assert!(expected, "{text}");
            }
            Ok(BitcastProof::Refuted { index, from: place, to: target }) => {
                refuted += 1;
                assert!(!expected, "{text}");
                let read = if transposes { vec![index[1], index[0]] } else { index.to_vec() };
                assert_eq!(LinearIndex::new(&from, Tiling::All).unwrap().at(&read), Ok(place), "{text}");
                assert_eq!(LinearIndex::new(&to, Tiling::All).unwrap().at(&index), Ok(target), "{text}");
                assert_ne!(place, target);
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(proven > 100 && refuted > 100, "{proven} {refuted}");
}

/// Arrays that are too large to look at every element: only expressions prove anything.
#[test]
fn large_arrays_are_proven() {
    let proof = |input: &str, output: &str, operation: &str| {
        let text = program(input, output, operation);
        let module = Module::parse(&text).unwrap();
        proves_bitcast(&module, module.entry(), 1).unwrap()
    };
    let reshaped = proof("f32[65536,65536]{1,0:T(8,128)}", "f32[8192,8,65536]{2,1,0:T(8,128)}", "reshape(p)");
    assert_eq!(reshaped, BitcastProof::Proven);
    let transposed = proof(
        "f32[65536,8192,128]{2,1,0:T(8,128)}",
        "f32[8192,65536,128]{2,0,1:T(8,128)}",
        "transpose(p), dimensions={1,0,2}",
    );
    assert_eq!(transposed, BitcastProof::Proven);
    let as_rows =
        proof("bf16[65536,65536]{1,0:T(8,128)(2,1)}", "bf16[8192,512,4,128,2]{4,3,2,1,0}", "reshape(p)");
    assert!(matches!(as_rows, BitcastProof::Refuted { .. }), "{as_rows:?}");
    let moved = proof("f32[65536,65536]{1,0:T(8,128)}", "f32[65536,65536]{1,0}", "copy(p)");
    assert!(matches!(moved, BitcastProof::Refuted { from, to, .. } if from != to), "{moved:?}");
}

#[test]
fn what_is_no_map_between_the_arrays_is_refused() {
    let (a, b) = (array("f32[4,8]"), array("f32[8,4]"));
    let proof = |map: &str| prove_bitcast(&a, &b, &map.parse().unwrap());
    let no_map = "does not lead from every index of f32[8,4]{1,0} to one of f32[4,8]{1,0}";
    for (map, reason) in [
        ("(d0) -> (d0, d0), domain: d0 in [0, 3]", no_map),
        ("(d0, d1, d2) -> (d1, d0), domain: d0 in [0, 7], d1 in [0, 3], d2 in [0, 0]", no_map),
        ("(d0, d1) -> (d1, d0), domain: d0 in [0, 6], d1 in [0, 3]", no_map),
        ("(d0, d1) -> (d1, d0), domain: d0 in [1, 7], d1 in [0, 3]", no_map),
        ("(d0, d1) -> (d1, d0), domain: d0 in [0, 7], d1 in [0, 3], d0 + d1 in [0, 9]", no_map),
        ("(d0, d1) -> (d1, d0), domain: d0 in [0, 7], d1 in [0, 3], d0 + d1 in [20, 30]", no_map),
        ("(d0, d1) -> (d0, d1), domain: d0 in [0, 7], d1 in [0, 3]", no_map),
        ("(d0, d1) -> (d1), domain: d0 in [0, 7], d1 in [0, 3]", no_map),
        ("(d0, d1) -> (d1, d0, d0), domain: d0 in [0, 7], d1 in [0, 3]", no_map),
        (
            "(d0, d1)[s0] -> (d1, s0), domain: d0 in [0, 7], d1 in [0, 3], s0 in [0, 1]",
            "reads more than one element",
        ),
    ] {
        let refusal = proof(map).unwrap_err();
        assert!(
            matches!(refusal, Error::Invalid { .. }) && refusal.to_string().contains(reason),
            "{refusal}"
        );
    }
    // a domain may be wider than the indices, and where there are none nothing is read
    let wide = "(d0, d1) -> (d0 floordiv 2, d0 mod 2 * 4 + d1), domain: d0 in [-1, 9], d1 in [0, 3]";
    assert_eq!(proof(wide), Ok(BitcastProof::Proven));
    let nothing = array("f32[0,4]");
    let map = "(d0, d1) -> (d1, d0), domain: d0 in [0, 7], d1 in [0, 3]".parse().unwrap();
    assert_eq!(prove_bitcast(&a, &nothing, &map), Ok(BitcastProof::Proven));
}

#[test]
fn the_bitcasts_of_real_programs_are_proven() {
    let mut seen = [0; 2];
    for dump in DUMPS {
        let module = Module::parse(dump).unwrap();
        for computation in &module.computations {
            for (number, instruction) in computation.instructions.iter().enumerate() {
                if !matches!(instruction.opcode, "copy" | "reshape" | "transpose") {
                    continue;
                }
                let input = computation.instructions[instruction.operands[0]].shape.array("test").unwrap();
                let output = instruction.shape.array("test").unwrap();
                // a copy may also make other elements
                if stored_bits(input) != stored_bits(output) {
                    assert!(proves_bitcast(&module, computation, number).is_err(), "{}", instruction.name);
                    continue;
                }
                let expected = match instruction.opcode {
                    "transpose" => {
                        let dimensions = instruction.attributes.integers("dimensions").unwrap();
                        let dimensions: Vec<usize> = dimensions.iter().map(|one| *one as usize).collect();
                        transpose_is_bitcast(input, output, &dimensions).unwrap()
                    }
                    _ => reshape_is_bitcast(input, output).unwrap(),
                };
                let proof = proves_bitcast(&module, computation, number).unwrap();
                assert_ne!(proof, BitcastProof::Open, "{}", instruction.name);
                assert_eq!(proof == BitcastProof::Proven, expected, "{}: {proof:?}", instruction.name);
                seen[usize::from(expected)] += 1;
            }
        }
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}
