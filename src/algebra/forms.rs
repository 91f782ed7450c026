//! What the operations with a tiler have in common, in whatever form their results are.

use core::fmt;

/// Writes operations that take a layout and a tiler: the verb, the verb that returns errors, the trait that has the result and
/// its hidden methods, and the operation that messages name.
macro_rules! with_tiler {
    ($Result:ident, $what:literal, $can:literal, $message:literal, $takes:literal, $tiler:literal;
    $($(#[$doc:meta])* $verb:ident $try_verb:ident $Trait:ident $method:ident $try_method:ident $Marker:ident $name:literal;)*) => { $(
        $(#[$doc])*
        #[track_caller]
        pub fn $verb<L: $Trait<T>, T>(layout: L, tiler: T) -> L::$Result {
            layout.$method(tiler)
        }

        #[doc = concat!("[`", $name, "`] with what is refused as an error.")]
        pub fn $try_verb<L: $Trait<T>, T>(layout: L, tiler: T) -> Result<L::$Result, Refused<L, By<T>>> {
            layout.$try_method(tiler)
        }

        #[doc = concat!("What [`", $name, "`] ", $can, " the tiler `T`: an exact layout.")]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = $takes,
            note = $tiler,
            note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
        )]
        pub trait $Trait<T>: Sized {
            #[doc = $what]
            type $Result;
            #[doc(hidden)]
            #[track_caller]
            fn $method(self, tiler: T) -> Self::$Result;
            #[doc(hidden)]
            fn $try_method(self, tiler: T) -> Result<Self::$Result, Refused<Self, By<T>>>;
        }

        pub(super) struct $Marker;

        impl Operation for $Marker {
            const NAME: &'static str = $name;
        }

        impl<S: Shape, D: Stride<S>> Layout<S, D> {
            #[doc = concat!($what, " See [`", $name, "`].")]
            #[track_caller]
            pub fn $verb<T>(self, tiler: T) -> <Self as $Trait<T>>::$Result
            where
                Self: $Trait<T>,
            {
                $verb(self, tiler)
            }
        }
    )* };
}
pub(super) use with_tiler;

/// The result, or a panic that says why there is none.
#[track_caller]
pub(super) fn done<L, R: fmt::Display>(result: Result<L, R>) -> L {
    match result {
        Ok(layout) => layout,
        Err(refused) => panic!("{refused}"),
    }
}
