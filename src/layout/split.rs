//! Parts of a layout: a range of one mode, and all of the others.

use super::{Extent, Layout, Mapping, SplitError};
use crate::int::Integer;
use crate::tuple::list::for_tuples;
use crate::tuple::modes::{At, Place};
use crate::tuple::{Replace, Shape, Stride};

/// A layout that can be cut across its top-level mode `MODE`: every [`Layout`] of any rank that has this mode, what a
/// swizzle makes of one, and matrices that place their sums (F2 strides, XLA's tiles) with their tiles.
///
/// A part has the strides of the whole, the length of the mode as a dynamic extent, and offsets that count from its
/// first element. It can be cut again, and has then the same type. Sealed, as [`Mapping`] is.
///
/// ```
/// use tilework::{layout::SplitMode, prelude::*};
/// /// The sum of the elements, by halves.
/// fn sum<L: Matrix + SplitMode<0, Part = L>>(view: View<'_, u32, L>) -> u32 {
///     match view.layout().rows() {
///         0 => 0,
///         1 => (0..view.layout().cols()).map(|j| view[(0, j)]).sum(),
///         n => view.split_at_mode::<0>(n / 2).map(|(front, back)| sum(front) + sum(back)).unwrap(),
///     }
/// }
/// let data: Vec<u32> = (0..24).collect();
/// let whole = View::new(&data, layout!((6, 4):(4, 1))).unwrap();
/// assert_eq!(sum(whole.split_at_mode::<0>(6).unwrap().0), 23 * 24 / 2);
/// ```
#[diagnostic::on_unimplemented(
    message = "this layout is not known to be one that can be cut across mode {MODE}",
    label = "has no mode {MODE}, or a type that does not say so",
    note = "modes are numbered from 0 to rank - 1; generic code says `L: SplitMode<{MODE}>`",
    note = "of a format, `F::layout::<T, _, _>(rows, cols)` has a type that says so"
)]
pub trait SplitMode<const MODE: usize>: Mapping {
    /// The layout of a part.
    type Part: SplitMode<MODE, Part = Self::Part>;
    /// The part that begins at index `start` of the mode and has `len` of its indices; if they are inside the extent.
    #[doc(hidden)]
    fn part(&self, start: usize, len: usize) -> Result<Self::Part, SplitError>;
    /// The offset from which those of such a part count. `start` is below the extent of the mode.
    #[doc(hidden)]
    #[inline]
    fn part_origin(&self, _start: usize) -> isize {
        0
    }
}

impl<const MODE: usize, S: Shape, D: Stride<S>, E: Extent<S>> SplitMode<MODE> for Layout<S, D, E>
where
    E::Extents: WithLength<
            MODE,
            Cut: Extent<S, Extents = CutExtents<MODE, S, E>> + WithLength<MODE, Cut = CutExtents<MODE, S, E>>,
        >,
{
    type Part = Layout<S, D, CutExtents<MODE, S, E>>;

    #[inline]
    fn part(&self, start: usize, len: usize) -> Result<Self::Part, SplitError> {
        check_inside(self, MODE, (start, len))?;
        if let Some(inner) = in_the_way(self, MODE, start, len) {
            return Err(SplitError::NotAligned { mode: MODE, at: start, inner });
        }
        Ok(Layout::from_parts(self.shape(), self.stride(), self.extents().with_length(len)))
    }
    #[inline]
    fn part_origin(&self, start: usize) -> isize {
        Mapping::mode_offset(self, MODE, start)
    }
}

type CutExtents<const MODE: usize, S, E> = <<E as Extent<S>>::Extents as WithLength<MODE>>::Cut;

/// A part of a mode ends inside its extent.
#[inline]
pub(crate) fn check_inside<L: Mapping>(
    layout: &L,
    mode: usize,
    (start, len): (usize, usize),
) -> Result<(), SplitError> {
    let (extent, at) = (layout.mode_extent(mode), start.saturating_add(len));
    if at <= extent { Ok(()) } else { Err(SplitError::PastEnd { mode, at, extent }) }
}

/// The inner block of a mode that keeps a part from lying as one; `None` if nothing does.
///
/// Offsets of a mode are linear but for the ends of blocks, behind which the next leaf does not go on as the one
/// before. To add the place in the part to the start must carry over no such end. Nothing does where the start is a
/// multiple of the block; where it is not, nothing does if the part ends before the block, and so before all larger
/// ones.
fn in_the_way<S: Shape, D: Stride<S>, E: Extent<S>>(
    layout: &Layout<S, D, E>,
    mode: usize,
    start: usize,
    len: usize,
) -> Option<usize> {
    if start == 0 || len == 0 {
        return None;
    }
    let (mut inner, mut room, mut size, mut next) = (1, None, 1usize, None);
    layout.stride().each_leaf_of(layout.shape(), mode, &mut |extent, stride| {
        if extent == 1 {
            return;
        }
        if next.is_some_and(|next| next != stride) {
            inner = size;
            if room.is_none() && !start.is_multiple_of(inner) {
                room = Some(inner - start % inner);
            }
        }
        // a mode with an index to start at has a size, and offsets, that fit in machine words; what follows the last
        // leaf is not looked at
        (size, next) = (size.saturating_mul(extent), Some(stride.wrapping_mul(extent.cast_signed())));
    });
    room.is_some_and(|room| len > room).then_some(inner)
}

/// Extents with another length of mode `MODE`, a dynamic one.
#[doc(hidden)]
pub trait WithLength<const MODE: usize>: Shape {
    type Cut: Shape;
    fn with_length(self, len: usize) -> Self::Cut;
}

impl<N: Integer> WithLength<0> for N {
    type Cut = usize;
    #[inline]
    fn with_length(self, len: usize) -> usize {
        len
    }
}

macro_rules! with_length {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<const MODE: usize, $($A: Integer),*> WithLength<MODE> for ($($A,)*)
        where
            At<MODE>: Place,
            Self: Replace<At<MODE>, usize, Replaced: Shape>,
        {
            type Cut = <Self as Replace<At<MODE>, usize>>::Replaced;
            #[inline]
            fn with_length(self, len: usize) -> Self::Cut {
                Replace::replaced(self, len)
            }
        }
    };
}
for_tuples!(with_length);
