//! MX scales are 8-bit exponents: no other element has them.

use tilework::format::{OperandA, make_mx_scale_layout};
use tilework::prelude::*;

fn main() {
    let _ = make_mx_scale_layout::<RowMajor, f32, OperandA>(20, 5);
}
