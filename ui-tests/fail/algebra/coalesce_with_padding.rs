//! Only exact layouts are coalesced.

use tilework::prelude::*;

fn main() {
    let rows = logical_divide(layout!((10, 7):(1, 10)), tiler!(4, _));
    let _ = coalesce(rows);
}
