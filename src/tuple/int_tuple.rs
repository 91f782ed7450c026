//! The integer tuple: an integer, or a tuple of integer tuples.

use super::leaves::Leaves;
use super::list::{MAX_RANK, first_mode, for_tuples};
use super::profile::Profile;
use super::structure::{Arity, One};
use super::{Append, Descend, Get, Group, Prepend, Replace, Select, Take};
use crate::int::sealed::Sealed;
use crate::int::{Scalar, Text};
use core::fmt;

/// An integer tuple (IntTuple): a leaf, or a native tuple of up to 12 integer tuples, nested to any depth.
///
/// Shapes, strides and coordinates are integer tuples. Static leaves take no space. `4` and `(4,)` are different: the
/// first is an integer (depth 0), the second a tuple of rank 1 (depth 1); both have size 4. Source: TLA, CuTe.
///
/// ```
/// use tilework::{prelude::*, tuple::size};
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
pub trait IntTuple: Sealed + Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The number of modes: 1 for an integer, N for an N-tuple.
    const RANK: usize;
    /// What the top level is: [`One`](super::One) integer, or [`Arity`](super::Arity).
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
    /// The tree without its integers.
    #[doc(hidden)]
    const PROFILE: Profile;

    /// The first leaf of every top-level mode, as far as it is known at compile time.
    #[doc(hidden)]
    const FRONTS: [Option<isize>; MAX_RANK];

    /// Whether every leaf is in the range of `isize`.
    #[doc(hidden)]
    fn fits(&self) -> bool;
    /// Visits the tree step by step, from the first leaf to the last.
    #[doc(hidden)]
    fn visit(&self, step: &mut impl FnMut(Step));
    /// The tuple of this type that a tree is: asks for the tree step by step, and for the value of every leaf.
    ///
    /// `None` as soon as a step is not there or a value is not one the type can have.
    #[doc(hidden)]
    fn build(step: &mut impl FnMut(Step) -> Option<isize>) -> Option<Self>;
    /// The leaves with the values they have now.
    #[doc(hidden)]
    fn leaf_values(self) -> Leaves;
    #[doc(hidden)]
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Mode `I`; of an integer, mode 0 is the integer itself.
    fn get<const I: usize>(self) -> <Self as Get<I>>::Mode
    where
        Self: Get<I>,
    {
        Get::mode(self)
    }

    /// The subtree at the end of a path: `t.at(crd!(1, 0))` is mode 0 of mode 1.
    ///
    /// Source: TLA's and CuTe's `get<I0, I1>`.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let t = shape!(2, (3, (4, 5)));
    /// assert_eq!(t.at(crd!(1, 0)), int!(3));
    /// assert_eq!(t.at(crd!(1, 1)), shape!(4, 5));
    /// assert_eq!(rank(t.at(crd!(1))), 2);
    /// ```
    fn at<P>(self, _path: P) -> <Self as Descend<P>>::Subtree
    where
        Self: Descend<P>,
    {
        Descend::descend(self)
    }

    /// The modes from `B` up to, not including, `E`. Source: CuTe's `take`.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!((2, 3, 4, 5).take::<1, 3>(), (3, 4));
    /// assert_eq!((2, 3).take::<1, 1>(), ());
    /// ```
    fn take<const B: usize, const E: usize>(self) -> <Self as Take<B, E>>::Taken
    where
        Self: Take<B, E>,
    {
        Take::taken(self)
    }

    /// The modes with the given static numbers, in that order. Source: CuTe's `select`.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!((2, (3, 4), 5).select(crd!(2, 0)), (5, 2));
    /// assert_eq!((2, (3, 4), 5).select(crd!(1, 1, 0)), ((3, 4), (3, 4), 2));
    /// ```
    fn select<P>(self, _modes: P) -> <Self as Select<P>>::Selected
    where
        Self: Select<P>,
    {
        Select::selected(self)
    }

    /// The modes from `B` up to, not including, `E` as one nested mode. Source: CuTe's `group`.
    ///
    /// Post-condition: same leaves in the same order.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!((2, 3, 4).group::<0, 2>(), ((2, 3), 4));
    /// assert_eq!((2, 3, 4).group::<1, 3>(), (2, (3, 4)));
    /// ```
    fn group<const B: usize, const E: usize>(self) -> <Self as Group<B, E>>::Grouped
    where
        Self: Group<B, E>,
    {
        Group::grouped(self)
    }

    /// The tuple with `with` for the mode of that static number. Source: CuTe's `replace`.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!((2, 3, 4).replace(int!(1), (7, 8)), (2, (7, 8), 4));
    /// ```
    fn replace<N, X>(self, _mode: N, with: X) -> <Self as Replace<N, X>>::Replaced
    where
        Self: Replace<N, X>,
    {
        Replace::replaced(self, with)
    }

    /// The tuple with one more mode at the end; an integer counts as a tuple of one. Source: CuTe's `append`.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!((2, 3).append((4, 5)), (2, 3, (4, 5)));
    /// assert_eq!(2.append(3), (2, 3));
    /// ```
    fn append<X>(self, mode: X) -> <Self as Append<X>>::Appended
    where
        Self: Append<X>,
    {
        Append::appended(self, mode)
    }

    /// The tuple with one more mode in front; an integer counts as a tuple of one. Source: CuTe's `prepend`.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!((2, 3).prepend(1), (1, 2, 3));
    /// ```
    fn prepend<X>(self, mode: X) -> <Self as Prepend<X>>::Prepended
    where
        Self: Prepend<X>,
    {
        Prepend::prepended(self, mode)
    }

    /// The tuple as text: `_4` for a static leaf, `4` for a dynamic one.
    fn notation(self) -> Notation<Self> {
        Notation(self)
    }
}

/// One step of a walk over a tree, in the order of the notation.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// `(`, of a tuple of this rank.
    Open(usize),
    /// A leaf and its value; the value is unknown when a tree is asked for.
    Leaf(isize),
    /// `)`.
    Close,
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
    T::MODES
}

/// The levels of nesting: 0 for an integer, 1 + the deepest mode for a tuple.
pub fn depth<T: Ranked>(_: T) -> usize {
    T::LEVELS
}

/// What [`rank`] and [`depth`] measure: integer tuples and layouts.
#[doc(hidden)]
pub trait Ranked {
    #[doc(hidden)]
    const MODES: usize;
    #[doc(hidden)]
    const LEVELS: usize;
}

impl<T: IntTuple> Ranked for T {
    const MODES: usize = T::RANK;
    const LEVELS: usize = T::DEPTH;
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
    const PROFILE: Profile = Profile::new().leaf();
    const FRONTS: [Option<isize>; MAX_RANK] = first_mode(L::STATIC_VALUE);

    fn fits(&self) -> bool {
        Scalar::fits(*self)
    }
    fn visit(&self, step: &mut impl FnMut(Step)) {
        step(Step::Leaf(self.to_isize()));
    }
    fn build(step: &mut impl FnMut(Step) -> Option<isize>) -> Option<Self> {
        L::checked_from_isize(step(Step::Leaf(0))?)
    }
    fn leaf_values(self) -> Leaves {
        Leaves::new().push(Some(self.to_isize()))
    }
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

const fn max(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}

macro_rules! int_tuple {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A),*> Sealed for ($($A,)*) {}

        impl<$($A: IntTuple),*> IntTuple for ($($A,)*) {
            const RANK: usize = 0 $(+ { let _ = $i; 1 })*;
            type Structure = Arity<{ 0 $(+ { let _ = $i; 1 })* }>;
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
            const PROFILE: Profile = {
                let profile = Profile::new().open();
                $(let profile = profile.append(&$A::PROFILE);)*
                profile.close()
            };
            #[allow(unused_mut)]
            const FRONTS: [Option<isize>; MAX_RANK] = {
                let mut fronts = [None; MAX_RANK];
                $(fronts[$i] = $A::LEAVES.front();)*
                fronts
            };

            fn fits(&self) -> bool {
                true $(&& IntTuple::fits(&self.$i))*
            }
            fn visit(&self, step: &mut impl FnMut(Step)) {
                step(Step::Open(Self::RANK));
                $(self.$i.visit(step);)*
                step(Step::Close);
            }
            fn build(step: &mut impl FnMut(Step) -> Option<isize>) -> Option<Self> {
                step(Step::Open(Self::RANK))?;
                let tuple = ($($A::build(step)?,)*);
                step(Step::Close)?;
                Some(tuple)
            }
            fn leaf_values(self) -> Leaves {
                let leaves = Leaves::new();
                $(let leaves = leaves.append(&self.$i.leaf_values());)*
                leaves
            }
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
#[doc(hidden)]
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
