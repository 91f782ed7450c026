//! How tilers are written.

use super::by_mode::ByMode;
use crate::int::{Int, Multiple, Nat, Text};
use crate::layout::{Free, Layout, notation};
use crate::tuple::list::{Cons, Nil};
use crate::tuple::modes::ToList;
use crate::tuple::{IntTuple, Shape, Stride};
use core::fmt;

/// A tiler as it is written, whatever it cuts.
#[doc(hidden)]
pub trait Written: Copy + fmt::Debug + fmt::Display {
    /// Whether some mode is kept.
    const KEEPS: bool;
    /// The notation as far as it is known at compile time.
    const TEXT: Text;
}

impl Written for Free {
    const KEEPS: bool = true;
    const TEXT: Text = Text::new().str("_");
}

macro_rules! integer {
    ([$($U:ident)?] $N:ty) => {
        impl$(<$U: Nat>)? Written for $N {
            const KEEPS: bool = false;
            const TEXT: Text = <$N as IntTuple>::TEXT;
        }
    };
}
integer!([] usize);
integer!([U] Int<U>);
integer!([U] Multiple<Int<U>>);

impl<S: Shape, D: Stride<S>> Written for Layout<S, D> {
    const KEEPS: bool = false;
    const TEXT: Text = notation::<S, D>();
}

impl<T: ToList<List: WrittenList> + fmt::Debug> Written for ByMode<T> {
    const KEEPS: bool = T::List::KEEPS;
    const TEXT: Text = Text::new().str("<").text(&T::List::TEXT).str(">");
}

impl<T: ToList<List: WrittenList>> fmt::Display for ByMode<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<")?;
        self.0.list().write_entries("", f)?;
        f.write_str(">")
    }
}

/// The tilers of modes as a list, to be written.
#[doc(hidden)]
pub trait WrittenList {
    const KEEPS: bool;
    const TEXT: Text;
    fn write_entries(&self, before: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl WrittenList for Nil {
    const KEEPS: bool = false;
    const TEXT: Text = Text::new();
    fn write_entries(&self, _: &str, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl<A: Written, T: WrittenList> WrittenList for Cons<A, T> {
    const KEEPS: bool = A::KEEPS || T::KEEPS;
    const TEXT: Text =
        Text::new().text(&A::TEXT).str(if T::TEXT.as_str().is_empty() { "" } else { "," }).text(&T::TEXT);
    fn write_entries(&self, before: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{before}{}", self.0)?;
        self.1.write_entries(",", f)
    }
}
