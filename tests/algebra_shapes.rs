//! Operations that keep a layout's function or its memory: as types, and as their runtime twins.

use tilework::dynamic::{self, DynLayout, DynTuple};
use tilework::prelude::*;

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
    assert_eq!(twin(appended), data.append(5).unwrap());
    assert_eq!(twin(prepended), data.prepend(4).unwrap());
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
    assert_eq!(partly.to_string(), "((_6,5),_8):((_1,_6),_1)");
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
    assert_eq!(coalesce_z(mixed).to_string(), "(_4,3):(_1,_4)");
}
