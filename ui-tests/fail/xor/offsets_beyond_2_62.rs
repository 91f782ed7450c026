use tilework::prelude::*;

fn main() {
    xor_layout!((8, 8):(F1, F0x2000000000000000));
}
