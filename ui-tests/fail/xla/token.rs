use tilework::prelude::*;

fn main() {
    let _ = xla!(token[]);
}
