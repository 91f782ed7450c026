//! What the program prints, and how it ends.
mod analyze;
mod atlas;
mod convert;
mod emit;
mod explore;
mod humanize;
mod index;
mod layouts;
mod manual;
mod maps;
mod readme;
mod relayout;
mod relayout_failures;
mod reshard;
mod shapes;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program, in the folder of the project.
fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilework"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    command
}

fn tilework(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // the program may stop reading at a mistake
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// What was printed where nothing went wrong.
#[track_caller]
fn printed(output: &Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[track_caller]
fn prints(arguments: &[&str], expected: &str) {
    assert_eq!(printed(&tilework(arguments)), expected.strip_prefix('\n').unwrap_or(expected));
}

#[track_caller]
fn refused(output: &Output, code: i32, expected: &str) {
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors.trim_end(), expected.strip_prefix('\n').unwrap_or(expected).trim_end());
    assert_eq!(output.status.code(), Some(code));
}

#[track_caller]
fn fails(arguments: &[&str], code: i32, expected: &str) {
    refused(&tilework(arguments), code, expected);
}
