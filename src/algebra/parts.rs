//! Parts of layouts, and how they are put together.

use crate::int::Scalar;
use crate::layout::Layout;
use crate::tuple::list::{Cons, Nil, for_tuples, list_type, list_value};
use crate::tuple::modes::{Concat, ToList, ToTuple};
use crate::tuple::{IntTuple, Prepend, Shape, Stride};

/// A layout in parts.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Cut<T, R, B> {
    pub(super) tile: T,
    pub(super) rest: R,
    pub(super) both: B,
}

/// An exact layout, as part of another or to be compared with one.
#[diagnostic::on_unimplemented(
    message = "this takes exact layouts, and one of them is none",
    label = "not an exact layout",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait ExactLayout: Copy {
    /// Its shape.
    type Shape: Shape;
    /// Its stride.
    type Stride: Stride<Self::Shape>;
    #[doc(hidden)]
    fn parts(self) -> (Self::Shape, Self::Stride);
}

/// A part as a layout of its own.
pub(super) type LayoutOfPart<P> = Layout<<P as ExactLayout>::Shape, <P as ExactLayout>::Stride>;

impl<S: Shape, D: Stride<S>> ExactLayout for Layout<S, D> {
    type Shape = S;
    type Stride = D;
    fn parts(self) -> (S, D) {
        (self.shape(), self.stride())
    }
}

/// The layout whose modes are these parts, by their names as associated types.
macro_rules! modes_type {
    ($Part:ident; $($A:ident)*) => {
        Layout<($(<$A::$Part as ExactLayout>::Shape,)*), ($(<$A::$Part as ExactLayout>::Stride,)*)>
    };
}
pub(super) use modes_type;

/// The layout whose modes are these parts.
macro_rules! modes_value {
    ($($part:expr),*) => { Layout::from_parts(($($part.parts().0,)*), ($($part.parts().1,)*), Exact) };
}
pub(super) use modes_value;

/// Shape and stride of the parts put together.
impl<T: ExactLayout, R: ExactLayout, B: ExactLayout> Cut<T, R, B> {
    /// The first part and the second.
    pub(super) fn zipped(self) -> ((T::Shape, R::Shape), (T::Stride, R::Stride)) {
        let ((tile_shape, tile_stride), (rest_shape, rest_stride)) = (self.tile.parts(), self.rest.parts());
        ((tile_shape, rest_shape), (tile_stride, rest_stride))
    }

    /// The first part, and the modes of the second.
    pub(super) fn tiled<SR, DR>(self) -> (SR, DR)
    where
        R::Shape: Prepend<T::Shape, Prepended = SR>,
        R::Stride: Prepend<T::Stride, Prepended = DR>,
    {
        let ((tile_shape, rest_shape), (tile_stride, rest_stride)) = self.zipped();
        (rest_shape.prepended(tile_shape), rest_stride.prepended(tile_stride))
    }

    /// The modes of the first part, and those of the second.
    pub(super) fn flat<SR, DR>(self) -> (SR, DR)
    where
        T::Shape: OpenOnto<R::Shape, Joined = SR>,
        T::Stride: OpenOnto<R::Stride, Joined = DR>,
    {
        let ((tile_shape, rest_shape), (tile_stride, rest_stride)) = self.zipped();
        (tile_shape.open_onto(rest_shape), tile_stride.open_onto(rest_stride))
    }
}

/// The modes of one tuple and those of another; a tuple of one mode stays as it is.
#[doc(hidden)]
pub trait OpenOnto<B> {
    type Joined;
    fn open_onto(self, back: B) -> Self::Joined;
}

/// The modes of a tuple of several; an integer or a tuple of one as one mode.
#[doc(hidden)]
pub trait Opened {
    type List;
    fn opened(self) -> Self::List;
}

impl<N: Scalar> Opened for N {
    type List = Cons<N, Nil>;
    fn opened(self) -> Self::List {
        Cons(self, Nil)
    }
}

macro_rules! opened {
    () => {
        impl Opened for () {
            type List = Nil;
            fn opened(self) -> Nil {
                Nil
            }
        }
    };
    ($A:ident $SA:ident $DA:ident $i:tt) => {
        impl<$A: IntTuple> Opened for ($A,) {
            type List = Cons<($A,), Nil>;
            fn opened(self) -> Self::List {
                Cons(self, Nil)
            }
        }
    };
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: IntTuple),*> Opened for ($($A,)*) {
            type List = list_type!($($A),*);
            fn opened(self) -> Self::List {
                list_value!($(self.$i),*)
            }
        }
    };
}
for_tuples!(opened);

impl<A: Opened<List: Concat<B::List, Whole: ToTuple>>, B: Opened> OpenOnto<B> for A {
    type Joined = <<A::List as Concat<B::List>>::Whole as ToTuple>::Tuple;
    fn open_onto(self, back: B) -> Self::Joined {
        self.opened().concat(back.opened()).tuple()
    }
}

/// Each mode of one tuple with that of another; the shorter one is filled up with `U`.
#[doc(hidden)]
pub trait Pair<B, U> {
    type Paired;
    fn paired(self, other: B) -> Self::Paired;
}

impl<A: ToList<List: PairList<B::List, U, Pairs: ToTuple>>, B: ToList, U> Pair<B, U> for A {
    type Paired = <<A::List as PairList<B::List, U>>::Pairs as ToTuple>::Tuple;
    fn paired(self, other: B) -> Self::Paired {
        self.list().pairs(other.list()).tuple()
    }
}

/// See [`Pair`].
#[doc(hidden)]
pub trait PairList<B, U> {
    type Pairs;
    fn pairs(self, other: B) -> Self::Pairs;
}

impl<U> PairList<Nil, U> for Nil {
    type Pairs = Nil;
    fn pairs(self, _: Nil) -> Nil {
        Nil
    }
}

impl<A, T: PairList<Nil, U>, U: Default> PairList<Nil, U> for Cons<A, T> {
    type Pairs = Cons<(A, U), T::Pairs>;
    fn pairs(self, _: Nil) -> Self::Pairs {
        Cons((self.0, U::default()), self.1.pairs(Nil))
    }
}

impl<B, T, U: Default> PairList<Cons<B, T>, U> for Nil
where
    Nil: PairList<T, U>,
{
    type Pairs = Cons<(U, B), <Nil as PairList<T, U>>::Pairs>;
    fn pairs(self, other: Cons<B, T>) -> Self::Pairs {
        Cons((U::default(), other.0), Nil.pairs(other.1))
    }
}

impl<A, T: PairList<V, U>, B, V, U> PairList<Cons<B, V>, U> for Cons<A, T> {
    type Pairs = Cons<(A, B), T::Pairs>;
    fn pairs(self, other: Cons<B, V>) -> Self::Pairs {
        Cons((self.0, other.0), self.1.pairs(other.1))
    }
}
