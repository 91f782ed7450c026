//! Six elements are no whole number of units of 4, nor a part of one.

use tilework::prelude::*;

fn main() {
    let _ = upcast(layout!((48, 6):(6, 1)), int!(4));
}
