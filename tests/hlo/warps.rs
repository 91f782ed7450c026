//! What a warp reads, counted thread by thread at addresses of bytes.
use crate::random::{Random, cases};
use std::collections::BTreeSet;
use tilework::hlo::{GpuModel, Module, Scope, coalesced_reads, output_to_input, warp_accesses};
use tilework::xla::{ArrayShape, LinearIndex, Tiling, stored_bits};

/// Of one operand that is read in one way: bits of elements, and sectors.
fn counted(module: &Module<'_>, operand: usize, gpu: &GpuModel, tiling: Tiling) -> Option<(u64, u64, u64)> {
    let entry = module.entry();
    let root = entry.root();
    let array = |number: usize| -> &ArrayShape { entry.instructions[number].shape.as_array().unwrap() };
    let (output, input) = (array(entry.root_number()), array(root.operands[operand]));
    let all = output_to_input(module, entry, entry.root_number(), 0, Scope::Extended);
    let [indexing] = &all[operand].as_ref()?[..] else { return None };
    let map = indexing.map.simplify(Default::default()).remove_unused_symbols();
    let elements = output.elements().ok()?;
    let vector = gpu.vector(elements);
    let from = LinearIndex::new(output, Tiling::None).ok()?;
    let plain = LinearIndex::new(input, Tiling::None).ok()?;
    let places = LinearIndex::new(input, tiling).ok()?;
    // symbols of the operation, the last of which moves unless a thread has several elements
    let mut symbols: Vec<i64> = map.range_symbols().iter().map(|symbol| symbol.bounds.lower).collect();
    let moving = map.range_symbols().iter().rposition(|symbol| symbol.bounds.as_point().is_none());
    let runtime: Vec<i64> = map
        .runtime_symbols()
        .iter()
        .map(|symbol| i64::midpoint(symbol.bounds.lower, symbol.bounds.upper))
        .collect();
    let mut at = |linear: i64, value: Option<i64>| -> Option<Vec<i64>> {
        let index = from.index_at(linear).ok()?;
        if let (Some(number), Some(value)) = (moving, value) {
            symbols[number] = value;
        }
        let point: Vec<i64> = index.iter().chain(&symbols).chain(&runtime).copied().collect();
        map.contains(&point).then(|| map.evaluate(&index, &symbols, &runtime).unwrap().to_vec())
    };
    // of each thread, the number of the value of the last symbol, and the place it reads
    let mut read: Vec<Vec<(i64, Vec<i64>)>> = Vec::new();
    for thread in 0..gpu.warp.min(elements) {
        let values: Vec<Option<Vec<i64>>> = match moving {
            _ if vector > 1 => (0..vector).map(|value| at(thread * vector + value, None)).collect(),
            Some(number) => {
                let bounds = map.range_symbols()[number].bounds;
                (bounds.lower..=bounds.upper).map(|value| at(thread, Some(value))).collect()
            }
            None => vec![at(thread, None)],
        };
        let numbered = (0..).zip(values).filter_map(|(number, index)| Some((number, index?)));
        read.push(numbered.collect());
    }
    let is_run = |thread: &Vec<(i64, Vec<i64>)>| {
        let start = |(number, index): &(i64, Vec<i64>)| plain.at(index).unwrap() - number;
        thread.windows(2).all(|pair| start(&pair[0]) == start(&pair[1]))
    };
    let all_runs = read.iter().all(is_run);
    let bits = stored_bits(input);
    let mut found = BTreeSet::new();
    // with tiles, the first that any thread reads
    let first = match tiling {
        Tiling::All => read.iter().flatten().map(|(number, _)| *number).min().unwrap_or(0),
        _ => 0,
    };
    for thread in &read {
        for (_, index) in thread.iter().filter(|(number, _)| all_runs || *number == first) {
            found.insert(places.at(index).unwrap());
        }
    }
    let mut sectors = BTreeSet::new();
    for place in &found {
        for bit in place * bits..(place + 1) * bits {
            sectors.insert(bit / 8 / gpu.sector_bytes);
        }
    }
    Some((found.len() as u64, (found.len() as u64 * bits as u64).div_ceil(8), sectors.len() as u64))
}

fn programs(random: &mut Random) -> String {
    let layouts = ["{1,0}", "{0,1}", "{1,0:T(8,128)}", "{0,1:T(8,128)}", "{1,0:T(4,32)(2,1)}", "{0,1:T(16)}"];
    let kind = random.of::<&str>(&["f32", "bf16", "s8", "f64"]);
    let sizes = [random.within(1, 70), random.within(1, 140)];
    let mut array = |sizes: [i64; 2]| format!("{kind}[{},{}]{}", sizes[0], sizes[1], random.of(&layouts));
    let (input, output, turned) = (array(sizes), array(sizes), array([sizes[1], sizes[0]]));
    let less = array([sizes[0], (sizes[1] + 1) / 2]);
    let more = array([sizes[0] + 3, sizes[1] * 2 + 1]);
    let summed = |axis: usize| format!("{kind}[{}]{{0}}", sizes[1 - axis]);
    let root = match random.below(8) {
        0 => format!("{output} negate(p)"),
        1 => format!("{turned} transpose(p), dimensions={{1,0}}"),
        2 => format!("{output} reverse(p), dimensions={{1}}"),
        3 => format!("{less} slice(p), slice={{[0:{}], [0:{}:2]}}", sizes[0], sizes[1]),
        4 => format!("{more} pad(p, z), padding=1_2x2_0_1"),
        5 => format!("{} reduce(p, z), dimensions={{0}}, to_apply=f", summed(0)),
        6 => format!("{} reduce(p, z), dimensions={{1}}, to_apply=f", summed(1)),
        _ => format!("{kind}[{},5,{}]{{2,1,0}} broadcast(p), dimensions={{0,2}}", sizes[0], sizes[1]),
    };
    format!(
        "f {{ a = {kind}[] parameter(0) b = {kind}[] parameter(1) ROOT r = {kind}[] add(a, b) }}
         ENTRY e {{ p = {input} parameter(0) z = {kind}[] parameter(1)
         ROOT r = {root} }}"
    )
}

#[test]
fn warps_thread_by_thread() {
    let mut random = Random(21);
    // large transposes go through shared memory, and large reductions by rows: by another rule
    let is_by_output = |text: &str, array: &ArrayShape| {
        let sizes = array.sizes().unwrap();
        let all = |is_small: fn(i64) -> bool| sizes.iter().all(|size| is_small(*size));
        match text {
            _ if text.contains("reduce(") => all(|size| size < 32 && 32 % size != 0),
            _ if text.contains("transpose(") => all(|size| size < 8),
            _ => true,
        }
    };
    let (mut found, mut refused) = (0, 0);
    for _ in 0..cases(2000) {
        let text = programs(&mut random);
        let module = Module::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let entry = module.entry();
        if !is_by_output(&text, entry.instructions[0].shape.as_array().unwrap()) {
            continue;
        }
        for (gpu, scope, tiling) in [
            (GpuModel::default(), Scope::Extended, Tiling::All),
            (GpuModel::default(), Scope::Xla, Tiling::None),
            (GpuModel { all_threads: 1, ..GpuModel::default() }, Scope::Extended, Tiling::All),
        ] {
            // one line of threads is enough for the vectors of a large array
            if gpu.all_threads == 1 && text.contains("reduce(") {
                continue;
            }
            let all = warp_accesses(&module, entry, entry.root_number(), scope, &gpu);
            let Ok(accesses) = &all[0] else {
                refused += 1;
                continue;
            };
            let Some(mut expected) = counted(&module, 0, &gpu, tiling) else { continue };
            if entry.instructions[0].shape.as_array().unwrap().elements() == Ok(1) {
                expected = (0, 0, 0);
            }
            let told = accesses.first().map_or((0, 0, 0), |one| (one.elements, one.bytes, one.sectors));
            found += 1;
            assert_eq!(told, expected, "{scope:?} {gpu:?}: {text}");
        }
        coalesced_reads(&module, entry, entry.root_number(), Scope::Xla, &GpuModel::default());
    }
    println!("{found} counted, {refused} refused");
    assert!(found > 500 && refused * 4 < found, "{found} {refused}");
}
