//! The integer tuple: an integer, or a tuple of integer tuples.

use super::Get;
use super::leaves::Leaves;
use super::list::for_tuples;
use super::structure::{Modes, One};
use crate::int::{Scalar, Text};
use core::fmt;

/// An integer tuple (IntTuple): a leaf, or a native tuple of up to 12 integer tuples, nested to any depth.
///
/// Shapes, strides and coordinates are integer tuples. Static leaves take no space. `4` and `(4,)` are different: the
/// first is an integer (depth 0), the second a tuple of rank 1 (depth 1); both have size 4. Source: TLA, CuTe.
///
/// ```
/// use tilework::prelude::*;
/// let t = shape!(2, (3, {4}));
/// assert_eq!((rank(t), depth(t), size(t)), (2, 2, 24));
/// assert_eq!(t.get::<1>().get::<0>(), int!(3));
/// assert_eq!(t.notation().to_string(), "(_2,(_3,4))");
/// ```
#[diagnostic::on_unimplemented(
    message = "not an integer tuple: `{Self}` is neither `usize`, nor `int!(n)`, nor `Signed`, nor a tuple of up to 12 such",
    label = "not an integer tuple",
    note = "dynamic integers of other types convert with `as usize`"
)]
pub trait IntTuple: Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The number of modes: 1 for an integer, N for an N-tuple.
    const RANK: usize;
    /// What the top level is: [`One`](super::One) integer, or [`Modes`](super::Modes).
    #[doc(hidden)]
    type Structure;
    /// The levels of nesting: 0 for an integer, 1 + the deepest mode for a tuple.
    const DEPTH: usize;
    /// Whether every leaf is static; such a tuple is zero-sized.
    const IS_STATIC: bool;
    /// The notation as far as it is known at compile time: a dynamic leaf is `?`.
    #[doc(hidden)]
    const TEXT: Text;
    /// The leaves from the first to the last, as far as they are known at compile time.
    #[doc(hidden)]
    const LEAVES: Leaves;

    /// The first leaf of every top-level mode, as far as it is known at compile time.
    #[doc(hidden)]
    const FRONTS: [Option<isize>; 12];

    #[doc(hidden)]
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Mode `I`; of an integer, mode 0 is the integer itself.
    fn get<const I: usize>(self) -> <Self as Get<I>>::Mode
    where
        Self: Get<I>,
    {
        Get::mode(self)
    }

    /// The tuple as text: `_4` for a static leaf, `4` for a dynamic one.
    fn notation(self) -> Notation<Self> {
        Notation(self)
    }
}

/// Displays an integer tuple; made by [`IntTuple::notation`].
#[derive(Clone, Copy, Debug)]
pub struct Notation<T>(pub(crate) T);

impl<T: IntTuple> fmt::Display for Notation<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

/// The number of modes: 1 for an integer, N for an N-tuple.
pub fn rank<T: Ranked>(_: T) -> usize {
    T::RANK
}

/// The levels of nesting: 0 for an integer, 1 + the deepest mode for a tuple.
pub fn depth<T: Ranked>(_: T) -> usize {
    T::DEPTH
}

/// What [`rank`] and [`depth`] measure: integer tuples and layouts.
pub trait Ranked {
    /// The number of modes.
    const RANK: usize;
    /// The levels of nesting.
    const DEPTH: usize;
}

impl<T: IntTuple> Ranked for T {
    const RANK: usize = <T as IntTuple>::RANK;
    const DEPTH: usize = <T as IntTuple>::DEPTH;
}

#[diagnostic::do_not_recommend]
impl<L: Scalar> IntTuple for L {
    const RANK: usize = 1;
    type Structure = One;
    const DEPTH: usize = 0;
    const IS_STATIC: bool = L::STATIC_VALUE.is_some();
    const TEXT: Text = match L::STATIC_VALUE {
        Some(value) => Text::new().signed(value),
        None => Text::new().str("?"),
    };
    const LEAVES: Leaves = Leaves::new().push(L::STATIC_VALUE);
    const FRONTS: [Option<isize>; 12] =
        [L::STATIC_VALUE, None, None, None, None, None, None, None, None, None, None, None];

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

const fn max(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}

macro_rules! int_tuple {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: IntTuple),*> IntTuple for ($($A,)*) {
            const RANK: usize = 0 $(+ { let _ = $i; 1 })*;
            type Structure = Modes<{ 0 $(+ { let _ = $i; 1 })* }>;
            const DEPTH: usize = {
                let deepest = 0;
                $(let deepest = max(deepest, $A::DEPTH + 1);)*
                deepest
            };
            const IS_STATIC: bool = true $(&& $A::IS_STATIC)*;
            const TEXT: Text = {
                let text = Text::new().str("(");
                $(let text = text.str(if $i == 0 { "" } else { "," }).text(&$A::TEXT);)*
                text.str(")")
            };
            const LEAVES: Leaves = {
                let leaves = Leaves::new();
                $(let leaves = leaves.append(&$A::LEAVES);)*
                leaves
            };
            #[allow(unused_mut)]
            const FRONTS: [Option<isize>; 12] = {
                let mut fronts = [None; 12];
                $(fronts[$i] = $A::LEAVES.front();)*
                fronts
            };

            fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("(")?;
                $(
                    f.write_str(if $i == 0 { "" } else { "," })?;
                    self.$i.write(f)?;
                )*
                f.write_str(")")
            }
        }
    };
}
for_tuples!(int_tuple);

/// An integer tuple without dynamic leaves: its one value is a constant.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has a dynamic leaf, and here every leaf must be static",
    note = "static leaves are written `int!(4)`, or as literals in `shape!(4, 2)` and `layout!((4,2):(1,4))`"
)]
pub trait AllStatic: IntTuple {
    /// The one value of the type.
    const VALUE: Self;
}

impl<U: crate::int::Nat> AllStatic for crate::int::Int<U> {
    const VALUE: Self = crate::int::Int::new();
}

impl<U: crate::int::Nat> AllStatic for crate::int::Neg<U> {
    const VALUE: Self = crate::int::Neg::new();
}

macro_rules! all_static {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: AllStatic),*> AllStatic for ($($A,)*) {
            const VALUE: Self = ($($A::VALUE,)*);
        }
    };
}
for_tuples!(all_static);
