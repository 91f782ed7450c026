use tilework::prelude::*;

fn main() {
    let _ = xla!(f31[2,3]{1,0});
}
