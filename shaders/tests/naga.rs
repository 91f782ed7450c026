//! Emitted WGSL is valid, whatever the layout.
#[allow(dead_code)]
#[path = "../../tests/emit/cases.rs"]
mod cases;
#[path = "../../tests/common/draw.rs"]
mod draw;

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
        let module = naga::front::wgsl::parse_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let checked = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module);
        assert!(checked.is_ok(), "{checked:?}\n{text}");
        valid += 1;
    }
    println!("{valid} modules");
    assert!(valid > 500);
}
