use tilework::prelude::*;

fn main() {
    let n = 2i32;
    let _ = xla!(f32[n,3]{1,0:T(8,128)});
}
