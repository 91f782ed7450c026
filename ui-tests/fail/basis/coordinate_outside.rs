use tilework::prelude::*;

fn main() {
    identity_layout(shape!(4, 5)).offset(crd!(4, 0));
}
