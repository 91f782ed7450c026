//! The layout that maps every coordinate to itself.

use super::layout::CoordinateLayout;
use super::origin::{Origin, axis};
use crate::int::Int;
use crate::layout::{Layout, LayoutError};
use crate::tuple::list::for_tuples;
use crate::tuple::{IntTuple, Shape, Stride, Weights, compact_col_major};
use typenum::{U0, U1};

/// The layout of a shape whose values are the coordinates themselves: `(4,5):(1@0,1@1)`.
///
/// A value has one integer for every top-level mode; for a nested mode it is the index in that mode, so that values
/// compare with the [`extents`](crate::layout::Layout::extents) of a layout. Post-condition: `result(c) = c` for
/// every coordinate `c` with one integer for every top-level mode. What is done to the result tells what the same
/// would do to the coordinates of any tensor of this shape. Its type is [`IdentityLayout<S>`]. Source: CuTe's
/// `make_identity_layout`, which has an axis for each leaf.
///
/// # Panics
/// If the shape is dynamic and its size does not fit in a machine word; [`try_identity_layout`] returns that as an
/// error.
///
/// ```
/// use tilework::prelude::*;
/// let coordinates = identity_layout(shape!(4, 5));
/// assert_eq!((coordinates.to_string(), size_of_val(&coordinates)), ("(_4,_5):(_1@0,_1@1)".into(), 0));
/// let known: (Int!(3), Int!(2)) = coordinates.offset(crd!(3, 2));
/// assert_eq!((coordinates.offset((3, 2)), coordinates.offset(11)), ((3, 2), (3, 2)));
/// assert_eq!(identity_layout(shape!(4, (2, 5))).to_string(), "(_4,(_2,_5)):(_1@0,(_1@1,_2@1))");
/// ```
///
/// The predicate of edge tiles is whether the coordinate is one of the tensor. Of all elements of all tiles it is
/// true for as many as the tensor has:
///
/// ```
/// use tilework::{prelude::*, tuple::elem_less};
/// // 10 by 7 in tiles of 4 by 4: three by two tiles, of which those at the edge overhang
/// let (tensor, tiler) = (layout!((10, 7):(1, 10)), tiler!(4, 4));
/// let coordinates = zipped_divide(identity_layout(tensor.extents()), tiler);
/// assert_eq!(coordinates.to_string(), "((_4,_4),(_3,_2)):((_1@0,_1@1),(_4@0,_4@1)) of (_10,_7)");
/// let inside = (0..96).filter(|&index| elem_less(coordinates.offset(index), tensor.extents()));
/// assert_eq!((coordinates.size(), inside.count()), (int!(96), 70));
///
/// // tile (2,1), the last one: two rows and three columns of it are there
/// let tile = coordinates.slice(crd!(_, (2, 1)));
/// assert_eq!(tile.offset(((1, 2),)), (9, 6));
/// assert_eq!((0..16).filter(|&index| tile.contains(index)).count(), 6);
/// ```
#[track_caller]
pub fn identity_layout<S: Identity<Axes = D, Zero = O>, D, O>(
    shape: S,
) -> CoordinateLayout<S, D, S::Sizes, O> {
    match try_identity_layout(shape) {
        Ok(layout) => layout,
        Err(error) => panic!("the identity layout of {}: {error}", shape.notation()),
    }
}

/// [`identity_layout`] with what is refused as an error.
///
/// # Errors
/// If a dynamic extent, or the size, does not fit in a machine word.
///
/// ```
/// use tilework::{basis::try_identity_layout, layout::LayoutError, prelude::*};
/// assert_eq!(try_identity_layout((4, usize::MAX)), Err(LayoutError::LeafTooLarge));
/// ```
pub fn try_identity_layout<S: Identity>(shape: S) -> Result<IdentityLayout<S>, LayoutError> {
    // the size, before strides are computed from it
    Layout::try_new(shape, shape.col_major::<Int<U0>>(Int::new()))?;
    Ok(CoordinateLayout::from_parts(shape, shape.axes(), shape.sizes(), S::Zero::ZERO))
}

/// The type of [`identity_layout`].
pub type IdentityLayout<S> =
    CoordinateLayout<S, <S as Identity>::Axes, <S as Shape>::Sizes, <S as Identity>::Zero>;

/// A shape that has an identity layout: a tuple.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no identity layout: it is not a tuple of extents",
    label = "a shape with modes is needed",
    note = "the coordinate of a shape that is one integer is its index: `column_major` is its identity"
)]
pub trait Identity: Shape {
    /// One axis for every top-level mode.
    type Axes: Weights<Self>;
    /// The coordinate zero.
    type Zero: Zeros + Origin<Self::Sizes>;
    #[doc(hidden)]
    fn axes(self) -> Self::Axes;
}

/// A static tuple of zeros.
#[doc(hidden)]
pub trait Zeros: IntTuple {
    const ZERO: Self;
}

macro_rules! zero {
    ($A:ident) => { Int<U0> };
}

macro_rules! identity {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<$($A: Shape),*> Identity for ($($A,)*) {
            type Axes = ($(<$A::ColMajor<Int<U1>> as Stride<$A>>::Along<axis!($i)>,)*);
            type Zero = ($(zero!($A),)*);
            fn axes(self) -> Self::Axes {
                ($(compact_col_major(self.$i).along::<axis!($i)>(),)*)
            }
        }
    };
}
for_tuples!(identity);

macro_rules! zeros {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl Zeros for ($(zero!($A),)*) {
            const ZERO: Self = ($(<zero!($A)>::new(),)*);
        }
    };
}
for_tuples!(zeros);
