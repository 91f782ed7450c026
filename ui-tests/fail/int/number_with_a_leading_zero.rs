//! Static integers are canonical: 01 is no other number than 1, and so it is none.

use tilework::prelude::*;
use tilework::typenum::{B0, B1, UInt, UTerm};

fn main() {
    let _: Int<UInt<UInt<UTerm, B0>, B1>> = Int::new();
}
