//! Views of `ndarray` and views of this library are the same elements, element by element.

use ndarray::{Array2, Array3, ArrayView2, ArrayView3, ArrayViewMut2, s};
use proptest::prelude::*;
use tilework::prelude::*;
use tilework::tensor::TensorError;

#[test]
fn arrays_are_views_whatever_their_strides() {
    let a = Array3::from_shape_fn((4, 5, 6), |(i, j, k)| 100 * i + 10 * j + k);
    let cut = a.slice(s![..;-1, 1..4, ..;2]);
    let view = View::try_from(cut).unwrap();
    assert_eq!(view.layout().to_string(), "(4,3,3):(-30,6,2)");
    for ((i, j, k), &x) in cut.indexed_iter() {
        assert_eq!(view[(i, j, k)], x);
    }
    // a row for all rows, and no elements at all
    let row = a.slice(s![0, 0, ..]);
    let broadcast = View::try_from(row.broadcast((3, 6)).unwrap()).unwrap();
    assert!((0..3).all(|i| (0..6).all(|k| broadcast[(i, k)] == k)));
    assert!(View::try_from(a.slice(s![.., 2..2, ..])).unwrap().layout().is_empty());
    // what is copied arrives, the elements between those of a slice stay
    let mut b = Array2::<usize>::zeros((4, 6));
    let source: Vec<usize> = (1..=6).collect();
    let columns = View::new(&source, column_major((2, 3))).unwrap();
    copy(&columns, &mut ViewMut::try_from(b.slice_mut(s![1..3, ..;-2])).unwrap()).unwrap();
    assert_eq!(b.row(1).to_vec(), [0, 5, 0, 3, 0, 1]);
    assert_eq!((b.sum(), b.row(2).to_vec()), (21, vec![0, 6, 0, 4, 0, 2]));
}

#[test]
fn what_is_no_array_says_why() {
    let data: Vec<u32> = (0..128).collect();
    let bent = View::new(&data, layout!((8, (4, 2)):(8, (2, 1)))).unwrap();
    assert_eq!(ArrayView2::try_from(bent).unwrap_err(), TensorError::NotStrided { mode: 1, index: 4 });
    // only elements count, not padding
    let padded = Layout::try_with_extent(shape!(8, (4, 2)), stride!(8, (2, 1)), (8, 4)).unwrap();
    assert_eq!(ArrayView2::try_from(View::new(&data, padded).unwrap()).unwrap()[[7, 3]], 62);
    let swizzled = View::new(&data, Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1)))).unwrap();
    assert_eq!(ArrayView2::try_from(swizzled).unwrap_err(), TensorError::NotAdditive);
    let mut data = [0; 8];
    let interlocked = ViewMut::new(&mut data, layout!((3, 2):(2, 3))).unwrap();
    let refused = ArrayViewMut2::try_from(interlocked).unwrap_err();
    assert_eq!(refused, TensorError::Interlocked { stride: 3, span: 4 });
}

proptest! {
    #[test]
    fn views_are_arrays_wherever_each_mode_has_one_stride(
        extents in [0_usize..5, 0..5, 1..4],
        signs in [any::<bool>(), any::<bool>(), any::<bool>()],
        pitch in 0_usize..3,
    ) {
        let [rows, cols, depth] = extents;
        let sign = |negative: bool, stride: usize| Signed(if negative { -stride.cast_signed() } else { stride.cast_signed() });
        let line = depth + pitch;
        let strides = (sign(signs[0], cols.max(1) * line), sign(signs[1], line), sign(signs[2], 1));
        let layout = Layout::try_new((rows, cols, depth), strides).unwrap();
        let mut data: Vec<usize> = (0..layout.cosize()).collect();
        let view = View::new(&data, layout).unwrap();
        let array = ArrayView3::try_from(view).unwrap();
        prop_assert_eq!(array.dim(), (rows, cols, depth));
        for ((i, j, k), &x) in array.indexed_iter() {
            prop_assert_eq!(x, view[(i, j, k)]);
        }
        let back = View::try_from(array).unwrap();
        prop_assert!(back == view);
        let before = data.clone();
        let mut array = ndarray::ArrayViewMut3::try_from(ViewMut::new(&mut data, layout).unwrap()).unwrap();
        array.map_inplace(|x| *x += 1000);
        let raised = data.iter().zip(&before).filter(|&(x, y)| *x == y + 1000).count();
        prop_assert_eq!(raised, rows * cols * depth);
        prop_assert_eq!(data.iter().zip(&before).filter(|&(x, y)| x == y).count(), before.len() - raised);
    }
}
