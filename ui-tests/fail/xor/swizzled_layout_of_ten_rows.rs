use tilework::prelude::*;

fn main() {
    Swizzle::<2, 0, 2>::new().compose(layout!((10, 4):(4, 1))).to_xor_layout();
}
