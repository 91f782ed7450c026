//! The logical extent of tiles that may end behind what they were cut from.

use super::stride::{each_step, spans, write};
use crate::int::Integer;
use crate::int::sealed::Sealed;
use crate::layout::{Coordinate, Entries, Layout, Validity};
use crate::tuple::{MAX_RANK, Shape, Stride, Weights};
use core::fmt;

/// The logical extent of tiles that may end behind what they were cut from: `(4,3):(1,4) of (10) by (1@0,4@0)` are ten
/// elements in three tiles of four.
///
/// `W` leads each coordinate of the tiles to one of what was cut, as the
/// [`identity_layout`](super::identity_layout) does that is cut alike; `X` has the extent of that along each axis. A
/// coordinate is an element if along every axis its steps add up to less than the extent. There is an axis for each
/// mode that a tiler cut by itself: one for the whole layout, or one for each entry of a tiler by mode.
///
/// The elements are no box: no integer for every mode says which they are. So such a layout gives an offset only if it
/// is asked whether the coordinate [is an element](Layout::contains): by [`try_offset`](Layout::try_offset). One that
/// turns out to be [`exact`](Layout::exact) is like any other.
///
/// ```
/// use tilework::prelude::*;
/// let tiles = zipped_divide(layout!((10, 7):(1, 10)), tiler!(4, 4));
/// assert_eq!(
///     tiles.to_string(),
///     "((_4,_4),(_3,_2)):((_1,_10),(_4,_40)) of (_10,_7) by ((_1@0,_1@1),(_4@0,_4@1))"
/// );
/// assert_eq!((0..96).filter(|&index| tiles.contains(index)).count(), 70);
/// assert_eq!(tiles.try_offset(((1, 2), (2, 1))), Ok(9 + 60));
/// assert!(tiles.try_offset(((2, 2), (2, 1))).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TiledExtent<W, X> {
    steps: W,
    extents: X,
}

impl<W, X> TiledExtent<W, X> {
    /// Steps along axes that are known to lead all coordinates of a shape to machine words.
    pub(crate) fn new(steps: W, extents: X) -> Self {
        TiledExtent { steps, extents }
    }
}

impl<W: Copy, X: Copy> TiledExtent<W, X> {
    /// The steps along axes that lead a coordinate of the tiles to one of what was cut.
    pub fn steps(&self) -> W {
        self.steps
    }

    /// The extent of what was cut, along each axis.
    pub fn extents(&self) -> X {
        self.extents
    }
}

#[diagnostic::do_not_recommend]
impl<W, X> Sealed for TiledExtent<W, X> {}

#[diagnostic::do_not_recommend]
impl<S: Shape, W: Weights<S>, X: Shape> Validity<S> for TiledExtent<W, X> {
    const IS_EXACT: bool = {
        let (spans, extents) = (spans::<S, W>(), X::LEAVES);
        let (mut is_exact, mut axis) = (true, 0);
        while axis < extents.len() {
            is_exact = match (spans[axis], extents.get(axis)) {
                (Some((_, last)), Some(extent)) => is_exact && last < extent,
                _ => false,
            };
            axis += 1;
        }
        is_exact
    };

    #[inline]
    fn is_element<C: Coordinate<S, D>, D: Stride<S>>(self, crd: C, shape: S) -> bool {
        let (entries, modes) = (crd.entries(), shape.shape_modes());
        if entries.outside(modes).is_some() {
            return false;
        }
        let (axes, steps) = (const { &W::AXES }, self.steps.steps());
        let (mut reached, mut leaf) = ([0; MAX_RANK], 0);
        entries.each_mode(modes, 0, &mut |mode, mut index| {
            steps.each_leaf_of(shape, mode, &mut |extent, step| {
                if let Some(axis) = axes.get(leaf) {
                    reached[axis.cast_unsigned()] += (index % extent) * step.cast_unsigned();
                }
                (index, leaf) = (index / extent, leaf + 1);
            });
        });
        (0..X::LEAVES.len()).all(|axis| reached[axis] < self.extents.mode_size(axis))
    }

    fn overhang(self, shape: S) -> Option<(usize, usize, usize)> {
        let mut sizes = [1; MAX_RANK];
        let mut is_empty = false;
        each_step(shape, self.steps, &mut |axis, extent, step| {
            is_empty |= extent == 0;
            sizes[axis] += extent.saturating_sub(1) * step.cast_unsigned();
        });
        (0..X::LEAVES.len())
            .map(|axis| (axis, self.extents.mode_size(axis), sizes[axis]))
            .find(|&(_, extent, size)| extent < size && !is_empty)
    }

    fn visit(self, shape: S, step: &mut impl FnMut(usize, isize), extent: &mut impl FnMut(usize)) {
        each_step(shape, self.steps, &mut |axis, _, length| step(axis, length));
        (0..X::LEAVES.len()).for_each(|axis| extent(self.extents.mode_size(axis)));
    }
    fn write_extents(self, _: S, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.extents.notation())
    }
    fn write_steps(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(" by ")?;
        write(self.steps, f)
    }
}

impl<S: Shape, D: Stride<S>, W: Weights<S>, X: Shape> Layout<S, D, TiledExtent<W, X>> {
    /// The number of elements: of what was cut into tiles.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let tiles = zipped_divide(layout!((10, 7):(1, 10)), tiler!(4, 4));
    /// assert_eq!((tiles.size(), tiles.len()), (int!(96), 70));
    /// ```
    pub fn len(&self) -> usize {
        self.extent().extents.size().value()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
