//! When layouts are the same: by text, by coordinate and by index, each by its definition.
use crate::common::{self, layouts};
use proptest::prelude::*;
use tilework::dynamic::*;

fn layout(text: &str) -> DynLayout {
    text.parse().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, ..ProptestConfig::default() })]

    /// Of small layouts, so that many are the same.
    #[test]
    fn the_same_by_index_is_the_same_offsets(a in layouts(2), b in layouts(2)) {
        let is_same = common::offsets(&a) == common::offsets(&b);
        prop_assert_eq!(same_by_index(&a, &b), Ok(is_same), "{} and {}", a, b);
        prop_assert!(!same_by_coordinate(&a, &b).unwrap() || is_same);
    }

    /// The form is itself, the same function, and without what does not move.
    #[test]
    fn the_normal_form_is_one(layout in layouts(3)) {
        let form = normal_form(&layout).unwrap();
        prop_assert_eq!(normal_form(&form), Ok(form.clone()));
        prop_assert_eq!(same_by_coordinate(&layout, &form), Ok(true));
        prop_assert_eq!(common::offsets(&layout), common::offsets(&form));
        prop_assert!(form.leaves().iter().all(|mode| mode.extent > 1 || mode.stride == Stride::Int(0)));
        let nested = DynLayout::from_modes(Tree::tuple([layout.view()]).unwrap()).unwrap();
        prop_assert_eq!(normal_form(&nested), Ok(form));
        prop_assert!(!same_text(&nested, &layout));
    }
}

#[test]
fn layouts_are_the_same_in_three_ways() {
    // by text, by coordinate, by index
    for (a, b, is_same) in [
        ("(4,2):(1,4)", "(4,2):(1,4)", [true, true, true]),
        ("(4,(1)):(1,(9))", "(4,1):(1,0)", [false, true, true]),
        ("4:1", "(4):(1)", [false, true, true]),
        ("(2,2):(1,2)", "4:1", [false, false, true]),
        ("((2,2),3):((1,2),4)", "(2,(2,3)):(1,(2,4))", [false, false, true]),
        ("(4,2):(0,1)", "(4,2):(F0,F1)", [false, false, false]),
        ("(4,3):(0,1)", "(4,3):(0@0,1)", [false, true, true]),
        ("4:1", "4:2", [false, false, false]),
        ("4:1", "5:1", [false, false, false]),
        // without elements there is nothing to differ in but the shape
        ("(0,4):(7,1)", "(0,4):(1,9)", [false, true, true]),
        ("(0,4):(7,1)", "(4,0):(7,1)", [false, false, true]),
        ("0:1", "1:0", [false, false, false]),
    ] {
        for (a, b) in [(layout(a), layout(b)), (layout(b), layout(a))] {
            let found = [Ok(same_text(&a, &b)), same_by_coordinate(&a, &b), same_by_index(&a, &b)];
            assert_eq!(found, is_same.map(Ok), "{a} and {b}");
        }
    }
}

#[test]
fn layouts_that_overhang_are_not_compared() {
    let (padded, whole, empty) = (layout("(4,2):(1,4) of (3,2)"), layout("(4,2):(1,4)"), layout("0:1"));
    assert!(normal_form(&padded).is_err());
    for (a, b) in [(&padded, &whole), (&whole, &padded)] {
        assert!(same_by_coordinate(a, b).is_err() && same_by_index(a, b).is_err() && !same_text(a, b));
    }
    assert_eq!(same_by_index(&padded, &empty), Ok(false));
}
