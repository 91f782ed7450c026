use tilework::prelude::*;

fn main() {
    identity_layout(shape!(4, 5)).offset((1, 2, 3));
}
