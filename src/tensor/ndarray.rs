//! Views of `ndarray`: the same elements, without copies, both ways.

use super::{TensorError, View, ViewMut};
use crate::int::const_list::ConstList;
use crate::int::{Signed, sort_few};
use crate::layout::{Layout, Mapping};
use crate::tuple::{IntTuple, MAX_RANK};
use core::ptr::NonNull;
use ndarray::{
    ArrayBase, ArrayView, ArrayViewMut, Axis, Dimension, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, RawData, ShapeBuilder,
    StrideShape,
};

/// A fixed number of axes of `ndarray`, from one to six, as the modes of a layout.
pub trait Axes: Dimension {
    /// A layout with an extent and a stride for each axis: dynamic, strides may be negative or 0.
    ///
    /// Its extent is one of its own: what lies between the elements may belong to another array.
    type Layout: Mapping;
    #[doc(hidden)]
    fn layout(extents: &[usize], strides: &[isize]) -> Result<Self::Layout, TensorError>;
}

/// The extents of a layout of one to six modes, as the axes of an array.
#[diagnostic::on_unimplemented(
    message = "arrays of a fixed number of axes have one to six of them",
    label = "these are not the extents of one to six modes"
)]
pub trait ArrayExtents {
    /// As many axes as there are modes.
    type Axes: Axes;
}

macro_rules! axes {
    ($($Ix:ident $($mode:ident $at:literal)*;)*) => { $(
        impl Axes for $Ix {
            type Layout = Layout<($(axes!(usize $mode),)*), ($(axes!(Signed $mode),)*), ($(axes!(usize $mode),)*)>;

            fn layout(extents: &[usize], strides: &[isize]) -> Result<Self::Layout, TensorError> {
                let extents = ($(extents[$at],)*);
                Layout::try_with_extent(extents, ($(Signed(strides[$at]),)*), extents)
                    .map_err(|_| TensorError::Overflow)
            }
        }

        impl<$($mode: IntTuple),*> ArrayExtents for ($($mode,)*) {
            type Axes = $Ix;
        }
    )* };
    ($Type:ident $mode:ident) => { $Type };
}
axes! {
    Ix1 A 0;
    Ix2 A 0 B 1;
    Ix3 A 0 B 1 C 2;
    Ix4 A 0 B 1 C 2 D 3;
    Ix5 A 0 B 1 C 2 D 3 E 4;
    Ix6 A 0 B 1 C 2 D 3 E 4 F 5;
}

/// The array seen through a layout with an extent and a stride for each of its axes.
///
/// Post-condition: `view[(i, j)]` is `array[[i, j]]`. An array in standard order keeps more of its structure, such as
/// the static stride 1 of its rows, as `View::new(array.as_slice()?, row_major(..))`.
///
/// # Errors
/// If it has no elements, and extents whose product does not fit in a machine word.
///
/// ```
/// use ndarray::{array, s};
/// use tilework::prelude::*;
/// let a = array![[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]];
/// let view = View::try_from(a.slice(s![..;-1, 1..;2]))?;
/// assert_eq!(view.layout().to_string(), "(3,2):(-4,2)");
/// assert_eq!((view[(0, 0)], view[(2, 1)]), (9, 3));
/// # Ok::<(), tilework::tensor::TensorError>(())
/// ```
impl<'a, T, D: Axes> TryFrom<ArrayView<'a, T, D>> for View<'a, T, D::Layout> {
    type Error = TensorError;

    fn try_from(array: ArrayView<'a, T, D>) -> Result<Self, TensorError> {
        let layout = D::layout(array.shape(), array.strides())?;
        // SAFETY: the pointer of an array is never null.
        let origin = unsafe { NonNull::new_unchecked(array.as_ptr().cast_mut()) };
        // SAFETY: an array has an element for each index, at the sum of index times stride from its pointer on; and it
        // is borrowed for `'a`.
        Ok(unsafe { View::from_origin(origin, layout) })
    }
}

/// The array to be written through a layout: see the conversion of views that are read.
///
/// # Errors
/// If it has no elements, and extents whose product does not fit in a machine word.
///
/// ```
/// use ndarray::Array2;
/// use tilework::prelude::*;
/// let mut a = Array2::<f32>::zeros((3, 4));
/// let data: Vec<f32> = (0..12).map(|x| x as f32).collect();
/// let columns = View::new(&data, column_major((3, 4)))?;
/// copy(&columns, &mut ViewMut::try_from(a.view_mut())?)?;
/// assert_eq!(a[[2, 1]], 5.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<'a, T, D: Axes> TryFrom<ArrayViewMut<'a, T, D>> for ViewMut<'a, T, D::Layout> {
    type Error = TensorError;

    fn try_from(mut array: ArrayViewMut<'a, T, D>) -> Result<Self, TensorError> {
        let layout = D::layout(array.shape(), array.strides())?;
        // SAFETY: the pointer of an array is never null.
        let origin = unsafe { NonNull::new_unchecked(array.as_mut_ptr()) };
        // SAFETY: as above; and no two indices of an array that can be written share an element.
        Ok(unsafe { ViewMut::from_origin(origin, layout) })
    }
}

/// The elements of the view as an array, with an axis for each mode.
///
/// Post-condition: `array[[i, j]]` is `view[(i, j)]`.
///
/// # Errors
/// If the elements of a mode are not at one stride, which names the mode and where its stride changes: a mode of two
/// leaves must be one when it is coalesced. If the offsets are no sums, as those of swizzled layouts. If the view is
/// empty, and the product of its other extents does not fit in a machine word.
///
/// ```
/// use ndarray::ArrayView2;
/// use tilework::prelude::*;
/// let data: Vec<u32> = (0..96).collect();
/// let a = ArrayView2::try_from(View::new(&data, layout!(((4, 2), 12):((1, 4), 8)))?)?;
/// assert_eq!((a.shape(), a[[5, 3]]), ([8, 12].as_slice(), 29));
///
/// let zn = View::new(&data, layout!(((4, 2), (4, 3)):((4, 16), (1, 32))))?;
/// let error = ArrayView2::try_from(zn).unwrap_err();
/// assert_eq!(error.to_string(), "mode 1 is not at one stride: it changes before index 4");
/// # Ok::<(), tilework::tensor::TensorError>(())
/// ```
impl<'a, T, L, D> TryFrom<View<'a, T, L>> for ArrayView<'a, T, D>
where
    L: Mapping<Extents: ArrayExtents<Axes = D>>,
    D: Axes,
{
    type Error = TensorError;

    fn try_from(view: View<'a, T, L>) -> Result<Self, TensorError> {
        StridedAxes::of(&view.layout())?.array(view.origin(), |shape, first| {
            // SAFETY: the elements of the array are those of the view, counted from the first one in memory, and
            // borrowed for `'a`. All offsets fit in the allocation, no stride is negative, and the product of the
            // lengths fits.
            unsafe { ArrayView::from_shape_ptr(shape, first) }
        })
    }
}

/// The elements of the view as an array to be written, with an axis for each mode: see the conversion of views that
/// are read.
///
/// # Errors
/// As that one; and if strides interlock, as in `(3,2):(2,3)`: `ndarray` asks that each goes beyond what the smaller
/// ones span.
///
/// ```
/// use ndarray::ArrayViewMut2;
/// use tilework::prelude::*;
/// let mut data = [0; 6];
/// let mut columns = ArrayViewMut2::try_from(ViewMut::new(&mut data, layout!((2, 3):(1, 2)))?)?;
/// columns.row_mut(1).fill(7);
/// assert_eq!(data, [0, 7, 0, 7, 0, 7]);
/// # Ok::<(), tilework::tensor::TensorError>(())
/// ```
impl<'a, T, L, D> TryFrom<ViewMut<'a, T, L>> for ArrayViewMut<'a, T, D>
where
    L: Mapping<Extents: ArrayExtents<Axes = D>>,
    D: Axes,
{
    type Error = TensorError;

    fn try_from(view: ViewMut<'a, T, L>) -> Result<Self, TensorError> {
        let axes = StridedAxes::of(&view.layout())?;
        axes.check_nested()?;
        axes.array(view.origin(), |shape, first| {
            // SAFETY: as above; no two coordinates of the view share an element, and nobody else has them, as the view
            // is moved into the array.
            unsafe { ArrayViewMut::from_shape_ptr(shape, first) }
        })
    }
}

/// A layout with an extent and one stride for each mode.
struct StridedAxes {
    modes: ConstList<(usize, isize), MAX_RANK>,
}

impl StridedAxes {
    /// The modes of a layout that are coalesced to one leaf each, as far as they have elements.
    fn of<L: Mapping>(layout: &L) -> Result<Self, TensorError> {
        let radix = layout.mixed_radix().ok_or(TensorError::NotAdditive)?;
        let mut extents = ConstList::<usize, MAX_RANK>::new(0);
        (0..radix.rank()).for_each(|mode| extents.push(radix.extent(mode)));
        let radix = radix.first(extents.entries());
        let mut modes = ConstList::new((0, 0));
        for mode in 0..radix.rank() {
            let (mut len, mut stride) = (1_usize, 0_isize);
            for &(extent, step) in radix.leaves(mode).iter().filter(|leaf| leaf.0 != 1) {
                if len == 1 {
                    stride = step;
                } else if step != stride.wrapping_mul(len.cast_signed()) {
                    return Err(TensorError::NotStrided { mode, index: len });
                }
                len *= extent;
            }
            modes.push((radix.extent(mode), stride));
        }
        Ok(StridedAxes { modes })
    }

    /// The array from an origin on, as `make` has it of the axes with all strides upward and their first element.
    fn array<T, D: Dimension, S: RawData<Elem = T>>(
        &self,
        origin: NonNull<T>,
        make: impl FnOnce(StrideShape<D>, *mut T) -> ArrayBase<S, D>,
    ) -> Result<ArrayBase<S, D>, TensorError> {
        let (shape, first) = self.upward(origin)?;
        let mut array = make(shape, first.as_ptr());
        self.backward().for_each(|axis| array.invert_axis(axis));
        Ok(array)
    }

    fn is_empty(&self) -> bool {
        self.modes.entries().iter().any(|mode| mode.0 == 0)
    }

    /// The axes along which memory is walked backward.
    fn backward(&self) -> impl Iterator<Item = Axis> {
        let axes = self.modes.entries().iter().enumerate();
        axes.filter(|(_, mode)| !self.is_empty() && mode.1 < 0).map(|(axis, _)| Axis(axis))
    }

    /// The axes with all strides upward, and the element that then comes first.
    fn upward<T, D: Dimension>(
        &self,
        origin: NonNull<T>,
    ) -> Result<(StrideShape<D>, NonNull<T>), TensorError> {
        let (modes, is_empty) = (self.modes.entries(), self.is_empty());
        let (mut shape, mut strides) = (D::zeros(modes.len()), D::zeros(modes.len()));
        let (mut len, mut first) = (1_usize, 0);
        for (mode, &(extent, stride)) in modes.iter().enumerate() {
            shape[mode] = extent;
            // the strides of an empty array lead nowhere
            strides[mode] = if is_empty { len } else { stride.unsigned_abs() };
            len = len.checked_mul(extent.max(1)).ok_or(TensorError::Overflow)?;
            if !is_empty && stride < 0 {
                first += stride * (extent - 1).cast_signed();
            }
        }
        if isize::try_from(len).is_err() {
            return Err(TensorError::Overflow);
        }
        // SAFETY: this is the offset of the coordinate that is the last one where memory is walked backward, and 0 in
        // all other modes; there are none in an empty view.
        Ok((shape.strides(strides), unsafe { origin.offset(first) }))
    }

    /// Each stride goes beyond all that the smaller ones span, as `ndarray` asks of what can be written.
    fn check_nested(&self) -> Result<(), TensorError> {
        let mut modes = self.modes;
        let modes = modes.entries_mut();
        sort_few(modes, |mode| mode.1.unsigned_abs());
        let mut span = 0;
        for &(extent, stride) in modes.iter().filter(|mode| mode.0 > 1 && !self.is_empty()) {
            if stride.unsigned_abs() <= span {
                return Err(TensorError::Interlocked { stride, span });
            }
            span += (extent - 1) * stride.unsigned_abs();
        }
        Ok(())
    }
}
