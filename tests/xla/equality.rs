//! When two shapes are the same: every pair of some shapes, by a table for each of the parts.
use tilework::xla::{Ignore, Shape, compatible, equal, layouts_equal, same_dimensions};

/// Element types, and the kind of them that differ in precision alone.
const ELEMENTS: [(&str, u8); 6] =
    [("f32", 0), ("bf16", 0), ("f8e4m3fn", 0), ("s32", 1), ("u32", 2), ("c64", 3)];
/// Dimensions, and which of the others have the same bounds, or none.
const DIMENSIONS: [(&str, &[usize]); 5] =
    [("2,3", &[0, 1, 2]), ("<=2,3", &[0, 1, 2]), ("?,3", &[0, 1, 2]), ("3,2", &[3]), ("2,4", &[4])];
/// Layouts, and where they put elements: metadata in front does not count.
const LAYOUTS: [(&str, u8); 6] =
    [("", 0), ("{1,0}", 0), ("{1,0:M(8)}", 0), ("{0,1}", 1), ("{1,0:T(2,2)}", 2), ("{1,0:S(1)}", 3)];
/// What an array is in.
const AROUND: [(&str, &str); 4] = [("", ""), ("b(", ")"), ("(", ")"), ("(token[], ", ")")];

#[test]
fn shapes_are_the_same_where_each_part_is() {
    let mut shapes = Vec::new();
    for (e, (element, _)) in ELEMENTS.iter().enumerate() {
        for (d, (dimensions, _)) in DIMENSIONS.iter().enumerate() {
            for (l, (layout, _)) in LAYOUTS.iter().enumerate() {
                for (a, (before, behind)) in AROUND.iter().enumerate() {
                    let text = format!("{before}{element}[{dimensions}]{layout}{behind}");
                    shapes.push(([e, d, l, a], text.parse::<Shape>().unwrap()));
                }
            }
        }
    }
    for ([e, d, l, a], lhs) in &shapes {
        for ([f, g, m, b], rhs) in &shapes {
            let (around, exact) = (a == b, d == g);
            let (bounds, place) = (DIMENSIONS[*d].1.contains(g), LAYOUTS[*l].1 == LAYOUTS[*m].1);
            let is_floating = ELEMENTS[*e].1 == 0 && ELEMENTS[*f].1 == 0;
            for (ignore, element) in [
                (Ignore::Nothing, e == f),
                (Ignore::FpPrecision, e == f || is_floating),
                (Ignore::ElementType, true),
            ] {
                assert_eq!(
                    equal(lhs, rhs, ignore),
                    around && exact && place && element,
                    "{lhs} {rhs} {ignore:?}"
                );
                assert_eq!(
                    compatible(lhs, rhs, ignore),
                    around && bounds && element,
                    "{lhs} {rhs} {ignore:?}"
                );
            }
            assert_eq!(layouts_equal(lhs, rhs), around && place, "{lhs} {rhs}");
            if let (Some(lhs), Some(rhs)) = (lhs.as_array(), rhs.as_array()) {
                assert_eq!(same_dimensions(lhs, rhs), bounds, "{lhs} {rhs}");
            }
        }
    }
}

#[test]
fn what_has_no_elements_is_the_same_only_as_itself() {
    let shapes =
        ["token[]", "opaque[]", "()", "(token[])", "(token[], token[])", "f32[]", "b(f32[])", "f32[1]"];
    for (i, lhs) in shapes.iter().enumerate() {
        for (j, rhs) in shapes.iter().enumerate() {
            let (lhs, rhs): (Shape, Shape) = (lhs.parse().unwrap(), rhs.parse().unwrap());
            assert_eq!(equal(&lhs, &rhs, Ignore::Nothing), i == j, "{lhs} {rhs}");
            assert_eq!(compatible(&lhs, &rhs, Ignore::ElementType), i == j, "{lhs} {rhs}");
            assert_eq!(layouts_equal(&lhs, &rhs), i == j, "{lhs} {rhs}");
        }
    }
    let ranks: [Shape; 2] = ["f32[2]", "f32[2,3]"].map(|text| text.parse().unwrap());
    let [one, two] = ranks.each_ref().map(|shape| shape.array("test").unwrap());
    assert!(!same_dimensions(one, two) && !same_dimensions(two, one));
    // a layout that is not known is no other layout's equal
    let unknown = Shape::Array(one.clone().strip_layout());
    assert!(!equal(&unknown, &ranks[0], Ignore::Nothing) && compatible(&unknown, &ranks[0], Ignore::Nothing));
    assert!(equal(&unknown, &unknown, Ignore::Nothing));
}
