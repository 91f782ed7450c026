//! Kernels against their definition, element by element, for every pair of many layouts.

#[path = "../common/random.rs"]
mod random;

mod contraction;
mod elementwise;
// takes long to build, and has no threads
#[cfg(not(threads_only))]
mod pairs;
mod product;
#[cfg(not(threads_only))]
mod programs;
#[cfg(feature = "dynamic")]
mod relayout;
mod staged;
#[cfg(feature = "dynamic")]
mod swizzled;

use tilework::{
    layout::{Extent, TileError},
    prelude::*,
};

/// A slice that holds the layout, every element different.
fn numbered<L: Mapping>(layout: &L) -> Vec<u32> {
    (1000..).take(layout.cosize().value()).collect()
}

/// What `copy` must do, by definition: `dst[c] == src[c]` inside the extent, and nothing else is touched.
fn check_copy<S, D>(src_layout: S, dst_layout: D)
where
    S: Matrix,
    D: Matrix,
{
    let src_data = numbered(&src_layout);
    let mut dst_data = vec![7; dst_layout.cosize().value()];
    let src = View::new(&src_data, src_layout).unwrap();
    let mut dst = ViewMut::new(&mut dst_data, dst_layout).unwrap();
    copy(&src, &mut dst).unwrap_or_else(|error| panic!("{src_layout} to {dst_layout}: {error}"));
    let mut copied = 0;
    for i in 0..dst_layout.rows() {
        for j in 0..dst_layout.cols() {
            assert_eq!(dst[(i, j)], src[(i, j)], "({i},{j}) of {src_layout} to {dst_layout}");
            copied += 1;
        }
    }
    let untouched = dst_data.iter().filter(|&&x| x == 7).count();
    assert_eq!(untouched, dst_data.len() - copied, "padding of {dst_layout}");
}

/// Calls a function for every pair of layouts.
macro_rules! for_pairs {
    ($check:ident: $($layout:expr),* $(,)?) => { for_pairs!(@ $check [$($layout),*] [$($layout),*]) };
    (@ $check:ident [$($src:expr),*] $all:tt) => { $( for_pairs!(@@ $check $src, $all); )* };
    (@@ $check:ident $src:expr, [$($dst:expr),*]) => { $( $check($src, $dst); )* };
}

fn with_extent<S, D, E>(layout: Layout<S, D>, extent: E) -> Layout<S, D, E>
where
    S: Shape,
    D: Stride<S>,
    E: Extent<S>,
{
    Layout::try_with_extent(layout.shape(), layout.stride(), extent).unwrap()
}

#[test]
fn copy_between_exact_layouts_of_12_by_8() {
    let (two, three, four) = (2, 3, 4);
    for_pairs!(check_copy:
        layout!((12, 8):(8, 1)),
        layout!((12, 8):(1, 12)),
        layout!((12, 8):(1, 20)),
        layout!((12, 8):(-8, 1)),
        layout!((12, 8):(8, {Signed(-1)})),
        layout!(({12}, {8}):({8}, {1})),
        layout!(({12}, {8}):({1}, {13})),
        layout!(((4, 3), (4, 2)):((4, 16), (1, 48))),
        layout!(((4, 3), (4, 2)):((1, 32), (4, 16))),
        layout!(((4, three), (4, two)):((4, 16), (1, {48}))),
        layout!(((four, 3), (4, 2)):((1, 32), (4, 16))),
        layout!(((6, 2), (2, 4)):((2, 48), (1, 12))),
        layout!(((2, 2, 3), (2, 2, 2)):((1, 4, 32), (2, 8, 16))),
        layout!(((2, two, 3), (2, {2}, 2)):((1, 4, 32), (2, 8, 16))),
        layout!(((2, (2, 3)), 8):((8, (16, 32)), 1)),
    );
}

#[test]
fn copy_between_overhanging_layouts_of_7_by_10() {
    let (rows, cols) = (7, 10);
    for_pairs!(check_copy:
        layout!((7, 10):(10, 1)),
        layout!((rows, cols):({1}, rows)),
        with_extent(layout!(((4, 2), (4, 3)):((4, 16), (1, 32))), (rows, cols)),
        with_extent(layout!(((4, 2), (4, 3)):((1, 48), (4, 16))), (int!(7), int!(10))),
        with_extent(layout!(((16, 1), (8, 2)):((8, 128), (1, 128))), (rows, cols)),
        with_extent(layout!(((3, 3), (5, 2)):((5, 15), (1, 45))), (rows, cols)),
        with_extent(layout!(((2, 2, 2), (3, 2, 2)):((1, 6, 12), (2, 24, 48))), (rows, cols)),
        with_extent(layout!((8, 16):(16, 1)), (rows, int!(10))),
    );
}

#[test]
fn copy_of_other_ranks() {
    let data: Vec<u32> = (0..120).collect();
    let src = View::new(&data, row_major(shape!(2, 3, 4, 5))).unwrap();
    let mut dst = VecTensor::filled(layout!(((2), 3, (2, 2), 5):((60), 20, (1, 10), 2)), 0).unwrap();
    copy(&src, &mut dst.view_mut()).unwrap();
    for (i, j, k, l) in (0..120).map(|x| (x / 60, x / 20 % 3, x / 5 % 4, x % 5)) {
        assert_eq!(dst[(i, j, k, l)], src[(i, j, k, l)]);
    }
    let src = View::new(&data, layout!((100):(1))).unwrap();
    let mut dst = VecTensor::filled(with_extent(layout!(((16, 7)):((2, 32))), (100,)), 0).unwrap();
    copy(&src, &mut dst.view_mut()).unwrap();
    assert!((0..100).all(|i| dst[(i,)] == src[(i,)]));
    let mut dst = [0];
    copy(
        &View::new(&data[5..], layout!(():())).unwrap(),
        &mut ViewMut::new(&mut dst, layout!(():())).unwrap(),
    )
    .unwrap();
    assert_eq!(dst, [5]);
}

#[test]
fn nothing_is_copied_of_an_empty_extent() {
    for (rows, cols) in [(0, 5), (5, 0), (0, 0)] {
        check_copy(layout!((rows, cols):(cols, 1)), layout!((rows, cols):(1, rows)));
        let tiled = layout!(((4, {rows.div_ceil(4)}), (4, {cols.div_ceil(4)})):((4, 16), (1, 64)));
        check_copy(with_extent(tiled, (rows, cols)), layout!((rows, cols):(cols, 1)));
    }
}

#[test]
fn unequal_extents_are_an_error_and_nothing_is_copied() {
    let (rows, data) = (3, [1; 12]);
    let mut out = [0; 12];
    let src = View::new(&data, layout!((rows, 4):(4, 1))).unwrap();
    let mut dst = ViewMut::new(&mut out, layout!((2, 4):(4, 1))).unwrap();
    let error = copy(&src, &mut dst).unwrap_err();
    assert_eq!(
        error.to_string(),
        "copy: mode 0 of the one tensor has extent 3, mode 0 of the other has extent 2"
    );
    assert_eq!(out, [0; 12]);
}

/// What `matmul` must do, by definition, in integers so that the order of summation does not matter.
fn check_matmul<A: Matrix, B: Matrix, C: Matrix>(a: A, b: B, c: C) {
    let small = |data: Vec<u32>| data.into_iter().map(|x| x % 97).collect::<Vec<_>>();
    let (a_data, b_data) = (small(numbered(&a)), small(numbered(&b)));
    let (a, b) = (View::new(&a_data, a).unwrap(), View::new(&b_data, b).unwrap());
    let mut c = VecTensor::filled(c, 7).unwrap();
    matmul(&a, &b, &mut c.view_mut()).unwrap();
    for i in 0..c.layout().rows() {
        for j in 0..c.layout().cols() {
            let sum = (0..a.layout().cols()).fold(0u32, |sum, k| sum + a[(i, k)] * b[(k, j)]);
            assert_eq!(c[(i, j)], sum, "({i},{j}) of {} * {}", a.layout(), b.layout());
        }
    }
}

#[test]
fn products_of_all_sizes_and_layouts() {
    let sizes = [
        (1, 1, 1),
        (3, 5, 2),
        (16, 16, 16),
        (17, 16, 16),
        (33, 9, 31),
        (40, 130, 129),
        (5, 129, 300),
        (4, 4, 0),
    ];
    for (m, n, k) in sizes {
        let zn = |rows: usize, cols: usize| {
            let (r, c) = (rows.div_ceil(16), cols.div_ceil(8));
            with_extent(layout!(((16, r), (8, c)):((8, 128), (1, {r * 128}))), (rows, cols))
        };
        let nz = |rows: usize, cols: usize| {
            let (r, c) = (rows.div_ceil(8), cols.div_ceil(16));
            with_extent(layout!(((8, r), (16, c)):((1, {c * 128}), (8, 128))), (rows, cols))
        };
        check_matmul(row_major((m, k)), row_major((k, n)), row_major((m, n)));
        check_matmul(zn(m, k), nz(k, n), row_major((m, n)));
        check_matmul(column_major((m, k)), zn(k, n), nz(m, n));
        check_matmul(
            layout!((m, k):(k, 1)),
            layout!((k, n):({Signed(-(n as isize))}, 1)),
            column_major((m, n)),
        );
    }
    check_matmul(layout!((4, 6):(6, 1)), layout!((6, 5):(1, 6)), layout!((4, 5):(5, 1)));
}

/// A matrix of two rows: products depend on the order of the factors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Two([u32; 4]);

impl std::ops::Add for Two {
    type Output = Two;
    fn add(self, Two(b): Two) -> Two {
        let Two(a) = self;
        Two(std::array::from_fn(|i| a[i].wrapping_add(b[i])))
    }
}

impl std::ops::Mul for Two {
    type Output = Two;
    fn mul(self, Two([p, q, r, s]): Two) -> Two {
        let Two([a, b, c, d]) = self;
        let product = |a: u32, b: u32, p: u32, r: u32| a.wrapping_mul(p).wrapping_add(b.wrapping_mul(r));
        Two([product(a, b, p, r), product(a, b, q, s), product(c, d, p, r), product(c, d, q, s)])
    }
}

#[test]
fn factors_keep_their_order() {
    let (m, n, k) = (19, 21, 37);
    let number = |i: usize| Two([i as u32 % 5, i as u32 % 7, i as u32 % 3, i as u32 % 11]);
    let a = VecTensor::from_fn(row_major((m, k)), |(i, p): (usize, usize)| number(i * k + p)).unwrap();
    let b = VecTensor::from_fn(row_major((k, n)), |(p, j): (usize, usize)| number(7 * p * n + j)).unwrap();
    fn check<C: Matrix>(a: &View<'_, Two, impl Matrix>, b: &View<'_, Two, impl Matrix>, c: C) {
        let mut c = VecTensor::filled(c, Two::default()).unwrap();
        matmul(a, b, &mut c.view_mut()).unwrap();
        for i in 0..c.layout().rows() {
            for j in 0..c.layout().cols() {
                let products = (0..a.layout().cols()).map(|p| a[(i, p)] * b[(p, j)]);
                assert_eq!(c[(i, j)], products.fold(Two::default(), |sum, x| sum + x), "({i},{j})");
            }
        }
    }
    check(&a.view(), &b.view(), row_major((m, n)));
    check(&a.view(), &b.view(), column_major((m, n)));
}

#[test]
fn matmul_of_wrong_sizes_is_an_error() {
    let (k, data) = (3, [0u32; 16]);
    let a = View::new(&data, layout!((2, k):(k, 1))).unwrap();
    let b = View::new(&data, layout!((4, 2):(2, 1))).unwrap();
    let mut c = StackTensor::fill(layout!((2, 2):(2, 1)), 0);
    let error = matmul(&a, &b, &mut c.view_mut()).unwrap_err();
    assert!(error.to_string().starts_with("matmul: mode 1 of the one tensor has extent 3"), "{error}");
}

/// Every tile of a grid holds the elements of its place.
fn check_tiles<L: Matrix, H: Integer, W: Integer>(layout: L, tile: (H, W)) -> usize {
    let data = numbered(&layout);
    let whole = View::new(&data, layout).unwrap();
    let (height, width) = (tile.0.value(), tile.1.value());
    let mut seen = 0;
    for i in 0..layout.rows().div_ceil(height) {
        for j in 0..layout.cols().div_ceil(width) {
            let Ok(part) = whole.tile(tile, (i, j)) else { return 0 };
            for x in 0..part.layout().rows() {
                for y in 0..part.layout().cols() {
                    assert_eq!(part[(x, y)], whole[(i * height + x, j * width + y)], "({i},{j}) of {layout}");
                    seen += 1;
                }
            }
        }
    }
    assert!(whole.tile(tile, (layout.rows().div_ceil(height), 0)).is_err());
    seen
}

#[test]
fn tiles_hold_the_elements_of_their_place() {
    let (rows, cols) = (10, 22);
    let zn = with_extent(layout!(((4, 3), (4, 6)):((4, 16), (1, 48))), (rows, cols));
    let flat = layout!((10, 22):(22, 1));
    for size in 1..9 {
        assert_eq!(check_tiles(flat, (size, size + 1)), 220);
        // 1, 2 and 4 lie in a block, 8 is two of them; others straddle blocks and are refused
        let expected = if 4 % size == 0 || size % 4 == 0 { 220 } else { 0 };
        assert_eq!(check_tiles(zn, (size, int!(4))), expected, "tiles of {size} rows");
    }
    assert_eq!(check_tiles(zn, (1000, usize::MAX)), 220);
    assert_eq!(check_tiles(flat, (int!(5), int!(11))), 220);
    assert_eq!(check_tiles(zn, (int!(4), int!(8))), 220);
    let deep = layout!(((2, 2, 3), (6, 2)):((1, 4, 48), (8, 2)));
    assert_eq!(check_tiles(deep, (2, 3)), 144);
    assert_eq!(check_tiles(deep, (4, 6)), 144);
    assert_eq!(check_tiles(deep, (3, 6)), 0);
}

#[test]
fn a_tile_is_there_or_it_is_said_why_not() {
    let (rows, inner) = (10, 4);
    let data = [0; 1000];
    let zn = with_extent(layout!(((4, 3), (4, 6)):((4, 16), (1, 48))), (rows, 22));
    let zn = View::new(&data, zn).unwrap();
    let why = |size, at| zn.tile(size, at).err();
    assert_eq!(why((4, 4), (3, 0)), Some(TileError::PastEnd));
    assert_eq!(why((4, 4), (0, 6)), Some(TileError::PastEnd));
    assert_eq!(why((4, 4), (usize::MAX, 0)), Some(TileError::PastEnd));
    assert_eq!(why((0, 4), (0, 0)), Some(TileError::PastEnd));
    assert_eq!(why((4, 0), (0, 0)), Some(TileError::PastEnd));
    assert_eq!(why((3, 4), (0, 0)), Some(TileError::NotAligned { mode: 0, inner: 4 }));
    assert_eq!(why((4, 6), (0, 0)), Some(TileError::NotAligned { mode: 1, inner: 4 }));
    assert_eq!(zn.tile((int!(3), int!(4)), (0, 0)).err(), why((3, 4), (0, 0)));
    // alone in its mode: whatever its size
    assert_eq!(why((10, 22), (0, 0)), None);
    assert_eq!(why((11, 23), (0, 0)), None);
    assert_eq!(
        zn.tile((int!(11), int!(23)), (0, 0)).map(|all| (all.layout().rows(), all.layout().cols())),
        Ok((10, 22))
    );
    assert_eq!(why((11, 23), (1, 0)), Some(TileError::PastEnd));
    // inner blocks that are dynamic are known when the tile is cut
    let blocks = View::new(&data, layout!(((inner, 3), 5):((5, 20), 1))).unwrap();
    assert_eq!(check_tiles(blocks.layout(), (inner, 5)), 60);
    assert_eq!(check_tiles(blocks.layout(), (2 * inner, 2)), 60);
    assert_eq!(check_tiles(blocks.layout(), (int!(2), 2)), 60);
    assert_eq!(blocks.tile((3, 5), (0, 0)).err(), Some(TileError::NotAligned { mode: 0, inner }));
    let f2 = View::new(&data, xor_layout!(((4, 4), 8):((F8, F65), F1))).unwrap();
    assert_eq!(f2.tile((6, 8), (0, 0)).err(), Some(TileError::NotAligned { mode: 0, inner: 4 }));
    assert!(f2.tile((17, 3), (0, 2)).is_ok());
    assert_eq!(TileError::PastEnd.to_string(), "the grid has no such tile");
}
