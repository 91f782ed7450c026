//! What has no end, cannot be read, or cannot be written: a status, a sentence, and little memory.
#![cfg(target_os = "linux")]
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn tilework(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilework"));
    command.args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    command
}

/// The status, and what was printed on both sides.
fn ended(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn fails(command: &mut Command, expected: &str) {
    let (status, _, told) = ended(&command.output().unwrap());
    assert_eq!((status, told.trim_end()), (Some(2), expected), "{command:?}");
}

#[test]
fn a_line_without_end_is_refused() {
    let zeros = || File::open("/dev/zero").unwrap();
    let line = "line 1: more than 268435456 bytes without an end of line, which is the limit";
    let skipped = "no end of line in 1073741824 bytes";
    for (command, complaint) in [
        (&["report"][..], format!(", {line}")),
        (&["report", "--lenient"], format!(", {line}")),
        (&["index"], format!(", {line}")),
        (&["eval"], format!(": {skipped}")),
    ] {
        let start = Instant::now();
        fails(tilework(command).arg("/dev/zero"), &format!("error: /dev/zero{complaint}"));
        let stdin: &[&str] = if command[0] == "eval" { &[] } else { &["-"] };
        let told = format!("error: standard input{complaint}");
        fails(tilework(command).args(stdin).stdin(zeros()), &told);
        assert!(start.elapsed() < Duration::from_secs(300), "{command:?}: {:?}", start.elapsed());
    }
}

#[test]
fn lines_without_end_are_refused_by_what_keeps_them() {
    let mut child = tilework(&["index", "-"]).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let lines = b"  a = f32[2] parameter(0)\n".repeat(1 << 16);
    // it stops reading at its limit
    while stdin.write_all(&lines).is_ok() {}
    let (status, _, told) = ended(&child.wait_with_output().unwrap());
    assert_eq!(
        (status, told.trim_end()),
        (Some(2), "error: standard input: more than 1073741824 bytes, which is the limit")
    );
}

#[test]
fn a_long_request_is_answered_and_skipped() {
    let mut child = tilework(&["eval"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let request = br#"{"id":1,"op":"tuple.rank","tuple":"4"}"#;
        // as long as a request may be, and one more
        for blanks in [(1 << 24) - request.len(), (1 << 26) - request.len() + 1] {
            stdin.write_all(request).unwrap();
            stdin.write_all(&b" ".repeat(blanks)).unwrap();
            stdin.write_all(b"\n").unwrap();
        }
        stdin.write_all(request).unwrap();
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let (status, answers, _) = ended(&output);
    assert_eq!(status, Some(0));
    let refusal =
        r#"{"error":{"kind":"request","message":"the line has more than 16777216 bytes"},"id":null}"#;
    let one = r#"{"id":1,"result":1}"#;
    assert_eq!(answers.lines().collect::<Vec<_>>(), [one, refusal, one]);
}

#[test]
fn what_is_no_file_is_named() {
    for command in ["index", "eval"] {
        fails(&mut tilework(&[command, "cli"]), "error: cli: this is a folder, a file is wanted");
    }
    for command in ["report", "index", "eval"] {
        let told = "error: no/such/file: No such file or directory (os error 2)";
        fails(&mut tilework(&[command, "no/such/file"]), told);
    }
    fails(&mut tilework(&["report", "cli/src"]), "error: cli/src: no file in it has an HLO module");
    // neither text
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-text");
    std::fs::write(&path, b"HloModule m\n\xff\xfe\n").unwrap();
    let name = path.to_str().unwrap();
    fails(
        &mut tilework(&["index", name]),
        &format!("error: {name}: this is no text; XLA writes text with --xla_dump_hlo_as_text"),
    );
}

#[test]
fn a_pipe_with_a_name_is_a_file() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("requests.fifo");
    let _ = std::fs::remove_file(&path);
    if !Command::new("mkfifo").arg(&path).status().is_ok_and(|status| status.success()) {
        eprintln!("no mkfifo here");
        return;
    }
    let child = tilework(&["eval"]).arg(&path).stdout(Stdio::piped()).spawn().unwrap();
    std::fs::write(&path, r#"{"op":"tuple.rank","tuple":"(4,5)"}"#).unwrap();
    let (status, answers, _) = ended(&child.wait_with_output().unwrap());
    assert_eq!((status, answers.as_str()), (Some(0), "{\"id\":null,\"result\":2}\n"));
}

/// Each command that prints, help included, with much to print.
const PRINTING: [&[&str]; 10] = [
    &["show", "(1000,1000):(1,1000)", "--rows", "1000", "--columns", "100"],
    &["show", "f32[1000,1000]{1,0:T(8,128)}", "--rows", "1000", "--columns", "100"],
    &["offset", "(4,8):(8,1)", "5"],
    &["compose", "(6,2):(8,2)", "(4,3):(3,1)"],
    &["suggest", "f32[128,3]"],
    &["report", "examples/hlo", "--top", "100000"],
    &["index", "examples/hlo/shuffle_f32.v5e.hlo"],
    &["index", "examples/hlo/shuffle_f32.v5e.hlo", "--json"],
    &["--help"],
    &["help", "show"],
];

#[test]
fn a_full_output_is_told() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let told = "error: the answer could not be written: No space left on device (os error 28)";
    for command in PRINTING {
        fails(tilework(command).stdout(full()), told);
    }
    let mut child =
        tilework(&["eval"]).stdin(Stdio::piped()).stdout(full()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"{}\n").unwrap();
    let (status, _, complaint) = ended(&child.wait_with_output().unwrap());
    assert_eq!((status, complaint.trim_end()), (Some(2), told));
    // where not even that can be told, the status does
    for mistake in [&["show", "zz"][..], &["no-such-command"]] {
        assert_eq!(tilework(mistake).stderr(full()).status().unwrap().code(), Some(2));
    }
}

#[test]
fn an_output_that_nobody_reads_ends_quietly() {
    for command in PRINTING {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let (status, _, told) = ended(&tilework(command).stdout(writer).output().unwrap());
        assert_eq!((status, told.as_str()), (Some(141), ""), "{command:?}");
    }
    let mut child = tilework(&["eval"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    // it stops reading when its answers are not read
    let mut stdin = child.stdin.take().unwrap();
    while stdin.write_all(&b"{}\n".repeat(1000)).is_ok() {}
    let status = child.wait().unwrap();
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!((status.code(), told.as_str()), (Some(141), ""));
}
