//! A negative stride that stays within the first mode.

use tilework::prelude::*;

fn main() {
    let _ = composition(layout!((4, 8):(1, 9)), layout!(3:-1));
}
