//! A coordinate below zero.

use tilework::prelude::*;

fn main() {
    let _ = layout!((4, 2):(1, 4)).offset(crd!(0, -1));
}
