//! Kernels in CUDA, compiled and assembled by NVIDIA's tools, which need no device.
use crate::languages::folder;
use crate::relayout::{cases, program};
use std::path::Path;
use std::process::Command;
use tilework::emit::Language;

/// No register is spilled.
#[test]
fn relayouts_are_assembled() {
    if std::env::var_os("CUDA").is_none() {
        println!("`CUDA` names no folder of NVIDIA's tools: skipped");
        return;
    }
    let source = folder("assembled").join("relayout.cu");
    std::fs::write(&source, program(cases(), Language::Cuda).0).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("device/emitted.py");
    let status = Command::new("python3").arg(script).arg(source).status();
    assert!(status.unwrap().success());
}
