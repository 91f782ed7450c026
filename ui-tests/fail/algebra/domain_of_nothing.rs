//! There are no indices to distribute.

use tilework::prelude::*;

fn main() {
    let _ = domain_distribute(shape!(4, 0), int!(2));
}
