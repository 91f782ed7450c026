use tilework::prelude::*;

fn main() {
    Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(1, 2))).to_xor_layout();
}
