//! Swizzled layouts: typed, runtime twin and definition are one function, and tensors work through it.

use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use tilework::dynamic;
use tilework::dynamic::SwizzledTwin;
use tilework::layout::Overlap;
use tilework::tuple::Block;
use tilework::{
    algebra::Reason,
    layout::{Accepts, Extent},
    placed::{SwizzleError, Swizzled, XorSwizzle},
    prelude::*,
    tuple::size,
};

/// The definition, bit by bit: no code of the library in it.
fn definition((bits, base, shift): (u32, u32, i32), offset: usize) -> usize {
    (0..bits).fold(offset, |result, bit| {
        let (low, high) = (base + bit, base + bit + shift.unsigned_abs());
        let (read, changed) = if shift >= 0 { (high, low) } else { (low, high) };
        result ^ ((offset >> read & 1) << changed)
    })
}

/// Everything that is said of one swizzled layout.
fn check<const B: u32, const M: u32, const SHIFT: i32, S, D, E, O>(
    swizzled: Swizzled<Swizzle<B, M, SHIFT>, Layout<S, D, E>, O>,
) where
    Swizzle<B, M, SHIFT>: XorSwizzle,
    S: Shape,
    D: Stride<S>,
    E: Extent<S>,
    O: Integer,
{
    let (layout, start, twin) = (swizzled.layout(), swizzled.start().value(), swizzled.to_dynamic());
    let text = swizzled.to_string().replace('_', "");
    assert_eq!(twin.to_string(), text);
    let by_definition = |offset: usize| definition((B, M, SHIFT), start + offset);

    // the function, padding included
    let offsets: Vec<usize> = (0..layout.size().value()).map(|index| swizzled.offset(index)).collect();
    for (index, &offset) in offsets.iter().enumerate() {
        assert_eq!(offset, by_definition(layout.offset(index).to_isize() as usize), "{index} of {swizzled}");
    }
    // its elements
    assert_eq!(swizzled.offsets().len(), layout.coordinates().len());
    for (crd, offset) in layout.coordinates().zip(swizzled.offsets()) {
        let index = crd.notation().to_string().parse().unwrap();
        assert_eq!(twin.offset(&index), Ok(offset as i64), "{} of {swizzled}", crd.notation());
    }

    // the storage: large enough, by less than a block too large, and kept to itself
    let cosize = swizzled.cosize().value();
    assert!(offsets.iter().all(|&offset| offset < cosize), "{swizzled}");
    match offsets.len() {
        0 => assert_eq!(cosize, 0),
        _ => {
            let block = 1 << (B + M + (-SHIFT).max(0) as u32);
            assert_eq!(cosize, (start + layout.cosize().value()).next_multiple_of(block), "{swizzled}");
            let swizzle = swizzled.swizzle();
            assert!((0..cosize).all(|x| swizzle.apply(x) < cosize && swizzle.apply(swizzle.apply(x)) == x));
        }
    }
    let distinct = offsets.iter().collect::<HashSet<_>>().len() == offsets.len();
    assert_eq!(swizzled.is_injective(), distinct, "{swizzled}");

    // the same without the swizzle
    if let Some((plain, start)) = swizzled.plain() {
        let plain = |index: usize| start + plain.offset(index).to_isize() as usize;
        assert!(offsets.iter().enumerate().all(|(index, &offset)| offset == plain(index)), "{swizzled}");
    }
}

/// Calls a check for every swizzle of a list after every layout of a list, at some offsets.
macro_rules! check_all {
    ([$($swizzle:ty),* $(,)?] $layouts:tt) => { $( check_all!(@ $swizzle, $layouts); )* };
    (@ $swizzle:ty, [$($layout:expr),* $(,)?]) => { $({
        let (swizzle, layout) = (<$swizzle>::new(), $layout);
        check(swizzle.compose(layout));
        check(swizzle.compose_at(int!(8), layout));
        check(swizzle.compose_at(37, layout));
    })* };
}

fn with_extent<S: Shape, D: Stride<S>, E: Extent<S>>(layout: Layout<S, D>, extent: E) -> Layout<S, D, E> {
    Layout::try_with_extent(layout.shape(), layout.stride(), extent).unwrap()
}

#[test]
fn typed_swizzles_are_their_twins_and_their_definition() {
    macro_rules! check_swizzles {
        ($($swizzle:ident <$b:literal, $m:literal, $s:literal>),* $(,)?) => { $({
            let (typed, twin) = ($swizzle::<$b, $m, $s>::new(), dynamic::Swizzle::new($b, $m, $s).unwrap());
            assert_eq!((typed.to_dynamic(), typed.to_string()), (twin, twin.to_string()));
            for offset in (0..3000).chain([1 << 40, usize::MAX >> 1, 0x1234_5678_9abc_def0]) {
                let expected = definition(($b, $m, $s), offset);
                assert_eq!(typed.apply(offset), expected, "{typed} at {offset}");
                assert_eq!(twin.apply(offset as i64), Ok(expected as i64));
                assert_eq!(typed.apply(expected), offset);
            }
        })* };
    }
    check_swizzles! {
        Swizzle<0, 0, 1>, Swizzle<0, 4, 3>, Swizzle<0, 2, -1>, Swizzle<1, 0, 1>, Swizzle<2, 0, 3>, Swizzle<3, 4, 3>,
        Swizzle<3, 3, 3>, Swizzle<2, 0, 2>, Swizzle<1, 1, -4>, Swizzle<2, 4, -4>, Swizzle<3, 0, -5>, Swizzle<2, 3, -2>,
        Swizzle<31, 1, 31>, Swizzle<31, 1, -31>, Swizzle<1, 0, 62>, Swizzle<0, 62, 1>, Swizzle<0, 0, -63>,
    }
}

#[test]
fn swizzled_layouts_are_their_twins_and_their_definition() {
    let (two, three, zero) = (2, 3, 0);
    check_all! {
        [Swizzle<2, 0, 2>, Swizzle<3, 3, 3>, Swizzle<1, 2, 5>, Swizzle<2, 1, -3>, Swizzle<0, 2, 3>]
        [
            layout!((4, 4):(4, 1)),
            layout!(8:1),
            layout!((5):(3)),
            layout!(():()),
            layout!((0, 3):(3, 1)),
            layout!((zero, 3):(3, 1)),
            layout!((16, 16):(16, 1)),
            layout!((10, 10):(10, 1)),
            layout!((4, 2):(1, 3)),
            layout!((3, 5):(0, 1)),
            layout!((1, 4):(-9, 1)),
            layout!((two, 4):({Signed(12)}, {Signed(3)})),
            layout!(((4, 2), (4, 3)):((4, 16), (1, 32))),
            layout!(((4, two), (4, three)):((4, 16), (1, {32}))),
            layout!((2, 3, 4, 5):(60, 20, 5, 1)),
            with_extent(layout!(((4, 2), (4, 3)):((4, 16), (1, 32))), (7, 10)),
            with_extent(layout!(((4, two), (4, three)):((4, 16), (1, 32))), (int!(7), 10)),
        ]
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn swizzled_layouts_of_any_sizes(
        extents in prop::array::uniform4(0..6_usize),
        strides in prop::array::uniform4(0..70_usize),
        start in 0..200_usize,
    ) {
        let ([a, b, c, d], [e, f, g, h]) = (extents, strides);
        let layout = layout!(((a, b), (c, d)):((e, f), (g, h)));
        check(Swizzle::<2, 1, 2>::new().compose_at(start, layout));
        check(Swizzle::<1, 3, -2>::new().compose_at(start, layout));
        check(Swizzle::<3, 2, 4>::new().compose(layout!(((4, b), (c, 3)):((1, f), ({g}, 8)))));
    }

    /// Slices by every kind of coordinate are the whole with these coordinates fixed.
    #[test]
    fn slices_are_parts(
        extents in prop::array::uniform3(1..6_usize),
        strides in prop::array::uniform3(0..40_usize),
        at in prop::array::uniform3(0..6_usize),
        start in 0..100_usize,
    ) {
        let ([a, b, c], [d, e, f], [i, j, k]) = (extents, strides, at);
        let whole = Swizzle::<2, 1, 3>::new().compose_at(start, layout!(((a, b), c):((d, e), f)));
        if i < a && j < b && k < c {
            let part = whole.slice(crd!((_, j), k));
            prop_assert!(part.offsets().eq((0..a).map(|x| whole.offset(((x, j), k)))));
            let part = whole.slice(crd!(_, k));
            prop_assert!(part.offsets().eq((0..a * b).map(|x| whole.offset((x, k)))));
            let part = whole.slice(crd!((i, _), _));
            check(part);
            for (y, z) in part.layout().coordinates() {
                prop_assert_eq!(part.offset((y, z)), whole.offset(((i, y), z)));
            }
            let all = whole.slice(crd!((i, j), k));
            prop_assert_eq!(all.offset(()), whole.offset(((i, j), k)));
            prop_assert!(all.plain().is_some(), "one element is always plain");
        } else {
            prop_assert!(whole.try_slice(crd!((i, j), k)).is_err());
        }
    }

    /// With powers of two and no carries, a plain layout is found exactly where there is one.
    #[test]
    fn plain_layouts_are_found(log in prop::array::uniform3(0..4_u32), order in 0..6_usize, gap in 0..3_u32) {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let (mut strides, mut place) = ([0; 3], 0);
        for mode in orders[order] {
            strides[mode] = 1 << place;
            place += log[mode] + gap;
        }
        let [a, b, c] = log.map(|log| 1_usize << log);
        let [d, e, f] = strides;
        let whole = Swizzle::<2, 1, 3>::new().compose(layout!((a, b, c):(d, e, f)));
        for i in 0..a {
            let part = whole.slice(crd!(i, _, _));
            let plain = part.layout();
            let differences: HashSet<isize> = (0..b * c)
                .map(|x| part.offset(x) as isize - plain.offset(x) as isize)
                .collect();
            prop_assert_eq!(part.plain().is_some(), differences.len() == 1, "{}", part);
        }
    }
}

/// A slice that holds the layout, every element different.
fn numbered<L: Mapping>(layout: &L) -> Vec<u32> {
    (1000..).take(layout.cosize().value()).collect()
}

/// `dst[c] == src[c]` inside the extent, nothing else is touched; and the way back restores the data.
fn check_copy<S: Matrix, D: Matrix>(src_layout: S, dst_layout: D) {
    let src_data = numbered(&src_layout);
    let mut dst_data = vec![7; dst_layout.cosize().value()];
    let src = View::new(&src_data, src_layout).unwrap();
    let mut dst = ViewMut::new(&mut dst_data, dst_layout).unwrap();
    copy(&src, &mut dst).unwrap();
    let (rows, cols) = (dst_layout.rows(), dst_layout.cols());
    for (i, j) in (0..rows).flat_map(|i| (0..cols).map(move |j| (i, j))) {
        assert_eq!(dst[(i, j)], src[(i, j)], "({i},{j}) of {src_layout} to {dst_layout}");
    }
    let mut back_data = vec![7; src_data.len()];
    copy(&dst.view(), &mut ViewMut::new(&mut back_data, src_layout).unwrap()).unwrap();
    assert!(back_data.iter().zip(&src_data).all(|(&back, &src)| back == src || back == 7));
    for data in [&dst_data, &back_data] {
        assert_eq!(data.iter().filter(|&&x| x != 7).count(), rows * cols, "{src_layout}, {dst_layout}");
    }
}

macro_rules! for_pairs {
    ($check:ident: $($layout:expr),* $(,)?) => { for_pairs!(@ $check [$($layout),*] [$($layout),*]) };
    (@ $check:ident [$($src:expr),*] $all:tt) => { $( for_pairs!(@@ $check $src, $all); )* };
    (@@ $check:ident $src:expr, [$($dst:expr),*]) => { $( $check($src, $dst); )* };
}

#[test]
fn copies_between_swizzled_and_plain_layouts() {
    let (three, four, rows, cols) = (3, 4, 12, 8);
    for_pairs!(check_copy:
        layout!((12, 8):(8, 1)),
        layout!(({rows}, 8):(1, -12)),
        Swizzle::<2, 0, 3>::new().compose(layout!((12, 8):(8, 1))),
        Swizzle::<1, 1, 2>::new().compose(layout!((rows, cols):({cols}, 1))),
        Swizzle::<1, 2, 3>::new().compose(layout!((12, 8):(1, 16))),
        Swizzle::<1, 2, 3>::new().compose_at(3, layout!((12, 8):(8, 1))),
        Swizzle::<2, 2, 2>::new().compose_at(int!(4), layout!((rows, 8):(20, 1))),
        Swizzle::<2, 1, -3>::new().compose(layout!(((4, 3), (4, 2)):((4, 16), (1, 48)))),
        Swizzle::<2, 2, 2>::new().compose(layout!(((four, three), 8):((8, {32}), 1))),
        Swizzle::<3, 4, 3>::new().compose(layout!((12, 8):({Signed(8)}, {Signed(1)}))),
        Swizzle::<2, 0, 2>::new().compose(with_extent(layout!(((8, 2), (4, 3)):((4, 32), (1, 64))), (rows, 8))),
        Swizzle::<1, 0, 1>::new().compose_at(int!(2), Swizzle::<1, 2, 3>::new().compose_at(3, layout!((12, 8):(8, 1)))),
        Swizzle::<2, 0, 2>::new().compose_at(int!(1), xla!(f32[12,8]{1,0:T(4,8)(3,4)})),
    );
}

#[test]
fn copies_of_a_large_tile_and_of_other_ranks() {
    let rows = layout!((64, 64):(64, 1));
    for_pairs!(check_copy: rows, Swizzle::<3, 3, 3>::new().compose(rows), Swizzle::<2, 4, 2>::new().compose(layout!((64, 64):(1, 64))));
    let data: Vec<u32> = (0..120).collect();
    let src = View::new(&data, row_major(shape!(2, 3, 4, 5))).unwrap();
    let swizzled = Swizzle::<2, 1, 3>::new().compose(layout!(((2), 3, (2, 2), 5):((60), 20, (1, 10), 2)));
    let mut dst = VecTensor::filled(swizzled, 0).unwrap();
    copy(&src, &mut dst.view_mut()).unwrap();
    for (i, j, k, l) in (0..120).map(|x| (x / 60, x / 20 % 3, x / 5 % 4, x % 5)) {
        assert_eq!(dst[(i, j, k, l)], src[(i, j, k, l)]);
    }
    let one = Swizzle::<2, 0, 3>::new().compose_at(9, layout!(():()));
    let mut dst = VecTensor::filled(one, 0).unwrap();
    copy(&View::new(&data[5..], layout!(():())).unwrap(), &mut dst.view_mut()).unwrap();
    assert_eq!((dst.as_slice().len(), dst.as_slice()[8]), (12, 5));
    let line = Swizzle::<2, 0, 3>::new().compose_at(1, layout!((100):(1)));
    let mut dst = VecTensor::filled(line, 0).unwrap();
    copy(&View::new(&data, layout!((100):(1))).unwrap(), &mut dst.view_mut()).unwrap();
    assert!((0..100).all(|i| dst[(i,)] == i as u32));
}

#[test]
fn kernels_work_through_swizzles() {
    let rows = layout!((6, 8):(8, 1));
    let swizzled = Swizzle::<2, 1, 2>::new().compose(rows);
    // fill touches the elements of the padded layout, and nothing else
    let padded = Swizzle::<2, 1, 2>::new().compose(with_extent(rows, (5, int!(7))));
    let mut tensor = VecTensor::filled(padded, 0).unwrap();
    fill(&mut tensor.view_mut(), 1);
    assert_eq!(tensor.as_slice().iter().sum::<i32>(), 35);
    assert!((0..5).all(|i| (0..7).all(|j| tensor[(i, j)] == 1)));
    // on the stack; transform
    let mut tensor = StackTensor::fill(swizzled, 0.0);
    let data: Vec<i32> = (0..48).collect();
    transform(&View::new(&data, rows).unwrap(), &mut tensor.view_mut(), |x| x as f32 / 2.0).unwrap();
    assert!((0..48).all(|x| tensor[(x / 8, x % 8)] == x as f32 / 2.0));
    assert_eq!(tensor.as_slice()[swizzled.offset((5, 3))], 21.5);
    // products, summed directly and packed
    for (m, n, k) in [(5, 6, 7), (40, 30, 50)] {
        let swizzle = Swizzle::<2, 1, 4>::new();
        let (a, b, c) = (row_major((m, k)), column_major((k, n)), row_major((m, n)));
        let small = |len: usize| (0..len as u32).map(|x| x % 97).collect::<Vec<_>>();
        let (a_data, b_data) = (small(m * k), small(k * n));
        let (a, b) = (View::new(&a_data, a).unwrap(), View::new(&b_data, b).unwrap());
        let mut swizzled_a = VecTensor::filled(swizzle.compose(a.layout()), 0).unwrap();
        let mut swizzled_b = VecTensor::filled(swizzle.compose_at(2, b.layout()), 0).unwrap();
        copy(&a, &mut swizzled_a.view_mut()).unwrap();
        copy(&b, &mut swizzled_b.view_mut()).unwrap();
        let mut plain = VecTensor::filled(c, 0).unwrap();
        let mut swizzled = VecTensor::filled(swizzle.compose(c), 0).unwrap();
        matmul(&a, &b, &mut plain.view_mut()).unwrap();
        matmul(&swizzled_a.view(), &swizzled_b.view(), &mut swizzled.view_mut()).unwrap();
        assert!((0..m).all(|i| (0..n).all(|j| plain[(i, j)] == swizzled[(i, j)])));
    }
}

/// Every tile of a grid holds the elements of its place, to be read and to be written.
fn check_tiles<L: Matrix, H: Integer, W: Integer>(layout: L, tile: (H, W)) {
    let mut data = numbered(&layout);
    let (height, width) = (tile.0.value(), tile.1.value());
    let whole = View::new(&data, layout).unwrap();
    let mut seen = 0;
    for (i, j) in (0..9).flat_map(|i| (0..9).map(move |j| (i, j))) {
        let Ok(part) = whole.tile(tile, (i, j)) else { continue };
        for (x, y) in (0..part.layout().rows()).flat_map(|x| (0..part.layout().cols()).map(move |y| (x, y))) {
            assert_eq!(part[(x, y)], whole[(i * height + x, j * width + y)], "({i},{j}) of {layout}");
            seen += 1;
        }
        // the layout of a tile is one of its own: over the whole storage, and a tile of a tile
        assert_eq!(
            View::new(&data, part.layout()).map(|alone| alone[(0, 0)]).unwrap_or(part[(0, 0)]),
            part[(0, 0)]
        );
        let inner = part.tile((1, 1), (0, part.layout().cols() - 1)).unwrap();
        assert_eq!(inner[(0, 0)], part[(0, part.layout().cols() - 1)]);
    }
    assert_eq!(seen, layout.rows() * layout.cols(), "{layout}");
    let mut whole = ViewMut::new(&mut data, layout).unwrap();
    fill(&mut whole.tile_mut(tile, (1, 1)).unwrap(), 7);
    let written = (0..layout.rows()).flat_map(|i| (0..layout.cols()).map(move |j| (i, j)));
    for (i, j) in written {
        assert_eq!(whole[(i, j)] == 7, i / height == 1 && j / width == 1, "({i},{j}) of {layout}");
    }
}

#[test]
fn tiles_of_swizzled_tensors() {
    let (rows, cols) = (10, 22);
    let flat = Swizzle::<2, 1, 3>::new().compose(layout!((10, 22):(22, 1)));
    check_tiles(flat, (3, 5));
    check_tiles(flat, (int!(5), int!(11)));
    check_tiles(flat, (int!(4), 8));
    let zn = with_extent(layout!(((4, 3), (4, 6)):((4, 16), (1, 48))), (rows, cols));
    check_tiles(Swizzle::<2, 0, 2>::new().compose(zn), (int!(4), int!(8)));
    check_tiles(Swizzle::<2, 0, -2>::new().compose_at(5, zn), (2, 4));
    let zn = make_layout::<zN, f32>(rows, cols);
    check_tiles(Swizzle::<3, 2, 3>::new().compose(zn), (8, 8));
}

/// The facts that kernels walk by, against a walk over all elements: sums and places, rows, blocks, storage, overlaps.
fn check_facts<L: Mapping>(layout: L) {
    let extents: Vec<usize> = (0..L::RANK).map(|mode| layout.mode_extent(mode)).collect();
    let count: usize = extents.iter().product();
    let mut places = HashMap::new();
    let mut overlaps = false;
    let mut by_place = HashSet::new();
    for element in 0..count {
        let (mut rest, mut sum) = (element, layout.bias());
        for (mode, &extent) in extents.iter().enumerate() {
            sum += layout.mode_offset(mode, rest % extent);
            rest /= extent;
        }
        let place = L::place(sum);
        assert!(place >= 0 && (place as usize) < layout.cosize().value(), "{element} of {layout} at {place}");
        assert!(place as usize <= layout.spread().1.unwrap(), "{element} of {layout} at {place}");
        overlaps |= !by_place.insert(place);
        places.insert(sum, place);
    }
    assert_eq!(Some(layout.cosize().value()), layout.checked_cosize(), "{layout}");
    assert_eq!((layout.base(), layout.spread().0), (0, 0), "{layout}");
    for (&sum, &place) in &places {
        let next = sum + 1;
        match L::ROW as isize {
            0 => assert_eq!(place, sum, "{layout}"),
            row => {
                assert!(sum % row != 0 || place % L::ALIGNED as isize == 0, "{sum} of {layout} at {place}");
                if let Some(&neighbour) = places.get(&next) {
                    assert!(
                        next % row == 0 || neighbour == place + 1,
                        "{sum} of {layout} at {place}, {neighbour}"
                    );
                }
            }
        }
    }
    for (mode, &extent) in extents.iter().enumerate() {
        let at = |index| layout.mode_offset(mode, index);
        let block = match L::BLOCKS[mode] {
            Block::Linear => extent,
            Block::Whole(len) | Block::Front(len) => len,
        };
        for index in 0..extent {
            assert_eq!(
                at(index),
                at(index / block * block) + at(index % block),
                "{index} in {mode} of {layout}"
            );
            if let Block::Whole(_) = L::BLOCKS[mode] {
                assert_eq!(
                    at(index / block * block),
                    (index / block) as isize * at(block),
                    "{mode} of {layout}"
                );
            }
            if let (Some(front), Some(stride)) = L::FRONTS[mode]
                && (index < front as usize || L::BLOCKS[mode] == Block::Linear)
            {
                assert_eq!(at(index), index as isize * stride, "{index} in {mode} of {layout}");
            }
        }
    }
    for overlap in [Some(layout.overlap()), L::STATIC_OVERLAP].into_iter().flatten() {
        match overlap {
            Overlap::None => assert!(!overlaps, "{layout}"),
            Overlap::Between { first, second, offset } => {
                assert!(first != second && overlaps, "{layout}");
                for index in [first, second] {
                    assert_eq!(layout.offset_of(index).to_isize(), offset, "{index} of {layout}");
                }
            }
            Overlap::Undecided => {}
        }
    }
}

/// A swizzle of any layout is the definition after that layout, and what it says of itself is so.
fn check_composed<const B: u32, const M: u32, const SHIFT: i32, L: Mapping, O: Integer>(
    swizzled: Swizzled<Swizzle<B, M, SHIFT>, L, O>,
) where
    Swizzle<B, M, SHIFT>: XorSwizzle,
{
    let (layout, start) = (swizzled.layout(), swizzled.start().value());
    let mut offsets = swizzled.offsets();
    // padding is counted, and skipped
    for index in (0..).take_while(|&index| index < 4096).filter(|&index| layout.contains(index)) {
        let inner = layout.offset_of(index).to_isize() as usize;
        let expected = definition((B, M, SHIFT), start + inner);
        assert_eq!(swizzled.offset(index), expected, "{index} of {swizzled}");
        assert_eq!(swizzled.try_offset(index).unwrap(), expected);
        assert_eq!(offsets.next(), Some(expected), "{index} of {swizzled}");
    }
    assert_eq!(offsets.next(), None, "{swizzled}");
    check_facts(swizzled);
}

/// The twin has the same text and the same offsets.
fn check_twin<const B: u32, const M: u32, const SHIFT: i32, L: SwizzledTwin, O: Integer>(
    swizzled: Swizzled<Swizzle<B, M, SHIFT>, L, O>,
) where
    Swizzle<B, M, SHIFT>: XorSwizzle,
{
    let (text, twin) = (swizzled.to_string().replace('_', ""), swizzled.to_dynamic());
    assert_eq!(twin.to_string(), text);
    assert_eq!(text.parse(), Ok(twin.clone()));
    if twin.layout.is_exact() {
        let offsets: Vec<i64> = twin.offsets().map(|offset| offset.unwrap()).collect();
        assert!(swizzled.offsets().map(|offset| offset as i64).eq(offsets), "{text}");
    }
}

/// Calls checks with swizzles of a list after every layout of a list, at some offsets.
macro_rules! compose_all {
    (@@ [$($check:ident),*] $swizzled:expr) => {
        let swizzled = $swizzled;
        $( $check(swizzled); )*
    };
    (@ $checks:tt $swizzle:ty, [$($layout:expr),* $(,)?]) => { $({
        let (swizzle, layout) = (<$swizzle>::new(), $layout);
        compose_all!(@@ $checks swizzle.compose(layout));
        compose_all!(@@ $checks swizzle.compose_at(int!(8), layout));
        compose_all!(@@ $checks swizzle.compose_at(int!(37), layout));
    })* };
    ($checks:tt [$($swizzle:ty),* $(,)?] $layouts:tt) => { $( compose_all!(@ $checks $swizzle, $layouts); )* };
}

#[test]
fn swizzles_of_swizzled_layouts_are_their_twins_and_their_definition() {
    let (two, three) = (2, 3);
    let zn = with_extent(layout!(((4, two), (4, three)):((4, 16), (1, 32))), (int!(7), 10));
    compose_all! {
        [check_composed, check_twin]
        [Swizzle<2, 0, 2>, Swizzle<1, 2, 5>, Swizzle<2, 1, -3>, Swizzle<0, 2, 3>]
        [
            Swizzle::<3, 3, 3>::new().compose(layout!((16, 16):(16, 1))),
            Swizzle::<1, 1, 2>::new().compose_at(3, layout!((10, three):(three, 1))),
            Swizzle::<2, 0, -2>::new().compose_at(int!(5), layout!((4, 2):(1, 3))),
            Swizzle::<2, 0, 2>::new().compose(zn),
            Swizzle::<1, 3, 1>::new()
                .compose(Swizzle::<2, 2, -2>::new().compose_at(9, layout!((two, 4, 5):(20, 5, 1)))),
        ]
    }
}

#[test]
fn swizzles_of_f2_layouts_are_their_twins_and_their_definition() {
    compose_all! {
        [check_composed, check_twin]
        [Swizzle<2, 0, 2>, Swizzle<3, 3, 3>, Swizzle<2, 1, -3>]
        [
            xor_layout!((8, 8):(F1, F9)),
            xor_layout!((16, 32):(F33, F1)),
            xor_layout!((4, 4):(F1, F4)),
            xor_layout!(((2, 4), (2, 8)):((F16, F33), (F1, F2))),
            xor_layout!((2, 2, 2):(F3, F5, F6)),
            xor_layout!((4, 2):(F0, F0)),
            Swizzle::<1, 2, 3>::new().compose(xor_layout!((16, 16):(F17, F1))),
        ]
    }
    // at a dynamic offset, where the F2 layout adds up
    let start = 3;
    check_composed(Swizzle::<2, 0, 2>::new().compose_at(start, xor_layout!((4, 4):(F4, F1))));
}

#[test]
fn swizzles_of_tilings_are_their_definition() {
    compose_all! {
        [check_composed]
        [Swizzle<2, 0, 2>, Swizzle<2, 2, 2>, Swizzle<1, 4, -1>]
        [
            xla!(f32[20,30]{1,0:T(8,16)(3,1)}),
            xla!(f32[20,24]{1,0:T(8,16)(3,8)}),
            xla!(f32[20,24]{0,1:T(*,10)(4)}),
            xla!(f32[20,10]{1,0:T(8,16)(3,16)}),
            xla!(f32[5,6,7]{2,1,0:T(4,4)(3,1)}),
            xla!(f32[9,4]{1,0:T(2,5)(3,5)}),
            Swizzle::<1, 1, 2>::new().compose(xla!(f32[20,24]{1,0:T(8,16)(3,8)})),
        ]
    }
}

#[test]
fn placed_layouts_say_what_is_so() {
    macro_rules! check_all {
        ($($layout:expr),* $(,)?) => { $( check_facts($layout); )* };
    }
    check_all! {
        xla!(f32[20,30]{1,0:T(8,16)(3,1)}),
        xla!(f32[20,24]{1,0:T(8,16)(3,8)}),
        xla!(f32[20,24]{0,1:T(*,10)(4)}),
        xla!(f32[20,10]{1,0:T(8,16)(3,16)}),
        xla!(f32[20,4]{1,0:T(8,5)(3,5)}),
        xla!(f32[20,30]{1,0:T(8,16)(3,5)}),
        xla!(f32[6,4]{1,0:T(3,5)(2,5)(*,*,*,20)}),
        xla!(f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}),
        xor_layout!((8, 8):(F1, F9)),
        xor_layout!(((2, 8), (4, 8)):((F24, F132), (F1, F64))),
        xor_layout!((16, (2, 4, 4)):(F2, (F1, F34, F130))),
        xor_layout!((4, 8):(F0, F5)),
        xor_layout!((2, 2, 2):(F3, F5, F6)),
        xor_layout!((4, 4):(F0, F0)),
        Swizzle::<2, 1, 3>::new().compose_at(5, layout!((4, 9):(9, 1))),
        Swizzle::<1, 2, -2>::new().compose(layout!((4, 2):(1, 3))),
        Matrix::tile(&xor_layout!((16, 32):(F33, F1)), 3, 5, 2, 3).unwrap(),
        Matrix::tile(&xla!(f32[20,24]{1,0:T(8,16)(3,8)}), 7, 9, 1, 1).unwrap(),
        Matrix::tile(&Swizzle::<2, 1, 3>::new().compose(layout!((16, 32):(32, 1))), 3, 5, 2, 3).unwrap(),
    }
}

#[test]
fn tiles_of_composed_tensors() {
    let twice = Swizzle::<2, 1, 3>::new()
        .compose_at(int!(6), Swizzle::<1, 0, 2>::new().compose(layout!((10, 22):(22, 1))));
    check_tiles(twice, (3, 5));
    check_tiles(twice, (int!(5), int!(11)));
    check_tiles(Swizzle::<1, 1, 1>::new().compose(twice), (int!(4), 8));
    let zn = with_extent(layout!(((4, 3), (4, 6)):((4, 16), (1, 48))), (10, 22));
    check_tiles(
        Swizzle::<1, 1, 1>::new().compose(Swizzle::<2, 0, -2>::new().compose_at(5, zn)),
        (int!(4), int!(8)),
    );
    let f2 = Swizzle::<2, 0, 2>::new().compose_at(int!(3), xor_layout!((16, 8):(F9, F1)));
    check_tiles(f2, (4, int!(2)));
    check_tiles(f2, (3, 5));
    let steps = Swizzle::<2, 1, 2>::new().compose_at(int!(3), xla!(f32[10,14]{1,0:T(4,6)(3,3)}));
    check_tiles(steps, (3, 5));
    check_tiles(steps, (int!(5), int!(7)));
    check_facts(Matrix::tile(&steps, 3, 5, 1, 1).unwrap());
    check_facts(Matrix::tile(&twice, 3, 5, 1, 1).unwrap());
    // a swizzle of a tile
    let tile = Matrix::tile(&xor_layout!((16, 32):(F33, F1)), 4, 8, 1, 2).unwrap();
    check_composed(Swizzle::<2, 1, 2>::new().compose(tile));
    let tile = Matrix::tile(&twice, int!(5), 11, 1, 1).unwrap();
    check_composed(Swizzle::<2, 1, 2>::new().compose_at(int!(7), tile));
}

#[test]
fn slices_of_what_is_swizzled_twice_are_parts() {
    let (rows, start) = (6, 3);
    let inner = Swizzle::<2, 1, 3>::new().compose_at(start, layout!(((2, 3), (4, 5)):((20, 40), (5, 1))));
    let whole = Swizzle::<1, 0, 2>::new().compose_at(int!(4), inner);
    assert_eq!(rows, whole.extents().0.value());
    for i in 0..rows {
        let row = whole.slice(crd!(i, _));
        check_composed(row);
        check_twin(row);
        assert!(row.offsets().eq((0..20).map(|j| whole.offset((i, j)))));
        let part = whole.try_slice(crd!(({ i % 2 }, { i / 2 }), (_, 2))).unwrap();
        assert!(part.offsets().eq((0..4).map(|j| whole.offset((i, j + 8)))));
        let twin = whole.to_dynamic().slice(&format!("({i},_)").parse().unwrap()).unwrap();
        assert_eq!(twin, row.to_dynamic());
    }
    assert!(whole.try_slice(crd!(rows, _)).is_err());
}

#[test]
fn twins_over_f2_strides_have_the_slices_that_exist() {
    let apart: dynamic::Swizzled = "Sw<2,0,3> o 5 o (8,8):(F8,F1)".parse().unwrap();
    let row = apart.slice(&"(3,_)".parse().unwrap()).unwrap();
    assert_eq!(row.to_string(), "Sw<2,0,3> o 29 o (8):(F1)");
    for j in 0..8 {
        let [one, all] = [format!("({j})"), format!("(3,{j})")].map(|text| text.parse().unwrap());
        assert_eq!(row.offset(&one), apart.offset(&all));
    }
    let shared: dynamic::Swizzled = "Sw<2,0,3> o 5 o (8,8):(F1,F9)".parse().unwrap();
    assert!(shared.slice(&"(3,_)".parse().unwrap()).is_err());
    assert!(shared.slice(&"(0,_)".parse().unwrap()).is_ok());
}

#[test]
fn layouts_that_no_swizzle_follows_are_refused() {
    let swizzle = Swizzle::<3, 3, 3>::new();
    let (back, long) = (Signed(-4), isize::MAX as usize);
    let refused = swizzle.try_compose(layout!((4, 4):(back, 1)));
    assert_eq!(refused, Err(SwizzleError::Negative { lowest: -12 }));
    // also at an offset that would make up for it, and where there are no elements
    assert!(swizzle.try_compose_at(12, layout!((4, 4):(back, 1))).is_err());
    assert!(swizzle.try_compose(layout!((4, {0}):(back, 1))).is_err());
    // an extent of 1 never steps
    assert!(swizzle.try_compose(layout!(({1}, 4):(back, 1))).is_ok());
    assert_eq!(swizzle.try_compose_at(long, layout!((4):(1))), Err(SwizzleError::Overflow));
    assert_eq!(swizzle.try_compose_at(usize::MAX, layout!(1:0)), Err(SwizzleError::Overflow));
    assert_eq!(swizzle.try_compose_at(long - 63, layout!(1:1)).map(|_| ()), Err(SwizzleError::Overflow));
    let last = swizzle.try_compose_at(long - 127, layout!(64:1)).unwrap();
    assert!(swizzle.try_compose(last).is_ok());
    // whole blocks of this one, up to the last offset of that, are longer than any storage
    assert_eq!(Swizzle::<1, 61, 1>::new().try_compose(last), Err(SwizzleError::Overflow));
    assert!(swizzle.try_compose_at(int!(512), last).is_err());
    assert!(swizzle.try_compose(layout!((2):({long - 100}))).is_ok());
    // slices of a layout without elements start where its strides reach
    let empty = swizzle.compose(layout!((0, {1 << 62}):(1, 1)));
    assert_eq!(empty.slice(crd!(_, { (1 << 62) - 1 })).cosize().value(), 0);
    let result = std::panic::catch_unwind(|| swizzle.compose(layout!((4, 4):(back, 1))));
    let message = *result.unwrap_err().downcast::<String>().unwrap();
    assert!(message.starts_with("Sw<3,3,3> o _0 o (_4,_4):(-4,_1): the strides"), "{message}");
}

#[test]
fn storage_is_checked_against_the_swizzled_offsets() {
    let swizzled = Swizzle::<3, 0, 3>::new().compose(layout!((9):(1)));
    // offset 8 is put at 9, so nine elements do not hold it
    assert_eq!(swizzled.offset(8), 9);
    assert!(View::new(&[0; 9], swizzled).is_err());
    assert_eq!(swizzled.cosize(), int!(16));
    let data: Vec<u32> = (0..16).collect();
    let view = View::new(&data, swizzled).unwrap();
    assert_eq!((view[8], view.get(9)), (9, None));
    let message = std::panic::catch_unwind(|| View::new(&[0; 16], swizzled).unwrap()[9]).unwrap_err();
    let message = *message.downcast::<String>().unwrap();
    assert!(message.contains("outside the extent (_9) of layout Sw<3,0,3> o _0 o (_9):(_1)"), "{message}");
    // an overlap stays one, at the offset where it is put
    let n = 2;
    let overlap = Swizzle::<2, 0, 2>::new().compose_at(4, layout!((4, n):(1, 3)));
    let error = ViewMut::new(&mut [0; 16], overlap).unwrap_err();
    assert!(error.to_string().ends_with("share offset 6"), "{error}");
    assert_eq!((overlap.offset(3), overlap.offset(4)), (6, 6));
}

#[test]
fn static_swizzled_layouts_take_no_space() {
    const TILE: Swizzled<Swizzle<3, 3, 3>, Layout!((64, 64):(64, 1))> = Swizzled::STATIC;
    assert_eq!((size_of_val(&TILE), size(TILE), rank(TILE), depth(TILE)), (0, int!(4096), 2, 1));
    type Twice =
        Swizzled<Swizzle<1, 0, 3>, Swizzled<Swizzle<2, 1, 2>, XorLayout!((8, 8):(F1, F9))>, Int!(64)>;
    const TWICE: Twice = Swizzled::STATIC;
    let inner = Swizzle::<2, 1, 2>::new().compose(xor_layout!((8, 8):(F1, F9)));
    assert_eq!(TWICE, Swizzle::<1, 0, 3>::new().compose_at(int!(64), inner));
    assert_eq!((size_of_val(&TWICE), size(TWICE), rank(TWICE), depth(TWICE)), (0, int!(64), 2, 1));
    let _: Int!(128) = TWICE.cosize();
    let row = TILE.slice(crd!(3, _));
    assert_eq!(size_of_val(&row), 0);
    let _: Int!(192) = row.start();
    let _: Int!(256) = row.cosize();
    let j = 3;
    assert_eq!(TILE.slice(crd!(j, _)).offset(9), row.offset(9));
}

/// The offsets of the result are those of the same operation on what is swizzled, swizzled.
fn check_behind<const B: u32, const M: u32, const SHIFT: i32, L: Mapping, S, D, E>(
    result: Swizzled<Swizzle<B, M, SHIFT>, L, impl Integer>,
    plain: Layout<S, D, E>,
) where
    Swizzle<B, M, SHIFT>: XorSwizzle,
    S: Shape,
    D: Stride<S>,
    E: Extent<S>,
{
    assert_eq!(result.layout().to_string(), plain.to_string());
    let (start, sums) = (result.start().value(), (0..plain.len()).map(|i| Accepts::<usize>::step(&plain, i)));
    let swizzled = sums.map(|sum| definition((B, M, SHIFT), start + sum.cast_unsigned()));
    assert!(result.offsets().eq(swizzled), "{result}");
}

#[test]
fn the_algebra_works_behind_a_swizzle() {
    use tilework::algebra::{
        blocked_product, coalesce_by, flat_divide, logical_product, raked_product, tile_to_shape,
        tile_to_shape_ordered, tiled_divide, try_composition, try_logical_product, try_zipped_divide,
    };
    let swizzle = Swizzle::<2, 1, 3>::new();
    let (rows, cols) = (8, 16);
    let fixed = layout!((8, 16):(16, 1));
    let free = layout!((rows, cols):({cols}, 1));
    check_behind(zipped_divide(swizzle.compose(fixed), tiler!(4, 8)), zipped_divide(fixed, tiler!(4, 8)));
    check_behind(logical_divide(swizzle.compose(fixed), int!(4)), logical_divide(fixed, int!(4)));
    check_behind(tiled_divide(swizzle.compose(fixed), tiler!(_, 8)), tiled_divide(fixed, tiler!(_, 8)));
    check_behind(flat_divide(swizzle.compose(fixed), tiler!(4, 8:2)), flat_divide(fixed, tiler!(4, 8:2)));
    check_behind(logical_divide(swizzle.compose(free), tiler!(4, 8)), logical_divide(free, tiler!(4, 8)));
    let thread_value = layout!(((4, 8), (2, 2)):((16, 1), (8, 64)));
    check_behind(composition(swizzle.compose(fixed), thread_value), composition(fixed, thread_value));
    check_behind(composition(swizzle.compose(free), tiler!(4, _)), composition(free, tiler!(4, _)));
    check_behind(coalesce(swizzle.compose(layout!((4, (2, 8))))), coalesce(layout!((4, (2, 8)))));
    let by = (1, 1);
    check_behind(
        coalesce_by(swizzle.compose(layout!(((4, 2), 8))), by),
        coalesce_by(layout!(((4, 2), 8)), by),
    );
    // at an offset too, as slices are
    let part = swizzle.compose_at(int!(6), fixed);
    check_behind(zipped_divide(part, tiler!(4, 8)), zipped_divide(fixed, tiler!(4, 8)));
    // an atom of shared memory fills a stage
    let atom = swizzle.compose(layout!((4, 8):(8, 1)));
    let plain = layout!((4, 8):(8, 1));
    check_behind(tile_to_shape(atom, shape!(16, 24)), tile_to_shape(plain, shape!(16, 24)));
    let order = shape!(1, 0);
    check_behind(
        tile_to_shape_ordered(atom, shape!(16, 24), order),
        tile_to_shape_ordered(plain, shape!(16, 24), order),
    );
    check_behind(logical_product(atom, layout!(6:1)), logical_product(plain, layout!(6:1)));
    let copies = layout!((2, 3):(3, 1));
    check_behind(blocked_product(atom, copies), blocked_product(plain, copies));
    check_behind(raked_product(atom, copies), raked_product(plain, copies));
    // twice
    let twice = Swizzle::<1, 0, 4>::new().compose(swizzle.compose(fixed));
    let divided = zipped_divide(twice, tiler!(4, 8));
    for i in 0..fixed.len() {
        let once = definition((2, 1, 3), zipped_divide(fixed, tiler!(4, 8)).offset(i));
        assert_eq!(divided.offset(i), definition((1, 0, 4), once));
    }

    // what the operation refuses, and what the swizzle does
    let three = 3;
    let unaligned = try_composition(swizzle.compose(layout!((6, 2):(1, 7))), layout!((three, 2):(2, 3)));
    assert_eq!(
        unaligned.unwrap_err().to_string(),
        "composition: Sw<2,1,3> o _0 o (_6,_2):(_1,_7) by (3,_2):(_2,_3): \
         no layout equals the result: element 5 needs 8, modes give 7"
    );
    let many = 1 << 57;
    let beyond = try_logical_product(swizzle.compose(fixed), layout!(many:1)).unwrap_err();
    assert_eq!(beyond.operation, "logical_product");
    let few = many >> 2;
    let fits = try_logical_product(swizzle.compose(fixed), layout!(few:1)).unwrap();
    assert_eq!(fits.cosize(), 128 * few);
    let (n, back) = (8, Signed(-1));
    let backward = try_composition(swizzle.compose(layout!(n:1)), layout!(4:back)).unwrap_err();
    assert_eq!(backward.reason, Reason::Swizzle(SwizzleError::Negative { lowest: -3 }));
    assert_eq!(
        backward.to_string(),
        "swizzle: Sw<2,1,3> o _0 o 8:_1 by _4:-1: \
         the strides of the layout go down to offset -3, and a swizzle takes offsets from 0 on"
    );
    // the product has offsets below 2^63, and not behind this start
    let (late, copies) = (swizzle.compose_at(many << 4, fixed), 7 << 53);
    let beyond = try_logical_product(late, layout!(copies:1)).unwrap_err();
    assert_eq!(beyond.reason, Reason::Swizzle(SwizzleError::Overflow));
    // tiles are whole, or none: what overhangs has no place to say so
    let whole = try_zipped_divide(swizzle.compose(free), tiler!(4, 8)).unwrap();
    check_behind(whole, zipped_divide(free, tiler!(4, 8)).exact().unwrap());
    let refused = try_zipped_divide(swizzle.compose(free), tiler!(3, 8)).unwrap_err();
    assert!(refused.to_string().ends_with(" elements instead of 128"), "{refused}");
}
