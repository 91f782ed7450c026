//! Annotations as in rustc's own tests. Below a line that is wrong stands `//~^ ERROR:` and the first line of the
//! message, then `//~| ERROR:` if more is said of that line. `//~? ERROR:` is a message that names no line of the
//! program. `...` stands for any text. What is annotated must be said, and what is said must be annotated, in at most
//! [`LINES`] lines of which one is a line of the program.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::{env, fs, iter, thread};

const WIDTH: usize = 120;

/// How long a message may be, with its notes.
const LINES: usize = 25;

/// What is said, or must be: at a line of the program if it names one.
#[derive(Debug)]
struct Message {
    line: Option<usize>,
    text: String,
    /// The lines that the compiler prints, with those of the notes that follow; 0 of an annotation.
    length: usize,
}

/// Compares the programs in the folders of this folder with what the compiler says; `TRYBUILD=overwrite` writes it
/// there.
pub(crate) fn check(folder: &str) {
    let library = library();
    let programs = Mutex::new(programs(folder).into_iter());
    let wrong = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(program) = { programs.lock().unwrap().next() } {
                    let complaints = check_program(&program, &library);
                    wrong.lock().unwrap().extend(complaints);
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn programs(folder: &str) -> Vec<PathBuf> {
    let entries = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let programs: Vec<_> = entries(folder.as_ref()).flat_map(|topic| entries(&topic)).collect();
    assert!(!programs.is_empty(), "{folder} has no programs");
    programs
}

fn check_program(program: &Path, library: &Path) -> Vec<String> {
    let source = fs::read_to_string(program).unwrap();
    let said = compile(program, library);
    let annotated: Vec<_> = source.lines().enumerate().scan(None, annotation).flatten().collect();
    if env::var_os("TRYBUILD").is_some_and(|mode| mode == "overwrite") {
        fs::write(program, rewrite(&source, &annotated, &said)).unwrap();
        return Vec::new();
    }
    let place = |line: Option<usize>| line.map_or(String::new(), |line| format!(":{line}"));
    let complain = |message: &Message, what: &str| {
        format!("{}{}: {what}: {}", program.display(), place(message.line), message.text)
    };
    let long = said.iter().filter(|message| message.length > LINES);
    let silent = source.split("\npub fn ").skip(1).filter(|mistake| !mistake.contains("//~"));
    let unsaid = annotated.iter().filter(|annotation| !said.iter().any(|message| fits(annotation, message)));
    let new = said.iter().filter(|message| !annotated.iter().any(|annotation| fits(annotation, message)));
    unsaid
        .map(|annotation| complain(annotation, "this is not said"))
        .chain(new.map(|message| complain(message, "this is not annotated")))
        .chain(long.map(|message| complain(message, &format!("this is said in {} lines", message.length))))
        .chain(silent.map(|mistake| format!("{}: nothing is annotated in {mistake}", program.display())))
        .collect()
}

/// The mark and the text of a line that is an annotation.
fn marked(line: &str) -> Option<(&str, &str)> {
    let annotation = line.trim_start().strip_prefix("//~")?;
    let (mark, text) = annotation.split_once(" ERROR: ").expect("an annotation says ERROR:");
    assert!(["^", "|", "?"].contains(&mark), "an annotation is marked with ^, | or ?, not {mark}");
    Some((mark, text))
}

/// The annotation in a line, if it is one; the state is the line that the last `^` points at.
fn annotation(above: &mut Option<usize>, (number, line): (usize, &str)) -> Option<Option<Message>> {
    Some(marked(line).map(|(mark, text)| {
        if mark == "^" {
            *above = Some(number);
        }
        Message { line: above.filter(|_| mark != "?"), text: text.to_owned(), length: 0 }
    }))
}

fn fits(annotation: &Message, message: &Message) -> bool {
    annotation.line == message.line && matches(&annotation.text, &message.text)
}

fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once("...") {
        None => pattern == text,
        Some((start, pattern)) => text.strip_prefix(start).is_some_and(|rest| {
            (0..=rest.len()).any(|at| rest.get(at..).is_some_and(|rest| matches(pattern, rest)))
        }),
    }
}

/// The library of these tests, which is built already.
fn library() -> PathBuf {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--package", "tilework", "--message-format=json"]);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    json_lines(&output.stdout)
        .filter(|message| message["reason"] == "compiler-artifact" && message["target"]["name"] == "tilework")
        .flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default())
        .filter_map(|file| file.as_str().map(PathBuf::from))
        .find(|file| file.extension().is_some_and(|extension| extension == "rlib"))
        .expect("the library is built")
}

fn json_lines(bytes: &[u8]) -> impl Iterator<Item = Value> {
    bytes.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok())
}

/// All that the compiler says of a program, each message once. Functions are compiled as those of a library: all of
/// them.
fn compile(program: &Path, library: &Path) -> Vec<Message> {
    let output = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()))
        .args("--edition=2024 --crate-type=lib --emit=obj --error-format=json --cap-lints=allow".split(' '))
        .args(["--out-dir", env!("CARGO_TARGET_TMPDIR"), "--extern"])
        .arg(format!("tilework={}", library.display()))
        .arg(format!("-Ldependency={}", env::current_exe().unwrap().parent().unwrap().display()))
        .arg(program)
        .output()
        .unwrap();
    let mut said: Vec<Message> = Vec::new();
    for diagnostic in json_lines(&output.stderr) {
        let line = line_of(&diagnostic, program);
        let text = diagnostic["message"].as_str().unwrap_or_default();
        let length =
            diagnostic["rendered"].as_str().map_or(0, |rendered| rendered.trim_end().lines().count());
        if diagnostic["level"] == "error" && !text.starts_with("aborting due to") {
            let text = text.strip_prefix("evaluation panicked: ").unwrap_or(text).to_owned();
            said.push(Message { line, text, length });
        } else if let Some(said) = said.last_mut() {
            // where the function with the wrong constant is called
            said.line = said.line.or(line);
            said.length += length;
        }
    }
    let mut once = Vec::new();
    said.into_iter().for_each(|message| {
        match once
            .iter_mut()
            .find(|other: &&mut Message| (other.line, &other.text) == (message.line, &message.text))
        {
            Some(other) => other.length = other.length.max(message.length),
            None => once.push(message),
        }
    });
    once
}

/// The line of the program at which a diagnostic points, through macros.
fn line_of(diagnostic: &Value, program: &Path) -> Option<usize> {
    let spans = diagnostic["spans"].as_array()?.iter().filter(|span| span["is_primary"] == true);
    let mut through_macros = spans.flat_map(|span| {
        iter::successors(Some(span), |span| Some(&span["expansion"]["span"]).filter(|span| span.is_object()))
    });
    let here = through_macros
        .find(|span| span["file_name"].as_str().is_some_and(|file| Path::new(file) == program))?;
    usize::try_from(here["line_start"].as_u64()?).ok()
}

/// The program with what is said of it. Annotations that fit stay as they are; messages that name no line go to the
/// end if they are new, to be put where they belong.
fn rewrite(source: &str, annotated: &[Message], said: &[Message]) -> String {
    let mut result = String::new();
    let is_said =
        |text: &str| said.iter().any(|message| message.line.is_none() && matches(text, &message.text));
    for (number, line) in (1..).zip(source.lines()) {
        if marked(line).is_some_and(|(mark, text)| mark != "?" || !is_said(text)) {
            continue;
        }
        result += &format!("{line}\n");
        let indent = &line[..line.len() - line.trim_start().len()];
        let here = said.iter().filter(|message| message.line == Some(number));
        for (message, mark) in here.zip(iter::once("^").chain(iter::repeat("|"))) {
            result += &written(annotated, message, indent, mark);
        }
    }
    let new = said.iter().filter(|message| !annotated.iter().any(|annotation| fits(annotation, message)));
    new.filter(|message| message.line.is_none())
        .for_each(|message| result += &written(annotated, message, "", "?"));
    result
}

fn written(annotated: &[Message], message: &Message, indent: &str, mark: &str) -> String {
    let start = format!("{indent}//~{mark} ERROR: ");
    let text = annotated.iter().find(|annotation| fits(annotation, message)).unwrap_or(message).text.clone();
    format!("{start}{}\n", shorten(text, WIDTH - start.len()))
}

/// The text in so many columns: without the bits of type-level numbers, and then without words in its middle.
fn shorten(text: String, columns: usize) -> String {
    let text = match (text.find("UInt<"), text.rfind('>')) {
        (Some(start), Some(end)) if start < end => format!("{}...{}", &text[..start], &text[end + 1..]),
        _ => text,
    };
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= columns {
        return text;
    }
    let start: String = characters[..columns * 2 / 3].iter().collect();
    let end: String = characters[characters.len() + " ... ".len() - columns / 3..].iter().collect();
    let words = (start.rsplit_once(' ').map_or("", |cut| cut.0), end.split_once(' ').map_or("", |cut| cut.1));
    format!("{} ... {}", words.0, words.1)
}
