//! Emitted WGSL is valid, whatever the layout, and has text in the languages of Metal and Direct3D.
#[allow(dead_code)]
#[path = "../../tests/emit/cases.rs"]
mod cases;
#[allow(dead_code)]
#[path = "../../tests/emit/kernels.rs"]
mod kernels;
#[path = "../../tests/common/random.rs"]
mod random;

use naga::back::{hlsl, msl};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use tilework::emit::{EmitError, Language};

#[test]
fn wgsl_is_valid() {
    let mut valid = 0;
    for case in cases::all(200) {
        let text = match case.function.emit(Language::Wgsl, "f") {
            Ok(emitted) => emitted.text,
            Err(EmitError::TooWide { .. }) => continue,
            // the way back to a coordinate of no modes
            Err(_) if case.name == "():() back" => continue,
            Err(error) => panic!("{}: {error}", case.name),
        };
        validate(&text);
        valid += 1;
    }
    println!("{valid} modules");
    assert!(valid > 500);
}

/// The text as a module, which is valid, and is written in MSL and HLSL.
fn validate(text: &str) {
    let module = naga::front::wgsl::parse_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module);
    let info = info.unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let metal = msl::write_string(&module, &info, &msl::Options::default(), &msl::PipelineOptions::default());
    let (_, metal) = metal.unwrap_or_else(|error| panic!("in MSL: {error}\n{text}"));
    let (mut written, pipeline) = (String::new(), hlsl::PipelineOptions::default());
    let direct =
        hlsl::Writer::new(&mut written, &hlsl::Options::default(), &pipeline).write(&module, &info, None);
    let direct = direct.unwrap_or_else(|error| panic!("in HLSL: {error}\n{text}"));
    for entry in &module.entry_points {
        let is_there = metal.entry_point_names.iter().flatten().any(|name| name.contains(&entry.name))
            && direct.entry_point_names.iter().flatten().any(|name| name.contains(&entry.name));
        assert!(is_there, "{:?}, {:?}\n{text}", metal.entry_point_names, direct.entry_point_names);
    }
}

#[test]
fn relayout_kernels_are_valid() {
    let mut cases = kernels::all(&[(67, 45), (64, 48)], &[2, 4]);
    cases.extend(kernels::drawn(100));
    let (mut valid, mut refused) = (0, 0);
    for case in &cases {
        match case.kernel.emit(Language::Wgsl, "relayout") {
            Ok(emitted) => {
                validate(&emitted.text);
                valid += 1;
            }
            Err(error) => {
                assert!(error.to_string().contains("WGSL stores 4 bytes at least"), "{}: {error}", case.name);
                refused += 1;
            }
        }
    }
    println!("{valid} kernels valid, and in MSL and HLSL; {refused} refused");
    assert!(valid > cases.len() / 2);
}
