//! Layouts of every kind, with what they give: no code of `emit` in it.
use crate::random::Random;
use std::collections::HashMap;
use tilework::affine::{IndexingMap, Interval};
use tilework::dynamic::format::{ElementBits, Format, make_layout, make_padding_layout};
use tilework::dynamic::{DynLayout, DynTuple, Offset, ParametricLayout, Swizzled};
use tilework::emit::IndexFunction;
use tilework::xla::{ArrayShape, LinearIndex, Shape, Tiling};

/// A function, and what it gives: nothing where its argument is outside.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) function: IndexFunction,
    pub(crate) calls: Vec<(Vec<i64>, Option<Vec<i64>>)>,
}

/// So many points of a function are called.
const POINTS: i64 = 48;

/// Points in and around a box: its corners, and others.
fn points(random: &mut Random, bounds: &[(i64, i64)]) -> Vec<Vec<i64>> {
    let edges = |&(lower, upper): &(i64, i64)| [lower - 1, lower, upper, upper + 1];
    let corners = (0..4_usize.pow(u32::try_from(bounds.len().min(3)).unwrap())).map(|corner| {
        bounds.iter().enumerate().map(|(d, b)| edges(b)[corner >> (2 * d.min(2)) & 3]).collect()
    });
    let mut points: Vec<Vec<i64>> = corners.collect();
    for _ in 0..POINTS {
        points.push(
            bounds.iter().map(|(lower, upper)| lower + random.below((upper - lower + 1).max(1))).collect(),
        );
    }
    points
}

/// A function of the indices of some extents, and what each gives.
fn forward(
    random: &mut Random,
    name: &str,
    function: IndexFunction,
    extents: &[i64],
    at: &dyn Fn(&[i64]) -> Vec<i64>,
) -> Case {
    let bounds: Vec<(i64, i64)> = extents.iter().map(|extent| (0, extent - 1)).collect();
    let calls = points(random, &bounds).into_iter().map(|point| {
        let is_inside = point.iter().zip(extents).all(|(index, extent)| (0..*extent).contains(index));
        let given = is_inside.then(|| at(&point));
        (point, given)
    });
    Case { name: name.into(), calls: calls.collect(), function }
}

/// The way back, where each place has one coordinate; none where some have several.
fn backward(
    random: &mut Random,
    name: &str,
    function: &IndexFunction,
    extents: &[i64],
    at: &dyn Fn(&[i64]) -> Vec<i64>,
) -> Option<Case> {
    let size: i64 = extents.iter().product();
    if size > 1 << 14 {
        return None;
    }
    let mut coordinates: HashMap<Vec<i64>, Vec<i64>> = HashMap::new();
    let mut is_injective = true;
    for number in 0..size {
        let mut rest = number;
        let point: Vec<i64> = extents
            .iter()
            .map(|extent| {
                let index = rest % extent;
                rest /= extent;
                index
            })
            .collect();
        is_injective &= coordinates.insert(at(&point), point).is_none();
    }
    let inverse = match function.inverse() {
        Ok(inverse) => inverse,
        Err(error) => {
            // where places are left out, or taken in an order of their own, none may be found
            let places = || coordinates.keys().map(|place| place[0]);
            let is_compact = places().max()? - places().min()? == size - 1;
            assert!(
                !is_injective || !is_compact && !error.to_string().contains("not injective"),
                "{name}: {error}"
            );
            return None;
        }
    };
    assert!(is_injective, "{name} has an inverse");
    let rank = coordinates.keys().next()?.len();
    let range = |entry: usize| {
        let values = || coordinates.keys().map(|place| place[entry]);
        (values().min().unwrap(), values().max().unwrap())
    };
    let bounds: Vec<(i64, i64)> = (0..rank).map(range).collect();
    let calls = points(random, &bounds).into_iter().map(|place| {
        let given = coordinates.get(&place).cloned();
        (place, given)
    });
    Some(Case { name: format!("{name} back"), calls: calls.collect(), function: inverse })
}

fn both(
    random: &mut Random,
    name: &str,
    function: IndexFunction,
    extents: &[i64],
    at: &dyn Fn(&[i64]) -> Vec<i64>,
) -> Vec<Case> {
    let back = backward(random, name, &function, extents, at);
    let mut cases = vec![forward(random, name, function, extents, at)];
    cases.extend(back);
    cases
}

fn coordinate(layout: &DynLayout, index: &[i64]) -> DynTuple {
    match index {
        [index] if layout.view().is_leaf() => DynTuple::leaf(*index),
        _ => DynTuple::flat(index.iter().copied()),
    }
}

pub(crate) fn of_layout(random: &mut Random, layout: &DynLayout) -> Vec<Case> {
    let function = IndexFunction::try_from(layout).unwrap();
    let extents = layout.extents();
    let rank = function_rank(layout);
    let at = |index: &[i64]| match layout.offset(&coordinate(layout, index)).unwrap() {
        Offset::Int(_) if rank == 0 => Vec::new(),
        Offset::Int(place) => {
            let mut places = vec![0; rank];
            places[0] = place;
            places
        }
        Offset::Coordinate(parts) => {
            let mut places = vec![0; rank];
            parts.iter().for_each(|(axis, value)| places[usize::from(axis.path()[0])] = *value);
            places
        }
    };
    both(random, &layout.to_string(), function, extents.leaves(), &at)
}

/// How many numbers a layout gives: over basis strides, one for each axis.
fn function_rank(layout: &DynLayout) -> usize {
    IndexingMap::try_from(layout).unwrap().results().len()
}

pub(crate) fn of_swizzled(random: &mut Random, swizzled: &Swizzled) -> Vec<Case> {
    let function = IndexFunction::try_from(swizzled).unwrap();
    let extents = swizzled.layout.extents();
    let at = |index: &[i64]| vec![swizzled.offset(&coordinate(&swizzled.layout, index)).unwrap()];
    both(random, &swizzled.to_string(), function, extents.leaves(), &at)
}

pub(crate) fn of_array(random: &mut Random, text: &str) -> Vec<Case> {
    let shape: Shape = text.parse().unwrap();
    let array: &ArrayShape = shape.array("test").unwrap();
    let places = LinearIndex::new(array, Tiling::All).unwrap();
    let extents = array.sizes().unwrap();
    let at = |index: &[i64]| vec![places.at(index).unwrap()];
    both(random, text, IndexFunction::from(places.to_map()), &extents, &at)
}

/// A map by itself: every variable is an argument.
pub(crate) fn of_map(random: &mut Random, text: &str) -> Case {
    let map: IndexingMap = text.parse().unwrap();
    let bounds: Vec<(i64, i64)> = map.bounds().iter().map(|bounds| (bounds.lower, bounds.upper)).collect();
    let (dims, range) = (map.dims().len(), map.range_symbols().len());
    let calls = points(random, &bounds).into_iter().map(|point| {
        let (dims, symbols) = point.split_at(dims);
        let (range, runtime) = symbols.split_at(range);
        let given = map.contains(&point).then(|| map.evaluate(dims, range, runtime).unwrap().to_vec());
        (point.clone(), given)
    });
    Case { name: text.into(), calls: calls.collect(), function: IndexFunction::from(map.clone()) }
}

/// A layout with parameters, whose values are in these bounds: dimensions and parameters are arguments.
fn of_parametric(random: &mut Random, text: &str, bounds: &[(i64, i64)]) -> Case {
    let layout: ParametricLayout = text.parse().unwrap();
    let intervals: Vec<Interval> =
        bounds.iter().map(|&(least, greatest)| Interval::new(least, greatest)).collect();
    let map = IndexingMap::of_parametric(&layout, &intervals).unwrap();
    let mut calls = Vec::new();
    for values in points(random, bounds) {
        // outside of what was said of the parameters there is no layout to compare with
        if !values.iter().zip(&intervals).all(|(&value, interval)| interval.contains(value)) {
            continue;
        }
        let layout = layout.at(&values).unwrap();
        let extents: Vec<(i64, i64)> =
            layout.extents().leaves().iter().map(|extent| (0, extent - 1)).collect();
        for index in points(random, &extents).into_iter().take(24) {
            let is_inside = index.iter().zip(&extents).all(|(index, (_, last))| (0..=*last).contains(index));
            let given = is_inside.then(|| match layout.offset(&coordinate(&layout, &index)).unwrap() {
                Offset::Int(place) => vec![place],
                Offset::Coordinate(_) => unreachable!("strides of parameters are integers"),
            });
            calls.push(([index, values.clone()].concat(), given));
        }
    }
    Case { name: text.into(), calls, function: IndexFunction::from(map) }
}

/// A layout of up to three modes of up to three leaves: compact in some order, or of any strides, or over F2; with
/// room between them, and extents that do not fill it.
pub(crate) fn drawn(random: &mut Random) -> DynLayout {
    loop {
        if let Ok(layout) = drawn_text(random).parse::<DynLayout>() {
            return layout;
        }
    }
}

fn drawn_text(random: &mut Random) -> String {
    let kind = random.below(8);
    let sizes: Vec<Vec<i64>> = (0..=random.below(3))
        .map(|_| {
            let extents: &[i64] = if kind < 4 { &[1, 2, 4, 8, 2] } else { &[1, 2, 3, 4, 5, 7, 16] };
            (0..=random.below(3)).map(|_| random.of(extents)).collect()
        })
        .collect();
    let mut order: Vec<(usize, usize)> = sizes
        .iter()
        .enumerate()
        .flat_map(|(mode, own)| (0..own.len()).map(move |leaf| (mode, leaf)))
        .collect();
    random.shuffle(&mut order);
    let mut strides: Vec<Vec<i64>> = sizes.iter().map(|own| vec![0; own.len()]).collect();
    let mut stride = 1;
    for (mode, leaf) in order {
        strides[mode][leaf] = stride;
        stride *= sizes[mode][leaf];
        if random.below(6) == 0 {
            stride += random.below(3);
        }
        if random.below(12) == 0 {
            strides[mode][leaf] = random.below(60) - 20;
        }
    }
    let is_f2 = kind == 1;
    let tree = |leaves: &[Vec<i64>], mark: &str| {
        let modes: Vec<String> = leaves
            .iter()
            .map(|own| match own.as_slice() {
                [one] => format!("{mark}{one}"),
                own => format!(
                    "({})",
                    own.iter().map(|leaf| format!("{mark}{leaf}")).collect::<Vec<_>>().join(",")
                ),
            })
            .collect();
        format!("({})", modes.join(","))
    };
    if is_f2 {
        // an exclusive or of neighbours makes a matrix of more than single bits
        for own in strides.iter_mut().flatten() {
            *own = own.abs() ^ (random.below(4) * random.below(2));
        }
    }
    let mut text = format!("{}:{}", tree(&sizes, ""), tree(&strides, if is_f2 { "F" } else { "" }));
    if random.below(3) == 0 {
        let extents: Vec<String> = sizes
            .iter()
            .map(|own| {
                let size: i64 = own.iter().product();
                (size - random.below(3).min(size - 1)).to_string()
            })
            .collect();
        text += &format!(" of ({})", extents.join(","));
    }
    text
}

/// Layouts at random, swizzled ones, and every format, tiling and notation there is.
pub(crate) fn all(count: usize) -> Vec<Case> {
    let mut random = Random(0x5EED_1E55);
    let mut cases = Vec::new();
    for number in 0..count {
        let layout = drawn(&mut random);
        if number % 4 == 3 {
            let bits = 1 + random.below(3);
            let sign = if random.below(4) == 0 { "-" } else { "" };
            let text = format!(
                "Sw<{bits},{},{sign}{}> o {}{layout}",
                random.below(4),
                bits + random.below(3),
                if random.below(3) == 0 { format!("{} o ", random.below(20)) } else { String::new() }
            );
            let swizzled: Swizzled = text.parse().unwrap();
            if IndexingMap::try_from(&swizzled).is_ok() {
                cases.extend(of_swizzled(&mut random, &swizzled));
            }
            continue;
        }
        cases.extend(of_layout(&mut random, &layout));
    }
    for (rows, columns) in [(100, 50), (33, 31), (1, 1), (64, 128)] {
        for bits in [4, 8, 16, 32] {
            for format in Format::ALL {
                let element = ElementBits::new(bits).unwrap();
                let layout = match format.has_block() {
                    true => make_padding_layout(format, rows, columns, (32, 16)),
                    false => make_layout(format, rows, columns, element),
                };
                if let Ok(layout) = layout {
                    cases.extend(of_layout(&mut random, &layout));
                }
            }
        }
    }
    for (text, bounds) in [
        ("(m,32):(32,1)", &[(1, 1024)][..]),
        ("(m,n):(ld,1)", &[(1, 60), (1, 70), (70, 128)]),
        ("((16,m),(16,n)):((16,256),(1,256*m))", &[(1, 9), (1, 50)]),
        ("(8*k,(m,2,n)):(1,(8*k,8*k*m,16*k*m))", &[(1, 5), (1, 7), (1, 6)]),
        ("(m,n):(n,-1)", &[(1, 30), (1, 30)]),
        ("n:s", &[(1, 3), (-4, 5)]),
        ("(m,n):(n,1)", &[(1, 100_000), (1, 100_000)]),
    ] {
        cases.push(of_parametric(&mut random, text, bounds));
    }
    for text in [
        "f32[3,5]{1,0:T(2,2)}",
        "bf16[100,200]{1,0:T(8,128)(2,1)}",
        "bf16[20,30]{0,1:T(8,128)(2,1)}",
        "s8[7,40,30]{2,1,0:T(8,128)(4,1)}",
        "f32[20,30]{1,0:T(8,16)(3,1)}",
        "f32[4,6,5]{2,1,0:T(*,8)}",
        "f32[6,4]{1,0:T(4,4)(3,1)}",
        "f32[2,3,4,5]{0,2,1,3:T(4,2)}",
        "f32[17]{0:T(8)}",
    ] {
        cases.extend(of_array(&mut random, text));
    }
    for text in [
        "(3,5):(1@0,1@1)",
        "((2,3),4):((1@0,2@0),1@1)",
        "(4,(2,3)):(2@1,(1@1,1@0))",
        "():()",
        "7:3",
        "(5,0):(1,5)",
        "(3,4):(-1,-3)",
        "(100000,3000):(3000,1)",
        "(1048576,1048576):(1048576,1)",
        "(65536,65536):(65536,1)",
        "(2,2):(4611686018427387903,1)",
        "(2,3):(-4611686018427387904,1)",
        "(3,2):(-1,9000000000)",
    ] {
        cases.extend(of_layout(&mut random, &text.parse().unwrap()));
    }
    let maps = [
        "(d0, d1)[s0] -> (d0 * 2 + s0, d1), domain: d0 in [0, 9], d1 in [0, 4], s0 in [0, 2]",
        "(d0, d1){rt0} -> (d0 * rt0 + d1), domain: d0 in [0, 99], d1 in [0, 63], rt0 in [1, 64], d1 - rt0 in [-64, -1]",
        "(d0){rt0, rt1} -> (d0 floordiv rt0, d0 mod rt0 + rt1), domain: d0 in [0, 999], rt0 in [1, 40], rt1 in [-5, 5]",
        "(d0) -> (max(min(d0 - 3, 40), 0)), domain: d0 in [0, 60]",
        "(d0) -> ((d0 - 50) floordiv 7, (d0 - 50) mod 7, d0 ceildiv 3), domain: d0 in [-20, 120]",
        "(d0) -> ((d0 * 5) floordiv 3 + (d0 * 5) mod 3), domain: d0 in [-9, 70], d0 mod 3 in [1, 1]",
        "(d0, d1) -> (9223372036854775807 - d0 - d1), domain: d0 in [0, 9], d1 in [0, 4]",
        "(d0) -> (d0 mod 8 + (d0 floordiv 3) mod 5), domain: d0 in [0, 200]",
        "(d0, d1) -> (d0 * 16 + d1 * 16), domain: d0 in [0, 9], d1 in [0, 9], d0 + d1 in [3, 12]",
        "(d0){rt0} -> (d0 ceildiv rt0), domain: d0 in [0, 99], rt0 in [2, 9]",
        "(i, j) -> (i * 4 + j), domain: i in [5, 9], j in [-3, 3]",
    ];
    cases.extend(maps.into_iter().map(|text| of_map(&mut random, text)));
    cases
}
