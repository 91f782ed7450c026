//! The three equalities of layouts are what their names say, at every pair of small layouts.

use tilework::dynamic::{self, DynLayout, Offset};
use tilework::{
    algebra::{same_by_coordinate, same_by_index, same_text},
    prelude::*,
};

/// Layouts over all trees of up to two levels with these leaves.
fn layouts() -> Vec<DynLayout> {
    let (extents, strides) = ([0, 1, 2, 4], [0, 1, 2]);
    let mut texts = Vec::new();
    for n in extents {
        for d in strides {
            texts.push(format!("{n}:{d}"));
            texts.push(format!("({n}):({d})"));
            for m in extents {
                for e in strides {
                    texts.push(format!("({n},{m}):({d},{e})"));
                    texts.push(format!("(({n}),{m}):(({d}),{e})"));
                    texts.push(format!("(({n},{m})):(({d},{e}))"));
                }
            }
        }
    }
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

fn offsets(layout: &DynLayout) -> Vec<Offset> {
    (0..layout.size()).map(|index| layout.offset(&index.to_string().parse().unwrap()).unwrap()).collect()
}

/// The tree of a shape with `n` for `(n)`, as text.
fn tree(layout: &DynLayout) -> String {
    let mut text = layout.shape().to_string();
    loop {
        let shorter =
            ["0", "1", "2", "4"].iter().fold(text.clone(), |text, n| text.replace(&format!("({n})"), n));
        let shorter = match shorter.strip_prefix("((").and_then(|inner| inner.strip_suffix("))")) {
            Some(inner) => format!("({inner})"),
            None => shorter,
        };
        if shorter == text {
            return text;
        }
        text = shorter;
    }
}

#[test]
fn equalities_are_their_definitions() {
    let layouts = layouts();
    let known: Vec<_> =
        layouts.iter().map(|layout| (layout.to_string(), tree(layout), offsets(layout))).collect();
    let mut equal = [0usize; 3];
    for (a, (a_text, a_tree, a_offsets)) in layouts.iter().zip(&known) {
        for (b, (b_text, b_tree, b_offsets)) in layouts.iter().zip(&known) {
            let text = a_text == b_text;
            // with the same tree, the index tells the coordinate
            let coordinate = a_tree == b_tree && a_offsets == b_offsets;
            let index = a_offsets == b_offsets;
            assert_eq!(dynamic::same_text(a, b), text, "{a} and {b}");
            assert_eq!(dynamic::same_by_coordinate(a, b).unwrap(), coordinate, "{a} and {b}");
            assert_eq!(dynamic::same_by_index(a, b).unwrap(), index, "{a} and {b}");
            for (count, is_equal) in equal.iter_mut().zip([text, coordinate, index]) {
                *count += usize::from(is_equal);
            }
        }
    }
    println!("{} pairs: {equal:?} the same as text, by coordinate, by index", layouts.len().pow(2));
    // each equality is weaker than the one before
    assert!(equal[0] < equal[1] && equal[1] < equal[2]);
}

#[test]
fn normal_forms_are_the_same_function_and_normal() {
    for layout in layouts() {
        let normal = dynamic::normal_form(&layout).unwrap();
        assert!(dynamic::same_by_coordinate(&layout, &normal).unwrap());
        assert_eq!(offsets(&layout), offsets(&normal), "{layout}");
        assert_eq!(dynamic::normal_form(&normal).unwrap(), normal);
    }
}

macro_rules! pairs {
    ($($a:expr, $b:expr;)*) => { $(
        let (a, b) = ($a, $b);
        let (x, y) = (a.to_dynamic(), b.to_dynamic());
        assert_eq!(same_text(a, b), dynamic::same_text(&x, &y), "{a} and {b}");
        assert_eq!(same_by_coordinate(a, b), dynamic::same_by_coordinate(&x, &y).unwrap(), "{a} and {b}");
        assert_eq!(same_by_index(a, b), dynamic::same_by_index(&x, &y).unwrap(), "{a} and {b}");
    )* };
}

#[test]
fn typed_layouts_are_the_same_where_their_twins_are() {
    let (n, one, zero) = (4, 1, 0);
    pairs! {
        layout!(4:1), layout!((4,):(1,));
        layout!((4, 1):(1, 9)), layout!((4, 1):(1, 0));
        layout!((4, 1):(1, 9)), layout!((4, one):(1, 3));
        layout!((2, 2):(1, 2)), layout!(n:1);
        layout!((2, (2,)):(1, (2,))), layout!((2, 2):(1, 2));
        layout!(((2, 2),):((1, 2),)), layout!((2, 2):(1, 2));
        layout!((2, 2):(1, 2)), layout!((2, 2):(2, 1));
        layout!((0, 3):(1, 2)), layout!((zero, 3):(5, 7));
        layout!((0, 3):(1, 2)), layout!(0:1);
        layout!((2, (1, 6)):(1, (6, 2))), layout!(12:1);
    }
}
