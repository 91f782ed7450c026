//! The simplest form of a layout.

use super::leaves::{LayoutOf, Leaves, layout_of, leaves};
use crate::int::modes::{End, Fork, Match, Modes, Then};
use crate::int::{Integer, Mul, Scalar, Truth, mul};
use crate::layout::Layout;
use crate::tuple::{Shape, Stride};
use typenum::U1;

/// The same function of the index in as few modes as can be told at compile time.
///
/// Post-condition: depth at most 1, and `coalesce(l)(i) = l(i)` for `0 <= i < size(l)`. Static extents of 1 are dropped,
/// `_1:_0` is left of a layout without others; neighbours of static extents merge where the second is known to go on as the
/// first. What depends on a dynamic leaf stays as it is. Source: CuTe's `coalesce`.
///
/// ```
/// use tilework::prelude::*;
/// let twelve: Layout!(12:1) = coalesce(layout!((2, (1, 6)):(1, (6, 2))));
/// assert_eq!(coalesce(layout!((4, 3):(3, 1))).to_string(), "(_4,_3):(_3,_1)");
/// let n = 8;
/// assert_eq!(coalesce(layout!((4, 2, n):(1, 4, 8))).to_string(), "(_8,8):(_1,_8)");
/// ```
pub fn coalesce<L: Coalesce>(layout: L) -> L::Coalesced {
    layout.coalesced()
}

/// What [`coalesce`] takes: every exact layout.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be coalesced: it is no exact layout",
    label = "not an exact layout",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait Coalesce {
    /// The layout in its simplest form.
    type Coalesced;
    #[doc(hidden)]
    fn coalesced(self) -> Self::Coalesced;
}

impl<S: Shape, D: Stride<S>> Coalesce for Layout<S, D> {
    type Coalesced = LayoutOf<Coalesced<Leaves<S, D>>>;
    fn coalesced(self) -> Self::Coalesced {
        layout_of(leaves(self).matched(Coalescing))
    }
}

impl<S: Shape, D: Stride<S>> Layout<S, D> {
    /// See [`coalesce`].
    pub fn coalesce(self) -> <Self as Coalesce>::Coalesced {
        coalesce(self)
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
    type Then<N: Integer, R: Scalar, T: Modes> = <N::Is<U1> as Truth>::Fork<UnitInFront<N, R, Coalesced<T>>>;
    fn end(self) -> End {
        End
    }
    fn then<N: Integer, R: Scalar, T: Modes>(self, modes: Then<N, R, T>) -> Self::Then<N, R, T> {
        let rest = modes.rest.matched(Coalescing);
        <N::Is<U1> as Truth>::fork(UnitInFront(Then { extent: modes.extent, stride: modes.stride, rest }))
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
    type Then<M: Integer, E: Scalar, T: Modes> =
        <N::Is<U1> as Truth>::Fork<UnitInFront<N, R, T::Match<InFrontZ<M, E>>>>;
    fn end(self) -> Self::End {
        Then { extent: self.0, stride: self.1, rest: End }
    }
    fn then<M: Integer, E: Scalar, T: Modes>(self, modes: Then<M, E, T>) -> Self::Then<M, E, T> {
        let rest = modes.rest.matched(InFrontZ(modes.extent, modes.stride));
        <N::Is<U1> as Truth>::fork(UnitInFront(Then { extent: self.0, stride: self.1, rest }))
    }
}

/// A mode in front of coalesced ones, which is dropped if its extent is 1.
#[derive(Clone, Copy, Debug)]
pub struct UnitInFront<N, R, T>(Then<N, R, T>);

impl<N: Integer, R: Scalar, T: Modes> Fork for UnitInFront<N, R, T> {
    type True = T;
    type False = T::Match<InFront<N, R>>;
    fn yes(self) -> T {
        self.0.rest
    }
    fn no(self) -> Self::False {
        self.0.rest.matched(InFront(self.0.extent, self.0.stride))
    }
}

/// A mode in front of coalesced ones: it merges with the first of them if that goes on where it ends.
#[derive(Clone, Copy, Debug)]
pub struct InFront<N, R>(N, R);

impl<N: Integer, R: Scalar> Match for InFront<N, R> {
    type End = Then<N, R, End>;
    type Then<M: Integer, E: Scalar, T: Modes> = <GoesOn<N, R, M, E> as Truth>::Fork<Merge<N, R, M, E, T>>;
    fn end(self) -> Self::End {
        Then { extent: self.0, stride: self.1, rest: End }
    }
    fn then<M: Integer, E: Scalar, T: Modes>(self, modes: Then<M, E, T>) -> Self::Then<M, E, T> {
        <GoesOn<N, R, M, E> as Truth>::fork(Merge(self.0, self.1, modes))
    }
}

/// Whether `M:E` is known to go on where `N:R` ends. A static extent never becomes part of a dynamic one.
type GoesOn<N, R, M, E> = <<<N as Scalar>::IsStatic as Truth>::And<<M as Scalar>::IsStatic> as Truth>::And<
    <<R as Scalar>::Times<N> as Scalar>::Equals<E>,
>;

#[derive(Clone, Copy, Debug)]
pub struct Merge<N, R, M, E, T>(N, R, Then<M, E, T>);

impl<N: Integer, R: Scalar, M: Integer, E: Scalar, T: Modes> Fork for Merge<N, R, M, E, T> {
    type True = Then<Mul<N, M>, R, T>;
    type False = Then<N, R, Then<M, E, T>>;
    fn yes(self) -> Self::True {
        Then { extent: mul(self.0, self.2.extent), stride: self.1, rest: self.2.rest }
    }
    fn no(self) -> Self::False {
        Then { extent: self.0, stride: self.1, rest: self.2 }
    }
}
