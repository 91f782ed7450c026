//! Shapes: integer tuples of extents; coordinates are integer tuples of the same kind.

use super::list::{Cons, MAX_RANK, Nil, first_mode, for_tuples, list_type, list_value};
use super::{Block, IntTuple, Stride, StrideList};
use crate::int::{CeilDiv, Div, Int, Integer, Max, Mul, Rem, ceil_div, div, max, mul, rem};
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
pub trait Shape: IntTuple {
    /// The product of all leaves; the static 1 for `()`.
    type Size: Integer;
    /// The size of each top-level mode: one level deep (an integer stays itself).
    type Sizes: Shape;
    /// The coordinate of index `I`, congruent with the shape.
    type Crd<I: Integer>: Shape;
    /// The compact stride, first mode fastest, that starts with `Start`.
    type ColMajor<Start: Integer>: Stride<Self>;
    /// The compact stride, last mode fastest, that starts with `Start`.
    type RowMajor<Start: Integer>: Stride<Self>;
    /// The largest leaf; the static 0 for `()`.
    type Largest: Integer;
    /// The same tree with dynamic leaves: what a coordinate that moves is kept in.
    type Dynamic: Shape;
    /// The shape of a tile of `H` elements: inner extents as they are, the last one counts how many cover `H`.
    type Tiled<H: Integer>: Shape;
    #[doc(hidden)]
    type ShapeModes: ShapeList;

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
    /// A coordinate of this tree, its entries supplied from the first to the last.
    #[doc(hidden)]
    fn dynamic(next: &mut impl FnMut() -> usize) -> Self::Dynamic;
    /// Moves a coordinate to the next one, first mode fastest; `false` if it started over from zero.
    #[doc(hidden)]
    fn advance(self, crd: &mut Self::Dynamic) -> bool;
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
    #[doc(hidden)]
    fn shape_modes(self) -> Self::ShapeModes;
}

/// The number of coordinates of a shape or a layout: the product of all extents, static if all are.
///
/// ```
/// use tilework::{prelude::*, tuple::size};
/// let n: Int!(96) = size(shape!((4, 2), (4, 3)));
/// assert_eq!(size(layout!((4, 2):(2, 1))), 8);
/// assert_eq!(size(()), 1);
/// ```
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
pub fn max_leaf<S: Shape>(shape: S) -> S::Largest {
    shape.largest()
}

#[diagnostic::do_not_recommend]
impl<L: Integer> Shape for L {
    type Size = L;
    type Sizes = L;
    type Crd<I: Integer> = I;
    type ColMajor<Start: Integer> = Start;
    type RowMajor<Start: Integer> = Start;
    type Largest = L;
    type Dynamic = usize;
    type Tiled<H: Integer> = H;
    type ShapeModes = Cons<L, Nil>;
    const MODE_SIZES: [Option<usize>; MAX_RANK] = first_mode(L::STATIC);
    const BLOCKS: [Block; MAX_RANK] = [Block::Linear; MAX_RANK];

    fn size(self) -> L {
        self
    }
    fn sizes(self) -> L {
        self
    }
    fn crd<I: Integer>(self, index: I) -> I {
        index
    }
    fn col_major<Start: Integer>(self, start: Start) -> Start {
        start
    }
    fn row_major<Start: Integer>(self, start: Start) -> Start {
        start
    }
    fn largest(self) -> L {
        self
    }
    fn dynamic(next: &mut impl FnMut() -> usize) -> usize {
        next()
    }
    fn advance(self, crd: &mut usize) -> bool {
        let moves = *crd + 1 < self.value();
        *crd = if moves { *crd + 1 } else { 0 };
        moves
    }
    fn tiled<H: Integer>(self, size: H) -> H {
        size
    }
    fn checked_size(self) -> Option<usize> {
        Some(self.value())
    }
    fn mode_size(self, mode: usize) -> usize {
        if mode == 0 { self.value() } else { 0 }
    }
    fn split(self, index: usize, f: &mut impl FnMut(usize, usize)) {
        f(0, index);
    }
    fn shape_modes(self) -> Cons<L, Nil> {
        Cons(self, Nil)
    }
}

/// The modes of a shape as a list.
#[doc(hidden)]
pub trait ShapeList: Copy {
    type Head: Shape;
    type Tail: ShapeList;
    type Size: Integer;
    type Crd<I: Integer>: ShapeList;
    /// The coordinate of `I` in a mode `S` followed by this list.
    type CrdAfter<S: Shape, I: Integer>: ShapeList;
    type ColMajor<Start: Integer>: StrideList<Self>;
    type RowMajor<Start: Integer>: StrideList<Self>;
    type Largest: Integer;
    type Tiled<H: Integer>: ShapeList;
    /// The tile of `H` elements of a mode `S` followed by this list.
    type TiledAfter<S: Shape, H: Integer>: ShapeList;

    fn tiled<H: Integer>(self, size: H) -> Self::Tiled<H>;
    fn tiled_after<S: Shape, H: Integer>(self, first: S, size: H) -> Self::TiledAfter<S, H>;
    fn head(self) -> Self::Head;
    fn tail(self) -> Self::Tail;
    fn size(self) -> Self::Size;
    fn checked_size(self) -> Option<usize>;
    fn crd<I: Integer>(self, index: I) -> Self::Crd<I>;
    fn crd_after<S: Shape, I: Integer>(self, first: S, index: I) -> Self::CrdAfter<S, I>;
    fn col_major<Start: Integer>(self, start: Start) -> Self::ColMajor<Start>;
    fn row_major<Start: Integer>(self, start: Start) -> Self::RowMajor<Start>;
    fn largest(self) -> Self::Largest;
}

impl ShapeList for Nil {
    type Head = Int<U1>;
    type Tail = Nil;
    type Size = Int<U1>;
    type Crd<I: Integer> = Nil;
    type CrdAfter<S: Shape, I: Integer> = Cons<S::Crd<I>, Nil>;
    type ColMajor<Start: Integer> = Nil;
    type RowMajor<Start: Integer> = Nil;
    type Largest = Int<U0>;
    type Tiled<H: Integer> = Nil;
    type TiledAfter<S: Shape, H: Integer> = Cons<S::Tiled<H>, Nil>;

    fn tiled<H: Integer>(self, _: H) -> Nil {
        Nil
    }
    fn tiled_after<S: Shape, H: Integer>(self, first: S, size: H) -> Cons<S::Tiled<H>, Nil> {
        Cons(first.tiled(size), Nil)
    }
    fn head(self) -> Int<U1> {
        Int::new()
    }
    fn tail(self) -> Nil {
        Nil
    }
    fn size(self) -> Int<U1> {
        Int::new()
    }
    fn checked_size(self) -> Option<usize> {
        Some(1)
    }
    fn crd<I: Integer>(self, _: I) -> Nil {
        Nil
    }
    fn crd_after<S: Shape, I: Integer>(self, first: S, index: I) -> Cons<S::Crd<I>, Nil> {
        Cons(first.crd(index), Nil)
    }
    fn col_major<Start: Integer>(self, _: Start) -> Nil {
        Nil
    }
    fn row_major<Start: Integer>(self, _: Start) -> Nil {
        Nil
    }
    fn largest(self) -> Int<U0> {
        Int::new()
    }
}

impl<S: Shape, T: ShapeList> ShapeList for Cons<S, T> {
    type Head = S;
    type Tail = T;
    type Size = Mul<S::Size, T::Size>;
    type Crd<I: Integer> = T::CrdAfter<S, I>;
    type CrdAfter<F: Shape, I: Integer> = Cons<F::Crd<Rem<I, F::Size>>, Self::Crd<Div<I, F::Size>>>;
    type ColMajor<Start: Integer> = Cons<S::ColMajor<Start>, T::ColMajor<Mul<Start, S::Size>>>;
    type RowMajor<Start: Integer> = Cons<S::RowMajor<Mul<Start, T::Size>>, T::RowMajor<Start>>;
    type Largest = Max<S::Largest, T::Largest>;
    type Tiled<H: Integer> = T::TiledAfter<S, H>;
    type TiledAfter<F: Shape, H: Integer> = Cons<F, Self::Tiled<CeilDiv<H, F::Size>>>;

    fn tiled<H: Integer>(self, size: H) -> Self::Tiled<H> {
        self.1.tiled_after(self.0, size)
    }
    fn tiled_after<F: Shape, H: Integer>(self, first: F, size: H) -> Self::TiledAfter<F, H> {
        Cons(first, self.tiled(ceil_div(size, first.size())))
    }
    fn head(self) -> S {
        self.0
    }
    fn tail(self) -> T {
        self.1
    }
    fn size(self) -> Self::Size {
        mul(self.0.size(), self.1.size())
    }
    fn checked_size(self) -> Option<usize> {
        let size = self.0.checked_size()?.checked_mul(self.1.checked_size()?);
        // also that of each mode, next to which there may be one of no elements
        size.filter(|&size| size <= isize::MAX as usize)
    }
    fn crd<I: Integer>(self, index: I) -> Self::Crd<I> {
        self.1.crd_after(self.0, index)
    }
    fn crd_after<F: Shape, I: Integer>(self, first: F, index: I) -> Self::CrdAfter<F, I> {
        let size = first.size();
        Cons(first.crd(rem(index, size)), self.crd(div(index, size)))
    }
    fn col_major<Start: Integer>(self, start: Start) -> Self::ColMajor<Start> {
        Cons(self.0.col_major(start), self.1.col_major(mul(start, self.0.size())))
    }
    fn row_major<Start: Integer>(self, start: Start) -> Self::RowMajor<Start> {
        Cons(self.0.row_major(mul(start, self.1.size())), self.1.row_major(start))
    }
    fn largest(self) -> Self::Largest {
        max(self.0.largest(), self.1.largest())
    }
}

/// The first modes of a list, as a tuple with one entry for each name.
macro_rules! refill {
    ($List:ty; $($A:ident)*) => { refill!(@ $List; []; $($A)*) };
    (@ $List:ty; [$($done:tt)*];) => { ($($done)*) };
    (@ $List:ty; [$($done:tt)*]; $A:ident $($rest:ident)*) => {
        refill!(@ <$List as ShapeList>::Tail; [$($done)* <$List as ShapeList>::Head,]; $($rest)*)
    };
}

/// The first entries of a list of strides, as a tuple with one entry for each name.
macro_rules! strides {
    ($List:ty, $Shapes:ty; $($A:ident)*) => { strides!(@ $List, $Shapes; []; $($A)*) };
    (@ $List:ty, $Shapes:ty; [$($done:tt)*];) => { ($($done)*) };
    (@ $List:ty, $Shapes:ty; [$($done:tt)*]; $A:ident $($rest:ident)*) => {
        strides!(@ <$List as StrideList<$Shapes>>::Tail, <$Shapes as ShapeList>::Tail;
            [$($done)* <$List as StrideList<$Shapes>>::Head,]; $($rest)*)
    };
}

macro_rules! shape {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        #[allow(non_snake_case)]
        impl<$($A: Shape),*> Shape for ($($A,)*) {
            type Size = <Self::ShapeModes as ShapeList>::Size;
            type Sizes = ($($A::Size,)*);
            type Crd<N: Integer> = refill!(<Self::ShapeModes as ShapeList>::Crd<N>; $($A)*);
            type ColMajor<N: Integer> = strides!(<Self::ShapeModes as ShapeList>::ColMajor<N>, Self::ShapeModes; $($A)*);
            type RowMajor<N: Integer> = strides!(<Self::ShapeModes as ShapeList>::RowMajor<N>, Self::ShapeModes; $($A)*);
            type Largest = <Self::ShapeModes as ShapeList>::Largest;
            type Dynamic = ($($A::Dynamic,)*);
            type Tiled<N: Integer> = refill!(<Self::ShapeModes as ShapeList>::Tiled<N>; $($A)*);
            type ShapeModes = list_type!($($A),*);
            #[allow(unused_mut)]
            const MODE_SIZES: [Option<usize>; MAX_RANK] = {
                let mut sizes = [None; MAX_RANK];
                $(sizes[$i] = <$A::Size as Integer>::STATIC;)*
                sizes
            };
            #[allow(unused_mut)]
            const BLOCKS: [Block; MAX_RANK] = {
                let mut blocks = [Block::Linear; MAX_RANK];
                $(blocks[$i] = <$A as IntTuple>::LEAVES.block();)*
                blocks
            };

            fn size(self) -> Self::Size {
                self.shape_modes().size()
            }
            fn sizes(self) -> Self::Sizes {
                ($(self.$i.size(),)*)
            }
            fn crd<N: Integer>(self, index: N) -> Self::Crd<N> {
                let _list = self.shape_modes().crd(index);
                $(let ($SA, _list) = (_list.head(), _list.tail());)*
                ($($SA,)*)
            }
            fn col_major<N: Integer>(self, start: N) -> Self::ColMajor<N> {
                let _list = self.shape_modes().col_major(start);
                $(let ($SA, _list) = (StrideList::head(_list), StrideList::tail(_list));)*
                ($($SA,)*)
            }
            fn row_major<N: Integer>(self, start: N) -> Self::RowMajor<N> {
                let _list = self.shape_modes().row_major(start);
                $(let ($SA, _list) = (StrideList::head(_list), StrideList::tail(_list));)*
                ($($SA,)*)
            }
            fn largest(self) -> Self::Largest {
                self.shape_modes().largest()
            }
            fn dynamic(_next: &mut impl FnMut() -> usize) -> Self::Dynamic {
                ($($A::dynamic(_next),)*)
            }
            fn advance(self, _crd: &mut Self::Dynamic) -> bool {
                false $(|| self.$i.advance(&mut _crd.$i))*
            }
            fn tiled<N: Integer>(self, size: N) -> Self::Tiled<N> {
                let _list = self.shape_modes().tiled(size);
                $(let ($SA, _list) = (_list.head(), _list.tail());)*
                ($($SA,)*)
            }
            fn checked_size(self) -> Option<usize> {
                self.shape_modes().checked_size()
            }
            fn mode_size(self, mode: usize) -> usize {
                match mode {
                    $($i => self.$i.size().value(),)*
                    _ => 0,
                }
            }
            fn split(self, _index: usize, _f: &mut impl FnMut(usize, usize)) {
                $(
                    let last = $i + 1 == Self::RANK;
                    let size = self.$i.size().value();
                    _f($i, if last { _index } else { rem(_index, size) });
                    let _index = div(_index, size);
                )*
            }
            fn shape_modes(self) -> Self::ShapeModes {
                list_value!($(self.$i),*)
            }
        }
    };
}

for_tuples!(shape);
