//! Layouts: offsets, facts, walks, padding and slices equal their definitions, evaluated point by point.
#![allow(unused_parens, clippy::double_parens, reason = "trees are written once, as notation and as Rust")]

use proptest::prelude::{Strategy, proptest};
use static_assertions::{assert_eq_size, assert_type_eq_all};
use std::collections::HashSet;
use tilework::int::Multiple;
use tilework::layout::{Coordinate, Exact, Extent, LayoutError, crd2idx, idx2crd, ordered};
use tilework::layout::{Free, Slice, SliceLayout};
use tilework::prelude::*;
use tilework::tuple::product_each;

/// The leaf modes of a layout, from the first to the last.
fn leaf_modes<S: Shape, D: Stride<S>, E: Extent<S>>(layout: &Layout<S, D, E>) -> Vec<(usize, isize)> {
    let mut modes = Vec::new();
    layout.stride().each_leaf(layout.shape(), &mut |extent, stride| modes.push((extent, stride)));
    modes
}

/// The offset of an index by definition: first leaf fastest, the last one takes the rest.
fn definition(modes: &[(usize, isize)], mut index: usize) -> isize {
    let mut offset = 0;
    for (k, &(extent, stride)) in modes.iter().enumerate() {
        let x = if k + 1 == modes.len() { index } else { index % extent };
        index /= extent.max(1);
        offset += x as isize * stride;
    }
    offset
}

/// Everything a layout says of itself, against its offsets one by one.
fn check<S: Shape, D: Stride<S>, E: Extent<S>>(layout: Layout<S, D, E>) {
    let modes = leaf_modes(&layout);
    let size = layout.size().value();
    assert_eq!(size, modes.iter().map(|mode| mode.0).product::<usize>());
    let offsets: Vec<isize> = (0..size).map(|i| definition(&modes, i)).collect();
    for (i, &offset) in offsets.iter().enumerate() {
        assert_eq!(layout.offset(i).to_isize(), offset, "offset {i} of {layout}");
    }
    if size > 0 && !modes.is_empty() {
        // one past the end goes on linearly
        assert_eq!(layout.offset(size).to_isize(), definition(&modes, size), "the end of {layout}");
    }

    let distinct: HashSet<isize> = offsets.iter().copied().collect();
    let least = offsets.iter().copied().min().unwrap_or(0);
    let spread = offsets.iter().max().map_or(0, |most| (most - least) as usize + 1);
    assert_eq!(layout.cosize().value(), spread, "cosize of {layout}");
    assert_eq!(layout.is_injective(), distinct.len() == size, "injective: {layout}");
    assert_eq!(layout.is_exhaustive(), distinct.len() == spread, "exhaustive: {layout}");
    assert_eq!(layout.is_contiguous(), distinct.len() == size && size == spread, "contiguous: {layout}");
    if size > 0 {
        assert_eq!(-(Mapping::base(&layout) as isize), least.min(0), "base of {layout}");
    }

    // by top-level modes: what is logical, what is padding
    let rank = layout.rank();
    let (sizes, extents) = (product_each(layout.shape()), layout.extents());
    let mut elements = Vec::new();
    let mut padding = Vec::new();
    for (i, &offset) in offsets.iter().enumerate() {
        let (mut rest, mut crd) = (i, Vec::new());
        for mode in 0..rank {
            crd.push(rest % sizes.mode_size(mode));
            rest /= sizes.mode_size(mode);
        }
        let inside = (0..rank).all(|mode| crd[mode] < extents.mode_size(mode));
        assert_eq!(layout.contains(i), inside, "contains {i}: {layout}");
        assert_eq!(layout.is_padding(i), !inside);
        assert_eq!(layout.try_offset(i).is_ok(), inside);
        if inside { elements.push((crd, offset)) } else { padding.push((crd, offset)) }
    }
    let leaves = |crd: tilework::tuple::Leaves| -> Vec<usize> {
        (0..crd.len()).map(|k| crd.get(k).unwrap() as usize).collect()
    };
    assert_eq!(layout.coordinates().len(), elements.len());
    assert!(
        layout.coordinates().map(|c| leaves(c.leaf_values())).eq(elements.iter().map(|e| e.0.clone())),
        "{layout}"
    );
    assert_eq!(layout.offsets().len(), elements.len());
    assert!(layout.offsets().map(Scalar::to_isize).eq(elements.iter().map(|e| e.1)), "offsets of {layout}");
    assert_eq!(layout.padding().len(), padding.len());
    assert!(
        layout.padding().map(|c| leaves(c.leaf_values())).eq(padding.iter().map(|p| p.0.clone())),
        "{layout}"
    );
    assert!(layout.padding_offsets().eq(padding.iter().map(|p| p.1)), "padding of {layout}");
    assert_eq!(layout.is_exact(), padding.is_empty());
}

/// Checks layouts of literals, all static and all dynamic.
macro_rules! each_layout {
    ($($shape:tt : $stride:tt)*) => { $(
        check(layout!($shape:$stride));
        check(Layout::new($shape, $stride));
    )* };
}

#[test]
fn nested_layouts() {
    each_layout! {
        (2, 4):(12, 1)
        ((4, 2), (4, 3)):((4, 16), (1, 32))
        ((16, 2), (16, 3)):((16, 256), (1, 512))
        (2, 3):(3, 1)
        (2, 3):(1, 2)
        (4, 8):(8, 1)
        (4, 6):(1, 0)
        (5, (3, 3, 5)):(4, (1200, 20, 60))
        (3, 2):(2, 5)
        (((2, 1), 2), ((3), 2)):(((1, 7), 2), ((4), 50))
        (((((3, 2), 2), 2), 2), 2):(((((1, 3), 6), 12), 24), 48)
        (2, 1, 2, 1, 3, 1, 1, 2, 1, 1, 1, 3):(1, 5, 2, 5, 4, 5, 5, 12, 5, 5, 5, 24)
        ():()
        ((), 4):((), 2)
        (0, 3):(1, 1)
        (3, (2, 0)):(1, (3, 6))
        (1, 1):(9, 9)
        7:3
        (7):(3)
        1:0
    }
}

#[test]
fn mixed_and_negative_layouts() {
    let n = 3;
    check(layout!((2, n):(12, 1)));
    check(layout!(((4, 2), (4, n)):((4, 16), (1, {32}))));
    check(layout!((n, (n, 2)):({n * 2}, (2, 1))));
    check(layout!((5):(-1)));
    check(layout!((4, 3):(-1, -4)));
    check(layout!((4, 3):(3, -1)));
    check(layout!(((2, 2), 3):((-1, 6), -2)));
    check(layout!((5):({Signed(-1)})));
    check(layout!((n, 4):({Signed(-4)}, 1)));
    check(layout!((n, 4):({Signed(0)}, -1)));
    // leaves that go on where the one before ends, or nearly so
    check(layout!(((4, n), 2):((-2, -8), 1)));
    check(layout!(((4, n), (2, 2)):((3, 12), (50, 100))));
    check(layout!(((n, 4), (2, 3)):((3, 9), (50, 101))));
    check(layout!(((2, (2, n)), 2):((0, (0, 0)), 1)));
}

#[test]
fn overhanging_layouts() {
    let l =
        |extent| Layout::try_with_extent(shape!((4, 2), (4, 3)), stride!((4, 16), (1, 32)), extent).unwrap();
    for rows in 0..=8 {
        for cols in 0..=12 {
            check(l((rows, cols)));
        }
    }
    check(Layout::try_with_extent(shape!((4, 2), 3), stride!((1, 12), -4), shape!(7, 3)).unwrap());
    check(Layout::try_with_extent(((4, 2), 3), ((1, 12), 4), (5, int!(2))).unwrap());
    check(Layout::try_with_extent(8, 2, 5).unwrap());
    check(Layout::try_with_extent(shape!(8), stride!(-2), int!(5)).unwrap());
    for (a, b, c) in [(1, 2, 3), (2, 2, 1), (2, 0, 4), (2, 3, 4), (1, 3, 4), (2, 3, 2), (0, 0, 0)] {
        check(Layout::try_with_extent((2, (3, 1), (2, 2)), (1, (2, 0), (6, 12)), (a, b, c)).unwrap());
    }
}

/// Every layout of three dynamic modes, small extents and any small strides.
#[test]
fn census_of_small_layouts() {
    for extents in (0..64).map(|n| (n % 4, n / 4 % 4, n / 16)) {
        for strides in (0..729).map(|n| (n % 9 - 3, n / 9 % 9 - 2, n / 81 - 1)) {
            let signed = (Signed(strides.0), Signed(strides.1), Signed(strides.2));
            let layout = Layout::new(extents, signed);
            let modes = leaf_modes(&layout);
            let size = layout.size();
            let distinct: HashSet<isize> = (0..size).map(|i| definition(&modes, i)).collect();
            let spread = match (distinct.iter().min(), distinct.iter().max()) {
                (Some(least), Some(most)) => (most - least) as usize + 1,
                _ => 0,
            };
            assert_eq!(layout.is_injective(), distinct.len() == size, "injective: {layout}");
            assert_eq!(layout.is_exhaustive(), distinct.len() == spread, "exhaustive: {layout}");
            assert_eq!(layout.cosize(), spread, "cosize of {layout}");
        }
    }
}

#[test]
fn the_three_cases_of_crd2offset() {
    macro_rules! each {
        ($(($a:literal, $b:literal, $c:literal, $d:literal) : $stride:tt)*) => { $(
            let fixed = layout!((($a, $b), ($c, $d)):$stride);
            let moving = Layout::new((($a, $b), ($c, $d)), $stride);
            for i in 0..$a * $b {
                for j in 0..$c * $d {
                    let offset = fixed.offset((i, j));
                    assert_eq!(offset, fixed.offset(((i % $a, i / $a), (j % $c, j / $c))));
                    assert_eq!(offset, fixed.offset((i, (j % $c, j / $c))));
                    assert_eq!(offset, fixed.offset(i + $a * $b * j));
                    assert_eq!(offset, moving.offset((i, j)));
                    assert_eq!(offset, moving.offset(i + $a * $b * j));
                    let index = crd2idx((i, j), fixed.shape());
                    assert_eq!(index, i + $a * $b * j);
                    assert_eq!(idx2crd(index, fixed.shape()), ((i % $a, i / $a), (j % $c, j / $c)));
                    assert_eq!(crd2idx(idx2crd(index, moving.shape()), moving.shape()), index);
                }
            }
        )* };
    }
    each!((4, 2, 4, 3):((4, 16), (1, 32)) (3, 2, 2, 5):((7, 1), (0, 90)) (2, 2, 2, 2):((1, 4), (2, 8)));
}

#[test]
fn offsets_of_words_are_static_only_where_all_strides_are_zero() {
    let (i, j) = (3, 2);
    let _: Int!(0) = layout!(((4, 2), 4):((0, 0), 0)).offset((i, j));
    let _: Int!(0) = layout!(((4, 2), 4):((0, 0), 0)).offset(i);
    // whatever the extents: what only this entry can be, its type does not say
    let word: usize = layout!((1, 4):(5, 0)).offset(i);
    let signed: Signed = layout!((4, 4):(0, -2)).offset((i, j));
    assert_eq!((word, signed), (0, Signed(-4)));
    // one entry that is known, and each counts for itself
    let _: Int!(0) = layout!((1, 4):(5, 0)).offset((int!(0), j));
    let stride = Multiple::<Int!(8)>::new(16).unwrap();
    let multiple: Multiple<Int!(8)> = layout!((4, 4):({stride}, 0)).offset((i, j));
    assert_eq!(multiple, 48);
}

#[test]
fn compact_and_ordered_layouts_are_contiguous() {
    macro_rules! each {
        ($($shape:tt by $order:tt)*) => { $(
            for layout in [ordered($shape, shape!($order)).to_string(), ordered(shape!($shape), shape!($order)).to_string()] {
                assert_eq!(layout.replace('_', ""), ordered($shape, shape!($order)).to_string().replace('_', ""));
            }
            check(ordered($shape, shape!($order)));
            check(ordered(shape!($shape), shape!($order)));
            assert!(ordered($shape, shape!($order)).is_contiguous());
            assert!(column_major($shape).is_contiguous() && row_major($shape).is_contiguous());
        )* };
    }
    each! {
        ((4, 2), (4, 3)) by ((1, 2), (0, 3))
        (2, 3, 4) by (2, 0, 1)
        (2, 3, 4, 2) by (0, 2, 3, 0)
        ((2, 2), (3, (2, 2))) by ((5, 5), (5, (5, 5)))
        (1, 5, 1) by (0, 9, 3)
    }
    assert_eq!(ordered((2, 3, 4, 2), shape!(0, 2, 3, 0)).stride(), (int!(1), 4, 12, 2));
}

proptest! {
    #[test]
    fn any_dynamic_layout(
        (shape, stride) in (
            proptest::collection::vec(1..5usize, 5).prop_map(|v| ((v[0], v[1]), v[2], (v[3], (v[4],)))),
            proptest::collection::vec(-20..40isize, 5)
                .prop_map(|v| ((Signed(v[0]), Signed(v[1])), Signed(v[2]), (Signed(v[3]), (Signed(v[4]),)))),
        ),
        cut in (0..4usize, 0..4usize, 0..4usize),
    ) {
        check(Layout::new(shape, stride));
        let sizes = product_each(shape);
        let less = |size: usize, cut: usize| size.saturating_sub(cut);
        let extent = (less(sizes.0, cut.0), less(sizes.1, cut.1), less(sizes.2, cut.2));
        check(Layout::try_with_extent(shape, stride, extent).unwrap());
    }
}

/// A slice of a matrix: each of its coordinates `x` stands for `whole(x)` in the layout it is cut from.
fn check_slice<S, D, E, C>(layout: Layout<S, D, E>, crd: C, whole: impl Fn(usize) -> (usize, usize))
where
    S: Shape,
    D: Stride<S>,
    E: Extent<S>,
    C: Slice<S, D, E>,
    (usize, usize): Coordinate<S, D>,
{
    let (slice, start) = layout.slice(crd);
    assert!(!slice.is_exact() || slice.padding().len() == 0);
    for x in 0..slice.size().value() {
        let offset = start.to_isize() + slice.offset(x).to_isize();
        assert_eq!(offset, layout.offset(whole(x)).to_isize(), "{slice} at {x}, cut from {layout}");
        assert_eq!(slice.contains(x), layout.contains(whole(x)), "{slice} at {x}, cut from {layout}");
    }
}

#[test]
fn slices_keep_offset_phase_and_extent() {
    for rows in 1..=8 {
        for cols in 1..=12 {
            let extent = (rows, cols);
            let l =
                Layout::try_with_extent(shape!((4, 2), (4, 3)), stride!((4, 16), (1, 32)), extent).unwrap();
            for i in 0..rows {
                check_slice(l, crd!(i, _), |x| (i, x));
                // one block of columns, in one row: the kept mode is nested and starts at 0
                for block in 0..3 {
                    check_slice(l, crd!(i, (_, block)), |x| (i, x + 4 * block));
                }
                for within in 0..4 {
                    check_slice(l, crd!(i, (within, _)), |x| (i, within + 4 * x));
                }
            }
            for j in 0..cols {
                check_slice(l, crd!(_, j), |x| (x, j));
            }
            // one block: both modes keep a part
            for (down, across) in [(0, 0), (1, 0), (0, 2), (1, 1)] {
                check_slice(l, crd!((_, down), (_, across)), |x| (x % 4 + 4 * down, x / 4 + 4 * across));
                check_slice(l, crd!((down, _), (_, across)), |x| (down + 4 * (x % 2), x / 2 + 4 * across));
            }
            check_slice(l, crd!(_, _), |x| (x % 8, x / 8));
            check_slice(l, Free, |x| (x % 8, x / 8));
            assert_eq!(l.dice(crd!(_, 0)).to_string(), l.slice(crd!(0, _)).0.to_string());
        }
    }
}

#[test]
fn slices_that_do_not_exist() {
    let l = Layout::try_with_extent(shape!((4, 2), 3), stride!((1, 12), 4), (7, 3)).unwrap();
    let outside = |crd, extent| Some(LayoutError::Outside { crd, extent });
    // padding, past the shape, past an inner mode
    assert_eq!(l.try_slice(crd!({ 7 }, _)).err(), outside(7, 7));
    assert_eq!(l.try_slice(crd!({ 8 }, _)).err(), outside(8, 8));
    assert_eq!(l.try_slice(crd!((_, { 2 }), _)).err(), outside(2, 2));
    // both parts of a padded mode: rows 0 to 6 of 4x2 are no box
    assert_eq!(l.try_slice(crd!((_, _), 0)).err(), Some(LayoutError::NoBox { extent: 7, size: 8 }));
    assert_eq!(l.padded().slice(crd!((_, _), 0)).0.to_string(), "(_4,_2):(_1,_12)");
    // nothing is left free: a point
    let (point, offset) = l.slice(crd!(6, 2));
    assert_eq!((point.to_string(), offset), ("():()".into(), int!(22)));
}

#[test]
#[should_panic = "this slice of (_4,_8):(_8,_1) does not exist: coordinate 4 is outside a mode of extent 4"]
fn a_slice_outside_panics() {
    let row = 4;
    layout!((4, 8):(8, 1)).slice(crd!(row, _));
}

#[test]
fn tables() {
    let zn = layout!(((4, 2), (4, 3)):((4, 16), (1, 32))).table().to_string();
    let lines: Vec<&str> = zn.lines().collect();
    assert_eq!(lines[0], "       0    1    2    3    4    5    6    7    8    9   10   11");
    assert_eq!(lines[1], "    +----+----+----+----+----+----+----+----+----+----+----+----+");
    assert_eq!(lines[4], " 1  |  4 |  5 |  6 |  7 | 36 | 37 | 38 | 39 | 68 | 69 | 70 | 71 |");
    assert_eq!(lines.len(), 18);
    assert!(zn.lines().all(|line| line == line.trim_end()));

    let negative = layout!((2, 2):(-1, 100)).table().to_string();
    assert_eq!(negative.lines().nth(4), Some(" 1  |  -1 |  99 |"));
    assert_eq!(layout!(():()).table().to_string(), "+---+\n| 0 |\n+---+\n");
    let cube = layout!((1, 2, 2):(1, 1, 2)).table().to_string();
    assert!(cube.starts_with("(_,_,0)\n      0   1\n") && cube.contains("(_,_,1)\n"));
}

#[test]
fn tables_are_those_of_the_runtime_twin() {
    for text in ["((4,2),(4,3)):((4,16),(1,32))", "(12,3):(0,40)", "(2,3,2):(1,2,6)", "(2,2):(-1,100)"] {
        let twin: tilework::dynamic::DynLayout = text.parse().unwrap();
        let twin = twin.table(Default::default()).to_string();
        let typed = match text {
            "((4,2),(4,3)):((4,16),(1,32))" => layout!(((4,2),(4,3)):((4,16),(1,32))).table().to_string(),
            "(12,3):(0,40)" => layout!((12,3):(0,40)).table().to_string(),
            "(2,3,2):(1,2,6)" => layout!((2,3,2):(1,2,6)).table().to_string(),
            _ => layout!((2,2):(-1,100)).table().to_string(),
        };
        assert_eq!(typed, twin, "{text}");
    }
}

// Static layouts and what is made of them take no space; dynamic leaves take a word each.
type Tile = Layout!(((4, 2), (4, 3)):((4, 16), (1, 32)));
assert_eq_size!((), Tile);
assert_eq_size!([usize; 2], Layout!(((4, usize), (4, usize)):((4, 16), (1, 32))));
assert_type_eq_all!(<Tile as Mapping>::Cosize, Int!(96));
assert_type_eq_all!(<Tile as Accepts<(Int!(1), Int!(5))>>::Offset, Int!(37));
assert_type_eq_all!(<Layout!((4, 3):(-1, -4)) as Accepts<(Int!(3), Int!(2))>>::Offset, Int!(-11));
// a static coordinate keeps the slice and its offset static
assert_type_eq_all!(
    SliceLayout<
        (Int!(2), Free),
        Shape!(4, 8),
        Stride!(8, 1),
        Exact,
    >,
    Layout!((8):(1))
);

#[test]
fn negative_literals_pass_through_macros() {
    macro_rules! reversed {
        ($stride:literal) => {
            layout!((4):($stride))
        };
    }
    let layout: Layout!((4):(-2)) = reversed!(-2);
    assert_eq!(layout.offset(3), Signed(-6));
}

#[test]
fn layouts_with_an_extent_are_written_as_they_are_printed() {
    type Blocks = Layout!(((16, ?), (16, 4)):((16, 256), (1, ?)) of (?, 50));
    let (n, rows, pitch) = (7, 100, 1792);
    let blocks: Blocks = layout!(((16, n), (16, 4)):((16, 256), (1, pitch)) of (rows, 50));
    assert_eq!(blocks.to_string(), "((_16,7),(_16,_4)):((_16,_256),(_1,1792)) of (100,_50)");
    assert_eq!(blocks, zN::layout::<f16, _, _>(rows, int!(50)));
    const STATIC: Layout!(12:2 of 10) = layout!(12:2 of 10);
    assert_eq!((STATIC.len(), STATIC.cosize().value(), STATIC.contains(10)), (10, 23, false));
    let extent = (9, int!(2));
    let of = 3;
    assert_eq!(layout!((12, 2):(1, of) of extent).to_string(), "(_12,_2):(_1,3) of (9,_2)");
}

#[test]
#[should_panic = "(12,_2):(_1,_12): the logical extent 13 of mode 0 is larger than its size 12"]
fn an_extent_behind_the_size_is_refused() {
    let (size, extent) = (12, 13);
    layout!((size, 2):(1, 12) of (extent, 2));
}
