//! Views in two: the parts before and behind a place in one mode.

use super::{View, ViewMut};
use crate::layout::{Mapping, SplitError, SplitMode};
use core::ops::Range;

/// The layout of the part that has the indices of a range in mode `MODE`, and the offset that its offsets count from.
///
/// No two parts of disjoint ranges have an element in common: their coordinates differ in that mode.
pub(super) fn part<const MODE: usize, L: SplitMode<MODE>>(
    whole: &L,
    range: Range<usize>,
) -> Result<(L::Part, isize), SplitError> {
    let part = whole.part(range.start, range.len())?;
    Ok((part, if part.is_empty() { 0 } else { whole.part_origin(range.start) }))
}

/// Both parts, and the offsets that theirs count from.
fn halves<const MODE: usize, L: SplitMode<MODE>>(
    whole: &L,
    at: usize,
) -> Result<[(L::Part, isize); 2], SplitError> {
    let front = part(whole, 0..at)?;
    Ok([front, part(whole, at..whole.mode_extent(MODE))?])
}

impl<'a, T, L: Mapping> View<'a, T, L> {
    /// The elements before index `at` of the top-level mode `MODE`, and the others: two views with the strides of this.
    ///
    /// Post-condition: `front[c]` is `self[c]`, and `back[c]` is `self[c]` with `at` added to entry `MODE` of `c`.
    ///
    /// # Errors
    /// [`PastEnd`](SplitError::PastEnd) if `at` is behind the end; [`NotAligned`](SplitError::NotAligned) if the
    /// offsets of what follows `at` are not those of its first element plus a function of the place in it: in a nested
    /// mode, `at` must be a multiple of the inner block (16 in zN), or the mode end with the block that `at` is in.
    ///
    /// ```
    /// use tilework::{layout::SplitError, prelude::*};
    /// let data: Vec<u32> = (0..96).collect();
    /// let zn = View::new(&data, layout!(((4, 2), (4, 3)):((4, 16), (1, 32)))).unwrap();
    /// let (left, right) = zn.split_at_mode::<1>(8)?;
    /// assert_eq!((left[(5, 7)], right[(5, 3)]), (zn[(5, 7)], zn[(5, 11)]));
    /// assert_eq!(right.layout().extents(), (int!(8), 4));
    /// // blocks of four columns are not cut, unless nothing follows them
    /// assert_eq!(zn.split_at_mode::<1>(6).err(), Some(SplitError::NotAligned { mode: 1, at: 6, inner: 4 }));
    /// assert!(right.split_at_mode::<1>(2).is_ok());
    /// # Ok::<(), SplitError>(())
    /// ```
    pub fn split_at_mode<const MODE: usize>(
        self,
        at: usize,
    ) -> Result<(View<'a, T, L::Part>, View<'a, T, L::Part>), SplitError>
    where
        L: SplitMode<MODE>,
    {
        let [front, back] = halves(&self.layout(), at)?;
        // SAFETY: a coordinate of a part is one of the whole, and its offset in the part counts from that start.
        let view = |(layout, start)| unsafe { View::from_origin(self.origin().offset(start), layout) };
        Ok((view(front), view(back)))
    }
}

impl<T, L: Mapping> ViewMut<'_, T, L> {
    /// The elements before index `at` of the top-level mode `MODE`, and the others, to be written: see
    /// [`View::split_at_mode`]. The two share no element.
    ///
    /// # Errors
    /// As [`View::split_at_mode`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [0; 24];
    /// let mut a = ViewMut::new(&mut data, layout!((2, 3, 4):(12, 4, 1))).unwrap();
    /// let (mut front, mut back) = a.split_at_mode_mut::<2>(1)?;
    /// fill(&mut front, 1);
    /// fill(&mut back, 2);
    /// assert_eq!(data[..8], [1, 2, 2, 2, 1, 2, 2, 2]);
    /// # Ok::<(), tilework::layout::SplitError>(())
    /// ```
    pub fn split_at_mode_mut<const MODE: usize>(
        &mut self,
        at: usize,
    ) -> Result<(ViewMut<'_, T, L::Part>, ViewMut<'_, T, L::Part>), SplitError>
    where
        L: SplitMode<MODE>,
    {
        let [front, back] = halves(&self.layout(), at)?;
        // SAFETY: as in `View::split_at_mode`; the offsets of both are some of those of the whole, which do not
        // repeat: so those of the parts do not, and no offset is in both, because no coordinate is.
        let view = |(layout, start)| unsafe { ViewMut::from_origin(self.origin().offset(start), layout) };
        Ok((view(front), view(back)))
    }
}
