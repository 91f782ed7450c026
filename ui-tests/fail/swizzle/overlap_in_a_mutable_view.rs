//! Two coordinates of a swizzled view to be written share an element.

use tilework::prelude::*;

fn main() {
    let swizzled = Swizzle::<2, 0, 2>::new().compose(layout!((4, 2):(1, 3)));
    let _ = ViewMut::new(&mut [0; 16], swizzled);
}
