use tilework::prelude::*;

fn main() {
    let mut data = [0; 16];
    let _ = ViewMut::new(&mut data, xor_layout!((4, 4):(F1, F1)));
}
