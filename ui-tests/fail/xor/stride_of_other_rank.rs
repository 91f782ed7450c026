use tilework::prelude::*;

fn main() {
    xor_layout!((8, 8):(F1, F9, F64));
}
