//! Every pair of notations: what is read is what is written, at every index.
use crate::definitions::{place, said};
use crate::random::Random;
use std::collections::BTreeMap;
use tilework::notation::{Given, Notation, convert, read};
use tilework::xla::PrimitiveType;

pub(crate) fn indices(extents: &[i64]) -> Vec<Vec<i64>> {
    let count: i64 = extents.iter().product();
    (0..count)
        .map(|mut number| {
            extents
                .iter()
                .map(|size| {
                    let entry = number % size;
                    number /= size;
                    entry
                })
                .collect()
        })
        .collect()
}

/// A layout of up to three dimensions of up to two blocks each, in CuTe's notation: the leaves in some order in memory,
/// compact or with room between them, extents that do not fill the last block, and now and then a stride of its own.
pub(crate) fn drawn(random: &mut Random) -> String {
    let rank = 1 + random.below(3);
    let kind = random.below(8);
    let mut leaves: Vec<(usize, usize, i64)> = Vec::new();
    let mut sizes: Vec<Vec<i64>> = Vec::new();
    for dimension in 0..usize::try_from(rank).unwrap() {
        let count = usize::try_from(1 + random.below(2)).unwrap();
        let powers = [1, 2, 4, 2];
        let any = [1, 2, 3, 4, 5];
        sizes.push((0..count).map(|_| if kind < 4 { random.of(&powers) } else { random.of(&any) }).collect());
        leaves.extend((0..count).map(|leaf| (dimension, leaf, sizes[dimension][leaf])));
    }
    let mut strides: Vec<Vec<i64>> = sizes.iter().map(|own| vec![0; own.len()]).collect();
    let mut running = 1;
    while !leaves.is_empty() {
        let at = random.below(leaves.len());
        // inner blocks mostly before outer ones
        let at = match leaves.iter().position(|leaf| leaf.0 == leaves[at].0) {
            Some(first) if random.below(6) > 0 => first,
            _ => at,
        };
        let (dimension, leaf, size) = leaves.remove(at);
        strides[dimension][leaf] = match random.below(if kind % 4 == 3 { 6 } else { 1000 }) {
            0 => 0,
            1 => -running,
            2 => random.below(20),
            _ => running,
        };
        running *= size;
        if kind % 4 == 2 && random.below(3) == 0 {
            running *= 1 + random.below(2);
        }
    }
    let text = |all: &Vec<Vec<i64>>| {
        let modes = all.iter().map(|own| match own[..] {
            [one] => one.to_string(),
            _ => format!("({})", own.iter().map(i64::to_string).collect::<Vec<_>>().join(",")),
        });
        format!("({})", modes.collect::<Vec<_>>().join(","))
    };
    let mut layout = format!("{}:{}", text(&sizes), text(&strides));
    if kind % 4 == 1 {
        let extents: Vec<String> = sizes
            .iter()
            .map(|own| {
                let full: i64 = own.iter().product();
                (full - random.below(own[own.len() - 1].min(full))).max(1).to_string()
            })
            .collect();
        layout = format!("{layout} of ({})", extents.join(","));
    }
    if kind == 0 && random.below(3) == 0 {
        layout =
            format!("Sw<{},{},{}> o 0 o {layout}", random.below(2) + 1, random.below(2), random.below(2) + 2);
    }
    layout
}

/// The extents of a drawn layout, by its text.
pub(crate) fn extents_of(text: &str) -> Vec<i64> {
    read(text, Some(Notation::Cute), &Given::default()).unwrap().extents().unwrap()
}

#[test]
fn all_at_every_index() {
    let cases = std::env::var("TILEWORK_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(200);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let given = Given { element: Some(PrimitiveType::F32.into()), shape: None };
    let mut counts: BTreeMap<(&str, &str), i64> = BTreeMap::new();
    for _ in 0..cases {
        let source = drawn(&mut random);
        let extents = extents_of(&source);
        let indices = indices(&extents);
        let places: Vec<i64> = indices.iter().map(|index| place(Notation::Cute, &source, index)).collect();
        // formats of 32-bit elements, so that the width is said
        let mut texts: Vec<(Notation, String)> = Vec::new();
        for to in Notation::ALL {
            let Ok(text) = convert(&source, Some(Notation::Cute), to, &given) else { continue };
            let found: Vec<i64> = indices.iter().map(|index| place(to, &text, index)).collect();
            assert_eq!(found, places, "{source} as {text}");
            if let Some(said) = said(&text) {
                assert_eq!(said, extents, "{text}");
            }
            texts.push((to, text));
        }
        for (from, text) in &texts {
            let again =
                read(text, None, &given).unwrap_or_else(|error| panic!("{source} as {text}: {error}"));
            // a tag of oneDNN in capitals is axes of TVM, too, and the same
            let looks = Notation::of(text);
            let is_both = *from == Notation::Tvm && looks == Some(Notation::OneDnn);
            assert!(looks == Some(*from) || is_both, "{text}");
            assert_eq!(again.extents().unwrap(), extents, "{text}");
            for (to, expected) in &texts {
                let other = convert(text, None, *to, &given);
                // behind a map, columns or a list there is no swizzle any more that could be said
                let is_swizzle =
                    source.starts_with("Sw") && !matches!(from, Notation::Cute | Notation::CuteIr);
                if is_swizzle && to != from && other.is_err() {
                    continue;
                }
                let other = other
                    .unwrap_or_else(|error| panic!("{text} to {to}, as {expected} of {source}: {error}"));
                if other != *expected {
                    let found: Vec<i64> = indices.iter().map(|index| place(*to, &other, index)).collect();
                    assert_eq!(found, places, "{source} as {text} as {other}");
                }
                *counts.entry((from.name(), to.name())).or_default() += 1;
            }
        }
    }
    let missing: Vec<(Notation, Notation)> = Notation::ALL
        .into_iter()
        .flat_map(|from| Notation::ALL.map(|to| (from, to)))
        .filter(|(from, to)| !counts.contains_key(&(from.name(), to.name())))
        .collect();
    assert!(missing.is_empty(), "pairs that were never tried: {missing:?}");
    println!(
        "{cases} layouts, {} pairs of notations, the least tried {} times",
        counts.len(),
        counts.values().min().unwrap()
    );
}
