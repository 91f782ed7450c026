use tilework::prelude::*;

fn main() {
    let _ = xla!(f32[1,1,1,1,1,1,1,1,1,1,1,1,1]);
}
