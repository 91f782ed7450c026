//! The integer tuple: an integer, or a tuple of integer tuples.

use super::leaves::Leaves;
use super::list::{Cons, Leaf, MAX_RANK, Nil, first_mode, for_tuples, in_front, list_type, list_value};
use super::modes::ToTuple;
use super::profile::Profile;
use super::structure::{Arity, One};
use super::{Append, Descend, Get, Group, Prepend, Replace, Select, Take};
use crate::int::sealed::Sealed;
use crate::int::{Scalar, Text, Truth};
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
pub trait IntTuple: TreeTuple {
    /// The number of modes: 1 for an integer, N for an N-tuple.
    const RANK: usize;
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
    #[inline]
    fn leaf_values(self) -> Leaves {
        let mut leaves = Leaves::new();
        self.visit(&mut |step| {
            if let Step::Leaf(value) = step {
                leaves.add(Some(value));
            }
        });
        leaves
    }
    #[doc(hidden)]
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Mode `I`; of an integer, mode 0 is the integer itself.
    #[inline]
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
    #[inline]
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
    #[inline]
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
    #[inline]
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
    #[inline]
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
    #[inline]
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
    #[inline]
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
    #[inline]
    fn prepend<X>(self, mode: X) -> <Self as Prepend<X>>::Prepended
    where
        Self: Prepend<X>,
    {
        Prepend::prepended(self, mode)
    }

    /// The tuple as text: `_4` for a static leaf, `4` for a dynamic one.
    #[inline]
    fn notation(self) -> TupleText<Self> {
        TupleText(self)
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
pub struct TupleText<T>(pub(crate) T);

impl<T: IntTuple> fmt::Display for TupleText<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

/// The number of modes: 1 for an integer, N for an N-tuple.
#[inline]
pub fn rank<T: Ranked>(_: T) -> usize {
    T::MODES
}

/// The levels of nesting: 0 for an integer, 1 + the deepest mode for a tuple.
#[inline]
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
impl<T: TreeTuple> IntTuple for T {
    const RANK: usize = T::Modes::RANK;
    const DEPTH: usize = T::Modes::DEPTH;
    const IS_STATIC: bool = T::Modes::IS_STATIC;
    const TEXT: Text = match T::Modes::IS_LEAF {
        true => T::Modes::TEXT,
        false => Text::new().str("(").text(&T::Modes::TEXT).str(")"),
    };
    const LEAVES: Leaves = T::Modes::LEAVES;
    const PROFILE: Profile = match T::Modes::IS_LEAF {
        true => T::Modes::PROFILE,
        false => Profile::new().open().append(&T::Modes::PROFILE).close(),
    };
    const FRONTS: [Option<isize>; MAX_RANK] = T::Modes::FRONTS;

    #[inline]
    fn fits(&self) -> bool {
        self.modes().fits()
    }
    #[inline]
    fn visit(&self, step: &mut impl FnMut(Step)) {
        if !T::Modes::IS_LEAF {
            step(Step::Open(Self::RANK));
        }
        self.modes().visit(step);
        if !T::Modes::IS_LEAF {
            step(Step::Close);
        }
    }
    #[inline]
    fn build(step: &mut impl FnMut(Step) -> Option<isize>) -> Option<Self> {
        if !T::Modes::IS_LEAF {
            step(Step::Open(Self::RANK))?;
        }
        let modes = T::Modes::build(step)?;
        if !T::Modes::IS_LEAF {
            step(Step::Close)?;
        }
        Some(modes.tuple())
    }
    #[inline]
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if T::Modes::IS_LEAF {
            return self.modes().write(f);
        }
        f.write_str("(")?;
        self.modes().write(f)?;
        f.write_str(")")
    }
}

/// An integer tuple and the list of its modes: all that is written out for each rank.
#[diagnostic::on_unimplemented(
    message = "not an integer tuple: `{Self}` is neither `usize`, nor `int!(n)`, nor `Signed`, nor a tuple of up to 12 such",
    label = "not an integer tuple",
    note = "dynamic integers of other types convert with `as usize`",
    note = "what `make_layout` gives has modes once it is a `Layout`: `.layout()`"
)]
#[doc(hidden)]
pub trait TreeTuple: Sealed + Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// What the top level is: [`One`](super::One) integer, or [`Arity`](super::Arity).
    type Structure;
    type Modes: TreeList + ToTuple<Tuple = Self>;
    /// How many machine words the tuple is, if it is nothing but its dynamic leaves, one behind the other.
    const WORDS: Option<usize>;
    fn modes(self) -> Self::Modes;
}

/// The words of a value of `size` bytes whose parts are of so many words and lie so many bytes behind its start.
pub(crate) const fn words_in_order(parts: &[(Option<usize>, usize)], size: usize) -> Option<usize> {
    let (mut words, mut i) = (0, 0);
    while i < parts.len() {
        match parts[i] {
            (Some(0), _) => {}
            (Some(more), at) if at == words * size_of::<usize>() => words += more,
            _ => return None,
        }
        i += 1;
    }
    if size == words * size_of::<usize>() { Some(words) } else { None }
}

#[diagnostic::do_not_recommend]
impl<L: Scalar> TreeTuple for L {
    type Structure = One;
    type Modes = Leaf<L>;
    const WORDS: Option<usize> =
        words_in_order(&[(Some(if <L::IsStatic as Truth>::VALUE { 0 } else { 1 }), 0)], size_of::<L>());
    #[inline]
    fn modes(self) -> Leaf<L> {
        Leaf(self)
    }
}

macro_rules! tree {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<$($A),*> Sealed for ($($A,)*) {}

        #[diagnostic::do_not_recommend]
        impl<$($A: IntTuple),*> TreeTuple for ($($A,)*) {
            type Structure = Arity<{ 0 $(+ { let _ = $i; 1 })* }>;
            type Modes = list_type!($($A),*);
            const WORDS: Option<usize> =
                words_in_order(&[$(($A::WORDS, core::mem::offset_of!(Self, $i))),*], size_of::<Self>());
            #[inline]
            fn modes(self) -> Self::Modes {
                list_value!($(self.$i),*)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($A: AllStatic),*> AllStatic for ($($A,)*) {
            const VALUE: Self = ($($A::VALUE,)*);
        }
    };
}
for_tuples!(tree);

/// The modes of a tuple as a list, and of an integer the [`Leaf`].
#[doc(hidden)]
pub trait TreeList: Copy {
    /// All leaves, and `After` behind them.
    type Leaves<After>;
    /// All leaves; a leaf stays itself.
    type Flat;
    const IS_LEAF: bool = false;
    const RANK: usize;
    const DEPTH: usize;
    const IS_STATIC: bool;
    const TEXT: Text;
    const LEAVES: Leaves;
    const PROFILE: Profile;
    const FRONTS: [Option<isize>; MAX_RANK];

    fn leaves<After>(self, after: After) -> Self::Leaves<After>;
    fn flat(self) -> Self::Flat;
    fn fits(self) -> bool;
    fn visit(self, step: &mut impl FnMut(Step));
    fn build(step: &mut impl FnMut(Step) -> Option<isize>) -> Option<Self>;
    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<L: Scalar> TreeList for Leaf<L> {
    type Leaves<After> = Cons<L, After>;
    type Flat = Self;
    const IS_LEAF: bool = true;
    const RANK: usize = 1;
    const DEPTH: usize = 0;
    const IS_STATIC: bool = <L::IsStatic as Truth>::VALUE;
    const TEXT: Text = L::TEXT;
    const LEAVES: Leaves = Leaves::new().push(L::STATIC_VALUE);
    const PROFILE: Profile = Profile::new().leaf();
    const FRONTS: [Option<isize>; MAX_RANK] = first_mode(L::STATIC_VALUE);

    #[inline]
    fn leaves<After>(self, after: After) -> Cons<L, After> {
        Cons(self.0, after)
    }
    #[inline]
    fn flat(self) -> Self {
        self
    }
    #[inline]
    fn fits(self) -> bool {
        Scalar::fits(self.0)
    }
    #[inline]
    fn visit(self, step: &mut impl FnMut(Step)) {
        step(Step::Leaf(self.0.to_isize()));
    }
    #[inline]
    fn build(step: &mut impl FnMut(Step) -> Option<isize>) -> Option<Self> {
        L::checked_from_isize(step(Step::Leaf(0))?).map(Leaf)
    }
    #[inline]
    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl TreeList for Nil {
    type Leaves<After> = After;
    type Flat = Nil;
    const RANK: usize = 0;
    const DEPTH: usize = 0;
    const IS_STATIC: bool = true;
    const TEXT: Text = Text::new();
    const LEAVES: Leaves = Leaves::new();
    const PROFILE: Profile = Profile::new();
    const FRONTS: [Option<isize>; MAX_RANK] = [None; MAX_RANK];

    #[inline]
    fn leaves<After>(self, after: After) -> After {
        after
    }
    #[inline]
    fn flat(self) -> Nil {
        Nil
    }
    #[inline]
    fn fits(self) -> bool {
        true
    }
    #[inline]
    fn visit(self, _: &mut impl FnMut(Step)) {}
    #[inline]
    fn build(_: &mut impl FnMut(Step) -> Option<isize>) -> Option<Nil> {
        Some(Nil)
    }
    #[inline]
    fn write(self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl<H: IntTuple, T: TreeList> TreeList for Cons<H, T> {
    type Leaves<After> = <H::Modes as TreeList>::Leaves<T::Leaves<After>>;
    type Flat = Self::Leaves<Nil>;
    const RANK: usize = 1 + T::RANK;
    const DEPTH: usize = if H::DEPTH + 1 > T::DEPTH { H::DEPTH + 1 } else { T::DEPTH };
    const IS_STATIC: bool = H::IS_STATIC && T::IS_STATIC;
    const TEXT: Text = H::TEXT.str(if T::RANK == 0 { "" } else { "," }).text(&T::TEXT);
    const LEAVES: Leaves = H::LEAVES.append(&T::LEAVES);
    const PROFILE: Profile = H::PROFILE.append(&T::PROFILE);
    const FRONTS: [Option<isize>; MAX_RANK] = in_front(H::LEAVES.front(), T::FRONTS);

    #[inline]
    fn leaves<After>(self, after: After) -> Self::Leaves<After> {
        self.0.modes().leaves(self.1.leaves(after))
    }
    #[inline]
    fn flat(self) -> Self::Flat {
        self.leaves(Nil)
    }
    #[inline]
    fn fits(self) -> bool {
        self.0.fits() && self.1.fits()
    }
    #[inline]
    fn visit(self, step: &mut impl FnMut(Step)) {
        self.0.visit(step);
        self.1.visit(step);
    }
    #[inline]
    fn build(step: &mut impl FnMut(Step) -> Option<isize>) -> Option<Self> {
        Some(Cons(H::build(step)?, T::build(step)?))
    }
    #[inline]
    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)?;
        f.write_str(if T::RANK == 0 { "" } else { "," })?;
        self.1.write(f)
    }
}

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

#[diagnostic::do_not_recommend]
impl<U: crate::int::Nat> AllStatic for crate::int::Int<U> {
    const VALUE: Self = crate::int::Int::new();
}

#[diagnostic::do_not_recommend]
impl<U: crate::int::Nat> AllStatic for crate::int::Neg<U> {
    const VALUE: Self = crate::int::Neg::new();
}
