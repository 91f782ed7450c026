use tilework::prelude::*;

fn main() {
    zipped_divide(identity_layout(shape!(8, 12)), layout!(12:1));
}
