//! For those who know CuTe: C++ lines, and under each the same in tilework.
//!
//! ```sh
//! cargo run --example cute_port
//! ```

use tilework::{
    layout::{cosize, crd2idx, idx2crd},
    prelude::*,
    tuple::size,
};

fn main() {
    // auto tile = Layout<Shape<_4,_8>, Stride<_8,_1>>{};
    let tile = layout!((4, 8):(8, 1));
    println!("tile     {tile}");
    assert_eq!(size_of_val(&tile), 0);

    // auto matrix = make_layout(make_shape(m, _64{}), LayoutRight{});
    let m = 100;
    let matrix = row_major(shape!(m, 64));
    println!("matrix   {matrix}");
    assert_eq!(matrix.to_string(), "(100,_64):(_64,_1)");

    // auto nested = Layout<Shape <Shape <_4, _2>, Shape <_4, _3>>,
    //                      Stride<Stride<_4,_16>, Stride<_1,_32>>>{};
    let nested = layout!(((4, 2), (4, 3)):((4, 16), (1, 32)));
    println!("nested   {nested}");

    // nested(1, 5); nested(37); nested(make_coord(make_coord(1, 0), make_coord(1, 1)));
    assert_eq!(nested.offset((1, 5)), 37);
    assert_eq!(nested.offset(37), 52);
    assert_eq!(nested.offset(((1, 0), (1, 1))), 37);

    // static_assert(decltype(nested(_1{}, _5{}))::value == 37);
    let _: Int!(37) = nested.offset(crd!(1, 5));

    // size(nested); cosize(nested); rank(nested); depth(nested); get<1>(nested);
    assert_eq!((size(nested), cosize(nested), rank(nested), depth(nested)), (int!(96), int!(96), 2, 2));
    println!("mode 1   {}", nested.get::<1>());

    // crd2idx(make_coord(1, make_coord(2, 1)), Shape<_4, Shape<_3, _2>>{});
    assert_eq!(crd2idx((1, (2, 1)), shape!(4, (3, 2))), 21);
    // idx2crd(21, Shape<_4, Shape<_3, _2>>{});
    assert_eq!(idx2crd(21, shape!(4, (3, 2))), (1, (2, 1)));

    // Tensor g = make_tensor(ptr, make_shape(_32{}, _32{}), LayoutRight{});
    let elements: Vec<u32> = (0..32 * 32).collect();
    let g = View::new(&elements, layout!((32, 32):(32, 1))).expect("1024 elements are enough");

    // A tile is transposed on its way through shared memory, whose columns are one word apart from what they would be,
    // so that no two threads of a warp meet in a bank.
    //
    // __shared__ uint32_t words[32 * 33];
    // Tensor s = make_tensor(make_smem_ptr(words), Layout<Shape<_32,_32>, Stride<_1,_33>>{});
    // copy(g, s);
    let mut s = StackTensor::fill(layout!((32, 32):(1, 33)), 0);
    copy(&g, &mut s.view_mut()).expect("both are 32x32");

    // Tensor t = make_tensor(s.data(), Layout<Shape<_32,_32>, Stride<_33,_1>>{});
    let t = View::new(s.as_slice(), layout!((32, 32):(33, 1))).expect("the tile holds its transpose");
    assert_eq!(t[(3, 20)], g[(20, 3)]);
    println!("g(20,3) = {} = t(3,20) = {}", g[(20, 3)], t[(3, 20)]);
}
