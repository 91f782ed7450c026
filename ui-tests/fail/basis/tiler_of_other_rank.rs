use tilework::prelude::*;

fn main() {
    zipped_divide(identity_layout(shape!(8, 12)), tiler!(4, 3, 2));
}
