//! The maps that other implementations printed, where the shared vectors stand beside the repository or `CONFORMANCE`
//! names their folder.
use crate::maps::length;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};
use tilework::affine::{IndexingMap, Points};

/// The maps among all texts of a value.
fn collect(value: &Value, maps: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if text.parse::<IndexingMap>().is_ok() => {
            maps.insert(text.clone());
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, maps)),
        Value::Object(fields) => fields.values().for_each(|value| collect(value, maps)),
        _ => {}
    }
}

#[test]
fn maps_of_others_do_not_become_longer() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = env::var_os("CONFORMANCE").map_or(here.join("../shared/conformance"), PathBuf::from);
    let folders = [shared.join("vectors/xla"), shared.join("vectors/xla-unit")];
    let files = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let mut maps = BTreeSet::new();
    for path in files.map(|file| file.unwrap().path()) {
        let text = fs::read_to_string(&path).unwrap();
        collect(&serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {path:?}")), &mut maps);
    }
    if maps.is_empty() {
        eprintln!("no shared vectors here");
        return;
    }
    let (mut longer, mut before, mut after) = (Vec::new(), 0, 0);
    for original in maps.iter().map(|text| crate::map(text)) {
        let [short, with_points] =
            [Points::Replace, Points::Preserve].map(|points| original.simplify(points));
        before += length(&original);
        after += length(&short);
        let is_longer = |map: &IndexingMap| length(map) > length(&original);
        longer.extend(
            [short, with_points].into_iter().filter(is_longer).map(|map| format!("{original}\n{map}")),
        );
    }
    println!("{} maps of {before} operations have {after}", maps.len());
    assert!(longer.is_empty(), "{} became longer:\n{}", longer.len(), longer.join("\n"));
    assert!(maps.len() > 1000, "{} maps", maps.len());
}
