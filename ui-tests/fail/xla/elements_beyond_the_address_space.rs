use tilework::prelude::*;

fn main() {
    let _ = xla!(f32[4294967296,2147483648]{1,0:T(8,128)});
}
