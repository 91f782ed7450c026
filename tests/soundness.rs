//! Ways by which safe code might once have reached memory that is not its own: each is refused, or gives its own element.

use tilework::prelude::*;

#[test]
fn leaves_above_the_signed_range_are_refused() {
    assert_eq!(Layout::try_new((2,), (usize::MAX,)), Err(LayoutError::LeafTooLarge));
    assert_eq!(Layout::try_new((1,), (usize::MAX,)), Err(LayoutError::LeafTooLarge));
    assert_eq!(Layout::try_new((usize::MAX, 0), (0, 0)), Err(LayoutError::LeafTooLarge));
    assert!(Layout::try_new((2, 2), (1, isize::MAX as usize)).is_err());
    assert!(Layout::try_new((2,), (Signed(isize::MIN),)).is_err());
    assert!(Layout::try_new((1,), (Signed(isize::MIN),)).is_err());
    // a mode of 2^63 elements, next to one of none
    assert_eq!(Layout::try_new((0, (1 << 61, 4)), (0, (0, 0))), Err(LayoutError::SizeOverflow));
}

#[test]
fn an_empty_layout_has_no_base() {
    let empty = Layout::new((0, 1 << 61), (1, Signed(-1)));
    assert_eq!((empty.cosize(), empty.base()), (0, 0));
    let none: [u64; 0] = [];
    assert_eq!(View::new(&none, empty).unwrap().get((0, 0)), None);
}

#[test]
fn checked_queries_answer_for_any_coordinate() {
    let l = Layout::try_with_extent(shape!((4, 2), 3), stride!((1, 4), 8), (7, 3)).unwrap();
    let data = [0; 24];
    let view = View::new(&data, l).unwrap();
    for crd in [((usize::MAX, 1), 0), ((0, usize::MAX), 2), ((3, 1), 0), ((0, 0), usize::MAX)] {
        assert!(!l.contains(crd), "{crd:?}");
        assert!(l.try_offset(crd).is_err());
        assert_eq!(view.get(crd), None);
    }
    assert!(l.contains(((2, 1), 2)));
    assert!(!Layout::try_with_extent((), (), ()).unwrap().contains(5));
    assert!(!Layout::new((), ()).contains(5));
}

#[test]
fn an_element_outlives_the_view_it_was_found_in() {
    fn first(data: &[u32]) -> Option<&u32> {
        View::new(data, layout!((2, 2):(2, 1))).ok()?.get((0, 0))
    }
    assert_eq!(first(&[7, 8, 9, 10]), Some(&7));
}

#[test]
fn a_tile_larger_than_the_address_space_is_refused() {
    let rows = 4;
    let matrix = row_major((rows, 4));
    let tile = std::panic::catch_unwind(|| tile_layout(matrix, (usize::MAX, usize::MAX), (0, 0)));
    assert!(tile.is_err());
    let data = [0; 16];
    let whole = View::new(&data, matrix).unwrap().tile((usize::MAX, usize::MAX), (0, 0)).unwrap();
    assert_eq!((whole.layout().rows(), whole.layout().cols()), (4, 4));
}

#[test]
fn the_last_block_of_a_copy_is_the_last_step() {
    let huge = layout!((4, 1, 1):(1, {isize::MAX as usize}, 1));
    let mut out = [0; 4];
    copy(
        &View::new(&[1, 2, 3, 4], huge).unwrap(),
        &mut ViewMut::new(&mut out, layout!((4, 1, 1):(1, 4, 4))).unwrap(),
    )
    .unwrap();
    assert_eq!(out, [1, 2, 3, 4]);
}

#[test]
fn an_index_outside_panics_at_its_own_line() {
    let data = [0; 24];
    let l = Layout::try_with_extent(shape!(3, (4, 2)), stride!(8, (1, 4)), (3, 7)).unwrap();
    let caught = std::panic::catch_unwind(|| View::new(&data, l).unwrap()[(1, (4, 0))]).unwrap_err();
    let message = caught.downcast_ref::<String>().unwrap();
    assert!(message.ends_with("in mode 1"), "{message}");
}

#[test]
fn large_elements_are_multiplied_without_large_panels() {
    #[derive(Clone, Copy)]
    struct Wide([u64; 64]);
    impl Default for Wide {
        fn default() -> Self {
            Wide([0; 64])
        }
    }
    impl std::ops::Add for Wide {
        type Output = Wide;
        fn add(self, other: Wide) -> Wide {
            Wide(std::array::from_fn(|i| self.0[i] + other.0[i]))
        }
    }
    impl std::ops::Mul for Wide {
        type Output = Wide;
        fn mul(self, other: Wide) -> Wide {
            Wide(std::array::from_fn(|i| self.0[i] * other.0[i]))
        }
    }
    let square = row_major((20, 20));
    let ones = VecTensor::filled(square, Wide([1; 64])).unwrap();
    let mut product = VecTensor::filled(square, Wide::default()).unwrap();
    matmul(&ones.view(), &ones.view(), &mut product.view_mut()).unwrap();
    assert_eq!(product[(19, 19)].0, [20; 64]);
}
