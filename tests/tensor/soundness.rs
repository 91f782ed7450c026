//! Ways by which safe code might once have reached memory that is not its own: each is refused, or gives its own
//! element.

use tilework::{
    int::{Multiple, SignedMultiple},
    layout::{LayoutError, SplitError, SplitMode, tile_layout},
    prelude::*,
};

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

/// A layout that is asked for a part of more than it has would take coordinates outside its storage.
#[test]
fn no_part_is_larger_than_its_whole() {
    fn check<L: Matrix + SplitMode<0> + SplitMode<1>>(layout: L) {
        for (start, len) in [(0, 17), (16, 1), (17, 0), (8, usize::MAX), (usize::MAX, 2)] {
            let ends = |error| matches!(error, SplitError::PastEnd { extent: 16, .. });
            assert!(SplitMode::<0>::part(&layout, start, len).is_err_and(ends), "{layout}");
            assert!(SplitMode::<1>::part(&layout, start, len).is_err_and(ends), "{layout}");
        }
    }
    let padded = Layout::try_with_extent(shape!((4, 5), 16), stride!((1, 100), 4), (16, 16));
    check(padded.unwrap());
    check(layout!((16, 16):(16, 1)));
    check(Swizzle::<2, 0, 2>::new().compose(layout!((16, 16):(16, 1))));
    check(xor_layout!((16, 16):(F1, F17)));
    check(xla!(f32[16,16]{1,0:T(8,16)(3,1)}));
    check(Matrix::tile(&xor_layout!((32, 32):(F1, F33)), int!(16), 16, 1, 1).unwrap());
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

/// Both layouts place their elements row by row, the one by 3 and the other by 8: neither number divides the other.
#[test]
fn a_copy_goes_by_rows_that_are_rows_of_both_layouts() {
    let tiled = xla!(f32[5,12]{1,0:T(4,6)(3,3)});
    let swizzled = Swizzle::<1, 3, 1>::new().compose(layout!((5, 12):(12, 1)));
    let numbers: Vec<u32> = (0..tiled.cosize().value() as u32).collect();
    let src = View::new(&numbers, tiled).unwrap();
    let mut dst = VecTensor::filled(swizzled, u32::MAX).unwrap();
    copy(&src, &mut dst.view_mut()).unwrap();
    assert!((0..60).all(|at| dst[(at / 12, at % 12)] == src[(at / 12, at % 12)]));
}

/// The least common multiple of 2^62 and 5 does not fit in a machine word, so the modes have no block in common.
#[test]
fn blocks_without_a_common_multiple_are_not_stepped_evenly() {
    let huge = (2, 1 << 61, 1);
    let static_huge =
        Layout::try_with_extent(shape!((2, 2305843009213693952, 1), 1), stride!((4, 0, 0), 0), (10, 1));
    let dynamic = Layout::try_with_extent((huge, 1), ((4, 0, 0), 0), (10, 1)).unwrap();
    let data = [100, 101, 102, 103, 104];
    let src = View::new(&data, static_huge.unwrap()).unwrap();
    let mut dst = VecTensor::filled(layout!(((5, 2), 1):((2, 1), 0)), 0).unwrap();
    copy(&src, &mut dst.view_mut()).unwrap();
    assert!((0..10).all(|i| dst[(i, 0)] == src[(i, 0)] && dst[(i, 0)] == 100 + 4 * (i as i32 % 2)));
    copy(&View::new(&data, dynamic).unwrap(), &mut dst.view_mut()).unwrap();
    assert!((0..10).all(|i| dst[(i, 0)] == src[(i, 0)]));
}

/// In builds with overflow checks, a step past the last element would be noticed.
#[test]
fn nothing_is_stepped_past_the_last_element() {
    const FAR: usize = 1 << 62;
    let (storage, mut elsewhere) = ([Nothing; isize::MAX as usize], [Nothing; isize::MAX as usize]);
    let mut eight = [Nothing; 8];
    let wide = View::new(&storage, layout!(((2, 2), 2):((1, {FAR}), 2))).unwrap();
    copy(&wide, &mut ViewMut::new(&mut eight, layout!(((2, 2), 2):((1, 4), 2))).unwrap()).unwrap();
    let tall = View::new(&storage, layout!((2, (2, 2)):(2, (1, {FAR})))).unwrap();
    copy(&tall, &mut ViewMut::new(&mut eight, layout!((2, 4):(1, 2))).unwrap()).unwrap();
    let line = Layout::try_with_extent(((int!(2), int!(2)),), ((1, FAR),), (3,)).unwrap();
    let mut three = ViewMut::new(&mut eight, layout!((3):(1))).unwrap();
    copy(&View::new(&storage, line).unwrap(), &mut three).unwrap();
    let square = Layout::new((2, 2), (FAR, FAR / 2));
    fill(&mut ViewMut::new(&mut elsewhere, square).unwrap(), Nothing);
    let ones = View::new(&storage, square).unwrap();
    matmul(&ones, &ones, &mut ViewMut::new(&mut elsewhere, square).unwrap()).unwrap();
    let large = Layout::new((20, 20), (FAR / 20, 1));
    let ones = View::new(&storage, large).unwrap();
    matmul(&ones, &ones, &mut ViewMut::new(&mut elsewhere, large).unwrap()).unwrap();
}

/// An element without bytes, of which a slice may have more than there are bytes.
#[derive(Clone, Copy, Default)]
struct Nothing;

impl std::ops::Add for Nothing {
    type Output = Nothing;
    fn add(self, _: Nothing) -> Nothing {
        Nothing
    }
}

impl std::ops::Mul for Nothing {
    type Output = Nothing;
    fn mul(self, _: Nothing) -> Nothing {
        Nothing
    }
}

/// A thread whose stack has room for few of the things moved.
fn on_a_stack_of(bytes: usize, work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(bytes).spawn(work).unwrap().join().unwrap();
}

#[test]
fn kernels_leave_small_stacks_room() {
    // what moves numbers in vectors keeps all of them on the stack where nothing is optimised
    on_a_stack_of(if cfg!(debug_assertions) { 512 } else { 128 } << 10, || {
        let n = 40;
        let ones = VecTensor::filled(row_major((n, n)), 1u128).unwrap();
        let mut product = VecTensor::filled(column_major((n, n)), 0).unwrap();
        matmul(&ones.view(), &ones.view(), &mut product.view_mut()).unwrap();
        assert_eq!(product[(39, 39)], 40);
    });
    on_a_stack_of(2 << 20, || {
        let src = VecTensor::filled(row_major((3, 2)), [7u8; 128 << 10]).unwrap();
        let mut dst = VecTensor::filled(column_major((3, 2)), [0; 128 << 10]).unwrap();
        copy(&src.view(), &mut dst.view_mut()).unwrap();
        assert!((0..6).all(|at| dst[(at / 2, at % 2)] == [7; 128 << 10]));
        fill(&mut dst.view_mut(), [8; 128 << 10]);
        assert!((0..6).all(|at| dst[(at / 2, at % 2)] == [8; 128 << 10]));
    });
}

/// The programs that crashed where a frame of 80 KiB was probed in a loop, whose register the extents were in.
#[test]
fn products_of_sizes_that_are_known_late() {
    let n = std::env::args().count();
    let square = Layout::new((n, n), (Signed(1), Signed(n as isize)));
    let (ones, mut product) = (vec![7u32; n * n], vec![0u32; n * n]);
    let view = View::new(&ones, square).unwrap();
    matmul(&view, &view, &mut ViewMut::new(&mut product, square).unwrap()).unwrap();
    assert!(product.iter().all(|&sum| sum == 49 * n as u32));
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

/// A multiple that none is would be an extent whose tiles are whole without being so.
#[test]
fn multiples_do_not_wrap_around() {
    type Thirds = Multiple<Int!(3)>;
    let largest = Thirds::new(usize::MAX).unwrap();
    let three = Thirds::new(3).unwrap();
    // 17 = 3 * (17 / 3) modulo 2^64
    let third: usize = 17usize.wrapping_mul(0xaaaa_aaaa_aaaa_aaab);
    assert_eq!(third.wrapping_mul(3), 17);
    let wrong: [fn(Thirds, Thirds, usize) -> Thirds; 5] = [
        |largest, _, _| largest + int!(18),
        |_, three, third| three * third,
        |_, three, third| tilework::tuple::size((three, third)),
        |_, three, _| three - int!(6) + int!(21),
        |_, _, _| Integer::from_value(17),
    ];
    for wrong in wrong {
        let result = std::panic::catch_unwind(|| wrong(largest, three, third));
        assert!(result.is_err() || result.is_ok_and(|n| n.value().is_multiple_of(3)));
    }
    type SignedThirds = SignedMultiple<Int!(3)>;
    let least = -Thirds::new(isize::MAX as usize - 1).unwrap();
    let wrong: [fn(SignedThirds, Thirds, usize) -> SignedThirds; 4] = [
        |least, three, _| least.plus(int!(-9)).plus(three),
        |_, three, third| (-three).times(third),
        |_, three, third| (-three).product(Signed(third.cast_signed())),
        |_, _, _| Scalar::from_isize(-17),
    ];
    for wrong in wrong {
        let result = std::panic::catch_unwind(|| wrong(least, three, third));
        assert!(result.is_err() || result.is_ok_and(|n| n.value() % 3 == 0));
    }
}
