//! Lists of modes `extent:stride`: what layouts are computed with at the type level.
//!
//! A computation on lists is a type: [`Match`] says what becomes of the empty list and of a list with a first mode,
//! [`Fork`] what is done if a condition holds and if not. Only the case that applies is computed, and each stands for
//! any integers, so that computations are *total*: they exist for every list, and generic code needs no bound for
//! them.
//!
//! For the same reason a list knows what tuples it makes: the one place where numbers look up to what is made of
//! them. A choice between lists keeps only what is promised of all lists, and the compiler proves a promise once, but
//! would prove a bound in each place that needs it.

use super::{Int, Integer, Nat, Scalar, True, Truth};
use crate::tuple::{LeafMap, Shape, Stride};
use core::fmt::Debug;
use typenum::{U0, U1};

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

/// The rows of a table: after so many modes, what tuples the rest of a list makes with them.
macro_rules! rows {
    ($what:ident) => {
        $what! { Shape1 Stride1 tuples1 [A DA] Shape2 Stride2 tuples2 }
        $what! { Shape2 Stride2 tuples2 [A DA, B DB] Shape3 Stride3 tuples3 }
        $what! { Shape3 Stride3 tuples3 [A DA, B DB, C DC] Shape4 Stride4 tuples4 }
        $what! { Shape4 Stride4 tuples4 [A DA, B DB, C DC, D DD] Shape5 Stride5 tuples5 }
        $what! { Shape5 Stride5 tuples5 [A DA, B DB, C DC, D DD, E DE] Shape6 Stride6 tuples6 }
        $what! { Shape6 Stride6 tuples6 [A DA, B DB, C DC, D DD, E DE, F DF] Shape7 Stride7 tuples7 }
        $what! { Shape7 Stride7 tuples7 [A DA, B DB, C DC, D DD, E DE, F DF, G DG] Shape8 Stride8 tuples8 }
        $what! { Shape8 Stride8 tuples8 [A DA, B DB, C DC, D DD, E DE, F DF, G DG, H DH] Shape9 Stride9 tuples9 }
        $what! { Shape9 Stride9 tuples9 [A DA, B DB, C DC, D DD, E DE, F DF, G DG, H DH, I DI] Shape10 Stride10 tuples10 }
        $what! { Shape10 Stride10 tuples10 [A DA, B DB, C DC, D DD, E DE, F DF, G DG, H DH, I DI, J DJ] Shape11 Stride11 tuples11 }
        $what! { Shape11 Stride11 tuples11 [A DA, B DB, C DC, D DD, E DE, F DF, G DG, H DH, I DI, J DJ, K DK] Shape12 Stride12 tuples12 }
        $what! { Shape12 Stride12 tuples12 [A DA, B DB, C DC, D DD, E DE, F DF, G DG, H DH, I DI, J DJ, K DK, L DL] }
    };
}

/// What every list promises.
macro_rules! promise {
    ($Shape:ident $Stride:ident $tuples:ident [$($A:ident $DA:ident),*] $($next:ident)*) => {
        #[doc(hidden)]
        type $Shape<$($A: Integer),*>: Shape;
        #[doc(hidden)]
        type $Stride<$($A: Integer, $DA: Scalar),*>: Stride<Self::$Shape<$($A),*>>;
        #[doc(hidden)]
        fn $tuples<$($A: Integer, $DA: Scalar),*>(
            self,
            modes: ($(($A, $DA),)*),
        ) -> (Self::$Shape<$($A),*>, Self::$Stride<$($A, $DA),*>);
    };
}

/// No modes are left: those taken are the tuples.
macro_rules! collect {
    ($Shape:ident $Stride:ident $tuples:ident [$A:ident $DA:ident] $($next:ident)*) => {
        type $Shape<$A: Integer> = $A;
        type $Stride<$A: Integer, $DA: Scalar> = $DA;
        fn $tuples<$A: Integer, $DA: Scalar>(self, modes: (($A, $DA),)) -> ($A, $DA) {
            modes.0
        }
    };
    ($Shape:ident $Stride:ident $tuples:ident [$($A:ident $DA:ident),*] $($next:ident)*) => {
        type $Shape<$($A: Integer),*> = ($($A,)*);
        type $Stride<$($A: Integer, $DA: Scalar),*> = ($($DA,)*);
        #[allow(non_snake_case)]
        fn $tuples<$($A: Integer, $DA: Scalar),*>(self, modes: ($(($A, $DA),)*)) -> (($($A,)*), ($($DA,)*)) {
            let ($($A,)*) = modes;
            (($($A.0,)*), ($($A.1,)*))
        }
    };
}

/// One more mode is taken; the 13th starts a group of its own.
macro_rules! take_on {
    ($Shape:ident $Stride:ident $tuples:ident [$($A:ident $DA:ident),*] $NextShape:ident $NextStride:ident $next:ident) => {
        type $Shape<$($A: Integer),*> = T::$NextShape<$($A,)* N>;
        type $Stride<$($A: Integer, $DA: Scalar),*> = T::$NextStride<$($A, $DA,)* N, R>;
        #[allow(non_snake_case)]
        fn $tuples<$($A: Integer, $DA: Scalar),*>(
            self,
            modes: ($(($A, $DA),)*),
        ) -> (Self::$Shape<$($A),*>, Self::$Stride<$($A, $DA),*>) {
            let ($($A,)*) = modes;
            self.rest.$next(($($A,)* (self.extent, self.stride)))
        }
    };
    ($Shape:ident $Stride:ident $tuples:ident [$($A:ident $DA:ident),*]) => {
        type $Shape<$($A: Integer),*> = (($($A,)*), <Self as Modes>::Shape);
        type $Stride<$($A: Integer, $DA: Scalar),*> = (($($DA,)*), <Self as Modes>::Stride);
        #[allow(non_snake_case)]
        fn $tuples<$($A: Integer, $DA: Scalar),*>(
            self,
            modes: ($(($A, $DA),)*),
        ) -> (Self::$Shape<$($A),*>, Self::$Stride<$($A, $DA),*>) {
            let ($($A,)*) = modes;
            let rest = Modes::tuples(self);
            ((($($A.0,)*), rest.0), (($($A.1,)*), rest.1))
        }
    };
}

/// A list of modes.
#[doc(hidden)]
pub trait Modes: Copy + Debug + Send + Sync + 'static {
    /// Whether every extent and every stride is static.
    type AreStatic: Truth;
    /// Whether they are, and no extent is 0.
    type AreKnown: Truth;
    /// Whether every stride is static.
    type StridesAreStatic: Truth;
    /// The extents: of no modes `_1`, of one mode its extent, of several a tuple. Those behind the 12th are grouped.
    type Shape: Shape;
    /// The strides, likewise; of no modes `_0`.
    type Stride: Stride<Self::Shape>;
    /// The extents as a tuple also where there is one mode, or none: then `(_1)`.
    type FlatShape: Shape;
    /// The strides, likewise; of no modes `(_0)`.
    type FlatStride: Stride<Self::FlatShape>;
    /// What a computation makes of this list: a list again.
    type Match<M: Match>: Modes;
    /// What a computation makes of this list: what replaces the leaves of another.
    type MatchMap<M: MatchMap>: LeafMap;
    /// What a computation makes of this list: an extent.
    type MatchExtent<M: MatchExtent>: Integer;
    /// What a computation makes of this list: a number.
    type MatchNumber<M: MatchNumber>: Nat;
    /// What a computation makes of this list: a stride.
    type MatchStride<M: MatchStride>: Scalar;

    /// The one list whose modes are all static; where one is not, its values are of no meaning.
    fn known() -> Self;
    /// The extents and strides as tuples.
    fn tuples(self) -> (Self::Shape, Self::Stride);
    /// See [`Modes::FlatShape`].
    fn flat_tuples(self) -> (Self::FlatShape, Self::FlatStride);
    /// See [`Modes::Match`].
    fn matched<M: Match>(self, m: M) -> Self::Match<M>;
    /// See [`Modes::MatchMap`].
    fn map<M: MatchMap>(self, m: M) -> Self::MatchMap<M>;
    /// See [`Modes::MatchExtent`].
    fn extent<M: MatchExtent>(self, m: M) -> Self::MatchExtent<M>;

    rows! { promise }
    #[doc(hidden)]
    type FlatShape1<A: Integer>: Shape;
    #[doc(hidden)]
    type FlatStride1<A: Integer, DA: Scalar>: Stride<Self::FlatShape1<A>>;
    #[doc(hidden)]
    fn flat_tuples1<A: Integer, DA: Scalar>(
        self,
        first: (A, DA),
    ) -> (Self::FlatShape1<A>, Self::FlatStride1<A, DA>);
}

impl Modes for End {
    type AreStatic = True;
    type AreKnown = True;
    type StridesAreStatic = True;
    type Shape = Int<U1>;
    type Stride = Int<U0>;
    #[inline]
    fn tuples(self) -> (Int<U1>, Int<U0>) {
        (Int::new(), Int::new())
    }
    #[inline]
    fn known() -> Self {
        End
    }
    type FlatShape = (Int<U1>,);
    type FlatStride = (Int<U0>,);
    #[inline]
    fn flat_tuples(self) -> ((Int<U1>,), (Int<U0>,)) {
        ((Int::new(),), (Int::new(),))
    }
    rows! { collect }
    type FlatShape1<A: Integer> = (A,);
    type FlatStride1<A: Integer, DA: Scalar> = (DA,);
    #[inline]
    fn flat_tuples1<A: Integer, DA: Scalar>(self, (extent, stride): (A, DA)) -> ((A,), (DA,)) {
        ((extent,), (stride,))
    }
    type Match<M: Match> = M::End;
    type MatchMap<M: MatchMap> = M::End;
    type MatchExtent<M: MatchExtent> = M::End;
    type MatchNumber<M: MatchNumber> = M::End;
    type MatchStride<M: MatchStride> = M::End;

    #[inline]
    fn matched<M: Match>(self, m: M) -> M::End {
        m.end()
    }
    #[inline]
    fn map<M: MatchMap>(self, m: M) -> M::End {
        m.end()
    }
    #[inline]
    fn extent<M: MatchExtent>(self, m: M) -> M::End {
        m.end()
    }
}

impl<N: Integer, R: Scalar, T: Modes> Modes for Then<N, R, T> {
    type AreStatic = N::IsStaticAnd<R::IsStaticAnd<T::AreStatic>>;
    type AreKnown = N::IsPositiveAnd<R::IsStaticAnd<T::AreKnown>>;
    type StridesAreStatic = R::IsStaticAnd<T::StridesAreStatic>;
    type Shape = T::Shape1<N>;
    type Stride = T::Stride1<N, R>;
    #[inline]
    fn tuples(self) -> (Self::Shape, Self::Stride) {
        self.rest.tuples1(((self.extent, self.stride),))
    }
    #[inline]
    fn known() -> Self {
        let (extent, stride) = (N::STATIC.unwrap_or(0), R::STATIC_VALUE.unwrap_or(0));
        Then { extent: N::from_value(extent), stride: R::from_isize(stride), rest: T::known() }
    }
    type FlatShape = T::FlatShape1<N>;
    type FlatStride = T::FlatStride1<N, R>;
    #[inline]
    fn flat_tuples(self) -> (Self::FlatShape, Self::FlatStride) {
        self.rest.flat_tuples1((self.extent, self.stride))
    }
    rows! { take_on }
    type FlatShape1<A: Integer> = T::Shape2<A, N>;
    type FlatStride1<A: Integer, DA: Scalar> = T::Stride2<A, DA, N, R>;
    #[inline]
    fn flat_tuples1<A: Integer, DA: Scalar>(
        self,
        first: (A, DA),
    ) -> (Self::FlatShape1<A>, Self::FlatStride1<A, DA>) {
        self.rest.tuples2((first, (self.extent, self.stride)))
    }
    type Match<M: Match> = M::Then<N, R, T>;
    type MatchMap<M: MatchMap> = M::Then<N, R, T>;
    type MatchExtent<M: MatchExtent> = M::Then<N, R, T>;
    type MatchNumber<M: MatchNumber> = M::Then<N, R, T>;
    type MatchStride<M: MatchStride> = M::Then<N, R, T>;

    #[inline]
    fn matched<M: Match>(self, m: M) -> M::Then<N, R, T> {
        m.then(self)
    }
    #[inline]
    fn map<M: MatchMap>(self, m: M) -> M::Then<N, R, T> {
        m.then(self)
    }
    #[inline]
    fn extent<M: MatchExtent>(self, m: M) -> M::Then<N, R, T> {
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
    /// A computation from a list of modes of what replaces the leaves of a layout.
    MatchMap: LeafMap;
    /// A computation of an extent from a list of modes.
    MatchExtent: Integer;
}

/// A computation of a number from a list of static modes.
#[doc(hidden)]
pub trait MatchNumber {
    /// What becomes of the empty list.
    type End: Nat;
    /// What becomes of a mode and those behind it.
    type Then<N: Integer, R: Scalar, T: Modes>: Nat;
}

/// A computation of a stride from a list of static modes.
#[doc(hidden)]
pub trait MatchStride {
    /// What becomes of the empty list.
    type End: Scalar;
    /// What becomes of a mode and those behind it.
    type Then<N: Integer, R: Scalar, T: Modes>: Scalar;
}

/// Two computations of a list of modes, one for each answer to a condition.
#[doc(hidden)]
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

/// Writes [`Fork`]s: a name, what the two computations work with, and for each answer the type of the result and its
/// value.
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
            #[inline]
            fn yes(self) -> Self::True {
                let Self { $($field),* } = self;
                $yes
            }
            #[allow(unused_variables)]
            #[inline]
            fn no(self) -> Self::False {
                let Self { $($field),* } = self;
                $no
            }
        }
    )* };
}
pub(crate) use fork;

/// Writes [`Match`]es: a name, what the computation works with, and for each kind of list the type of the result and
/// its value.
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
            #[inline]
            fn end(self) -> Self::End {
                let Self { $($field),* } = self;
                $end
            }
            #[allow(unused_variables)]
            #[inline]
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

/// Writes [`Fork`]s between computations with static numbers: only types, for each has but one value.
macro_rules! static_fork {
    ($(
        $(#[$doc:meta])*
        $Name:ident<$($P:ident: $B:ident),*>
        yes $True:ty;
        no $False:ty;
    )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Name<$($P),*>(core::marker::PhantomData<($($P,)*)>);

        impl<$($P: $B),*> $crate::int::modes::Fork for $Name<$($P),*> {
            type True = $True;
            type False = $False;
            #[inline]
            fn yes(self) -> Self::True {
                Modes::known()
            }
            #[inline]
            fn no(self) -> Self::False {
                Modes::known()
            }
        }
    )* };
}
pub(crate) use static_fork;

/// Writes [`Match`]es of lists of static modes: only types, for each has but one value.
macro_rules! static_match {
    ($(
        $(#[$doc:meta])*
        $Name:ident<$($P:ident: $B:ident),*> as Match
        end $End:ty;
        then<$N:ident, $R:ident, $T:ident> $Then:ty;
    )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Name<$($P),*>(core::marker::PhantomData<($($P,)*)>);

        impl<$($P: $B),*> $crate::int::modes::Match for $Name<$($P),*> {
            type End = $End;
            type Then<$N: Integer, $R: Scalar, $T: Modes> = $Then;
            #[inline]
            fn end(self) -> Self::End {
                Modes::known()
            }
            #[inline]
            fn then<$N: Integer, $R: Scalar, $T: Modes>(
                self,
                _: $crate::int::modes::Then<$N, $R, $T>,
            ) -> Self::Then<$N, $R, $T> {
                Modes::known()
            }
        }
    )* };
}
pub(crate) use static_match;
