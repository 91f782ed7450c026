//! A free mode where there are no coordinates.

use tilework::prelude::*;

fn main() {
    let _ = layout!((4, _):(1, 4));
}
