//! Parts of views: every element is in one of them, at its place, and nothing else is touched.

use static_assertions::{assert_impl_all, assert_not_impl_any};
use std::rc::Rc;
use std::thread;
use tilework::format::fractal;
use tilework::layout::{SplitError, SplitMode, TileError};
use tilework::prelude::*;
use tilework::tensor::{ViewChunksMut, ViewTiles, ViewTilesMut};

type Rows = Layout!((4, 4):(4, 1));
assert_impl_all!(ViewTilesMut<'static, u32, Rows, usize, usize>: Send, Sync, ExactSizeIterator, DoubleEndedIterator);
assert_impl_all!(ViewChunksMut<'static, u32, Rows, 1>: Send, Sync, ExactSizeIterator, DoubleEndedIterator);
// what may not go to another thread does not go there in a tile; and tiles to be written are not copied
assert_not_impl_any!(ViewTilesMut<'static, Rc<u32>, Rows, usize, usize>: Send, Sync);
assert_not_impl_any!(ViewChunksMut<'static, Rc<u32>, Rows, 1>: Send, Sync);
assert_not_impl_any!(ViewTiles<'static, std::cell::Cell<u32>, Rows, usize, usize>: Send, Sync);
assert_not_impl_any!(ViewTilesMut<'static, u32, Rows, usize, usize>: Clone);
assert_not_impl_any!(ViewChunksMut<'static, u32, Rows, 0>: Clone);

/// What no kernel writes.
const PADDING: u32 = u32::MAX;

fn storage<L: Mapping>(layout: &L) -> Vec<u32> {
    vec![PADDING; layout.cosize().value()]
}

/// The number of an element: another for each.
fn number(i: usize, j: usize) -> u32 {
    (i * 1000 + j) as u32
}

/// Every element has the number of its coordinate, and all else is as it was.
fn check_written<L: Matrix>(mut data: Vec<u32>, layout: L) {
    let mut view = ViewMut::new(&mut data, layout).unwrap();
    for (i, j) in (0..layout.rows()).flat_map(|i| (0..layout.cols()).map(move |j| (i, j))) {
        assert_eq!(std::mem::replace(&mut view[(i, j)], PADDING), number(i, j), "({i},{j}) of {layout}");
    }
    assert!(data.iter().all(|&left| left == PADDING), "padding of {layout} was written");
}

/// Writes a matrix by its tiles, each in a thread of its own, and looks at all of the storage.
fn by_tiles<L: Matrix, H: Integer, W: Integer>(layout: L, size: (H, W)) {
    let (height, width) = (size.0.value(), size.1.value());
    let mut data = storage(&layout);
    let mut view = ViewMut::new(&mut data, layout).unwrap();
    let tiles = view.tiles_mut(size).unwrap();
    assert_eq!(tiles.len(), layout.rows().div_ceil(height) * layout.cols().div_ceil(width));
    let half = tiles.len() / 2;
    let (front, back) = tiles.split_at(half);
    thread::scope(|threads| {
        let writers = front.chain(back.rev()).map(|((i, j), mut tile)| {
            threads.spawn(move || {
                assert_eq!(tile.layout().rows(), height.min(layout.rows() - i * height));
                assert_eq!(tile.layout().cols(), width.min(layout.cols() - j * width));
                let layout = tile.layout();
                for (x, y) in (0..layout.rows()).flat_map(|x| (0..layout.cols()).map(move |y| (x, y))) {
                    tile[(x, y)] = number(i * height + x, j * width + y);
                }
            })
        });
        // a sanitizer sees threads that are waited for one by one
        writers.collect::<Vec<_>>().into_iter().for_each(|writer| writer.join().unwrap());
    });
    let read = View::new(&data, layout).unwrap();
    for ((i, j), tile) in read.tiles(size).unwrap() {
        let last = (tile.layout().rows() - 1, tile.layout().cols() - 1);
        assert_eq!(tile[last], number(i * height + last.0, j * width + last.1));
    }
    check_written(data, layout);
}

#[test]
fn tiles_of_every_kind_of_layout_are_disjoint_and_all() {
    let (rows, cols, ldc) = (13, 22, 40);
    by_tiles(layout!((13, 22):(22, 1)), (int!(4), int!(8)));
    by_tiles(layout!((rows, cols):({ ldc }, 1)), (4, 8));
    by_tiles(layout!((rows, cols):(1, { ldc })), (5, int!(11)));
    by_tiles(layout!((rows, cols):(1, { ldc })), (100, 1));
    // backwards
    by_tiles(layout!((13, 22):(-22, 1)), (4, 4));
    // blocks of 4 by 4, overhanging
    let padded = fractal((rows, cols), shape!(4, 4), shape!((1, 2), (0, 3)));
    by_tiles(padded, (int!(4), int!(8)));
    by_tiles(padded, (2, 2));
    by_tiles(padded, (13, 4));
    by_tiles(make_layout::<zN, f16>(100, 50), (int!(32), int!(16)));
    by_tiles(make_layout::<nZ, f16>(100, 50), (16, 48));
    by_tiles(Swizzle::<2, 1, 3>::new().compose(layout!((16, 32):(32, 1))), (int!(4), int!(8)));
    by_tiles(Swizzle::<2, 1, 3>::new().compose(layout!((rows, cols):(32, 1))), (3, 5));
    by_tiles(xor_layout!((16, 32):(F1, F48)), (int!(4), int!(8)));
    by_tiles(xla!(f32[20,30]{1,0:T(8,16)(3,1)}), (7, 9));
    by_tiles(xla!(bf16[20,30]{0,1:T(8,16)(2,1)}), (int!(4), int!(8)));
}

#[test]
fn tiles_that_do_not_lie_as_one_are_refused_before_the_first() {
    let data: Vec<u32> = (0..96).collect();
    let zn = View::new(&data, layout!(((4, 2), (4, 3)):((4, 16), (1, 32)))).unwrap();
    let refused = |size| zn.tiles(size).err();
    assert_eq!(refused((4, 3)), Some(TileError::NotAligned { mode: 1, inner: 4 }));
    assert_eq!(refused((6, 4)), Some(TileError::NotAligned { mode: 0, inner: 4 }));
    assert_eq!(refused((0, 4)), Some(TileError::PastEnd));
    assert_eq!(refused((4, 0)), Some(TileError::PastEnd));
    // one tile for the whole mode is as good as any
    assert_eq!(refused((9, 12)), None);
    // no elements, no tiles
    let none = View::new(&data, layout!((0, 4):(4, 1))).unwrap();
    assert_eq!(none.tiles((2, 2)).unwrap().count(), 0);
    // as many tiles as there are numbers, none of which is looked at
    let all = View::new(&data, layout!(({ 1 << 40 }, { 1 << 20 }):(0, 0))).unwrap();
    assert_eq!(all.tiles((1, 1)).unwrap().len(), 1 << 60);
}

#[test]
fn a_swizzled_tile_whose_padding_is_beyond_all_numbers_is_refused() {
    // the tile behind the last row would reach past the end of a machine word
    let far = 1usize << 61;
    let swizzled = Swizzle::<1, 0, 1>::new().compose(Layout::new((3, 1), (far, int!(1))));
    let nothing = [(); isize::MAX as usize];
    let view = View::new(&nothing, swizzled).unwrap();
    let each = |n: usize| view.tile((2, 1), (n, 0)).map(|_| ());
    assert_eq!(view.tiles((2, 1)).map(|_| ()), each(0).and(each(1)));
}

#[test]
fn tiles_are_counted_from_both_ends() {
    let mut data = storage(&layout!((6, 4):(4, 1)));
    let mut view = ViewMut::new(&mut data, layout!((6, 4):(4, 1))).unwrap();
    let mut tiles = view.tiles_mut((2, 2)).unwrap();
    assert_eq!(tiles.next().unwrap().0, (0, 0));
    assert_eq!(tiles.next_back().unwrap().0, (2, 1));
    assert_eq!(tiles.nth(1).unwrap().0, (2, 0));
    let (mut front, back) = tiles.split_at(1);
    assert_eq!((front.len(), back.len()), (1, 1));
    assert_eq!(format!("{back:?}"), "ViewTilesMut (2,2) of (_6,_4):(_4,_1), 1 left");
    // what was given out outlives the iterators
    let ((_, mut one), (_, mut other)) = (front.next().unwrap(), back.last().unwrap());
    assert!(front.next().is_none());
    std::mem::swap(&mut one[(0, 0)], &mut other[(1, 1)]);
}

#[test]
#[should_panic(expected = "2 tiles cannot be split at 3")]
fn more_tiles_than_are_left_are_no_part() {
    let view = View::new(&[0; 4], layout!((2, 2):(2, 1))).unwrap();
    let _ = view.tiles((1, 2)).unwrap().split_at(3);
}

/// Cuts a matrix everywhere: a cut is made exactly if what is behind it lies as one.
fn everywhere<const MODE: usize, L>(layout: L)
where
    L: Matrix + SplitMode<MODE, Part: Matrix>,
{
    let data: Vec<u32> = (0..layout.cosize().value() as u32).collect();
    let view = View::new(&data, layout).unwrap();
    let extents = [layout.rows(), layout.cols()];
    let with = |a: usize, b: usize| if MODE == 0 { (a, b) } else { (b, a) };
    for at in 0..=extents[MODE] {
        let rest = extents[MODE] - at;
        let sum = |a: usize| layout.mode_offset(MODE, a);
        let lies_as_one = (0..rest).all(|x| sum(at + x) == sum(at) + sum(x));
        match view.split_at_mode::<MODE>(at) {
            Err(error) => {
                assert!(!lies_as_one, "{layout} at {at}: {error}");
                let SplitError::NotAligned { inner, .. } = error else { panic!("{error}") };
                assert!(view.split_at_mode::<MODE>(at / inner * inner).is_ok());
            }
            Ok((front, back)) => {
                assert!(lies_as_one, "{layout} at {at}");
                assert_eq!(front.layout().mode_extent(MODE), at);
                assert_eq!(back.layout().mode_extent(MODE), rest);
                for other in 0..extents[1 - MODE] {
                    assert!((0..at).all(|x| front[with(x, other)] == view[with(x, other)]));
                    assert!((0..rest).all(|x| back[with(x, other)] == view[with(at + x, other)]));
                    assert_eq!(front.get(with(at, other)), None);
                    assert_eq!(back.get(with(rest, other)), None);
                }
            }
        }
    }
    let extent = extents[MODE];
    let beyond = view.split_at_mode::<MODE>(extent + 1).err();
    assert_eq!(beyond, Some(SplitError::PastEnd { mode: MODE, at: extent + 1, extent }));
}

#[test]
fn modes_are_cut_where_the_rest_lies_as_one_and_nowhere_else() {
    everywhere::<0, _>(layout!((9, 7):(7, 1)));
    everywhere::<1, _>(layout!((9, 7):(-7, 1)));
    let (rows, blocks) = (11, 3);
    everywhere::<0, _>(layout!((rows, 3):(100, 1)));
    // carries change offsets, whatever the digits
    everywhere::<0, _>(layout!(((4, 3), 2):((1, 100), 10)));
    everywhere::<0, _>(layout!(((4, 3, 2), 2):((1, 10, 1000), 5000)));
    everywhere::<1, _>(layout!((2, ((2, 3), blocks)):(5000, ((3, 20), 1000))));
    everywhere::<0, _>(Layout::try_with_extent(shape!((4, 3), 2), stride!((1, 100), 10), (9, 2)).unwrap());
    everywhere::<1, _>(fractal((rows, 10), shape!(4, 4), shape!((1, 2), (0, 3))));
    everywhere::<0, _>(zN::layout::<f16, _, _>(100, 5));
    everywhere::<1, _>(zN::layout::<f16, _, _>(5, int!(100)));
    // leaves that go on where the one before ends, and leaves of one element
    everywhere::<0, _>(layout!(((4, 1, 3, 2), 2):((1, 77, 4, 1000), 5000)));
    everywhere::<0, _>(Swizzle::<2, 1, 3>::new().compose(layout!((16, 32):(32, 1))));
    everywhere::<1, _>(Swizzle::<2, 1, 3>::new().compose(layout!(((2, 4), (2, 4)):((100, 16), (1, 300)))));
    everywhere::<0, _>(xor_layout!((16, 32):(F1, F48)));
    everywhere::<1, _>(xor_layout!((2, (4, 8)):(F1, (F34, F2))));
    everywhere::<0, _>(xla!(f32[20,30]{1,0:T(8,16)(3,1)}));
    everywhere::<1, _>(xla!(bf16[20,30]{0,1:T(8,16)(2,1)}));
}

#[test]
fn parts_of_any_rank_are_cut_again() {
    let data: Vec<u32> = (0..2 * 3 * 4).collect();
    let whole = View::new(&data, layout!((2, 3, 4):(12, 4, 1))).unwrap();
    let (_, back) = whole.split_at_mode::<1>(1).unwrap();
    let (_, back) = back.split_at_mode::<2>(2).unwrap();
    let (front, back) = back.split_at_mode::<1>(1).unwrap();
    assert_eq!((front[(1, 0, 1)], back[(1, 0, 1)]), (whole[(1, 1, 3)], whole[(1, 2, 3)]));
    let line = View::new(&data, layout!(24:1)).unwrap();
    // tiles of what places its sums
    let xor = xor_layout!((2, (4, 4)):(F1, (F34, F2)));
    let data: Vec<u32> = (0..xor.cosize().value() as u32).collect();
    let xor = View::new(&data, xor).unwrap();
    let tile = xor.tile((int!(1), int!(8)), (1, 1)).unwrap();
    let (_, back) = tile.split_at_mode::<1>(4).unwrap();
    assert_eq!(back[(0, 3)], xor[(1, 15)]);
    assert!(tile.split_at_mode::<1>(3).is_err());
    let (front, back) = line.split_at_mode::<0>(24).unwrap();
    assert_eq!((front[23], back.get(0)), (23, None));
    // nothing begins nowhere
    let none = View::new(&data, layout!((0, 4):(4, 1))).unwrap();
    let (front, back) = none.split_at_mode::<1>(3).unwrap();
    assert_eq!((front.get((0, 0)), back.get((0, 0))), (None, None));
}

#[test]
fn chunks_are_disjoint_and_all() {
    let layout = layout!((3, 4, 5):(100, 20, 2));
    let mut data = storage(&layout);
    let mut view = ViewMut::new(&mut data, layout).unwrap();
    let chunks = view.chunks_mut::<2>(2).unwrap();
    assert_eq!(chunks.len(), 3);
    thread::scope(|threads| {
        let (front, back) = chunks.split_at(1);
        let parts = front.chain(back).zip(0..);
        let writers = parts.map(|(mut part, n)| threads.spawn(move || fill(&mut part, n)));
        writers.collect::<Vec<_>>().into_iter().for_each(|writer| writer.join().unwrap());
    });
    let view = View::new(&data, layout).unwrap();
    assert!(layout.coordinates().all(|(i, j, k)| view[(i, j, k)] == k as u32 / 2));
    assert_eq!(data.iter().filter(|&&left| left == PADDING).count(), data.len() - 60);
    // blocks of four: parts of two and of eight, not of three
    let zn = layout!(((4, 2), (4, 3)):((4, 16), (1, 32)));
    let data: Vec<u32> = (0..96).collect();
    let zn = View::new(&data, zn).unwrap();
    for size in [1, 2, 4, 8, 12, 20] {
        for (n, part) in zn.chunks::<1>(size).unwrap().enumerate() {
            assert!((0..part.layout().cols()).all(|j| part[(7, j)] == zn[(7, n * size + j)]));
        }
    }
    assert_eq!(zn.chunks::<1>(3).err(), Some(SplitError::NotAligned { mode: 1, at: 3, inner: 4 }));
    assert!(matches!(zn.chunks::<0>(0), Err(SplitError::PastEnd { mode: 0, at: 0, extent: 8 })));
}

#[cfg(feature = "rayon")]
#[test]
fn parts_go_to_the_threads_of_rayon_in_their_order() {
    use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
    let layout = make_layout::<zN, f16>(100, 50);
    let mut data = storage(&layout);
    let mut view = ViewMut::new(&mut data, layout).unwrap();
    view.par_tiles_mut((int!(16), 16)).unwrap().enumerate().for_each(|(n, ((i, j), mut tile))| {
        assert_eq!(n, i + 7 * j);
        let (rows, cols) = (tile.layout().rows(), tile.layout().cols());
        for (x, y) in (0..rows).flat_map(|x| (0..cols).map(move |y| (x, y))) {
            tile[(x, y)] = number(16 * i + x, 16 * j + y);
        }
    });
    let read = View::new(&data, layout).unwrap();
    let corners: Vec<u32> = read.par_tiles((int!(16), 16)).unwrap().map(|(_, tile)| tile[(0, 0)]).collect();
    assert_eq!((corners.len(), corners[27]), (28, number(96, 48)));
    check_written(data, layout);
    let mut line = [0; 10];
    let mut view = ViewMut::new(&mut line, layout!(10:1)).unwrap();
    let chunks = view.chunks_mut::<0>(3).unwrap().into_par_iter();
    chunks.enumerate().for_each(|(n, mut part)| fill(&mut part, n));
    assert_eq!(line, [0, 0, 0, 1, 1, 1, 2, 2, 2, 3]);
}

#[test]
#[allow(unsafe_code)]
fn views_of_pointers_are_checked_as_slices_are() {
    let mut data = [0, 1, 2, 3, 4, 5, 6, 7];
    let first = data.as_mut_ptr();
    // SAFETY: eight elements of an array, of which nothing else is used while the views are
    unsafe {
        let back = View::from_raw_parts(first, 8, Layout::new(int!(8), -int!(1))).unwrap();
        assert_eq!((back[0], back[7]), (7, 0));
        assert!(View::from_raw_parts(first, 7, layout!((2, 4):(4, 1))).is_err());
        let two = 2;
        assert!(ViewMut::from_raw_parts(first, 8, layout!((two, 2):(1, 1))).is_err());
        ViewMut::from_raw_parts(first, 8, layout!((2, 4):(4, 1))).unwrap()[(1, 3)] = 9;
    }
    assert_eq!(data[7], 9);
}
