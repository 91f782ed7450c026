//! What a program without a heap does with the prelude; `.ci/run` builds it without any feature.

use tilework::kernel::{Arithmetic, product};
use tilework::prelude::*;

#[test]
fn views_tensors_and_kernels_need_no_heap() {
    let data: [u32; 96] = core::array::from_fn(|at| at as u32);
    let rows = View::new(&data, layout!((8, 12):(12, 1))).unwrap();
    let mut zn = StackTensor::fill(layout!(((4, 2), (4, 3)):((4, 16), (1, 32))), 0);
    copy(&rows, &mut zn.view_mut()).unwrap();
    assert_eq!(zn[(1, 5)], 17);
    assert_eq!(zn.as_slice()[37], 17);
    let tile = zn.view().tile((int!(4), int!(4)), (1, 2)).map(|tile| tile[(0, 0)]);
    assert_eq!(tile, Ok(rows[(4, 8)]));
    let mut owned = Tensor::new([0; 96], layout!((8, 12):(1, 8))).unwrap();
    transform(&zn.view(), &mut owned.view_mut(), |x| x + 1).unwrap();
    assert_eq!(owned[(7, 11)], 96);
    fill(&mut ViewMut::new(&mut [0; 4], layout!((2, 2):(1, 2))).unwrap(), 7);
}

/// Large enough to be packed: on the stack, where there is no heap.
#[test]
fn products_are_packed_on_the_stack() {
    fn check<T: Arithmetic + Send>(one: T, product_is: impl Fn(T, usize) -> bool) {
        let (rows, cols, depth) = (45, 70, 130);
        let (a, b, mut c) = ([one; 45 * 130], [one; 130 * 70], [T::default(); 45 * 70]);
        let a = View::new(&a, row_major((rows, depth))).unwrap();
        let b = View::new(&b, column_major((depth, cols))).unwrap();
        matmul(&a, &b, &mut ViewMut::new(&mut c, row_major((rows, cols))).unwrap()).unwrap();
        assert!(c.iter().all(|&sum| product_is(sum, depth)));
        let mut c = [(one, 0); 45 * 70];
        let mut of_c = ViewMut::new(&mut c, column_major((rows, cols))).unwrap();
        product(&a, &b)
            .store_with(&mut of_c, |c, sum: T, (row, col)| *c = (sum, c.1 + col * 45 + row))
            .unwrap();
        assert!(c.iter().enumerate().all(|(at, &(sum, place))| product_is(sum, depth) && place == at));
    }
    check(1u8, |sum, depth| usize::from(sum) == depth);
    check(1.0f32, |sum, depth| sum == depth as f32);
    check(1u64, |sum, depth| sum == depth as u64);
    check(1u128, |sum, depth| sum == depth as u128);
}
