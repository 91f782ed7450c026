//! Filters, inverses and common runs of typed layouts: their worked examples as types, and their definitions and
//! runtime twins for static and dynamic leaves in all mixtures.
use crate::common::{offset, offsets};
use crate::random::Random;
use std::collections::BTreeSet;
use std::marker::PhantomData;
use tilework::algebra::{
    filter, filter_zeros, left_inverse, max_alignment, max_common_layout, max_common_vector, nullspace,
    right_inverse, try_left_inverse,
};
use tilework::dynamic::{self, DynLayout};
use tilework::int::Multiple;
use tilework::prelude::*;
use tilework::tuple::Step;

macro_rules! examples {
    ($($verb:ident($($shape:tt : $stride:tt),*) => $result:tt : $result_stride:tt;)*) => { $(
        let result: Layout!($result:$result_stride) = $verb($(layout!($shape:$stride)),*);
        assert_eq!(result, layout!($result:$result_stride));
    )* };
}

#[test]
fn worked_examples() {
    examples! {
        filter_zeros((4, 6):(1, 0)) => (4, 1):(1, 0);
        filter_zeros((2, (1, 6)):(1, (7, 2))) => (2, (1, 6)):(1, (7, 2));
        filter((4, 6):(1, 0)) => 4:1;
        filter((2, 1, 6):(1, 7, 2)) => 12:1;
        filter(7:0) => 1:0;
        nullspace((8, 4, 2):(8, 1, 0)) => 2:32;
        nullspace((4, 3, 8):(1, 0, 0)) => (3, 8):(4, 12);
        nullspace((4, 3):(1, 4)) => 1:0;
        right_inverse((4, 8):(8, 1)) => (8, 4):(4, 1);
        right_inverse((2, 4):(4, 1)) => (4, 2):(2, 1);
        right_inverse((3, 2):(1, 4)) => 3:1;
        right_inverse((4, 8):(1, 8)) => 4:1;
        right_inverse((4, 8):(1, 5)) => 4:1;
        right_inverse(3:2) => 1:0;
        right_inverse((0, 4):(1, 1)) => 1:0;
        right_inverse(((4, 2), (4, 3)):((4, 16), (1, 32))) => (4, 8, 3):(8, 1, 32);
        left_inverse((4, 8):(8, 1)) => (8, 4):(4, 1);
        left_inverse((2, 4):(4, 1)) => (4, 2):(2, 1);
        left_inverse((3, 2):(1, 4)) => (4, 2):(1, 3);
        left_inverse((4, 8):(1, 8)) => (8, 8):(1, 4);
        left_inverse((4, 8):(1, 5)) => (5, 8):(1, 4);
        left_inverse(3:2) => (2, 3):(0, 1);
        left_inverse((4, 2, 8):(1, 0, 8)) => 64:1;
        left_inverse((2, 2, 3):(1, 2, 5)) => (5, 3):(1, 4);
        left_inverse(5:0) => 1:0;
        max_common_layout((4, 8):(1, 4), (4, 8):(1, 16)) => 4:1;
        max_common_layout((3, 2):(2, 1), (3, 2):(6, 1)) => 2:3;
        max_common_layout((4, 8):(8, 1), (4, 8):(8, 1)) => (8, 4):(4, 1);
        max_common_layout((4, 8):(1, 4), (4, 8):(8, 1)) => 1:0;
        max_common_layout(2:1, 8:1) => 2:1;
        max_common_layout(8:1, 2:1) => 2:1;
        max_common_layout((3, 9, 1):(1, 3, 3), (3, 5, 2):(1, 3, 15)) => 27:1;
        max_common_layout((3, 2, 2):(6, 1, 99), (3, 4):(4, 1)) => 2:3;
    }
    let _: Int!(4) = max_common_vector(layout!((4, 8):(1, 4)), layout!((4, 8):(1, 16)));
    let _: Int!(1) = max_common_vector(layout!((4, 8):(1, 4)), layout!((4, 8):(8, 1)));
    let _: Int!(64) = max_common_vector(layout!((8, 8):(1, 8)), layout!((8, 8):(1, 8)));
    let _: Int!(16) = max_common_vector(layout!((8, (2, 4)):(2, (1, 16))), layout!((8, (2, 4)):(2, (1, 32))));
    let _: Int!(80) = max_alignment(layout!((5, 16):(16, 1)));
    let _: Int!(6) = max_alignment(layout!(((1, 3), 12, 2):((0, 1), 0, 3)));
    let _: Int!(1) = max_alignment(layout!((4, 12):(48, 4)));
    let _: Int!(2) = max_alignment(layout!((4, 12):(1, -6)));
}

#[test]
fn what_is_static_stays_static() {
    let (n, m) = (8, 3);
    let _: Layout!({Multiple<Int!(4)>}:1) = right_inverse(layout!((4, n):(1, 4)));
    let _: Layout!((4, usize):(usize, 1)) = right_inverse(layout!((n, 4):(4, 1)));
    let _: Layout!((4, {Multiple<Int!(2)>}):({Multiple<Int!(2)>}, 1)) =
        right_inverse(layout!((2, n, 4):(4, 8, 1)));
    let _: Layout!((4, usize, usize):(1, usize, usize)) =
        right_inverse(layout!((2, (2, n), m):(1, (2, n), m)));
    let _: Layout!((usize, usize):(usize, usize)) = right_inverse(layout!((n, 4):(m, 1)));
    let _: Layout!((4, 2):(usize, 1)) = right_inverse(layout!((2, n, 4, m):(4, 32, 1, -1)));
    let _: Layout!((5, usize):(1, 4)) = left_inverse(layout!((4, n):(1, 5)));
    let _: Layout!((8, usize):(usize, 1)) = left_inverse(layout!((n, 4):(8, 1)));
    let _: Layout!((2, usize):(8, 32)) = nullspace(layout!((8, 2, 2, m):(8, 0, 1, 0)));
    let _: Layout!((4, 1):(1, 0)) = filter_zeros(layout!((4, n):(1, 0)));
    let _: Int!(4) = max_common_vector(layout!((4, n):(1, m)), layout!((4, n):(1, 4)));
    let _: Int!(1) = max_common_vector(layout!((n, 4):(1, m)), layout!((n, 4):(1, m)));
}

/// What the verbs make of a layout. Generic code asks for no bounds.
struct Results {
    layout: DynLayout,
    filtered: DynLayout,
    without_zeros: DynLayout,
    right: DynLayout,
    nullspace: DynLayout,
    alignment: i64,
    with_itself: DynLayout,
}

fn results<S: Shape, D: Stride<S>>(layout: Layout<S, D>) -> Results {
    Results {
        layout: layout.to_dynamic(),
        filtered: filter(layout).to_dynamic(),
        without_zeros: filter_zeros(layout).to_dynamic(),
        right: right_inverse(layout).to_dynamic(),
        nullspace: nullspace(layout).to_dynamic(),
        alignment: max_alignment(layout).value() as i64,
        with_itself: max_common_layout(layout, layout).to_dynamic(),
    }
}

fn left<S: Shape, D: Stride<S>>(layout: Layout<S, D>) -> Result<DynLayout, String> {
    match try_left_inverse(layout) {
        Ok(inverse) => Ok(inverse.to_dynamic()),
        Err(refused) => Err(refused.to_string()),
    }
}

fn set(layout: &DynLayout) -> BTreeSet<i64> {
    offsets(layout).into_iter().collect()
}

fn check(results: &Results) {
    let Results { layout, filtered, without_zeros, right, nullspace, alignment, with_itself } = results;
    assert_eq!(*alignment, dynamic::max_alignment(layout).unwrap(), "{layout}");
    assert_eq!(without_zeros.stride(), layout.stride(), "the tree of {layout}");
    if layout.size() == 0 {
        return;
    }
    for filtered in [filtered, without_zeros] {
        assert_eq!(set(filtered), set(layout), "{layout} filtered to {filtered}");
    }
    let twin = dynamic::right_inverse(layout).unwrap();
    assert_eq!(offsets(right), offsets(&twin), "right inverse of {layout}: {right} and {twin}");
    for (index, place) in offsets(right).into_iter().enumerate() {
        assert_eq!(offset(layout, place), index as i64, "{right} of {layout}");
    }
    let twin = dynamic::nullspace(layout).unwrap();
    assert_eq!(offsets(nullspace), offsets(&twin), "null space of {layout}");
    for (index, place) in offsets(with_itself).into_iter().enumerate() {
        assert!(place < layout.size(), "{layout}");
        assert_eq!(offset(layout, place), index as i64, "{with_itself} of {layout}");
    }
}

fn check_left(layout: &DynLayout, left: &Result<DynLayout, String>) {
    let has_room = !left.as_ref().is_err_and(|error| error.contains("room"));
    assert_eq!(left.is_ok(), steps_over(layout) && has_room, "{layout}: {left:?}");
    assert!(has_room || layout.leaves().iter().any(|mode| mode.extent == 1), "{layout}: {left:?}");
    let Ok(left) = left else { return };
    let twin = dynamic::left_inverse(layout).unwrap();
    for at in offsets(layout) {
        let index = offset(left, at);
        assert_eq!(index, offset(&twin, at), "{left} and {twin} of {layout} at {at}");
        assert_eq!(offset(layout, index), at, "{left} of {layout}");
    }
}

/// Whether by ascending stride each mode, coalesced, steps over whole multiples of the one before, and over all its
/// elements.
fn steps_over(layout: &DynLayout) -> bool {
    let layout = dynamic::coalesce(layout).unwrap();
    let modes = layout.leaves().iter().map(|mode| (mode.stride.as_int().unwrap(), mode.extent));
    let mut modes: Vec<_> = modes.filter(|&(stride, extent)| stride != 0 && extent != 1).collect();
    modes.sort();
    modes.insert(0, (1, 1));
    let steps = |pair: &[(i64, i64)]| pair[1].0 % pair[0].0 == 0 && pair[1].0 >= pair[0].0 * pair[0].1;
    layout.size() > 0 && modes.iter().all(|&(stride, _)| stride > 0) && modes.windows(2).all(steps)
}

/// Layouts of a type: its static leaves, and in the places of the dynamic ones numbers at random.
fn random<S: Shape, D: Stride<S>>(layouts: usize, seed: u64) -> impl Iterator<Item = Layout<S, D>> {
    let extents = [1, 2, 3, 4, 8, 1, 2, 0];
    let strides = [1, 2, 4, 8, 3, 0, 6, 12, 16, 32, 1, 5, -1, -2];
    let mut random = Random(seed);
    (0..layouts).filter_map(move |_| {
        let shape = build::<S>(|| random.of(&extents))?;
        Some(Layout::new(shape, build::<D>(|| random.of(&strides))?))
    })
}

fn sweep<S: Shape, D: Stride<S>>(layouts: usize, _: PhantomData<Layout<S, D>>) {
    let (mut seen, mut inverted) = (0, 0);
    for layout in random::<S, D>(layouts, 1) {
        seen += 1;
        check(&results(layout));
        let left = left(layout);
        inverted += usize::from(left.is_ok());
        check_left(&layout.to_dynamic(), &left);
    }
    assert!(seen > 0, "no layout is of this type");
    assert!(inverted > 0 || S::IS_STATIC, "none has a left inverse");
}

/// Common runs of layouts of two types.
fn sweep_common<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>>(
    _: PhantomData<(Layout<SA, DA>, Layout<SB, DB>)>,
) {
    for (a, b) in random(500, 1).zip(random(500, 2)) {
        let (a, b): (Layout<SA, DA>, Layout<SB, DB>) = (a, b);
        check_common(a, b);
        check_common(b, a);
    }
}

/// The tuple with these numbers for its dynamic leaves; `None` if one of them cannot be negative.
fn build<T: IntTuple>(mut number: impl FnMut() -> isize) -> Option<T> {
    let mut place = 0;
    T::build(&mut |step| {
        let Step::Leaf(_) = step else { return Some(0) };
        place += 1;
        Some(T::LEAVES.get(place - 1).unwrap_or_else(&mut number))
    })
}

/// Each of the leaves as it is, and as a dynamic one.
macro_rules! mixtures {
    ([$e:tt $d:tt]) => { sweep(300, PhantomData::<Layout!($e:$d)>); };
    ([$e0:tt $e1:tt $d0:tt $d1:tt]) => { sweep(300, PhantomData::<Layout!(($e0, $e1):($d0, $d1))>); };
    ([$e0:tt $e1:tt $e2:tt $d0:tt $d1:tt $d2:tt]) => {
        sweep(300, PhantomData::<Layout!(($e0, ($e1, $e2)):($d0, ($d1, $d2)))>);
    };
    ([$($done:tt)*] $leaf:tt $($rest:tt)*) => {
        mixtures!([$($done)* $leaf] $($rest)*);
        mixtures!([$($done)* usize] $($rest)*);
    };
}

#[test]
fn leaves_of_all_mixtures_of_one_and_two_modes() {
    mixtures!([] 4 1);
    mixtures!([] 3 0);
    mixtures!([] 3 2);
    mixtures!([] 4 8 1 4);
    mixtures!([] 4 8 8 1);
    mixtures!([] 4 2 1 8);
    mixtures!([] 2 4 0 1);
    mixtures!([] 3 2 4 1);
    mixtures!([] 2 3 4 12);
}

#[test]
fn leaves_of_all_mixtures_of_three_modes() {
    mixtures!([] 2 4 3 4 1 8);
    mixtures!([] 4 2 2 1 8 4);
    mixtures!([] 2 2 4 1 0 2);
}

/// Every pair of extents with every pair of strides.
macro_rules! static_pairs {
    ([$($extents:tt)*] $strides:tt) => { $( static_pairs!(@ $extents $strides); )* };
    (@ $extents:tt [$($strides:tt)*]) => { $( check_static(layout!($extents:$strides)); )* };
}

/// Of static leaves the typed layouts are those of the twin, mode by mode.
fn check_static<S: Shape, D: Stride<S>>(layout: Layout<S, D>) {
    let results = results(layout);
    check(&results);
    let layout = &results.layout;
    assert_eq!(results.filtered, dynamic::filter(layout).unwrap(), "{layout}");
    assert_eq!(results.without_zeros, dynamic::filter_zeros(layout).unwrap(), "{layout}");
    assert_eq!(results.right, dynamic::right_inverse(layout).unwrap(), "{layout}");
    assert_eq!(results.nullspace, dynamic::nullspace(layout).unwrap(), "{layout}");
    if layout.is_injective().unwrap() {
        assert_eq!(results.with_itself, dynamic::max_common_layout(layout, layout).unwrap(), "{layout}");
    }
}

#[test]
fn static_leaves() {
    static_pairs! {
        [(2, 2) (2, 4) (3, 2) (4, 3) (4, 4) (6, 2) (1, 4)]
        [(1, 1) (1, 2) (1, 3) (1, 4) (1, 8) (0, 1) (1, 0) (0, 0) (2, 1) (3, 1) (4, 1) (6, 1) (2, 3) (2, 4) (4, 2) (-1, 4)
         (8, 2) (12, 3) (3, 8)]
    }
    static_pairs! {
        [((2, 4), 2) ((4, 3), 2) ((2, 1), 8)]
        [((1, 2), 8) ((1, 8), 2) ((8, 1), 4) ((2, 1), 16) ((0, 1), 4) ((1, 0), 4) ((4, 8), 1) ((3, 1), 12) ((1, 4), -16)]
    }
}

macro_rules! static_left {
    ($($shape:tt : $stride:tt),*) => { $(
        let layout = layout!($shape:$stride);
        let (result, twin) = (left_inverse(layout), dynamic::left_inverse(&layout.to_dynamic()).unwrap());
        assert_eq!(result.to_dynamic(), twin);
        check_left(&layout.to_dynamic(), &left(layout));
    )* };
}

#[test]
fn static_left_inverses() {
    static_left! {
        1:0, 1:7, 6:1, 6:5, (2, 3):(1, 2), (2, 3):(3, 1), (2, 3):(0, 1), (2, 3):(1, 0), (2, 3):(6, 2), (2, 3):(2, 6), (4, 2):(2, 1000),
        (4, 2):(1, 12), (1, 4):(9, 2), (2, 2, 2):(4, 1, 2), (2, 2, 2):(1, 8, 4), (2, 0x10, 3):(1, 6, 96), (3, 4, 5):(20, 5, 1),
        (3, 4, 5):(1, 3, 12), (4, 1, 3):(1, 3, 8), ((2, 4), (4, 2)):((4, 32), (8, 1)), ((2, 2), (3, 5)):((1, 4), (12, 36)),
        (4, 2, 8):(1, 0, 8), (2, 2, 2, 2, 2, 2):(32, 16, 8, 4, 2, 1), (2, 3, 2, 3, 2, 3):(1, 4, 64, 16, 1024, 256)
    }
}

/// The common run of two layouts with static leaves, by its twin.
fn check_static_common<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>>(
    a: Layout<SA, DA>,
    b: Layout<SB, DB>,
) {
    let common = check_common(a, b);
    let (lhs, rhs) = (a.to_dynamic(), b.to_dynamic());
    assert_eq!(common, dynamic::max_common_layout(&lhs, &rhs).unwrap(), "{lhs} and {rhs}");
}

/// The common run of two layouts, by its definition.
fn check_common<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>>(
    a: Layout<SA, DA>,
    b: Layout<SB, DB>,
) -> DynLayout {
    let common = max_common_layout(a, b).to_dynamic();
    let (lhs, rhs) = (a.to_dynamic(), b.to_dynamic());
    assert_eq!(max_common_vector(a, b).value() as i64, common.size());
    if lhs.size() == 0 || rhs.size() == 0 {
        return common;
    }
    for (index, place) in offsets(&common).into_iter().enumerate() {
        assert_eq!(
            (offset(&lhs, place), offset(&rhs, place)),
            (index as i64, index as i64),
            "{lhs} and {rhs}"
        );
    }
    common
}

macro_rules! common_runs {
    ($([$a:tt : $da:tt] $list:tt;)*) => { $( common_runs!(@ $a $da $list); )* };
    (@ $a:tt $da:tt [$($b:tt : $db:tt),*]) => { $( check_static_common(layout!($a:$da), layout!($b:$db)); )* };
}

#[test]
fn common_runs_of_static_leaves() {
    common_runs! {
        [(4, 8):(1, 4)] [(4, 8):(1, 4), (4, 8):(1, 8), (4, 8):(8, 1), (8, 4):(1, 8), (2, 16):(1, 2), (2, 2, 8):(1, 2, 5), 32:1, 32:2];
        [(4, 8):(8, 1)] [(4, 8):(8, 1), (4, 8):(16, 1), (4, (2, 4)):(8, (1, 2)), (4, (4, 2)):(8, (1, 32)), (2, 2, 8):(8, 16, 1)];
        [(3, 2):(2, 1)] [(3, 2):(6, 1), (3, 2):(2, 1), (3, 2):(1, 3), 6:1];
        [(8, (2, 4)):(2, (1, 16))] [(8, (2, 4)):(2, (1, 32)), (8, (2, 4)):(2, (1, 16)), (8, 8):(8, 1), (4, 2, 8):(2, 8, 1)];
        [(2, 2, 2):(4, 1, 2)] [(2, 2, 2):(4, 1, 2), (2, 4):(4, 1), (2, 2, 2):(2, 1, 4), (2, 2, 2):(4, 2, 1)];
        [(2, 3):(-1, 1)] [(2, 3):(3, 1), (2, 3):(-1, 1), (2, 3):(0, 1)];
    }
}

#[test]
fn dynamic_leaves() {
    sweep(3000, PhantomData::<Layout!((usize, usize):(usize, usize))>);
    sweep(3000, PhantomData::<Layout!((usize, usize):(Signed, Signed))>);
    sweep(3000, PhantomData::<Layout!((usize, (usize, usize)):(usize, (Signed, usize)))>);
    sweep(3000, PhantomData::<Layout!((usize, usize, usize, usize):(usize, usize, usize, usize))>);
    sweep(1000, PhantomData::<Layout!((usize, 4, usize):(-1, 1, usize))>);
    // strides that coincide, or fall into what smaller ones reach
    sweep(1000, PhantomData::<Layout!((5, 4, usize):(4, 1, 4))>);
    sweep(1000, PhantomData::<Layout!((usize, 3, 6):(2, 6, 1))>);
    sweep(1000, PhantomData::<Layout!((usize, 3, 5):(1, 7, 1))>);
    sweep(1000, PhantomData::<Layout!((4, usize, usize):(1, 4, 16))>);
    sweep(1000, PhantomData::<Layout!((4, usize, usize):(1, 8, 12))>);
    sweep(1000, PhantomData::<Layout!((usize, 4):(3, 4))>);
    sweep(1000, PhantomData::<Layout!((4, usize):(1, 3))>);
    sweep(1000, PhantomData::<Layout!((4, 2, usize):(1, 0, 8))>);
    sweep(1000, PhantomData::<Layout!((usize, 63, usize):(128, 1, 1))>);
}

#[test]
fn multiples() {
    sweep(1000, PhantomData::<Layout!(?{div=4}:1)>);
    sweep(1000, PhantomData::<Layout!((4, ?{div=2}):(1, 4))>);
    sweep(1000, PhantomData::<Layout!((?{div=4}, 2):(2, 1))>);
    sweep(1000, PhantomData::<Layout!((?{div=4}, 8):(1, 4))>);
    sweep(1000, PhantomData::<Layout!((?{div=4}, 8):(1, 8))>);
    sweep(1000, PhantomData::<Layout!((4, ?{div=2}):(1, 5))>);
    sweep(1000, PhantomData::<Layout!((2, ?{div=2}, usize):(1, 4, usize))>);
    sweep(1000, PhantomData::<Layout!((2, ?{div=2}, usize):(4, 1, 16))>);
    sweep(1000, PhantomData::<Layout!((usize, ?{div=2}, ?{div=3}):(1, 4, 0))>);
    sweep(1000, PhantomData::<Layout!((?{div=2}, ?{div=2}):(?{div=2}, 1))>);
    sweep(1000, PhantomData::<Layout!((?{div=2}, 4):(?{div=4}, ?{div=2}))>);
}

#[test]
fn common_runs_of_dynamic_leaves() {
    sweep_common(PhantomData::<(Layout!((?{div=4}, 2):(1, usize)), Layout!((8, usize):(1, usize)))>);
    sweep_common(
        PhantomData::<(Layout!((?{div=4}, 2):(1, usize)), Layout!((?{div=2}, usize):(1, ?{div=2})))>,
    );
    sweep_common(PhantomData::<(Layout!((2, usize):(1, 2)), Layout!((2, usize, 3):(1, 2, usize)))>);

    sweep_common(PhantomData::<(Layout!((4, usize):(1, usize)), Layout!((4, usize):(1, 4)))>);
    sweep_common(PhantomData::<(Layout!((4, usize):(1, usize)), Layout!((8, usize):(1, usize)))>);
    sweep_common(PhantomData::<(Layout!((4, 4, usize):(4, 1, usize)), Layout!((4, 4, usize):(8, 1, 0)))>);
    sweep_common(
        PhantomData::<(Layout!((4, (4, 2)):(usize, (1, 4))), Layout!((4, (8, usize)):(8, (1, -1))))>,
    );
    sweep_common(PhantomData::<(Layout!((usize, 4):(1, usize)), Layout!((usize, 4):(1, usize)))>);
    sweep_common(PhantomData::<(Layout!((2, 2, usize):(2, 1, 4)), Layout!((2, 4, usize):(4, 1, 2)))>);
}

/// A mode of one element whose stride the type has counted on, and others that turn out to be neighbours.
#[test]
fn inverses_of_modes_that_vanish() {
    sweep(1000, PhantomData::<Layout!((2, usize, 2):(1, 6, 2))>);
    sweep(1000, PhantomData::<Layout!((2, usize, 2):(1, 5, 2))>);
    sweep(1000, PhantomData::<Layout!((2, usize, 3):(1, 0, 2))>);
    sweep(1000, PhantomData::<Layout!((2, 2, usize):(1, 2, 5))>);
    sweep(1000, PhantomData::<Layout!((2, usize, usize):(1, 2, 5))>);
    sweep(1000, PhantomData::<Layout!((2, usize, 2, usize):(1, 100, 2, 5))>);
    sweep(1000, PhantomData::<Layout!((usize, usize, 3):(0, 8, 1))>);
    sweep(1000, PhantomData::<Layout!((usize, usize):(0, 8))>);
    sweep(100, PhantomData::<Layout!((4, 1):(1, usize))>);
    sweep(100, PhantomData::<Layout!((1, usize):(Signed, 1))>);
    sweep(1000, PhantomData::<Layout!((usize, usize, usize):(4, 1, 4))>);
    sweep(1000, PhantomData::<Layout!((2, usize, 4, usize):(1, -3, 2, usize))>);
    sweep(1000, PhantomData::<Layout!((8, 2, usize):(2, 1, 2))>);
    sweep(1000, PhantomData::<Layout!((4, usize, 8):(1, 2, 4))>);
    sweep(1000, PhantomData::<Layout!((4, 8, usize):(1, usize, 4))>);

    let one = 1;
    let layout = layout!((2, one, 2, 3):(1, 100, 2, 5));
    let error = try_left_inverse(layout!((2, one, 2, {one + 2}):(1, 100, 2, 5))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "left_inverse: (2,1,2,3):(1,100,2,5): the result has more modes than its type has room for"
    );
    assert!(dynamic::left_inverse(&layout.to_dynamic()).is_ok());
}

/// The typed results as layouts without excess modes, and their twins: numbers that are too many to look at each.
fn check_huge<S: Shape, D: Stride<S>>(layout: Layout<S, D>) {
    let (results, data) = (results(layout), layout.to_dynamic());
    let simple = |layout: &DynLayout| dynamic::coalesce(layout).unwrap();
    assert_eq!(results.alignment, dynamic::max_alignment(&data).unwrap(), "{data}");
    if data.size() > 0 {
        assert_eq!(simple(&results.right), dynamic::right_inverse(&data).unwrap(), "{data}");
        assert_eq!(simple(&results.nullspace), simple(&dynamic::nullspace(&data).unwrap()), "{data}");
    }
    if let Ok(left) = left(layout) {
        assert_eq!(simple(&left), dynamic::left_inverse(&data).unwrap(), "{data}");
    }
}

#[test]
fn huge_leaves() {
    let (most, half, two, zero) = (isize::MAX as usize, 1 << 61, 2, 0);
    check_huge(layout!(most:1));
    check_huge(layout!((two, half):(1, zero)));
    check_huge(layout!((most, 1):(1, most)));
    check_huge(layout!((two, half):(half, zero)));
    check_huge(layout!((half, 1, two):(1, half, half)));
    check_huge(layout!((most, most, zero):(zero, zero, 0)));
    check_huge(layout!((half, zero, most):(0, 0, zero)));
    check_huge(layout!((most, two, zero):(zero, { most - 1 }, -1)));
    check_huge(layout!((0x4000_0000, 2, two):(0, 1, 0x2000_0000)));
    check_huge(layout!((0x4000_0000, two, 2):(zero, 1, 0x2000_0000)));
    check_huge(layout!((0x100_0000_0000, two, 2):(zero, 1, 0x4000_0000)));

    let error = try_left_inverse(layout!((two, 2):({ 3 << 61 }, 1))).unwrap_err();
    assert_eq!(error.to_string(), "left_inverse: (2,2):(6917529027641081856,1): the result goes beyond 2^63");
    let error = try_left_inverse(layout!((0x100_0000_0000, two, 2):(zero, 1, 0x4000_0000))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "left_inverse: (1099511627776,2,2):(0,1,1073741824): the offsets of the result overflow"
    );
}
