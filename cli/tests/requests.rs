//! Requests of `tilework eval`, mutated from a seed: each has one answer, soon, and no bug is caught on the way.
//!
//! `TILEWORK_CASES` sets how many are tried: `TILEWORK_CASES=100000 cargo test --release -p tilework-cli --test
//! requests`.
#[path = "../../tests/common/random.rs"]
mod random;

use random::{Random, cases};
use serde_json::{Map, Value};
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};
use tilework_cli::answer_request;

/// What no answer may take, on a slow machine too; without optimisation everything is slower.
const MOST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 6 });

/// Numbers at which something changes.
const NUMBERS: [i64; 22] = [
    0,
    1,
    -1,
    2,
    3,
    7,
    8,
    31,
    64,
    100,
    128,
    255,
    4096,
    65_536,
    1_000_003,
    (1 << 31) - 1,
    1 << 32,
    1_000_000_007,
    1 << 53,
    1 << 62,
    i64::MAX,
    i64::MIN,
];

const PIECES: [&str; 24] = [
    "(",
    ")",
    ",",
    ":",
    "_",
    "<",
    ">",
    "{",
    "}",
    "[",
    "]",
    "*",
    "-",
    " ",
    "@",
    "F",
    "?",
    "<=",
    "1",
    "T(",
    "mod ",
    "floordiv ",
    "min(",
    "d0",
];

/// The requests the fuzzer begins with.
fn seeds() -> Vec<Map<String, Value>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds/eval");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let request = |path| serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    paths.iter().map(request).collect()
}

/// A text with other numbers in it, parts of it elsewhere, or of another text.
fn mutate_text(random: &mut Random, text: &mut String, other: &str) {
    let place = |random: &mut Random, text: &str| text.floor_char_boundary(random.below(text.len() + 1));
    match random.below(6) {
        0..=2 => {
            let digits: Vec<usize> =
                text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
            if digits.is_empty() {
                return;
            }
            let at = random.of(&digits);
            let start = text[..at].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |end| end + 1);
            let end = text[at..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |end| at + end);
            let number = random.of(&NUMBERS);
            text.replace_range(start.min(at)..end, &number.to_string());
        }
        3 => {
            let at = place(random, text);
            let piece = random.of(&PIECES);
            text.insert_str(at, piece);
        }
        4 => {
            let (at, to) = (place(random, text), place(random, text));
            text.drain(at.min(to)..at.max(to));
        }
        _ => {
            let (at, from, to) = (place(random, text), place(random, other), place(random, other));
            text.insert_str(at, &other[from.min(to)..from.max(to)]);
        }
    }
}

fn mutate_value(random: &mut Random, value: &mut Value, other: &Value) {
    match value {
        Value::String(text) => mutate_text(random, text, other.as_str().unwrap_or("(2,3)")),
        Value::Array(items) if !items.is_empty() && !random.once_in(4) => {
            let at = random.below(items.len());
            mutate_value(random, &mut items[at], other);
        }
        Value::Array(items) => items.push(Value::from(random.of(&NUMBERS))),
        Value::Number(_) if !random.once_in(8) => *value = Value::from(random.of(&NUMBERS)),
        _ => *value = other.clone(),
    }
}

/// A request with some of its fields mutated, with fields of another one, or asking for another operation.
fn mutated(random: &mut Random, seeds: &[Map<String, Value>]) -> Vec<u8> {
    let mut request = random.of(seeds);
    for _ in 0..=random.below(3) {
        let other = random.of(seeds);
        let names: Vec<String> = request.keys().filter(|name| *name != "op").cloned().collect();
        let name = random.of(&names);
        let of_other = other.get(&name).unwrap_or(&Value::Null);
        match random.below(12) {
            0 => drop(request.insert("op".into(), other["op"].clone())),
            1 => drop(request.insert(name.clone(), of_other.clone())),
            _ => mutate_value(random, &mut request[&name], of_other),
        }
    }
    let mut line = serde_json::to_vec(&request).unwrap();
    if random.once_in(32) {
        let at = random.below(line.len());
        line[at] = random.next() as u8;
    }
    line
}

#[test]
fn mutated_requests_are_answered_soon() {
    let seeds = seeds();
    let mut random = Random(10);
    let (ask, asked) = mpsc::channel::<Vec<u8>>();
    let (answer, answered) = mpsc::channel();
    thread::spawn(move || {
        for request in asked {
            let start = Instant::now();
            let text = answer_request(&request);
            let _ = answer.send((text, start.elapsed()));
        }
    });
    let cases = cases(4_000);
    let (mut results, mut slowest) = (0, (Duration::ZERO, Vec::new()));
    for _ in 0..cases {
        let request = mutated(&mut random, &seeds);
        let told = || String::from_utf8_lossy(&request).into_owned();
        ask.send(request.clone()).unwrap();
        let Ok((text, took)) = answered.recv_timeout(4 * MOST) else { panic!("no answer to {}", told()) };
        assert!(!text.contains(r#""kind":"internal""#), "{}: {text}", told());
        assert!(took < MOST, "{took:?}: {}", told());
        results += usize::from(text.contains(r#""result":"#));
        if took > slowest.0 {
            slowest = (took, request);
        }
    }
    let (took, request) = slowest;
    println!(
        "{cases} requests, {results} with a result; the slowest took {took:?}: {}",
        String::from_utf8_lossy(&request)
    );
    // or else it is not the operations that are tried
    assert!(results * 8 > cases, "{results} of {cases}");
}

#[test]
fn every_seed_has_a_result() {
    for request in seeds() {
        let text = answer_request(&serde_json::to_vec(&request).unwrap());
        assert!(text.contains(r#""result":"#), "{request:?}: {text}");
    }
}
