//! Sub-layouts by fixing coordinates: slice and dice.

use super::coordinate::{Entries, Outside};
use super::{Exact, Extent, Layout, LayoutError, Mapping};
use crate::int::sealed::Sealed;
use crate::int::{Int, Integer, Nat, Scalar, ceil_div};
use crate::tuple::list::{Cons, Leaf, Nil, for_tuples, list_type, list_value};
use crate::tuple::modes::{ToList, ToTuple};
use crate::tuple::{Shape, ShapeList, ShapeTuple, Stride, Text, WeightList, WeightTuple, Weights};
use core::fmt;
use typenum::U0;

/// A mode left free in a coordinate: what `_` stands for in [`crd!`](crate::crd!).
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Hash)]
pub struct Free;

impl fmt::Display for Free {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("_")
    }
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Layout<S, D, E> {
    /// The sub-layout of the modes left free (`_`), and the offset of the coordinates that are fixed.
    ///
    /// Every `_` becomes a top-level mode of the result, whichever depth it stands at; a `_` keeps a whole mode, which
    /// starts at 0, so nested modes keep their phase. Post-condition: for every coordinate `x` of the result, offset +
    /// `result.offset(x)` is the offset of the coordinate with `x` put for the `_`, and it is an element of the one
    /// where it is an element of the other: the logical extent is cut to what the fixed coordinates leave.
    ///
    /// Source: CuTe's `slice_and_offset`, with TLA's extent.
    ///
    /// # Panics
    /// If a fixed coordinate is outside its mode or extent (a static one does not compile), or if two parts of one
    /// padded mode are kept: what is left of it then is no box. [`try_slice`](Layout::try_slice) returns these as
    /// errors.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let (row, offset) = layout!((4, 8):(8, 1)).slice(crd!(2, _));
    /// assert_eq!((row.to_string(), offset), ("(_8):(_1)".into(), int!(16)));
    ///
    /// // one row of blocks, inside a zN layout: a `_` below the top
    /// let zn = layout!(((4, 2), (4, 3)):((4, 16), (1, 32)));
    /// let (blocks, offset) = zn.slice(crd!((_, 1), (_, 2)));
    /// assert_eq!((blocks.to_string(), offset), ("(_4,_4):(_4,_1)".into(), int!(80)));
    /// let j = 5;
    /// let (column, offset) = zn.slice(crd!(_, j));
    /// assert_eq!((column.to_string(), offset), ("((_4,_2)):((_4,_16))".into(), 33));
    ///
    /// // the last block of rows of seven in two blocks of four: three are left
    /// let padded = Layout::try_with_extent(shape!((4, 2), 3), stride!((1, 12), 4), shape!(7, 3)).unwrap();
    /// let (block, _) = padded.slice(crd!((_, 1), _));
    /// assert_eq!(block.to_string(), "(_4,_3):(_1,_4) of (3,_3)");
    /// ```
    #[track_caller]
    #[inline]
    pub fn slice<C: Slice<S, D, E>>(&self, crd: C) -> (SliceLayout<C, S, D, E>, C::Offset) {
        let () = <Self as SlicedBy<C>>::INSIDE;
        match self.try_slice(crd) {
            Ok(slice) => slice,
            Err(error) => panic!("this slice of {self} does not exist: {error}"),
        }
    }

    /// The same as [`slice`](Layout::slice), with a slice that does not exist as an error.
    ///
    /// # Errors
    /// If a coordinate that is fixed is outside its mode or the logical extent; or two parts are kept of a mode with
    /// padding.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = layout!((4, 8):(8, 1));
    /// let row = 4;
    /// let error = l.try_slice(crd!(row, _)).unwrap_err();
    /// assert_eq!(error.to_string(), "coordinate 4 is outside a mode of extent 4");
    /// ```
    #[inline]
    pub fn try_slice<C: Slice<S, D, E>>(&self, crd: C) -> TrySlice<C, S, D, E> {
        crd.cut(self)
    }

    /// The sub-layout of the modes that a [`slice`](Layout::slice) by the same coordinate would drop.
    ///
    /// # Panics
    /// If two parts of one padded mode are kept.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = layout!((4, 8, 2):(8, 1, 32));
    /// assert_eq!(l.dice(crd!(2, _, 0)).to_string(), "(_4,_2):(_8,_32)");
    /// ```
    #[track_caller]
    #[inline]
    pub fn dice<C: Part<S, D, Rest: Slice<S, D, E>>>(&self, crd: C) -> SliceLayout<C::Rest, S, D, E> {
        self.slice(crd.rest()).0
    }
}

/// The layout that a slice by the coordinate `C` keeps.
pub type SliceLayout<C, S, D, E> =
    Layout<<C as Slice<S, D, E>>::Shape, <C as Slice<S, D, E>>::Stride, <C as Slice<S, D, E>>::Extent>;

/// A coordinate that slices layouts `S:D` with extent `E`: integers that fix modes, `_` for modes that are kept.
#[diagnostic::on_unimplemented(
    message = "this coordinate does not slice this layout",
    label = "a coordinate with another rank or nesting than the layout, or with more than 12 free modes",
    note = "write an integer for a mode that is fixed and `_` for one that is kept, as in `layout.slice(crd!(i, _))`",
    note = "coordinate `{Self}`",
    note = "shape `{S}`"
)]
pub trait Slice<S: Shape, D: Stride<S>, E: Extent<S>>: Part<S, D> {
    /// What is kept of the shape.
    type Shape: Shape;
    /// What is kept of the stride.
    type Stride: Stride<Self::Shape>;
    /// What is left of the logical extent.
    type Extent: Extent<Self::Shape>;
    /// The type of the offset of what is fixed.
    type Offset: Scalar;
    #[doc(hidden)]
    fn cut(self, layout: &Layout<S, D, E>) -> TrySlice<Self, S, D, E>;
}

/// A slice and the offset it starts at, or why it does not exist.
pub type TrySlice<C, S, D, E> = Result<(SliceLayout<C, S, D, E>, <C as Slice<S, D, E>>::Offset), LayoutError>;

/// A layout of which the coordinate `C` keeps a part: every [`Layout`], swizzled layouts, and, by whole modes, those
/// that place their sums (F2 strides, XLA's tiles).
///
/// What generic code that slices says of its layouts. `C` is the type of the coordinate: integers for modes that are
/// fixed, [`Free`] for `_`. Sealed, as [`Mapping`] is.
///
/// ```
/// use tilework::{layout::{Free, SlicedBy}, prelude::*};
/// /// The largest element of a channel of images NCHW, in any layout.
/// fn largest<L: SlicedBy<(Free, usize, Free, Free)>>(images: View<'_, i32, L>, channel: usize) -> i32 {
///     fold(&images.slice(crd!(_, channel, _, _)).unwrap(), i32::MIN, i32::max)
/// }
/// let data: Vec<i32> = (0..120).collect();
/// assert_eq!(largest(View::new(&data, layout!((2, 3, 4, 5):(60, 20, 5, 1))).unwrap(), 1), 99);
/// assert_eq!(largest(View::new(&data, xla!(s32[2,3,4,5]{1,3,2,0})).unwrap(), 1), 118);
/// ```
#[diagnostic::on_unimplemented(
    message = "this coordinate does not slice this layout",
    label = "a coordinate with another rank or nesting than the layout, or not known to slice it",
    note = "write an integer for a mode that is fixed and `_` for one that is kept, as in `crd!(i, _)`",
    note = "coordinate `{C}`"
)]
pub trait SlicedBy<C: SlicingTuple>: Mapping {
    /// What is kept.
    type Kept: Mapping;
    /// The offset from which the offsets of what is kept count.
    #[doc(hidden)]
    type Fixed: Scalar;
    /// That static coordinates are inside their modes; otherwise a compile error.
    #[doc(hidden)]
    const INSIDE: ();
    #[doc(hidden)]
    fn try_cut(&self, crd: C) -> Result<(Self::Kept, Self::Fixed), LayoutError>;
    #[doc(hidden)]
    #[track_caller]
    #[inline]
    fn cut(&self, crd: C) -> (Self::Kept, Self::Fixed) {
        match self.try_cut(crd) {
            Ok(cut) => cut,
            Err(error) => panic!("this slice of {self} does not exist: {error}"),
        }
    }
}

impl<C: Slice<S, D, E>, S: Shape, D: Stride<S>, E: Extent<S>> SlicedBy<C> for Layout<S, D, E> {
    type Kept = SliceLayout<C, S, D, E>;
    type Fixed = <C as Slice<S, D, E>>::Offset;
    const INSIDE: () = check_slice(<C as Part<S, D>>::OUTSIDE, &Self::TEXT);

    #[inline]
    fn try_cut(&self, crd: C) -> Result<(Self::Kept, Self::Fixed), LayoutError> {
        self.try_slice(crd)
    }
}

/// `_` alone keeps the layout as it is.
impl<S: Shape, D: Stride<S>, E: Extent<S>> Slice<S, D, E> for Free {
    type Shape = S;
    type Stride = D;
    type Extent = E;
    type Offset = Int<U0>;

    #[inline]
    fn cut(self, layout: &Layout<S, D, E>) -> TrySlice<Self, S, D, E> {
        Ok((*layout, Int::new()))
    }
}

#[diagnostic::do_not_recommend]
impl<C, S, D, E> Slice<S, D, E> for C
where
    C: ToList + Part<S, D> + SlicingTuple<Parts: CropByMode<S::ShapeModes, D::WeightModes>>,
    S: Shape,
    D: Stride<S>,
    E: CropBy<C, S, D, Cropped: Extent<<Shapes<C, S, D> as ToTuple>::Tuple>>,
    Shapes<C, S, D>: ToTuple<Tuple: Shape>,
    Kept<C, S, D>: ToTuple<Tuple: Stride<<Shapes<C, S, D> as ToTuple>::Tuple>>,
{
    type Shape = <Shapes<C, S, D> as ToTuple>::Tuple;
    type Stride = <Kept<C, S, D> as ToTuple>::Tuple;
    type Extent = E::Cropped;
    type Offset = <C as Part<S, D>>::Along<U0>;

    #[inline]
    fn cut(self, layout: &Layout<S, D, E>) -> TrySlice<C, S, D, E> {
        let (shape, stride) = (layout.shape(), layout.stride());
        if let Some((crd, extent)) = Part::outside(self, shape) {
            return Err(LayoutError::Outside { crd, extent });
        }
        let extent = layout.extent().crop(self, shape)?;
        let (kept, weights) = (Part::shapes(self, shape, Nil), self.kept(stride, Nil));
        let kept = Layout::from_parts(kept.tuple(), weights.tuple(), extent);
        Ok((kept, Part::along::<U0>(self, shape, stride)))
    }
}

/// The lists of what a coordinate keeps of shape and stride.
type Shapes<C, S, D> = <C as Part<S, D>>::Shapes<Nil>;
type Kept<C, S, D> = <C as Part<S, D>>::Kept<Nil>;

/// One entry of a slicing coordinate, over the mode `S:D`: an integer, `_`, or a tuple of these.
///
/// What is kept is put in front of a list: of the shapes, strides and extents that later entries keep.
#[diagnostic::on_unimplemented(
    message = "this coordinate does not slice this layout",
    label = "a coordinate with another rank or nesting than the layout, or with more than 12 free modes",
    note = "write an integer for a mode that is fixed and `_` for one that is kept, as in `layout.slice(crd!(i, _))`",
    note = "coordinate `{Self}`",
    note = "shape `{S}`"
)]
#[doc(hidden)]
pub trait Part<S: Shape, D: Weights<S>>: SlicingTuple {
    type Shapes<T: ShapeList>: ShapeList;
    type Kept<T>;
    /// What is fixed comes to along axis `X`.
    type Along<X: Nat>: Scalar;
    /// A static entry that is outside its static mode.
    const OUTSIDE: Option<Outside>;

    fn shapes<T: ShapeList>(self, shape: S, after: T) -> Self::Shapes<T>;
    fn kept<T>(self, stride: D, after: T) -> Self::Kept<T>;
    fn along<X: Nat>(self, shape: S, stride: D) -> Self::Along<X>;
    /// The index of the entry in its mode, with 0 for every `_`.
    fn index(self, shape: S) -> usize;
    /// A fixed entry that is outside its mode: entry, extent.
    fn outside(self, shape: S) -> Option<(usize, usize)>;
}

#[diagnostic::do_not_recommend]
impl<C: SlicingTuple<Parts: Parts<S::ShapeModes, D::WeightModes>>, S: Shape, D: Weights<S>> Part<S, D> for C {
    type Shapes<T: ShapeList> = <C::Parts as Parts<S::ShapeModes, D::WeightModes>>::Shapes<T>;
    type Kept<T> = <C::Parts as Parts<S::ShapeModes, D::WeightModes>>::Kept<T>;
    type Along<X: Nat> = <C::Parts as Parts<S::ShapeModes, D::WeightModes>>::Along<X>;
    const OUTSIDE: Option<Outside> = C::Parts::OUTSIDE;

    #[inline]
    fn shapes<T: ShapeList>(self, shape: S, after: T) -> Self::Shapes<T> {
        self.parts().shapes(shape.shape_modes(), after)
    }
    #[inline]
    fn kept<T>(self, stride: D, after: T) -> Self::Kept<T> {
        self.parts().kept(stride.weight_modes(), after)
    }
    #[inline]
    fn along<X: Nat>(self, shape: S, stride: D) -> Self::Along<X> {
        self.parts().along::<X>(shape.shape_modes(), stride.weight_modes())
    }
    #[inline]
    fn index(self, shape: S) -> usize {
        self.parts().index(shape.shape_modes())
    }
    #[inline]
    fn outside(self, shape: S) -> Option<(usize, usize)> {
        self.parts().outside(shape.shape_modes())
    }
}

/// A slicing coordinate and the list of its entries: all that is written out for each rank.
#[diagnostic::on_unimplemented(
    message = "this coordinate does not slice this layout",
    label = "neither an integer, nor `_`, nor a tuple of up to 12 such",
    note = "write an integer for a mode that is fixed and `_` for one that is kept, as in `layout.slice(crd!(i, _))`"
)]
#[doc(hidden)]
pub trait SlicingTuple: Sealed + Copy {
    type Parts: Copy;
    /// The complement, for [`Layout::dice`]: `_` for each integer, and 0 for each `_`.
    type Rest: SlicingTuple;
    fn parts(self) -> Self::Parts;
    fn rest(self) -> Self::Rest;
}

#[diagnostic::do_not_recommend]
impl Sealed for Free {}

impl SlicingTuple for Free {
    type Parts = Leaf<Free>;
    type Rest = Int<U0>;
    #[inline]
    fn parts(self) -> Leaf<Free> {
        Leaf(self)
    }
    #[inline]
    fn rest(self) -> Int<U0> {
        Int::new()
    }
}

#[diagnostic::do_not_recommend]
impl<C: Integer> SlicingTuple for C {
    type Parts = Leaf<C>;
    type Rest = Free;
    #[inline]
    fn parts(self) -> Leaf<C> {
        Leaf(self)
    }
    #[inline]
    fn rest(self) -> Free {
        Free
    }
}

macro_rules! slicing_tuple {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: SlicingTuple),*> SlicingTuple for ($($A,)*) {
            type Parts = list_type!($($A),*);
            type Rest = ($($A::Rest,)*);
            #[inline]
            fn parts(self) -> Self::Parts {
                list_value!($(self.$i),*)
            }
            #[inline]
            fn rest(self) -> Self::Rest {
                ($(self.$i.rest(),)*)
            }
        }
    };
}
for_tuples!(slicing_tuple);

/// The entries of a slicing coordinate, over the modes they stand for.
///
/// What is kept is put in front of a list: of the shapes, strides and extents that later entries keep.
#[diagnostic::on_unimplemented(
    message = "this coordinate does not slice this layout",
    label = "a coordinate with another rank or nesting than the layout, or with more than 12 free modes",
    note = "write an integer for a mode that is fixed and `_` for one that is kept, as in `layout.slice(crd!(i, _))`"
)]
#[doc(hidden)]
pub trait Parts<S, D>: Copy {
    type Shapes<T: ShapeList>: ShapeList;
    type Kept<T>;
    /// The extents of what is kept; the extent of the whole mode is `E`.
    type Extents<E: Integer, T>;
    type Along<X: Nat>: Scalar;
    /// How many modes are kept.
    const FREE: usize;
    const OUTSIDE: Option<Outside>;

    fn shapes<T: ShapeList>(self, shape: S, after: T) -> Self::Shapes<T>;
    fn kept<T>(self, stride: D, after: T) -> Self::Kept<T>;
    /// The extents of what is kept when `valid` indices of this mode are elements.
    fn extents<E: Integer, T>(self, shape: S, valid: usize, after: T) -> Self::Extents<E, T>;
    fn along<X: Nat>(self, shape: S, stride: D) -> Self::Along<X>;
    fn index(self, shape: S) -> usize;
    fn outside(self, shape: S) -> Option<(usize, usize)>;
}

/// The rows of entries that keep no mode.
macro_rules! keeps_nothing {
    ($S:ty, $D:ty) => {
        type Shapes<T: ShapeList> = T;
        type Kept<T> = T;
        type Extents<E: Integer, T> = T;
        const FREE: usize = 0;

        #[inline]
        fn shapes<T: ShapeList>(self, _: $S, after: T) -> T {
            after
        }
        #[inline]
        fn kept<T>(self, _: $D, after: T) -> T {
            after
        }
        #[inline]
        fn extents<E: Integer, T>(self, _: $S, _: usize, after: T) -> T {
            after
        }
    };
}

/// The rows of entries that fix no mode.
macro_rules! fixes_nothing {
    ($S:ty, $D:ty) => {
        type Along<X: Nat> = Int<U0>;
        const OUTSIDE: Option<Outside> = None;

        #[inline]
        fn along<X: Nat>(self, _: $S, _: $D) -> Int<U0> {
            Int::new()
        }
        #[inline]
        fn index(self, _: $S) -> usize {
            0
        }
        #[inline]
        fn outside(self, _: $S) -> Option<(usize, usize)> {
            None
        }
    };
}

impl<S: ShapeList, D: WeightList<S> + ToTuple> Parts<S, D> for Leaf<Free> {
    type Shapes<T: ShapeList> = Cons<S::Tuple, T>;
    type Kept<T> = Cons<D::Tuple, T>;
    type Extents<E: Integer, T> = Cons<E, T>;
    fixes_nothing!(S, D);
    const FREE: usize = 1;

    #[inline]
    fn shapes<T: ShapeList>(self, shape: S, after: T) -> Self::Shapes<T> {
        Cons(shape.shape(), after)
    }
    #[inline]
    fn kept<T>(self, stride: D, after: T) -> Self::Kept<T> {
        Cons(stride.tuple(), after)
    }
    #[inline]
    fn extents<E: Integer, T>(self, _: S, valid: usize, after: T) -> Cons<E, T> {
        Cons(Integer::from_value(valid), after)
    }
}

impl<C: Integer, S: ShapeList, D: WeightList<S>> Parts<S, D> for Leaf<C> {
    keeps_nothing!(S, D);
    type Along<X: Nat> = <Self as Entries<S, D>>::Along<X>;
    const OUTSIDE: Option<Outside> = <Self as Entries<S, D>>::OUTSIDE;

    #[inline]
    fn along<X: Nat>(self, shape: S, stride: D) -> Self::Along<X> {
        Entries::along::<X>(self, shape, stride)
    }
    #[inline]
    fn index(self, _: S) -> usize {
        self.0.value()
    }
    #[inline]
    fn outside(self, shape: S) -> Option<(usize, usize)> {
        let (crd, extent) = (self.0.value(), shape.size().value());
        (crd >= extent).then_some((crd, extent))
    }
}

impl Parts<Nil, Nil> for Nil {
    keeps_nothing!(Nil, Nil);
    fixes_nothing!(Nil, Nil);
}

#[diagnostic::do_not_recommend]
impl<C, CL, S, SL, D, DL> Parts<Cons<S, SL>, Cons<D, DL>> for Cons<C, CL>
where
    C: SlicingTuple<Parts: Parts<S::ShapeModes, D::WeightModes>>,
    CL: Parts<SL, DL>,
    S: Shape,
    SL: Copy,
    D: Weights<S>,
{
    type Shapes<T: ShapeList> = <C::Parts as Parts<S::ShapeModes, D::WeightModes>>::Shapes<CL::Shapes<T>>;
    type Kept<T> = <C::Parts as Parts<S::ShapeModes, D::WeightModes>>::Kept<CL::Kept<T>>;
    type Extents<E: Integer, T> =
        <C::Parts as Parts<S::ShapeModes, D::WeightModes>>::Extents<usize, CL::Extents<usize, T>>;
    type Along<X: Nat> =
        <<C::Parts as Parts<S::ShapeModes, D::WeightModes>>::Along<X> as Scalar>::Plus<CL::Along<X>>;
    const FREE: usize = C::Parts::FREE + CL::FREE;
    const OUTSIDE: Option<Outside> = Outside::first(C::Parts::OUTSIDE, CL::OUTSIDE);

    #[inline]
    fn shapes<T: ShapeList>(self, shape: Cons<S, SL>, after: T) -> Self::Shapes<T> {
        self.0.parts().shapes(shape.0.shape_modes(), self.1.shapes(shape.1, after))
    }
    #[inline]
    fn kept<T>(self, stride: Cons<D, DL>, after: T) -> Self::Kept<T> {
        self.0.parts().kept(stride.0.weight_modes(), self.1.kept(stride.1, after))
    }
    /// The index of an element is `x + size * rest`, where `x` belongs to the first entry: if `rest` is fixed, the
    /// valid indices leave `valid - size * rest` values of `x`; if `x` is, they leave `(valid - x) / size` of `rest`.
    #[inline]
    fn extents<E: Integer, T>(self, shape: Cons<S, SL>, valid: usize, after: T) -> Self::Extents<E, T> {
        let (first, modes, size) = (self.0.parts(), shape.0.shape_modes(), shape.0.size().value());
        let (x, rest) = (first.index(modes), self.1.index(shape.1));
        let after = self.1.extents(shape.1, ceil_div(valid.saturating_sub(x), size), after);
        first.extents(modes, valid.saturating_sub(size * rest).min(size), after)
    }
    #[inline]
    fn along<X: Nat>(self, shape: Cons<S, SL>, stride: Cons<D, DL>) -> Self::Along<X> {
        let first = self.0.parts().along::<X>(shape.0.shape_modes(), stride.0.weight_modes());
        first.plus(self.1.along::<X>(shape.1, stride.1))
    }
    #[inline]
    fn index(self, shape: Cons<S, SL>) -> usize {
        self.0.parts().index(shape.0.shape_modes()) + shape.0.size().value() * self.1.index(shape.1)
    }
    #[inline]
    fn outside(self, shape: Cons<S, SL>) -> Option<(usize, usize)> {
        self.0.parts().outside(shape.0.shape_modes()).or_else(|| self.1.outside(shape.1))
    }
}

/// The entries of a slicing coordinate, one for every mode: what they leave of a list of extents.
#[diagnostic::on_unimplemented(
    message = "a layout with padding is sliced mode by mode",
    label = "not a tuple with one entry for every mode"
)]
#[doc(hidden)]
pub trait CropByMode<S, D>: Parts<S, D> {
    type Crop<L: ShapeList>;
    fn crop<L: ShapeList>(self, shape: S, extents: L) -> Result<Self::Crop<L>, LayoutError>;
}

impl CropByMode<Nil, Nil> for Nil {
    type Crop<L: ShapeList> = Nil;
    #[inline]
    fn crop<L: ShapeList>(self, _: Nil, _: L) -> Result<Nil, LayoutError> {
        Ok(Nil)
    }
}

impl<C, CL, S, SL, D, DL> CropByMode<Cons<S, SL>, Cons<D, DL>> for Cons<C, CL>
where
    C: SlicingTuple<Parts: Parts<S::ShapeModes, D::WeightModes>>,
    CL: CropByMode<SL, DL>,
    S: Shape,
    SL: Copy,
    D: Weights<S>,
{
    type Crop<L: ShapeList> = <C::Parts as Parts<S::ShapeModes, D::WeightModes>>::Extents<
        <L::Head as Shape>::Size,
        CL::Crop<L::Tail>,
    >;
    fn crop<L: ShapeList>(self, shape: Cons<S, SL>, extents: L) -> Result<Self::Crop<L>, LayoutError> {
        let (first, modes) = (self.0.parts(), shape.0.shape_modes());
        let (crd, size, extent) = (first.index(modes), modes.size().value(), extents.head().size().value());
        if C::Parts::FREE == 0 && crd >= extent {
            return Err(LayoutError::Outside { crd, extent });
        }
        if C::Parts::FREE > 1 && extent < size {
            return Err(LayoutError::NoBox { extent, size });
        }
        let after = self.1.crop(shape.1, extents.tail())?;
        Ok(first.extents(modes, extent, after))
    }
}

/// The extent a slice by `C` leaves of this one.
#[doc(hidden)]
pub trait CropBy<C: Part<S, D>, S: Shape, D: Stride<S>>: Extent<S> {
    type Cropped;
    fn crop(self, crd: C, shape: S) -> Result<Self::Cropped, LayoutError>;
}

impl<C: Part<S, D>, S: Shape, D: Stride<S>> CropBy<C, S, D> for Exact {
    type Cropped = Exact;
    #[inline]
    fn crop(self, _: C, _: S) -> Result<Exact, LayoutError> {
        Ok(Exact)
    }
}

#[diagnostic::do_not_recommend]
impl<E, C, S, D> CropBy<C, S, D> for E
where
    E: Shape + Extent<S>,
    C: Part<S, D> + SlicingTuple<Parts: CropByMode<S::ShapeModes, D::WeightModes>>,
    S: Shape,
    D: Stride<S>,
    Cropped<E, C, S, D>: ToTuple,
{
    type Cropped = <Cropped<E, C, S, D> as ToTuple>::Tuple;
    #[inline]
    fn crop(self, crd: C, shape: S) -> Result<Self::Cropped, LayoutError> {
        Ok(crd.parts().crop(shape.shape_modes(), self.shape_modes())?.tuple())
    }
}

/// What a slice by `C` leaves of the extents `E`, as a list.
type Cropped<E, C, S, D> = <<C as SlicingTuple>::Parts as CropByMode<
    <S as ShapeTuple>::ShapeModes,
    <D as WeightTuple<S>>::WeightModes,
>>::Crop<<E as ShapeTuple>::ShapeModes>;

/// A static coordinate outside its mode in a layout, given in notation, as a compile error.
#[track_caller]
pub(crate) const fn check_slice(outside: Option<Outside>, layout: &Text) {
    if let Some(outside) = outside {
        panic!("{}", outside.message_in(layout).as_str())
    }
}
