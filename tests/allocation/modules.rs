//! What a module weighs: the heap it takes is bounded by its text.
use crate::{BYTES, MOST};
use std::fmt::Write;
use tilework::hlo::Module;

/// The bytes of the heap for one byte of text: at most while it is read, and of the module.
fn bytes_per_byte(text: &str) -> (f64, f64) {
    let before = BYTES.get();
    MOST.set(before);
    let module = Module::parse(text).unwrap();
    let (most, kept) = (MOST.get() - before, BYTES.get() - before);
    assert!(module.computations[0].instructions.len() > 1);
    drop(module);
    assert_eq!(BYTES.get(), before);
    (most as f64 / text.len() as f64, kept as f64 / text.len() as f64)
}

#[test]
fn dumps_weigh_about_as_much_as_their_text() {
    for text in [
        include_str!("../../examples/hlo/conv_block_f32.v5e.hlo"),
        include_str!("../../examples/hlo/mixed_small_s32.v5e.hlo"),
        include_str!("../../examples/hlo/shuffle_f32.v5e.hlo"),
    ] {
        let (most, kept) = bytes_per_byte(text);
        assert!(most < 1.5 && kept < 1.25, "{most} {kept}");
    }
}

#[test]
fn many_short_instructions() {
    let mut text = String::from("ENTRY %main {\n  %p = f32[8,128]{1,0} parameter(0)\n");
    for number in 0..100_000 {
        writeln!(text, "  %a.{number} = f32[8,128]{{1,0}} negate(%p)").unwrap();
    }
    let (most, kept) = bytes_per_byte(&(text + "}"));
    assert!(most < 8.0 && kept < 3.0, "{most} {kept}");
}

#[test]
fn as_many_shapes_as_instructions() {
    let mut text = String::from("ENTRY %main {\n");
    for number in 0..100_000 {
        writeln!(text, "  %a.{number} = f32[{number}]{{0:T(8,128)(2,1)}} iota(), iota_dimension=0").unwrap();
    }
    let (most, kept) = bytes_per_byte(&(text + "}"));
    assert!(most < 12.0 && kept < 8.0, "{most} {kept}");
}

#[test]
#[ignore = "measures the file that TILEWORK_HLO names"]
fn of_a_file() {
    let path = std::env::var("TILEWORK_HLO").unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let start = std::time::Instant::now();
    let (most, kept) = bytes_per_byte(&text);
    let speed = text.len() as f64 / 1e6 / start.elapsed().as_secs_f64();
    println!("{} bytes, at most {most:.2} on the heap for each, {kept:.2} kept, {speed:.0} MB/s", text.len());
}
