//! How much of a parameter is read: counted in the maps, and element by element from the root.
use crate::random::{Random, cases};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use tilework::dynamic::Result;
use tilework::hlo::{Module, Scope, Utilization, output_to_input, reads, utilization};

type Index = Vec<i64>;

/// All indices between lower and upper bounds.
fn indices(bounds: &[(i64, i64)]) -> Vec<Index> {
    bounds.iter().fold(vec![Vec::new()], |all, (lower, upper)| {
        let with = |index: Index| (*lower..=*upper).map(move |entry| [&index[..], &[entry]].concat());
        all.into_iter().flat_map(with).collect()
    })
}

/// The elements of each instruction of the entry that are read, where the scalar parameters have these values.
fn needed(module: &Module<'_>, scalars: &BTreeMap<usize, i64>) -> Vec<BTreeSet<Index>> {
    let entry = module.entry();
    let mut all = vec![BTreeSet::new(); entry.instructions.len()];
    let sizes = entry.root().shape.as_array().unwrap().sizes().unwrap();
    all[entry.root_number()] =
        indices(&sizes.iter().map(|size| (0, size - 1)).collect::<Vec<_>>()).into_iter().collect();
    for number in (0..=entry.root_number()).rev() {
        let own = all[number].clone();
        let maps = output_to_input(module, entry, number, 0, Scope::Extended);
        for (maps, operand) in maps.iter().zip(&entry.instructions[number].operands) {
            for indexing in maps.as_ref().unwrap() {
                let map = &indexing.map;
                let bounds = |symbol: &tilework::affine::Variable| (symbol.bounds.lower, symbol.bounds.upper);
                let symbols = indices(&map.range_symbols().iter().map(bounds).collect::<Vec<_>>());
                // what does not fit is moved inside
                let runtime: Index = indexing
                    .runtime
                    .iter()
                    .zip(map.runtime_symbols())
                    .map(|(variable, symbol)| {
                        scalars[&variable.source].clamp(symbol.bounds.lower, symbol.bounds.upper)
                    })
                    .collect();
                for index in &own {
                    for values in &symbols {
                        if map.contains(&[&index[..], &values[..], &runtime[..]].concat()) {
                            all[*operand].insert(map.evaluate(index, values, &runtime).unwrap().to_vec());
                        }
                    }
                }
            }
        }
    }
    all
}

/// How much of parameter 0 is read through the whole entry.
fn told(module: &Module<'_>) -> Result<Utilization> {
    let entry = module.entry();
    let maps = reads(module, entry, entry.root_number(), 0, Scope::Extended).unwrap();
    utilization(&maps[0], entry.instructions[0].shape.as_array().unwrap())
}

/// Some operations on an array, whose results are added up.
fn program(random: &mut Random) -> String {
    let text = |sizes: &[i64]| sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    let sizes: Vec<i64> = (0..1 + random.below(2)).map(|_| random.within(1, 8)).collect();
    let mut lines = vec![
        format!("p = f32[{}] parameter(0)", text(&sizes)),
        "z = f32[] parameter(1)".to_string(),
        "i = s32[] parameter(2)".to_string(),
        "j = s32[] parameter(3)".to_string(),
    ];
    let ways = 1 + random.below(2);
    for way in 0..ways {
        let (mut own, mut before) = (sizes.clone(), "p".to_string());
        for step in 0..1 + random.below(2) {
            let axis = random.below(own.len());
            let line = match random.below(12) {
                0 => format!("f32[{}] negate({before})", text(&own)),
                1 => {
                    let by: Vec<i64> = (0..own.len() as i64).rev().collect();
                    own.reverse();
                    format!("f32[{}] transpose({before}), dimensions={{{}}}", text(&own), text(&by))
                }
                2 => {
                    let all: i64 = own.iter().product();
                    let first = (1..=all).filter(|size| all % size == 0).nth(random.below(3)).unwrap_or(all);
                    own = vec![first, all / first];
                    format!("f32[{}] reshape({before})", text(&own))
                }
                3 if own.len() > 1 => {
                    own.remove(axis);
                    format!("f32[{}] reduce({before}, z), dimensions={{{axis}}}, to_apply=f", text(&own))
                }
                4 => {
                    own.insert(axis, 2);
                    let kept: Vec<i64> =
                        (0..own.len() as i64).filter(|place| *place != axis as i64).collect();
                    format!("f32[{}] broadcast({before}), dimensions={{{}}}", text(&own), text(&kept))
                }
                5 => format!("f32[{}] reverse({before}), dimensions={{{axis}}}", text(&own)),
                6 | 7 => {
                    let step = random.within(1, 3);
                    let from: Vec<i64> = own.iter().map(|size| random.within(0, size - 1)).collect();
                    let slices: Vec<String> =
                        own.iter().zip(&from).map(|(size, from)| format!("[{from}:{size}:{step}]")).collect();
                    own = own.iter().zip(&from).map(|(size, from)| (size - from + step - 1) / step).collect();
                    format!("f32[{}] slice({before}), slice={{{}}}", text(&own), slices.join(", "))
                }
                8 => {
                    let (low, high, inside) =
                        (random.within(-1, 2), random.within(0, 2), random.within(0, 1));
                    let padding: Vec<String> = own.iter().map(|_| format!("{low}_{high}_{inside}")).collect();
                    let more: Vec<i64> =
                        own.iter().map(|size| size + (size - 1) * inside + low + high).collect();
                    if more.iter().any(|size| *size < 1) {
                        continue;
                    }
                    own = more;
                    format!("f32[{}] pad({before}, z), padding={}", text(&own), padding.join("x"))
                }
                9 => {
                    let less: Vec<i64> = own.iter().map(|size| random.within(1, *size)).collect();
                    let starts: Vec<&str> = own.iter().map(|_| random.of(&["i", "j"])).collect();
                    own = less;
                    let starts = starts.join(", ");
                    format!(
                        "f32[{0}] dynamic-slice({before}, {starts}), dynamic_slice_sizes={{{0}}}",
                        text(&own)
                    )
                }
                10 => {
                    let window: Vec<i64> = own.iter().map(|size| random.within(1, *size)).collect();
                    let low = random.within(0, 1);
                    let size: Vec<String> = window.iter().map(i64::to_string).collect();
                    let pad: Vec<String> = own.iter().map(|_| format!("{low}_0")).collect();
                    own = own.iter().zip(&window).map(|(size, window)| size + low - window + 1).collect();
                    format!(
                        "f32[{}] reduce-window({before}, z), window={{size={} pad={}}}, to_apply=f",
                        text(&own),
                        size.join("x"),
                        pad.join("x")
                    )
                }
                _ => {
                    let mut more = own.clone();
                    more[axis] *= 2;
                    let line = format!(
                        "f32[{}] concatenate({before}, {before}), dimensions={{{axis}}}",
                        text(&more)
                    );
                    own = more;
                    line
                }
            };
            before = format!("w{way}s{step}");
            lines.push(format!("{before} = {line}"));
        }
        // a sum of all of it, so that ways have one shape
        let all: Vec<i64> = (0..own.len() as i64).collect();
        lines.push(format!("r{way} = f32[] reduce({before}, z), dimensions={{{}}}, to_apply=f", text(&all)));
    }
    let root = if ways == 1 { "negate(r0)" } else { "add(r0, r1)" };
    lines.push(format!("ROOT r = f32[] {root}"));
    format!(
        "f {{ a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }}\nENTRY e {{ {} }}",
        lines.join("\n")
    )
}

#[test]
fn what_is_counted_is_what_is_read() {
    let mut random = Random(41);
    let (mut counted, mut refused) = (0, 0);
    for _ in 0..cases(500) {
        let text = program(&mut random);
        let module = Module::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        // whatever the numbers are
        let mut found = BTreeSet::new();
        for point in indices(&[(0, 8), (0, 8)]) {
            let scalars = BTreeMap::from([(2, point[0]), (3, point[1])]);
            found.insert(needed(&module, &scalars)[0].len() as u64);
            if !text.contains("dynamic-slice") {
                break;
            }
        }
        match told(&module) {
            Ok(told) => {
                counted += 1;
                // maps count where they read: a slice that lies in the padding for some numbers counts where it
                // does not
                if text.contains("pad(") && text.contains("dynamic-slice") {
                    assert_eq!(Some(&told.read), found.last(), "{text}");
                } else {
                    assert_eq!(BTreeSet::from([told.read]), found, "{text}");
                }
            }
            Err(error) => {
                refused += 1;
                assert!(text.contains("dynamic-slice"), "{error}: {text}");
            }
        }
    }
    println!("{counted} counted, {refused} refused");
    assert!(counted > refused * 5, "{counted} {refused}");
}

/// The fraction of parameter 0 that is read, in percent; how long it takes is bounded.
fn percent(text: &str) -> Result<f64> {
    let text = format!(
        "f {{ a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }}\nENTRY e {{ {text} }}"
    );
    let module = Module::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let start = Instant::now();
    let found = told(&module);
    assert!(start.elapsed() < Duration::from_secs(120), "{:?}: {text}", start.elapsed());
    found.map(|found| (found.fraction() * 1e4).round() / 100.0)
}

#[test]
fn large_arrays() {
    for (expected, text) in [
        (
            100.0,
            "p = f32[1048576,4096] parameter(0) ROOT t = f32[4096,1048576] transpose(p), dimensions={1,0}",
        ),
        (100.0, "p = f32[65536,4096] parameter(0) ROOT r = f32[1024,4,65536] reshape(p)"),
        (
            25.0,
            "p = f32[1048576,4096] parameter(0) ROOT s = f32[524288,2048] slice(p), slice={[0:1048576:2], [2048:4096]}",
        ),
        (
            75.0,
            "p = f32[16777216] parameter(0) a = f32[8388608] slice(p), slice={[0:8388608]} b = f32[8388608] slice(p), slice={[4194304:12582912]} ROOT r = f32[8388608] add(a, b)",
        ),
        (
            50.0,
            "p = f32[4096,8192] parameter(0) a = f32[2048,4096] slice(p), slice={[0:2048], [0:4096]} b = f32[2048,4096] slice(p), slice={[2048:4096], [4096:8192]} ROOT r = f32[2048,4096] add(a, b)",
        ),
        (
            100.0,
            "p = f32[131072] parameter(0) z = f32[] parameter(1) ROOT r = f32[131072] reduce-window(p, z), window={size=131072 pad=131071_0}, to_apply=f",
        ),
        (
            100.0,
            "p = f32[8,131072] parameter(0) z = f32[] parameter(1) ROOT r = f32[8,131072] reduce-window(p, z), window={size=1x131072 pad=0_0x131071_0}, to_apply=f",
        ),
        (
            100.0,
            "p = f32[67108864] parameter(0) z = f32[] parameter(1) ROOT r = f32[67108866] pad(p, z), padding=1_1",
        ),
        (
            100.0,
            "p = f32[16384,16384] parameter(0) q = f32[16384,16384] parameter(1) ROOT d = f32[16384,16384] dot(p, q), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
        ),
        (
            100.0,
            "p = f32[64,224,224,512] parameter(0) k = f32[3,3,512,512] parameter(1) ROOT c = f32[64,224,224,512] convolution(p, k), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f",
        ),
        (
            50.0,
            "p = f32[65536,4096] parameter(0) i = s32[] parameter(1) ROOT s = f32[32768,4096] dynamic-slice(p, i, i), dynamic_slice_sizes={32768,4096}",
        ),
    ] {
        assert_eq!(percent(text).unwrap_or_else(|error| panic!("{error}: {text}")), expected, "{text}");
    }
    // an update is read whole, wherever it goes
    let update = "p = f32[100,4096] parameter(0) q = f32[65536,4096] parameter(1) i = s32[] parameter(2) ROOT u = f32[65536,4096] dynamic-update-slice(q, p, i, i)";
    assert_eq!(percent(update).unwrap(), 100.0);
    // two slices overlap or not
    let twice = "p = f32[65536] parameter(0) i = s32[] parameter(1) j = s32[] parameter(2)
        a = f32[100] dynamic-slice(p, i), dynamic_slice_sizes={100} b = f32[100] dynamic-slice(p, j), dynamic_slice_sizes={100} ROOT r = f32[100] add(a, b)";
    assert!(percent(twice).unwrap_err().to_string().contains("known at run time"));
    // of the padding nothing is read
    let padded = "p = f32[65536] parameter(0) z = f32[] parameter(1) i = s32[] parameter(2) a = f32[65636] pad(p, z), padding=50_50 ROOT s = f32[100] dynamic-slice(a, i), dynamic_slice_sizes={100}";
    assert!(percent(padded).unwrap_err().to_string().contains("known at run time"));
}

#[test]
fn what_cannot_be_counted_is_refused_in_time() {
    let cut = "p = f32[33554432] parameter(0) a = f32[4096,8192] reshape(p) t = f32[8192,4096] transpose(a), dimensions={1,0}
        b = f32[33554432] reshape(t) s = f32[1000003] slice(b), slice={[5:3000014:3]} c = f32[33554432] reverse(p), dimensions={0} e = f32[1000003] slice(c), slice={[7:33000106:33]} ROOT r = f32[1000003] add(s, e)";
    match percent(cut) {
        Ok(found) => assert!(found < 10.0, "{found}"),
        Err(error) => assert!(error.to_string().contains("more than 1048576 points"), "{error}"),
    }
}
