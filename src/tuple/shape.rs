//! Shapes: integer tuples of extents; coordinates are integer tuples of the same kind.

use super::list::{Cons, Leaf, MAX_RANK, Nil, for_tuples, in_front, in_front_of, list_type, list_value};
use super::{Block, IntTuple, Stride, StrideList};
use crate::int::{CeilDiv, Div, False, Int, Integer, Max, Mul, Rem, Truth, ceil_div, div, max, mul, rem};
use core::fmt::Debug;
use typenum::{U0, U1};

/// An integer tuple without negative leaves: a shape, or a coordinate.
///
/// Everything that depends on a shape alone is an associated type here and exists for every shape, so generic code
/// writes `S: Shape` and nothing more.
#[diagnostic::on_unimplemented(
    message = "not a shape or coordinate: `{Self}` is neither `usize`, nor `int!(n)`, nor a tuple of up to 12 such",
    label = "not a shape or coordinate",
    note = "dynamic integers of other types convert with `as usize`; what may be negative (`Signed`) can only be a stride"
)]
pub trait Shape: ShapeTuple {
    /// The product of all leaves; the static 1 for `()`.
    type Size: Integer;
    /// The size of each top-level mode: one level deep (an integer stays itself).
    type Sizes: Shape;
    /// Whether all leaves are `usize`, and there is one.
    #[doc(hidden)]
    type AreWords: Truth;
    /// The coordinate of index `I`, congruent with the shape.
    type Crd<I: Integer>: Shape;
    /// The compact stride, first mode fastest, that starts with `Start`.
    type ColMajor<Start: Integer>: Stride<Self>;
    /// The compact stride, last mode fastest, that starts with `Start`.
    type RowMajor<Start: Integer>: Stride<Self>;
    /// The largest leaf; the static 0 for `()`.
    type Largest: Integer;
    /// The same tree with dynamic leaves: the coordinates of a walk.
    type Dynamic: Shape;
    /// The shape of a tile of `H` elements: inner extents as they are, the last one counts how many cover `H`.
    type Tiled<H: Integer>: Shape;
    /// Where a walk over the coordinates stands.
    #[doc(hidden)]
    type Cursor: Copy + Debug;
    /// The shape itself. What is asked of a stride for it is asked once it is known to be a shape: of what is none the
    /// compiler says that, and nothing else.
    #[doc(hidden)]
    type Itself: Shape;

    /// The product of all leaves.
    fn size(self) -> Self::Size;
    /// See [`product_each`].
    fn sizes(self) -> Self::Sizes;
    /// The coordinate of an index, first mode fastest; the last leaf takes what is left.
    fn crd<I: Integer>(self, index: I) -> Self::Crd<I>;
    /// See [`compact_col_major`].
    fn col_major<Start: Integer>(self, start: Start) -> Self::ColMajor<Start>;
    /// See [`Shape::Tiled`].
    fn tiled<H: Integer>(self, size: H) -> Self::Tiled<H>;
    /// See [`compact_row_major`].
    fn row_major<Start: Integer>(self, start: Start) -> Self::RowMajor<Start>;
    /// See [`max_leaf`].
    fn largest(self) -> Self::Largest;
    /// See [`Shape::Itself`].
    #[doc(hidden)]
    fn itself(self) -> Self::Itself;
    /// A cursor whose entries are supplied from the first to the last.
    #[doc(hidden)]
    fn cursor(next: &mut impl FnMut() -> usize) -> Self::Cursor;
    /// The coordinate at which a cursor stands.
    #[doc(hidden)]
    fn at_cursor(cursor: Self::Cursor) -> Self::Dynamic;
    /// Moves a cursor to the next coordinate, first mode fastest; `false` if it started over from zero.
    #[doc(hidden)]
    fn advance(self, cursor: &mut Self::Cursor) -> bool;
    /// The size if no product overflows.
    fn checked_size(self) -> Option<usize>;
    /// The static sizes of the top-level modes.
    #[doc(hidden)]
    const MODE_SIZES: [Option<usize>; MAX_RANK];
    /// The static block of every top-level mode: see [`Block`].
    #[doc(hidden)]
    const BLOCKS: [Block; MAX_RANK];
    /// The size of a top-level mode; 0 if there is no such mode.
    #[doc(hidden)]
    fn mode_size(self, mode: usize) -> usize;
    /// Splits an index over the top-level modes: calls `f` with each mode's number and its part, first mode fastest,
    /// the last mode taking what is left.
    #[doc(hidden)]
    fn split(self, index: usize, f: &mut impl FnMut(usize, usize));
}

/// The number of coordinates of a shape or a layout: the product of all extents, static if all are.
///
/// ```
/// use tilework::{prelude::*, tuple::size};
/// let n: Int!(96) = size(shape!((4, 2), (4, 3)));
/// assert_eq!(size(layout!((4, 2):(2, 1))), 8);
/// assert_eq!(size(()), 1);
/// ```
#[inline]
pub fn size<T: HasSize>(of: T) -> T::Size {
    of.total()
}

/// What [`size`] measures: shapes and layouts.
#[diagnostic::on_unimplemented(
    message = "not a shape or layout: `{Self}` is neither `usize`, nor `int!(n)`, nor a tuple of up to 12 such, nor a layout",
    label = "not a shape or layout, and so without a size",
    note = "dynamic integers of other types convert with `as usize`; what may be negative (`Signed`) can only be a stride"
)]
#[doc(hidden)]
pub trait HasSize {
    /// The number of coordinates.
    type Size: Integer;
    #[doc(hidden)]
    fn total(self) -> Self::Size;
}

#[diagnostic::do_not_recommend]
impl<S: Shape> HasSize for S {
    type Size = <S as Shape>::Size;
    #[inline]
    fn total(self) -> Self::Size {
        Shape::size(self)
    }
}

/// The size of each top-level mode. Post-condition: `size(product_each(s)) == size(s)`, depth at most 1.
///
/// ```
/// use tilework::{prelude::*, tuple::product_each};
/// assert_eq!(product_each(shape!((2, 3), 4)), shape!(6, 4));
/// ```
#[inline]
pub fn product_each<S: Shape>(shape: S) -> S::Sizes {
    shape.sizes()
}

/// The compact stride with the first mode fastest (column-major), as static as the extents up to the first dynamic one.
///
/// Post-condition: congruent with the shape; leaf k is the product of all leaves before it.
///
/// ```
/// use tilework::{prelude::*, tuple::compact_col_major};
/// let n = 8;
/// let stride: (Int!(1), (Int!(2), usize)) = compact_col_major(shape!(2, (n, 3)).get::<0>().pair(n));
/// # trait Pair: Sized { fn pair<T>(self, n: T) -> (Self, (T, Int!(3))) { (self, (n, int!(3))) } }
/// # impl<T> Pair for T {}
/// assert_eq!(stride.notation().to_string(), "(_1,(_2,16))");
/// ```
#[inline]
pub fn compact_col_major<S: Shape>(shape: S) -> S::ColMajor<Int<U1>> {
    shape.col_major(Int::new())
}

/// The compact stride with the last mode fastest (row-major), as static as the extents from the last dynamic one on.
///
/// Post-condition: congruent with the shape; leaf k is the product of all leaves after it.
///
/// ```
/// use tilework::{prelude::*, tuple::compact_row_major};
/// assert_eq!(compact_row_major(shape!(2, (3, 4))), stride!(12, (4, 1)));
/// ```
#[inline]
pub fn compact_row_major<S: Shape>(shape: S) -> S::RowMajor<Int<U1>> {
    shape.row_major(Int::new())
}

/// The largest leaf, static if all leaves are; the static 0 for `()`. Source: TLA's `max`.
///
/// ```
/// use tilework::{prelude::*, tuple::max_leaf};
/// let nine: Int!(9) = max_leaf(shape!(2, (9, 4)));
/// assert_eq!(max_leaf((2, (int!(9), 40))), 40);
/// ```
#[inline]
pub fn max_leaf<S: Shape>(shape: S) -> S::Largest {
    shape.largest()
}

#[diagnostic::do_not_recommend]
impl<T: ShapeTuple> Shape for T {
    type Size = T::Volume;
    type AreWords = T::WordsOnly;
    type Sizes = Tuple<<T::ShapeModes as ShapeList>::Sizes>;
    type Crd<I: Integer> = Tuple<<T::ShapeModes as ShapeList>::Crd<I>>;
    type ColMajor<Start: Integer> =
        <<T::ShapeModes as ShapeList>::ColMajor<Start> as StrideList<T::ShapeModes>>::Tuple;
    type RowMajor<Start: Integer> =
        <<T::ShapeModes as ShapeList>::RowMajor<Start> as StrideList<T::ShapeModes>>::Tuple;
    type Largest = <T::ShapeModes as ShapeList>::Largest;
    type Dynamic = Tuple<<T::ShapeModes as ShapeList>::Dynamic>;
    type Tiled<H: Integer> = Tuple<<T::ShapeModes as ShapeList>::Tiled<H>>;
    type Cursor = <T::ShapeModes as ShapeList>::Cursor;
    type Itself = Tuple<T::ShapeModes>;
    const MODE_SIZES: [Option<usize>; MAX_RANK] = T::ShapeModes::MODE_SIZES;
    const BLOCKS: [Block; MAX_RANK] = T::ShapeModes::BLOCKS;

    #[inline]
    fn size(self) -> Self::Size {
        self.volume()
    }
    #[inline]
    fn sizes(self) -> Self::Sizes {
        self.shape_modes().sizes().shape()
    }
    #[inline]
    fn crd<I: Integer>(self, index: I) -> Self::Crd<I> {
        self.shape_modes().crd(index).shape()
    }
    #[inline]
    fn col_major<Start: Integer>(self, start: Start) -> Self::ColMajor<Start> {
        self.shape_modes().col_major(start).stride()
    }
    #[inline]
    fn tiled<H: Integer>(self, size: H) -> Self::Tiled<H> {
        self.shape_modes().tiled(size).shape()
    }
    #[inline]
    fn row_major<Start: Integer>(self, start: Start) -> Self::RowMajor<Start> {
        self.shape_modes().row_major(start).stride()
    }
    #[inline]
    fn largest(self) -> Self::Largest {
        self.shape_modes().largest()
    }
    #[inline]
    fn itself(self) -> T {
        self
    }
    #[inline]
    fn cursor(next: &mut impl FnMut() -> usize) -> Self::Cursor {
        T::ShapeModes::cursor(next)
    }
    #[inline]
    fn at_cursor(cursor: Self::Cursor) -> Self::Dynamic {
        T::ShapeModes::at_cursor(cursor).shape()
    }
    #[inline]
    fn advance(self, cursor: &mut Self::Cursor) -> bool {
        self.shape_modes().advance(cursor)
    }
    #[inline]
    fn checked_size(self) -> Option<usize> {
        self.shape_modes().checked_size()
    }
    #[inline]
    fn mode_size(self, mode: usize) -> usize {
        self.shape_modes().mode_size(mode)
    }
    #[inline]
    fn split(self, index: usize, f: &mut impl FnMut(usize, usize)) {
        self.shape_modes().split(index, 0, f);
    }
}

/// A shape and the list of its modes: all that is written out for each rank.
#[diagnostic::on_unimplemented(
    message = "not a shape or coordinate: `{Self}` is neither `usize`, nor `int!(n)`, nor a tuple of up to 12 such",
    label = "not a shape or coordinate",
    note = "dynamic integers of other types convert with `as usize`; what may be negative (`Signed`) can only be a stride"
)]
#[doc(hidden)]
pub trait ShapeTuple: IntTuple {
    type ShapeModes: ShapeList<Tuple = Self>;
    /// See [`Shape::Size`].
    type Volume: Integer;
    /// See [`Shape::AreWords`].
    type WordsOnly: Truth;
    /// The tuple with the mode `F` in front. No list is longer than the tuple it comes from, so that a 13th mode is
    /// never asked for: it is put beside the others.
    type InFront<F: Shape>: Shape;
    fn shape_modes(self) -> Self::ShapeModes;
    fn volume(self) -> Self::Volume;
    fn in_front<F: Shape>(self, first: F) -> Self::InFront<F>;
}

#[diagnostic::do_not_recommend]
impl<L: Integer> ShapeTuple for L {
    type ShapeModes = Leaf<L>;
    type Volume = L;
    type WordsOnly = L::IsWord;
    type InFront<F: Shape> = (F, L);
    #[inline]
    fn shape_modes(self) -> Leaf<L> {
        Leaf(self)
    }
    #[inline]
    fn volume(self) -> L {
        self
    }
    #[inline]
    fn in_front<F: Shape>(self, first: F) -> (F, L) {
        (first, self)
    }
}

/// The product of the sizes of the modes of a tuple: as a type and as a value.
macro_rules! product_of {
    (type) => { Int<U1> };
    (type $A:ident) => { $A::Volume };
    (type $A:ident $($modes:ident)*) => { Mul<$A::Volume, product_of!(type $($modes)*)> };
    (value $tuple:ident;) => { Int::new() };
    (value $tuple:ident; $i:tt) => { $tuple.$i.volume() };
    (value $tuple:ident; $i:tt $($modes:tt)*) => { mul($tuple.$i.volume(), product_of!(value $tuple; $($modes)*)) };
}

/// Whether all modes of a tuple are words, but of one without modes.
macro_rules! all_of {
    () => { False };
    ($A:ident) => { $A::WordsOnly };
    ($A:ident $($modes:ident)*) => { <$A::WordsOnly as Truth>::And<all_of!($($modes)*)> };
}

macro_rules! shape {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<$($A: Shape),*> ShapeTuple for ($($A,)*) {
            type ShapeModes = list_type!($($A),*);
            type Volume = product_of!(type $($A)*);
            type WordsOnly = all_of!($($A)*);
            type InFront<FIRST: Shape> = in_front_of!(type FIRST; [$($A)*] $($i)*);
            #[inline]
            fn shape_modes(self) -> Self::ShapeModes {
                list_value!($(self.$i),*)
            }
            #[inline]
            fn volume(self) -> Self::Volume {
                product_of!(value self; $($i)*)
            }
            #[inline]
            fn in_front<FIRST: Shape>(self, first: FIRST) -> Self::InFront<FIRST> {
                in_front_of!(value self, first; $($i)*)
            }
        }
    };
}
for_tuples!(shape);

/// The tuple that a list of modes is.
type Tuple<L> = <L as ShapeList>::Tuple;

/// The modes of a shape as a list, and of a shape that is an integer the [`Leaf`].
#[doc(hidden)]
pub trait ShapeList: Copy {
    type Tuple: Shape;
    type Head: Shape;
    type Tail: ShapeList;
    type Size: Integer;
    /// `N`, or 0 if there is no coordinate, for which the size need not be computed.
    type IfInhabited<N: Integer>: Integer;
    type Sizes: ShapeList;
    type Crd<I: Integer>: ShapeList;
    /// The coordinate of `I` in a mode `S` followed by this list.
    type CrdAfter<S: Shape, I: Integer>: ShapeList;
    type ColMajor<Start: Integer>: StrideList<Self>;
    type RowMajor<Start: Integer>: StrideList<Self>;
    type Largest: Integer;
    type Dynamic: ShapeList;
    type Tiled<H: Integer>: ShapeList;
    /// The tile of `H` elements of a mode `S` followed by this list.
    type TiledAfter<S: Shape, H: Integer>: ShapeList;
    type Cursor: Copy + Debug;
    const IS_EMPTY: bool = false;
    const MODE_SIZES: [Option<usize>; MAX_RANK];
    const BLOCKS: [Block; MAX_RANK];

    fn shape(self) -> Self::Tuple;
    fn head(self) -> Self::Head;
    fn tail(self) -> Self::Tail;
    fn size(self) -> Self::Size;
    fn if_inhabited<N: Integer>(self, n: N) -> Self::IfInhabited<N>;
    fn sizes(self) -> Self::Sizes;
    fn crd<I: Integer>(self, index: I) -> Self::Crd<I>;
    fn crd_after<S: Shape, I: Integer>(self, first: S, index: I) -> Self::CrdAfter<S, I>;
    fn col_major<Start: Integer>(self, start: Start) -> Self::ColMajor<Start>;
    fn row_major<Start: Integer>(self, start: Start) -> Self::RowMajor<Start>;
    fn largest(self) -> Self::Largest;
    fn tiled<H: Integer>(self, size: H) -> Self::Tiled<H>;
    fn tiled_after<S: Shape, H: Integer>(self, first: S, size: H) -> Self::TiledAfter<S, H>;
    fn cursor(next: &mut impl FnMut() -> usize) -> Self::Cursor;
    fn at_cursor(cursor: Self::Cursor) -> Self::Dynamic;
    fn advance(self, cursor: &mut Self::Cursor) -> bool;
    fn checked_size(self) -> Option<usize>;
    fn mode_size(self, mode: usize) -> usize;
    /// See [`Shape::split`]; the first mode has the number `mode`.
    fn split(self, index: usize, mode: usize, f: &mut impl FnMut(usize, usize));
}

impl<L: Integer> ShapeList for Leaf<L> {
    type Tuple = L;
    type Head = L;
    type Tail = Nil;
    type Size = L;
    type IfInhabited<N: Integer> = L::IfPositive<N>;
    type Sizes = Self;
    type Crd<I: Integer> = Leaf<I>;
    type CrdAfter<S: Shape, I: Integer> = Cons<S::Crd<Rem<I, S::Size>>, Leaf<Div<I, S::Size>>>;
    type ColMajor<Start: Integer> = Leaf<Start>;
    type RowMajor<Start: Integer> = Leaf<Start>;
    type Largest = L;
    type Dynamic = Leaf<usize>;
    type Tiled<H: Integer> = Leaf<H>;
    type TiledAfter<S: Shape, H: Integer> = Cons<S, Leaf<CeilDiv<H, S::Size>>>;
    type Cursor = usize;
    const MODE_SIZES: [Option<usize>; MAX_RANK] = in_front(L::STATIC, [None; MAX_RANK]);
    const BLOCKS: [Block; MAX_RANK] = [Block::Linear; MAX_RANK];

    #[inline]
    fn shape(self) -> L {
        self.0
    }
    #[inline]
    fn head(self) -> L {
        self.0
    }
    #[inline]
    fn tail(self) -> Nil {
        Nil
    }
    #[inline]
    fn size(self) -> L {
        self.0
    }
    #[inline]
    fn if_inhabited<N: Integer>(self, n: N) -> L::IfPositive<N> {
        self.0.if_positive(n)
    }
    #[inline]
    fn sizes(self) -> Self {
        self
    }
    #[inline]
    fn crd<I: Integer>(self, index: I) -> Leaf<I> {
        Leaf(index)
    }
    #[inline]
    fn crd_after<S: Shape, I: Integer>(self, first: S, index: I) -> Self::CrdAfter<S, I> {
        Cons(first.crd(rem(index, first.size())), Leaf(div(index, first.size())))
    }
    #[inline]
    fn col_major<Start: Integer>(self, start: Start) -> Leaf<Start> {
        Leaf(start)
    }
    #[inline]
    fn row_major<Start: Integer>(self, start: Start) -> Leaf<Start> {
        Leaf(start)
    }
    #[inline]
    fn largest(self) -> L {
        self.0
    }
    #[inline]
    fn tiled<H: Integer>(self, size: H) -> Leaf<H> {
        Leaf(size)
    }
    #[inline]
    fn tiled_after<S: Shape, H: Integer>(self, first: S, size: H) -> Self::TiledAfter<S, H> {
        Cons(first, Leaf(ceil_div(size, first.size())))
    }
    #[inline]
    fn cursor(next: &mut impl FnMut() -> usize) -> usize {
        next()
    }
    #[inline]
    fn at_cursor(cursor: usize) -> Leaf<usize> {
        Leaf(cursor)
    }
    #[inline]
    fn advance(self, cursor: &mut usize) -> bool {
        let moves = *cursor + 1 < self.0.value();
        *cursor = if moves { *cursor + 1 } else { 0 };
        moves
    }
    #[inline]
    fn checked_size(self) -> Option<usize> {
        Some(self.0.value())
    }
    #[inline]
    fn mode_size(self, mode: usize) -> usize {
        if mode == 0 { self.0.value() } else { 0 }
    }
    #[inline]
    fn split(self, index: usize, mode: usize, f: &mut impl FnMut(usize, usize)) {
        f(mode, index);
    }
}

impl ShapeList for Nil {
    type Tuple = ();
    type Head = Int<U1>;
    type Tail = Nil;
    type Size = Int<U1>;
    type IfInhabited<N: Integer> = N;
    type Sizes = Nil;
    type Crd<I: Integer> = Nil;
    type CrdAfter<S: Shape, I: Integer> = Cons<S::Crd<I>, Nil>;
    type ColMajor<Start: Integer> = Nil;
    type RowMajor<Start: Integer> = Nil;
    type Largest = Int<U0>;
    type Dynamic = Nil;
    type Tiled<H: Integer> = Nil;
    type TiledAfter<S: Shape, H: Integer> = Cons<S::Tiled<H>, Nil>;
    type Cursor = ();
    const IS_EMPTY: bool = true;
    const MODE_SIZES: [Option<usize>; MAX_RANK] = [None; MAX_RANK];
    const BLOCKS: [Block; MAX_RANK] = [Block::Linear; MAX_RANK];

    #[inline]
    fn shape(self) {}
    #[inline]
    fn head(self) -> Int<U1> {
        Int::new()
    }
    #[inline]
    fn tail(self) -> Nil {
        Nil
    }
    #[inline]
    fn size(self) -> Int<U1> {
        Int::new()
    }
    #[inline]
    fn if_inhabited<N: Integer>(self, n: N) -> N {
        n
    }
    #[inline]
    fn sizes(self) -> Nil {
        Nil
    }
    #[inline]
    fn crd<I: Integer>(self, _: I) -> Nil {
        Nil
    }
    #[inline]
    fn crd_after<S: Shape, I: Integer>(self, first: S, index: I) -> Cons<S::Crd<I>, Nil> {
        Cons(first.crd(index), Nil)
    }
    #[inline]
    fn col_major<Start: Integer>(self, _: Start) -> Nil {
        Nil
    }
    #[inline]
    fn row_major<Start: Integer>(self, _: Start) -> Nil {
        Nil
    }
    #[inline]
    fn largest(self) -> Int<U0> {
        Int::new()
    }
    #[inline]
    fn tiled<H: Integer>(self, _: H) -> Nil {
        Nil
    }
    #[inline]
    fn tiled_after<S: Shape, H: Integer>(self, first: S, size: H) -> Cons<S::Tiled<H>, Nil> {
        Cons(first.tiled(size), Nil)
    }
    #[inline]
    fn cursor(_: &mut impl FnMut() -> usize) {}
    #[inline]
    fn at_cursor(_: ()) -> Nil {
        Nil
    }
    #[inline]
    fn advance(self, _: &mut ()) -> bool {
        false
    }
    #[inline]
    fn checked_size(self) -> Option<usize> {
        Some(1)
    }
    #[inline]
    fn mode_size(self, _: usize) -> usize {
        0
    }
    #[inline]
    fn split(self, _: usize, _: usize, _: &mut impl FnMut(usize, usize)) {}
}

impl<S: Shape, T: ShapeList> ShapeList for Cons<S, T> {
    type Tuple = <T::Tuple as ShapeTuple>::InFront<S>;
    type Head = S;
    type Tail = T;
    type Size = Mul<S::Size, T::Size>;
    type IfInhabited<N: Integer> = <S::ShapeModes as ShapeList>::IfInhabited<T::IfInhabited<N>>;
    type Sizes = Cons<S::Size, T::Sizes>;
    type Crd<I: Integer> = T::CrdAfter<S, I>;
    type CrdAfter<F: Shape, I: Integer> = Cons<F::Crd<Rem<I, F::Size>>, Self::Crd<Div<I, F::Size>>>;
    type ColMajor<Start: Integer> = Cons<S::ColMajor<Start>, T::ColMajor<Mul<Start, S::Size>>>;
    type RowMajor<Start: Integer> = Cons<S::RowMajor<Mul<Start, T::Size>>, T::RowMajor<Start>>;
    type Largest = Max<S::Largest, T::Largest>;
    type Dynamic = Cons<S::Dynamic, T::Dynamic>;
    type Tiled<H: Integer> = T::TiledAfter<S, H>;
    type TiledAfter<F: Shape, H: Integer> = Cons<F, Self::Tiled<CeilDiv<H, F::Size>>>;
    type Cursor = (S::Cursor, T::Cursor);
    const MODE_SIZES: [Option<usize>; MAX_RANK] = in_front(<S::Size as Integer>::STATIC, T::MODE_SIZES);
    const BLOCKS: [Block; MAX_RANK] = in_front(<S as IntTuple>::LEAVES.block(), T::BLOCKS);

    #[inline]
    fn shape(self) -> Self::Tuple {
        self.1.shape().in_front(self.0)
    }
    #[inline]
    fn head(self) -> S {
        self.0
    }
    #[inline]
    fn tail(self) -> T {
        self.1
    }
    #[inline]
    fn size(self) -> Self::Size {
        mul(self.0.size(), self.1.size())
    }
    #[inline]
    fn if_inhabited<N: Integer>(self, n: N) -> Self::IfInhabited<N> {
        self.0.shape_modes().if_inhabited(self.1.if_inhabited(n))
    }
    #[inline]
    fn sizes(self) -> Self::Sizes {
        Cons(self.0.size(), self.1.sizes())
    }
    #[inline]
    fn crd<I: Integer>(self, index: I) -> Self::Crd<I> {
        self.1.crd_after(self.0, index)
    }
    #[inline]
    fn crd_after<F: Shape, I: Integer>(self, first: F, index: I) -> Self::CrdAfter<F, I> {
        let size = first.size();
        Cons(first.crd(rem(index, size)), self.crd(div(index, size)))
    }
    #[inline]
    fn col_major<Start: Integer>(self, start: Start) -> Self::ColMajor<Start> {
        Cons(self.0.col_major(start), self.1.col_major(mul(start, self.0.size())))
    }
    #[inline]
    fn row_major<Start: Integer>(self, start: Start) -> Self::RowMajor<Start> {
        Cons(self.0.row_major(mul(start, self.1.size())), self.1.row_major(start))
    }
    #[inline]
    fn largest(self) -> Self::Largest {
        max(self.0.largest(), self.1.largest())
    }
    #[inline]
    fn tiled<H: Integer>(self, size: H) -> Self::Tiled<H> {
        self.1.tiled_after(self.0, size)
    }
    #[inline]
    fn tiled_after<F: Shape, H: Integer>(self, first: F, size: H) -> Self::TiledAfter<F, H> {
        Cons(first, self.tiled(ceil_div(size, first.size())))
    }
    #[inline]
    fn cursor(next: &mut impl FnMut() -> usize) -> Self::Cursor {
        (S::cursor(next), T::cursor(next))
    }
    #[inline]
    fn at_cursor(cursor: Self::Cursor) -> Self::Dynamic {
        Cons(S::at_cursor(cursor.0), T::at_cursor(cursor.1))
    }
    #[inline]
    fn advance(self, cursor: &mut Self::Cursor) -> bool {
        self.0.advance(&mut cursor.0) || self.1.advance(&mut cursor.1)
    }
    #[inline]
    fn checked_size(self) -> Option<usize> {
        let size = self.0.checked_size()?.checked_mul(self.1.checked_size()?);
        // also that of each mode, next to which there may be one of no elements
        size.filter(|&size| size <= isize::MAX as usize)
    }
    #[inline]
    fn mode_size(self, mode: usize) -> usize {
        if mode == 0 { self.0.size().value() } else { self.1.mode_size(mode - 1) }
    }
    #[inline]
    fn split(self, index: usize, mode: usize, f: &mut impl FnMut(usize, usize)) {
        let size = self.0.size().value();
        f(mode, if T::IS_EMPTY { index } else { rem(index, size) });
        self.1.split(div(index, size), mode + 1, f);
    }
}
