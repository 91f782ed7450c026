//! What layouts cost the compiler: `cargo check` of a crate with many distinct static layouts, against an empty one.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Seconds of `cargo check` and peak memory of the compiler are of the order of seconds and megabytes: a few rounds do.
const ROUNDS: usize = 5;

/// What is done with each layout `l`, and what the row is called.
const PROGRAMS: [(&str, &str, &str); 4] = [
    ("offset", "crd2offset at a dynamic coordinate", "l.offset((i, j))"),
    ("cosize", "the same and its static cosize", "l.offset((i, j)) + l.cosize().value()"),
    (
        "algebra",
        "crd2offset, coalesce, composition, logical_divide",
        "let c = coalesce(l); let p = composition(l, layout!((2, 2):(1, 4))); let d = logical_divide(l, tiler!(2, 2)); \
         l.offset((i, j)) + c.offset(i) + p.offset((i, j)) + d.offset((i, j))",
    ),
    (
        "algebra_by_layout",
        "the same, divided by a layout",
        "let c = coalesce(l); let p = composition(l, layout!((2, 2):(1, 4))); let d = logical_divide(l, layout!(2:1)); \
         l.offset((i, j)) + c.offset(i) + p.offset((i, j)) + d.offset((i, j))",
    ),
];

pub(crate) fn report() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/compile-time");
    let empty = check(&folder, "empty", "");
    println!("{:<60} {:>10} {:>10}", "100 distinct static layouts, each with", "seconds", "over empty");
    println!("{:<60} {:>10.3}", "nothing (an empty crate)", empty.as_secs_f64());
    for (kind, layouts) in [("matrix", matrix as fn(usize) -> String), ("nested", nested)] {
        for (name, what, line) in PROGRAMS {
            let time = check(&folder, &format!("{kind}-{name}"), &program(layouts, line));
            let over = time.saturating_sub(empty);
            println!(
                "{:<60} {:>10.3} {:>10.3}",
                format!("{kind}: {what}"),
                time.as_secs_f64(),
                over.as_secs_f64()
            );
            println!("seconds compile_time_{kind}_{name} {:.3}", over.as_secs_f64());
        }
    }
}

/// Matrices of rank 2 in many sizes, rows or columns first.
fn matrix(i: usize) -> String {
    let (rows, cols) = (4 * (1 + i % 10), 2 * (1 + i / 10));
    match i % 2 {
        0 => format!("layout!(({rows},{cols}):(1,{rows}))"),
        _ => format!("layout!(({rows},{cols}):({cols},1))"),
    }
}

/// Fractals of different sizes in grids of different sizes.
fn nested(i: usize) -> String {
    let (r0, c0) = (8 << (i % 3), 4 << (i % 4));
    let (r1, c1) = (2 + i, 4 + 2 * (7 * i % 53));
    let (d0, d1, e1) = (c0, r0 * c0, r0 * c0 * r1);
    format!("layout!((({r0},{r1}),({c0},{c1})):(({d0},{d1}),(1,{e1})))")
}

/// A crate root with a function for each of 100 layouts.
fn program(layouts: fn(usize) -> String, line: &str) -> String {
    let mut text = String::from("#![allow(unused)]\nuse tilework::prelude::*;\n");
    for i in 0..100 {
        let layout = layouts(i);
        writeln!(text, "pub fn f{i}(i: usize, j: usize) -> usize {{ let l = {layout}; {line} }}")
            .expect("writing to a string");
    }
    text
}

/// The median time of `cargo check` of a library with this root.
fn check(folder: &Path, name: &str, program: &str) -> Duration {
    let krate = write_crate(&folder.join(name), name, program);
    let mut times: Vec<Duration> = (0..=ROUNDS).map(|_| check_once(&krate, folder)).collect();
    // the first round builds the library itself
    times.remove(0);
    times.sort();
    times[ROUNDS / 2]
}

fn write_crate(krate: &Path, name: &str, program: &str) -> PathBuf {
    std::fs::create_dir_all(krate.join("src")).expect("a folder in target/");
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let manifest = format!(
        "[package]\nname = \"compile-time-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\ntilework = {{ path = {library:?} }}\n\n[workspace]\n"
    );
    std::fs::write(krate.join("Cargo.toml"), manifest).expect("a file in target/");
    std::fs::write(krate.join("src/lib.rs"), program).expect("a file in target/");
    krate.to_owned()
}

fn check_once(krate: &Path, folder: &Path) -> Duration {
    let root = krate.join("src/lib.rs");
    let text = std::fs::read(&root).expect("written before");
    std::fs::write(&root, text).expect("a file in target/");
    let start = Instant::now();
    let output = Command::new(env!("CARGO"))
        .current_dir(krate)
        // what was checked before must not help
        .env("CARGO_INCREMENTAL", "0")
        .args(["check", "--quiet", "--target-dir"])
        .arg(folder.join("target"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    start.elapsed()
}
