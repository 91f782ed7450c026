//! Types of elements by name.
use crate::mistake::{Mistake, mistake};
use tilework::dynamic::format::ElementBits;

/// An element type by name, `f16`, `bf16`, `i8`, `f8e4m3`, or its width in bits.
///
/// # Errors
/// If it is none.
pub fn parse_element(text: &str) -> Result<ElementBits, Mistake> {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
    let bits = digits.parse().ok().and_then(|bits| ElementBits::new(bits).ok());
    bits.ok_or_else(|| {
        mistake!("{text} is no element type: f16, bf16, f32, f64, i8, f8e4m3, i4, or a width in bits")
    })
}
