//! The bound of code that looks at shape and stride.

use super::base::Layout;
use super::extent::Extent;
use super::mapping::Mapping;
use crate::tuple::{Shape, Stride};

/// A layout that is a shape and a stride: every [`Layout`], also where its type has no name.
///
/// [`Mapping`] is what a kernel asks of a layout as a function; `Strided` opens it up. [`Strided::layout`] gives the
/// [`Layout`] itself, with everything that offers, over types that are at least known to be a shape and its stride.
///
/// ```
/// use tilework::{layout::Strided, prelude::*};
/// /// The shape of any layout as text.
/// fn shape_text(layout: impl Strided) -> String {
///     layout.shape().notation().to_string()
/// }
/// assert_eq!(shape_text(layout!((4, 2):(2, 1))), "(_4,_2)");
/// assert_eq!(shape_text(make_layout::<zN, f16>(100, 50)), "((_16,7),(_16,4))");
/// ```
pub trait Strided: Mapping + PartialEq {
    /// The shape, padding included.
    type Shape: Shape;
    /// The stride, congruent with the shape.
    type Stride: Stride<Self::Shape>;
    /// The logical extent, as it is kept.
    type Extent: Extent<Self::Shape>;

    /// The layout as a [`Layout`].
    fn layout(self) -> Layout<Self::Shape, Self::Stride, Self::Extent>;

    /// The shape, padding included.
    #[inline]
    fn shape(&self) -> Self::Shape {
        self.layout().shape()
    }
    /// The stride, congruent with the shape.
    #[inline]
    fn stride(&self) -> Self::Stride {
        self.layout().stride()
    }
    /// The number of coordinates of the shape, padding included.
    #[inline]
    fn size(&self) -> <Self::Shape as Shape>::Size {
        self.layout().size()
    }
    /// Whether the layout has no padding.
    #[inline]
    fn is_exact(&self) -> bool {
        self.layout().is_exact()
    }
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Strided for Layout<S, D, E> {
    type Shape = S;
    type Stride = D;
    type Extent = E;

    #[inline]
    fn layout(self) -> Self {
        self
    }
}
