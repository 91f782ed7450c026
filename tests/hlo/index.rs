//! What instructions read: the maps of the specification, the maps of fusions, and definitions that maps must be.
use crate::random::Random;
use std::collections::{BTreeMap, BTreeSet};
use tilework::affine::{IndexingMap, MOST_POINTS};
use tilework::hlo::{
    Computation, GpuModel, Module, OperandIndexing, OperandMaps, Scope, UnknownReasons, coalesced_reads,
    feeds, input_to_output, is_coalesced_at_a_glance, output_to_input, reads, symbolic_tile, utilization,
    warp_accesses,
};

type Index = Vec<i64>;

/// All indices of these sizes.
fn indices(sizes: &[i64]) -> Vec<Index> {
    sizes.iter().fold(vec![Vec::new()], |indices, &size| {
        let longer =
            |index: &Index| (0..size).map(|entry| [&index[..], &[entry]].concat()).collect::<Vec<_>>();
        indices.iter().flat_map(longer).collect()
    })
}

/// Which indices each index leads to: the map as a function. `runtime` are the values of the runtime symbols.
fn function(map: &IndexingMap, runtime: &[i64]) -> BTreeMap<Index, BTreeSet<Index>> {
    let bounds = |variables: &[tilework::affine::Variable]| -> Vec<Index> {
        variables.iter().fold(vec![Vec::new()], |points, variable| {
            let values = variable.bounds.lower..=variable.bounds.upper;
            points
                .iter()
                .flat_map(|point| {
                    values.clone().map(|value| [&point[..], &[value]].concat()).collect::<Vec<_>>()
                })
                .collect()
        })
    };
    let mut found: BTreeMap<Index, BTreeSet<Index>> = BTreeMap::new();
    for dims in bounds(map.dims()) {
        for range in bounds(map.range_symbols()) {
            if map.contains(&[&dims[..], &range, runtime].concat()) {
                let results = map.evaluate(&dims, &range, runtime).unwrap().to_vec();
                found.entry(dims.clone()).or_default().insert(results);
            }
        }
    }
    found
}

/// Whether two maps say the same. Large ones are simplified and tried at some points.
fn is_same(lhs: &IndexingMap, rhs: &IndexingMap) -> bool {
    let points = |map: &IndexingMap| map.bounds().iter().map(|bounds| bounds.len() as f64).product::<f64>();
    if points(lhs).max(points(rhs)) < 1e5 && lhs.runtime_symbols().is_empty() {
        return function(lhs, &[]) == function(rhs, &[]);
    }
    if lhs.bounds() != rhs.bounds() {
        return false;
    }
    (0..1000u64).all(|trial| {
        let mut random = Random(trial);
        let point: Index =
            lhs.bounds().iter().map(|bounds| random.within(bounds.lower, bounds.upper)).collect();
        let values = |map: &IndexingMap| -> Vec<Option<i64>> {
            map.results().iter().map(|result| result.evaluate(&point)).collect()
        };
        lhs.contains(&point) == rhs.contains(&point) && (!lhs.contains(&point) || values(lhs) == values(rhs))
    })
}

fn map(text: &str) -> IndexingMap {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn entry_maps(module: &Module<'_>, scope: Scope) -> Vec<OperandMaps> {
    let entry = module.entry();
    output_to_input(module, entry, entry.root_number(), 0, scope).into_iter().collect()
}

fn simplified(maps: &OperandMaps) -> Vec<IndexingMap> {
    let maps = maps.as_ref().expect("the maps are known");
    maps.iter().map(|indexing| indexing.simplified().without_unused_symbols().map).collect()
}

#[track_caller]
fn assert_reads(hlo: &str, scope: Scope, wanted: &[&[&str]]) {
    let module = Module::parse(hlo).unwrap();
    let found = entry_maps(&module, scope);
    assert_eq!(found.len(), wanted.len(), "{hlo}");
    for (operand, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        let found = simplified(found);
        assert_eq!(found.len(), wanted.len(), "operand {operand}: {found:?}\n{hlo}");
        for wanted in *wanted {
            let wanted = map(wanted);
            assert!(
                found.iter().any(|found| is_same(found, &wanted)),
                "operand {operand}: no {wanted} in {found:?}"
            );
        }
    }
}

#[track_caller]
fn assert_goes_to(hlo: &str, operand: usize, scope: Scope, wanted: &str) {
    let module = Module::parse(hlo).unwrap();
    let entry = module.entry();
    let found = input_to_output(&module, entry, entry.root_number(), operand, scope);
    for output in &found {
        let found = simplified(output);
        let wanted = map(wanted);
        assert!(found.len() == 1 && is_same(&found[0], &wanted), "{found:?}, wanted {wanted}");
    }
}

/// The table of examples: each operation with its two maps.
#[test]
fn examples_of_the_specification() {
    let x = Scope::Xla;
    let add =
        "ENTRY e { a = f32[10,20] parameter(0) b = f32[10,20] parameter(1) ROOT r = f32[10,20] add(a, b) }";
    let identity = "(d0, d1) -> (d0, d1), domain: d0 in [0, 9], d1 in [0, 19]";
    assert_reads(add, x, &[&[identity], &[identity]]);
    assert_goes_to(add, 1, x, identity);

    let broadcast =
        "ENTRY e { a = f32[20] parameter(0) ROOT r = f32[10,20,30] broadcast(a), dimensions={1} }";
    assert_reads(
        broadcast,
        x,
        &[&["(d0, d1, d2) -> (d1), domain: d0 in [0, 9], d1 in [0, 19], d2 in [0, 29]"]],
    );
    assert_goes_to(
        broadcast,
        0,
        x,
        "(d0)[s0, s1] -> (s0, d0, s1), domain: d0 in [0, 19], s0 in [0, 9], s1 in [0, 29]",
    );

    let slice = "ENTRY e { s = s32[2,2,258] parameter(0) a = s32[] parameter(1) b = s32[] parameter(2) c = s32[] parameter(3)
        ROOT r = s32[1,2,32] dynamic-slice(s, a, b, c), dynamic_slice_sizes={1,2,32} }";
    let module = Module::parse(slice).unwrap();
    let found = entry_maps(&module, x);
    let source = found[0].as_ref().unwrap();
    assert!(is_same(
        &source[0].map,
        &map(
            "(d0, d1, d2){rt0, rt1, rt2} -> (d0 + rt0, d1 + rt1, d2 + rt2), domain: d0 in [0, 0], d1 in [0, 1], d2 in [0, 31], rt0 in [0, 1], rt1 in [0, 0], rt2 in [0, 226]"
        )
    ));
    let names: Vec<_> = source[0].runtime.iter().map(|variable| variable.instruction(&module).name).collect();
    assert_eq!(names, ["a", "b", "c"]);
    assert!(found[1..].iter().all(|offset| simplified(offset)[0].results().is_empty()));

    let update = "ENTRY e { s = s32[20,30] parameter(0) u = s32[5,10] parameter(1) a = s32[] parameter(2) b = s32[] parameter(3)
        ROOT r = s32[20,30] dynamic-update-slice(s, u, a, b) }";
    let found = entry_maps(&Module::parse(update).unwrap(), x);
    assert!(is_same(
        &found[0].as_ref().unwrap()[0].map,
        &map("(d0, d1) -> (d0, d1), domain: d0 in [0, 19], d1 in [0, 29]")
    ));
    assert!(is_same(
        &found[1].as_ref().unwrap()[0].map,
        &map(
            "(d0, d1){rt0, rt1} -> (d0 - rt0, d1 - rt1), domain: d0 in [0, 19], d1 in [0, 29], rt0 in [0, 15], rt1 in [0, 20]"
        )
    ));

    let gather = "ENTRY e { o = f32[33,76,70] parameter(0) i = s32[1806,2] parameter(1)
        ROOT r = f32[1806,7,8,4] gather(o, i), offset_dims={1,2,3}, collapsed_slice_dims={}, start_index_map={0,1}, index_vector_dim=1, slice_sizes={7,8,4} }";
    let found = entry_maps(&Module::parse(gather).unwrap(), x);
    let operand = &found[0].as_ref().unwrap()[0];
    assert!(is_same(
        &operand.map,
        &map(
            "(d0, d1, d2, d3){rt0, rt1} -> (d1 + rt0, d2 + rt1, d3), domain: d0 in [0, 1805], d1 in [0, 6], d2 in [0, 7], d3 in [0, 3], rt0 in [0, 26], rt1 in [0, 68]"
        )
    ));
    for (place, variable) in operand.runtime.iter().enumerate() {
        assert_eq!(variable.map.evaluate(&[9, 1, 2, 3], &[], &[]).unwrap()[..], [9, place as i64]);
    }
    assert!(is_same(
        &simplified(&found[1])[0],
        &map(
            "(d0, d1, d2, d3)[s0] -> (d0, s0), domain: d0 in [0, 1805], d1 in [0, 6], d2 in [0, 7], d3 in [0, 3], s0 in [0, 1]"
        )
    ));

    let transpose = "ENTRY e { a = f32[3,12288,6,128] parameter(0) ROOT r = f32[3,6,128,12288] transpose(a), dimensions={0,2,3,1} }";
    assert_reads(
        transpose,
        x,
        &[&[
            "(d0, d1, d2, d3) -> (d0, d3, d1, d2), domain: d0 in [0, 2], d1 in [0, 5], d2 in [0, 127], d3 in [0, 12287]",
        ]],
    );
    assert_goes_to(
        transpose,
        0,
        x,
        "(d0, d1, d2, d3) -> (d0, d2, d3, d1), domain: d0 in [0, 2], d1 in [0, 12287], d2 in [0, 5], d3 in [0, 127]",
    );

    let reverse =
        "ENTRY e { a = f32[1,17,9,9] parameter(0) ROOT r = f32[1,17,9,9] reverse(a), dimensions={1,2} }";
    let both = "(d0, d1, d2, d3) -> (d0, -d1 + 16, -d2 + 8, d3), domain: d0 in [0, 0], d1 in [0, 16], d2 in [0, 8], d3 in [0, 8]";
    assert_reads(reverse, x, &[&[both]]);
    assert_goes_to(reverse, 0, x, both);

    let reduce = "f { a = f32[] parameter(0) b = s32[] parameter(1) c = f32[] parameter(2) d = s32[] parameter(3) ROOT t = (f32[], s32[]) tuple(a, b) }
        ENTRY e { p = f32[256,10] parameter(0) q = s32[256,10] parameter(1) i = f32[] parameter(2) j = s32[] parameter(3)
        ROOT r = (f32[10], s32[10]) reduce(p, q, i, j), dimensions={0}, to_apply=f }";
    let input = "(d0)[s0] -> (s0, d0), domain: d0 in [0, 9], s0 in [0, 255]";
    let init = "(d0) -> (), domain: d0 in [0, 9]";
    assert_reads(reduce, x, &[&[input], &[input], &[init], &[init]]);
    assert_goes_to(reduce, 1, x, "(d0, d1) -> (d1), domain: d0 in [0, 255], d1 in [0, 9]");
    assert_goes_to(reduce, 2, x, "()[s0] -> (s0), domain: s0 in [0, 9]");

    let slice = "ENTRY e { a = f32[10,20,50] parameter(0) ROOT r = f32[5,3,25] slice(a), slice={[5:10:1], [3:20:7], [0:50:2]} }";
    assert_reads(
        slice,
        x,
        &[&[
            "(d0, d1, d2) -> (d0 + 5, d1 * 7 + 3, d2 * 2), domain: d0 in [0, 4], d1 in [0, 2], d2 in [0, 24]",
        ]],
    );
    assert_goes_to(
        slice,
        0,
        x,
        "(d0, d1, d2) -> (d0 - 5, (d1 - 3) floordiv 7, d2 floordiv 2), domain: d0 in [5, 9], d1 in [3, 17], d2 in [0, 48], (d1 - 3) mod 7 in [0, 0], d2 mod 2 in [0, 0]",
    );

    for (from, to, forth, back) in [
        (
            "4,8",
            "32",
            "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]",
            "(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 3], d1 in [0, 7]",
        ),
        (
            "32",
            "4,8",
            "(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 3], d1 in [0, 7]",
            "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]",
        ),
        (
            "4,8",
            "2,4,4",
            "(d0, d1, d2) -> (d0 * 2 + d1 floordiv 2, (d1 mod 2) * 4 + d2), domain: d0 in [0, 1], d1 in [0, 3], d2 in [0, 3]",
            "(d0, d1) -> (d0 floordiv 2, (d0 mod 2) * 2 + d1 floordiv 4, d1 mod 4), domain: d0 in [0, 3], d1 in [0, 7]",
        ),
        (
            "4,8,12",
            "32,3,4",
            "(d0, d1, d2) -> (d0 floordiv 8, d0 mod 8, d1 * 4 + d2), domain: d0 in [0, 31], d1 in [0, 2], d2 in [0, 3]",
            "(d0, d1, d2) -> (d0 * 8 + d1, d2 floordiv 4, d2 mod 4), domain: d0 in [0, 3], d1 in [0, 7], d2 in [0, 11]",
        ),
    ] {
        let reshape = format!("ENTRY e {{ a = f32[{from}] parameter(0) ROOT r = f32[{to}] reshape(a) }}");
        assert_reads(&reshape, x, &[&[forth]]);
        assert_goes_to(&reshape, 0, x, back);
    }

    let concatenate =
        "ENTRY e { a = f32[2,5,7] parameter(0) b = f32[2,11,7] parameter(1) c = f32[2,17,7] parameter(2)
        ROOT r = f32[2,33,7] concatenate(a, b, c), dimensions={1} }";
    assert_reads(
        concatenate,
        x,
        &[
            &["(d0, d1, d2) -> (d0, d1, d2), domain: d0 in [0, 1], d1 in [0, 4], d2 in [0, 6]"],
            &["(d0, d1, d2) -> (d0, d1 - 5, d2), domain: d0 in [0, 1], d1 in [5, 15], d2 in [0, 6]"],
            &["(d0, d1, d2) -> (d0, d1 - 16, d2), domain: d0 in [0, 1], d1 in [16, 32], d2 in [0, 6]"],
        ],
    );
    assert_goes_to(
        concatenate,
        2,
        x,
        "(d0, d1, d2) -> (d0, d1 + 16, d2), domain: d0 in [0, 1], d1 in [0, 16], d2 in [0, 6]",
    );

    let dot = "ENTRY e { a = f32[4,128,256] parameter(0) b = f32[4,256,64] parameter(1)
        ROOT r = f32[4,128,64] dot(a, b), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1} }";
    assert_reads(
        dot,
        x,
        &[
            &[
                "(d0, d1, d2)[s0] -> (d0, d1, s0), domain: d0 in [0, 3], d1 in [0, 127], d2 in [0, 63], s0 in [0, 255]",
            ],
            &[
                "(d0, d1, d2)[s0] -> (d0, s0, d2), domain: d0 in [0, 3], d1 in [0, 127], d2 in [0, 63], s0 in [0, 255]",
            ],
        ],
    );
    assert_goes_to(
        dot,
        0,
        Scope::Extended,
        "(d0, d1, d2)[s0] -> (d0, d1, s0), domain: d0 in [0, 3], d1 in [0, 127], d2 in [0, 255], s0 in [0, 63]",
    );
    assert_goes_to(
        dot,
        1,
        Scope::Extended,
        "(d0, d1, d2)[s0] -> (d0, s0, d2), domain: d0 in [0, 3], d1 in [0, 255], d2 in [0, 63], s0 in [0, 127]",
    );

    let pad = "ENTRY e { a = f32[4,4] parameter(0) v = f32[] parameter(1) ROOT r = f32[12,16] pad(a, v), padding=1_4_1x4_8_0 }";
    assert_reads(
        pad,
        x,
        &[
            &[
                "(d0, d1) -> ((d0 - 1) floordiv 2, d1 - 4), domain: d0 in [1, 7], d1 in [4, 7], (d0 - 1) mod 2 in [0, 0]",
            ],
            &["(d0, d1) -> (), domain: d0 in [0, 11], d1 in [0, 15]"],
        ],
    );
    assert_goes_to(
        pad,
        0,
        Scope::Extended,
        "(d0, d1) -> (d0 * 2 + 1, d1 + 4), domain: d0 in [0, 3], d1 in [0, 3]",
    );

    let window = "f { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] maximum(a, b) }
        ENTRY e { a = f32[1024,514] parameter(0) i = f32[] parameter(1) ROOT r = f32[1024,3] reduce-window(a, i), window={size=1x512 pad=0_0x0_0}, to_apply=f }";
    assert_reads(
        window,
        x,
        &[
            &["(d0, d1)[s0] -> (d0, d1 + s0), domain: d0 in [0, 1023], d1 in [0, 2], s0 in [0, 511]"],
            &["(d0, d1) -> (), domain: d0 in [0, 1023], d1 in [0, 2]"],
        ],
    );
}

/// The examples of fusions: several ways, ways that are one, and a softmax.
#[test]
fn fusions_of_the_specification() {
    assert_reads(
        "f { p0 = f32[1000,1000] parameter(0) t = f32[1000,1000] transpose(p0), dimensions={1,0} ROOT a = f32[1000,1000] add(p0, t) }
        ENTRY e { p0 = f32[1000,1000] parameter(0) ROOT r = f32[1000,1000] fusion(p0), kind=kLoop, calls=f }",
        Scope::Xla,
        &[&[
            "(d0, d1) -> (d0, d1), domain: d0 in [0, 999], d1 in [0, 999]",
            "(d0, d1) -> (d1, d0), domain: d0 in [0, 999], d1 in [0, 999]",
        ]],
    );
    assert_reads(
        "f { p0 = f32[20,10,50] parameter(0)
            a = f32[10,20,50] transpose(p0), dimensions={1,0,2} b = f32[10,50,20] transpose(a), dimensions={0,2,1}
            c = f32[10,50,20] transpose(p0), dimensions={1,2,0} ROOT r = f32[10,50,20] add(b, c) }
        ENTRY e { p0 = f32[20,10,50] parameter(0) ROOT r = f32[10,50,20] fusion(p0), kind=kLoop, calls=f }",
        Scope::Xla,
        &[&["(d0, d1, d2) -> (d2, d0, d1), domain: d0 in [0, 9], d1 in [0, 49], d2 in [0, 19]"]],
    );
    assert_reads(
        "m { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] maximum(a, b) }
        s { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }
        f { p0 = f32[2,65,125] parameter(0) z = f32[] constant(0)
            max = f32[2,65] reduce(p0, z), dimensions={2}, to_apply=m
            wide = f32[2,65,125] broadcast(max), dimensions={0,1}
            less = f32[2,65,125] subtract(p0, wide)
            exp = f32[2,65,125] exponential(less)
            sum = f32[2,65] reduce(exp, z), dimensions={2}, to_apply=s
            all = f32[2,65,125] broadcast(sum), dimensions={0,1}
            ROOT r = f32[2,65,125] divide(exp, all) }
        ENTRY e { p0 = f32[2,65,125] parameter(0) ROOT r = f32[2,65,125] fusion(p0), kind=kLoop, calls=f }",
        Scope::Xla,
        &[&[
            "(d0, d1, d2)[s0] -> (d0, d1, s0), domain: d0 in [0, 1], d1 in [0, 64], d2 in [0, 124], s0 in [0, 124]",
            "(d0, d1, d2) -> (d0, d1, d2), domain: d0 in [0, 1], d1 in [0, 64], d2 in [0, 124]",
        ]],
    );
}

/// What an index of the output reads, by a definition that counts instead of solving.
fn defined(output: &[i64], read: impl Fn(&[i64]) -> Vec<Index>) -> BTreeMap<Index, BTreeSet<Index>> {
    let with_reads = |index: Index| {
        let found: BTreeSet<Index> = read(&index).into_iter().collect();
        (!found.is_empty()).then_some((index, found))
    };
    indices(output).into_iter().filter_map(with_reads).collect()
}

#[track_caller]
fn assert_defined(hlo: &str, operand: usize, runtime: &[i64], wanted: &BTreeMap<Index, BTreeSet<Index>>) {
    let module = Module::parse(hlo).unwrap();
    let found = &entry_maps(&module, Scope::Extended)[operand];
    let maps = found.as_ref().expect("the maps are known");
    for map in [maps[0].map.clone(), maps[0].simplified().map] {
        assert_eq!(&function(&map, runtime), wanted, "{map}");
    }
}

#[test]
fn extended_maps_are_the_definition() {
    // padding, cut at one side and dilated
    for (low, high, interior, size) in
        [(1, 4, 1, 5), (-1, 2, 0, 6), (-2, -1, 2, 4), (0, 0, 3, 1), (2, -3, 1, 4)]
    {
        let output = low + high + size + (size - 1) * interior;
        let hlo = format!(
            "ENTRY e {{ a = f32[{size}] parameter(0) v = f32[] parameter(1) ROOT r = f32[{output}] pad(a, v), padding={low}_{high}_{interior} }}"
        );
        let place = |element: i64| low + element * (interior + 1);
        let read = |index: &[i64]| {
            (0..size).filter(|element| place(*element) == index[0]).map(|element| vec![element]).collect()
        };
        assert_defined(&hlo, 0, &[], &defined(&[output], read));
    }
    // a product with the batch in the middle
    let dot = "ENTRY e { a = f32[3,2,4] parameter(0) b = f32[2,5,4] parameter(1)
        ROOT r = f32[2,3,5] dot(a, b), lhs_batch_dims={1}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={2} }";
    assert_defined(dot, 0, &[], &defined(&[2, 3, 5], |d| (0..4).map(|k| vec![d[1], d[0], k]).collect()));
    assert_defined(dot, 1, &[], &defined(&[2, 3, 5], |d| (0..4).map(|k| vec![d[0], d[2], k]).collect()));
    // slices at run time: what is read is inside the operand for every place
    let slice = "ENTRY e { s = s32[7,5] parameter(0) a = s32[] parameter(1) b = s32[] parameter(2)
        ROOT r = s32[3,2] dynamic-slice(s, a, b), dynamic_slice_sizes={3,2} }";
    let update = "ENTRY e { s = s32[7,5] parameter(0) u = s32[3,2] parameter(1) a = s32[] parameter(2) b = s32[] parameter(3)
        ROOT r = s32[7,5] dynamic-update-slice(s, u, a, b) }";
    for at in indices(&[5, 4]) {
        assert_defined(slice, 0, &at, &defined(&[3, 2], |d| vec![vec![d[0] + at[0], d[1] + at[1]]]));
        let written = |d: &[i64]| {
            let inside =
                indices(&[3, 2]).into_iter().filter(|u| (u[0] + at[0], u[1] + at[1]) == (d[0], d[1]));
            inside.collect()
        };
        assert_defined(update, 1, &at, &defined(&[7, 5], written));
    }
    // one behind another
    let concatenate =
        "ENTRY e { a = f32[2,3] parameter(0) b = f32[2,1] parameter(1) c = f32[2,4] parameter(2)
        ROOT r = f32[2,8] concatenate(a, b, c), dimensions={1} }";
    for (operand, first, size) in [(0, 0, 3), (1, 3, 1), (2, 4, 4)] {
        let read =
            |d: &[i64]| (0..size).filter(|own| own + first == d[1]).map(|own| vec![d[0], own]).collect();
        assert_defined(concatenate, operand, &[], &defined(&[2, 8], read));
    }
    // windows: strides, padding, both dilations
    for (size, stride, low, high, base, window, input) in [
        (3, 1, 0, 0, 1, 1, 9),
        (3, 2, 1, 1, 1, 1, 9),
        (2, 3, 2, 0, 2, 1, 5),
        (3, 2, 1, 2, 2, 2, 6),
        (1, 4, 0, 0, 3, 1, 5),
    ] {
        let (spread, reach) = ((input - 1) * base + 1, (size - 1) * window + 1);
        let output = (low + spread + high - reach) / stride + 1;
        let hlo = format!("f {{ a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }}
            ENTRY e {{ a = f32[{input}] parameter(0) i = f32[] parameter(1) ROOT r = f32[{output}] reduce-window(a, i), window={{size={size} stride={stride} pad={low}_{high} lhs_dilate={base} rhs_dilate={window}}}, to_apply=f }}");
        let read = |d: &[i64]| {
            let places = (0..size).map(|s| d[0] * stride + s * window - low);
            places
                .filter_map(|place| {
                    (0..input).find(|element| element * base == place).map(|element| vec![element])
                })
                .collect()
        };
        assert_defined(&hlo, 0, &[], &defined(&[output], read));
    }
    // rows of a table
    let gather = "ENTRY e { o = f32[6,4] parameter(0) i = s32[5,1] parameter(1)
        ROOT r = f32[5,4] gather(o, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,4} }";
    for row in 0..6 {
        assert_defined(gather, 0, &[row], &defined(&[5, 4], |d| vec![vec![row, d[1]]]));
    }
    assert_defined(gather, 1, &[], &defined(&[5, 4], |d| vec![vec![d[0], 0]]));
    // an element of each row: rows of both arrays go together
    let along = "ENTRY e { o = f32[3,6] parameter(0) i = s32[3,5,1] parameter(1)
        ROOT r = f32[3,5] gather(o, i), offset_dims={}, collapsed_slice_dims={1}, start_index_map={1}, operand_batching_dims={0}, start_indices_batching_dims={0}, index_vector_dim=2, slice_sizes={1,1} }";
    for column in 0..6 {
        assert_defined(along, 0, &[column], &defined(&[3, 5], |d| vec![vec![d[0], column]]));
    }
    assert_defined(along, 1, &[], &defined(&[3, 5], |d| vec![vec![d[0], d[1], 0]]));
    // an element of a tuple, in a chain
    let sort = "ENTRY e { a = f32[3,4] parameter(0) b = s32[3,4] parameter(1)
        s = (f32[3,4], s32[3,4]) sort(a, b), dimensions={1}, to_apply=f ROOT r = s32[3,4] get-tuple-element(s), index=1 }";
    let module = Module::parse(sort).unwrap();
    let found = reads(&module, module.entry(), module.entry().root_number(), 0, Scope::Extended).unwrap();
    for operand in &found[..2] {
        let wanted = defined(&[3, 4], |d| (0..4).map(|place| vec![d[0], place]).collect());
        assert_eq!(function(&operand.as_ref().unwrap()[0].map, &[]), wanted);
    }
}

/// Numbers that are known at run time only come from the computation that reads them.
#[test]
fn sources_of_runtime_variables() {
    let module = Module::parse(
        "f { x = f32[] parameter(2) p = f32[8] parameter(0) at = s32[] parameter(1) ROOT s = f32[2] dynamic-slice(p, at), dynamic_slice_sizes={2} }
        ENTRY e { p = f32[8] parameter(0) at = s32[] parameter(1) x = f32[] parameter(2) ROOT r = f32[2] fusion(p, at, x), kind=kLoop, calls=f }",
    )
    .unwrap();
    let found = entry_maps(&module, Scope::Xla);
    let variable = &found[0].as_ref().unwrap()[0].runtime[0];
    assert_eq!(
        (variable.instruction(&module).name, module.computations[variable.computation].name),
        ("at", "f")
    );
    assert!(found[2].as_ref().is_some_and(|maps| maps.is_empty()), "nobody reads x");
}

/// A fusion that calls itself is unknown, and says so.
#[test]
fn circles_are_unknown() {
    let module =
        Module::parse("ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] fusion(p), kind=kLoop, calls=e }")
            .unwrap();
    assert_eq!(entry_maps(&module, Scope::Extended), [None]);
    let reason = UnknownReasons::new(&module, module.entry(), 1, Scope::Extended).of_read(0, 0);
    assert_eq!(reason.as_deref(), Some("r has no computation that stands before it"));
}

#[test]
fn indices_are_counted() {
    for text in [
        "(d0, d1)[s0] -> (d0 * 2 + s0, d1), domain: d0 in [0, 9], d1 in [0, 3], s0 in [0, 2]",
        "(d0, d1) -> (d0 * 3 + d1 * 4), domain: d0 in [0, 9], d1 in [0, 3]",
        "(d0, d1) -> (d0 * 7 + d1 * 100, d1), domain: d0 in [0, 9], d1 in [0, 3]",
        "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 30]",
        "(d0) -> (d0 floordiv 8, d0 mod 4), domain: d0 in [0, 30]",
        "(d0, d1) -> (d0, 4), domain: d0 in [0, 9], d1 in [0, 3], d0 + d1 in [11, 20]",
        "(d0) -> (), domain: d0 in [0, 9]",
        "(d0, d1) -> (d0), domain: d0 in [0, 9], d1 in [5, 4]",
    ] {
        let map = map(text);
        let all: BTreeSet<Index> = function(&map, &[]).into_values().flatten().collect();
        assert_eq!(map.image_len().unwrap(), all.len() as u64, "{text}");
    }
    let large = map("(d0) -> (d0 floordiv 1024, d0 mod 1024), domain: d0 in [0, 1073741823]");
    assert_eq!(large.image_len().unwrap(), 1 << 30);
    let hard = map("(d0) -> (d0 mod 3 + d0 floordiv 5), domain: d0 in [0, 1073741823]");
    assert!(hard.image_len().unwrap_err().to_string().contains(&MOST_POINTS.to_string()));
}

/// Two ways are counted together, and what is known at run time only is not guessed.
#[test]
fn utilization_of_several_ways() {
    let used = |hlo: &str, operand: usize| {
        let module = Module::parse(hlo).unwrap();
        let entry = module.entry();
        let number = entry.root().operands[operand];
        let array = entry.instructions[number].shape.as_array().unwrap();
        utilization(&entry_maps(&module, Scope::Extended)[operand], array).map(|found| found.read)
    };
    let halves = "f { p = f32[10] parameter(0) a = f32[4] slice(p), slice={[0:4]} b = f32[4] slice(p), slice={[2:6]} ROOT r = f32[4] add(a, b) }
        ENTRY e { p = f32[10] parameter(0) ROOT r = f32[4] fusion(p), kind=kLoop, calls=f }";
    assert_eq!(used(halves, 0).unwrap(), 6);
    let slice = "ENTRY e { p = f32[10] parameter(0) i = s32[] parameter(1) ROOT r = f32[4] dynamic-slice(p, i), dynamic_slice_sizes={4} }";
    assert_eq!(used(slice, 0).unwrap(), 4);
    let gather = "ENTRY e { o = f32[6,4] parameter(0) i = s32[5,1] parameter(1)
        ROOT r = f32[5,4] gather(o, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,4} }";
    assert!(used(gather, 0).is_err());
    assert_eq!(used(gather, 1).unwrap(), 5);
}

#[test]
fn warps() {
    let of = |hlo: &str| {
        let module = Module::parse(hlo).unwrap();
        let entry = module.entry();
        warp_accesses(&module, entry, entry.root_number(), Scope::Extended, &GpuModel::default())
            .into_iter()
            .map(|all| {
                all.map(|all| {
                    all.iter()
                        .map(|access| (access.bytes, access.sectors, access.transactions))
                        .collect::<Vec<_>>()
                })
            })
            .collect::<Vec<_>>()
    };
    let add = |layout: &str| {
        format!("ENTRY e {{ p = f32[100,200]{layout} parameter(0) ROOT a = f32[100,200]{{1,0}} negate(p) }}")
    };
    assert_eq!(of(&add("{1,0}"))[0].as_ref().unwrap()[..], [(128, 4, 1)]);
    assert_eq!(of(&add("{0,1}"))[0].as_ref().unwrap()[..], [(128, 32, 32)]);
    let scalar = "ENTRY e { p = f32[] parameter(0) ROOT b = f32[64] broadcast(p), dimensions={} }";
    assert_eq!(of(scalar)[0].as_ref().unwrap()[..], []);
    assert!(
        of("ENTRY e { p = f32[8] parameter(0) ROOT c = f32[8] custom-call(p), custom_call_target=\"f\" }")[0]
            .is_err()
    );
}

/// Nothing in the examples is unknown without a reason, and no answer is out of bounds.
#[test]
fn dumps() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/hlo");
    let (mut instructions, mut known) = (0, 0);
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "hlo") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let module = Module::parse(&text).unwrap();
        for computation in &module.computations {
            for number in 0..computation.instructions.len() {
                for scope in [Scope::Xla, Scope::Extended] {
                    instructions += 1;
                    known += check(&module, computation, number, scope);
                }
            }
        }
    }
    assert!(instructions > 100 && known > 100, "{instructions} instructions, {known} operands known");
}

fn check(module: &Module<'_>, computation: &Computation<'_>, number: usize, scope: Scope) -> usize {
    let instruction = &computation.instructions[number];
    let found = output_to_input(module, computation, number, 0, scope);
    let gpu = GpuModel::default();
    assert_eq!(found.len(), instruction.operands.len());
    assert_eq!(coalesced_reads(module, computation, number, scope, &gpu).len(), found.len());
    is_coalesced_at_a_glance(module, computation, number, &gpu);
    let reasons = UnknownReasons::new(module, computation, number, scope);
    for (place, (maps, operand)) in found.iter().zip(&instruction.operands).enumerate() {
        let is_unknown = reasons.of_read(place, 0).is_some();
        assert_eq!(maps.is_none(), is_unknown, "{}", instruction.name);
        // whether there is one is not asked for
        let _ = symbolic_tile(maps);
        input_to_output(module, computation, number, place, scope);
        let Some(array) = computation.instructions[*operand].shape.as_array() else { continue };
        let sizes = array.sizes().unwrap();
        for OperandIndexing { map, .. } in maps.iter().flatten() {
            let simple = map.simplify(Default::default());
            assert_eq!(simple.results().len(), sizes.len(), "{}: {map}", instruction.name);
            if simple.constraints().is_empty() && !simple.is_known_empty() {
                for (result, size) in simple.results().iter().zip(&sizes) {
                    let range = result.range(&simple.bounds());
                    assert!(
                        range.lower >= 0 && range.upper < *size || scope == Scope::Xla,
                        "{}: {map}",
                        instruction.name
                    );
                }
            }
        }
    }
    found.iter().flatten().count()
}

/// Numbers that make no sense give other answers, or none, and never a panic.
#[test]
fn numbers_that_make_no_sense() {
    let modules = [
        "f { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }
        ENTRY e { a = f32[12,8] parameter(0) i = f32[] parameter(1) k = s32[] parameter(2)
            p = f32[18,16] pad(a, i), padding=1_2_0x2_-1_1
            w = f32[5,16] reduce-window(p, i), window={size=3x1 stride=3x1 pad=0_1x0_0 lhs_dilate=1x1 rhs_dilate=2x1}, to_apply=f
            s = f32[2,8] slice(w), slice={[0:4:2], [0:16:2]}
            t = f32[8,2] transpose(s), dimensions={1,0}
            v = f32[8,2] reverse(t), dimensions={0,1}
            y = f32[3,2] dynamic-slice(v, k, k), dynamic_slice_sizes={3,2}
            u = f32[8,2] dynamic-update-slice(v, y, k, k)
            x = f32[8,4] concatenate(u, v), dimensions={1}
            d = f32[2,2] dot(u, v), lhs_contracting_dims={0}, rhs_contracting_dims={0}
            r = f32[4] reduce(x, i), dimensions={0}, to_apply=f
            b = f32[4,3] broadcast(r), dimensions={0}
            h = f32[6,2] reshape(b)
            z = f32[2,6] bitcast(h)
            l = f32[2,6] sort(z), dimensions={1}, to_apply=f
            ROOT g = f32[2,3,6] broadcast(l), dimensions={0,2} }",
        "ENTRY e { o = f32[33,76,70] parameter(0) i = s32[1806,2] parameter(1) c = f32[4,9,9,8] parameter(2) q = f32[3,3,4,16] parameter(3)
            n = f32[4,7,7,16] convolution(c, q), window={size=3x3 stride=1x1 pad=0_0x0_0 lhs_dilate=1x1 rhs_dilate=1x1}, dim_labels=b01f_01io->b01f, feature_group_count=2
            a = f32[8,7,7,16] all-gather(n), dimensions={0}, replica_groups={}
            ROOT g = f32[1806,7,8,4] gather(o, i), offset_dims={1,2,3}, collapsed_slice_dims={}, start_index_map={0,1}, index_vector_dim=1, slice_sizes={7,8,4} }",
        "ENTRY e { o = f32[4,5] parameter(0) i = s32[3,2] parameter(1) u = f32[3,2] parameter(2) z = f32[] parameter(3)
            r = f32[4,5] scatter(o, i, u), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={1,0}, index_vector_dim=1, to_apply=f
            k = (f32[4,2], s32[4,2]) topk(r), k=2 t = f32[4,2] get-tuple-element(k), index=0
            n = c64[4,2] fft(t), fft_type=FFT, fft_length={4,2} y = c64[2,2] cholesky(n), lower=true
            w = c64[2,2] triangular-solve(y, y), left_side=true, lower=true, unit_diagonal=true, transpose_a=TRANSPOSE
            q = f32[2,5] parameter(4) h = f32[4,5] select-and-scatter(r, q, z), window={size=2x1 stride=2x1 pad=0_0x0_0}, select=f, scatter=f
            x = (f32[4,5], f32[5], f32[5]) batch-norm-training(h, z, z), epsilon=0, feature_index=1
            ROOT a = ((f32[4,5]), f32[2,5], s32[]) slice-start(h), slice={[1:3], [0:5]} }",
        "ENTRY e { a = f32[8,4]{1,0:T(2,4)} parameter(0) b = f32[8,4]{1,0:T(4,4)} bitcast(a) c = s8[8,8]{1,0:T(4,8)(4,1)} parameter(1)
            d = bf16[4,8]{1,0:T(4,8)(2,1)} bitcast(c) e = bf16[8,8]{1,0:T(4,8)(2,1)} custom-call(d, d), custom_call_target=\"ConcatBitcast\"
            g = f32[16,4] all-gather(b), replica_groups={{0,1},{2,3}}, dimensions={0} s = f32[4,4] reduce-scatter(b), replica_groups=[2,2]<=[4], dimensions={0}
            l = f32[8,4] all-to-all(b), replica_groups=mesh['x'=2,'y'=2] {'x'}, dimensions={0} p = f32[8,4] collective-permute(l), source_target_pairs={{0,1},{2,3}}
            m = f32[2,6,6,4] parameter(2) w = f32[2,2,4,4] parameter(3)
            v = f32[8,4] all-reduce(p), replica_groups={{0,1}}, to_apply=f ROOT n = f32[1,5,5,4] convolution(m, w), window={size=2x2}, dim_labels=b01f_01io->b01f, batch_group_count=2 }",
    ];
    let strange =
        ["", "0", "-1", "1", "4294967296", "-4611686018427387904", "9223372036854775807", "1000000"];
    let mut read = 0;
    for text in modules {
        assert!(Module::parse(text).is_ok(), "{:?}", Module::parse(text).err());
        let starts: Vec<usize> = (1..text.len())
            .filter(|at| {
                text.as_bytes()[*at].is_ascii_digit() && !text.as_bytes()[at - 1].is_ascii_alphanumeric()
            })
            .collect();
        for start in starts {
            let length = text[start..].bytes().take_while(u8::is_ascii_digit).count();
            for number in strange {
                // without the number there is a dimension less
                let rest = &text[start + length..];
                let rest = if number.is_empty() { rest.strip_prefix(',').unwrap_or(rest) } else { rest };
                let changed = format!("{}{number}{rest}", &text[..start]);
                let Ok(module) = Module::parse(&changed) else { continue };
                read += 1;
                for computation in &module.computations {
                    for number in 0..computation.instructions.len() {
                        use_all(&module, computation, number);
                    }
                }
            }
        }
    }
    assert!(read > 500, "{read}");
}

fn use_all(module: &Module<'_>, computation: &Computation<'_>, number: usize) {
    let instruction = &computation.instructions[number];
    let gpu = GpuModel::default();
    is_coalesced_at_a_glance(module, computation, number, &gpu);
    coalesced_reads(module, computation, number, Scope::Extended, &gpu);
    let outputs = instruction.shape.leaves().count();
    for (scope, output) in [Scope::Xla, Scope::Extended]
        .into_iter()
        .flat_map(|scope| (0..outputs).map(move |output| (scope, output)))
    {
        for (place, maps) in output_to_input(module, computation, number, output, scope).iter().enumerate() {
            let _ = symbolic_tile(maps);
            let reasons = UnknownReasons::new(module, computation, number, scope);
            let _ = (reasons.of_read(place, output), reasons.of_use(place, output));
            for indexing in maps.iter().flatten() {
                let _ = indexing.simplified().without_unused_symbols().map.to_string();
            }
            // of all outputs at once
            let forward = (output == 0).then(|| input_to_output(module, computation, number, place, scope));
            for indexing in forward.iter().flatten().flatten().flatten() {
                let _ = indexing.simplified().map.to_string();
            }
            // large windows would be tried one by one
            let points =
                |map: &IndexingMap| map.bounds().iter().map(|bounds| bounds.len() as f64).product::<f64>();
            let few = maps.iter().flatten().all(|indexing| points(&indexing.map) < 1e4);
            let operand = &computation.instructions[instruction.operands[place]].shape;
            if let (Some(array), true) = (operand.as_array(), few) {
                let _ = utilization(maps, array);
            }
        }
    }
    if number == 0 {
        feeds(module, computation, number, 0, Scope::Extended);
    }
    reads(module, computation, number, 0, Scope::Extended);
}

/// The start of a slice of a vector, where the module computes it: the map of the vector.
fn start(program: &str) -> String {
    let text = format!(
        "e {{ a = f32[400] parameter(0) {program} ROOT s = f32[2] dynamic-slice(a, t), dynamic_slice_sizes={{2}} }}"
    );
    let module = Module::parse(&text).unwrap();
    let entry = module.entry();
    let maps = output_to_input(&module, entry, entry.root_number(), 0, Scope::Extended);
    maps[0].as_ref().unwrap()[0].simplified().map.function_text()
}

#[test]
fn constants_are_read_without_their_comments() {
    let third = "k = s32[2,1,2] constant({ { /*i0=0*/ { 3, 4 } }, { /*i0=1*/ { 5, 6 } } })
        l = s32[1,1,1] slice(k), slice={[1:2], [0:1], [0:1]} t = s32[] reshape(l)";
    assert_eq!(start(third), "(d0) -> (d0 + 5)");
    // a literal that is not written out
    let elided = "k = s32[4] constant({...}) l = s32[1] slice(k), slice={[0:1]} t = s32[] reshape(l)";
    assert_eq!(start(elided), "(d0){rt0} -> (d0 + rt0)");
}

#[test]
fn other_bits_are_another_number() {
    let bits = "f = f32[2] constant({1, 2}) i = s32[2] bitcast(f) l = s32[1] slice(i), slice={[1:2]} t = s32[] reshape(l)";
    assert_eq!(start(bits), "(d0){rt0} -> (d0 + rt0)");
    let same = "f = s32[2] constant({1, 2}) i = s32[2] bitcast(f) l = s32[1] slice(i), slice={[1:2]} t = s32[] reshape(l)";
    assert_eq!(start(same), "(d0) -> (d0 + 2)");
}

#[test]
fn what_is_no_program_is_unknown() {
    let module =
        Module::parse("e { p = f32[4] parameter(0) ROOT b = f32[4,4] broadcast(p), dimensions={0,1} }")
            .unwrap();
    assert_eq!(output_to_input(&module, module.entry(), 1, 0, Scope::Extended)[0], None);
    let scalar = Module::parse("e { p = f32[] parameter(0) ROOT b = f32[] pad(p, p), padding= }").unwrap();
    let maps = output_to_input(&scalar, scalar.entry(), 1, 0, Scope::Extended);
    assert_eq!(maps[0].as_ref().unwrap()[0].map.to_string(), "() -> ()");
}

#[test]
fn runtime_variables_follow_the_order_of_memory() {
    let module = Module::parse(
        "e { a = f32[100,100]{1,0} parameter(0) i = s32[7,2]{1,0} parameter(1)
          ROOT g = f32[7,3,100]{1,0,2} gather(a, i), offset_dims={1,2}, collapsed_slice_dims={}, start_index_map={0,1},
            index_vector_dim=1, slice_sizes={3,100} }",
    )
    .unwrap();
    let entry = module.entry();
    let maps = output_to_input(&module, entry, entry.root_number(), 0, Scope::Xla);
    let (from, to) =
        (entry.root().shape.array("test").unwrap(), entry.instructions[0].shape.array("test").unwrap());
    let physical = maps[0].as_ref().unwrap()[0].physical(from, to).unwrap().simplified();
    assert_eq!(physical.runtime[0].map.function_text(), "(d0, d1, d2) -> (d1, 0)");
}
