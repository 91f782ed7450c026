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

/// The least `n` with `n * divisor >= extent`, of which none is negative.
fn rounded_up(extent: i64, divisor: i64) -> Option<i64> {
    (0..).find(|n| n * divisor >= extent)
}

/// How often one of two extents is in the other; 1 where the divisor is larger.
fn exact(extent: i64, divisor: i64) -> Option<i64> {
    if extent % divisor == 0 { Some(extent / divisor) } else { (divisor % extent == 0).then_some(1) }
}

/// A tuple divided mode by mode, and by an integer that its modes use up one after another; none where ranks do not
/// fit, or a leaf has no quotient.
fn divided(
    lhs: &Model,
    rhs: &Model,
    quotient: fn(i64, i64) -> Option<i64>,
    fits: fn(usize, usize) -> bool,
) -> Option<Model> {
    let modes: Option<Vec<Model>> = match (lhs, rhs) {
        (Model::Leaf(extent), _) => return quotient(*extent, rhs.size()).map(Model::Leaf),
        (Model::Tuple(modes), Model::Leaf(divisor)) => {
            let mut rest = *divisor;
            let by_rest = modes.iter().map(|mode| {
                let result = divided(mode, &Model::Leaf(rest), quotient, fits)?;
                rest = quotient(rest, mode.size())?;
                Some(result)
            });
            by_rest.collect()
        }
        (Model::Tuple(modes), Model::Tuple(by)) if fits(modes.len(), by.len()) => {
            let pairs = modes.iter().zip(by.iter().map(Some).chain(std::iter::repeat(None)));
            pairs
                .map(|(mode, by)| by.map_or(Some(mode.clone()), |by| divided(mode, by, quotient, fits)))
                .collect()
        }
        _ => None,
    };
    modes.map(Model::Tuple)
}

/// Whether a coordinate is inside a shape; none where an integer would be compared with a tuple before that is known.
fn is_inside(coordinate: &Model, shape: &Model) -> Option<bool> {
    match (coordinate, shape) {
        (Model::Leaf(c), Model::Leaf(extent)) => Some(c < extent),
        (Model::Tuple(c), Model::Tuple(shape)) if c.len() > shape.len() => Some(false),
        (Model::Tuple(c), Model::Tuple(shape)) => c
            .iter()
            .zip(shape)
            .map(|(c, extent)| is_inside(c, extent))
            .find(|is| *is != Some(true))
            .unwrap_or(Some(true)),
        _ => None,
    }
}

/// Whether a tiler fills a shape without a rest, mode by mode.
fn is_filled(shape: &Model, tiler: &Model) -> Option<bool> {
    match (shape, tiler) {
        (Model::Tuple(shape), Model::Tuple(tiler)) if shape.len() < tiler.len() => Some(false),
        (Model::Tuple(shape), Model::Tuple(tiler)) => {
            let pairs = shape.iter().zip(tiler);
            pairs
                .map(|(shape, tiler)| is_filled(shape, tiler))
                .find(|is| *is != Some(true))
                .unwrap_or(Some(true))
        }
        _ => {
            let tiles = divided(shape, tiler, rounded_up, |own, by| own >= by)?;
            Some(shape.size() == tiler.size() * tiles.size())
        }
    }
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
    fn operations_on_congruent_tuples_go_leaf_by_leaf(
        shape in shapes(3), other in shapes(3), values in prop::collection::vec((-30..31_i64, -30..31_i64), 16),
    ) {
        let fill = |values: &mut dyn Iterator<Item = i64>| shape.to_dyn().map(|_| values.next().unwrap());
        let pairs = || values.iter().cycle();
        let (lhs, rhs) = (fill(&mut pairs().map(|pair| pair.0)), fill(&mut pairs().map(|pair| pair.1)));
        let divides_both = |d: &i64, l: i64, r: i64| l % d == 0 && r % d == 0 && (l, r) != (0, 0);
        let greatest = |l: i64, r: i64| (1..31).rev().find(|d| divides_both(d, l, r)).unwrap_or(0);
        type Verb = fn(TupleRef<'_>, TupleRef<'_>) -> Result<DynTuple>;
        let verbs: [(Verb, &dyn Fn(i64, i64) -> i64); 4] = [
            (add, &|l, r| l + r),
            (min, &|l, r| if l < r { l } else { r }),
            (max, &|l, r| if l < r { r } else { l }),
            (gcd, &greatest),
        ];
        for (verb, by_leaf) in verbs {
            let expected = pairs().take(lhs.leaves().len()).map(|&(l, r)| by_leaf(l, r)).collect::<Vec<_>>();
            let result = verb(lhs.view(), rhs.view()).unwrap();
            prop_assert_eq!(result.leaves(), expected);
            prop_assert!(result.view().congruent(shape.to_dyn().view()));
            let is_congruent = other.to_dyn().view().congruent(shape.to_dyn().view());
            prop_assert_eq!(verb(lhs.view(), other.to_dyn().view()).is_ok(), is_congruent);
        }
        let products: i64 = pairs().take(lhs.leaves().len()).map(|(l, r)| l * r).sum();
        prop_assert_eq!(inner_product(lhs.view(), rhs.view()), Ok(products));
        prop_assert_eq!(max_leaf(lhs.view()), *lhs.leaves().iter().max().unwrap());
    }

    #[test]
    fn divisions_are_those_of_the_definition((a, b) in related_shapes(), c in shapes(6), divisor in 1..40_i64) {
        let x = a.to_dyn();
        for divisor in [&b, &c, &Model::Leaf(divisor)] {
            let y = divisor.to_dyn();
            let text = |result: Result<DynTuple>| result.ok().map(|result| result.to_string());
            let up = divided(&a, divisor, rounded_up, |own, by| own >= by).map(|up| up.text());
            prop_assert_eq!(text(ceil_div(x.view(), y.view())), up, "{} by {}", x, y);
            let whole = divided(&a, divisor, exact, |own, by| own == by).map(|whole| whole.text());
            prop_assert_eq!(text(shape_div(x.view(), y.view())), whole, "{} by {}", x, y);
            prop_assert_eq!(evenly_divides(x.view(), y.view()).ok(), is_filled(&a, divisor), "{} by {}", x, y);
            prop_assert_eq!(elem_less(x.view(), y.view()).ok(), is_inside(&a, divisor), "{} in {}", x, y);
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
fn multiples_are_the_least_that_are_not_below() {
    for extent in -20..=20_i64 {
        for divisor in 1..=9_i64 {
            let least = (extent..).find(|n| n % divisor == 0).unwrap();
            let (extent, divisor) = (Tree::leaf(extent), Tree::leaf(divisor));
            assert_eq!(
                round_up(extent.view(), divisor.view()),
                Ok(Tree::leaf(least)),
                "{extent} by {divisor}"
            );
            let quotient = Tree::leaf(least / divisor.leaves()[0]);
            assert_eq!(ceil_div(extent.view(), divisor.view()), Ok(quotient), "{extent} by {divisor}");
        }
    }
    let rounded = |lhs: &str, rhs: &str| {
        let [lhs, rhs] = [lhs, rhs].map(|text| text.parse::<DynTuple>().unwrap());
        round_up(lhs.view(), rhs.view()).map(|result| result.to_string())
    };
    for (lhs, rhs, result) in [
        ("(10,(7,3),5)", "(4,(2,2))", "(12,(8,4),5)"),
        ("(10,(7,3))", "(4,(2))", "(12,(8,3))"),
        ("(10,7)", "()", "(10,7)"),
        ("()", "()", "()"),
    ] {
        assert_eq!(rounded(lhs, rhs).as_deref(), Ok(result), "{lhs} by {rhs}");
    }
    for (lhs, rhs) in [("10", "(4)"), ("(10)", "4"), ("(10)", "(4,4)"), ("(10,7)", "(4,(7))")] {
        assert!(
            matches!(rounded(lhs, rhs), Err(Error::Invalid { operation: "round_up", .. })),
            "{lhs} by {rhs}"
        );
    }
    for divisor in ["0", "-1"] {
        let reason = rounded("10", divisor).unwrap_err().to_string();
        assert_eq!(reason, format!("round_up: the divisor {divisor} is not positive"));
    }
}

#[test]
fn what_has_no_magnitude_has_no_common_divisor() {
    let (least, next, zero) = (Tree::leaf(i64::MIN), Tree::leaf(i64::MIN + 1), Tree::leaf(0));
    assert_eq!(gcd(next.view(), zero.view()), Ok(Tree::leaf(i64::MAX)));
    for (lhs, rhs) in [(&least, &zero), (&zero, &least)] {
        let refusal = Err(Error::Overflow { quantity: "greatest common divisor" });
        assert_eq!(gcd(lhs.view(), rhs.view()), refusal);
    }
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

#[test]
fn nesting_has_a_limit_wherever_trees_are_put_together() {
    let nested = |depth: usize| -> DynTuple {
        format!("{}1{}", "(".repeat(depth), ")".repeat(depth)).parse().unwrap()
    };
    let (deep, deepest) = (nested(MAX_DEPTH - 1), nested(MAX_DEPTH));
    // of more leaves than levels are allowed
    let flat = Tree::flat(0..2 * MAX_DEPTH as i64);
    for (inside, is_fine) in [(&flat, true), (&deep, true), (&deepest, false)] {
        let inside = inside.view();
        for together in [
            append(flat.view(), inside),
            prepend(flat.view(), inside),
            replace(flat.view(), 1, inside),
            Tree::tuple([inside]),
        ] {
            assert_eq!(together.is_ok(), is_fine);
            let Ok(together) = together else { continue };
            assert_eq!(together.depth(), 1 + inside.depth());
        }
    }
    assert!(group(deepest.view(), 0, 1).is_err() && group(deepest.view(), 0, 0).is_ok());
    assert_eq!(group(deep.view(), 0, 1).map(|grouped| grouped.depth()), Ok(MAX_DEPTH));
    assert!(group(Tree::tuple([deep.view(), flat.view()]).unwrap().view(), 0, 1).is_err());
}

/// A tuple is a list of its modes, and a leaf is that of itself.
#[test]
fn modes_are_picked_and_put_together_as_those_of_a_list() {
    let text = |result: Result<DynTuple>| result.ok().map(|tuple| tuple.to_string());
    let filler: DynTuple = "(8,9)".parse().unwrap();
    for whole in ["(2,(3,4),5)", "((1,2))", "()", "7"] {
        let tree: DynTuple = whole.parse().unwrap();
        let tree = tree.view();
        let modes: Vec<String> = tree.modes().map(|mode| mode.to_tree().to_string()).collect();
        let tuple = |parts: &[&[String]]| format!("({})", parts.concat().join(","));
        let (rank, other) = (modes.len(), [filler.to_string()]);
        for (begin, end) in (0..rank + 2).flat_map(|begin| (0..rank + 2).map(move |end| (begin, end))) {
            let part = modes.get(begin..end);
            assert_eq!(text(take(tree, begin, end)), part.map(|part| tuple(&[part])));
            let grouped = part.map(|part| match part {
                [] => whole.to_string(),
                part => tuple(&[&modes[..begin], &[tuple(&[part])], &modes[end..]]),
            });
            assert_eq!(text(group(tree, begin, end)), grouped, "{whole}: {begin}..{end}");
            let both = modes.get(begin).zip(modes.get(end));
            let both = both.map(|(first, second)| tuple(&[&[first.clone(), second.clone()]]));
            assert_eq!(text(select(tree, &[begin, end])), both);
        }
        for index in 0..rank + 2 {
            let replaced = (index < rank).then(|| tuple(&[&modes[..index], &other, &modes[index + 1..]]));
            assert_eq!(text(replace(tree, index, filler.view())), replaced);
            assert_eq!(text(get(tree, &[index]).map(TupleRef::to_tree)), modes.get(index).cloned());
        }
        assert_eq!(text(append(tree, filler.view())), Some(tuple(&[&modes, &other])));
        assert_eq!(text(prepend(tree, filler.view())), Some(tuple(&[&other, &modes])));
        for wanted in 0..rank + 3 {
            let ones = wanted.checked_sub(rank).map(|missing| vec!["1".to_string(); missing]);
            let filled = |parts: &dyn Fn(&[String]) -> String| match ones.as_deref() {
                Some([]) => Some(whole.to_string()),
                ones => ones.map(parts),
            };
            assert_eq!(text(append_to(tree, wanted, 1)), filled(&|ones| tuple(&[&modes, ones])));
            assert_eq!(text(prepend_to(tree, wanted, 1)), filled(&|ones| tuple(&[ones, &modes])));
        }
        for filled in [append_to(tree, 1 << 16, 1), prepend_to(tree, 1 << 16, 1)] {
            assert_eq!(filled.map(|filled| filled.rank()), Ok(1 << 16));
        }
        assert!(append_to(tree, (1 << 16) + 1, 1).is_err() && prepend_to(tree, (1 << 16) + 1, 1).is_err());
        let flat = flatten(tree);
        assert!(flat.depth() <= 1 && flat.leaves() == tree.leaves());
        assert_eq!(unflatten(flat.view(), tree), Ok(tree.to_tree()));
        assert!(unflatten(Tree::flat(0..1 + flat.leaves().len()).view(), tree).is_err());
    }
}
