//! XLA's arrays: the notation in macros, and tiled layouts: what only `cargo build` finds.

use tilework::prelude::*;

pub fn coordinate_in_the_padding() {
    let _ = xla!(f32[20,30]{1,0:T(8,16)}).offset(crd!(0, 30));
    //~^ ERROR: coordinate 30 is outside mode 1 of extent 30 in ((8,3),(16,2)):((16,256),(1,128))
}

pub fn coordinate_outside() {
    let _ = xla!(f32[20,30]{1,0:T(8,16)(3,1)}).offset(crd!(20, 0));
    //~^ ERROR: coordinate 20 is outside mode 0 of extent 20 in [20,30]{1,0:T(8,16)(3,1)}
}
