use tilework::prelude::*;

fn main() {
    let _ = xla!(f32[-2,3]{1,0});
}
