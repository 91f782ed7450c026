use tilework::prelude::*;

fn main() {
    xor_layout!((8, 6):(F1, F9));
}
