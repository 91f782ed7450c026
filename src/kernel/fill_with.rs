//! Fill with: every element from its coordinate.

use super::nest::{Body, Nest};
use super::walked::{Sums, Walked};
use crate::int::Integer;
use crate::layout::Mapping;
use crate::tensor::{StackTensor, StaticLen, TensorError, ViewMut};
use crate::tuple::{Block, MAX_RANK, Shape};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// The coordinates of a layout: one integer for every top-level mode.
type Crd<L> = <<L as Mapping>::Extents as Shape>::Dynamic;

/// Writes `f` of its coordinate to every element. Padding is left as it is.
///
/// The coordinate has one integer for every top-level mode, as `(i, j)` of a matrix; the elements come in the order of
/// the loops, which follows memory where it can.
///
/// Post-condition: `dst[c] == f(c)` for every coordinate `c` of the extent; `f` is called once for each.
///
/// ```
/// use tilework::{kernel::fill_with, prelude::*};
/// let mut data = [0; 8];
/// fill_with(&mut ViewMut::new(&mut data, layout!((2, 3):(4, 1))).unwrap(), |(i, j)| 10 * i + j);
/// assert_eq!(data, [0, 1, 2, 0, 10, 11, 12, 0]);
///
/// /// The identity matrix, in any layout.
/// fn identity<L: Matrix>(dst: &mut ViewMut<'_, f32, L>) {
///     fill_with(dst, |(i, j)| f32::from(i == j));
/// }
/// ```
#[inline]
pub fn fill_with<T, D: Mapping>(dst: &mut ViewMut<'_, T, D>, mut f: impl FnMut(Crd<D>) -> T) {
    let nest = Nest::new(IndicesOf(dst.layout()), dst.layout());
    let (dst, strides) = (dst.origin().as_ptr(), nest.run_strides());
    nest.for_each(FillsWith::<T, D, _> { dst, strides, kinds: PhantomData }, &mut f);
}

impl<'a, T, L: Mapping> ViewMut<'a, MaybeUninit<T>, L> {
    /// The same elements, each with `f` of its coordinate for a value.
    ///
    /// Post-condition: `result[c] == f(c)` for every coordinate `c` of the extent; `f` is called once for each.
    ///
    /// # Errors
    /// [`Skips`](TensorError::Skips) if the layout is exact and skips offsets: what it skips would hold no values, and
    /// other layouts reach it.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// // no zeros are written first
    /// let mut data: Vec<usize> = Vec::with_capacity(6);
    /// let storage = &mut data.spare_capacity_mut()[..6];
    /// let table = ViewMut::new(storage, layout!((2, 3):(3, 1)))?.init_with(|(i, j)| 10 * i + j)?;
    /// assert_eq!(table[(1, 2)], 12);
    /// // SAFETY: the layout has all six places
    /// unsafe { data.set_len(6) };
    /// assert_eq!(data, [0, 1, 2, 10, 11, 12]);
    /// # Ok::<(), tilework::tensor::TensorError>(())
    /// ```
    pub fn init_with(mut self, mut f: impl FnMut(Crd<L>) -> T) -> Result<ViewMut<'a, T, L>, TensorError> {
        if L::IS_OPEN {
            let (size, cosize) = (self.layout().len(), self.layout().cosize().value());
            if size != cosize {
                return Err(TensorError::Skips { size, cosize });
            }
        }
        fill_with(&mut self, |crd| MaybeUninit::new(f(crd)));
        // SAFETY: all elements inside the extent were written; if the layout is open nothing lies between them.
        Ok(unsafe { self.assume_init() })
    }
}

impl<T: Copy + Default, L: Mapping> StackTensor<T, L>
where
    L::Cosize: StaticLen,
{
    /// A tensor on the stack with `f` of its coordinate for every element, and `T::default()` for padding.
    ///
    /// Post-condition: `result[c] == f(c)` for every coordinate `c` of the extent.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let eye = StackTensor::from_fn(layout!((3, 3):(1, 3)), |(i, j)| f32::from(i == j));
    /// assert_eq!(eye.as_slice(), [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    /// ```
    pub fn from_fn(layout: L, f: impl FnMut(Crd<L>) -> T) -> Self {
        let mut tensor = StackTensor::fill(layout, T::default());
        fill_with(&mut tensor.view_mut(), f);
        tensor
    }
}

#[cfg(feature = "alloc")]
impl<T: Clone + Default, L: Mapping> crate::tensor::VecTensor<T, L> {
    /// A tensor in a vector with `f` of its coordinate for every element, and `T::default()` for padding.
    ///
    /// Post-condition: `result[c] == f(c)` for every coordinate `c` of the extent.
    ///
    /// # Errors
    /// As [`VecTensor::filled`](crate::tensor::VecTensor::filled).
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let (rows, cols) = (2, 3);
    /// let table = VecTensor::from_fn(row_major((rows, cols)), |(i, j)| (i + 1) * (j + 1)).unwrap();
    /// assert_eq!(table.as_slice(), [1, 2, 3, 2, 4, 6]);
    /// ```
    pub fn from_fn(layout: L, f: impl FnMut(Crd<L>) -> T) -> Result<Self, TensorError> {
        let mut tensor = Self::filled(layout, T::default())?;
        fill_with(&mut tensor.view_mut(), f);
        Ok(tensor)
    }
}

/// The indices themselves, walked beside a layout.
#[derive(Clone, Copy)]
struct IndicesOf<L>(L);

/// An index in every mode.
#[derive(Clone, Copy, PartialEq)]
struct IndexOfModes([isize; MAX_RANK]);

impl Sums for IndexOfModes {
    const ZERO: Self = IndexOfModes([0; MAX_RANK]);
    const ONE: Self = IndexOfModes([1; MAX_RANK]);
    #[inline(always)]
    fn plus(mut self, step: Self, times: isize) -> Self {
        for mode in 0..MAX_RANK {
            self.0[mode] = self.0[mode].plus(step.0[mode], times);
        }
        self
    }
    #[inline(always)]
    fn leap(self) -> bool {
        self.0.iter().any(|index| index.leap())
    }
}

impl<L: Mapping> Walked for IndicesOf<L> {
    type At = IndexOfModes;
    const BLOCKS: [Block; MAX_RANK] = [Block::Linear; MAX_RANK];
    const RUNS: [usize; MAX_RANK] = [0; MAX_RANK];
    const LOOSE: [bool; MAX_RANK] = [false; MAX_RANK];
    #[inline(always)]
    fn run(&self, _: usize) -> usize {
        0
    }
    #[inline(always)]
    fn is_even_by(&self, _: usize, _: usize) -> bool {
        true
    }
    #[inline(always)]
    fn start(&self) -> IndexOfModes {
        Sums::ZERO
    }
    #[inline(always)]
    fn sum(&self, mode: usize, index: usize) -> IndexOfModes {
        let mut at = [0; MAX_RANK];
        at[mode] = index.cast_signed();
        IndexOfModes(at)
    }
    #[inline(always)]
    fn stride(&self, mode: usize) -> IndexOfModes {
        self.sum(mode, 1)
    }
}

struct FillsWith<T, D, F> {
    dst: *mut T,
    strides: (IndexOfModes, isize),
    kinds: PhantomData<(D, F)>,
}

impl<T, D, F> Clone for FillsWith<T, D, F> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, D, F> Copy for FillsWith<T, D, F> {}

impl<T, D: Mapping, F: FnMut(Crd<D>) -> T> Body<IndexOfModes> for FillsWith<T, D, F> {
    type State = F;

    #[inline(always)]
    fn run(self, f: &mut F, (crd, dst): (IndexOfModes, isize), len: usize) {
        for i in 0..len.cast_signed() {
            let mut at = crd.plus(self.strides.0, i).0.into_iter();
            let cursor = D::Extents::cursor(&mut || at.next().map_or(0, isize::cast_unsigned));
            let value = f(D::Extents::at_cursor(cursor));
            // SAFETY: the nest passes runs inside the extent, and every offset of a coordinate inside the extent is an
            // element of the view's slice, which is mutably borrowed.
            unsafe { *self.dst.offset(D::place(dst + i * self.strides.1)) = value };
        }
    }
}
