use tilework::prelude::*;

fn main() {
    composition(identity_layout(shape!(8, 12)), layout!(12:1));
}
