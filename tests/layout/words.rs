//! What layouts are in memory: their dynamic leaves in the order of the notation, a word each.
#![allow(unsafe_code)]

use tilework::int::Multiple;
use tilework::prelude::*;

/// The words of a layout.
fn words<L: Copy, const N: usize>(layout: L) -> [isize; N] {
    assert_eq!(size_of::<L>(), size_of::<[isize; N]>());
    // SAFETY: as many bytes as words, which the test has just looked at, and no layout has padding between its leaves.
    unsafe { core::mem::transmute_copy(&layout) }
}

#[test]
fn words_are_the_dynamic_leaves_in_the_order_of_the_notation() {
    type Rows = Layout<(usize, usize), (usize, Int!(1))>;
    const { assert!(Rows::WORDS == 3) };
    let rows: Rows = Layout::try_new((2, 3), (5, int!(1))).unwrap();
    assert_eq!(words(rows), [2, 3, 5]);

    // nested, of leaves of every kind, with an extent
    type Fractal = Layout<
        ((Int!(16), usize), (Multiple<Int!(4)>, usize)),
        ((Int!(16), Signed), (Int!(1), usize)),
        (usize, usize),
    >;
    const { assert!(Fractal::WORDS == 7) };
    let four = Multiple::new(4).unwrap();
    let shape = ((int!(16), 7), (four, 3));
    let fractal: Fractal =
        Layout::try_with_extent(shape, ((int!(16), Signed(-256)), (int!(1), 9)), (100, 11)).unwrap();
    assert_eq!(words(fractal), [7, 4, 3, -256, 9, 100, 11]);

    // of any rank, and with static leaves anywhere
    type Long = Layout<
        (usize, Int!(2), usize, usize, Int!(3), usize),
        (Int!(1), usize, usize, Int!(9), Int!(9), Int!(0)),
    >;
    const { assert!(Long::WORDS == 6) };
    let long: Long =
        Layout::try_new((1, int!(2), 3, 4, int!(3), 5), (int!(1), 6, 7, int!(9), int!(9), int!(0))).unwrap();
    assert_eq!(words(long), [1, 3, 4, 5, 6, 7]);

    const { assert!(<Layout!((16, 8):(8, 1))>::WORDS == 0) };
    const { assert!(Layout::<usize, Int!(1)>::WORDS == 1) };
}
