use tilework::prelude::*;

fn main() {
    identity_layout(int!(8));
}
