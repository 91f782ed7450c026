//! A shape without elements has nothing in common with another.

use tilework::prelude::*;

fn main() {
    let _ = greatest_common_domain(shape!(4, 0), shape!(2, 2));
}
