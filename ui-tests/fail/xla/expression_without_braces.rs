use tilework::prelude::*;

fn main() {
    let n = 2;
    let _ = xla!(f32[n + 1,3]{1,0});
}
