//! Operations that keep a layout's function or its memory: as types, and as their runtime twins.

use static_assertions::{assert_eq_size, assert_type_eq_all};
use tilework::algebra::{AddLayout, CommonDomain, DistributedDomain, Like, Recast, same_by_index, same_text};
use tilework::algebra::{
    CommonCoarsening, CommonRefinement, coalesce_by, coalesce_z, common_coarsening, common_refinement,
    domain_distribute, downcast, greatest_common_domain, layout_add, make_layout_like, recast,
    try_common_coarsening, try_common_refinement, try_complement, try_domain_distribute, try_downcast,
    try_greatest_common_domain, try_layout_add, try_recast, try_upcast, try_with_shape, upcast, with_shape,
};
use tilework::dynamic::{self, DynLayout, DynTuple};
use tilework::int::Multiple;
use tilework::layout::crd2crd;
use tilework::prelude::*;
use tilework::tuple::{compatible, flatten, get, size};

// What is static of the operands is in the type of the result.
assert_type_eq_all!(
    <Layout!((4, 6):(6, 1)) as AddLayout<Layout!((8, 3):(3, 1))>>::Sum,
    Layout!((4, 2, 3):(9, 13, 3))
);
assert_type_eq_all!(DistributedDomain<Shape!(192, (8, 8)), Int!(128)>, Layout!((64, 2):(1, 192)));
assert_type_eq_all!(CommonDomain<Shape!(5, 3, 4), Shape!(10, 6)>, Layout!((5, 2):(1, 30)));
assert_type_eq_all!(
    <Shape!(8, (2, 3)) as CommonRefinement<Shape!((2, 4), 6)>>::Refinement,
    Shape!((2, 4), (2, 3)),
);
assert_type_eq_all!(<Shape!(8, (2, 3)) as CommonCoarsening<Shape!((2, 4), 6)>>::Coarsening, Shape!(8, 6));
assert_type_eq_all!(<Shape!(8, 3) as CommonCoarsening<Shape!(4, 6)>>::Coarsening, Int!(24));
assert_type_eq_all!(<(usize, Int!(6)) as CommonCoarsening<(Int!(8), usize)>>::Coarsening, Shape!(8, 6));
assert_type_eq_all!(<Layout!((5, (3, 5)):(4, (100, 20))) as Like>::Like, Layout!((5, (3, 5)):(1, (25, 5))));
assert_type_eq_all!(<Layout!((8, 4):(1, 8)) as Recast>::Upcast<Int!(4)>, Layout!((2, 4):(1, 2)));
assert_eq_size!(CommonDomain<Shape!(8, 6), Shape!(4, 12)>, ());

fn twin<S: Shape, D: Stride<S>>(layout: Layout<S, D>) -> DynLayout {
    layout.to_dynamic()
}

fn tuple<T: Shape>(tuple: T) -> DynTuple {
    tuple.notation().to_string().replace('_', "").parse().unwrap()
}

fn offsets<S: Shape, D: Stride<S>>(layout: Layout<S, D>) -> Vec<isize> {
    (0..layout.size().value()).map(|index| layout.offset(index).to_isize()).collect()
}

#[test]
fn modes_are_picked_and_put_together() {
    let l = layout!(((2, 3), 4, (5, 1)):((1, 2), 6, (24, 7)));
    let flat: Layout!((2, 3, 4, 5, 1):(1, 2, 6, 24, 7)) = flatten(l);
    let grouped: Layout!((((2, 3), 4), (5, 1)):(((1, 2), 6), (24, 7))) = l.group::<0, 2>();
    let taken: Layout!((4, (5, 1)):(6, (24, 7))) = l.take::<1, 3>();
    let selected: Layout!(((5, 1), (2, 3)):((24, 7), (1, 2))) = l.select(crd!(2, 0));
    let inner: Layout!(3:2) = l.at(crd!(0, 1));
    let mode: Layout!((5, 1):(24, 7)) = get::<2, _>(l);
    let appended: Layout!(((2, 3), 4, (5, 1), 1, 1):((1, 2), 6, (24, 7), 0, 0)) = l.append_to::<5>();
    let prepended: Layout!((1, (2, 3), 4, (5, 1)):(0, (1, 2), 6, (24, 7))) = l.prepend_to::<4>();
    let longer: Layout!((4, (2, 3)):(1, (8, 4))) = layout!(4:1).append(layout!((2, 3):(8, 4)));
    let in_front: Layout!(((2, 3), 4):((8, 4), 1)) = layout!(4:1).prepend(layout!((2, 3):(8, 4)));
    let both: Layout!((4, (2, 3)):(1, (8, 4))) = Layout::from_modes((layout!(4:1), layout!((2, 3):(8, 4))));
    let leaf: Layout!(4:1) = layout!(4:1).append_to::<1>();
    assert_eq!((both, leaf, leaf.prepend_to::<1>()), (longer, layout!(4:1), leaf));

    let data = twin(l);
    assert_eq!(twin(flat), data.flatten().unwrap());
    assert_eq!(twin(grouped), data.group(0, 2).unwrap());
    assert_eq!(twin(taken), data.take(1, 3).unwrap());
    assert_eq!(twin(selected), data.select(&[2, 0]).unwrap());
    assert_eq!(twin(inner), data.get(&[0, 1]).unwrap());
    assert_eq!(twin(mode), data.get(&[2]).unwrap());
    assert_eq!(twin(appended), data.append_to(5).unwrap());
    assert_eq!(twin(prepended), data.prepend_to(4).unwrap());
    assert_eq!(in_front.offset(crd!((1, 2), 3)), 8 + 8 + 3);
    for same in [offsets(flat), offsets(grouped), offsets(appended), offsets(prepended)] {
        assert_eq!(same, offsets(l));
    }
}

#[test]
fn modes_with_dynamic_leaves_are_put_together() {
    let (n, d) = (3, 10);
    let l = layout!(((2, n), 4):((1, d), {Signed(-2)}));
    assert_eq!(l.flatten().to_string(), "(_2,3,_4):(_1,10,-2)");
    assert_eq!(l.select(crd!(1, 1, 0)).to_string(), "(_4,_4,(_2,3)):(-2,-2,(_1,10))");
    assert_eq!(l.group::<0, 2>().append_to::<2>().to_string(), "(((_2,3),_4),_1):(((_1,10),-2),_0)");
    assert_eq!(flatten(layout!(():())).to_string(), "():()");
    assert_eq!(layout!((n):(1)).flatten().to_string(), "(3):(_1)");
    let far = isize::MAX as usize - 1;
    let error = Layout::try_from_modes((layout!(2:far), layout!(2:far))).unwrap_err();
    assert!(error.to_string().contains("overflow"));
}

#[test]
#[should_panic(expected = "overflow")]
fn a_mode_appended_too_far() {
    let far = isize::MAX as usize - 1;
    let _ = layout!(2:far).append(layout!(2:far));
}

macro_rules! coalesces_by {
    ($($layout:expr, $profile:expr => $shape:tt : $stride:tt;)*) => { $(
        let result: Layout!($shape:$stride) = coalesce_by($layout, $profile);
        assert_eq!(twin(result), dynamic::coalesce_by(&twin($layout), &tuple($profile)).unwrap());
        assert_eq!(offsets(result), offsets($layout));
    )* };
}

#[test]
fn coalescing_by_a_profile() {
    let n = 5;
    coalesces_by! {
        layout!(((2, 3), (4, 5)):((1, 2), (6, 24))), shape!(1, 1) => (6, 20):(1, 6);
        layout!(((2, 3), (4, 5)):((1, 2), (6, 24))), 7 => 120:1;
        layout!(((2, 3), (4, 5)):((1, 2), (6, 24))), (1,) => (6, (4, 5)):(1, (6, 24));
        layout!(((2, 3), (4, 5)):((1, 2), (6, 24))), () => ((2, 3), (4, 5)):((1, 2), (6, 24));
        layout!(((2, (3, 1)), (4, 5)):((1, (2, 8)), (6, 24))), ((1, 1), 1) => ((2, 3), 20):((1, 2), 6);
        layout!((1, (1, 1)):(3, (4, 5))), (1, 1) => (1, 1):(0, 0);
        layout!(4:3), (1,) => (4):(3);
    }
    let partly = coalesce_by(layout!(((2, 3, n), (2, 4)):((1, 2, 6), (1, 2))), (1, 1));
    assert_eq!(partly.to_string(), "(5*_6,_8):(_1,_1)");
}

#[test]
fn coalescing_for_every_index() {
    let kept: Layout!((4, 1):(1, 9)) = coalesce_z(layout!((2, 2, 1):(1, 2, 9)));
    let merged: Layout!(4:1) = coalesce_z(layout!((2, 1, 2, 1):(1, 7, 2, 4)));
    let none: Layout!(1:0) = coalesce_z(layout!(():()));
    let n = 3;
    let mixed = layout!((2, (2, n)):(1, (2, 4)));
    for (typed, data) in [
        (twin(kept), twin(layout!((2, 2, 1):(1, 2, 9)))),
        (twin(merged), twin(layout!((2, 1, 2, 1):(1, 7, 2, 4)))),
        (twin(none), twin(layout!(():()))),
    ] {
        assert_eq!(typed, dynamic::coalesce_z(&data).unwrap());
    }
    assert_eq!(coalesce_z(mixed).to_string(), "3*_4:_1");
}

/// What counting in units of `n` means, or in `n` parts: the coordinates of the result are those of the layout, cut or
/// refined leaf by leaf, and so are the offsets.
fn recasts_by_definition(fine: &DynLayout, coarse: &DynLayout, n: i64, runs: &[i64]) {
    let extents: Vec<i64> = fine.leaves().iter().map(|mode| mode.extent).collect();
    for index in 0..fine.size() {
        let (mut rest, mut offset, mut unit) = (index, 0, 0);
        for ((extent, run), (mode, counted)) in
            extents.iter().zip(runs).zip(fine.leaves().iter().zip(coarse.leaves()))
        {
            let crd = rest % extent;
            rest /= extent;
            offset += crd * mode.stride.as_int().unwrap();
            assert!(crd / run < counted.extent, "{fine} in units of {n} has more than {coarse}");
            unit += crd / run * counted.stride.as_int().unwrap();
        }
        assert_eq!(unit, offset.div_euclid(n), "{index} of {fine} in units of {n}, {coarse}");
    }
}

fn runs(layout: &DynLayout, n: i64) -> Vec<i64> {
    let run = |stride: i64| if stride != 0 && n % stride == 0 { n / stride.abs() } else { 1 };
    layout.leaves().iter().map(|mode| run(mode.stride.as_int().unwrap())).collect()
}

fn check_upcast<S: Shape, D: Stride<S>, N: Integer>(layout: Layout<S, D>, n: N) -> bool {
    let (data, count) = (twin(layout), n.value() as i64);
    match (try_upcast(layout, n), dynamic::upcast(&data, count)) {
        (Ok(typed), Ok(expected)) => {
            assert_eq!(typed.to_dynamic(), expected);
            recasts_by_definition(&data, &expected, count, &runs(&data, count));
            true
        }
        (Err(_), Err(_)) => false,
        (typed, expected) => panic!("{layout} in units of {n}: {typed:?}, {expected:?}"),
    }
}

fn check_downcast<S: Shape, D: Stride<S>, N: Integer>(layout: Layout<S, D>, n: N) -> bool {
    let (data, count) = (twin(layout), n.value() as i64);
    match (try_downcast(layout, n), dynamic::downcast(&data, count)) {
        (Ok(typed), Ok(expected)) => {
            let parts = typed.to_dynamic();
            assert_eq!(offsets_of(&parts), offsets_of(&expected), "{layout} in {n} parts");
            let runs: Vec<i64> =
                data.leaves().iter().zip(parts.leaves()).map(|(a, b)| b.extent / a.extent).collect();
            assert_eq!(runs.iter().filter(|&&run| run != 1).count(), usize::from(count != 1));
            recasts_by_definition(&parts, &data, count, &runs);
            true
        }
        (Err(_), Err(_)) => false,
        (typed, expected) => panic!("{layout} in {n} parts: {typed:?}, {expected:?}"),
    }
}

fn offsets_of(layout: &DynLayout) -> Vec<i64> {
    layout.offsets().map(|offset| offset.as_int().unwrap()).collect()
}

macro_rules! recasts {
    ($verb:ident $($layout:tt : $layout_stride:tt by $n:tt => $shape:tt : $stride:tt;)*) => { $(
        let result: Layout!($shape:$stride) = $verb(layout!($layout:$layout_stride), int!($n));
        assert_eq!(twin(result), dynamic::$verb(&twin(layout!($layout:$layout_stride)), $n).unwrap());
    )* };
}

#[test]
fn recasts_of_static_layouts() {
    recasts! { upcast
        (8, 4):(1, 8) by 4 => (2, 4):(1, 2);
        (8, 4):(8, 1) by 2 => (8, 2):(4, 1);
        (4, 16):(2, 8) by 4 => (2, 16):(1, 2);
        ((2, 4), (3, 2, 8)):((2, 4), (128, 1, 16)) by 2 => ((2, 4), (3, 1, 8)):((1, 2), (64, 1, 8));
        (12, 4, 20):(0, 0, 1) by 4 => (12, 4, 5):(0, 0, 1);
        24:1 by 1 => 24:1;
        2:1 by 8 => 1:1;
        (1):(-1) by 4 => (1):(-1);
        (3, 8):(-8, 1) by 4 => (3, 2):(-2, 1);
        (2, 2):(2, 1) by 4 => (1, 1):(1, 1);
    }
    recasts! { downcast
        (4, 3):(1, 4) by 2 => (8, 3):(1, 8);
        (2, (16, 2, 3)):(96, (6, 3, 1)) by 4 => (2, (16, 2, 12)):(384, (24, 12, 1));
        (1, 8):(1, 1) by 2 => (1, 16):(2, 1);
        (1, 8):(1, 4) by 2 => (2, 8):(1, 8);
        (4, 1):(0, -1) by 2 => (4, 2):(0, 1);
        (4, 3):(-1, 1) by 1 => (4, 3):(-1, 1);
        (4, 3):(7, 3) by 1 => (4, 3):(7, 3);
    }
    let words: Layout!((2, 4):(1, 2)) = layout!((8, 4):(1, 8)).recast(int!(8), int!(32));
    let bytes: Layout!((8, 4):(1, 8)) = words.recast(int!(32), int!(8));
    let other: Layout!((4, 5):(1, 4)) = layout!((6, 5):(1, 6)).recast(int!(16), int!(24));
    let same: Layout!((4, 4):(3, 7)) = layout!((4, 4):(3, 7)).recast(int!(16), int!(16));
    assert_eq!((bytes.size(), other.size(), same.size()), (int!(32), int!(20), int!(16)));
}

#[test]
fn recasts_with_dynamic_leaves() {
    let (mut up, mut down) = (0, 0);
    for a in [1, 2, 3, 4, 8] {
        for b in [1, 2, 4, 6, 8, 16] {
            for n in [1, 2, 3, 4] {
                up += usize::from(check_upcast(layout!((a, 4):(1, b)), n));
                up += usize::from(check_upcast(layout!((8, a):(b, 1)), n));
                up += usize::from(check_upcast(layout!((a, 3):(b, 8)), n));
                up += usize::from(check_upcast(layout!((1, a, 2):(b, {Signed(-(b as isize))}, 24)), n));
                down += usize::from(check_downcast(layout!((a, 4):(1, b)), n));
                down += usize::from(check_downcast(layout!((8, 4):(a, b)), n));
                down += usize::from(check_downcast(layout!((1, a):(1, b)), n));
                down += usize::from(check_downcast(layout!((a, 2):({Signed(-(a as isize))}, b)), n));
            }
            up += usize::from(check_upcast(layout!((a, 4):(1, b)), int!(4)));
            up += usize::from(check_upcast(layout!(((8, 1), a):((b, b), 2)), int!(4)));
            up += usize::from(check_upcast(layout!((1, 8):(a, {Signed(-(b as isize))})), int!(4)));
            down += usize::from(check_downcast(layout!((a, 4):(1, b)), int!(2)));
            down += usize::from(check_downcast(layout!((a, (4, 1)):(b, (4, b))), int!(2)));
        }
    }
    assert!(up > 150 && down > 150, "{up} {down}");
    let d = 8;
    assert_eq!(upcast(layout!((8, 4):(1, d)), int!(4)).to_string(), "(_2,4):(_1,2)");
    assert_eq!(downcast(layout!((8, 4):(1, d)), int!(4)).to_string(), "(_32,_4):(_1,32)");
    let nine = 9;
    assert_eq!(recast(layout!((9, 4):(1, nine)), int!(16), int!(24)).to_string(), "(_6,4):(_1,6)");
}

#[test]
fn recasts_that_would_be_wrong_are_refused() {
    let (one, two, three) = (1, 2, 3);
    let message = |error: tilework::algebra::Refused<_, ()>| error.to_string();
    assert_eq!(
        message(try_upcast(layout!((4, 32):(one, one)), 8).unwrap_err()),
        "upcast: elements of (4,32):(1,1) that are 10 apart would be counted as one unit of 8"
    );
    assert_eq!(
        message(try_upcast(layout!((4, 32):(one, three)), 0).unwrap_err()),
        "upcast: there are no units of 0 elements"
    );
    assert_eq!(
        try_upcast(layout!((2, 4):(two, {Signed(-1)})), int!(4)).unwrap_err().to_string(),
        "upcast: the stride -1 in (2,4):(2,-1) goes backward inside a unit of 4"
    );
    assert_eq!(
        try_downcast(layout!((one, two):(4, {Signed(-1)})), 4).unwrap_err().to_string(),
        "downcast: the stride -1 in (1,2):(4,-1) goes backward inside a unit of 4"
    );
    assert_eq!(
        try_recast(layout!((5, two):(one, 32)), int!(6), int!(64)).unwrap_err().to_string(),
        "recast: (5,2):(1,32) does not fill units of 32 elements, which the new ones are parts of"
    );
    // whole units may be filled in part
    let whole = recast(layout!((5, two):(one, 32)), int!(6), int!(192));
    assert_eq!(whole.to_string(), upcast(layout!((5, two):(one, 32)), int!(32)).to_string());
    assert_eq!(
        message(try_downcast(layout!((4, 32):(one, one)), 8).unwrap_err()),
        "downcast: (4,32):(1,1) has several modes of stride 1, and the parts of an element go on in one"
    );
    // a number beyond 2^63 is no negative one
    let beyond = usize::MAX;
    assert_eq!(
        message(try_upcast(layout!((4, 32):(one, three)), beyond).unwrap_err()),
        "upcast: (4,32):(1,3): the result goes beyond 2^63"
    );
    assert!(try_downcast(layout!(4:one), beyond).unwrap_err().to_string().ends_with("beyond 2^63"));
    assert!(try_complement(layout!(4:one), beyond).unwrap_err().to_string().ends_with("beyond 2^63"));
    let far = isize::MAX as usize;
    assert!(try_downcast(layout!((2, 1):(1, far)), 8).is_err());
    assert!(try_recast(layout!((4, 2):(1, three)), int!(8), int!(16)).is_err());
}

macro_rules! is_like {
    ($($layout:expr => $text:literal;)*) => { $(
        let like = make_layout_like($layout);
        assert_eq!(like.to_string(), $text);
        assert_eq!(twin(like), dynamic::make_layout_like(&twin($layout)).unwrap());
    )* };
}

#[test]
fn compact_layouts_like_others() {
    let typed: Layout!((5, (3, 3, 5)):(1, (75, 5, 15))) = layout!((5, (3, 3, 5)):(4, (1200, 20, 60))).like();
    assert!(typed.is_contiguous());
    let (n, m, d) = (4, 6, 50);
    is_like! {
        layout!((8, 2, 2, 4):(12, 4608, 2, 384)) => "(_8,_2,_2,_4):(_2,_64,_1,_16)";
        layout!((4, 3, 2):(0, 7, 0)) => "(_4,_3,_2):(_0,_1,_0)";
        layout!((2, 3):(-3, -1)) => "(_2,_3):(_3,_1)";
        layout!((1, 8, 2):(1, 1, 1)) => "(_1,_8,_2):(_1,_1,_8)";
        layout!(():()) => "():()";
        layout!(5:7) => "_5:_1";
        layout!((n, 8):(1, d)) => "(4,_8):(_1,4)";
        layout!((n, 8):(d, 1)) => "(4,_8):(8,1)";
        layout!((n, 8, m):(9, 1, 100)) => "(4,_8,6):(_8,_1,32)";
        layout!(((n, 2), m):((d, {Signed(-7)}), 0)) => "((4,_2),6):((2,1),_0)";
        layout!(((3, 1), (2, m)):((d, n), (8, 2))) => "((_3,_1),(_2,6)):((12,6),(6,1))";
        layout!((n, m, 2):(d, d, d)) => "(4,6,_2):(1,4,24)";
        layout!((n, 0, 2):(d, 3, 1)) => "(4,_0,_2):(0,2,1)";
    }
    let zero = 0;
    is_like! { layout!((n, 3):(zero, 2)) => "(4,_3):(0,1)"; }
}

#[test]
#[should_panic(expected = "make_layout_like: an extent or stride of this layout overflows")]
fn no_compact_layout_steps_beyond_all_numbers() {
    let (none, one, large) = (0, 1, Multiple::<Int!(24)>::new(24 << 57).unwrap());
    let _ = make_layout_like(layout!(({ large }, { large }, 2, none):(one, one, one, 2)));
}

#[test]
fn the_same_function_over_another_shape() {
    let split: Layout!((2, (2, 3)):(3, (6, 1))) = with_shape(layout!((4, 3):(3, 1)), shape!(2, 6));
    let joined: Layout!(24:2) = with_shape(layout!((4, 6):(2, 8)), shape!(24));
    let deeper: Layout!(((2, 2), (3, 2)):((2, 4), (8, 24))) =
        layout!(24:2).with_shape(shape!((2, 2), (3, 2)));
    assert_eq!(offsets(split), offsets(layout!((4, 3):(3, 1))));
    assert_eq!(offsets(joined), offsets(deeper));
    let (n, d) = (4, 9);
    let mixed = layout!((n, 6):(d, 1)).with_shape(shape!(2, (2, 6)));
    assert_eq!(offsets(mixed), offsets(layout!((n, 6):(d, 1))));
    let message = try_with_shape(layout!((n, 6):(d, 1)), shape!(3, 8)).unwrap_err().to_string();
    assert!(message.starts_with("with_shape: no layout over (3,8) equals (4,6):(9,1) o (3,8)"), "{message}");
    let message = try_with_shape(layout!((n, 6):(d, 1)), (usize::MAX, n)).unwrap_err().to_string();
    assert!(message.ends_with("more than fit in a machine word"), "{message}");
}

#[test]
fn sums_of_static_layouts() {
    let sum: Layout!((4, 2, 3):(9, 13, 3)) = layout_add(layout!((4, 6):(6, 1)), layout!((8, 3):(3, 1)));
    let merged: Layout!(6:7) = layout_add(layout!((3, 2):(1, 3)), layout!((2, 3):(6, 12)));
    let one: Layout!(1:0) = layout_add(layout!((1, 1):(5, 3)), layout!(1:7));
    let backward: Layout!(8:-1) = layout_add(layout!((2, 4):(1, 2)), layout!((4, 2):(-2, -8)));
    let empty: Layout!(0:0) = layout_add(layout!((4, 0):(1, 4)), layout!((4, 0):(2, 1)));
    assert_eq!(
        (offsets(merged)[5], offsets(one), offsets(backward)[7], empty.size()),
        (35, vec![0], -7, int!(0))
    );
    assert!(adds(layout!((4, 6):(6, 1)), layout!((8, 3):(3, 1))));
    assert!(adds(layout!((3, 2):(1, 3)), layout!((2, 3):(6, 12))));
    assert!(adds(layout!((1, 1):(5, 3)), layout!(1:7)));
    assert!(adds(layout!((4, 0):(1, 4)), layout!((4, 0):(2, 1))));
    assert_eq!(sum.to_string(), "(_4,_2,_3):(_9,_13,_3)");
}

/// What is static of a sum with dynamic leaves.
#[test]
fn sums_with_dynamic_leaves_keep_what_is_known() {
    let (n, m, d) = (6, 8, 50);
    let sums = [
        (layout_add(layout!((4, n):(1, 4)), layout!((4, n):(0, 100))).to_string(), "(_4,6):(_1,_104)"),
        (layout_add(layout!((n, 8):(1, d)), layout!((n, 8):(8, 1))).to_string(), "(6,_8):(_9,51)"),
        // 48 elements, so that `n` is 6
        (
            layout_add(layout!((4, n, 2):(1, 4, d)), layout!((8, 6):(3, d))).to_string(),
            "(_8,_3,_2):(_4,58,200)",
        ),
        (layout_add(layout!((4, n):(1, 4)), layout!(24:2)).to_string(), "_24:_3"),
        (layout_add(layout!((n, m):(1, d)), layout!((n, m):(1, 6))).to_string(), "(6,8,1):(2,56,0)"),
        (
            layout_add(layout!((n, m):(1, d)), layout!((n, m):({Signed(-1)}, 6))).to_string(),
            "(6,8,1):(0,56,0)",
        ),
    ];
    for (sum, expected) in sums {
        assert_eq!(sum, expected);
    }
}

#[test]
fn sums_with_dynamic_leaves() {
    let (mut sums, mut refused) = (0, 0);
    for n in [0, 1, 2, 3, 4, 6, 8] {
        for m in [0, 1, 2, 3, 6, 8, 12] {
            for d in [0, 1, 4, 9] {
                let mut check = |done: bool| if done { sums += 1 } else { refused += 1 };
                check(adds(layout!((n, m):(1, d)), layout!((n, m):(d, 3))));
                check(adds(layout!((n, m):(1, d)), layout!((m, n):(d, 3))));
                check(adds(layout!((4, n):(d, 4)), layout!((4, m):(0, 100))));
                check(adds(layout!((4, n):(1, d)), layout!((2, 2, m):(d, 2, 7))));
                check(adds(layout!((n, 6):(1, d)), layout!((m, 3):({Signed(-2)}, 50))));
                check(adds(layout!((n, m):(1, d)), layout!(24:2)));
                check(adds(layout!((12, 2):(1, 12)), layout!((n, m):(d, 2))));
                check(adds(layout!((n, 2, m):(1, d, 7)), layout!((2, n, m):(d, 2, -3))));
                check(adds(layout!((4, 6):(1, d)), layout!((6, 4):(d, {n}))));
                check(adds(layout!((4, 6, n):(1, d, m)), layout!((6, 4, n):(2, 12, 3))));
                check(adds(layout!((2, 4, 6):(1, d, m)), layout!((2, 6, 4):(2, 12, 3))));
                check(adds(layout!((n, 4, 6):(1, d, m)), layout!((n, 6, 4):(2, 12, 3))));
                check(adds(layout!((n, 4, 0):(1, d, 2)), layout!((m, n, 0):(2, 12, 3))));
            }
        }
    }
    assert!(sums > 900 && refused > 900, "{sums} {refused}");
    let n = 4;
    let message = try_layout_add(layout!((n, 6):(6, 1)), layout!((6, 4):(1, 9))).unwrap_err().to_string();
    assert_eq!(message, "layout_add: (4,6):(6,1) + (6,4):(1,9): a mode of 6 elements cannot be cut after 4");
    let message = try_layout_add(layout!((n, 6):(6, 1)), layout!((5, 5):(1, 9))).unwrap_err().to_string();
    assert_eq!(message, "layout_add: (4,6):(6,1) + (5,5):(1,9): the sizes 24 and 25 differ");
}

#[test]
fn a_sum_beyond_a_machine_word_is_an_error() {
    let (far, one) = (isize::MAX as usize - 1, 1);
    assert!(try_layout_add(layout!((2, 1):(far, far)), layout!((2, 1):(far, far))).is_err());
    assert!(try_layout_add(layout!((2, one):(1, far)), layout!((2, one):(1, far))).is_err());
}

/// Whether there is a sum; which is then that of the twin, and of the definition. A refusal is that of the twin too.
fn adds<SA, DA, SB, DB>(lhs: Layout<SA, DA>, rhs: Layout<SB, DB>) -> bool
where
    SA: Shape,
    DA: Stride<SA>,
    SB: Shape,
    DB: Stride<SB>,
{
    match (try_layout_add(lhs, rhs), dynamic::layout_add(&twin(lhs), &twin(rhs))) {
        (Ok(sum), Ok(expected)) => {
            let both: Vec<i64> =
                offsets(lhs).iter().zip(offsets(rhs)).map(|(a, b)| *a as i64 + b as i64).collect();
            assert_eq!(offsets_of(&sum.to_dynamic()), both, "{lhs} + {rhs} = {sum}");
            assert_eq!(offsets_of(&expected), both);
            true
        }
        (Err(_), Err(_)) => false,
        (typed, expected) => panic!("{lhs} + {rhs}: {typed:?}, {expected:?}"),
    }
}

#[test]
fn coordinates_from_shape_to_shape() {
    let known: ((Int!(0), Int!(0)), (Int!(14), Int!(1))) =
        crd2crd(crd!(0, 30), shape!(3, (16, 2)), shape!((1, 3), (16, 2)));
    assert_eq!(known, crd!((0, 0), (14, 1)));
    assert_eq!(crd2crd((1, 2), (2, 6), 12), 5);
    assert_eq!(crd2crd(7, 12, (2, (3, 2))), (1, (0, 1)));
    assert_eq!(crd2crd(((1, 1), 3), shape!((2, 3), 4), shape!(6, (2, 2))), (3, (1, 1)));
    let (from, to) = ((4, (2, 3)), (2, 2));
    for (i, j) in [(0, 0), (3, 5), (2, 4)] {
        let expected = dynamic::crd2crd(tuple((i, j)).view(), tuple(from).view(), tuple(to).view()).unwrap();
        assert_eq!(tuple(crd2crd((i, j), from, to)), expected);
    }
}

macro_rules! distributes {
    ($($shape:tt by $n:tt => $extents:tt : $strides:tt;)*) => { $(
        let result: Layout!($extents:$strides) = domain_distribute(shape!$shape, int!($n));
        assert_eq!(twin(result), dynamic::domain_distribute(tuple(shape!$shape).view(), $n).unwrap());
    )* };
}

#[test]
fn domains_are_distributed_over_static_shapes() {
    distributes! {
        (192, (8, 8)) by 128 => (64, 2):(1, 192);
        (3, 4, 4) by 4 => 4:3;
        (3, 4, 4) by 8 => 8:3;
        (6, 4) by 1 => 1:0;
        (6, 4) by 35 => 1:0;
        (6, 35) by 210 => 210:1;
        ((6, 1), (35, 2)) by 20 => (2, 5, 2):(1, 6, 210);
        () by 4 => 1:0;
    }
    let leaf: Layout!(4:1) = domain_distribute(int!(12), int!(8));
    assert_eq!(leaf.size(), int!(4));
}

/// Every mode of a domain lies in one mode of the shape, at a place in it of which it is a multiple, and divides what
/// is left; or fills it, and goes on so in the next.
fn lies_in(domain: &DynLayout, shape: &DynTuple) {
    for mode in domain.leaves().iter().filter(|mode| mode.extent > 1) {
        let (stride, mut place) = (mode.stride.as_int().unwrap(), 1);
        let fits = shape.leaves().iter().enumerate().any(|(leaf, &extent)| {
            let (step, starts) = (stride / place, stride % place == 0);
            place *= extent;
            starts && fills(step * mode.extent, &shape.leaves()[leaf..])
        });
        assert!(fits, "{}:{stride} of {domain} in {shape}", mode.extent);
    }
}

/// Whether so many elements end in the first of these modes, or fill it and end in the next.
fn fills(elements: i64, extents: &[i64]) -> bool {
    match extents.split_first() {
        Some((extent, _)) if extent % elements == 0 => true,
        Some((extent, rest)) => elements % extent == 0 && fills(elements / extent, rest),
        None => false,
    }
}

/// The same function of the index, with as many modes as it takes.
fn is_same(typed: &DynLayout, expected: &DynLayout) {
    assert_eq!(offsets_of(typed), offsets_of(expected), "{typed}, {expected}");
}

fn check_distribution<S: Shape, N: Integer>(shape: S, n: N) {
    let (data, count) = (tuple(shape), n.value() as i64);
    match (try_domain_distribute(shape, n), dynamic::domain_distribute(data.view(), count)) {
        (Ok(typed), Ok(expected)) => {
            is_same(&typed.to_dynamic(), &expected);
            lies_in(&typed.to_dynamic(), &data);
            assert_eq!(count % expected.size(), 0);
        }
        (Err(_), Err(_)) => {}
        (typed, expected) => panic!("{data} by {count}: {typed:?}, {expected:?}"),
    }
}

#[test]
fn domains_are_distributed_over_dynamic_shapes() {
    let extents = [0, 1, 2, 3, 4, 6, 8];
    for n in extents {
        for a in extents {
            for b in extents {
                check_distribution((a, b), n);
                check_distribution(shape!((a, 4), b, 6), n);
                check_distribution(shape!(12, (a, b)), int!(24));
                check_distribution(shape!(2, (a, 6)), n);
            }
            check_distribution(a, n);
        }
    }
    let (rows, far) = (6, isize::MAX as usize);
    assert_eq!(domain_distribute(shape!(16, rows), int!(32)).to_string(), "2*_16:_1");
    check_distribution((rows, far), 4);
    let message = try_domain_distribute((rows, far), 4).unwrap_err().to_string();
    assert!(message.ends_with("the result goes beyond 2^63"), "{message}");
}

macro_rules! in_common {
    ($($lhs:tt and $rhs:tt => $extents:tt : $strides:tt;)*) => { $(
        let result: Layout!($extents:$strides) = greatest_common_domain(shape!$lhs, shape!$rhs);
        let (lhs, rhs) = (tuple(shape!$lhs), tuple(shape!$rhs));
        assert_eq!(twin(result), dynamic::greatest_common_domain(lhs.view(), rhs.view()).unwrap());
        lies_in(&twin(result), &lhs);
        lies_in(&twin(result), &rhs);
    )* };
}

#[test]
fn common_domains_of_static_shapes() {
    in_common! {
        (4, 6) and (8, 3) => (4, 2, 3):(1, 4, 8);
        (5, 3, 4) and (10, 6) => (5, 2):(1, 30);
        (6, 35) and (15, 14) => (3, 7):(1, 30);
        (16, 2) and (5, 2) => (1):(0);
        (10) and (10) => (10):(1);
        (16, 3) and (16, 3) => (16, 3):(1, 16);
        (16, 5, 1) and (4, 12) => (4, 4):(1, 4);
        ((2, 1), (1, 6)) and (3, (2, 2)) => (2):(6);
        () and (4, 2) => (1):(0);
        (1, 1) and (1) => (1):(0);
    }
}

fn check_common<S: Shape, T: Shape>(lhs: S, rhs: T) {
    let (a, b) = (tuple(lhs), tuple(rhs));
    match (try_greatest_common_domain(lhs, rhs), dynamic::greatest_common_domain(a.view(), b.view())) {
        (Ok(typed), Ok(expected)) => {
            is_same(&typed.to_dynamic(), &expected);
            lies_in(&expected, &a);
            lies_in(&expected, &b);
        }
        (Err(_), Err(_)) => {}
        (typed, expected) => panic!("{a} and {b}: {typed:?}, {expected:?}"),
    }
}

#[test]
fn common_domains_of_dynamic_shapes() {
    let extents = [0, 1, 2, 3, 4, 6, 12, 35];
    for a in extents {
        for b in extents {
            for c in extents {
                check_common((a, b), (c, 6));
                check_common((a, b), shape!(4, (c, 3)));
                check_common((a, (b, c)), (c, (a, b)));
                check_common(shape!(4, 6, a), (b, c));
                check_common(shape!(8, (3, a)), shape!(4, 2, b));
            }
            check_common(shape!(8, a), shape!(4, b));
            check_common(a, (b, a));
        }
    }
    let (n, m, far) = (6, 4, 1 << 40);
    assert_eq!(greatest_common_domain(shape!(8, n), shape!((4, 2), m)).to_string(), "(_4,_2,2):(_1,_4,_8)");
    assert_eq!(greatest_common_domain(shape!(1, n), shape!(m)).to_string(), "(2):(_1)");
    // places whose least common multiple is beyond a machine word are no obstacle
    check_common(shape!(3486784401, n), shape!(4294967296, m));
    check_common((3486784401, n), (4294967296, m));
    check_common((4, far, far), (4, 4));
}

fn check_refinement<A: CommonRefinement<B>, B: Shape>(lhs: A, rhs: B) -> bool {
    let (a, b) = (tuple(lhs), tuple(rhs));
    match (try_common_refinement(lhs, rhs), dynamic::common_refinement(a.view(), b.view())) {
        (Ok(typed), Ok(expected)) => {
            assert_eq!(tuple(typed), expected);
            assert!(compatible(lhs, typed) && compatible(rhs, typed));
            true
        }
        (Err(_), Err(_)) => false,
        (typed, expected) => panic!("{a} and {b}: {typed:?}, {expected:?}"),
    }
}

fn check_coarsening<A: CommonCoarsening<B>, B: Shape>(lhs: A, rhs: B) -> bool {
    use tilework::algebra::Reason;
    let (a, b) = (tuple(lhs), tuple(rhs));
    match (try_common_coarsening(lhs, rhs), dynamic::common_coarsening(a.view(), b.view())) {
        (Ok(typed), Ok(expected)) => {
            assert_eq!(tuple(typed), expected);
            assert!(compatible(typed, lhs) && compatible(typed, rhs));
            true
        }
        (Err(refused), Ok(expected)) => {
            assert!(matches!(refused.reason, Reason::OtherTree { .. }), "{a} and {b}: {expected}");
            false
        }
        (Err(_), Err(_)) => false,
        (typed, expected) => panic!("{a} and {b}: {typed:?}, {expected:?}"),
    }
}

#[test]
fn refinements_and_coarsenings_of_static_shapes() {
    let join: Shape!((2, 4), (2, 3)) = common_refinement(shape!(8, (2, 3)), shape!((2, 4), 6));
    let meet: Shape!(8, 6) = common_coarsening(shape!(8, (2, 3)), shape!((2, 4), 6));
    let whole: Int!(24) = common_coarsening(shape!(8, 3), shape!(4, 6));
    let ranks: Int!(24) = common_coarsening(shape!(8, 3), shape!(2, 4, 3));
    let deeper: Shape!(8, (12, (3))) =
        common_coarsening(shape!((2, 4), ((2, 6), (3))), shape!(8, ((3, 4), (3))));
    let leaf: Shape!((2, 4)) = common_refinement(int!(8), shape!((2, 4)));
    let one: Shape!(8) = common_refinement(int!(8), shape!(8));
    let none: Shape!() = common_refinement(shape!(), shape!());
    assert_eq!((join, meet, whole, ranks), (shape!((2, 4), (2, 3)), shape!(8, 6), int!(24), int!(24)));
    assert_eq!((size(deeper), size(leaf), size(one), none), (int!(288), int!(8), int!(8), ()));
    assert!(check_refinement(shape!(8, (2, 3)), shape!((2, 4), 6)));
    assert!(check_coarsening(shape!(8, (2, 3)), shape!((2, 4), 6)));
    assert!(check_coarsening(shape!(8, 3), shape!(2, 4, 3)));
    assert!(check_coarsening(shape!((2, 4), ((2, 6), (3))), shape!(8, ((3, 4), (3)))));
}

#[test]
fn refinements_and_coarsenings_of_dynamic_shapes() {
    let extents = [0, 1, 2, 3, 4, 6, 8, 12];
    let (mut joined, mut met) = (0, 0);
    for a in extents {
        for b in extents {
            for c in extents {
                joined += usize::from(check_refinement((a, b), ((c, 2), b)));
                joined += usize::from(check_refinement(shape!((2, a), 6), shape!(b, (c, 3))));
                joined += usize::from(check_refinement(shape!(a, (b, c)), int!(24)));
                met += usize::from(check_coarsening((a, b), ((c, 2), b)));
                met += usize::from(check_coarsening(shape!((2, a), 6), shape!(b, (c, 3))));
                met += usize::from(check_coarsening(shape!(4, a), shape!((2, 2), (b, c))));
                met += usize::from(check_coarsening((a, (b, c)), (b, (a, c))));
                met += usize::from(check_coarsening(shape!(4, a), shape!(3, (b, c))));
            }
            met += usize::from(check_coarsening(shape!(a, 8), shape!(b, (4, 2))));
        }
    }
    assert!(joined > 50 && met > 100, "{joined} {met}");
    let n = 6;
    let (known, other): (Int!(6), Int!(8)) = common_refinement((n, int!(8)), (int!(6), n + 2));
    assert_eq!((known, other), (int!(6), int!(8)));
    // one size that is not static is known from the whole
    assert!(check_coarsening(shape!(4, n), shape!((2, 2), 6)));
    let message = try_common_coarsening((n, 4), (4, n)).unwrap_err().to_string();
    assert!(
        message.starts_with("common_coarsening: (6,4) and (4,6): modes of sizes 6 and 4 meet"),
        "{message}"
    );
    let far = isize::MAX as usize;
    let message = try_common_refinement((far, far), (far, far)).unwrap_err().to_string();
    assert!(message.ends_with("the result goes beyond 2^63"), "{message}");
    assert!(!check_coarsening((far, n), (far, n)));
}

#[test]
fn sizes_beyond_a_machine_word_are_refused() {
    let n = usize::MAX;
    let most = isize::MAX as usize;
    for refused in [
        try_greatest_common_domain((n, 1), (1, 2)).unwrap_err().to_string(),
        try_greatest_common_domain((most, 2), (1, 2)).unwrap_err().to_string(),
        try_common_refinement((n, 1), (n, 1)).unwrap_err().to_string(),
        try_common_refinement((most, 2), (most, 2)).unwrap_err().to_string(),
    ] {
        assert!(refused.ends_with("the result goes beyond 2^63"), "{refused}");
    }
    assert!(try_greatest_common_domain((most, 1), (1, 1)).is_ok());
    assert!(try_common_refinement((most, 1), (most, 1)).is_ok());
}

#[test]
fn one_of_two_shapes_may_be_static() {
    let (n, m) = (6, 4);
    let dynamic = greatest_common_domain((m, n), (8, 3)).to_string();
    for other in [
        greatest_common_domain(shape!(4, 6), (8, 3)).to_string(),
        greatest_common_domain((m, n), shape!(8, 3)).to_string(),
        greatest_common_domain(shape!(4, n), shape!(8, 3)).to_string(),
    ] {
        assert_eq!(other.replace('_', ""), dynamic);
    }
}

#[test]
fn layouts_are_written_alike_or_the_same_function() {
    let (n, s) = (4, 1);
    assert!(same_text(layout!((4, 2):(1, 4)), layout!((n, 2):({s}, 4))));
    assert!(
        !same_text(layout!((4, 2):(1, 4)), layout!((4, 2):(1, 5)))
            && !same_text(layout!(4:1), layout!((4,):(1,)))
    );
    assert!(
        same_by_index(layout!((4, 2):(1, 4)), layout!(8:1))
            && !same_by_index(layout!((4, 2):(2, 1)), layout!(8:1))
    );
    // without elements there is one function of the index
    assert!(same_by_index(layout!((0, 2):(1, 4)), layout!((3, 0):(7, 1))));
    assert!(
        !same_by_index(layout!((0, 2):(1, 4)), layout!(1:1))
            && !same_by_index(layout!(1:1), layout!((0, 2):(1, 4)))
    );
}
