//! Lists of modes `extent:stride`: what layouts are computed with at the type level.
//!
//! A computation on lists is a type: [`Match`] says what becomes of the empty list and of a list with a first mode,
//! [`Fork`] what is done if a condition holds and if not. Only the case that applies is computed, and each stands for any
//! integers, so that computations are *total*: they exist for every list, and generic code needs no bound for them.

use super::{Integer, Scalar, True, Truth};
use core::fmt::Debug;

/// No modes.
#[derive(Clone, Copy, Debug)]
pub struct End;

/// A mode, and those behind it.
#[derive(Clone, Copy, Debug)]
pub struct Then<N, R, T> {
    /// The extent of the mode.
    pub extent: N,
    /// The stride of the mode.
    pub stride: R,
    /// The modes behind.
    pub rest: T,
}

/// A list of modes.
pub trait Modes: Copy + Debug + Send + Sync + 'static {
    /// Whether every extent and every stride is static.
    type AreStatic: Truth;
    /// What a computation makes of this list: a list again.
    type Match<M: Match>: Modes;
    /// What a computation makes of this list: an extent.
    type MatchExtent<M: MatchExtent>: Integer;
    /// What a computation makes of this list: a stride.
    type MatchStride<M: MatchStride>: Scalar;

    /// See [`Modes::Match`].
    fn matched<M: Match>(self, m: M) -> Self::Match<M>;
    /// See [`Modes::MatchExtent`].
    fn extent<M: MatchExtent>(self, m: M) -> Self::MatchExtent<M>;
    /// See [`Modes::MatchStride`].
    fn stride<M: MatchStride>(self, m: M) -> Self::MatchStride<M>;
}

impl Modes for End {
    type AreStatic = True;
    type Match<M: Match> = M::End;
    type MatchExtent<M: MatchExtent> = M::End;
    type MatchStride<M: MatchStride> = M::End;

    fn matched<M: Match>(self, m: M) -> M::End {
        m.end()
    }
    fn extent<M: MatchExtent>(self, m: M) -> M::End {
        m.end()
    }
    fn stride<M: MatchStride>(self, m: M) -> M::End {
        m.end()
    }
}

impl<N: Integer, R: Scalar, T: Modes> Modes for Then<N, R, T> {
    type AreStatic = <<N::IsStatic as Truth>::And<R::IsStatic> as Truth>::And<T::AreStatic>;
    type Match<M: Match> = M::Then<N, R, T>;
    type MatchExtent<M: MatchExtent> = M::Then<N, R, T>;
    type MatchStride<M: MatchStride> = M::Then<N, R, T>;

    fn matched<M: Match>(self, m: M) -> M::Then<N, R, T> {
        m.then(self)
    }
    fn extent<M: MatchExtent>(self, m: M) -> M::Then<N, R, T> {
        m.then(self)
    }
    fn stride<M: MatchStride>(self, m: M) -> M::Then<N, R, T> {
        m.then(self)
    }
}

macro_rules! matches {
    ($($(#[$doc:meta])* $name:ident: $Bound:ident;)*) => { $(
        $(#[$doc])*
        pub trait $name: Copy {
            /// What becomes of the empty list.
            type End: $Bound;
            /// What becomes of a mode and those behind it.
            type Then<N: Integer, R: Scalar, T: Modes>: $Bound;
            /// See [`Self::End`].
            fn end(self) -> Self::End;
            /// See [`Self::Then`].
            fn then<N: Integer, R: Scalar, T: Modes>(self, modes: Then<N, R, T>) -> Self::Then<N, R, T>;
        }
    )* };
}

matches! {
    /// A computation of a list of modes from another.
    Match: Modes;
    /// A computation of an extent from a list of modes.
    MatchExtent: Integer;
    /// A computation of a stride from a list of modes.
    MatchStride: Scalar;
}

/// Two computations of a list of modes, one for each answer to a condition.
pub trait Fork: Copy {
    /// What is computed where the condition holds.
    type True: Modes;
    /// What is computed where it does not hold, or is not known before run time.
    type False: Modes;
    /// See [`Fork::True`].
    fn yes(self) -> Self::True;
    /// See [`Fork::False`].
    fn no(self) -> Self::False;
}

/// Writes [`Fork`]s: a name, what the two computations work with, and for each answer the type of the result and its value.
macro_rules! fork {
    ($(
        $(#[$doc:meta])*
        $Name:ident<$($P:ident: $B:ident),*> { $($field:ident: $F:ty),* }
        yes { $True:ty: $yes:expr }
        no { $False:ty: $no:expr }
    )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Name<$($P),*> { $(pub(super) $field: $F),* }

        impl<$($P: $B),*> $crate::int::modes::Fork for $Name<$($P),*> {
            type True = $True;
            type False = $False;
            #[allow(unused_variables)]
            fn yes(self) -> Self::True {
                let Self { $($field),* } = self;
                $yes
            }
            #[allow(unused_variables)]
            fn no(self) -> Self::False {
                let Self { $($field),* } = self;
                $no
            }
        }
    )* };
}
pub(crate) use fork;

/// Writes [`Match`]es: a name, what the computation works with, and for each kind of list the type of the result and its
/// value.
macro_rules! list_match {
    ($(
        $(#[$doc:meta])*
        $Name:ident<$($P:ident: $B:ident),*> { $($field:ident: $F:ty),* } as $Match:ident
        end { $End:ty: $end:expr }
        then<$N:ident, $R:ident, $T:ident>($modes:ident) { $Then:ty: $then:expr }
    )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Name<$($P),*> { $(pub(super) $field: $F),* }

        impl<$($P: $B),*> $crate::int::modes::$Match for $Name<$($P),*> {
            type End = $End;
            type Then<$N: Integer, $R: Scalar, $T: Modes> = $Then;
            #[allow(unused_variables)]
            fn end(self) -> Self::End {
                let Self { $($field),* } = self;
                $end
            }
            #[allow(unused_variables)]
            fn then<$N: Integer, $R: Scalar, $T: Modes>(
                self,
                $modes: $crate::int::modes::Then<$N, $R, $T>,
            ) -> Self::Then<$N, $R, $T> {
                let Self { $($field),* } = self;
                $then
            }
        }
    )* };
}
pub(crate) use list_match;
