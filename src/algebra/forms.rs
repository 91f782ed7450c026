//! The forms of divisions and products: how the two parts of a cut are put together, whatever was cut.

use super::error::Operation;
use crate::int::{Along, Nat, Scalar};
use crate::layout::{Exact, Extent, Layout, LayoutError};
use crate::tuple::list::{Cons, Nil, for_tuples, list_type, list_value};
use crate::tuple::modes::{Concat, Modes, ToTuple};
use crate::tuple::{Shape, Stride};
use core::fmt;
use core::marker::PhantomData;

/// A form as an arrangement of trees: of the first part `T`, of the second one `R`, and of both together, mode by mode, `B`.
/// Shapes and strides are arranged alike. Source: CuTe's `zipped_divide = tile_unzip(logical_divide(…))`.
pub trait Arrange<T, R, B>: Form {
    /// The tree of the whole.
    type Whole;
    #[doc(hidden)]
    fn arrange(first: T, second: R, both: B) -> Self::Whole;
}

/// A form of divisions and products: [`Logical`], [`Zipped`], [`Tiled`] or [`Flattened`].
pub trait Form {
    /// The name of the division in this form.
    #[doc(hidden)]
    const DIVISION: &'static str;
    /// The name of the product in this form.
    #[doc(hidden)]
    const PRODUCT: &'static str;
    /// Whether the modes of the first part are not told from those of the second, so that none may be kept.
    #[doc(hidden)]
    const IS_FLAT: bool = false;
    /// Whether the form keeps the modes of what was cut, and with them their logical extents.
    #[doc(hidden)]
    const HAS_EXTENT: bool = false;
    /// What is left of the logical extent `E` of both parts together.
    #[doc(hidden)]
    type Extent<E>;
    /// The layout of arranged shapes and strides, whose offsets fit as those of the parts do.
    #[doc(hidden)]
    fn layout<S: Shape, D: Stride<S>, E>(
        shape: S,
        stride: D,
        extent: E,
    ) -> Result<Layout<S, D, Self::Extent<E>>, LayoutError>
    where
        Self::Extent<E>: Extent<S>;
}

/// `((tile_0,rest_0),(tile_1,rest_1),…)`: the parts stay together mode by mode.
#[derive(Clone, Copy, Debug)]
pub struct Logical;

impl Form for Logical {
    const DIVISION: &'static str = "logical_divide";
    const PRODUCT: &'static str = "logical_product";
    const HAS_EXTENT: bool = true;
    type Extent<E> = E;
    fn layout<S: Shape, D: Stride<S>, E: Extent<S>>(
        shape: S,
        stride: D,
        extent: E,
    ) -> Result<Layout<S, D, E>, LayoutError> {
        Layout::try_with_extent(shape, stride, extent)
    }
}

impl<T, R, B> Arrange<T, R, B> for Logical {
    type Whole = B;
    fn arrange(_: T, _: R, both: B) -> B {
        both
    }
}

/// Forms that put the first parts of all modes together.
macro_rules! unzipped {
    ($($(#[$doc:meta])* $Form:ident $division:literal $product:literal $is_flat:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Form;

        impl Form for $Form {
            const DIVISION: &'static str = $division;
            const PRODUCT: &'static str = $product;
            const IS_FLAT: bool = $is_flat;
            type Extent<E> = Exact;
            fn layout<S: Shape, D: Stride<S>, E>(
                shape: S,
                stride: D,
                _: E,
            ) -> Result<Layout<S, D>, LayoutError> {
                Ok(Layout::from_parts(shape, stride, Exact))
            }
        }
    )* };
}

unzipped! {
    /// `((tile_0,tile_1,…),(rest_0,rest_1,…))`: the first parts, and the second ones.
    Zipped "zipped_divide" "zipped_product" false;
    /// `((tile_0,tile_1,…),rest_0,rest_1,…)`: the modes of the second part are at the top.
    Tiled "tiled_divide" "tiled_product" false;
    /// `(tile_0,tile_1,…,rest_0,rest_1,…)`: all modes are at the top.
    Flattened "flat_divide" "flat_product" true;
}

impl<T, R, B> Arrange<T, R, B> for Zipped {
    type Whole = (T, R);
    fn arrange(first: T, second: R, _: B) -> (T, R) {
        (first, second)
    }
}

impl<T, R: Modes, B> Arrange<T, R, B> for Tiled
where
    Cons<T, R::List>: ToTuple,
{
    type Whole = <Cons<T, R::List> as ToTuple>::Tuple;
    fn arrange(first: T, second: R, _: B) -> Self::Whole {
        Cons(first, second.list()).tuple()
    }
}

impl<T: Opened<List: Concat<R::List, Whole: ToTuple>>, R: Opened, B> Arrange<T, R, B> for Flattened {
    type Whole = <<T::List as Concat<R::List>>::Whole as ToTuple>::Tuple;
    fn arrange(first: T, second: R, _: B) -> Self::Whole {
        first.opened().concat(second.opened()).tuple()
    }
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

impl<A: Nat, D: Scalar> Opened for Along<A, D> {
    type List = Cons<Self, Nil>;
    fn opened(self) -> Self::List {
        Cons(self, Nil)
    }
}

macro_rules! opened {
    ($A:ident $SA:ident $DA:ident $i:tt) => {
        impl<$A: Copy> Opened for ($A,) {
            type List = Cons<($A,), Nil>;
            fn opened(self) -> Self::List {
                Cons(self, Nil)
            }
        }
    };
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: Copy),*> Opened for ($($A,)*) {
            type List = list_type!($($A),*);
            fn opened(self) -> Self::List {
                list_value!($(self.$i),*)
            }
        }
    };
}
for_tuples!(opened);

/// The division in a form.
pub(super) struct Division<F>(PhantomData<F>);

impl<F: Form> Operation for Division<F> {
    const NAME: &'static str = F::DIVISION;
}

/// The product in a form.
pub(super) struct Repetition<F>(PhantomData<F>);

impl<F: Form> Operation for Repetition<F> {
    const NAME: &'static str = F::PRODUCT;
}

/// Writes the verbs of operations that take a layout and a tiler, from the trait that has the results of all forms: each verb, the
/// verb that returns errors, and the verb as a method of layouts.
macro_rules! verbs {
    ($Trait:ident $Result:ident $method:ident $try_method:ident $what:literal;
    $($(#[$doc:meta])* $verb:ident $try_verb:ident $Form:ident $name:literal;)*) => {
        $(
            $(#[$doc])*
            #[track_caller]
            pub fn $verb<L: $Trait<$Form, T>, T>(layout: L, tiler: T) -> L::$Result {
                layout.$method(tiler)
            }

            #[doc = concat!("[`", $name, "`] with what is refused as an error.")]
            pub fn $try_verb<L: $Trait<$Form, T>, T>(layout: L, tiler: T) -> Result<L::$Result, Refused<L, By<T>>> {
                layout.$try_method(tiler)
            }
        )*
        super::forms::methods! {
            [S: Shape, D: Stride<S>] Layout<S, D>; $Trait $Result $what; $($verb $Form $name;)*
        }
    };
}
pub(super) use verbs;

/// Writes verbs as methods of a layout.
macro_rules! methods {
    ([$($generics:tt)*] $Layout:ty; $Trait:ident $Result:ident $what:literal; $($verb:ident $Form:ident $name:literal;)*) => {
        impl<$($generics)*> $Layout { $(
            #[doc = concat!($what, " See [`", $name, "`].")]
            #[track_caller]
            pub fn $verb<T>(self, tiler: T) -> <Self as $Trait<$Form, T>>::$Result
            where
                Self: $Trait<$Form, T>,
            {
                $verb(self, tiler)
            }
        )* }
    };
}
pub(super) use methods;

/// The result, or a panic that says why there is none.
#[track_caller]
pub(super) fn done<L, R: fmt::Display>(result: Result<L, R>) -> L {
    match result {
        Ok(layout) => layout,
        Err(refused) => panic!("{refused}"),
    }
}
