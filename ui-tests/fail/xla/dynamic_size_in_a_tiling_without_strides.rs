use tilework::prelude::*;

fn main() {
    let n = 20;
    let _ = xla!(f32[n,30]{1,0:T(8,16)(3,1)});
}
