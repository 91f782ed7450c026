use tilework::prelude::*;

fn main() {
    let n = 8;
    let _ = xla!(f32[2,3]{1,0:T(n,128)});
}
