//! Layouts as functions, and what is known of their image, against brute force.
use crate::common::{self, layouts};
use proptest::prelude::*;
use std::collections::BTreeSet;
use tilework::dynamic::*;

proptest! {
    #[test]
    fn offsets_follow_the_definition(layout in layouts(8)) {
        let expected = common::offsets(&layout);
        prop_assert!(layout.offsets().eq(expected.iter().map(|&offset| Offset::Int(offset))));
        for (index, offset) in expected.iter().enumerate().step_by(7) {
            let coordinate = idx2crd(index as i64, layout.shape().view()).unwrap();
            prop_assert_eq!(&layout.offset(&coordinate).unwrap(), offset);
            prop_assert_eq!(&layout.offset(&Tree::leaf(index as i64)).unwrap(), offset);
            prop_assert_eq!(&layout.offset(&layout.coordinate_by_mode(&coordinate).unwrap()).unwrap(), offset);
        }
        let span = expected.iter().max().unwrap() - expected.iter().min().unwrap() + 1;
        prop_assert_eq!(layout.cosize(), span);
        prop_assert!(layout.offset(&Tree::leaf(layout.size())).is_err());
        prop_assert!(layout.offset(&Tree::leaf(-1)).is_err());
        prop_assert_eq!(
            layout.offset_unchecked(&Tree::leaf(layout.size() + 5)).unwrap(),
            common::offset(&layout, layout.size() + 5)
        );
    }

    #[test]
    fn facts_about_the_image(layout in layouts(5)) {
        let image: BTreeSet<i64> = common::offsets(&layout).into_iter().collect();
        prop_assert_eq!(layout.is_injective().unwrap(), image.len() as i64 == layout.size());
        prop_assert_eq!(layout.is_exhaustive().unwrap(), image.len() as i64 == layout.cosize());
        prop_assert_eq!(layout.holes().unwrap(), layout.cosize() - image.len() as i64);
        prop_assert_eq!(
            layout.is_contiguous().unwrap(),
            image.len() as i64 == layout.size() && image.len() as i64 == layout.cosize()
        );
    }

    /// Over F2 too, where the strides settle it if no bit is a sum of others.
    #[test]
    fn injective_over_bits(
        modes in prop::collection::vec((1..6_i64, (0..64_u64).prop_map(Stride::F2)), 1..4),
    ) {
        let modes = modes.into_iter().map(|(extent, stride)| Mode::new(extent, stride));
        let layout = DynLayout::from_modes(Tree::flat(modes)).unwrap();
        let image: BTreeSet<Offset> = layout.offsets().collect();
        prop_assert_eq!(layout.is_injective().unwrap(), image.len() as i64 == layout.size(), "{}", layout);
    }

    #[test]
    fn coordinates_of_an_offset_are_all_of_them(layout in layouts(5), target in -20..80_i64) {
        let found: Vec<i64> = layout
            .coordinates_of(&Offset::Int(target))
            .unwrap()
            .iter()
            .map(|coordinate| crd2idx(coordinate.view(), layout.shape().view()).unwrap())
            .collect();
        let expected: Vec<i64> =
            (0..layout.size()).filter(|&index| common::offset(&layout, index) == target).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn slices_and_the_fixed_part_add_up(layout in layouts(5), fixed in prop::collection::vec(prop::option::of(0..5_i64), 3)) {
        let layout = if layout.view().is_leaf() { layout.append_to(2).unwrap() } else { layout };
        let shape = product_each(layout.shape().view()).unwrap();
        let mut wanted = fixed.iter().cycle();
        let coordinate = shape.map(|extent| wanted.next().unwrap().map(|c| c % extent));
        let kept = slice(&coordinate, &layout).unwrap();
        let base = slice_offset(&coordinate, &layout).unwrap().as_int().unwrap();
        let mut expected = BTreeSet::new();
        for index in 0..layout.size() {
            let by_mode = layout.coordinate_by_mode(&idx2crd(index, layout.shape().view()).unwrap()).unwrap();
            if by_mode.leaves().iter().zip(coordinate.leaves()).all(|(c, fixed)| fixed.is_none_or(|f| f == *c)) {
                expected.insert(common::offset(&layout, index));
            }
        }
        let found: BTreeSet<i64> = common::offsets(&kept).into_iter().map(|offset| base + offset).collect();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(kept.size() * dice(&coordinate, &layout).unwrap().size(), layout.size());
    }

    #[test]
    fn like_is_compact_in_the_same_order(layout in layouts(5)) {
        let like = make_layout_like(&layout).unwrap();
        let with_stride: i64 =
            layout.leaves().iter().filter(|mode| !mode.stride.is_zero()).map(|mode| mode.extent).product();
        prop_assert_eq!(like.cosize(), with_stride);
        for (a, b) in layout.leaves().iter().zip(like.leaves()) {
            prop_assert_eq!(a.stride.is_zero(), b.stride.is_zero());
        }
    }
}

fn layout(text: &str) -> DynLayout {
    text.parse().unwrap()
}

#[test]
fn seeds() {
    for (text, size, cosize) in [
        ("(_2,4):(_12,_1)", 8, 16),
        ("((16,2),(16,3)):((16,256),(1,512))", 1536, 1536),
        ("(2,3):(3,1)", 6, 6),
        ("(2,3):(1,2)", 6, 6),
        ("((4,2),(4,3)):((4,16),(1,32))", 96, 96),
        ("5:-1", 5, 5),
        ("(0,4):(1,1)", 0, 0),
    ] {
        assert_eq!((layout(text).size(), layout(text).cosize()), (size, cosize), "{text}");
    }
    let blocks = layout("((16,2),(16,3)):((16,256),(1,512))");
    assert_eq!(blocks.offset(&"(17,20)".parse().unwrap()).unwrap(), 788);
    assert_eq!(blocks.offset(&"(31,47)".parse().unwrap()).unwrap(), 1535);
    assert_eq!(blocks.offset(&"((1,1),(4,1))".parse().unwrap()).unwrap(), 788);
    assert!(blocks.offset(&"(32,0)".parse().unwrap()).is_err());
    assert!(blocks.offset(&"((1,2),0)".parse().unwrap()).is_err());
    assert!(blocks.offset(&"(1,2,3)".parse().unwrap()).is_err());
}

#[test]
fn large_layouts_are_answered_or_refused_at_once() {
    let large = layout("(1000000,1000000,1000):(1,1000000,1000000000000)");
    assert_eq!(large.size(), 1_000_000_000_000_000);
    assert_eq!(large.offsets().len(), 1_000_000_000_000_000);
    assert_eq!(large.offsets().nth(5_000_003), Some(Offset::Int(5_000_003)));
    assert_eq!(large.is_contiguous(), Ok(true));
    assert_eq!(large.holes(), Ok(0));
    assert_eq!(large.coordinates_of(&Offset::Int(5_000_003)).unwrap().len(), 1);
    let overlapping = layout("(1000000,1000000):(2,3)");
    assert_eq!(overlapping.is_injective(), Ok(false));
    let undecided = layout("(100000,100000):(100001,100003)");
    assert!(matches!(undecided.is_injective(), Err(Error::TooLarge { .. })));
    let broadcast = layout("(1000000,1000000):(0,0)");
    assert!(matches!(broadcast.coordinates_of(&Offset::Int(0)), Err(Error::TooLarge { .. })));
    assert!(!large.table(TableLimits::default()).to_string().is_empty());
    let still = layout(&format!("({}):(0)", i64::MAX));
    assert!(still.table(TableLimits::default()).to_string().contains(&format!("32 of {} columns", i64::MAX)));
}

#[test]
fn basis_strides_give_coordinates() {
    let identity = layout("(4,5):(1@0,1@1)");
    let at = |text: &str| identity.offset(&text.parse().unwrap()).unwrap().to_string();
    assert_eq!([at("(2,3)"), at("(2,0)"), at("(0,0)"), at("(0,4)")], ["(2,3)", "2@0", "0", "4@1"]);
    assert_eq!(identity.cosize(), 20);
    assert_eq!(identity.is_injective(), Ok(true));
    let nested = layout("((2,3),4):((1@0@0,1@1@0),1@1)");
    assert_eq!(nested.offset(&"((1,2),3)".parse().unwrap()).unwrap().to_string(), "1@0@0+2@1@0+3@1");
}

#[test]
fn f2_strides_add_by_xor() {
    let swizzled = layout("(8,8):(F1,F9)");
    assert_eq!(swizzled.offset(&"(0,1)".parse().unwrap()).unwrap(), 9);
    assert_eq!(swizzled.offset(&"(5,6)".parse().unwrap()).unwrap(), 51);
    assert_eq!(swizzled.cosize(), 64);
    assert_eq!(swizzled.is_contiguous(), Ok(true));
}

#[test]
fn tables() {
    let table = layout("((2,2),(2,2)):((2,8),(1,4))").with_extent(&[3, 3]).unwrap();
    let expected = "
       0    1    2    3
    +----+----+----+----+
 0  |  0 |  1 |  4 |  . |
    +----+----+----+----+
 1  |  2 |  3 |  6 |  . |
    +----+----+----+----+
 2  |  8 |  9 | 12 |  . |
    +----+----+----+----+
 3  |  . |  . |  . |  . |
    +----+----+----+----+
";
    assert_eq!(table.table(TableLimits::default()).to_string(), expected[1..]);
    let small = TableLimits { rows: 4, columns: 3, pages: 2 };
    let text = layout("(10,10,3):(1,10,100)").table(small).to_string();
    let expected = "
(_,_,0)
         0     1   ...     9
     +-----+-----+-----+-----+
  0  |   0 |  10 | ... |  90 |
     +-----+-----+-----+-----+
  1  |   1 |  11 | ... |  91 |
     +-----+-----+-----+-----+
...  | ... | ... | ... | ... |
     +-----+-----+-----+-----+
  8  |   8 |  18 | ... |  98 |
     +-----+-----+-----+-----+
  9  |   9 |  19 | ... |  99 |
     +-----+-----+-----+-----+

...

(_,_,2)
";
    assert!(text.starts_with(&expected[1..]), "{text}");
    assert!(text.ends_with("shown: 4 of 10 rows, 3 of 10 columns, 2 of 3 pages\n"), "{text}");
}

#[test]
fn tables_of_fewer_than_two_modes_are_one_row() {
    for (text, expected) in [
        ("():()", "\n      0\n    +---+\n    | 0 |\n    +---+\n"),
        ("2:3", "\n      0   1\n    +---+---+\n    | 0 | 3 |\n    +---+---+\n"),
        ("(2):(3)", "\n      0   1\n    +---+---+\n    | 0 | 3 |\n    +---+---+\n"),
        ("2:3 of 1", "\n      0   1\n    +---+---+\n    | 0 | . |\n    +---+---+\n"),
    ] {
        assert_eq!(layout(text).table(TableLimits::default()).to_string(), expected[1..], "{text}");
    }
    let one = Swizzle::new(1, 0, 1).unwrap().compose(layout("3:1"));
    let expected = "\n      0   1   2\n    +---+---+---+\n    | 0 | 1 | 3 |\n    +---+---+---+\n";
    assert_eq!(one.table(TableLimits::default()).to_string(), expected[1..]);
}

/// No more offsets are drawn than a table says beforehand, and where all are drawn just as many.
#[test]
fn a_table_says_how_much_it_draws() {
    let whole = TableLimits { rows: 100, columns: 100, pages: 100 };
    for text in [
        "():()",
        "5:1",
        "(5):(1)",
        "(4,3):(1,4)",
        "(4,(3,2),5,2):(1,(4,12),24,120)",
        "(0,4):(1,1)",
        "(4,0):(1,1)",
    ] {
        let layout = layout(text);
        let drawn = |limits| {
            let table = layout.table(limits).to_string();
            let cells =
                table.lines().filter(|line| line.contains('|')).map(|line| line.matches('|').count() - 1);
            cells.sum::<usize>() as i64
        };
        assert_eq!(layout.table(whole).cells(), layout.size(), "{text}");
        assert_eq!(drawn(whole), layout.size(), "{text}");
        for limit in 0..6 {
            let limits = TableLimits { rows: limit, columns: limit + 1, pages: limit };
            assert!(drawn(limits) <= layout.table(limits).cells(), "{text}: {limits:?}");
        }
    }
    // gaps are counted: one in the middle, and one at the end of what has padding
    let table =
        |text: &str, rows, columns, pages| layout(text).table(TableLimits { rows, columns, pages }).cells();
    assert_eq!(table("(10,20,3):(1,10,200)", 4, 5, 1), (4 + 2) * (5 + 2) * 3);
    assert_eq!(table("(10,20,9):(1,10,200)", 0, 1, 1), (2 + 2) * (2 + 2) * (2 + 2));
    assert_eq!(table("20:1", 1, 7, 1), 7 + 2);
}

/// What only nests otherwise, or has modes of one element more, has the same elements at the same indices.
#[test]
fn arranging_modes_keeps_offsets_and_padding() {
    for text in [
        "(4,(2,3),5):(1,(4,8),24)",
        "(4,(2,3),5):(1,(4,8),24) of (3,5,5)",
        "(4,(2,3),5):(1,(4,8),24) of (4,5,4)",
        "((2,2),(3,2),1):((1,6),(2,12),0) of (10) by ((1@0,2@0),(4@0,0@0),0@0)",
    ] {
        let layout: DynLayout = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut arranged =
            vec![layout.flatten(), layout.append_to(3), layout.append_to(5), layout.prepend_to(5)];
        arranged.extend(
            (0..4)
                .flat_map(|end| (0..=end).map(move |begin| (begin, end)))
                .map(|(begin, end)| layout.group(begin, end)),
        );
        for arranged in arranged.into_iter().map(Result::unwrap) {
            assert_eq!(arranged.to_string().parse().as_ref(), Ok(&arranged));
            assert_eq!((arranged.size(), arranged.logical_size()), (layout.size(), layout.logical_size()));
            for index in (0..layout.size()).map(Tree::leaf) {
                assert_eq!(arranged.is_padding(&index), layout.is_padding(&index), "{index} of {arranged}");
                assert_eq!(arranged.offset(&index).ok(), layout.offset(&index).ok(), "{index} of {arranged}");
            }
        }
        assert!(layout.append_to(2).is_err() && layout.prepend_to((1 << 16) + 1).is_err());
    }
}

#[test]
fn modes_that_are_picked_keep_their_extents() {
    let layout = layout("(4,(2,3),5):(1,(4,8),24) of (3,5,5)");
    let text = |result: Result<DynLayout>| {
        result.map(|layout| layout.to_string()).map_err(|error| error.to_string())
    };
    for (result, expected) in [
        (layout.get(&[0]), "4:1 of 3"),
        (layout.get(&[1]), "(2,3):(4,8)"),
        (layout.get(&[1, 1]), "3:8"),
        (layout.get(&[2]), "5:24"),
        (layout.get(&[]), "(4,(2,3),5):(1,(4,8),24)"),
        (layout.select(&[1, 0, 1]), "((2,3),4,(2,3)):((4,8),1,(4,8)) of (5,3,5)"),
        (layout.select(&[2]), "(5):(24)"),
        (layout.take(0, 2), "(4,(2,3)):(1,(4,8)) of (3,5)"),
        (layout.take(1, 1), "():()"),
    ] {
        assert_eq!(text(result).as_deref(), Ok(expected));
    }
    for (result, reason) in [
        (layout.get(&[3]), "get: there is no mode 3 among 3"),
        (layout.get(&[1, 2]), "get: there is no mode 2 among 2"),
        (layout.select(&[0, 3]), "select: there is no mode 3 among 3"),
        (layout.take(2, 4), "take: there are no modes 2..4 among 3"),
        (layout.take(2, 1), "take: there are no modes 2..1 among 3"),
    ] {
        assert_eq!(text(result), Err(reason.into()));
    }
    // neither may overhang
    let (whole, mode) = (layout.clone().padded(), "7:120".parse::<DynLayout>().unwrap());
    assert_eq!(text(whole.append(&mode)).as_deref(), Ok("(4,(2,3),5,7):(1,(4,8),24,120)"));
    assert_eq!(text(whole.prepend(&mode)).as_deref(), Ok("(7,4,(2,3),5):(120,1,(4,8),24)"));
    for (result, verb) in [
        (layout.append(&mode), "append"),
        (whole.append(&layout), "append"),
        (layout.prepend(&mode), "prepend"),
        (whole.prepend(&layout), "prepend"),
    ] {
        let reason = format!("{verb}: {} overhangs, only (3,5,5) of its elements are valid", whole.view());
        assert_eq!(text(result), Err(reason));
    }
}
