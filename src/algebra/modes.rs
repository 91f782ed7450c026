//! Modes picked, rearranged and put together: the verbs of tuples, on shape and stride together.

use super::parts::ExactList;
use crate::int::Int;
use crate::layout::{Exact, Extent, Layout, LayoutError};
use crate::tuple::modes::{At, Place, ToList};
use crate::tuple::{Append, Descend, FillTo, Flatten, Get, Group, Prepend, Select, Shape, Stride, Take};
use typenum::{U0, U1};

/// What a verb of tuples makes of shape and stride.
macro_rules! verb_on_both {
    ($($Trait:ident<$([$($generic:tt)*])? $($P:ident),*>: $Result:ident by $verb:ident;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($($generic)*,)? S, D> $Trait<$($P),*> for Layout<S, D>
        where
            S: Shape + $Trait<$($P,)* $Result: Shape>,
            D: Stride<S> + $Trait<$($P,)* $Result: Stride<<S as $Trait<$($P),*>>::$Result>>,
        {
            type $Result =
                Layout<<S as $Trait<$($P),*>>::$Result, <D as $Trait<$($P),*>>::$Result>;
            fn $verb(self) -> Self::$Result {
                Layout::from_parts(
                    $Trait::<$($P),*>::$verb(self.shape()),
                    $Trait::<$($P),*>::$verb(self.stride()),
                    Exact,
                )
            }
        }
    )* };
}

verb_on_both! {
    Flatten<>: Flat by flattened;
    Descend<[P] P>: Subtree by descend;
    Take<[const B: usize, const E: usize] B, E>: Taken by taken;
    Group<[const B: usize, const E: usize] B, E>: Grouped by grouped;
}

#[diagnostic::do_not_recommend]
impl<S, D, E, const I: usize> Get<I> for Layout<S, D, E>
where
    S: Shape + Get<I, Mode: Shape>,
    D: Stride<S> + Get<I, Mode: Stride<<S as Get<I>>::Mode>>,
    E: Extent<S>,
{
    type Mode = Layout<<S as Get<I>>::Mode, <D as Get<I>>::Mode>;
    fn mode(self) -> Self::Mode {
        self.get::<I>()
    }
}

/// Modes may be selected twice, so offsets may overflow.
#[diagnostic::do_not_recommend]
impl<S, D, P> Select<P> for Layout<S, D>
where
    S: Shape + Select<P, Selected: Shape>,
    D: Stride<S> + Select<P, Selected: Stride<<S as Select<P>>::Selected>>,
{
    type Selected = Layout<<S as Select<P>>::Selected, <D as Select<P>>::Selected>;
    #[track_caller]
    fn selected(self) -> Self::Selected {
        Layout::new(Select::<P>::selected(self.shape()), Select::<P>::selected(self.stride()))
    }
}

#[diagnostic::do_not_recommend]
impl<S, D, E, P> Select<P> for Layout<S, D, E>
where
    S: Shape + Select<P, Selected: Shape>,
    D: Stride<S> + Select<P, Selected: Stride<<S as Select<P>>::Selected>>,
    E: Shape + Extent<S> + Select<P, Selected: Extent<<S as Select<P>>::Selected>>,
{
    type Selected =
        Layout<<S as Select<P>>::Selected, <D as Select<P>>::Selected, <E as Select<P>>::Selected>;
    #[track_caller]
    fn selected(self) -> Self::Selected {
        let (shape, stride) = (Select::<P>::selected(self.shape()), Select::<P>::selected(self.stride()));
        match Layout::try_with_extent(shape, stride, Select::<P>::selected(self.extent())) {
            Ok(layout) => layout,
            Err(error) => panic!("these modes of {self} are no layout: {error}"),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<S, D, T, F> Append<Layout<T, F>> for Layout<S, D>
where
    T: Shape,
    F: Stride<T>,
    S: Shape + Append<T, Appended: Shape>,
    D: Stride<S> + Append<F, Appended: Stride<<S as Append<T>>::Appended>>,
{
    type Appended = Layout<<S as Append<T>>::Appended, <D as Append<F>>::Appended>;
    #[track_caller]
    fn appended(self, mode: Layout<T, F>) -> Self::Appended {
        Layout::new(self.shape().appended(mode.shape()), self.stride().appended(mode.stride()))
    }
}

#[diagnostic::do_not_recommend]
impl<S, D, T, F> Prepend<Layout<T, F>> for Layout<S, D>
where
    T: Shape,
    F: Stride<T>,
    S: Shape + Prepend<T, Prepended: Shape>,
    D: Stride<S> + Prepend<F, Prepended: Stride<<S as Prepend<T>>::Prepended>>,
{
    type Prepended = Layout<<S as Prepend<T>>::Prepended, <D as Prepend<F>>::Prepended>;
    #[track_caller]
    fn prepended(self, mode: Layout<T, F>) -> Self::Prepended {
        Layout::new(self.shape().prepended(mode.shape()), self.stride().prepended(mode.stride()))
    }
}

/// What can be filled up to rank `N` with modes `_1:_0`; see [`Layout::append_to`].
#[diagnostic::on_unimplemented(
    message = "this cannot be filled up to rank {N}",
    label = "not an exact layout of at most {N} modes"
)]
pub trait FillToRank<const N: usize> {
    /// With those modes behind.
    type Appended;
    /// With those modes in front.
    type Prepended;
    #[doc(hidden)]
    fn fill_behind(self) -> Self::Appended;
    #[doc(hidden)]
    fn fill_in_front(self) -> Self::Prepended;
}

type Index<const N: usize> = <At<N> as Place>::Index;
type FilledShape<S, const N: usize> = <S as FillTo<Index<N>, Int<U1>>>::Appended;
type FilledStride<D, const N: usize> = <D as FillTo<Index<N>, Int<U0>>>::Appended;
type FrontFilledShape<S, const N: usize> = <S as FillTo<Index<N>, Int<U1>>>::Prepended;
type FrontFilledStride<D, const N: usize> = <D as FillTo<Index<N>, Int<U0>>>::Prepended;

#[diagnostic::do_not_recommend]
impl<S, D, const N: usize> FillToRank<N> for Layout<S, D>
where
    At<N>: Place,
    S: Shape + FillTo<Index<N>, Int<U1>, Appended: Shape, Prepended: Shape>,
    D: Stride<S>
        + FillTo<
            Index<N>,
            Int<U0>,
            Appended: Stride<FilledShape<S, N>>,
            Prepended: Stride<FrontFilledShape<S, N>>,
        >,
{
    type Appended = Layout<FilledShape<S, N>, FilledStride<D, N>>;
    type Prepended = Layout<FrontFilledShape<S, N>, FrontFilledStride<D, N>>;
    fn fill_behind(self) -> Self::Appended {
        let (shape, stride) = (self.shape(), self.stride());
        Layout::from_parts(shape.fill_behind(Int::new()), stride.fill_behind(Int::new()), Exact)
    }
    fn fill_in_front(self) -> Self::Prepended {
        let (shape, stride) = (self.shape(), self.stride());
        Layout::from_parts(shape.fill_in_front(Int::new()), stride.fill_in_front(Int::new()), Exact)
    }
}

impl<S: Shape, D: Stride<S>> Layout<S, D> {
    /// The layout of the leaves, without nesting; an integer stays itself. See [`flatten`](crate::tuple::flatten).
    ///
    /// Post-condition: the same offset at every index, depth at most 1.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!(layout!(((2, 3), 4):((1, 2), 6)).flatten(), layout!((2, 3, 4):(1, 2, 6)));
    /// ```
    pub fn flatten(self) -> <Self as Flatten>::Flat
    where
        Self: Flatten,
    {
        Flatten::flattened(self)
    }

    /// The layout at the end of a path of modes. Source: CuTe's `get<I0, I1>`.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!(layout!((2, (3, 4)):(12, (4, 1))).at(crd!(1, 0)), layout!(3:4));
    /// ```
    pub fn at<P>(self, _path: P) -> <Self as Descend<P>>::Subtree
    where
        Self: Descend<P>,
    {
        Descend::descend(self)
    }

    /// The layout of the modes from `B` up to, not including, `E`. Source: CuTe's `take`.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!(layout!((2, 3, 4, 5)).take::<1, 3>(), layout!((3, 4):(2, 6)));
    /// ```
    pub fn take<const B: usize, const E: usize>(self) -> <Self as Take<B, E>>::Taken
    where
        Self: Take<B, E>,
    {
        Take::taken(self)
    }

    /// The layout of the modes with the given static numbers, in that order. Source: CuTe's `select`.
    ///
    /// # Panics
    /// If a mode is selected more than once and some offset does not fit in a machine word: of static leaves that
    /// does not compile.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!(layout!((2, 3, 4):(1, 2, 6)).select(crd!(2, 0)), layout!((4, 2):(6, 1)));
    /// ```
    #[track_caller]
    pub fn select<P>(self, _modes: P) -> <Self as Select<P>>::Selected
    where
        Self: Select<P>,
    {
        Select::selected(self)
    }

    /// The layout with the modes from `B` up to, not including, `E` as one nested mode. Source: CuTe's `group`.
    ///
    /// Post-condition: the same offset at every index.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!(layout!((2, 3, 4):(1, 2, 6)).group::<0, 2>(), layout!(((2, 3), 4):((1, 2), 6)));
    /// ```
    pub fn group<const B: usize, const E: usize>(self) -> <Self as Group<B, E>>::Grouped
    where
        Self: Group<B, E>,
    {
        Group::grouped(self)
    }

    /// The layout with another as one more mode at the end; an integer counts as a layout of one mode.
    ///
    /// # Panics
    /// If some offset does not fit in a machine word: of static leaves that does not compile.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!(layout!((2, 3)).append(layout!((4, 5):(6, 24))), layout!((2, 3, (4, 5))));
    /// ```
    #[track_caller]
    pub fn append<L>(self, mode: L) -> <Self as Append<L>>::Appended
    where
        Self: Append<L>,
    {
        Append::appended(self, mode)
    }

    /// The layout with another as one more mode in front; an integer counts as a layout of one mode.
    ///
    /// # Panics
    /// As [`append`](Layout::append).
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!(layout!(3:1).prepend(layout!(2:3)), layout!((2, 3):(3, 1)));
    /// ```
    #[track_caller]
    pub fn prepend<L>(self, mode: L) -> <Self as Prepend<L>>::Prepended
    where
        Self: Prepend<L>,
    {
        Prepend::prepended(self, mode)
    }

    /// The layout filled up to rank `N` with modes `_1:_0` at the end. Source: CuTe's `append<N>`.
    ///
    /// Post-condition: rank `N`, and the same offset at every index.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!(layout!((2, 3, 4):(1, 2, 6)).append_to::<4>(), layout!((2, 3, 4, 1):(1, 2, 6, 0)));
    /// ```
    pub fn append_to<const N: usize>(self) -> <Self as FillToRank<N>>::Appended
    where
        Self: FillToRank<N>,
    {
        FillToRank::fill_behind(self)
    }

    /// The layout filled up to rank `N` with modes `_1:_0` in front. Source: CuTe's `prepend<N>`.
    ///
    /// Post-condition: rank `N`, and the same offset at every index.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!(layout!(3:4).prepend_to::<2>(), layout!((1, 3):(0, 4)));
    /// ```
    pub fn prepend_to<const N: usize>(self) -> <Self as FillToRank<N>>::Prepended
    where
        Self: FillToRank<N>,
    {
        FillToRank::fill_in_front(self)
    }

    /// The layout with these layouts as its modes, side by side. Source: CuTe's `make_layout` of layouts.
    ///
    /// Post-condition: `from_modes((a, b, ..)).offset((c, d, ..)) = a.offset(c) + b.offset(d) + ..`.
    ///
    /// # Panics
    /// If some offset does not fit in a machine word: of static leaves that does not compile.
    /// [`Layout::try_from_modes`] returns that as an error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = Layout::from_modes((layout!((2, 3):(3, 1)), layout!(4:6)));
    /// assert_eq!(l, layout!(((2, 3), 4):((3, 1), 6)));
    /// ```
    #[track_caller]
    pub fn from_modes<M: SideBySide<Shape = S, Stride = D>>(modes: M) -> Self {
        let (shape, stride) = modes.parts();
        Layout::new(shape, stride)
    }

    /// [`Layout::from_modes`] with an overflow of the offsets as an error.
    ///
    /// # Errors
    /// If a leaf is dynamic and some offset, or the size, does not fit in a machine word. With static leaves that is a
    /// compile error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let far = isize::MAX as usize - 1;
    /// assert!(Layout::try_from_modes((layout!(2:far), layout!(2:far))).is_err());
    /// ```
    pub fn try_from_modes<M: SideBySide<Shape = S, Stride = D>>(modes: M) -> Result<Self, LayoutError> {
        let (shape, stride) = modes.parts();
        Layout::try_new(shape, stride)
    }
}

/// A tuple of exact layouts: what [`Layout::from_modes`] takes.
#[diagnostic::on_unimplemented(
    message = "not a tuple of up to 12 exact layouts",
    label = "not a tuple of exact layouts",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait SideBySide {
    /// The shapes.
    type Shape: Shape;
    /// The strides.
    type Stride: Stride<Self::Shape>;
    #[doc(hidden)]
    fn parts(self) -> (Self::Shape, Self::Stride);
}

#[diagnostic::do_not_recommend]
impl<M: ToList<List: ExactList>> SideBySide for M {
    type Shape = <M::List as ExactList>::Shape;
    type Stride = <M::List as ExactList>::Stride;
    fn parts(self) -> (Self::Shape, Self::Stride) {
        self.list().parts()
    }
}
