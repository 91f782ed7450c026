//! XLA's shapes and layouts against their definitions, written out element by element.

use crate::array;
use crate::random::{Random, cases};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use tilework::dynamic::Error;
use tilework::xla::{
    ArrayShape, Layout, LinearIndex, PrimitiveType, Shape, TileSize, Tiling, TpuGeneration, align_layouts,
    byte_size, data_size, decompose_to_trt, descending_layout, nested_layout, padded_size,
    permute_dimensions, reach, reshape_is_bitcast, stored_bits, tiled_elements, tpu_layout,
    transpose_is_bitcast,
};

/// What the tests draw.
impl Random {
    /// A permutation of `0..n`.
    fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        self.shuffle(&mut order);
        order
    }

    /// The text of a small array, in all kinds of layouts.
    fn shape(&mut self) -> String {
        let rank = self.below(5);
        let sizes: Vec<String> =
            (0..rank).map(|_| self.of(&[1, 1, 2, 3, 4, 5, 6, 7, 8, 9]).to_string()).collect();
        let order: Vec<String> = self.order(rank).iter().map(usize::to_string).collect();
        let mut tiles = String::new();
        for _ in 0..self.below(4) {
            let entries = 1 + self.below(3);
            let tile: Vec<String> = (0..entries)
                .map(|entry| match self.below(6) {
                    0 if entry + 1 < entries => "*".to_string(),
                    _ => self.of(&[1, 2, 2, 3, 4, 4, 8]).to_string(),
                })
                .collect();
            tiles += &format!("({})", tile.join(","));
        }
        let element = self.of(&["f32", "bf16", "s8", "s4", "c64", "pred"]);
        let attributes = match (tiles.as_str(), self.below(5)) {
            ("", _) => String::new(),
            (tiles, 0) => format!(":T{tiles}L(6)"),
            (tiles, 1) => format!(":T{tiles}E(4)S(1)"),
            (tiles, _) => format!(":T{tiles}"),
        };
        let layout = match (rank, attributes.as_str()) {
            (0, "") => String::new(),
            _ => format!("{{{}{attributes}}}", order.join(",")),
        };
        format!("{element}[{}]{layout}", sizes.join(","))
    }
}

/// The linear index by the definition: pad, reshape and transpose, tile by tile, on the whole array.
fn by_definition(sizes: &[i64], layout: &Layout) -> BTreeMap<Vec<i64>, i64> {
    // for each place of the expanded array, in order, the element that stands there
    let mut bounds: Vec<i64> = layout.major_to_minor().map(|dimension| sizes[dimension]).collect();
    let order: Vec<usize> = layout.major_to_minor().collect();
    let mut elements: Vec<Option<Vec<i64>>> = indices(&bounds)
        .map(|physical| {
            let mut index = vec![0; sizes.len()];
            for (entry, &dimension) in physical.iter().zip(&order) {
                index[dimension] = *entry;
            }
            Some(index)
        })
        .collect();
    for tile in layout.tiles() {
        let mut entries = tile.sizes().to_vec();
        while bounds.len() < entries.len() {
            bounds.insert(0, 1);
        }
        // merging changes no order
        let mut position = bounds.len() - entries.len();
        entries.retain(|entry| {
            if *entry == TileSize::Combine {
                let merged = bounds.remove(position);
                bounds[position] *= merged;
                return false;
            }
            position += 1;
            true
        });
        let tile: Vec<i64> = entries
            .iter()
            .map(|entry| match entry {
                TileSize::Elements(size) => *size,
                TileSize::Combine => unreachable!("merged"),
            })
            .collect();
        let minor = bounds.len() - tile.len();
        let mut tiled = bounds.clone();
        for (bound, size) in tiled[minor..].iter_mut().zip(&tile) {
            *bound = (*bound + size - 1) / size;
        }
        tiled.extend(&tile);
        elements = indices(&tiled)
            .map(|index| {
                let inside = &index[bounds.len()..];
                let mut old = index[..bounds.len()].to_vec();
                for (place, (size, within)) in tile.iter().zip(inside).enumerate() {
                    old[minor + place] = old[minor + place] * size + within;
                }
                let is_there = old.iter().zip(&bounds).all(|(entry, bound)| entry < bound);
                let place = old.iter().zip(&bounds).fold(0, |place, (entry, bound)| place * bound + entry);
                if is_there { elements[place as usize].clone() } else { None }
            })
            .collect();
        bounds = tiled;
    }
    elements.into_iter().enumerate().filter_map(|(place, element)| Some((element?, place as i64))).collect()
}

/// All indices below these bounds, the last entry fastest.
fn indices(bounds: &[i64]) -> impl Iterator<Item = Vec<i64>> {
    let bounds = bounds.to_vec();
    let count: i64 = bounds.iter().product();
    (0..count).map(move |place| {
        let mut rest = place;
        let mut index: Vec<i64> = bounds
            .iter()
            .rev()
            .map(|bound| {
                let entry = rest % bound;
                rest /= bound;
                entry
            })
            .collect();
        index.reverse();
        index
    })
}

/// Whether there is a nested shape and stride with these places: they are sums over the dimensions, and of each
/// dimension as many are equally far apart, again and again, level by level.
fn is_nested(sizes: &[i64], places: &BTreeMap<Vec<i64>, i64>) -> bool {
    let along = |dimension: usize| -> Vec<i64> {
        let index =
            |entry| (0..sizes.len()).map(|d| if d == dimension { entry } else { 0 }).collect::<Vec<_>>();
        (0..sizes[dimension]).map(|entry| places[&index(entry)]).collect()
    };
    let by_dimension: Vec<Vec<i64>> = (0..sizes.len()).map(along).collect();
    let sum = |index: &[i64]| {
        index.iter().zip(&by_dimension).map(|(entry, along)| along[*entry as usize]).sum::<i64>()
    };
    let has_levels = |along: &Vec<i64>| {
        let mut level = along.clone();
        while level.len() > 1 {
            let step = level[1];
            let run = level.iter().enumerate().take_while(|(at, place)| **place == *at as i64 * step).count();
            if level
                .iter()
                .enumerate()
                .any(|(at, place)| *place != (at % run) as i64 * step + level[at / run * run])
            {
                return false;
            }
            level = level.into_iter().step_by(run).collect();
        }
        true
    };
    by_dimension.iter().all(has_levels) && places.iter().all(|(index, place)| sum(index) == *place)
}

#[test]
fn places_are_those_of_the_definition() {
    let mut random = Random(11);
    let (mut nested, mut not_nested, mut refused, mut padded, mut further) = (0, 0, 0, 0, 0);
    for _ in 0..2000 {
        let text = random.shape();
        let array = array(&text);
        let sizes = array.sizes().unwrap();
        let places = LinearIndex::new(&array, Tiling::All).unwrap();
        if places.len() > 20_000 {
            continue;
        }
        let defined = by_definition(&sizes, &array.layout_or_default());
        assert_eq!(defined.len() as i64, array.elements().unwrap(), "{text}");
        let mut elements = 0;
        for place in 0..places.len() {
            match places.index_at(place) {
                Ok(index) => {
                    assert_eq!(defined.get(&index[..]), Some(&place), "{text}: {index:?}");
                    assert_eq!(places.at(&index).unwrap(), place, "{text}");
                    elements += 1;
                }
                Err(error) => assert!(error.to_string().contains("padding"), "{text}: {error}"),
            }
        }
        assert_eq!(elements, array.elements().unwrap(), "{text}: every element has one place");
        let last = defined.values().max().map_or(0, |last| last + 1);
        assert_eq!(places.reach().unwrap(), last, "{text}");
        let bits = stored_bits(&array);
        assert_eq!(reach(&Shape::Array(array.clone())).unwrap(), (last * bits + 7) / 8, "{text}");
        further += usize::from(data_size(&Shape::Array(array.clone())).unwrap() * 8 < last * bits);
        padded += usize::from(places.len() > elements);
        match nested_layout(&array) {
            Ok(layout) => {
                nested += 1;
                for (index, place) in &defined {
                    let crd = format!("({})", index.iter().map(i64::to_string).collect::<Vec<_>>().join(","));
                    assert_eq!(
                        layout.offset(&crd.parse().unwrap()).unwrap(),
                        *place,
                        "{text}: {layout} at {crd}"
                    );
                }
            }
            Err(Error::Inexact { reason, .. }) => {
                not_nested += 1;
                if is_nested(&sizes, &defined) {
                    // places that only happen to be evenly apart
                    assert!(reason.contains("do not divide"), "{text}: {reason}");
                    refused += 1;
                }
            }
            Err(error) => panic!("{text}: {error}"),
        }
    }
    println!(
        "{nested} nested, {not_nested} not, {refused} of them could be, {padded} with padding, {further} beyond XLA's data size"
    );
    assert!(nested > 1000 && not_nested > 50 && refused < 50 && padded > 500 && further > 100);
}

#[test]
fn text_reads_back() {
    let mut random = Random(5);
    for _ in 0..5000 {
        let text = match random.below(3) {
            0 => format!("({}, {}, token[])", random.shape(), random.shape()),
            _ => random.shape(),
        };
        let shape: Shape = text.parse().unwrap();
        assert_eq!(shape.to_string().parse::<Shape>().unwrap(), shape);
        // a missing layout is written out, everything else is as it was
        assert_eq!(shape.to_string(), text, "{text}");
    }
}

#[test]
fn garbled_text_is_refused_and_nothing_else() {
    let mut random = Random(77);
    let alphabet: Vec<char> = "f32[],{}:T()*#ESLMPDC<=?0127 /\u{e9}b_-".chars().collect();
    let mut accepted = 0;
    // a long run: `TILEWORK_CASES=10000000 cargo test --release --test xla garbled`
    for _ in 0..cases(20_000) {
        let mut text: Vec<char> = random.shape().chars().collect();
        for _ in 0..1 + random.below(3) {
            let place = random.below(text.len() + 1);
            match random.below(3) {
                0 => text.insert(place, random.of(&alphabet)),
                1 if place < text.len() => drop(text.remove(place)),
                _ if place < text.len() => text[place] = random.of(&alphabet),
                _ => {}
            }
        }
        let text: String = text.into_iter().collect();
        match text.parse::<Shape>() {
            Ok(shape) => {
                accepted += 1;
                assert_eq!(shape.to_string().parse::<Shape>().unwrap(), shape, "{text}");
                // whatever was read can be measured, or says why not
                let _ = (byte_size(&shape), padded_size(&shape));
            }
            Err(Error::Parse(error)) => assert!(text.get(error.span).is_some(), "{text}"),
            Err(error) => panic!("{text}: {error}"),
        }
    }
    assert!(accepted > 100);
}

#[test]
fn sizes_too_large_are_errors() {
    for text in ["f32[9223372036854775807]", "f32[4294967296,4294967296]", "f32[99999999999999999999]"] {
        assert!(text.parse::<Shape>().is_err(), "{text}");
    }
    let huge = array("s8[9223372036854775807]{0:T(8)}");
    assert!(padded_size(&Shape::Array(huge.clone())).is_err());
    assert!(tiled_elements(&huge).is_err() && nested_layout(&huge).is_err());
    let empty = array("f32[0,9223372036854775807]{1,0:T(8,128)}");
    assert_eq!(padded_size(&Shape::Array(empty.clone())).unwrap_or(0), 0);
    assert!(format!("{}f32[]{}", "(".repeat(5000), ")".repeat(5000)).parse::<Shape>().is_err());
}

/// Whether element `i` in row-major order is at the same place in both, looked at one by one.
fn same_places(a: &ArrayShape, b: &ArrayShape) -> bool {
    let places = |array: &ArrayShape| -> Vec<i64> {
        let linear = LinearIndex::new(array, Tiling::All).unwrap();
        indices(&array.sizes().unwrap()).map(|index| linear.at(&index).unwrap()).collect()
    };
    places(a) == places(b)
}

#[test]
fn bitcasts_are_those_that_move_nothing() {
    let mut random = Random(23);
    let shapes: Vec<ArrayShape> = (0..400).map(|_| array(&random.shape())).collect();
    let small: Vec<&ArrayShape> =
        shapes.iter().filter(|array| LinearIndex::new(array, Tiling::All).unwrap().len() < 2000).collect();
    let (mut pairs, mut bitcasts, mut aligned) = (0, 0, 0);
    for a in &small {
        for b in &small {
            if a.elements().unwrap() != b.elements().unwrap() {
                assert!(!reshape_is_bitcast(a, b).unwrap());
                continue;
            }
            let expected = same_places(a, b);
            assert_eq!(reshape_is_bitcast(a, b).unwrap(), expected, "{a} and {b}");
            pairs += 1;
            bitcasts += usize::from(expected);
            let b = (*b).clone().with_element_type(a.element_type()).unwrap().strip_layout();
            if let Some(found) = align_layouts(a, &b).unwrap() {
                assert!(same_places(a, &found), "{a} and {found}");
                aligned += 1;
            }
        }
        let order = random.order(a.rank());
        let transposed = permute_dimensions(a, &order).unwrap();
        assert!(transpose_is_bitcast(a, &transposed, &order).unwrap(), "{a} by {order:?}");
        assert_eq!(
            LinearIndex::new(a, Tiling::All).unwrap().len(),
            LinearIndex::new(&descending_layout(a).unwrap(), Tiling::All).unwrap().len()
        );
    }
    println!("{pairs} pairs, {bitcasts} bitcasts, {aligned} aligned");
    assert!(bitcasts >= small.len() && aligned > 0);
}

#[test]
fn much_padding_at_the_end_is_refused_soon() {
    // found by the fuzzer: a later tile merges what the first one made, with 2^37 places of padding
    let array = array("f32[12,6]{1,0:T(21474836474,2)(*,2)}");
    let start = std::time::Instant::now();
    let refused = reach(&Shape::Array(array)).unwrap_err();
    assert_eq!(refused.to_string(), "reach: of 128849018844 places the last 65536 are padding");
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

#[test]
fn shapes_in_the_order_of_memory_keep_what_tells_places() {
    let input = array("f32[<=6,4,5]{0,2,1:T(2,4)L(8)E(32)S(1)SC(1:2)M(4)}");
    let plain = "f32[4,5,<=6]{2,1,0:T(2,4)L(8)E(32)S(1)}";
    assert_eq!(descending_layout(&input).unwrap().to_string(), plain);
    // the same of every step between, whatever stands in a layout
    for attributes in ["", ":M(4)", ":SC(0:1)", ":S(1)SC(1:2)M(8)", ":E(16)M(4)", ":L(2)"] {
        let (input, output) = (
            array(&format!("f32[<=6,4]{{0,1{attributes}}}")),
            array(&format!("f32[3,8]{{0,1{attributes}}}")),
        );
        let steps = decompose_to_trt(&input, &output).unwrap().unwrap();
        assert_eq!(steps.transpose1_shape, descending_layout(&input).unwrap());
        assert_eq!(steps.reshape_shape, descending_layout(&output).unwrap());
        for shape in [steps.transpose1_shape, steps.reshape_shape] {
            let layout = shape.layout_or_default();
            assert_eq!(layout.dynamic_metadata_prefix_bytes(), 0);
            assert!(layout.split_configs().is_empty() && layout.minor_to_major() == [1, 0]);
        }
    }
}

#[test]
fn types_have_one_name_and_one_number() {
    for (place, element_type) in PrimitiveType::ALL.iter().enumerate() {
        assert_eq!(element_type.name().parse::<PrimitiveType>().unwrap(), *element_type);
        assert!(place == 0 || PrimitiveType::ALL[place - 1].number() < element_type.number());
    }
}

/// What compilers for TPUs chose, where the shared dumps stand beside the repository.
#[test]
fn layouts_are_those_that_tpu_compilers_chose() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/conformance/hlo/tpu_sizes.json");
    let Ok(text) = std::fs::read_to_string(file) else {
        eprintln!("no shared dumps here");
        return;
    };
    let found: Value = serde_json::from_str(&text).unwrap();
    let rows = found.as_array().or_else(|| found["rows"].as_array()).unwrap();
    let mut compared = 0;
    for row in rows.iter().filter(|row| row["forced_layout"] == Value::Bool(false)) {
        let chosen = array(row["param"].as_str().unwrap());
        for topology in row["topologies"].as_array().unwrap() {
            let name = topology.as_str().unwrap().split(':').next().unwrap();
            let Ok(generation) = name.parse::<TpuGeneration>() else { continue };
            let layout = tpu_layout(&chosen.clone().strip_layout(), generation).unwrap();
            assert_eq!(Some(&layout), chosen.layout(), "{chosen} on {generation}");
            compared += 1;
        }
    }
    println!("{compared} layouts compared");
    assert!(compared > 1000);
}
