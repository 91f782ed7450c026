use tilework::prelude::*;

fn main() {
    let _ = xla!(f32[?,3]{1,0});
}
