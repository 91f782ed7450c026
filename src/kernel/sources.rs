//! The tensors that an elementwise kernel reads: one view, or several in a tuple.

use super::Mismatch;
use super::error::{check_same, static_mismatch};
use super::relayout::{StagedSource, is_plain_bytes};
use super::walked::Walked;
use crate::int::sealed::Sealed;
use crate::int::{Text, greatest_common_divisor};
use crate::layout::{Layout, Mapping};
use crate::tensor::View;
use core::marker::PhantomData;
use core::ptr;

/// What an elementwise kernel reads: a view, or a tuple of two, three or four views, such as `(&a, &b)`.
///
/// The elements may have different types and the views any layouts; a tuple may stand in a tuple. The trait is sealed:
/// kernels trust it for memory safety.
///
/// ```
/// use tilework::prelude::*;
/// use tilework::kernel::{Sources, zip_with};
/// /// Any sources whose elements are pairs of numbers.
/// fn product<S: Sources<Elements = (f32, f32)>, D: Mapping>(sources: S, dst: &mut ViewMut<'_, f32, D>) {
///     zip_with(sources, dst, |(a, b)| a * b).unwrap();
/// }
/// let a = StackTensor::fill(layout!((2, 3):(3, 1)), 2.0);
/// let b = StackTensor::fill(layout!((2, 3):(1, 2)), 4.0);
/// let mut c = StackTensor::fill(layout!((2, 3):(3, 1)), 0.0);
/// product((&a.view(), &b.view()), &mut c.view_mut());
/// assert_eq!(c[(1, 2)], 8.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "not something to read elements from: `{Self}` is neither a `&View` nor a tuple of two to four such",
    label = "not a `&View`, nor a tuple of two to four"
)]
pub trait Sources: Copy + Sealed {
    /// The elements at one coordinate: of a view one, of a tuple a tuple.
    type Elements;
    #[doc(hidden)]
    type ReadAt: ReadAt<Elements = Self::Elements>;
    /// See [`MayDiffer`].
    #[doc(hidden)]
    type SameAs<D: Mapping>: MayDiffer;
    #[doc(hidden)]
    fn reader(self) -> (Self::ReadAt, <Self::ReadAt as ReadAt>::Layouts);
    /// All extents are those of `dst`.
    #[doc(hidden)]
    fn check_same<D: Mapping>(self, kernel: &'static str, dst: &D) -> Result<(), Mismatch>;
}

/// What may differ from another layout.
pub trait MayDiffer {
    /// Which static extents do.
    const MISMATCH: Option<Text>;
}

/// One layout against another.
#[derive(Debug)]
pub struct SameExtents<L, D>(PhantomData<(L, D)>);

impl<L: Mapping, D: Mapping> MayDiffer for SameExtents<L, D> {
    const MISMATCH: Option<Text> = static_mismatch::<L, D>();
}

/// Pointers to the origins of views, and how their layouts place sums.
pub trait ReadAt: Copy {
    type Elements;
    type Layouts: Walked;
    /// Sums are placed in rows of so many, in all layouts; 0 where each is its own place.
    const ROW: usize;
    /// Whether an element is read in more than one place.
    const ARE_SEVERAL: bool;
    /// Whether the sums of a run are placed as they are, row by row of `row` elements.
    fn in_rows(at: SumsOf<Self>, stride: SumsOf<Self>, row: usize) -> bool;
    fn place(at: SumsOf<Self>) -> SumsOf<Self>;
    /// # Safety
    /// The offsets, placed, are those of elements that nobody writes meanwhile.
    unsafe fn read(self, at: SumsOf<Self>) -> Self::Elements;
    /// How many views there are.
    const VIEWS: usize;
    /// The bytes of the largest of the elements.
    const LARGEST: usize;
    /// Whether vectors move the elements of all.
    fn are_numbers() -> bool;
    /// The views one by one; `None` if one of them has no digits.
    fn staged(self, layouts: &Self::Layouts, each: &mut impl FnMut(StagedSource)) -> Option<()>;
    /// What reads buffers, one for each view.
    type Buffers: ReadAt<Elements = Self::Elements>;
    fn buffers(first: &mut impl Iterator<Item = *const u8>) -> Self::Buffers;
}

/// The sums of a reader.
pub(super) type SumsOf<R> = <<R as ReadAt>::Layouts as Walked>::At;

/// The origin of one view.
#[derive(Debug)]
pub struct ViewOrigin<T, L> {
    first: *const T,
    layout: PhantomData<L>,
}

impl<T, L> Clone for ViewOrigin<T, L> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, L> Copy for ViewOrigin<T, L> {}

impl<T, L> ViewOrigin<T, L> {
    #[inline(always)]
    pub(super) fn new(first: *const T) -> Self {
        ViewOrigin { first, layout: PhantomData }
    }
}

/// Whether the sums of a run are placed as they are, row by row of `row` elements.
#[inline(always)]
pub(super) fn in_rows<L: Mapping>(sum: isize, stride: isize, row: usize) -> bool {
    L::ROW == 0 || stride == 1 && sum.cast_unsigned().is_multiple_of(row)
}

impl<T: Copy, L: Mapping> ReadAt for ViewOrigin<T, L> {
    type Elements = T;
    type Layouts = L;
    const ROW: usize = L::ROW;
    const ARE_SEVERAL: bool = false;
    #[inline(always)]
    fn in_rows(at: isize, stride: isize, row: usize) -> bool {
        in_rows::<L>(at, stride, row)
    }
    #[inline(always)]
    fn place(at: isize) -> isize {
        L::place(at)
    }
    #[inline(always)]
    unsafe fn read(self, at: isize) -> T {
        // SAFETY: the caller says that this is the offset of an element.
        unsafe { *self.first.offset(at) }
    }
    const VIEWS: usize = 1;
    const LARGEST: usize = size_of::<T>();
    #[inline(always)]
    fn are_numbers() -> bool {
        is_plain_bytes::<T>()
    }
    fn staged(self, layout: &L, each: &mut impl FnMut(StagedSource)) -> Option<()> {
        let radix = layout.mixed_radix()?;
        each(StagedSource { first: self.first.cast(), bytes: size_of::<T>(), radix });
        Some(())
    }
    type Buffers = ViewOrigin<T, Buffer>;
    #[inline(always)]
    fn buffers(first: &mut impl Iterator<Item = *const u8>) -> Self::Buffers {
        ViewOrigin::new(first.next().map_or(ptr::null(), <*const u8>::cast))
    }
}

/// The layout of a buffer.
type Buffer = Layout<usize, usize>;

#[diagnostic::do_not_recommend]
impl<T, L> Sealed for &View<'_, T, L> {}

impl<T: Copy, L: Mapping> Sources for &View<'_, T, L> {
    type Elements = T;
    type ReadAt = ViewOrigin<T, L>;
    type SameAs<D: Mapping> = SameExtents<L, D>;
    #[inline(always)]
    fn reader(self) -> (ViewOrigin<T, L>, L) {
        (ViewOrigin::new(self.origin().as_ptr()), self.layout())
    }
    #[inline(always)]
    fn check_same<D: Mapping>(self, kernel: &'static str, dst: &D) -> Result<(), Mismatch> {
        check_same(kernel, &self.layout(), dst)
    }
}

macro_rules! several {
    ($($X:ident $i:tt),*) => {
        impl<$($X: MayDiffer),*> MayDiffer for ($($X,)*) {
            const MISMATCH: Option<Text> = {
                $( if $X::MISMATCH.is_some() { $X::MISMATCH } else )* { None }
            };
        }

        impl<$($X: ReadAt),*> ReadAt for ($($X,)*) {
            type Elements = ($($X::Elements,)*);
            type Layouts = ($($X::Layouts,)*);
            const ROW: usize = { let row = 0; $( let row = greatest_common_divisor(row, $X::ROW); )* row };
            const ARE_SEVERAL: bool = true;
            #[inline(always)]
            fn in_rows(at: SumsOf<Self>, stride: SumsOf<Self>, row: usize) -> bool {
                true $( && $X::in_rows(at.$i, stride.$i, row) )*
            }
            #[inline(always)]
            fn place(at: SumsOf<Self>) -> SumsOf<Self> {
                ($($X::place(at.$i),)*)
            }
            #[inline(always)]
            unsafe fn read(self, at: SumsOf<Self>) -> Self::Elements {
                // SAFETY: the caller says so of each.
                unsafe { ($(self.$i.read(at.$i),)*) }
            }
            const VIEWS: usize = 0 $( + $X::VIEWS )*;
            const LARGEST: usize = {
                let largest = 0;
                $( let largest = if $X::LARGEST > largest { $X::LARGEST } else { largest }; )*
                largest
            };
            #[inline(always)]
            fn are_numbers() -> bool {
                true $( && $X::are_numbers() )*
            }
            fn staged(self, layouts: &Self::Layouts, each: &mut impl FnMut(StagedSource)) -> Option<()> {
                $( self.$i.staged(&layouts.$i, each)?; )*
                Some(())
            }
            type Buffers = ($($X::Buffers,)*);
            #[inline(always)]
            fn buffers(first: &mut impl Iterator<Item = *const u8>) -> Self::Buffers {
                ($($X::buffers(first),)*)
            }
        }

        impl<$($X: Sources),*> Sources for ($($X,)*) {
            type Elements = ($($X::Elements,)*);
            type ReadAt = ($($X::ReadAt,)*);
            type SameAs<OTHER: Mapping> = ($($X::SameAs<OTHER>,)*);
            #[inline(always)]
            fn reader(self) -> (Self::ReadAt, <Self::ReadAt as ReadAt>::Layouts) {
                let all = ($(self.$i.reader(),)*);
                (($(all.$i.0,)*), ($(all.$i.1,)*))
            }
            #[inline(always)]
            fn check_same<OTHER: Mapping>(self, kernel: &'static str, dst: &OTHER) -> Result<(), Mismatch> {
                $( self.$i.check_same(kernel, dst)?; )*
                Ok(())
            }
        }
    };
}
several!(A 0, B 1);
several!(A 0, B 1, C 2);
several!(A 0, B 1, C 2, D 3);
