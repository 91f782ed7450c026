//! No file of a room names one that names it, by whatever way around; but for the circles that the room's `mod.rs` gives the reason of.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The files of a room, each with those it names by `super::`.
type Files = BTreeMap<String, BTreeSet<String>>;

#[test]
fn circles_have_a_reason() {
    for room in ["int", "tuple", "layout", "dynamic"] {
        let (files, reasons) = read(room);
        assert!(files.len() > 3 && files.values().any(|named| !named.is_empty()), "{room} is read");
        for circle in circles(&files) {
            let silent: Vec<_> =
                circle.iter().filter(|file| !reasons.contains(&format!("`{file}`"))).collect();
            assert!(
                silent.is_empty(),
                "{circle:?} of src/{room} name each other, and its mod.rs has no reason that names {silent:?}"
            );
        }
    }
}

#[test]
fn circles_are_found() {
    let of = |files: &[(&str, &[&str])]| -> Vec<Vec<String>> {
        let named = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        circles(&files.iter().map(|(file, names)| (file.to_string(), named(names))).collect())
    };
    assert!(of(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])]).is_empty());
    assert_eq!(of(&[("a", &["b"]), ("b", &["c"]), ("c", &["b", "d"]), ("d", &[])]), [["b", "c"]]);
    assert_eq!(of(&[("a", &["b"]), ("b", &["c"]), ("c", &["a"])]), [["a", "b", "c"]]);
}

/// The files of a room, and what the words at the head of its `mod.rs` say.
fn read(room: &str) -> (Files, String) {
    let folder = format!("{}/src/{room}", env!("CARGO_MANIFEST_DIR"));
    let mut texts = BTreeMap::new();
    for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder}: {error}")) {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            texts.insert(name, fs::read_to_string(&path).expect("a file is text"));
        }
    }
    let head = texts.remove("mod").expect("a room has a head");
    let reasons = head.lines().filter(|line| line.starts_with("//!")).collect::<Vec<_>>().join("\n");
    // where the names are from that the head passes on
    let mut home = BTreeMap::new();
    for export in head.split("use ").skip(1).filter_map(|rest| Some(rest.split_once(';')?.0)) {
        if let Some((file, passed_on)) = export.split_once("::") {
            home.extend(names(passed_on).map(|name| (name.to_string(), file.to_string())));
        }
    }
    let files = texts.iter().map(|(file, text)| {
        let code: String = text.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
        let mut named = BTreeSet::new();
        for place in code.split("super::").skip(1) {
            let (list, count) = match place.strip_prefix('{') {
                Some(list) => (list.split('}').next().unwrap_or(""), usize::MAX),
                None => (place, 1),
            };
            for name in names(list).take(count) {
                let file_of =
                    if texts.contains_key(name) { Some(name) } else { home.get(name).map(String::as_str) };
                named.extend(file_of.filter(|of| of != file && texts.contains_key(*of)).map(str::to_string));
            }
        }
        (file.clone(), named)
    });
    (files.collect(), reasons)
}

/// The names in a piece of code, from the first to the last.
fn names(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty())
}

/// The groups of files of which each leads to each other.
fn circles(files: &Files) -> Vec<Vec<String>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        files.keys().map(|file| (&**file, reach(files, file))).collect();
    let mut found = BTreeSet::new();
    for file in files.keys() {
        let circle: Vec<String> = files
            .keys()
            .filter(|other| reached[&**file].contains(&***other) && reached[&***other].contains(&**file))
            .cloned()
            .collect();
        if circle.len() > 1 {
            found.insert(circle);
        }
    }
    found.into_iter().collect()
}

/// All files that a file leads to.
fn reach<'a>(files: &'a Files, from: &str) -> BTreeSet<&'a str> {
    let (mut reached, mut ahead) = (BTreeSet::new(), Vec::from([from]));
    while let Some(file) = ahead.pop() {
        for next in &files[file] {
            if reached.insert(&**next) {
                ahead.push(next);
            }
        }
    }
    reached
}
