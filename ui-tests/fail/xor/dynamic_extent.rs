use tilework::prelude::*;

fn main() {
    let n = 8;
    xor_layout!((8, n):(F1, F9));
}
