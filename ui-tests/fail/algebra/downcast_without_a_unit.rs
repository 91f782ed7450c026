//! The parts of an element would be nowhere.

use tilework::prelude::*;

fn main() {
    let _ = downcast(layout!((4, 3):(2, 8)), int!(2));
}
