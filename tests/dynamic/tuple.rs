//! Laws of the operations on integer tuples, against their definitions.
use crate::common::{self, Model, shapes};
use proptest::prelude::*;
use tilework::dynamic::*;

fn refines(fine: &Model, coarse: &Model) -> bool {
    match (coarse, fine) {
        (Model::Leaf(extent), _) => fine.size() == *extent,
        (Model::Tuple(_), Model::Leaf(_)) => false,
        (Model::Tuple(c), Model::Tuple(f)) => {
            c.len() == f.len() && c.iter().zip(f).all(|(c, f)| refines(f, c))
        }
    }
}

/// Splits leaves of a shape at random, so that pairs with a common refinement are likely.
fn split(shape: &Model, choices: &mut impl Iterator<Item = bool>) -> Model {
    match shape {
        Model::Leaf(extent) => match (2..*extent).find(|d| extent % d == 0) {
            Some(d) if choices.next().unwrap_or(false) => {
                Model::Tuple(vec![Model::Leaf(d), Model::Leaf(extent / d)])
            }
            _ => shape.clone(),
        },
        Model::Tuple(modes) => Model::Tuple(modes.iter().map(|mode| split(mode, choices)).collect()),
    }
}

fn related_shapes() -> impl Strategy<Value = (Model, Model)> {
    let choices = || prop::collection::vec(any::<bool>(), 8);
    (shapes(12), shapes(12), choices(), choices(), any::<bool>()).prop_map(
        |(a, b, left, right, unrelated)| {
            let (mut left, mut right) = (left.into_iter(), right.into_iter());
            let other = if unrelated { split(&b, &mut right) } else { split(&a, &mut right) };
            (split(&a, &mut left), other)
        },
    )
}

proptest! {
    #[test]
    fn size_rank_depth(shape in shapes(12)) {
        let tuple = shape.to_dyn();
        prop_assert_eq!(size(tuple.view()).unwrap(), shape.size());
        prop_assert_eq!(tuple.to_string(), shape.text());
        prop_assert_eq!(tuple.leaves(), shape.leaves());
        prop_assert_eq!(product_each(tuple.view()).unwrap().rank(), tuple.rank());
        prop_assert_eq!(size(product_each(tuple.view()).unwrap().view()).unwrap(), shape.size());
    }

    #[test]
    fn indices_and_coordinates_are_inverse(shape in shapes(12), index in 0..10_000_i64) {
        let tuple = shape.to_dyn();
        let coordinate = idx2crd(index, tuple.view()).unwrap();
        prop_assert!(congruent(coordinate.view(), tuple.view()));
        prop_assert_eq!(crd2idx(coordinate.view(), tuple.view()).unwrap(), index);
        if index < shape.size() {
            prop_assert!(elem_less(coordinate.view(), tuple.view()).unwrap());
        }
    }

    #[test]
    fn compatible_is_refinement((a, b) in related_shapes()) {
        let (x, y) = (a.to_dyn(), b.to_dyn());
        prop_assert_eq!(compatible(x.view(), y.view()).unwrap(), refines(&b, &a));
        if compatible(x.view(), y.view()).unwrap() {
            prop_assert!(weakly_congruent(x.view(), y.view()));
        }
    }

    #[test]
    fn join_and_meet((a, b) in related_shapes()) {
        let (x, y) = (a.to_dyn(), b.to_dyn());
        let is = |l: &DynTuple, r: &DynTuple| compatible(l.view(), r.view()).unwrap();
        if let Ok(join) = common_refinement(x.view(), y.view()) {
            prop_assert!(is(&x, &join) && is(&y, &join));
            let meet = common_coarsening(x.view(), y.view()).unwrap();
            prop_assert!(is(&meet, &x) && is(&meet, &y));
        } else {
            prop_assert!(!is(&x, &y) && !is(&y, &x));
        }
    }

    #[test]
    fn divisions((a, b) in related_shapes(), divisor in 1..40_i64) {
        let (x, y) = (a.to_dyn(), b.to_dyn());
        let integer = Tree::leaf(divisor);
        let count = ceil_div(x.view(), integer.view()).unwrap();
        prop_assert!(congruent(count.view(), x.view()));
        if let Ok(exact) = shape_div(x.view(), y.view()) {
            prop_assert_eq!(Ok(exact), ceil_div(x.view(), y.view()));
        }
        if let Ok(up) = round_up(x.view(), y.view()) {
            prop_assert!(congruent(up.view(), x.view()));
            prop_assert!(up.leaves().iter().zip(x.leaves()).all(|(up, leaf)| up >= leaf));
        }
    }

    #[test]
    fn compact_strides_are_bijections(shape in shapes(6), order in prop::collection::vec(0..4_i64, 16)) {
        let tuple = shape.to_dyn();
        let mut order = order.into_iter();
        let order = tuple.map(|_| order.next().unwrap());
        for stride in [
            compact_col_major(tuple.view()).unwrap(),
            compact_row_major(tuple.view()).unwrap(),
            compact_order(tuple.view(), order.view()).unwrap(),
        ] {
            let layout = DynLayout::new(&tuple, &stride.map(Stride::Int)).unwrap();
            let mut offsets = common::offsets(&layout);
            offsets.sort_unstable();
            prop_assert!(offsets.into_iter().eq(0..shape.size()));
        }
    }

    #[test]
    fn coordinates_move_between_shapes((a, b) in related_shapes(), index in 0..4096_i64) {
        let (x, y) = (a.to_dyn(), b.to_dyn());
        let coordinate = idx2crd(index % a.size(), x.view()).unwrap();
        if let Ok(moved) = crd2crd(coordinate.view(), x.view(), y.view()) {
            prop_assert!(congruent(moved.view(), y.view()));
            if refines(&b, &a) || refines(&a, &b) {
                let there = crd2idx(moved.view(), y.view()).unwrap();
                prop_assert_eq!(there, crd2idx(coordinate.view(), x.view()).unwrap());
            }
        }
    }
}

#[test]
fn extremes_are_errors_not_panics() {
    let tuple = |text: &str| text.parse::<DynTuple>().unwrap();
    let (least, greatest) = (tuple("-9223372036854775808"), tuple("9223372036854775807"));
    assert!(add(greatest.view(), tuple("1").view()).is_err());
    assert!(size(tuple("(9223372036854775807,2)").view()).is_err());
    assert_eq!(size(tuple("(9223372036854775807,2,0)").view()), Ok(0));
    assert!(round_up(greatest.view(), tuple("2").view()).is_err());
    for divisor in ["0", "-1", "-9223372036854775808"] {
        assert!(ceil_div(least.view(), tuple(divisor).view()).is_err());
        assert!(shape_div(least.view(), tuple(divisor).view()).is_err());
    }
    assert!(idx2crd(-1, tuple("4").view()).is_err());
    assert!(idx2crd(3, tuple("(0,4)").view()).is_err());
    assert!(
        crd2idx(tuple("(-9223372036854775808,9223372036854775807)").view(), tuple("(4,8)").view()).is_err()
    );
    assert_eq!(max_leaf(tuple("()").view()), 0);
    assert!(compact_row_major(tuple("(4,9223372036854775807,9223372036854775807)").view()).is_err());
}

#[test]
fn modes() {
    let tuple: DynTuple = "(2,(3,4),5)".parse().unwrap();
    let text = |result: Result<DynTuple>| result.unwrap().to_string();
    assert_eq!(text(select(tuple.view(), &[2, 1, 1])), "(5,(3,4),(3,4))");
    assert_eq!(text(take(tuple.view(), 1, 3)), "((3,4),5)");
    assert_eq!(text(group(tuple.view(), 0, 2)), "((2,(3,4)),5)");
    assert_eq!(text(group(tuple.view(), 1, 1)), "(2,(3,4),5)");
    assert_eq!(text(append_to(tuple.view(), 4, 1)), "(2,(3,4),5,1)");
    assert_eq!(text(prepend_to(Tree::leaf(7).view(), 2, 1)), "(1,7)");
    assert_eq!(flatten(tuple.view()).to_string(), "(2,3,4,5)");
    assert!(select(tuple.view(), &[3]).is_err());
    assert!(take(tuple.view(), 2, 1).is_err());
    assert!(append_to(tuple.view(), 2, 1).is_err());
    assert!(append_to(tuple.view(), usize::MAX, 1).is_err());
}
