//! Tuples: every operation equals its definition, in static, dynamic and mixed form.
#![allow(unused_parens, clippy::double_parens, reason = "trees are written once, as notation and as Rust")]

use proptest::prelude::{Strategy, proptest};
use static_assertions::assert_type_eq_all;
use tilework::dynamic::{self, DynTuple};
use tilework::layout::idx2crd;
use tilework::prelude::*;
use tilework::tuple::{
    Congruent, add, ceil_div, compact_col_major, compact_row_major, compatible, congruent, elem_less,
    evenly_divides, flatten, inner_product, max, max_leaf, min, product_each, round_up, shape_div, size,
    unflatten, weakly_congruent,
};
use tilework::tuple::{Flatten, Unflatten};

/// The leaves of a tuple, from the first to the last.
fn leaves<T: IntTuple>(tuple: T) -> Vec<usize> {
    let leaves = tuple.leaf_values();
    (0..leaves.len()).map(|i| leaves.get(i).unwrap() as usize).collect()
}

/// The runtime twin of a tuple: the oracle.
fn twin<T: IntTuple>(tuple: T) -> DynTuple {
    tuple.notation().to_string().replace('_', "").parse().unwrap()
}

/// Calls a macro with every pair of the trees in two lists.
macro_rules! pairs {
    ($call:ident; [$($a:tt)*]; $b:tt) => { $(pairs!(@ $call $a $b);)* };
    (@ $call:ident $a:tt [$($b:tt)*]) => { $($call!($a $b);)* };
}

fn relations<A: Shape, B: Shape>(a: A, b: B) {
    let (twin_a, twin_b) = (twin(a), twin(b));
    let (x, y) = (twin_a.view(), twin_b.view());
    assert_eq!(congruent(a, b), dynamic::congruent(x, y), "congruent {x} {y}");
    assert_eq!(weakly_congruent(a, b), dynamic::weakly_congruent(x, y), "weakly congruent {x} {y}");
    assert_eq!(compatible(a, b), dynamic::compatible(x, y).unwrap(), "compatible {x} {y}");
}

#[test]
fn relations_are_those_of_the_runtime_twin() {
    macro_rules! relate {
        ($a:tt $b:tt) => {
            relations(shape!($a), shape!($b));
            relations($a, $b);
            relations(shape!($a), $b);
        };
    }
    pairs!(relate;
        [24 (24) (4, 6) ((2, 2), 6) ((2, 2), (2, 3)) (4, (2, 3)) ((4, 6)) () (1, 1, 24) (((2, 1), 2), ((3), 2)) (3, 8)];
        [24 (24) (4, 6) ((2, 2), 6) ((2, 2), (2, 3)) (4, (2, 3)) ((4, 6)) () (1, 1, 24) (((2, 1), 2), ((3), 2)) (3, 8)]);
}

/// What holds for every shape, whatever of it is static.
fn shape_alone<S>(shape: S)
where
    S: Shape + Flatten<Flat: IntTuple + Unflatten<S, Tree = S>>,
{
    let leaves_of_shape = leaves(shape);
    let flat = flatten(shape);
    assert_eq!(leaves(flat), leaves_of_shape);
    assert!(depth(flat) <= 1 && depth(flat) <= depth(shape));
    assert_eq!(unflatten(flat, shape), shape);

    assert_eq!(size(shape).value(), leaves_of_shape.iter().product::<usize>());
    assert_eq!(max_leaf(shape).value(), leaves_of_shape.iter().copied().max().unwrap_or(0));
    assert_eq!(size(product_each(shape)).value(), size(shape).value());
    assert_eq!(rank(product_each(shape)), rank(shape));

    let (col, row) = (leaves(compact_col_major(shape)), leaves(compact_row_major(shape)));
    for k in 0..leaves_of_shape.len() {
        assert_eq!(col[k], leaves_of_shape[..k].iter().product::<usize>());
        assert_eq!(row[k], leaves_of_shape[k + 1..].iter().product::<usize>());
    }
    assert!(congruent(compact_col_major(shape), shape) && congruent(compact_row_major(shape), shape));

    for index in 0..size(shape).value() + 5 {
        let crd = idx2crd(index, shape);
        assert!(congruent(crd, shape));
        let back: usize = leaves(crd).iter().zip(&col).map(|(x, weight)| x * weight).sum();
        assert!(back == index || leaves_of_shape.is_empty(), "idx2crd({index}, {shape:?})");
        if let Some((_, inner)) = leaves(crd).split_last() {
            assert!(inner.iter().zip(&leaves_of_shape).all(|(x, extent)| x < extent));
        }
    }
}

#[test]
fn shapes_alone() {
    macro_rules! each {
        ($($shape:tt)*) => { $(
            shape_alone(shape!($shape));
            shape_alone($shape);
        )* };
    }
    each!(24(24)()(4, 6)((2, 2), (2, 3))(((2, 1), 2), ((3), 2))(2, 3, 1, 5)(((((3, 2), 2), 2), 2), 2));
    each!((2, 1, 2, 1, 3, 1, 1, 2, 1, 1, 1, 3)(1, 1, 1));
    let n = 3;
    shape_alone(shape!((4, n), (2, { n + 2 })));
    shape_alone(shape!(n, (2, 2)));
}

/// `op(a, b)` leaf by leaf, against the operation on numbers.
fn leaf_by_leaf<A: Congruent<B>, B: Shape>(a: A, b: B) {
    let by_leaf = |op: &dyn Fn(usize, usize) -> usize| -> Vec<usize> {
        leaves(a).into_iter().zip(leaves(b)).map(|(a, b)| op(a, b)).collect()
    };
    let all =
        |holds: &dyn Fn(usize, usize) -> bool| leaves(a).into_iter().zip(leaves(b)).all(|(a, b)| holds(a, b));
    assert_eq!(leaves(add(a, b)), by_leaf(&|a, b| a + b));
    assert_eq!(leaves(min(a, b)), by_leaf(&|a, b| a.min(b)));
    assert_eq!(leaves(max(a, b)), by_leaf(&|a, b| a.max(b)));
    assert_eq!(leaves(ceil_div(a, b)), by_leaf(&|a, b| if b == 0 { 0 } else { a.div_ceil(b) }));
    assert_eq!(leaves(round_up(a, b)), by_leaf(&|a, b| if b == 0 { 0 } else { a.next_multiple_of(b) }));
    assert_eq!(elem_less(a, b), all(&|a, b| a < b));
    assert_eq!(evenly_divides(a, b), leaves(round_up(a, b)) == leaves(a));
    let divides = |a: usize, b: usize| (0..=b).any(|k| k * a == b);
    assert_eq!(shape_div(a, b).is_some(), all(&|a, b| divides(a, b) || divides(b, a)));
    assert!(shape_div(a, b).is_none_or(|quotient| leaves(quotient) == leaves(ceil_div(a, b))));
}

#[test]
fn operations_leaf_by_leaf() {
    macro_rules! each {
        ($([$a:tt $b:tt])*) => { $(
            leaf_by_leaf(shape!($a), shape!($b));
            leaf_by_leaf($a, $b);
            leaf_by_leaf(shape!($a), $b);
            leaf_by_leaf($a, shape!($b));
        )* };
    }
    each!([(10, 7)(4, 4)][(12, 8)(4, 4)][(0, 5)(3, 0)][((6, 4), (1, 12))((3, 8), (5, 12))]);
    leaf_by_leaf((), ());
    leaf_by_leaf(10, int!(4));
}

proptest! {
    #[test]
    fn operations_leaf_by_leaf_on_any_numbers(
        (a, b, c) in (0..50usize, 0..50usize, 0..50usize),
        (x, y, z) in (0..50usize, 0..50usize, 0..50usize),
    ) {
        leaf_by_leaf((a, (b, c)), (x, (y, z)));
        assert_eq!(inner_product((a, (b, c)), (x, (y, z))), a * x + b * y + c * z);
        let signed = inner_product((a, (b, c)), (Signed(-(x as isize)), (int!(-7), z)));
        assert_eq!(signed.0, (c * z) as isize - (a * x + 7 * b) as isize);
    }

    #[test]
    fn shapes_of_any_extents(extents in proptest::collection::vec(1..5usize, 4).prop_map(|v| (v[0], v[1], v[2], v[3]))) {
        let (a, b, c, d) = extents;
        shape_alone(((a, b), (c, d)));
        shape_alone(shape!((a, 2), (c, (d, 3))));
        shape_alone((a, ((b, int!(2)), c), d));
        relations(a * b * c, ((a, b), c));
        relations(((a, b), c), (a, (b, c)));
        relations((a * b, c), ((a, b), d));
    }
}

// Modes are structure: their operations keep every static leaf static.
type T = Shape!((2, 3), 4, usize, 5);
assert_type_eq_all!(<T as tilework::tuple::Take<1, 3>>::Taken, Shape!(4, usize));
assert_type_eq_all!(<T as tilework::tuple::Group<1, 3>>::Grouped, Shape!((2, 3), (4, usize), 5));
assert_type_eq_all!(<T as tilework::tuple::Select<Shape!(3, 0)>>::Selected, Shape!(5, (2, 3)));
assert_type_eq_all!(<T as tilework::tuple::Replace<Int!(0), Int!(7)>>::Replaced, Shape!(7, 4, usize, 5));
assert_type_eq_all!(<T as tilework::tuple::Append<()>>::Appended, Shape!((2, 3), 4, usize, 5, ()));
assert_type_eq_all!(<T as tilework::tuple::Descend<Shape!(0, 1)>>::Subtree, Int!(3));
assert_type_eq_all!(<T as Flatten>::Flat, Shape!(2, 3, 4, usize, 5));
assert_type_eq_all!(<Shape!(2, (9, 4)) as Shape>::Largest, Int!(9));
assert_type_eq_all!(<T as Shape>::Dynamic, ((usize, usize), usize, usize, usize));

#[test]
fn modes_of_the_longest_tuple() {
    let t = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    assert_eq!(t.take::<0, 12>(), t);
    assert_eq!(t.take::<11, 12>(), (11,));
    assert_eq!(t.take::<0, 0>(), ());
    assert_eq!(t.at(crd!(11)), 11);
    assert_eq!(t.group::<0, 12>(), (t,));
    assert_eq!(t.group::<3, 11>(), (0, 1, 2, (3, 4, 5, 6, 7, 8, 9, 10), 11));
    // an empty group is an empty mode
    assert_eq!((1, 2).group::<1, 1>(), (1, (), 2));
    assert_eq!(t.replace(int!(11), (1, 1)).at(crd!(11, 1)), 1);
    assert_eq!(().append(1).prepend(0), (0, 1));
    assert_eq!(t.select(crd!(11, 0, 5, 5)), (11, 0, 5, 5));
    assert_eq!((1, ()).at(crd!(1)), ());
    assert_eq!((1, 2).at(crd!()), (1, 2));
}
