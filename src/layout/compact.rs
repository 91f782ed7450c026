//! Layouts made from a shape alone: row-major, column-major, and in a given order.

use super::Layout;
use crate::int::nat::{IsLess, Nat};
use crate::int::{Int, Integer, Mul, Truth, mul};
use crate::tuple::list::{Cons, Leaf, Nil};
use crate::tuple::{IntTuple, Shape, ShapeList, Stride, StrideList, compact_col_major, compact_row_major};
use typenum::U1;

/// The type of [`column_major`] layouts.
pub type ColumnMajorLayout<S> = Layout<S, <S as Shape>::ColMajor<Int<U1>>>;
/// The type of [`row_major`] layouts.
pub type RowMajorLayout<S> = Layout<S, <S as Shape>::RowMajor<Int<U1>>>;
/// The type of [`ordered`] layouts.
pub type OrderedLayout<S, O> = Layout<S, <O as LeafOrder<S>>::Strides<NoLeaves, NoLeaves>>;

/// The compact layout of a shape, first mode fastest. Strides are static up to the first dynamic extent.
///
/// # Panics
/// If the shape is dynamic and its size does not fit in a machine word.
///
/// ```
/// use tilework::prelude::*;
/// let n = 5;
/// assert_eq!(column_major(shape!(4, n, 3)).to_string(), "(_4,5,_3):(_1,_4,20)");
/// ```
#[track_caller]
pub fn column_major<S: Shape<ColMajor<Int<U1>> = D>, D: Stride<S>>(shape: S) -> Layout<S, D> {
    let () = Layout::<S, D>::FITS;
    Layout::new(shape, compact_col_major(shape))
}

/// The compact layout of a shape, last mode fastest. Strides are static from the last dynamic extent on.
///
/// # Panics
/// If the shape is dynamic and its size does not fit in a machine word.
///
/// ```
/// use tilework::prelude::*;
/// let rows = 100;
/// assert_eq!(row_major(shape!(rows, 50)).to_string(), "(100,_50):(_50,_1)");
/// ```
#[track_caller]
pub fn row_major<S: Shape<RowMajor<Int<U1>> = D>, D: Stride<S>>(shape: S) -> Layout<S, D> {
    let () = Layout::<S, D>::FITS;
    Layout::new(shape, compact_row_major(shape))
}

/// The compact layout of a shape whose leaves are filled in a given order, smallest number fastest.
///
/// The order is a static tuple congruent with the shape; equal numbers go from left to right. Post-condition: the
/// stride of a leaf is the product of the extents of all leaves before it in the order. Source: CuTe's
/// `compact_order`, without its collision of equal orders.
///
/// # Panics
/// If the shape is dynamic and its size does not fit in a machine word.
///
/// ```
/// use tilework::{layout::ordered, prelude::*};
/// // zN of 4x4 blocks: columns in a block fastest, then rows, then blocks down, then blocks across
/// let zn = ordered(shape!((4, 2), (4, 3)), shape!((1, 2), (0, 3)));
/// assert_eq!(zn.to_string(), "((_4,_2),(_4,_3)):((_4,_16),(_1,_32))");
/// ```
#[track_caller]
pub fn ordered<S: Shape, O: LeafOrder<S>>(shape: S, order: O) -> OrderedLayout<S, O> {
    let () = OrderedLayout::<S, O>::FITS;
    Layout::new(shape, order.strides(shape, NoLeaves, NoLeaves))
}

/// A static order of the leaves of shape `S`: what [`ordered`] takes.
#[diagnostic::on_unimplemented(
    message = "the order does not match the shape: an order has one static integer for every leaf",
    label = "another rank or nesting than the shape, or not static",
    note = "an order is a static tuple congruent with the shape, such as `shape!((1,2),(0,3))` for zN",
    note = "shape `{S}`"
)]
#[doc(hidden)]
pub trait LeafOrder<S: Shape>: IntTuple {
    #[doc(hidden)]
    type Leaves: Weigh;
    /// The strides of `S` when the leaves `Before` and `After` stand on its left and right.
    #[doc(hidden)]
    type Strides<Before: Weigh, After: Weigh>: Stride<S>;
    #[doc(hidden)]
    fn leaves(self, shape: S) -> Self::Leaves;
    #[doc(hidden)]
    fn strides<Before: Weigh, After: Weigh>(
        self,
        shape: S,
        before: Before,
        after: After,
    ) -> Self::Strides<Before, After>;
}

/// Leaves with their place in the order, which weigh what stands before a given place.
pub trait Weigh: Copy {
    /// The product of the extents of all leaves placed before `N`.
    type Below<N: Nat>: Integer;
    /// The product of the extents of all leaves placed at `N` or before.
    type AtMost<N: Nat>: Integer;
    #[doc(hidden)]
    fn below<N: Nat>(self) -> Self::Below<N>;
    #[doc(hidden)]
    fn at_most<N: Nat>(self) -> Self::AtMost<N>;
}

/// No leaves: weighs 1.
#[derive(Clone, Copy, Debug)]
pub struct NoLeaves;

/// A leaf of extent `S` at place `V`.
#[derive(Clone, Copy, Debug)]
pub struct LeafAt<S, V>(S, core::marker::PhantomData<V>);

/// The leaves of two parts.
#[derive(Clone, Copy, Debug)]
pub struct Both<A, B>(A, B);

type If<T, A, B> = <T as Truth>::IfInteger<A, B>;

impl Weigh for NoLeaves {
    type Below<N: Nat> = Int<U1>;
    type AtMost<N: Nat> = Int<U1>;
    fn below<N: Nat>(self) -> Int<U1> {
        Int::new()
    }
    fn at_most<N: Nat>(self) -> Int<U1> {
        Int::new()
    }
}

impl<S: Integer, V: Nat> Weigh for LeafAt<S, V> {
    type Below<N: Nat> = If<IsLess<V, N>, S, Int<U1>>;
    type AtMost<N: Nat> = If<IsLess<N, V>, Int<U1>, S>;
    fn below<N: Nat>(self) -> Self::Below<N> {
        Integer::from_value(if V::USIZE < N::USIZE { self.0.value() } else { 1 })
    }
    fn at_most<N: Nat>(self) -> Self::AtMost<N> {
        Integer::from_value(if N::USIZE < V::USIZE { 1 } else { self.0.value() })
    }
}

impl<A: Weigh, B: Weigh> Weigh for Both<A, B> {
    type Below<N: Nat> = Mul<A::Below<N>, B::Below<N>>;
    type AtMost<N: Nat> = Mul<A::AtMost<N>, B::AtMost<N>>;
    fn below<N: Nat>(self) -> Self::Below<N> {
        mul(self.0.below::<N>(), self.1.below::<N>())
    }
    fn at_most<N: Nat>(self) -> Self::AtMost<N> {
        mul(self.0.at_most::<N>(), self.1.at_most::<N>())
    }
}

#[diagnostic::do_not_recommend]
impl<S: Shape, O: IntTuple<Modes: OrderList<S::ShapeModes>>> LeafOrder<S> for O {
    type Leaves = <O::Modes as OrderList<S::ShapeModes>>::Leaves;
    type Strides<Before: Weigh, After: Weigh> =
        <<O::Modes as OrderList<S::ShapeModes>>::Strides<Before, After> as StrideList<S::ShapeModes>>::Tuple;
    fn leaves(self, shape: S) -> Self::Leaves {
        self.modes().leaves(shape.shape_modes())
    }
    fn strides<Before: Weigh, After: Weigh>(
        self,
        shape: S,
        before: Before,
        after: After,
    ) -> Self::Strides<Before, After> {
        self.modes().strides(shape.shape_modes(), before, after).stride()
    }
}

/// [`LeafOrder`] said of the modes.
#[diagnostic::on_unimplemented(
    message = "the order does not match the shape: an order has one static integer for every leaf",
    label = "another rank or nesting than the shape, or not static",
    note = "an order is a static tuple congruent with the shape, such as `shape!((1,2),(0,3))` for zN"
)]
#[doc(hidden)]
pub trait OrderList<S: ShapeList>: Copy {
    type Leaves: Weigh;
    type Strides<Before: Weigh, After: Weigh>: StrideList<S>;
    fn leaves(self, shape: S) -> Self::Leaves;
    fn strides<B: Weigh, A: Weigh>(self, shape: S, before: B, after: A) -> Self::Strides<B, A>;
}

impl<S: Integer, V: Nat> OrderList<Leaf<S>> for Leaf<Int<V>> {
    type Leaves = LeafAt<S, V>;
    type Strides<Before: Weigh, After: Weigh> = Leaf<Mul<Before::AtMost<V>, After::Below<V>>>;
    fn leaves(self, shape: Leaf<S>) -> LeafAt<S, V> {
        LeafAt(shape.0, core::marker::PhantomData)
    }
    fn strides<B: Weigh, A: Weigh>(self, _: Leaf<S>, before: B, after: A) -> Self::Strides<B, A> {
        Leaf(mul(before.at_most::<V>(), after.below::<V>()))
    }
}

impl OrderList<Nil> for Nil {
    type Leaves = NoLeaves;
    type Strides<Before: Weigh, After: Weigh> = Nil;
    fn leaves(self, _: Nil) -> NoLeaves {
        NoLeaves
    }
    fn strides<B: Weigh, A: Weigh>(self, _: Nil, _: B, _: A) -> Nil {
        Nil
    }
}

impl<S: Shape, SL: ShapeList, O: LeafOrder<S>, OL: OrderList<SL>> OrderList<Cons<S, SL>> for Cons<O, OL> {
    type Leaves = Both<O::Leaves, OL::Leaves>;
    type Strides<Before: Weigh, After: Weigh> =
        Cons<O::Strides<Before, Both<OL::Leaves, After>>, OL::Strides<Both<Before, O::Leaves>, After>>;
    fn leaves(self, shape: Cons<S, SL>) -> Self::Leaves {
        Both(self.0.leaves(shape.0), self.1.leaves(shape.1))
    }
    fn strides<B: Weigh, A: Weigh>(self, shape: Cons<S, SL>, before: B, after: A) -> Self::Strides<B, A> {
        let first = self.0.strides(shape.0, before, Both(self.1.leaves(shape.1), after));
        Cons(first, self.1.strides(shape.1, Both(before, self.0.leaves(shape.0)), after))
    }
}
