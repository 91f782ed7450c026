//! Emitted WGSL is valid, whatever the layout.
#[allow(dead_code)]
#[path = "../../tests/emit/cases.rs"]
mod cases;
#[allow(dead_code)]
#[path = "../../tests/emit/kernels.rs"]
mod kernels;
#[path = "../../tests/common/random.rs"]
mod random;

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

/// The text as a module, which is valid.
fn validate(text: &str) {
    let module = naga::front::wgsl::parse_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let checked = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module);
    assert!(checked.is_ok(), "{checked:?}\n{text}");
}

#[test]
fn relayout_kernels_are_valid() {
    let cases = kernels::all(&[(67, 45), (64, 48)], &[2, 4]);
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
    println!("{valid} kernels valid, {refused} refused");
    assert!(valid > cases.len() / 2);
}
