//! Two coordinates of a view to be written share an element.

use tilework::prelude::*;

fn main() {
    let mut data = [0; 8];
    let _ = ViewMut::new(&mut data, layout!((4, 2):(1, 3)));
}
