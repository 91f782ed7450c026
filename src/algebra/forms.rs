//! The forms of divisions and products: how the two parts of a cut are put together, whatever was cut.

use super::error::Operation;
use super::parts::{Cut, ShapeOf, StrideOf, Weighted};
use crate::int::{False, Text, True, Truth};
use crate::tuple::list::{Cons, Nil};
use crate::tuple::modes::{Concat, ToList, ToTuple};
use crate::tuple::{Shape, Weights};
use core::fmt;
use core::marker::PhantomData;

/// A form of divisions and products: [`Logical`], [`Zipped`], [`Tiled`] or [`Flattened`].
pub trait Form {
    /// The name of the division in this form.
    #[doc(hidden)]
    const DIVISION: &'static str;
    /// The name of the product in this form.
    #[doc(hidden)]
    const PRODUCT: &'static str;
    /// Whether the modes of the first part are not distinguished from those of the second, so that none may be kept.
    #[doc(hidden)]
    const IS_FLAT: bool = false;
    /// Whether the form keeps the modes of what was cut, and with them their logical extents.
    #[doc(hidden)]
    type KeepsModes: Truth;
}

macro_rules! forms {
    ($($(#[$doc:meta])* $Form:ident $division:literal $product:literal $is_flat:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Form;

        impl Form for $Form {
            const DIVISION: &'static str = $division;
            const PRODUCT: &'static str = $product;
            const IS_FLAT: bool = $is_flat;
            type KeepsModes = False;
        }
    )* };
}

forms! {
    /// `((tile_0,tile_1,…),(rest_0,rest_1,…))`: the first parts, and the second ones.
    Zipped "zipped_divide" "zipped_product" false;
    /// `((tile_0,tile_1,…),rest_0,rest_1,…)`: the modes of the second part are at the top.
    Tiled "tiled_divide" "tiled_product" false;
    /// `(tile_0,tile_1,…,rest_0,rest_1,…)`: all modes are at the top.
    Flattened "flat_divide" "flat_product" true;
}

/// `((tile_0,rest_0),(tile_1,rest_1),…)`: the parts stay together mode by mode.
#[derive(Clone, Copy, Debug)]
pub struct Logical;

impl Form for Logical {
    const DIVISION: &'static str = "logical_divide";
    const PRODUCT: &'static str = "logical_product";
    type KeepsModes = True;
}

/// A layout cut in two, as an operation cuts it.
#[doc(hidden)]
pub trait InTwo {
    /// A tile, a block.
    type First: Weighted;
    /// The tiles, the copies.
    type Second: Weighted;
    /// First and second part together, mode by mode.
    type Both: Weighted;
}

/// A form as an arrangement of what is cut in two. Source: CuTe's `zipped_divide = tile_unzip(logical_divide(…))`.
#[doc(hidden)]
pub trait Arrange<C: InTwo>: Form {
    /// The shape of the whole.
    type Shape: Shape;
    /// The stride of the whole.
    type Stride: Weights<Self::Shape>;
    #[doc(hidden)]
    fn arrange(cut: Cut<C::First, C::Second, C::Both>) -> (Self::Shape, Self::Stride);
}

impl<C: InTwo> Arrange<C> for Logical {
    type Shape = ShapeOf<C::Both>;
    type Stride = StrideOf<C::Both>;
    fn arrange(cut: Cut<C::First, C::Second, C::Both>) -> (Self::Shape, Self::Stride) {
        cut.both.weighted()
    }
}

impl<C: InTwo> Arrange<C> for Zipped {
    type Shape = (ShapeOf<C::First>, ShapeOf<C::Second>);
    type Stride = (StrideOf<C::First>, StrideOf<C::Second>);
    fn arrange(cut: Cut<C::First, C::Second, C::Both>) -> (Self::Shape, Self::Stride) {
        let ((first, first_stride), (second, second_stride)) = (cut.tile.weighted(), cut.rest.weighted());
        ((first, second), (first_stride, second_stride))
    }
}

impl<C: InTwo, SR: Shape, DR: Weights<SR>> Arrange<C> for Tiled
where
    ShapeOf<C::Second>: InFront<ShapeOf<C::First>, Whole = SR>,
    StrideOf<C::Second>: InFront<StrideOf<C::First>, Whole = DR>,
{
    type Shape = SR;
    type Stride = DR;
    fn arrange(cut: Cut<C::First, C::Second, C::Both>) -> (SR, DR) {
        let ((first, second), (first_stride, second_stride)) = <Zipped as Arrange<C>>::arrange(cut);
        (second.in_front(first), second_stride.in_front(first_stride))
    }
}

impl<C: InTwo, SR: Shape, DR: Weights<SR>> Arrange<C> for Flattened
where
    ShapeOf<C::First>: OpenOnto<ShapeOf<C::Second>, Whole = SR>,
    StrideOf<C::First>: OpenOnto<StrideOf<C::Second>, Whole = DR>,
{
    type Shape = SR;
    type Stride = DR;
    fn arrange(cut: Cut<C::First, C::Second, C::Both>) -> (SR, DR) {
        let ((first, second), (first_stride, second_stride)) = <Zipped as Arrange<C>>::arrange(cut);
        (first.open_onto(second), first_stride.open_onto(second_stride))
    }
}

/// A tuple with one more mode in front.
#[doc(hidden)]
pub trait InFront<A> {
    type Whole;
    fn in_front(self, first: A) -> Self::Whole;
}

impl<A, B: ToList> InFront<A> for B
where
    Cons<A, B::List>: ToTuple,
{
    type Whole = <Cons<A, B::List> as ToTuple>::Tuple;
    fn in_front(self, first: A) -> Self::Whole {
        Cons(first, self.list()).tuple()
    }
}

/// The modes of one tuple and those of another; a tuple of one mode stays as it is.
#[doc(hidden)]
pub trait OpenOnto<B> {
    type Whole;
    fn open_onto(self, back: B) -> Self::Whole;
}

impl<A: ToList, B: ToList> OpenOnto<B> for A
where
    A::List: Opened<A, List: Concat<<B::List as Opened<B>>::List, Whole: ToTuple>>,
    B::List: Opened<B>,
{
    type Whole =
        <<<A::List as Opened<A>>::List as Concat<<B::List as Opened<B>>::List>>::Whole as ToTuple>::Tuple;
    fn open_onto(self, back: B) -> Self::Whole {
        self.list().opened(self).concat(back.list().opened(back)).tuple()
    }
}

/// The modes of the tuple `T` if there are several; an integer or a tuple of one as one mode.
#[doc(hidden)]
pub trait Opened<T> {
    type List;
    fn opened(self, whole: T) -> Self::List;
}

impl<T> Opened<T> for Nil {
    type List = Nil;
    fn opened(self, _: T) -> Nil {
        Nil
    }
}

impl<T, A> Opened<T> for Cons<A, Nil> {
    type List = Cons<T, Nil>;
    fn opened(self, whole: T) -> Cons<T, Nil> {
        Cons(whole, Nil)
    }
}

impl<T, A, B, L> Opened<T> for Cons<A, Cons<B, L>> {
    type List = Self;
    fn opened(self, _: T) -> Self {
        self
    }
}

/// A mode that is kept where it could not be distinguished from others; `place` says where.
pub(super) const fn kept<F: Form>(keeps: bool, place: Text) -> Option<Text> {
    if F::IS_FLAT && keeps { Some(Text::new().str("no mode may be kept by `_`").text(&place)) } else { None }
}

/// The division in a form.
pub(super) struct DivisionIn<F>(PhantomData<F>);

impl<F: Form> Operation for DivisionIn<F> {
    const NAME: &'static str = F::DIVISION;
}

/// Writes the verbs of operations that take a layout and a tiler, from the trait that has the results of all forms:
/// each verb, the verb that returns errors, and the verb as a method of layouts.
///
/// Bounds and what must hold are written where the macro is used: messages are longer by the whole macro if these
/// stand in here.
macro_rules! verbs {
    ($Trait:ident $Result:ident $method:ident $try_method:ident $what:literal [$holds:expr];
    $($(#[$doc:meta])* $verb:ident $try_verb:ident $Form:ident $name:literal [$($bounds:tt)*] $method_holds:tt;)*) => {
        $(
            $(#[$doc])*
            #[track_caller]
            pub fn $verb<$($bounds)*>(layout: L, tiler: T) -> R {
                let () = $holds;
                layout.$method(tiler)
            }

            #[doc = concat!("[`", $name, "`] with what is refused as an error.")]
            ///
            /// # Errors
            /// If a leaf is dynamic and there is no such layout. With static leaves that is a compile error.
            pub fn $try_verb<$($bounds)*>(layout: L, tiler: T) -> Result<R, Refused<L, By<T>>> {
                let () = $holds;
                layout.$try_method(tiler)
            }
        )*
        super::forms::methods! {
            [S: Shape, D: Stride<S>] Layout<S, D>; $Trait $Result $method $what; $($verb $Form $name $method_holds;)*
        }
    };
}
pub(super) use verbs;

/// Writes verbs as methods of a layout.
macro_rules! methods {
    ([$($generics:tt)*] $Layout:ty; $Trait:ident $Result:ident $method:ident $what:literal; $($verb:ident $Form:ident $name:literal [$holds:expr];)*) => {
        impl<$($generics)*> $Layout { $(
            #[doc = concat!($what, " See [`", $name, "`](crate::algebra::", $name, ").")]
            #[track_caller]
            pub fn $verb<T>(self, tiler: T) -> <Self as $Trait<$Form, T>>::$Result
            where
                Self: $Trait<$Form, T>,
            {
                let () = $holds;
                $Trait::<$Form, T>::$method(self, tiler)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flat_form_keeps_no_mode() {
        let said = |text: Option<Text>| text.map(|text| alloc::string::String::from(text.as_str()));
        let place = Text::new().str(", there");
        assert_eq!(
            said(kept::<Flattened>(true, place)).as_deref(),
            Some("no mode may be kept by `_`, there")
        );
        assert_eq!(said(kept::<Flattened>(false, place)), None);
        assert_eq!(said(kept::<Zipped>(true, place)), None);
    }
}
