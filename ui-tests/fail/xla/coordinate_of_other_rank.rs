use tilework::prelude::*;

fn main() {
    let _ = xla!(f32[20,30]{1,0:T(8,16)(3,1)}).offset((1, 2, 3));
}
