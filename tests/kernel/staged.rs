//! Elementwise kernels whose sources are transposed to the destination, of sizes at which these go by way of buffers.

use crate::with_extent;
use tilework::kernel::{transform_in_place, zip_with, zip_with_in_place};
use tilework::prelude::*;

/// A number that differs from place to place.
fn scattered(place: usize) -> u32 {
    (place as u32).wrapping_mul(0x9e37_79b9) >> 9
}

/// `transform`, `zip_with` and `zip_with_in_place` from one layout to another, by definition: every element once, and
/// nothing else is written.
fn check<A: Matrix, B: Matrix>(a: A, b: B) {
    check_transform::<u8, u8, A, B>(a, b, |x| x as u8, |x| x.wrapping_mul(3), 7);
    check_transform::<u8, u64, A, B>(a, b, |x| x as u8, |x| u64::from(x) * 5, 7);
    check_transform::<u16, f32, A, B>(a, b, |x| x as u16, f32::from, 0.5);
    check_transform::<u32, u32, A, B>(a, b, |x| x, |x| x ^ 0x55aa, 7);
    check_transform::<f64, bool, A, B>(a, b, f64::from, |x| x > 4e6, true);
    // no number, and so moved by the loops
    check_transform::<(u8, u32), u8, A, B>(a, b, |x| (x as u8, x), |(x, y)| x ^ y as u8, 7);

    let x: Vec<u32> = (0..a.cosize().value()).map(scattered).collect();
    let y: Vec<u8> = (0..b.cosize().value()).map(|place| scattered(place + 5) as u8).collect();
    let (x, y) = (View::new(&x, a).unwrap(), View::new(&y, b).unwrap());
    let mut data = vec![u16::MAX; b.cosize().value()];
    let mut out = ViewMut::new(&mut data, b).unwrap();
    let mut calls = 0;
    let sum = |x: u32, y: u8| (x % 1000) as u16 * 2 + u16::from(y);
    let each = |((x, y), z)| {
        calls += 1;
        assert_eq!(x, z);
        sum(x, y)
    };
    zip_with(((&x, &y), &x), &mut out, each).unwrap();
    assert_eq!(calls, b.len());
    zip_with_in_place(&mut out, &x, |before, x| before ^ x as u16 & 0xff).unwrap();
    transform_in_place(&mut out, |x| x + 1);
    let mut padding = b.cosize().value();
    for (i, j) in (0..b.rows()).flat_map(|i| (0..b.cols()).map(move |j| (i, j))) {
        let (x, y) = (x[(i, j)], y[(i, j)]);
        assert_eq!(out[(i, j)], (sum(x, y) ^ x as u16 & 0xff) + 1, "({i},{j}) of {a} and {b}");
        padding -= 1;
    }
    assert_eq!(data.iter().filter(|&&x| x == u16::MAX).count(), padding);
}

fn check_transform<T: Copy, U: Copy + PartialEq + std::fmt::Debug, A: Matrix, B: Matrix>(
    a: A,
    b: B,
    element: impl Fn(u32) -> T,
    f: impl Fn(T) -> U,
    untouched: U,
) {
    let data: Vec<T> = (0..a.cosize().value()).map(scattered).map(element).collect();
    let src = View::new(&data, a).unwrap();
    let mut out = vec![untouched; b.cosize().value()];
    let mut calls = 0;
    transform(&src, &mut ViewMut::new(&mut out, b).unwrap(), |x| {
        calls += 1;
        f(x)
    })
    .unwrap();
    assert_eq!(calls, b.len());
    let mut expected = vec![untouched; b.cosize().value()];
    let mut places = ViewMut::new(&mut expected, b).unwrap();
    for (i, j) in (0..b.rows()).flat_map(|i| (0..b.cols()).map(move |j| (i, j))) {
        places[(i, j)] = f(src[(i, j)]);
    }
    assert!(out == expected, "{a} to {b}");
}

/// Views are equal if all elements are, and not if any one differs.
#[test]
fn transposed_views_are_compared() {
    for (rows, cols) in [(100, 130), (1000, 9)] {
        let (a, b) = (layout!((rows, cols):(cols, 1)), layout!((rows, cols):(1, {rows + 1})));
        let data: Vec<u16> = (0..rows * cols).map(|place| scattered(place) as u16).collect();
        let mut other = vec![7; b.cosize().value()];
        let x = View::new(&data, a).unwrap();
        copy(&x, &mut ViewMut::new(&mut other, b).unwrap()).unwrap();
        assert!(x == View::new(&other, b).unwrap() && View::new(&other, b).unwrap() == x);
        for at in [(0, 0), (rows - 1, cols - 1), (rows / 2, cols / 3), (rows - 1, 0)] {
            other[b.offset(at)] ^= 1;
            assert!(x != View::new(&other, b).unwrap() && View::new(&other, b).unwrap() != x, "{at:?}");
            other[b.offset(at)] ^= 1;
        }
    }
}

#[test]
fn layouts_of_any_size() {
    for (rows, cols) in [(128, 128), (97, 131), (4, 3000), (3000, 3), (1, 20_000), (257, 65), (0, 9000)] {
        let plain = |down: usize, right: usize| layout!((rows, cols):(down, right));
        let (high, wide) = (usize::div_ceil(rows, 16), usize::div_ceil(cols, 12));
        let tiled = |strides: [usize; 4]| {
            let [i, down, j, right] = strides;
            with_extent(layout!(((16, high), (12, wide)):((i, down), (j, right))), (rows, cols))
        };
        // rows, columns, rows of a wider matrix; tiles in columns of tiles, and in rows
        let plain = [plain(cols, 1), plain(1, rows), plain(2 * cols + 3, 2)];
        let tiled = [tiled([1, 192, 16, 192 * high]), tiled([12, 192 * wide, 1, 192])];
        for (a, b) in plain.iter().flat_map(|&a| plain.map(|b| (a, b))) {
            check(a, b);
        }
        for (a, b) in plain.iter().flat_map(|&a| tiled.map(|b| (a, b))) {
            check(a, b);
            check(b, a);
        }
        check(tiled[0], tiled[1]);
        check(tiled[1], tiled[0]);
    }
}

#[test]
fn static_layouts_and_strides_of_all_signs() {
    let fractals = layout!(((24, 4), (24, 5)):((1, 24), (96, 2304)));
    check(layout!((96, 120):(120, 1)), fractals);
    check(fractals, layout!((96, 120):(-120, 1)));
    check(layout!((96, 120):(120, {Signed(-1)})), layout!((96, 120):(1, 96)));
}

/// Destinations of which the swizzle moves rows of some elements.
#[test]
fn swizzled_destinations() {
    let (rows, cols) = (350, 190);
    let source = layout!((rows, cols):(1, rows));
    check(source, Swizzle::<3, 3, 3>::new().compose(layout!((rows, cols):(192, 1))));
    check(source, Swizzle::<2, 0, 4>::new().compose_at(5, layout!((rows, cols):({cols + 1}, 1))));
    let once = Swizzle::<1, 4, 2>::new().compose(layout!((rows, cols):(200, 1)));
    check(source, Swizzle::<3, 2, -3>::new().compose(once));
}

/// Sources that repeat their elements.
#[test]
fn sources_that_repeat() {
    let repeated = |down: usize, right: usize| layout!((200, 200):(down, right));
    for strides in [(2, 1), (2, 2), (3, 0), (0, 3)] {
        check(repeated(strides.0, strides.1), layout!((200, 200):(1, 200)));
    }
}

/// More modes, of which the nearest differ.
#[test]
fn permutations_of_four_modes() {
    let (n, h, w, c) = (3, 14, 15, 20);
    let data: Vec<u16> = (0..n * h * w * c).map(|place| scattered(place) as u16).collect();
    let nchw = View::new(&data, layout!((n, c, h, w):({c * h * w}, {h * w}, w, 1))).unwrap();
    let mut nhwc = VecTensor::filled(layout!((n, c, h, w):({c * h * w}, 1, {w * c}, c)), 0).unwrap();
    transform(&nchw, &mut nhwc.view_mut(), |x| i32::from(x) - 1).unwrap();
    let places = (0..n * c * h * w).map(|x| (x / (c * h * w), x / (h * w) % c, x / w % h, x % w));
    for at in places {
        assert_eq!(nhwc[at], i32::from(nchw[at]) - 1, "{at:?}");
    }
}
