use tilework::prelude::*;

fn main() {
    let n = 2;
    let _ = xla_bytes!(f32[n,3]{1,0:T(8,128)});
}
