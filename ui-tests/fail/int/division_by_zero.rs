//! A static division by zero.

use tilework::prelude::*;

fn main() {
    let _ = int!(4) / int!(0);
}
