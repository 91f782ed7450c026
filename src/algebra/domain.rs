//! Layouts of the indices of shapes.

use super::coalesce::{Coalesced, Coalescing};
use super::error::{Operation, Reason, Refused, both};
use super::flat::{Flat, values};
use super::forms::done;
use super::leaves::{LayoutOf, LeavesOf};
use super::parts::ExactLayout;
use super::room::{Row, Slots};
use crate::int::modes::{End, Modes, Then, list_match, static_fork, static_match};
use crate::int::nat::{self, Divides, ExactQuotient, IsEqual, IsLess, Product, Quotient};
use crate::int::{Div, Gcd, Int, Integer, Mul, Nat, Scalar, Truth, div, gcd, greatest_common_divisor, word};
use crate::layout::Layout;
use crate::tuple::{self, IntTuple, Shape, StrideTuple};
use typenum::U1;

/// The layout of `n` indices of a shape that takes from each mode, in order, as many elements as divide what is left
/// of `n`.
///
/// Post-condition: every mode of the result lies in one mode of the shape and divides it, up to modes that go on as
/// one; the size divides `n`. Depth at most 1. Source: CuTe's `domain_distribute`.
///
/// A dynamic extent has a mode of the result, which may turn out to have a single element.
///
/// # Panics
/// If a leaf is dynamic and an extent or `n` is 0, or the size of the shape overflows; [`try_domain_distribute`]
/// returns that as an error. With static leaves it is a compile error.
///
/// ```
/// use tilework::{algebra::domain_distribute, prelude::*};
/// let l: Layout!((64, 2):(1, 192)) = domain_distribute(shape!(192, (8, 8)), int!(128));
/// let rows = 6;
/// assert_eq!(domain_distribute(shape!(rows, 8), int!(16)).to_string(), "(2,8):(_1,6)");
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::{algebra::domain_distribute, prelude::*};
/// domain_distribute(shape!(4, 0), int!(2)); // (4,0) and 2: there are no elements
/// ```
#[track_caller]
pub fn domain_distribute<S: Shape, N: Integer>(shape: S, n: N) -> DistributedDomain<S, N> {
    const { check_static_distribution::<S, N>() };
    done(distributed(shape, n))
}

/// [`domain_distribute`] with what is refused as an error.
///
/// # Errors
/// If a leaf is dynamic and an extent or `n` is 0, or the size of the shape does not fit in a machine word. With static
/// leaves that is a compile error.
///
/// ```
/// use tilework::{algebra::try_domain_distribute, prelude::*};
/// let error = try_domain_distribute((4, 3), 0).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "domain_distribute: (4,3) and 0: there are no elements"
/// );
/// ```
pub fn try_domain_distribute<S: Shape, N: Integer>(
    shape: S,
    n: N,
) -> Result<DistributedDomain<S, N>, Refused<S, N>> {
    const { check_static_distribution::<S, N>() };
    distributed(shape, n)
}

fn distributed<S: Shape, N: Integer>(shape: S, n: N) -> Result<DistributedDomain<S, N>, Refused<S, N>> {
    let refused = |reason| Refused { operation: Distribute::NAME, lhs: shape, rhs: n, reason };
    check_elements(shape).and(check_elements(n)).map_err(refused)?;
    let places = shape.col_major(Int::<U1>::new()).leaves_then(shape, End);
    let (shape, stride) = places.matched(TakeFrom { left: n }).matched(Coalescing).tuples();
    Layout::try_new(shape, stride).map_err(|error| refused(Reason::Layout(error)))
}

/// The type of [`domain_distribute`].
pub type DistributedDomain<S, N> = LayoutOf<Coalesced<<Places<S> as Modes>::Match<TakeFrom<N>>>>;

/// The layout of the indices at which both shapes split cleanly: a walk from the fastest mode on takes what their
/// extents have in common.
///
/// Post-condition: each mode `n:d` of the result lies in one mode of either shape, at a stride of which it is a
/// multiple, and divides what is left there; all indices are covered iff the shapes have a common factorisation.
/// Depth 1, `(1):(0)` if nothing is in common. Source: PyCuTe's `greatest_common_domain`.
///
/// What the walk takes before it comes to a dynamic extent is static. From there on the result has dynamic modes, as
/// many as the walk may take; those it does not need have a single element.
///
/// # Panics
/// If a leaf is dynamic and an extent is 0 or the size of a shape overflows; [`try_greatest_common_domain`] returns
/// that as an error. With static leaves it is a compile error.
///
/// ```
/// use tilework::{algebra::greatest_common_domain, prelude::*};
/// let l: Layout!((4, 2, 3):(1, 4, 8)) = greatest_common_domain(shape!(4, 6), shape!(8, 3));
/// let some: Layout!((5, 2):(1, 30)) = greatest_common_domain(shape!(5, 3, 4), shape!(10, 6));
/// let (n, m) = (6, 4);
/// assert_eq!(greatest_common_domain(shape!(8, n), shape!(8, m)).to_string(), "(_8,2):(_1,_8)");
/// ```
#[track_caller]
pub fn greatest_common_domain<S: Shape, T: Shape>(lhs: S, rhs: T) -> CommonDomain<S, T> {
    const { check_static_common_domain::<S, T>() };
    done(common_domain(lhs, rhs))
}

/// [`greatest_common_domain`] with what is refused as an error.
///
/// # Errors
/// If a leaf is dynamic and an extent is 0, or the size of a shape does not fit in a machine word. With static leaves
/// that is a compile error.
///
/// ```
/// use tilework::{algebra::try_greatest_common_domain, prelude::*};
/// assert!(try_greatest_common_domain((4, 0), (2, 2)).is_err());
/// ```
pub fn try_greatest_common_domain<S: Shape, T: Shape>(
    lhs: S,
    rhs: T,
) -> Result<CommonDomain<S, T>, Refused<S, T>> {
    const { check_static_common_domain::<S, T>() };
    common_domain(lhs, rhs)
}

fn common_domain<S: Shape, T: Shape>(lhs: S, rhs: T) -> Result<CommonDomain<S, T>, Refused<S, T>> {
    let refused = |reason| Refused { operation: CommonDomainName::NAME, lhs, rhs, reason };
    let (mut shape, mut stride) = <CommonModes<S, T>>::known().flat_tuples();
    if !(S::IS_STATIC && T::IS_STATIC) {
        check_elements(lhs).and(check_elements(rhs)).map_err(refused)?;
        let expected = common(&lhs.leaf_values(), &rhs.leaf_values());
        if let Some(filled) = expected.fit(&values(shape, stride)).map_err(refused)? {
            (shape, stride) = filled;
        }
    }
    Layout::try_new(shape, stride).map_err(|error| refused(Reason::Layout(error)))
}

/// The type of [`greatest_common_domain`].
pub type CommonDomain<S, T> =
    Layout<<CommonModes<S, T> as Modes>::FlatShape, <CommonModes<S, T> as Modes>::FlatStride>;

struct Distribute;

impl Operation for Distribute {
    const NAME: &'static str = "domain_distribute";
}

struct CommonDomainName;

impl Operation for CommonDomainName {
    const NAME: &'static str = "greatest_common_domain";
}

/// The leaves of a shape with the distances of their elements, counted in indices.
type Places<S> = LeavesOf<S, <S as Shape>::ColMajor<Int<U1>>>;
type MovingPlaces<S> = <Places<S> as Modes>::Match<WithoutUnits>;
type CommonModes<S, T> = <MovingPlaces<S> as Modes>::Match<CommonWith<MovingPlaces<T>>>;

/// That a shape has elements, and not more than can be counted.
fn check_elements<S: Shape>(shape: S) -> Result<(), Reason> {
    check_leaves(&shape.leaf_values())
}

const fn check_leaves(shape: &tuple::Leaves) -> Result<(), Reason> {
    let (mut size, mut is_empty, mut i) = (Some(1_isize), false, 0);
    while i < shape.len() {
        if let Some(extent) = shape.get(i) {
            is_empty |= extent == 0;
            size = match size {
                // a leaf above the largest `isize` is read as a negative number
                Some(size) if extent >= 0 => size.checked_mul(extent),
                _ => None,
            };
        }
        i += 1;
    }
    match size {
        _ if is_empty => Err(Reason::Empty),
        None => Err(Reason::Overflow),
        Some(_) => Ok(()),
    }
}

/// Static operands without a result, as a compile error.
#[track_caller]
const fn check_static_elements<O: Operation, S: Shape, T: Shape>() {
    if let (Err(reason), _) | (_, Err(reason)) = (check_leaves(&S::LEAVES), check_leaves(&T::LEAVES)) {
        panic!("{}", reason.explain(O::NAME, &both(&S::TEXT, " and ", &T::TEXT)).as_str())
    }
}

type ShapeOf<L> = <L as ExactLayout>::Shape;
type StrideOf<L> = <L as ExactLayout>::Stride;

#[track_caller]
const fn check_static_distribution<S: Shape, N: Integer>() {
    check_static_elements::<Distribute, S, N>();
    if let (true, Some(n)) = (S::IS_STATIC, N::STATIC) {
        check_static::<DistributedDomain<S, N>>(&distribution(&S::LEAVES, word::wide(n)));
    }
}

#[track_caller]
const fn check_static_common_domain<S: Shape, T: Shape>() {
    check_static_elements::<CommonDomainName, S, T>();
    if S::IS_STATIC && T::IS_STATIC {
        check_static::<CommonDomain<S, T>>(&common(&S::LEAVES, &T::LEAVES));
    }
}

/// That a static result is what the numbers are.
#[track_caller]
const fn check_static<L: ExactLayout>(expected: &Row) {
    match Flat::of(&ShapeOf::<L>::LEAVES, &StrideOf::<L>::LEAVES) {
        Some(result) => assert!(expected.is_in(&result), "types and numbers have the same domain"),
        None => panic!("static shapes have a static domain"),
    }
}

/// The modes of [`domain_distribute`] for static leaves.
const fn distribution(shape: &tuple::Leaves, n: i64) -> Row {
    let (mut modes, mut left, mut place, mut i) = (Flat::new(), n, 1, 0);
    while i < shape.len() {
        let extent = extent(shape, i);
        let taken = word::wide(greatest_common_divisor(word::size(extent), word::size(left)));
        modes.push_coalesced(taken, place);
        left /= taken;
        place *= extent;
        i += 1;
    }
    Row::of(&modes)
}

const fn extent(shape: &tuple::Leaves, leaf: usize) -> i64 {
    match shape.get(leaf) {
        Some(extent) => extent as i64,
        None => panic!("this leaf is known"),
    }
}

/// A place in a shape, on the way from its fastest mode to its slowest.
struct Walk<'a> {
    shape: &'a tuple::Leaves,
    leaf: usize,
    /// How many elements of the leaf are left.
    extent: i64,
    /// How far apart, in indices, these elements are.
    place: i64,
}

impl<'a> Walk<'a> {
    const fn new(shape: &'a tuple::Leaves) -> Self {
        let extent = if shape.is_empty() { 1 } else { extent(shape, 0) };
        Walk { shape, leaf: 0, extent, place: 1 }
    }

    const fn is_over(&self) -> bool {
        self.leaf >= self.shape.len()
    }

    const fn next_leaf(&mut self) {
        self.place *= self.extent;
        self.leaf += 1;
        self.extent = if self.is_over() { 1 } else { extent(self.shape, self.leaf) };
    }
}

/// The modes of [`greatest_common_domain`].
const fn common(lhs: &tuple::Leaves, rhs: &tuple::Leaves) -> Row {
    let (mut row, mut a, mut b) = (Row::new(), Walk::new(lhs), Walk::new(rhs));
    while !a.is_over() && !b.is_over() {
        // the next place of both, counted in steps of either
        let divisor = word::wide(greatest_common_divisor(word::size(a.place), word::size(b.place)));
        let (a_steps, b_steps) = (b.place / divisor, a.place / divisor);
        if a.extent % a_steps != 0 {
            a.next_leaf();
        } else if b.extent % b_steps != 0 {
            b.next_leaf();
        } else {
            let place = a.place * a_steps;
            let (a_left, b_left) = (a.extent / a_steps, b.extent / b_steps);
            let taken = word::wide(greatest_common_divisor(word::size(a_left), word::size(b_left)));
            if taken > 1 {
                row.push(taken, place);
            }
            (a.extent, a.place) = (a_left / taken, place * taken);
            (b.extent, b.place) = (b_left / taken, place * taken);
            if a.extent <= b.extent {
                a.next_leaf();
            } else {
                b.next_leaf();
            }
        }
    }
    row
}

list_match! {
    /// Takes from each mode what divides what is left.
    TakeFrom<N: Integer> { left: N } as Match
    end { End: End }
    then<X, R, T>(modes) { Then<Gcd<X, N>, R, T::Match<TakeFrom<Div<N, Gcd<X, N>>>>>:
        {
            let taken = gcd(modes.extent, left);
            let rest = modes.rest.matched(TakeFrom { left: div(left, taken) });
            Then { extent: taken, stride: modes.stride, rest }
        } }
}

// A step of the walk through two shapes: `N` elements at every `P`-th index before `T` in one, `M` at every `Q`-th
// before `U` in the other.

type List<N, P, T> = Then<Int<N>, Int<P>, T>;
/// How many steps of `P` the next place of both is.
type Steps<P, Q> = ExactQuotient<Q, nat::Gcd<P, Q>>;
type Left<N, P, Q> = Quotient<N, Steps<P, Q>>;
type Taken<N, P, M, Q> = nat::Gcd<Left<N, P, Q>, Left<M, Q, P>>;
type LeftBehind<N, P, M, Q> = Quotient<Left<N, P, Q>, Taken<N, P, M, Q>>;
type Place<P, Q> = Product<P, Steps<P, Q>>;
type PlaceBehind<N, P, M, Q> = Product<Place<P, Q>, Taken<N, P, M, Q>>;
type AreKnown<N, P, M, Q> = <<<N as Scalar>::IsStatic as Truth>::And<<P as Scalar>::IsStatic> as Truth>::And<
    <<M as Scalar>::IsStatic as Truth>::And<<Q as Scalar>::IsStatic>,
>;
/// The next place of two strides that are static or dynamic.
type PlaceOf<P, Q> = Mul<Div<P, Gcd<P, Q>>, Q>;

static_match! {
    /// Modes of one element have nothing in common with any. Of the others no divisor is promised: which mode the walk
    /// takes depends on values.
    WithoutUnits<> as Match
    end End;
    then<N, P, T> <N::IsOne as Truth>::Fork<IsUnit<N, P, T>>;

    CommonWith<B: Modes> as Match
    end End;
    then<N, P, T> B::Match<CommonWithMode<N, P::Magnitude, T>>;

    CommonWithMode<N: Integer, P: Integer, T: Modes> as Match
    end End;
    then<M, Q, U> <AreKnown<N, P, M, Q::Magnitude> as Truth>::Fork<IsKnown<N, P, T, M, Q::Magnitude, U>>;

    /// Nothing is behind the mode of one shape: a mode of the result is at the next place, if nothing is behind that
    /// of the other.
    BehindOne<P: Integer, Q: Integer, U: Modes> as Match
    end U::Match<BehindBoth<P, Q>>;
    then<N, R, T> Then<usize, usize, Slots<usize, Then<N, R, T>, U>>;

    BehindBoth<P: Integer, Q: Integer> as Match
    end Then<usize, PlaceOf<P, Q>, End>;
    then<N, R, T> Then<usize, usize, Slots<usize, Then<N, R, T>, End>>;
}

static_fork! {
    IsUnit<N: Integer, P: Scalar, T: Modes>
    yes T::Match<WithoutUnits>;
    no Then<N::Word, P::Loose, T::Match<WithoutUnits>>;

    IsKnown<N: Integer, P: Integer, T: Modes, M: Integer, Q: Integer, U: Modes>
    yes <Divides<Steps<P::Nat, Q::Nat>, N::Nat> as Truth>::Fork<OneReaches<N::Nat, P::Nat, T, M::Nat, Q::Nat, U>>;
    no T::Match<BehindOne<P, Q, U>>;

    /// Whether the mode of the one shape reaches the next place.
    OneReaches<N: Nat, P: Nat, T: Modes, M: Nat, Q: Nat, U: Modes>
    yes <Divides<Steps<Q, P>, M> as Truth>::Fork<BothReach<N, P, T, M, Q, U>>;
    no T::Match<CommonWith<List<M, Q, U>>>;

    BothReach<N: Nat, P: Nat, T: Modes, M: Nat, Q: Nat, U: Modes>
    yes <IsEqual<Taken<N, P, M, Q>, U1> as Truth>::Fork<TakesNothing<N, P, T, M, Q, U>>;
    no <List<N, P, T> as Modes>::Match<CommonWith<U>>;

    TakesNothing<N: Nat, P: Nat, T: Modes, M: Nat, Q: Nat, U: Modes>
    yes Behind<N, P, T, M, Q, U>;
    no List<Taken<N, P, M, Q>, Place<P, Q>, Behind<N, P, T, M, Q, U>>;

    /// Goes on behind the mode that ends first.
    EndsLast<N: Nat, P: Nat, T: Modes, M: Nat, U: Modes>
    yes <List<N, P, T> as Modes>::Match<CommonWith<U>>;
    no <IsEqual<N, M> as Truth>::Fork<BothEnd<P, T, M, U>>;

    /// What is left of both has nothing in common, so that both are a single element if they are equal.
    BothEnd<P: Nat, T: Modes, M: Nat, U: Modes>
    yes T::Match<CommonWith<U>>;
    no T::Match<CommonWith<List<M, P, U>>>;
}

type Behind<N, P, T, M, Q, U> = <IsLess<LeftBehind<M, Q, N, P>, LeftBehind<N, P, M, Q>> as Truth>::Fork<
    EndsLast<LeftBehind<N, P, M, Q>, PlaceBehind<N, P, M, Q>, T, LeftBehind<M, Q, N, P>, U>,
>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{int, shape};

    #[test]
    fn what_is_distributed_is_what_divides() {
        fn modes<S: Shape>(_: S, n: i64) -> alloc::vec::Vec<(i64, i64)> {
            distribution(&S::LEAVES, n).modes().pairs()
        }
        assert_eq!(modes(shape!(4, 6), 8), [(8, 1)]);
        assert_eq!(modes(shape!(4, 3), 6), [(2, 1), (3, 4)]);
        assert_eq!(modes(shape!(4, 3, 5), 30), [(2, 1), (15, 4)]);
        assert_eq!(modes(shape!(2, 3, 4), 8), [(2, 1), (4, 6)]);
        assert_eq!(modes(shape!(5, 7), 6), []);
        // what one mode took is not there for the next
        assert_eq!(modes(shape!(4, 4), 4), [(4, 1)]);
    }

    #[test]
    #[should_panic(expected = "domain_distribute: (2,0) and 3: there are no elements")]
    fn static_shapes_without_elements_have_no_domain() {
        fn check<S: Shape, N: Integer>(_: S, _: N) {
            check_static_distribution::<S, N>();
        }
        check(shape!(2, 3), int!(3));
        check(shape!(2, 0), int!(3));
    }

    #[test]
    #[should_panic(expected = "greatest_common_domain: 3 and (2,0): there are no elements")]
    fn neither_have_two_of_them() {
        fn check<S: Shape, N: Shape>(_: S, _: N) {
            check_static_common_domain::<S, N>();
        }
        check(shape!(4, 6), shape!(8, 3));
        // of dynamic ones nothing is known
        check(shape!(4, 6), (8, int!(3)));
        check(int!(3), shape!(2, 0));
    }

    #[test]
    #[should_panic(expected = "types and numbers have the same domain")]
    fn types_are_compared_with_numbers() {
        let mut numbers = Row::new();
        numbers.push(8, 2);
        check_static::<crate::Layout!((8,):(2,))>(&numbers);
        check_static::<crate::Layout!((8,):(1,))>(&numbers);
    }
}
