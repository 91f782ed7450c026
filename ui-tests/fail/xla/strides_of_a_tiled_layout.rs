use tilework::prelude::*;

fn main() {
    let _ = coalesce(xla!(f32[20,30]{1,0:T(8,16)(3,1)}));
}
