//! The simplest form of a layout.

use super::leaves::{LayoutOf, LeavesOf, layout_of, leaves};
use crate::int::modes::{End, Fork, Match, Modes, Then};
use crate::int::{Integer, Scalar, Scale, Truth};
use crate::layout::{Exact, Layout};
use crate::tuple::list::{Cons, Nil};
use crate::tuple::modes::{ToList, ToTuple};
use crate::tuple::{Arity, IntTuple, One, Shape, Stride};

/// The same function of the index in as few modes as are known at compile time.
///
/// Post-condition: depth at most 1, and `coalesce(l)(i) = l(i)` for `0 <= i < size(l)`. Static extents of 1 are
/// dropped, `_1:_0` is left of a layout without others; neighbours merge where the second is known to go on as the
/// first. A dynamic extent does so behind a static one, and is then a [`Multiple`](crate::int::Multiple) of that; what
/// else depends on a dynamic leaf stays as it is. Source: CuTe's `coalesce`.
///
/// ```
/// use tilework::prelude::*;
/// let twelve: Layout!(12:1) = coalesce(layout!((2, (1, 6)):(1, (6, 2))));
/// assert_eq!(coalesce(layout!((4, 3):(3, 1))).to_string(), "(_4,_3):(_3,_1)");
/// let n = 8;
/// assert_eq!(coalesce(layout!((4, 2, n):(1, 4, 8))).to_string(), "8*_8:_1");
/// ```
pub fn coalesce<L: Coalesce<Coalesced = R>, R>(layout: L) -> R {
    layout.coalesced()
}

/// The same function of every index, also of one beyond the size: as [`coalesce`], but a last mode of extent 1 that
/// would go on differently is kept.
///
/// Post-condition: depth at most 1, and `coalesce_z(l)(i) = l(i)` for every `i`. Source: PyCuTe's `coalesce_z`.
///
/// ```
/// use tilework::{algebra::coalesce_z, prelude::*};
/// let l: Layout!((4, 1):(1, 9)) = coalesce_z(layout!((2, 2, 1):(1, 2, 9)));
/// assert_eq!(l.offset(4), 9);
/// ```
pub fn coalesce_z<L: Coalesce<CoalescedZ = R>, R>(layout: L) -> R {
    layout.coalesced_z()
}

/// [`coalesce`] at each leaf of a profile, a tuple whose integers do not matter. Modes behind those of the profile
/// stay as they are.
///
/// Post-condition: `coalesce_by(l, p)(i) = l(i)` for `0 <= i < size(l)`, and weakly congruent: where `p` is a tuple
/// so is the result. Source: CuTe's `coalesce` by a profile.
///
/// ```
/// use tilework::{algebra::coalesce_by, prelude::*};
/// let l: Layout!((6, 20):(1, 6)) = coalesce_by(layout!(((2, 3), (4, 5)):((1, 2), (6, 24))), (1, 1));
/// assert_eq!(coalesce_by(layout!(((2, 3), (4, 5))), (1,)).to_string(), "(_6,(_4,_5)):(_1,(_6,_24))");
/// ```
pub fn coalesce_by<L: CoalesceBy<P, Coalesced = R>, P: IntTuple, R>(layout: L, profile: P) -> R {
    layout.coalesced_by(profile)
}

/// What [`coalesce`] takes: every exact layout.
#[diagnostic::on_unimplemented(
    message = "coalesce takes an exact layout",
    label = "not an exact layout",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait Coalesce {
    /// The layout in its simplest form.
    type Coalesced;
    /// The simplest form that is the same function of every index.
    type CoalescedZ;
    #[doc(hidden)]
    fn coalesced(self) -> Self::Coalesced;
    #[doc(hidden)]
    fn coalesced_z(self) -> Self::CoalescedZ;
}

#[diagnostic::do_not_recommend]
impl<S: Shape, D: Stride<S>> Coalesce for Layout<S, D> {
    type Coalesced = LayoutOf<Coalesced<LeavesOf<S, D>>>;
    type CoalescedZ = LayoutOf<CoalescedZ<LeavesOf<S, D>>>;
    fn coalesced(self) -> Self::Coalesced {
        layout_of(leaves(self).matched(Coalescing))
    }
    fn coalesced_z(self) -> Self::CoalescedZ {
        layout_of(leaves(self).matched(CoalescingZ))
    }
}

/// What [`coalesce_by`] takes: an exact layout whose tree the profile `P` is a coarsening of, or has fewer modes.
#[diagnostic::on_unimplemented(
    message = "coalesce takes an exact layout",
    label = "not an exact layout",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait CoalesceBy<P> {
    /// The layout in its simplest form at the leaves of the profile.
    type Coalesced;
    #[doc(hidden)]
    fn coalesced_by(self, profile: P) -> Self::Coalesced;
}

impl<S, D, P> CoalesceBy<P> for Layout<S, D>
where
    S: Shape,
    D: Stride<S>,
    P: CoalesceModes<S, D, Shape: Shape, Stride: Stride<<P as CoalesceModes<S, D>>::Shape>>,
{
    type Coalesced = Layout<P::Shape, P::Stride>;
    fn coalesced_by(self, profile: P) -> Self::Coalesced {
        let (shape, stride) = profile.coalesce_modes(self.shape(), self.stride());
        Layout::from_parts(shape, stride, Exact)
    }
}

/// A profile for the layout `S:D`; or a list of profiles for lists of shapes and strides.
#[diagnostic::on_unimplemented(
    message = "the profile does not fit this layout: it has more modes",
    label = "more modes than the layout has here",
    note = "a profile coarsens the tree of the layout, as `(1, 1)` does `((2,3),(4,5)):((1,2),(6,24))`; modes it does not name stay"
)]
pub trait CoalesceModes<S, D> {
    #[doc(hidden)]
    type Shape;
    #[doc(hidden)]
    type Stride;
    #[doc(hidden)]
    fn coalesce_modes(self, shape: S, stride: D) -> (Self::Shape, Self::Stride);
}

impl<P: IntTuple, S, D> CoalesceModes<S, D> for P
where
    P::Structure: CoalesceAs<P, S, D>,
{
    type Shape = <P::Structure as CoalesceAs<P, S, D>>::Shape;
    type Stride = <P::Structure as CoalesceAs<P, S, D>>::Stride;
    fn coalesce_modes(self, shape: S, stride: D) -> (Self::Shape, Self::Stride) {
        P::Structure::coalesce_as(self, shape, stride)
    }
}

impl<S, D> CoalesceModes<S, D> for Nil {
    type Shape = S;
    type Stride = D;
    fn coalesce_modes(self, shape: S, stride: D) -> (S, D) {
        (shape, stride)
    }
}

impl<P: CoalesceModes<S, D>, PL: CoalesceModes<SL, DL>, S, SL, D, DL> CoalesceModes<Cons<S, SL>, Cons<D, DL>>
    for Cons<P, PL>
{
    type Shape = Cons<P::Shape, PL::Shape>;
    type Stride = Cons<P::Stride, PL::Stride>;
    fn coalesce_modes(self, shape: Cons<S, SL>, stride: Cons<D, DL>) -> (Self::Shape, Self::Stride) {
        let first = self.0.coalesce_modes(shape.0, stride.0);
        let rest = self.1.coalesce_modes(shape.1, stride.1);
        (Cons(first.0, rest.0), Cons(first.1, rest.1))
    }
}

/// A profile `P` of this structure for the layout `S:D`.
#[doc(hidden)]
pub trait CoalesceAs<P, S, D> {
    type Shape;
    type Stride;
    fn coalesce_as(profile: P, shape: S, stride: D) -> (Self::Shape, Self::Stride);
}

impl<P, S: Shape, D: Stride<S>> CoalesceAs<P, S, D> for One {
    type Shape = <Coalesced<LeavesOf<S, D>> as Modes>::Shape;
    type Stride = <Coalesced<LeavesOf<S, D>> as Modes>::Stride;
    fn coalesce_as(_: P, shape: S, stride: D) -> (Self::Shape, Self::Stride) {
        stride.leaves_then(shape, End).matched(Coalescing).tuples()
    }
}

impl<P: ToList, S: ToList, D: ToList, const N: usize> CoalesceAs<P, S, D> for Arity<N>
where
    P::List: CoalesceModes<S::List, D::List, Shape: ToTuple, Stride: ToTuple>,
{
    type Shape = <<P::List as CoalesceModes<S::List, D::List>>::Shape as ToTuple>::Tuple;
    type Stride = <<P::List as CoalesceModes<S::List, D::List>>::Stride as ToTuple>::Tuple;
    fn coalesce_as(profile: P, shape: S, stride: D) -> (Self::Shape, Self::Stride) {
        let (shape, stride) = profile.list().coalesce_modes(shape.list(), stride.list());
        (shape.tuple(), stride.tuple())
    }
}

impl<S: Shape, D: Stride<S>> Layout<S, D> {
    /// See [`coalesce`].
    pub fn coalesce<R>(self) -> R
    where
        Self: Coalesce<Coalesced = R>,
    {
        coalesce(self)
    }

    /// See [`coalesce_z`].
    pub fn coalesce_z<R>(self) -> R
    where
        Self: Coalesce<CoalescedZ = R>,
    {
        coalesce_z(self)
    }

    /// See [`coalesce_by`].
    pub fn coalesce_by<P: IntTuple>(self, profile: P) -> <Self as CoalesceBy<P>>::Coalesced
    where
        Self: CoalesceBy<P>,
    {
        coalesce_by(self, profile)
    }
}

/// The modes of a list in their simplest form: the same function of an index within the size.
pub(crate) type Coalesced<M> = <M as Modes>::Match<Coalescing>;
/// The same function of every index, also of one beyond the size: the last mode counts even if its extent is 1.
pub(crate) type CoalescedZ<M> = <M as Modes>::Match<CoalescingZ>;

#[derive(Clone, Copy, Debug)]
pub struct Coalescing;

impl Match for Coalescing {
    type End = End;
    type Then<N: Integer, R: Scalar, T: Modes> = InFront<N, R, Coalesced<T>>;
    fn end(self) -> End {
        End
    }
    fn then<N: Integer, R: Scalar, T: Modes>(self, modes: Then<N, R, T>) -> Self::Then<N, R, T> {
        in_front(modes.extent, modes.stride, modes.rest.matched(Coalescing))
    }
}

#[derive(Clone, Copy, Debug)]
pub struct CoalescingZ;

impl Match for CoalescingZ {
    type End = End;
    type Then<N: Integer, R: Scalar, T: Modes> = T::Match<InFrontZ<N, R>>;
    fn end(self) -> End {
        End
    }
    fn then<N: Integer, R: Scalar, T: Modes>(self, modes: Then<N, R, T>) -> Self::Then<N, R, T> {
        modes.rest.matched(InFrontZ(modes.extent, modes.stride))
    }
}

/// A mode in front of modes that are not yet coalesced.
#[derive(Clone, Copy, Debug)]
pub struct InFrontZ<N, R>(N, R);

impl<N: Integer, R: Scalar> Match for InFrontZ<N, R> {
    type End = Then<N, R, End>;
    type Then<M: Integer, E: Scalar, T: Modes> = InFront<N, R, T::Match<InFrontZ<M, E>>>;
    fn end(self) -> Self::End {
        Then { extent: self.0, stride: self.1, rest: End }
    }
    fn then<M: Integer, E: Scalar, T: Modes>(self, modes: Then<M, E, T>) -> Self::Then<M, E, T> {
        in_front(self.0, self.1, modes.rest.matched(InFrontZ(modes.extent, modes.stride)))
    }
}

/// A mode in front of coalesced ones, which is dropped if its extent is 1.
type InFront<N, R, T> =
    <<N as Integer>::IsOne as Truth>::IfModes<T, <T as Modes>::Match<CoalesceInFront<N, R>>>;

/// See [`InFront`].
fn in_front<N: Integer, R: Scalar, T: Modes>(extent: N, stride: R, rest: T) -> InFront<N, R, T> {
    <N::IsOne as Truth>::choose_modes(rest, rest.matched(CoalesceInFront(extent, stride)))
}

/// A mode in front of coalesced ones: it merges with the first of them if that goes on where it ends.
#[derive(Clone, Copy, Debug)]
pub struct CoalesceInFront<N, R>(N, R);

impl<N: Integer, R: Scalar> Match for CoalesceInFront<N, R> {
    type End = Then<N, R, End>;
    type Then<M: Integer, E: Scalar, T: Modes> = <GoesOn<N, R, E> as Truth>::Fork<Merge<N, R, M, E, T>>;
    fn end(self) -> Self::End {
        Then { extent: self.0, stride: self.1, rest: End }
    }
    fn then<M: Integer, E: Scalar, T: Modes>(self, modes: Then<M, E, T>) -> Self::Then<M, E, T> {
        <GoesOn<N, R, E> as Truth>::fork(Merge(self.0, self.1, modes))
    }
}

/// Whether a mode of stride `E` is known to go on where `N:R` ends. A static extent that becomes part of a dynamic one
/// is known to divide that.
type GoesOn<N, R, E> = <N as Integer>::GoesOn<R, E>;

#[derive(Clone, Copy, Debug)]
pub struct Merge<N, R, M, E, T>(N, R, Then<M, E, T>);

impl<N: Integer, R: Scalar, M: Integer, E: Scalar, T: Modes> Fork for Merge<N, R, M, E, T> {
    type True = Then<Scale<N, M>, R, T>;
    type False = Then<N, R, Then<M, E, T>>;
    fn yes(self) -> Self::True {
        // the extents of a layout without elements may be too large for a product, which does not matter then
        let product = self.0.value().checked_mul(self.2.extent.value()).unwrap_or(0);
        Then { extent: Integer::from_value(product), stride: self.1, rest: self.2.rest }
    }
    fn no(self) -> Self::False {
        Then { extent: self.0, stride: self.1, rest: self.2 }
    }
}
