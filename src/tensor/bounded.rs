//! Tensors whose extents are known by type: indexing needs no check.

use super::within::{Bound, Idx};
use super::{Storage, Tensor, TensorError, View, ViewMut};
use crate::int::Integer;
use crate::int::sealed::Sealed;
use crate::layout::{Accepts, Mapping};
use crate::tuple::{IntTuple, MAX_RANK, Shape, Text};
use core::marker::PhantomData;
use core::ops::{Index, IndexMut};

/// A view whose extents are the numbers of `P`: it takes coordinates of [`Idx`] below those, without a check.
///
/// All views bounded by the same numbers share the proof; they may have any layouts. One number may bound two modes:
/// then the coordinates of a square matrix are those of its transpose.
///
/// ```
/// use tilework::{prelude::*, tensor::{TensorError, within}};
/// let data: Vec<u32> = (0..96).collect();
/// let zn = View::new(&data, layout!(((4, 2), (4, 3)):((4, 16), (1, 32))))?;
/// let mut rows = VecTensor::filled(row_major((8, 12)), 0)?;
/// within(zn.layout().extents(), |(i, j)| {
///     let (zn, mut rows) = (zn.bounded((i, j))?, rows.bounded_mut((i, j))?);
///     for i in i {
///         for j in j {
///             rows[(i, j)] = zn[(i, j)];
///         }
///     }
///     Ok::<(), TensorError>(())
/// })?;
/// assert_eq!(rows[(1, 5)], 37);
/// # Ok::<(), TensorError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bounded<V, P> {
    /// The extent of each of its modes is the number of `P` at that place.
    view: V,
    bounds: PhantomData<P>,
}

/// A [`Bound`] for each mode of a layout: a tuple of up to four, or one alone for a layout of rank 1.
#[diagnostic::on_unimplemented(
    message = "not bounds: `{Self}` is neither a `Bound` nor a tuple of up to four",
    label = "not a `Bound` for each mode",
    note = "bounds are made by `within((rows, cols), |(i, j)| ...)`"
)]
pub trait Proof: Sealed + Copy {
    /// An [`Idx`] for each mode.
    type Coordinate: Copy;
    /// The integers of such a coordinate.
    type Values: IntTuple;
    #[doc(hidden)]
    const RANK: usize;
    /// The numbers, as far as they are static.
    #[doc(hidden)]
    const STATIC: [Option<usize>; MAX_RANK];

    /// The numbers.
    #[doc(hidden)]
    fn numbers(self) -> [usize; MAX_RANK];
    #[doc(hidden)]
    fn values(crd: Self::Coordinate) -> Self::Values;
}

#[diagnostic::do_not_recommend]
impl<N> Sealed for Bound<'_, N> {}

impl<'n, N: Integer> Proof for Bound<'n, N> {
    type Coordinate = Idx<'n>;
    type Values = usize;
    const RANK: usize = 1;
    const STATIC: [Option<usize>; MAX_RANK] = <(Bound<'n, N>,)>::STATIC;

    #[inline]
    fn numbers(self) -> [usize; MAX_RANK] {
        (self,).numbers()
    }
    #[inline]
    fn values(crd: Idx<'n>) -> usize {
        crd.value()
    }
}

macro_rules! proof {
    ($rank:literal $($N:ident $n:lifetime $i:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<$($n,)* $($N: Integer),*> Proof for ($(Bound<$n, $N>,)*) {
            type Coordinate = ($(Idx<$n>,)*);
            type Values = ($(proof!(@ usize $N),)*);
            const RANK: usize = $rank;
            const STATIC: [Option<usize>; MAX_RANK] = {
                let mut numbers = [None; MAX_RANK];
                $(numbers[$i] = $N::STATIC;)*
                numbers
            };

            #[inline]
            fn numbers(self) -> [usize; MAX_RANK] {
                let mut numbers = [0; MAX_RANK];
                $(numbers[$i] = self.$i.size().value();)*
                numbers
            }
            #[inline]
            fn values(crd: Self::Coordinate) -> Self::Values {
                ($(crd.$i.value(),)*)
            }
        }
    };
    (@ usize $N:ident) => { usize };
}
proof!(1 A 'a 0);
proof!(2 A 'a 0, B 'b 1);
proof!(3 A 'a 0, B 'b 1, C 'c 2);
proof!(4 A 'a 0, B 'b 1, C 'c 2, D 'd 3);

/// The view, if the extent of every mode of its layout is the number that bounds it.
#[inline]
fn bound<V, L: Mapping, P: Proof>(view: V, layout: L, bounds: P) -> Result<Bounded<V, P>, TensorError> {
    let numbers = bounds.numbers();
    for (mode, &bound) in numbers.iter().enumerate().take(P::RANK) {
        let extent = layout.mode_extent(mode);
        if extent != bound {
            return Err(TensorError::OtherBound { mode, extent, bound });
        }
    }
    Ok(Bounded { view, bounds: PhantomData })
}

/// There is one bound for every mode of a layout, and no static extent differs from its static bound. The function that
/// the user calls asks for it: only from there does the compiler name the user's line.
#[track_caller]
const fn check_static_bounds<L: Mapping, P: Proof>() {
    if P::RANK != L::RANK {
        let text = Text::new().str("one bound for each mode is needed: ").number(P::RANK).str(" for the ");
        panic!("{}", text.number(L::RANK).str(" of layout ").text(&L::TEXT).as_str())
    }
    let mut mode = 0;
    while mode < P::RANK {
        if let (Some(extent), Some(bound)) = (<L::Extents as Shape>::MODE_SIZES[mode], P::STATIC[mode])
            && extent != bound
        {
            let text = Text::new().str("mode ").number(mode).str(" of layout ").text(&L::TEXT);
            let text = text.str(" has extent ").number(extent).str(" and is bounded by ").number(bound);
            panic!("{}", text.as_str())
        }
        mode += 1;
    }
}

impl<'a, T, L: Mapping> View<'a, T, L> {
    /// The view for coordinates that are proofs, if its extents are the numbers of these bounds: the one check.
    ///
    /// Post-condition: `result[(i, j)]` is `self[(i.value(), j.value())]`, and no coordinate that the result takes is
    /// outside.
    ///
    /// # Errors
    /// If an extent is not the number that bounds it. Where both are static, that is a compile error.
    ///
    /// ```
    /// use tilework::{prelude::*, tensor::{TensorError, within}};
    /// let (data, n) = ([1, 2, 3, 4, 5, 6], 3);
    /// let a = View::new(&data, layout!((2, n):(n, 1)))?;
    /// within((int!(2), n), |(i, j)| {
    ///     let a = a.bounded((i, j))?;
    ///     assert!(j.indices().map(|j| i.indices().map(|i| a[(i, j)]).sum::<i32>()).eq([5, 7, 9]));
    ///     Ok::<(), TensorError>(())
    /// })?;
    /// let refused = within((2, 4), |bounds| a.bounded(bounds).err());
    /// assert_eq!(refused, Some(TensorError::OtherBound { mode: 1, extent: 3, bound: 4 }));
    /// # Ok::<(), TensorError>(())
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use tilework::{prelude::*, tensor::within};
    /// let a = View::new(&[0; 6], layout!((2, 3):(3, 1))).unwrap();
    /// // mode 1 of layout (2,3):(3,1) has extent 3 and is bounded by 4
    /// within((2, int!(4)), |bounds| a.bounded(bounds).is_ok());
    /// ```
    ///
    /// What is bounded by equal numbers of another call takes none of these indices:
    ///
    /// ```compile_fail
    /// # use tilework::{prelude::*, tensor::within};
    /// let a = View::new(&[0; 6], layout!(6:1)).unwrap();
    /// within(6, |i| {
    ///     let a = a.bounded(i).unwrap();
    ///     within(6, |j| j.indices().map(|j| a[j]).sum::<i32>()) // `j` escapes the closure body here
    /// });
    /// ```
    #[inline]
    pub fn bounded<P: Proof>(&self, bounds: P) -> Result<Bounded<View<'a, T, L>, P>, TensorError>
    where
        L: Accepts<P::Values>,
    {
        const { check_static_bounds::<L, P>() };
        bound(*self, self.layout(), bounds)
    }
}

impl<T, L: Mapping> ViewMut<'_, T, L> {
    /// The view to be written at coordinates that are proofs: see [`View::bounded`].
    ///
    /// # Errors
    /// As [`View::bounded`].
    ///
    /// ```
    /// use tilework::{prelude::*, tensor::within};
    /// let mut data = [0; 4];
    /// let mut a = ViewMut::new(&mut data, layout!((2, 2):(1, 2))).unwrap();
    /// within((2, 2), |(i, j)| {
    ///     let mut a = a.bounded_mut((i, j)).unwrap();
    ///     i.indices().zip(j).for_each(|diagonal| a[diagonal] = 1);
    /// });
    /// assert_eq!(data, [1, 0, 0, 1]);
    /// ```
    #[inline]
    pub fn bounded_mut<P: Proof>(&mut self, bounds: P) -> Result<Bounded<ViewMut<'_, T, L>, P>, TensorError>
    where
        L: Accepts<P::Values>,
    {
        const { check_static_bounds::<L, P>() };
        let layout = self.layout();
        bound(self.view_mut(), layout, bounds)
    }
}

impl<S: Storage, L: Mapping> Tensor<S, L> {
    /// The tensor for coordinates that are proofs: see [`View::bounded`].
    ///
    /// # Errors
    /// As [`View::bounded`].
    #[inline]
    pub fn bounded<P: Proof>(&self, bounds: P) -> Result<Bounded<View<'_, S::Element, L>, P>, TensorError>
    where
        L: Accepts<P::Values>,
    {
        const { check_static_bounds::<L, P>() };
        bound(self.view(), self.layout(), bounds)
    }

    /// The tensor to be written at coordinates that are proofs: see [`View::bounded`].
    ///
    /// # Errors
    /// As [`View::bounded`].
    #[inline]
    pub fn bounded_mut<P: Proof>(
        &mut self,
        bounds: P,
    ) -> Result<Bounded<ViewMut<'_, S::Element, L>, P>, TensorError>
    where
        L: Accepts<P::Values>,
    {
        const { check_static_bounds::<L, P>() };
        let layout = self.layout();
        bound(self.view_mut(), layout, bounds)
    }
}

macro_rules! reading {
    ($View:ident) => {
        impl<T, L: Mapping + Accepts<P::Values>, P: Proof> Index<P::Coordinate>
            for Bounded<$View<'_, T, L>, P>
        {
            type Output = T;
            #[inline]
            fn index(&self, crd: P::Coordinate) -> &T {
                let step = self.view.layout().step(P::values(crd));
                // SAFETY: each index is below the extent of its mode, which was checked to be the number with its
                // brand; and the offsets of all coordinates inside the extent are inside the slice.
                unsafe { self.view.origin().offset(step).as_ref() }
            }
        }
    };
}
reading!(View);
reading!(ViewMut);

impl<T, L: Mapping + Accepts<P::Values>, P: Proof> IndexMut<P::Coordinate> for Bounded<ViewMut<'_, T, L>, P> {
    #[inline]
    fn index_mut(&mut self, crd: P::Coordinate) -> &mut T {
        let step = self.view.layout().step(P::values(crd));
        // SAFETY: as in `index`; the elements are borrowed mutably.
        unsafe { self.view.origin().offset(step).as_mut() }
    }
}
