use tilework::prelude::*;

fn main() {
    let rows = 4;
    Swizzle::<2, 0, 2>::new().compose(layout!((rows, 4):(4, 1))).to_xor_layout();
}
