//! The worked examples of the layout algebra, as types.
use tilework::algebra::{Reason, Refused};
use tilework::algebra::{
    flat_divide, try_composition, try_flat_divide, try_logical_divide, try_tiled_divide, try_zipped_divide,
};
use tilework::prelude::*;
use tilework::tuple::product_each;

macro_rules! composes {
    ($($lhs:tt : $lhs_stride:tt, $rhs:tt : $rhs_stride:tt => $shape:tt : $stride:tt;)*) => { $(
        let result: Layout!($shape:$stride) = composition(layout!($lhs:$lhs_stride), layout!($rhs:$rhs_stride));
        assert_eq!(result, layout!($shape:$stride));
    )* };
}

#[test]
fn compositions() {
    composes! {
        20:2, 5:4 => 5:8;
        (6, 2):(8, 2), (4, 3):(3, 1) => ((2, 2), 3):((24, 2), 8);
        (10, 2):(16, 4), (5, 4):(1, 5) => (5, (2, 2)):(16, (80, 4));
        (4, 8):(8, 1), (2, 4):(1, 8) => (2, 4):(8, 2);
        (6, 8):(1, 10), 12:2 => (3, 4):(2, 10);
        (12, 10):(1, 20), (3, 4):(4, 12) => (3, 4):(4, 20);
        (32, 128):(1, 32), 30:1 => 30:1;
        (5, 3):(7, 1), 2:3 => 2:21;
        (4, 2, 8):(3, 12, 97), 3:3 => 3:9;
    }
    let reversed: Layout!(5:-2) = composition(layout!(24:2), layout!(5:-1));
    assert_eq!(reversed.to_string(), "_5:_-2");
    let n = 9;
    assert_eq!(composition(layout!(n:1), layout!(4:2)).to_string(), "_4:_2");
    assert_eq!(composition(layout!((8, n):(1, 8)), layout!(16:1)).to_string(), "_16:_1");
}

macro_rules! completes {
    ($($shape:tt : $stride:tt, $cotarget:tt => $result:tt : $result_stride:tt;)*) => { $(
        let result: Layout!($result:$result_stride) = complement(layout!($shape:$stride), int!($cotarget));
        assert_eq!(result, layout!($result:$result_stride));
    )* };
}

#[test]
fn complements() {
    completes! {
        4:1, 24 => 6:4;
        6:4, 24 => 4:1;
        4:2, 24 => (2, 3):(1, 8);
        (4, 6):(1, 4), 24 => 1:0;
        (2, 4):(1, 6), 24 => 3:2;
        (2, 2):(1, 6), 24 => (3, 2):(2, 12);
        (2, 2):(1, 6), 26 => (3, 3):(2, 12);
        (2, 2):(4, 1), 32 => (2, 4):(2, 8);
    }
    let n = 5;
    assert_eq!(complement(layout!(4:n), 40).to_string(), "(5,2):(_1,20)");
    assert_eq!(complement(layout!((4, n):(1, 8)), int!(64)).to_string(), "(_2,2):(_4,40)");
    // strides not known: room for three modes, in which two are found
    assert_eq!(complement(layout!((4, 2):(1, {n + 3})), 32).to_string(), "(2,2,1):(4,16,0)");
}

#[test]
fn divisions() {
    let _: Layout!((4, (2, 3)):(6, (3, 24))) = logical_divide(layout!(24:3), layout!(4:2));
    let _: Layout!(((2, 2), (2, 3)):((4, 1), (2, 8))) =
        logical_divide(layout!((4, 2, 3):(2, 1, 8)), layout!(4:2));
    let _: Layout!(((2, 2), (2, 4)):((16, 1), (8, 2))) = logical_divide(layout!((4, 8):(8, 1)), layout!(4:2));
    let _: Layout!(((3, 3), ((2, 4), (2, 2))):((177, 59), ((13, 2), (26, 1)))) =
        logical_divide(layout!((9, (4, 8)):(59, (13, 1))), tiler!(3:3, (2, 4):(1, 8)));
    let by_mode = layout!((8, 12):(1, 8));
    let _: Layout!(((4, 3), (2, 4)):((1, 8), (4, 24))) = zipped_divide(by_mode, tiler!(4, 3));
    let _: Layout!(((4, 3), 2, 4):((1, 8), 4, 24)) = tiled_divide(by_mode, tiler!(4, 3));
    let _: Layout!((4, 3, 2, 4):(1, 8, 4, 24)) = flat_divide(by_mode, tiler!(4, 3));
    let _: Layout!((12, 8):(1, 12)) = logical_divide(by_mode, layout!(12:1));
    let _: Layout!(((2, 3), 3, 2):((36, 1), 12, 3)) =
        flat_divide(layout!((6, 6):(12, 1)), layout!((6, 3):(3, 1)));
    let _: Layout!(((4, 1), (2, 12)):((1, 0), (4, 8))) = zipped_divide(by_mode, tiler!(4, _));
}

#[test]
fn divisions_that_overhang() {
    let tiles = logical_divide(layout!((10, 7):(1, 10)), tiler!(4, 4));
    assert_eq!(tiles.to_string(), "((_4,_3),(_4,_2)):((_1,_4),(_10,_40)) of (_10,_7)");
    let inside = (0..96).filter(|&index| tiles.contains(index)).count();
    assert_eq!(inside, 70);
    let (rows, cols) = (10, 7);
    let dynamic = logical_divide(layout!((rows, cols):(1, rows)), tiler!(4, 4));
    assert_eq!(dynamic.to_string(), "((_4,3),(_4,2)):((_1,_4),(10,40)) of (10,7)");
    let zipped = try_zipped_divide(layout!((rows, cols):(1, rows)), tiler!(4, 4)).unwrap();
    assert_eq!(
        zipped.to_string(),
        "((_4,_4),(3,2)):((_1,10),(_4,40)) of (10,7) by ((_1@0,_1@1),(_4@0,_4@1))"
    );
    assert_eq!((0..96).filter(|&index| zipped.contains(index)).count(), 70);
    assert_eq!(
        zipped.try_offset(((1, 3), (2, 1))).unwrap_err().to_string(),
        format!("coordinate ((1,3),(2,1)) is outside the extent (10,7) of layout {zipped}")
    );
    assert_eq!(
        zipped.exact().unwrap_err().to_string(),
        "mode 0 holds 10 elements of 12: the layout has padding and cannot be taken as exact"
    );
    let whole = zipped_divide(layout!((rows, cols):(1, rows)), tiler!(5, 7)).exact().unwrap();
    assert_eq!(whole.to_string(), "((_5,_7),(2,1)):((_1,10),(_5,70))");
}

/// The reason of a refusal; the `Ok` case is a failure.
fn reason<L: std::fmt::Debug, A, B>(result: Result<L, Refused<A, B>>) -> Reason {
    match result {
        Ok(layout) => panic!("accepted: {layout:?}"),
        Err(refused) => refused.reason,
    }
}

#[test]
fn strides_beyond_all_numbers_are_refused() {
    let (one, two, four, huge) = (1, 2, 4, 1 << 61);
    let lhs = layout!((four, two):(one, huge));
    assert!(matches!(reason(try_composition(lhs, layout!(two:64))), Reason::NoLayout(_)));
    // the stride of a mode that is not reached may be anything
    let result = try_composition(lhs, layout!((two, one):(two, {huge - 1}))).unwrap();
    assert_eq!(result.offset((1, 0)), 2);
    // the only result has offsets beyond 2^63: no type would have room for it
    let back = Layout::new((one, one), (huge, Signed(-(1 << 61))));
    let refused = reason(try_composition(back, layout!((four, {huge - 1}):(one, four))));
    assert!(matches!(refused, Reason::Layout(_)), "{refused:?}");
}

#[test]
fn indices_far_below_zero_are_refused() {
    let (one, large) = (1, isize::MAX as usize);
    let lhs = layout!((large, one):(0, 3));
    assert!(matches!(reason(try_composition(lhs, Layout::new(3, Signed(-1)))), Reason::NoLayout(_)));
}

#[test]
fn compositions_of_no_elements_keep_the_shape() {
    let (none, n, m) = (0, 4, 6);
    let result = composition(layout!((4, n):(1, 4)), layout!((none, m):(1, 2)));
    assert_eq!(result.size(), 0);
    let product = product_each(result.shape());
    assert_eq!((product.0, product.1), (0, 6));
    let result = composition(layout!((n, m):(m, 1)), layout!((m, (none, 3)):(1, (2, 2))));
    assert_eq!(result.shape().1.1.size(), 3);
}

#[test]
fn divisions_by_a_single_element_anywhere() {
    // copies of `1:2` are all elements in a row, not pairs of them
    let (one, two) = (1, 2);
    let divided = logical_divide(layout!((3, (2, 2)):(4, (1, 3))), layout!(one:two)).exact().unwrap();
    assert_eq!(divided.size(), 12);
    let offsets: Vec<_> = (0..12).map(|index| divided.offset(index)).collect();
    let layout = layout!((3, (2, 2)):(4, (1, 3)));
    assert_eq!(offsets, (0..12).map(|index| layout.offset(index)).collect::<Vec<_>>());
    // a type that cuts a row of copies in two may miss what the runtime twin finds, and says that
    let refused = try_logical_divide(layout!((12, 2):(1, 100)), layout!((4, one):(1, 8))).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "logical_divide: (_12,_2):(_1,_100) by (_4,1):(_1,_8): the result has more modes than its type has room for"
    );
}

#[test]
fn divisions_into_more_than_all_numbers() {
    // 4 times 2^61 elements are 2^63
    let (none, most) = (0, isize::MAX as usize);
    assert!(matches!(
        reason(try_logical_divide(layout!((none, most):(1, 0)), tiler!(2, 4))),
        Reason::Layout(_)
    ));
    assert!(matches!(
        reason(try_logical_divide(layout!(most:0), int!(4))),
        Reason::Overhangs { .. } | Reason::Layout(_)
    ));
}

/// One leaf takes any steps, unless it has no elements or a step leads beyond all numbers.
#[test]
fn a_leaf_composes_with_any_steps() {
    let (n, none, far) = (4, 0, isize::MAX as usize / 4);
    let steps = composition(layout!(n:5), layout!((2, n):(8, {Signed(-3)})));
    assert_eq!(steps.to_string(), "(_2,4):(_40,-15)");
    let nowhere = composition(layout!(():()), layout!(n:1));
    assert_eq!((nowhere.size().value(), nowhere.offset(n - 1).to_isize()), (n, 0));
    assert!(matches!(reason(try_composition(layout!(none:5), layout!(2:1))), Reason::NoLayout(_)));
    assert!(matches!(reason(try_composition(layout!(n:far), layout!(2:8))), Reason::NoLayout(_)));
}

#[test]
fn refusals_of_divisions_say_why() {
    let (n, huge) = (6, 1 << 61);
    let text = |refused: &dyn std::fmt::Display| refused.to_string();
    assert_eq!(
        text(&try_zipped_divide(layout!((n, 4):(1, 10)), int!(4)).unwrap_err()),
        "zipped_divide: (6,_4):(_1,_10) by _4: no layout equals the result: element 23 needs 35, modes give 31"
    );
    assert_eq!(
        text(&try_logical_divide(layout!((n, 4):(1, 10)), 7).unwrap_err()),
        "logical_divide: (6,_4):(_1,_10) by 7: no layout equals the result: element 6 needs 10, modes give 6"
    );
    assert_eq!(
        text(&try_logical_divide(layout!(n:1), 0).unwrap_err()),
        "logical_divide: 6:_1 by 0: there are no elements"
    );
    assert_eq!(
        text(&try_flat_divide(layout!(48:1), layout!((2, {n / 3}):(1, 3))).unwrap_err()),
        "flat_divide: _48:_1 by (_2,2):(_1,_3): copies of the tiler leave gaps"
    );
    assert_eq!(
        text(&try_tiled_divide(layout!(32:1), layout!((4, 4):(1, {n / 3}))).unwrap_err()),
        "tiled_divide: _32:_1 by (_4,_4):(_1,2): a mode of stride 2 overlaps with smaller ones, which span 4"
    );
    assert_eq!(
        text(&try_logical_divide(layout!(32:1), layout!(4:huge)).unwrap_err()),
        "logical_divide: _32:_1 by _4:2305843009213693952: the result goes beyond 2^63"
    );
}
