//! Sub-layouts by fixing coordinates: slice and dice.

use super::coordinate::{self, Outside, first};
use super::{Exact, Extent, Layout, LayoutError};
use crate::int::sealed::Sealed;
use crate::int::{Int, Integer, Nat, Scalar, ceil_div};
use crate::tuple::list::{Cons, Nil, for_tuples, list_type, list_value};
use crate::tuple::modes::ToTuple;
use crate::tuple::{Shape, ShapeList, Stride, Weights};
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
    pub fn slice<C: Slice<S, D, E>>(&self, crd: C) -> (SliceLayout<C, S, D, E>, C::Offset) {
        const { check_static_slice::<C, S, D>() };
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

/// `_` alone keeps the layout as it is.
impl<S: Shape, D: Stride<S>, E: Extent<S>> Slice<S, D, E> for Free {
    type Shape = S;
    type Stride = D;
    type Extent = E;
    type Offset = Int<U0>;

    fn cut(self, layout: &Layout<S, D, E>) -> TrySlice<Self, S, D, E> {
        Ok((*layout, Int::new()))
    }
}

macro_rules! slice_by_modes {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: Copy,)* SHAPE, STRIDE, EXTENT> Slice<SHAPE, STRIDE, EXTENT> for ($($A,)*)
        where
            SHAPE: Shape,
            STRIDE: Stride<SHAPE>,
            Self: Part<SHAPE, STRIDE>,
            EXTENT: CropBy<Self, SHAPE, STRIDE>,
            Shapes<Self, SHAPE, STRIDE>: ToTuple<Tuple: Shape>,
            Kept<Self, SHAPE, STRIDE>: ToTuple<Tuple: Stride<<Shapes<Self, SHAPE, STRIDE> as ToTuple>::Tuple>>,
            EXTENT::Cropped: Extent<<Shapes<Self, SHAPE, STRIDE> as ToTuple>::Tuple>,
        {
            type Shape = <Shapes<Self, SHAPE, STRIDE> as ToTuple>::Tuple;
            type Stride = <Kept<Self, SHAPE, STRIDE> as ToTuple>::Tuple;
            type Extent = EXTENT::Cropped;
            type Offset = <Self as Part<SHAPE, STRIDE>>::Along<U0>;

            fn cut(self, layout: &Layout<SHAPE, STRIDE, EXTENT>) -> TrySlice<Self, SHAPE, STRIDE, EXTENT> {
                let (shape, stride) = (layout.shape(), layout.stride());
                if let Some((crd, extent)) = Part::outside(self, shape) {
                    return Err(LayoutError::Outside { crd, extent });
                }
                let extent = layout.extent().crop(self, shape)?;
                let (kept, weights) = (self.shapes(shape, Nil), self.kept(stride, Nil));
                let kept = Layout::from_parts(kept.tuple(), weights.tuple(), extent);
                Ok((kept, Part::along::<U0>(self, shape, stride)))
            }
        }
    };
}
for_tuples!(slice_by_modes);

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
pub trait Part<S: Shape, D: Weights<S>>: Sealed + Copy {
    #[doc(hidden)]
    type Shapes<T: ShapeList>: ShapeList;
    #[doc(hidden)]
    type Kept<T>;
    /// The extent of the mode is `E`: those of what is kept.
    #[doc(hidden)]
    type Extents<E: Integer, T>;
    /// What is fixed comes to along axis `X`.
    #[doc(hidden)]
    type Along<X: Nat>: Scalar;
    /// The complement, for [`Layout::dice`]: `_` for each integer, and 0 for each `_`.
    #[doc(hidden)]
    type Rest: Part<S, D>;
    /// How many modes are kept.
    #[doc(hidden)]
    const FREE: usize;
    /// A static entry that is outside its static mode.
    #[doc(hidden)]
    const OUTSIDE: Option<Outside>;

    #[doc(hidden)]
    fn shapes<T: ShapeList>(self, shape: S, after: T) -> Self::Shapes<T>;
    #[doc(hidden)]
    fn kept<T>(self, stride: D, after: T) -> Self::Kept<T>;
    /// The extents of what is kept when `valid` indices of this mode are elements.
    #[doc(hidden)]
    fn extents<E: Integer, T>(self, shape: S, valid: usize, after: T) -> Self::Extents<E, T>;
    #[doc(hidden)]
    fn along<X: Nat>(self, shape: S, stride: D) -> Self::Along<X>;
    #[doc(hidden)]
    fn rest(self) -> Self::Rest;
    /// The index of the entry in its mode, with 0 for every `_`.
    #[doc(hidden)]
    fn index(self, shape: S) -> usize;
    /// A fixed entry that is outside its mode: entry, extent.
    #[doc(hidden)]
    fn outside(self, shape: S) -> Option<(usize, usize)>;
}

impl Sealed for Free {}

impl<S: Shape, D: Weights<S>> Part<S, D> for Free {
    type Shapes<T: ShapeList> = Cons<S, T>;
    type Kept<T> = Cons<D, T>;
    type Extents<E: Integer, T> = Cons<E, T>;
    type Along<X: Nat> = Int<U0>;
    type Rest = Int<U0>;
    const FREE: usize = 1;
    const OUTSIDE: Option<Outside> = None;

    fn shapes<T: ShapeList>(self, shape: S, after: T) -> Cons<S, T> {
        Cons(shape, after)
    }
    fn kept<T>(self, stride: D, after: T) -> Cons<D, T> {
        Cons(stride, after)
    }
    fn extents<E: Integer, T>(self, _: S, valid: usize, after: T) -> Cons<E, T> {
        Cons(Integer::from_value(valid), after)
    }
    fn along<X: Nat>(self, _: S, _: D) -> Int<U0> {
        Int::new()
    }
    fn rest(self) -> Int<U0> {
        Int::new()
    }
    fn index(self, _: S) -> usize {
        0
    }
    fn outside(self, _: S) -> Option<(usize, usize)> {
        None
    }
}

#[diagnostic::do_not_recommend]
impl<C: Integer, S: Shape, D: Weights<S>> Part<S, D> for C {
    type Shapes<T: ShapeList> = T;
    type Kept<T> = T;
    type Extents<E: Integer, T> = T;
    type Along<X: Nat> = <C as coordinate::Entries<S, D>>::Along<X>;
    type Rest = Free;
    const FREE: usize = 0;
    const OUTSIDE: Option<Outside> = <C as coordinate::Entries<S, D>>::OUTSIDE;

    fn shapes<T: ShapeList>(self, _: S, after: T) -> T {
        after
    }
    fn kept<T>(self, _: D, after: T) -> T {
        after
    }
    fn extents<E: Integer, T>(self, _: S, _: usize, after: T) -> T {
        after
    }
    fn along<X: Nat>(self, shape: S, stride: D) -> Self::Along<X> {
        coordinate::Entries::<S, D>::along::<X>(self, shape, stride)
    }
    fn rest(self) -> Free {
        Free
    }
    fn index(self, _: S) -> usize {
        self.value()
    }
    fn outside(self, shape: S) -> Option<(usize, usize)> {
        let (crd, extent) = (self.value(), shape.size().value());
        (crd >= extent).then_some((crd, extent))
    }
}

/// The entries of a slicing coordinate as a list, over the lists of the modes they stand for.
#[doc(hidden)]
pub trait Parts<S: ShapeList, D>: Copy {
    type Shapes<T: ShapeList>: ShapeList;
    type Kept<T>;
    type Extents<T>;
    type Crop<L: ShapeList>;
    type Along<X: Nat>: Scalar;

    fn shapes<T: ShapeList>(self, shapes: S, after: T) -> Self::Shapes<T>;
    fn kept<T>(self, strides: D, after: T) -> Self::Kept<T>;
    fn extents<T>(self, shapes: S, valid: usize, after: T) -> Self::Extents<T>;
    fn crop<L: ShapeList>(self, shapes: S, extents: L) -> Result<Self::Crop<L>, LayoutError>;
    fn along<X: Nat>(self, shapes: S, strides: D) -> Self::Along<X>;
    fn index(self, shapes: S) -> usize;
    fn outside(self, shapes: S) -> Option<(usize, usize)>;
}

impl Parts<Nil, Nil> for Nil {
    type Shapes<T: ShapeList> = T;
    type Kept<T> = T;
    type Extents<T> = T;
    type Crop<L: ShapeList> = Nil;
    type Along<X: Nat> = Int<U0>;

    fn shapes<T: ShapeList>(self, _: Nil, after: T) -> T {
        after
    }
    fn kept<T>(self, _: Nil, after: T) -> T {
        after
    }
    fn extents<T>(self, _: Nil, _: usize, after: T) -> T {
        after
    }
    fn crop<L: ShapeList>(self, _: Nil, _: L) -> Result<Nil, LayoutError> {
        Ok(Nil)
    }
    fn along<X: Nat>(self, _: Nil, _: Nil) -> Int<U0> {
        Int::new()
    }
    fn index(self, _: Nil) -> usize {
        0
    }
    fn outside(self, _: Nil) -> Option<(usize, usize)> {
        None
    }
}

impl<C, CL, S, SL, D, DL> Parts<Cons<S, SL>, Cons<D, DL>> for Cons<C, CL>
where
    C: Part<S, D>,
    CL: Parts<SL, DL>,
    S: Shape,
    SL: ShapeList,
    D: Weights<S>,
{
    type Shapes<T: ShapeList> = C::Shapes<CL::Shapes<T>>;
    type Kept<T> = C::Kept<CL::Kept<T>>;
    type Extents<T> = C::Extents<usize, CL::Extents<T>>;
    type Crop<L: ShapeList> = C::Extents<<L::Head as Shape>::Size, CL::Crop<L::Tail>>;
    type Along<X: Nat> = <C::Along<X> as Scalar>::Plus<CL::Along<X>>;

    fn shapes<T: ShapeList>(self, shapes: Cons<S, SL>, after: T) -> Self::Shapes<T> {
        self.0.shapes(shapes.0, self.1.shapes(shapes.1, after))
    }
    fn kept<T>(self, strides: Cons<D, DL>, after: T) -> Self::Kept<T> {
        self.0.kept(strides.0, self.1.kept(strides.1, after))
    }
    /// The index of an element is `x + size * rest`, where `x` belongs to the first entry: if `rest` is fixed, the
    /// valid indices leave `valid - size * rest` values of `x`; if `x` is, they leave `(valid - x) / size` of `rest`.
    fn extents<T>(self, shapes: Cons<S, SL>, valid: usize, after: T) -> Self::Extents<T> {
        let (size, x, rest) = (shapes.0.size().value(), self.0.index(shapes.0), self.1.index(shapes.1));
        let after = self.1.extents(shapes.1, ceil_div(valid.saturating_sub(x), size), after);
        self.0.extents(shapes.0, valid.saturating_sub(size * rest).min(size), after)
    }
    fn crop<L: ShapeList>(self, shapes: Cons<S, SL>, extents: L) -> Result<Self::Crop<L>, LayoutError> {
        let (size, extent) = (shapes.0.size().value(), extents.head().size().value());
        let crd = self.0.index(shapes.0);
        if C::FREE == 0 && crd >= extent {
            return Err(LayoutError::Outside { crd, extent });
        }
        if C::FREE > 1 && extent < size {
            return Err(LayoutError::NoBox { extent, size });
        }
        let after = self.1.crop(shapes.1, extents.tail())?;
        Ok(self.0.extents(shapes.0, extent, after))
    }
    fn along<X: Nat>(self, shapes: Cons<S, SL>, strides: Cons<D, DL>) -> Self::Along<X> {
        self.0.along::<X>(shapes.0, strides.0).plus(self.1.along::<X>(shapes.1, strides.1))
    }
    fn index(self, shapes: Cons<S, SL>) -> usize {
        self.0.index(shapes.0) + shapes.0.size().value() * self.1.index(shapes.1)
    }
    fn outside(self, shapes: Cons<S, SL>) -> Option<(usize, usize)> {
        self.0.outside(shapes.0).or_else(|| self.1.outside(shapes.1))
    }
}

/// A slicing coordinate with one entry for every mode: what it leaves of a list of their extents.
#[diagnostic::on_unimplemented(
    message = "a layout with padding is sliced mode by mode",
    label = "not a tuple with one entry for every mode"
)]
pub trait SliceByMode<S: Shape, D: Weights<S>>: Part<S, D> {
    #[doc(hidden)]
    type Crop<L: ShapeList>;
    #[doc(hidden)]
    fn crop<L: ShapeList>(self, shape: S, extents: L) -> Result<Self::Crop<L>, LayoutError>;
}

/// The extent a slice by `C` leaves of this one.
pub trait CropBy<C: Part<S, D>, S: Shape, D: Stride<S>>: Extent<S> {
    #[doc(hidden)]
    type Cropped;
    #[doc(hidden)]
    fn crop(self, crd: C, shape: S) -> Result<Self::Cropped, LayoutError>;
}

impl<C: Part<S, D>, S: Shape, D: Stride<S>> CropBy<C, S, D> for Exact {
    type Cropped = Exact;
    fn crop(self, _: C, _: S) -> Result<Exact, LayoutError> {
        Ok(Exact)
    }
}

macro_rules! part {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: Part<$SA, $DA>, $SA: Shape, $DA: Weights<$SA>),*> Part<($($SA,)*), ($($DA,)*)> for ($($A,)*) {
            type Shapes<T: ShapeList> =
                <list_type!($($A),*) as Parts<list_type!($($SA),*), list_type!($($DA),*)>>::Shapes<T>;
            type Kept<T> = <list_type!($($A),*) as Parts<list_type!($($SA),*), list_type!($($DA),*)>>::Kept<T>;
            type Extents<EXTENT: Integer, T> =
                <list_type!($($A),*) as Parts<list_type!($($SA),*), list_type!($($DA),*)>>::Extents<T>;
            type Along<X: Nat> =
                <list_type!($($A),*) as Parts<list_type!($($SA),*), list_type!($($DA),*)>>::Along<X>;
            type Rest = ($($A::Rest,)*);
            const FREE: usize = 0 $(+ $A::FREE)*;
            const OUTSIDE: Option<Outside> = {
                let outside = None;
                $(let outside = first(outside, $i, $A::OUTSIDE);)*
                outside
            };

            fn shapes<T: ShapeList>(self, shape: ($($SA,)*), after: T) -> Self::Shapes<T> {
                Parts::<_, list_type!($($DA),*)>::shapes(list_value!($(self.$i),*), shape.shape_modes(), after)
            }
            fn kept<T>(self, _stride: ($($DA,)*), after: T) -> Self::Kept<T> {
                let list = list_value!($(self.$i),*);
                Parts::<list_type!($($SA),*), _>::kept(list, list_value!($(_stride.$i),*), after)
            }
            fn extents<EXTENT: Integer, T>(
                self,
                shape: ($($SA,)*),
                valid: usize,
                after: T,
            ) -> Self::Extents<EXTENT, T> {
                let list = list_value!($(self.$i),*);
                Parts::<_, list_type!($($DA),*)>::extents(list, shape.shape_modes(), valid, after)
            }
            fn along<X: Nat>(self, shape: ($($SA,)*), _stride: ($($DA,)*)) -> Self::Along<X> {
                list_value!($(self.$i),*).along::<X>(shape.shape_modes(), list_value!($(_stride.$i),*))
            }
            fn rest(self) -> Self::Rest {
                ($(self.$i.rest(),)*)
            }
            fn index(self, shape: ($($SA,)*)) -> usize {
                Parts::<_, list_type!($($DA),*)>::index(list_value!($(self.$i),*), shape.shape_modes())
            }
            fn outside(self, shape: ($($SA,)*)) -> Option<(usize, usize)> {
                Parts::<_, list_type!($($DA),*)>::outside(list_value!($(self.$i),*), shape.shape_modes())
            }
        }

        impl<$($A: Part<$SA, $DA>, $SA: Shape, $DA: Weights<$SA>),*> SliceByMode<($($SA,)*), ($($DA,)*)> for ($($A,)*) {
            type Crop<LIST: ShapeList> =
                <list_type!($($A),*) as Parts<list_type!($($SA),*), list_type!($($DA),*)>>::Crop<LIST>;
            fn crop<LIST: ShapeList>(
                self,
                shape: ($($SA,)*),
                extents: LIST,
            ) -> Result<Self::Crop<LIST>, LayoutError> {
                Parts::<_, list_type!($($DA),*)>::crop(list_value!($(self.$i),*), shape.shape_modes(), extents)
            }
        }

        impl<$($A: Integer,)* CRD, SHAPE, STRIDE> CropBy<CRD, SHAPE, STRIDE> for ($($A,)*)
        where
            CRD: SliceByMode<SHAPE, STRIDE>,
            SHAPE: Shape,
            STRIDE: Stride<SHAPE>,
            Self: Extent<SHAPE>,
            CRD::Crop<list_type!($($A),*)>: ToTuple,
        {
            type Cropped = <CRD::Crop<list_type!($($A),*)> as ToTuple>::Tuple;
            fn crop(self, crd: CRD, shape: SHAPE) -> Result<Self::Cropped, LayoutError> {
                Ok(crd.crop(shape, list_value!($(self.$i),*))?.tuple())
            }
        }
    };
}
for_tuples!(part);

/// A static coordinate outside its static mode, as a compile error.
const fn check_static_slice<C: Part<S, D>, S: Shape, D: Stride<S>>() {
    if let Some(outside) = C::OUTSIDE {
        panic!("{}", outside.message::<S, D>().as_str())
    }
}
