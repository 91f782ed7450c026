//! What has a notation is serialized as its text, and read back from it: layouts in a file look as they do in code.
//!
//! A typed layout is read into its type, so that the text must say of each static leaf what the type says.
//!
//! ```
//! use serde::de::{IntoDeserializer, value::{Error, StrDeserializer}};
//! use serde::Deserialize;
//! use tilework::dynamic::DynLayout;
//! use tilework::prelude::*;
//! let text = |text: &'static str| -> StrDeserializer<'_, Error> { text.into_deserializer() };
//! assert_eq!(DynLayout::deserialize(text("((4,2),(4,3)):((4,16),(1,32))"))?.size(), 96);
//!
//! type Rows = Layout!((usize, 8):(8, 1));
//! assert_eq!(Rows::deserialize(text("(100,8):(8,1)"))?.offset((99, 7)), 799);
//! assert!(Rows::deserialize(text("(100,8):(16,1)")).is_err());
//! # Ok::<(), Error>(())
//! ```

use crate::dynamic::{self, DynLayout, Swizzle, Swizzled, Tiler, Tree};
use crate::layout::{Extent, Layout};
use crate::tuple::{Shape, Stride};
use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::FromStr;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Reads the text of a value, which is one of these.
struct TextOf<T> {
    what: &'static str,
    value: PhantomData<T>,
}

impl<T: FromStr<Err: Display>> Visitor<'_> for TextOf<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! as_text {
    ($($Type:ty: $what:literal;)*) => { $(
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(TextOf { what: $what, value: PhantomData })
            }
        }
    )* };
}

as_text! {
    Tree<i64>: "a tuple of integers such as (2,(3,4))";
    Tree<Option<i64>>: "a coordinate such as (1,_)";
    Tree<dynamic::Stride>: "a stride such as (1,(4,8))";
    DynLayout: "a layout such as (4,(2,3)):(1,(4,8))";
    Tiler: "a tiler such as <4,_> or 4:2";
    Swizzle: "a swizzle such as Sw<3,4,3>";
    Swizzled: "a layout such as Sw<3,4,3> o 0 o (8,64):(64,1)";
}

#[cfg(feature = "affine")]
as_text! {
    crate::affine::Expr: "an expression such as d0 * 4 + s0 mod 2";
    crate::affine::IndexingMap: "an indexing map such as (d0) -> (d0 floordiv 2), domain: d0 in [0, 7]";
}

#[cfg(feature = "xla")]
as_text! {
    crate::xla::Shape: "a shape of XLA such as bf16[8,128]{1,0:T(8,128)}";
    crate::xla::Layout: "a layout of XLA such as {1,0:T(8,128)}";
    crate::xla::ProgramShape: "a signature of XLA such as (x: f32[2]) -> f32[2]";
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Serialize for Layout<S, D, E> {
    fn serialize<W: Serializer>(&self, serializer: W) -> Result<W::Ok, W::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, S: Shape, D: Stride<S>, E: Extent<S>> Deserialize<'de> for Layout<S, D, E> {
    fn deserialize<R: Deserializer<'de>>(deserializer: R) -> Result<Self, R::Error> {
        Layout::try_from(&DynLayout::deserialize(deserializer)?).map_err(R::Error::custom)
    }
}
