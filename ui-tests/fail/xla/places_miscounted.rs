use tilework::prelude::*;

type Array = TiledLayout<Shape!(20, 30), Shape!(1, 0), Shape!((8, 16), (3, 1)), Int!(600)>;

fn main() {
    let _ = Array::STATIC;
}
