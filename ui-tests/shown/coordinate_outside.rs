//! A static coordinate outside its mode.

use tilework::prelude::*;

fn main() {
    let l = layout!((4, 2):(1, 4));
    let _ = l.offset(crd!(4, 0));
}
