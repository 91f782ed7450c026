//! Join and meet of the order "refines" on shapes.

use super::error::{Operation, Reason, Refused, both};
use super::forms::done;
use crate::int::{False, Integer, Scalar, True, Truth};
use crate::tuple::list::{Cons, Nil};
use crate::tuple::{Arity, One, Shape, ShapeList, ShapeTuple};

/// The coarsest shape that refines both.
///
/// Post-condition: [`compatible`](crate::tuple::compatible)`(lhs, r)` and `compatible(rhs, r)`, and every other such
/// shape refines `r`. Its tree is that of the finer of the two at each mode. Two tuples of different ranks have none,
/// which is a compile error.
///
/// # Panics
/// If a leaf is dynamic and the sizes of two modes differ, or a size overflows; [`try_common_refinement`] returns
/// that as an error. Static sizes that differ are a compile error.
///
/// ```
/// use tilework::{algebra::common_refinement, prelude::*};
/// assert_eq!(common_refinement(shape!(8, (2, 3)), shape!((2, 4), 6)), shape!((2, 4), (2, 3)));
/// let n = 4;
/// let known: (usize, Int!(6)) = common_refinement((n, 6), (n, int!(6)));
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::{algebra::common_refinement, prelude::*};
/// common_refinement(shape!(8, (2, 3)), shape!((2, 4), 7)); // (8,(2,3)) and ((2,4),7): the sizes 6 and 7 differ
/// ```
#[track_caller]
pub fn common_refinement<A: CommonRefinement<B, Refinement = R>, B: Shape, R>(lhs: A, rhs: B) -> R {
    const { check_static::<Refine, A, B>(A::KNOWN) };
    done(refinement(lhs, rhs))
}

/// [`common_refinement`] with what is refused as an error.
///
/// # Errors
/// If a leaf is dynamic and the sizes of two modes differ, or a size does not fit in a machine word. With static leaves
/// that is a compile error.
///
/// ```
/// use tilework::{algebra::try_common_refinement, prelude::*};
/// let error = try_common_refinement((8, (2, 3)), ((2, 4), 7)).unwrap_err();
/// assert_eq!(error.to_string(), "common_refinement: (8,(2,3)) and ((2,4),7): the sizes 6 and 7 differ");
/// ```
pub fn try_common_refinement<A: CommonRefinement<B, Refinement = R>, B: Shape, R>(
    lhs: A,
    rhs: B,
) -> Result<R, Refused<A, B>> {
    const { check_static::<Refine, A, B>(A::KNOWN) };
    refinement(lhs, rhs)
}

fn refinement<A: CommonRefinement<B>, B: Shape>(lhs: A, rhs: B) -> Result<A::Refinement, Refused<A, B>> {
    check_size(lhs).and(check_size(rhs)).and_then(|()| lhs.refined(rhs)).map_err(|reason| Refused {
        operation: Refine::NAME,
        lhs,
        rhs,
        reason,
    })
}

/// The finest shape that both refine.
///
/// Post-condition: [`compatible`](crate::tuple::compatible)`(r, lhs)` and `compatible(r, rhs)`, and `r` refines every
/// other such shape: a tuple where both are tuples of as many modes and each has the size of its counterpart;
/// otherwise an integer.
///
/// The type of the result is a tree, so that sizes which tell the tree must be static. Those that are not are taken
/// to be equal. One of them per tuple is, because the whole sizes are. Where several are not, that is an error; the
/// runtime twin returns the coarser tree.
///
/// # Panics
/// If a leaf is dynamic and the sizes differ or overflow, or the tree would be another than that of the type;
/// [`try_common_coarsening`] returns that as an error. Static sizes that differ are a compile error.
///
/// ```
/// use tilework::{algebra::common_coarsening, prelude::*};
/// assert_eq!(common_coarsening(shape!(8, (2, 3)), shape!((2, 4), 6)), shape!(8, 6));
/// assert_eq!(common_coarsening(shape!(8, 3), shape!(4, 6)), int!(24));
/// let n = 6;
/// let known: (Int!(8), Int!(6)) = common_coarsening(shape!(8, n), shape!((2, 4), (2, 3)));
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::{algebra::common_coarsening, prelude::*};
/// common_coarsening(shape!(8, 3), shape!(5, 5)); // (8,3) and (5,5): the sizes 24 and 25 differ
/// ```
#[track_caller]
pub fn common_coarsening<A: CommonCoarsening<B, Coarsening = R>, B: Shape, R>(lhs: A, rhs: B) -> R {
    const { check_static::<Coarsen, A, B>(mismatch::<A, B>()) };
    done(coarsening(lhs, rhs))
}

/// [`common_coarsening`] with what is refused as an error.
///
/// # Errors
/// If a leaf is dynamic and the sizes differ or do not fit in a machine word, or the tree would be another than that of
/// the type. Static sizes that differ are a compile error.
///
/// ```
/// use tilework::{algebra::try_common_coarsening, prelude::*};
/// assert_eq!(try_common_coarsening((8, 6), ((2, 4), 6)), Ok((8, 6)));
/// assert!(try_common_coarsening((8, 6), (6, 8)).is_err()); // 48: another tree than the type can tell
/// assert_eq!(try_common_coarsening((8, int!(6)), (6, int!(8))), Ok(48));
/// ```
pub fn try_common_coarsening<A: CommonCoarsening<B, Coarsening = R>, B: Shape, R>(
    lhs: A,
    rhs: B,
) -> Result<R, Refused<A, B>> {
    const { check_static::<Coarsen, A, B>(mismatch::<A, B>()) };
    coarsening(lhs, rhs)
}

fn coarsening<A: CommonCoarsening<B>, B: Shape>(lhs: A, rhs: B) -> Result<A::Coarsening, Refused<A, B>> {
    check_size(lhs)
        .and(check_size(rhs))
        .and_then(|()| same_size(lhs, rhs))
        .and_then(|()| lhs.coarsened(rhs))
        .map_err(|reason| Refused { operation: Coarsen::NAME, lhs, rhs, reason })
}

/// The name; and what the relation of ranks below is about, so that its message is shown.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Refine;

impl Operation for Refine {
    const NAME: &'static str = "common_refinement";
}

struct Coarsen;

impl Operation for Coarsen {
    const NAME: &'static str = "common_coarsening";
}

/// Two sizes that are known to differ.
type Mismatch = Option<(usize, usize)>;

const fn mismatch<A: Shape, B: Shape>() -> Mismatch {
    match (<A::Size as Integer>::STATIC, <B::Size as Integer>::STATIC) {
        (Some(a), Some(b)) if a != b => Some((a, b)),
        _ => None,
    }
}

#[track_caller]
const fn check_static<O: Operation, A: Shape, B: Shape>(mismatch: Mismatch) {
    if let Some((size, other)) = mismatch {
        let reason = Reason::Size { size, other: Some(other) };
        panic!("{}", reason.explain(O::NAME, &both(&A::TEXT, " and ", &B::TEXT)).as_str())
    }
}

fn check_size<S: Shape>(shape: S) -> Result<(), Reason> {
    match shape.checked_size() {
        Some(size) if size <= isize::MAX as usize && shape.fits() => Ok(()),
        _ => Err(Reason::Overflow),
    }
}

fn same_size<A: Shape, B: Shape>(a: A, b: B) -> Result<(), Reason> {
    match (a.size().value(), b.size().value()) {
        (size, other) if size == other => Ok(()),
        (size, other) => Err(Reason::Size { size, other: Some(other) }),
    }
}

/// What is known of a number that is both `N` and `M`.
type Either<N, M> = <<N as Scalar>::IsStatic as Truth>::IfInteger<N, M>;

fn either<N: Integer, M: Integer>(value: N) -> Either<N, M> {
    let known = Either::<N, M>::STATIC;
    Integer::from_value(known.unwrap_or(value.value()))
}

/// A shape that has a common refinement with the shape `B`.
#[diagnostic::on_unimplemented(
    message = "the two shapes have no common refinement",
    label = "one of these is no shape, or tuples of different ranks meet in them"
)]
pub trait CommonRefinement<B>: Shape {
    /// The coarsest shape that refines both.
    type Refinement: Shape;
    /// Sizes in the two that are known to differ.
    #[doc(hidden)]
    const KNOWN: Option<(usize, usize)>;
    #[doc(hidden)]
    fn refined(self, other: B) -> Result<Self::Refinement, Reason>;
}

impl<A: Shape, B: Shape> CommonRefinement<B> for A
where
    A::Structure: RefinedBy<B::Structure, A, B>,
{
    type Refinement = <A::Structure as RefinedBy<B::Structure, A, B>>::Refinement;
    const KNOWN: Mismatch = <A::Structure as RefinedBy<B::Structure, A, B>>::KNOWN;
    fn refined(self, other: B) -> Result<Self::Refinement, Reason> {
        <A::Structure as RefinedBy<B::Structure, A, B>>::refined(self, other)
    }
}

/// The refinement of shapes of this structure and of structure `K`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(message = "the two shapes have no common refinement: one is not a shape")]
pub trait RefinedBy<K, A, B> {
    type Refinement: Shape;
    const KNOWN: Option<(usize, usize)>;
    fn refined(a: A, b: B) -> Result<Self::Refinement, Reason>;
}

impl<A: Integer, B: Integer> RefinedBy<One, A, B> for One {
    type Refinement = Either<A, B>;
    const KNOWN: Mismatch = mismatch::<A, B>();
    fn refined(a: A, b: B) -> Result<Self::Refinement, Reason> {
        same_size(a, b).map(|()| either::<A, B>(a))
    }
}

impl<A: Integer, B: Shape, const N: usize> RefinedBy<Arity<N>, A, B> for One {
    type Refinement = B;
    const KNOWN: Mismatch = mismatch::<A, B>();
    fn refined(a: A, b: B) -> Result<B, Reason> {
        same_size(a, b).map(|()| b)
    }
}

impl<A: Shape, B: Integer, const M: usize> RefinedBy<One, A, B> for Arity<M> {
    type Refinement = A;
    const KNOWN: Mismatch = mismatch::<A, B>();
    fn refined(a: A, b: B) -> Result<A, Reason> {
        same_size(a, b).map(|()| a)
    }
}

impl<A, B, const M: usize, const N: usize> RefinedBy<Arity<N>, A, B> for Arity<M>
where
    Refine: RefinesRank<M, N, A, B>,
{
    type Refinement = <Refine as RefinesRank<M, N, A, B>>::Refinement;
    const KNOWN: Mismatch = <Refine as RefinesRank<M, N, A, B>>::KNOWN;
    fn refined(a: A, b: B) -> Result<Self::Refinement, Reason> {
        <Refine as RefinesRank<M, N, A, B>>::refined(a, b)
    }
}

/// The refinement of a tuple of `M` modes and one of `N`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "shapes of rank {M} and {N} have no common refinement",
    label = "a tuple of {M} modes meets one of {N}",
    note = "a shape refines another mode by mode, or all modes refine an integer, as `((2,4),(2,3))` does `(8,(2,3))`"
)]
pub trait RefinesRank<const M: usize, const N: usize, A, B> {
    type Refinement: Shape;
    const KNOWN: Option<(usize, usize)>;
    fn refined(a: A, b: B) -> Result<Self::Refinement, Reason>;
}

const fn first(mismatch: Mismatch, other: Mismatch) -> Mismatch {
    if mismatch.is_some() { mismatch } else { other }
}

impl<A: Shape, B: Shape, const N: usize> RefinesRank<N, N, A, B> for Refine
where
    A::ShapeModes: RefineModes<B::ShapeModes>,
{
    type Refinement = <<A::ShapeModes as RefineModes<B::ShapeModes>>::Refinement as ShapeList>::Tuple;
    const KNOWN: Mismatch = A::ShapeModes::KNOWN;
    fn refined(a: A, b: B) -> Result<Self::Refinement, Reason> {
        a.shape_modes().refined(b.shape_modes()).map(ShapeList::shape)
    }
}

/// The refinement of two lists of as many modes, mode by mode.
#[doc(hidden)]
pub trait RefineModes<L> {
    type Refinement: ShapeList;
    const KNOWN: Option<(usize, usize)>;
    fn refined(self, other: L) -> Result<Self::Refinement, Reason>;
}

impl RefineModes<Nil> for Nil {
    type Refinement = Nil;
    const KNOWN: Mismatch = None;
    fn refined(self, _: Nil) -> Result<Nil, Reason> {
        Ok(Nil)
    }
}

impl<A: CommonRefinement<B>, AL: RefineModes<BL>, B, BL> RefineModes<Cons<B, BL>> for Cons<A, AL> {
    type Refinement = Cons<A::Refinement, AL::Refinement>;
    const KNOWN: Mismatch = first(A::KNOWN, AL::KNOWN);
    fn refined(self, other: Cons<B, BL>) -> Result<Self::Refinement, Reason> {
        Ok(Cons(self.0.refined(other.0)?, self.1.refined(other.1)?))
    }
}

/// A shape that has a common coarsening with the shape `B`: any two of the same size.
#[diagnostic::on_unimplemented(
    message = "the two shapes have no common coarsening",
    label = "one of these is no shape"
)]
pub trait CommonCoarsening<B>: Shape {
    /// The finest shape that both refine.
    type Coarsening: Shape;
    #[doc(hidden)]
    fn coarsened(self, other: B) -> Result<Self::Coarsening, Reason>;
}

impl<A: Shape, B: Shape> CommonCoarsening<B> for A
where
    A::Structure: CoarsenedBy<B::Structure, A, B>,
{
    type Coarsening = <A::Structure as CoarsenedBy<B::Structure, A, B>>::Coarsening;
    fn coarsened(self, other: B) -> Result<Self::Coarsening, Reason> {
        <A::Structure as CoarsenedBy<B::Structure, A, B>>::coarsened(self, other)
    }
}

/// The coarsening of shapes of this structure and of structure `K`, which have the same size.
#[doc(hidden)]
pub trait CoarsenedBy<K, A, B> {
    type Coarsening: Shape;
    fn coarsened(a: A, b: B) -> Result<Self::Coarsening, Reason>;
}

type EitherSize<A, B> = Either<<A as Shape>::Size, <B as Shape>::Size>;

impl<K, A: Integer, B: Shape> CoarsenedBy<K, A, B> for One {
    type Coarsening = EitherSize<A, B>;
    fn coarsened(a: A, _: B) -> Result<Self::Coarsening, Reason> {
        Ok(either::<A, B::Size>(a))
    }
}

impl<A: Shape, B: Integer, const M: usize> CoarsenedBy<One, A, B> for Arity<M> {
    type Coarsening = EitherSize<A, B>;
    fn coarsened(a: A, _: B) -> Result<Self::Coarsening, Reason> {
        Ok(either::<A::Size, B>(a.size()))
    }
}

impl<A: Shape, B: Shape, const M: usize, const N: usize> CoarsenedBy<Arity<N>, A, B> for Arity<M>
where
    A::ShapeModes: MeetModes<B::ShapeModes>,
    MayMeet<A, B>: CoarsenTuples<A, B>,
{
    type Coarsening = <MayMeet<A, B> as CoarsenTuples<A, B>>::Coarsening;
    fn coarsened(a: A, b: B) -> Result<Self::Coarsening, Reason> {
        <MayMeet<A, B> as CoarsenTuples<A, B>>::coarsened(a, b)
    }
}

type MayMeet<A, B> = <<A as ShapeTuple>::ShapeModes as MeetModes<<B as ShapeTuple>::ShapeModes>>::MayMeet;

/// A list of modes that meets another mode by mode.
#[doc(hidden)]
pub trait MeetModes<L> {
    /// Whether there are as many, and no size is known to differ from that of its counterpart.
    type MayMeet: Truth;
}

impl MeetModes<Nil> for Nil {
    type MayMeet = True;
}

impl<B, BL> MeetModes<Cons<B, BL>> for Nil {
    type MayMeet = False;
}

impl<A, AL> MeetModes<Nil> for Cons<A, AL> {
    type MayMeet = False;
}

impl<A: Shape, AL: MeetModes<BL>, B: Shape, BL> MeetModes<Cons<B, BL>> for Cons<A, AL> {
    type MayMeet = <MayEqual<A::Size, B::Size> as Truth>::And<AL::MayMeet>;
}

type MayEqual<N, M> =
    <<<<N as Scalar>::IsStatic as Truth>::And<<M as Scalar>::IsStatic> as Truth>::Not as Truth>::Or<
        <N as Integer>::Same<M>,
    >;

/// The coarsening of two tuples, if this is whether they may meet.
#[doc(hidden)]
pub trait CoarsenTuples<A, B> {
    type Coarsening: Shape;
    fn coarsened(a: A, b: B) -> Result<Self::Coarsening, Reason>;
}

impl<A: Shape, B: Shape> CoarsenTuples<A, B> for False {
    type Coarsening = EitherSize<A, B>;
    fn coarsened(a: A, _: B) -> Result<Self::Coarsening, Reason> {
        Ok(either::<A::Size, B::Size>(a.size()))
    }
}

impl<A: Shape, B: Shape> CoarsenTuples<A, B> for True
where
    A::ShapeModes: CoarsenModes<B::ShapeModes>,
{
    type Coarsening = <<A::ShapeModes as CoarsenModes<B::ShapeModes>>::Coarsening as ShapeList>::Tuple;
    fn coarsened(a: A, b: B) -> Result<Self::Coarsening, Reason> {
        a.shape_modes().coarsened(b.shape_modes()).map(ShapeList::shape)
    }
}

/// The coarsening of two lists of as many modes, mode by mode.
#[doc(hidden)]
pub trait CoarsenModes<L> {
    type Coarsening: ShapeList;
    fn coarsened(self, other: L) -> Result<Self::Coarsening, Reason>;
}

impl CoarsenModes<Nil> for Nil {
    type Coarsening = Nil;
    fn coarsened(self, _: Nil) -> Result<Nil, Reason> {
        Ok(Nil)
    }
}

impl<A, AL, B, BL> CoarsenModes<Cons<B, BL>> for Cons<A, AL>
where
    A: CommonCoarsening<B>,
    AL: CoarsenModes<BL>,
    B: Shape,
{
    type Coarsening = Cons<A::Coarsening, AL::Coarsening>;
    fn coarsened(self, other: Cons<B, BL>) -> Result<Self::Coarsening, Reason> {
        match (self.0.size().value(), other.0.size().value()) {
            (size, other) if size != other => return Err(Reason::OtherTree { size, other }),
            _ => {}
        }
        Ok(Cons(self.0.coarsened(other.0)?, self.1.coarsened(other.1)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape;

    #[test]
    fn static_sizes_that_differ_are_known() {
        fn sizes<A: Shape, B: Shape>(_: A, _: B) -> Mismatch {
            mismatch::<A, B>()
        }
        let n = 5;
        assert_eq!(sizes(shape!(4, 6), shape!(8, 3)), None);
        assert_eq!(sizes(shape!(4, 6), shape!(5, 5)), Some((24, 25)));
        assert_eq!(sizes(shape!(4, n), shape!(5, 5)), None);
        assert_eq!(sizes(shape!(5, 5), shape!(4, n)), None);
    }

    #[test]
    #[should_panic(expected = "common_refinement: ")]
    fn and_refused() {
        check_static::<Refine, crate::Shape!(2, 3), crate::Shape!(6)>(None);
        check_static::<Refine, crate::Shape!(2, 3), crate::Shape!(5)>(Some((6, 5)));
    }
}
