//! Four where five is expected.

use tilework::prelude::*;

fn main() {
    let _: Int!(5) = int!(2) + int!(2);
}
