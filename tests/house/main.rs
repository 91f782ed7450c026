//! The house keeps its rules: no lower floor takes from a higher one, no circle of files goes unexplained, lines are
//! short. The library itself is asked in `vocabulary` only, so that this file is a program without it, too.

#[cfg(feature = "dynamic")]
mod vocabulary;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of the library from the ground up: each may take from those before it.
const FLOORS: [&str; 25] = [
    "int",
    "tuple",
    "admissible",
    "units",
    "layout",
    "basis",
    "placed",
    "algebra",
    "format",
    "tensor",
    "kernel",
    "macros",
    "dynamic",
    "access",
    "affine",
    "xla",
    "hlo",
    "shard",
    "atlas",
    "draw",
    "emit",
    "notation",
    "serde",
    "guide",
    "prelude",
];

/// The files that take from a higher floor nevertheless, what, and why.
const UPWARD: [(&str, &str, &str); 2] = [
    ("int/modes", "tuple/shape", "a list of modes promises that it makes a shape: see the head of `int`"),
    ("int/modes", "tuple/stride", "and a stride"),
];

/// Names that stand for two types of the library, because both are one thing: typed and at run time, and
/// `Layout` and `Shape` of ours and of XLA.
const TWINS: [&str; 15] = [
    "Composition",
    "Coordinate",
    "Extent",
    "Form",
    "Format",
    "Layout",
    "Offsets",
    "Operand",
    "Shape",
    "Stride",
    "Swizzle",
    "Swizzled",
    "Table",
    "Tiler",
    "Walk",
];

/// The features that other crates come with. No code asks for two of them, so each alone and all together are all
/// there is to check.
const ECOSYSTEM: [&str; 5] = ["half", "rayon", "ndarray", "bytemuck", "serde"];

/// Where `unsafe_code` may be allowed: in two rooms of the library by their heads, in three files of other crates, and
/// in what measures and tests memory, allocators and machine code.
const UNSAFE: [&str; 17] = [
    "benches/src/products/peak.rs",
    "benches/src/products/peers.rs",
    "benches/src/relayout/leaves.rs",
    "cli/src/relayout/mod.rs",
    "examples/kernels/c_pointers.rs",
    "explorer/src/boundary.rs",
    "mpi/src/walk.rs",
    "src/kernel/mod.rs",
    "src/tensor/mod.rs",
    "tests/allocation/main.rs",
    "tests/codegen/analyses.rs",
    "tests/codegen/dynamic.rs",
    "tests/codegen/frames.rs",
    "tests/codegen/kernels.rs",
    "tests/device/main.rs",
    "tests/layout/words.rs",
    "tests/tensor/tiles.rs",
];

/// How wide a comment may be, but for a row of a table; code is formatted by the tool for it.
const WIDTH: usize = 120;

/// A file of a crate: its modules from the root, as `["algebra", "divide"]`; a `mod.rs` has the name of its folder.
type Module = Vec<String>;

/// The files of a crate, and what each takes from others.
struct Crate {
    files: BTreeMap<Module, PathBuf>,
    /// The names that a file takes from files below it and offers as its own, and the file each comes from.
    offered: BTreeMap<Module, BTreeMap<String, Module>>,
    taken: BTreeMap<Module, BTreeSet<Module>>,
}

impl Crate {
    fn read(root: &Path) -> Self {
        let mut krate = Crate { files: BTreeMap::new(), offered: BTreeMap::new(), taken: BTreeMap::new() };
        for path in sources(root) {
            let relative = path.strip_prefix(root).expect("inside").with_extension("");
            let mut module: Module =
                relative.iter().map(|part| part.to_str().expect("names are ASCII").to_owned()).collect();
            if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
                module.pop();
            }
            krate.files.insert(module, path);
        }
        let paths: BTreeMap<Module, Vec<Module>> = krate
            .files
            .iter()
            .map(|(module, path)| {
                (module.clone(), paths(&code(&fs::read_to_string(path).expect("a source")), module))
            })
            .collect();
        for (module, paths) in &paths {
            let below = paths.iter().filter(|path| path.len() > module.len() && path.starts_with(module));
            let offered = below.filter_map(|path| {
                let file = krate.file(path)?;
                Some((path.last()?.clone(), file)).filter(|(_, file)| file != module)
            });
            krate.offered.insert(module.clone(), offered.collect());
        }
        for (module, paths) in paths {
            let taken =
                paths.iter().filter(|path| !path.starts_with(&module)).filter_map(|path| krate.origin(path));
            let taken = taken.filter(|file| *file != module).collect();
            krate.taken.insert(module, taken);
        }
        krate
    }

    /// The file that the longest beginning of a path names.
    fn file(&self, path: &[String]) -> Option<Module> {
        (1..=path.len()).rev().map(|len| path[..len].to_vec()).find(|module| self.files.contains_key(module))
    }

    /// The file that what a path names comes from.
    fn origin(&self, path: &[String]) -> Option<Module> {
        let file = self.file(path)?;
        let offered = path.get(file.len()).and_then(|name| self.offered.get(&file)?.get(name));
        Some(offered.cloned().unwrap_or(file))
    }

    /// The circles of files: those that lead to each other, not counting what [`UPWARD`] explains.
    fn circles(&self) -> Vec<Vec<&Module>> {
        let reached: BTreeMap<&Module, BTreeSet<&Module>> =
            self.files.keys().map(|module| (module, self.reached(module))).collect();
        let mut circles: Vec<Vec<&Module>> = Vec::new();
        for module in self.files.keys() {
            if circles.iter().any(|circle| circle.contains(&module)) || !reached[module].contains(module) {
                continue;
            }
            let others = reached[module].iter().copied().filter(|other| reached[other].contains(module));
            circles.push(others.collect());
        }
        circles
    }

    fn reached<'a>(&'a self, from: &'a Module) -> BTreeSet<&'a Module> {
        let mut reached = BTreeSet::new();
        let mut next = vec![from];
        while let Some(module) = next.pop() {
            let is_explained = |other: &Module| {
                UPWARD.iter().any(|(here, there, _)| {
                    (module.join("/"), other.join("/")) == ((*here).into(), (*there).into())
                })
            };
            next.extend(
                self.taken[module].iter().filter(|other| !is_explained(other) && reached.insert(*other)),
            );
        }
        reached
    }
}

/// The Rust files under a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A source without comments and strings.
fn code(source: &str) -> String {
    let mut code = String::new();
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let end = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(raw) = rest.strip_prefix("r#\"") {
            raw.find("\"#").map_or(rest.len(), |end| end + 5)
        } else if c == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            end.map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("'\"'") {
            3
        } else {
            code.push(c);
            c.len_utf8()
        };
        rest = &rest[end..];
    }
    code
}

/// All paths of a module from the root on, groups written out: those that begin with `crate`, `super` or `self`, and
/// in uses those that begin with a module below.
fn paths(code: &str, module: &Module) -> Vec<Module> {
    let tokens = tokens(code);
    let mut found = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        let starts = matches!(tokens[i], "crate" | "super" | "self") && tokens.get(i + 1) == Some(&"::");
        let is_use = i > 0 && tokens[i - 1] == "use";
        if (starts || is_use) && (i == 0 || tokens[i - 1] != "::") {
            let base = if starts { Vec::new() } else { module.clone() };
            i = path(&tokens, i, base, module, &mut found).max(i + 1);
        } else {
            i += 1;
        }
    }
    found
}

/// Reads the path at `tokens[i]` behind `base`, and says where it ends.
fn path(tokens: &[&str], mut i: usize, mut base: Module, module: &Module, found: &mut Vec<Module>) -> usize {
    loop {
        match tokens.get(i) {
            Some(&"{") => {
                i += 1;
                while i < tokens.len() && tokens[i] != "}" {
                    i = path(tokens, i, base.clone(), module, found).max(i + 1);
                    if tokens.get(i) == Some(&",") {
                        i += 1;
                    }
                }
                return i + 1;
            }
            Some(&"crate") => base = Vec::new(),
            Some(&"self") if base.is_empty() => base = module.clone(),
            Some(&"self") => {}
            Some(&"super") => {
                if base.is_empty() {
                    base = module.clone();
                }
                base.pop();
            }
            Some(name) if name.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                base.push((*name).to_owned());
            }
            Some(&"*") => {}
            _ => break,
        }
        i += 1;
        if tokens.get(i) != Some(&"::") {
            break;
        }
        i += 1;
    }
    found.push(base);
    if tokens.get(i) == Some(&"as") {
        i += 2;
    }
    i
}

/// Words, `::`, and single signs.
fn tokens(code: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(c) = rest.chars().next() {
        let end = match c {
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            ':' if rest.starts_with("::") => 2,
            c => c.len_utf8(),
        };
        tokens.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    tokens
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn paths_are_found() {
    let module = |path: &str| -> Module { path.split("::").map(str::to_owned).collect() };
    let code = code(
        "use super::{a::B, c}; // use super::x;\nuse crate::d::{self, e::*};\nlet s = \"super::y\"; self::f();",
    );
    let found = paths(&code, &module("room::here"));
    assert_eq!(found, ["room::a::B", "room::c", "d", "d::e", "room::here::f"].map(module));
}

#[test]
fn no_floor_takes_from_a_higher_one() {
    let library = Crate::read(&folder("src"));
    let floor = |module: &Module| {
        let room = module.first()?;
        Some(FLOORS.iter().position(|floor| floor == room).unwrap_or_else(|| panic!("`{room}` has no floor")))
    };
    let mut upward = BTreeSet::new();
    for (module, taken) in &library.taken {
        for from in taken {
            if let (Some(here), Some(there)) = (floor(module), floor(from))
                && there > here
            {
                upward.insert((module.join("/"), from.join("/")));
            }
        }
    }
    let explained = UPWARD.iter().map(|(module, from, _)| (module.to_string(), from.to_string()));
    assert_eq!(upward, explained.collect(), "each file, and what it takes from a higher floor");
}

#[test]
fn circles_of_files_are_explained() {
    let mut unexplained = Vec::new();
    for root in ["src", "tiles/src", "macros/src", "answers/src", "cli/src"] {
        let krate = Crate::read(&folder(root));
        for circle in krate.circles() {
            let names: Vec<String> =
                circle.iter().filter_map(|module| module.last()).map(|name| format!("`{name}`")).collect();
            let room = circle[0].len().saturating_sub(1);
            let about = krate.files.get(&circle[0][..room]).expect("a room has a `mod.rs`");
            let text = fs::read_to_string(about).expect("a source");
            let head: String = text.lines().filter_map(|line| line.strip_prefix("//!")).collect();
            let is_explained = head.contains("each other") && names.iter().all(|name| head.contains(name));
            if !is_explained {
                unexplained.push(format!("{}: why {} know each other", about.display(), names.join(", ")));
            }
        }
    }
    assert!(unexplained.is_empty(), "no sentence says {unexplained:#?}");
}

#[test]
fn a_name_is_one_type() {
    let mut given: BTreeMap<String, usize> = BTreeMap::new();
    for path in sources(&folder("src")) {
        let code = code(&fs::read_to_string(path).expect("a source"));
        for line in code.lines() {
            let words = tokens(line);
            let public = words.iter().position(|word| matches!(*word, "struct" | "enum" | "trait" | "type"));
            // what is written in a block is an item of a trait, unless a macro or a module makes it public
            let Some(at) = public.filter(|_| !line.starts_with(' ') || words[0] == "pub") else { continue };
            // a private `type` is short for what it stands for
            let name = words.get(at + 1).filter(|name| name.starts_with(char::is_alphabetic));
            if let Some(name) = name.filter(|_| words[at] != "type" || words[0] == "pub") {
                *given.entry((*name).to_owned()).or_default() += 1;
            }
        }
    }
    assert!(given.len() > 500, "the files are read: {}", given.len());
    let twice = given.iter().filter(|(_, types)| **types > 1).map(|(name, types)| (name.as_str(), *types));
    assert_eq!(twice.collect::<BTreeMap<_, _>>(), TWINS.map(|name| (name, 2)).into(), "types of one name");
}

#[test]
fn features_of_other_crates_do_not_meet() {
    let mut asked: BTreeMap<PathBuf, Vec<BTreeSet<&str>>> = BTreeMap::new();
    for path in sources(&folder("src")) {
        let text = fs::read_to_string(&path).expect("a source");
        let mut behind = BTreeSet::new();
        for line in text.lines() {
            let is_asked = |feature: &&str| line.contains(&format!("feature = \"{feature}\""));
            let features: BTreeSet<&str> = ECOSYSTEM.into_iter().filter(is_asked).collect();
            if let Some(name) = line.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'))
                && !behind.is_empty()
            {
                asked.entry(path.with_file_name(name).with_extension("rs")).or_default().push(behind);
            }
            behind = features.clone();
            if !features.is_empty() {
                asked.entry(path.clone()).or_default().push(features);
            }
        }
    }
    assert!(asked.len() > 10, "the files are read: {asked:?}");
    asked.retain(|path, asked| {
        // the head of a room switches on one file with one feature, another one with another
        let is_head = path.ends_with("mod.rs") || path.ends_with("lib.rs");
        asked.iter().any(|features| features.len() > 1)
            || !is_head && asked.iter().flatten().collect::<BTreeSet<_>>().len() > 1
    });
    assert!(asked.is_empty(), "two features of other crates meet in {asked:#?}");
}

/// The levels of lints that a source gives to `unsafe_code`.
fn levels_of_unsafe(code: &str) -> Vec<&str> {
    let tokens = tokens(code);
    let named = (0..tokens.len()).filter(|&place| tokens[place] == "unsafe_code");
    let list = named.filter_map(|place| tokens[..place].iter().rposition(|token| *token == "("));
    list.map(|start| tokens[start - 1]).collect()
}

#[test]
fn unsafe_code_is_allowed_where_it_is_listed() {
    let levels = |source: &str| levels_of_unsafe(&code(source)).join(" ");
    assert_eq!(levels("#![forbid(unsafe_code)] // #![allow(unsafe_code)]"), "forbid");
    assert_eq!(levels("#[cfg_attr(a, allow(b, unsafe_code, reason = \"so\"))] mod c;"), "allow");

    let root = folder("");
    let folders = fs::read_dir(&root).expect("a folder").map(|entry| entry.expect("an entry").path());
    // but what tools keep, and what is built
    let is_ours = |path: &PathBuf| path.is_dir() && !path.ends_with("target") && !path.ends_with(".git");
    let files = folders.filter(is_ours).flat_map(|folder| sources(&folder));
    let mut allowed = Vec::new();
    for path in files {
        let code = code(&fs::read_to_string(&path).expect("a source"));
        let name = path.strip_prefix(&root).expect("inside");
        let is_allowed = levels_of_unsafe(&code).iter().any(|level| !matches!(*level, "deny" | "forbid"));
        if is_allowed && name.iter().all(|part| part != "target") {
            allowed.push(name.to_str().expect("names are ASCII").to_owned());
        }
    }
    allowed.sort();
    assert_eq!(allowed, UNSAFE, "files that allow `unsafe_code`");
}

#[test]
fn comments_are_narrow() {
    let mut wide = Vec::new();
    for root in [
        "src",
        "tiles/src",
        "macros/src",
        "answers/src",
        "cli/src",
        "cli/tests",
        "tests",
        "examples",
        "benches/src",
        "mpi/src",
        "mpi/examples",
    ] {
        for path in sources(&folder(root)) {
            let text = fs::read_to_string(&path).expect("a source");
            let comments = text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("//"));
            for (i, line) in comments.filter(|(_, line)| !line.contains("| ") && line.chars().count() > WIDTH)
            {
                wide.push(format!("{}:{}: {}", path.display(), i + 1, line.chars().count()));
            }
        }
    }
    assert!(wide.is_empty(), "comments of more than {WIDTH} columns: {wide:#?}");
}
