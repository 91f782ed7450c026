use tilework::prelude::*;

fn main() {
    identity_layout(shape!(4, 5)).slice(crd!(1, _, _));
}
