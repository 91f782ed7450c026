//! The shared conformance vectors, judged by their own runner, where that folder stands beside the repository.
use std::path::Path;
use std::process::Command;

/// The rows of the vectors, each run in a test of its own, so that they run beside each other.
fn judge(rows: &str) {
    let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/conformance/run.py");
    if !runner.exists() {
        eprintln!("no shared vectors here");
        return;
    }
    let outcome = Command::new("python3")
        .arg(&runner)
        .args(["--bin", env!("CARGO_BIN_EXE_tilework"), "--only", rows, "--verbose", "5"])
        .output();
    let Ok(outcome) = outcome else {
        eprintln!("no python3 here");
        return;
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(outcome.status.success(), "{}{}", text(&outcome.stdout), text(&outcome.stderr));
}

#[test]
fn cute() {
    judge("cute/*");
}

#[test]
fn tla() {
    judge("tla/*");
}

#[test]
fn xla() {
    judge("xla/*");
}

#[test]
fn xla_unit() {
    judge("xla-unit/*");
}

#[test]
fn compositions() {
    judge("composition-census");
}

#[test]
fn dumps() {
    judge("hlo/*");
}
