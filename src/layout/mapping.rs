//! Bounds for generic code: what a kernel says about the layouts it takes.

use super::base::{Layout, static_outside};
use super::collision::{LeafModes, Overlap};
use super::coordinate::{Coordinate, Refuse, crd2offset};
use super::extent::Extent;
use super::facts;
use super::mixed_radix::{MixedRadix, mixed_radix, static_radix};
use super::notation::notation;
use crate::int::sealed::Sealed;
use crate::int::{Integer, Scalar};
use crate::tuple::{Block, IntTuple, MAX_RANK, Shape, Stride, Text};
use core::fmt::{Debug, Display};

/// Any layout: a function from coordinates to positions in a storage of [`cosize`](Mapping::cosize) elements.
///
/// This is the bound of generic code. A kernel over matrices says [`Matrix`](super::Matrix); one over any rank says
/// `Mapping`. The trait is sealed: tensors trust it for memory safety.
#[diagnostic::on_unimplemented(
    message = "not a layout: `{Self}` needs the bound `Mapping` in generic code, or `Matrix` if it has rank 2",
    label = "not known to be a layout"
)]
pub trait Mapping: Accepts<usize> + Copy + Debug + Display + Send + Sync + Sealed + 'static {
    /// The number of top-level modes.
    const RANK: usize;
    /// One integer for every top-level mode.
    type Extents: Shape;
    /// See [`Mapping::cosize`].
    type Cosize: Integer;
    /// The notation as far as it is known at compile time.
    #[doc(hidden)]
    const TEXT: Text;
    /// Whether coordinates share offsets, if every leaf is static.
    #[doc(hidden)]
    const STATIC_OVERLAP: Option<Overlap>;
    /// The static structure of [`mode_offset`](Mapping::mode_offset) in every top-level mode: what kernels tile by.
    #[doc(hidden)]
    const BLOCKS: [Block; MAX_RANK];
    /// Extent and stride of the first leaf of every top-level mode, as far as they are static.
    #[doc(hidden)]
    const FRONTS: [(Option<isize>, Option<isize>); MAX_RANK];

    /// Whether its elements are seen through other layouts too, with what lies between the first and the last.
    #[doc(hidden)]
    const IS_OPEN: bool = false;

    /// What copies are planned by, where it is known at compile time: see [`mixed_radix`](Mapping::mixed_radix).
    #[doc(hidden)]
    const MIXED_RADIX: Option<MixedRadix> = None;

    /// The logical extent of every top-level mode.
    fn extents(&self) -> Self::Extents;
    /// The number of elements storage needs.
    fn cosize(&self) -> Self::Cosize;
    /// The number of elements storage needs, if that fits in a machine word.
    fn checked_cosize(&self) -> Option<usize>;
    /// The position of offset 0 in the storage: 0, unless a stride is negative.
    fn base(&self) -> usize;
    /// Whether no two coordinates share an offset, padding included.
    #[inline]
    fn is_injective(&self) -> bool {
        self.overlap() == Overlap::None
    }
    /// The number of elements: of coordinates inside the logical extent. Padding is not counted.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let zn = make_layout::<zN, f16>(100, 50);
    /// assert_eq!((zn.len(), zn.size().value()), (5000, 112 * 64));
    /// ```
    #[inline]
    fn len(&self) -> usize {
        self.extents().size().value()
    }
    /// Whether there are no elements.
    #[inline]
    fn is_empty(&self) -> bool {
        match Self::RANK {
            0 => self.len() == 0,
            rank => (0..rank).any(|mode| self.mode_extent(mode) == 0),
        }
    }
    #[doc(hidden)]
    fn overlap(&self) -> Overlap;
    /// The logical extent of a top-level mode.
    #[inline]
    fn mode_extent(&self, mode: usize) -> usize {
        self.extents().mode_size(mode)
    }
    /// The part of the sum in [`place`](Mapping::place) that an index of one top-level mode contributes.
    #[doc(hidden)]
    fn mode_offset(&self, mode: usize, index: usize) -> isize;
    /// How many elements of a top-level mode follow each other at one stride, from each multiple of this number on, and
    /// after how many the sum grows by the same, 0 for never; 0 and 0 where all elements are at one stride.
    #[doc(hidden)]
    fn mode_block(&self, mode: usize) -> (usize, usize);
    /// The digits of every index with their strides, if the offset is the sum of these.
    #[doc(hidden)]
    #[inline]
    fn mixed_radix(&self) -> Option<MixedRadix> {
        None
    }
    /// The digits of every index, if the sum that [`place`](Mapping::place) takes is [`bias`](Mapping::bias) and these
    /// digits times their strides.
    #[doc(hidden)]
    fn sum_radix(&self) -> Option<MixedRadix> {
        self.mixed_radix()
    }
    /// The part of that sum that no index contributes.
    #[doc(hidden)]
    fn bias(&self) -> isize;
    /// The offset of a coordinate, from a sum over its modes: `place(bias + sum of mode_offset)`.
    ///
    /// Kernels walk the sums, which are additive, and place each one where they touch memory. Of a [`Layout`] the sum
    /// is the offset; of a swizzled layout, the swizzle places it.
    #[doc(hidden)]
    fn place(sum: isize) -> isize;
    /// How many sums, from each multiple of this number on, are placed in a row; 0 where each sum is its own place.
    #[doc(hidden)]
    const ROW: usize;
    /// A number of which the first places of those rows are multiples.
    #[doc(hidden)]
    const ALIGNED: usize;
    /// Whether each bit of a sum that is not negative is placed for itself, and all are added by XOR:
    /// `place(a ^ b) == place(a) ^ place(b)`. A bit above all that are moved is its own place.
    #[doc(hidden)]
    const IS_XOR: bool = false;
    /// How far the offsets of the whole shape, elements or not, may go below 0 and above: as far as that is static.
    #[doc(hidden)]
    const STATIC_SPREAD: (Option<usize>, Option<usize>);
    /// The same as numbers; `None` of what does not fit in a machine word.
    #[doc(hidden)]
    fn spread(&self) -> (usize, Option<usize>);
}

/// A layout that takes coordinates of type `C`.
///
/// Every layout takes an index (`usize`), and every tuple that fits its shape (see [`Coordinate`]).
#[diagnostic::on_unimplemented(
    message = "the layout is not known to take coordinates of type `{C}`: a `Mapping` takes `usize`, a `Matrix` also pairs",
    label = "a coordinate that not every layout of this kind takes",
    note = "a coordinate is one integer (an index), or a tuple with one entry for every mode of the layout"
)]
pub trait Accepts<C: IntTuple> {
    /// The type of the offset of such a coordinate.
    type Offset: Scalar;
    /// That a static coordinate is outside the layout.
    #[doc(hidden)]
    const OUTSIDE: Option<Text> = None;
    /// The offset of a coordinate; not checked, see [`Layout::offset`].
    ///
    /// It has a name of its own because layouts that formats give generic code have an `offset` too, which is a plain
    /// `usize`: see [`FormatLayout`](crate::format::FormatLayout).
    fn offset_of(&self, crd: C) -> Self::Offset;
    /// Whether the coordinate is inside the logical extent.
    fn contains(&self, crd: C) -> bool;
    /// The offset as a signed machine word.
    #[doc(hidden)]
    fn step(&self, crd: C) -> isize;
    /// Calls `refuse` with the first mode in which the coordinate is outside the logical extent, and does not return.
    #[doc(hidden)]
    #[track_caller]
    fn guard(&self, crd: C, refuse: impl Refuse);
}

/// A coordinate that the layout `L` takes: [`Accepts`], said of the coordinate.
///
/// This is what indexing asks for. Of `L: Accepts<C>`, where nothing is known of `L` but that it takes `usize`, the
/// compiler concludes that `C` is `usize`, and what it says of a pair then does not name the bound that is missing.
#[diagnostic::on_unimplemented(
    message = "not a coordinate: `{Self}` is neither `usize`, nor `int!(n)`, nor a tuple of up to 12 such",
    label = "not a coordinate",
    note = "dynamic integers of other types convert with `as usize`"
)]
#[doc(hidden)]
pub trait CoordinateOf<L>: IntTuple {
    /// See [`check_coordinate`].
    const INSIDE: ();
    /// See [`Accepts::guard`].
    #[track_caller]
    fn guard(self, layout: &L, refuse: impl Refuse);
    /// See [`Accepts::step`].
    fn step(self, layout: &L) -> isize;
}

impl<C: IntTuple, L: Accepts<C>> CoordinateOf<L> for C {
    const INSIDE: () = check_coordinate::<L, C>();

    #[inline(always)]
    #[track_caller]
    fn guard(self, layout: &L, refuse: impl Refuse) {
        layout.guard(self, refuse);
    }
    #[inline(always)]
    fn step(self, layout: &L) -> isize {
        layout.step(self)
    }
}

/// A static coordinate outside the layout, as a compile error. The function that the user calls asks for it: only from
/// there does the compiler name the user's line.
#[track_caller]
pub(crate) const fn check_coordinate<L: Accepts<C>, C: IntTuple>() {
    if let Some(outside) = &<L as Accepts<C>>::OUTSIDE {
        panic!("{}", outside.as_str())
    }
}

/// How long the search for overlaps may take in the compiler.
const STATIC_OVERLAP_STEPS: u32 = 1 << 12;

#[diagnostic::do_not_recommend]
impl<S: Shape, D: Stride<S>, E: Extent<S>> Sealed for Layout<S, D, E> {}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Mapping for Layout<S, D, E> {
    const RANK: usize = <S as IntTuple>::RANK;
    const TEXT: Text = notation::<S, D>();
    const STATIC_OVERLAP: Option<Overlap> = match LeafModes::of_static(&S::LEAVES, &D::LEAVES) {
        Some(modes) => Some(modes.overlap(STATIC_OVERLAP_STEPS)),
        None => None,
    };
    const BLOCKS: [Block; MAX_RANK] = S::BLOCKS;
    const FRONTS: [(Option<isize>, Option<isize>); MAX_RANK] = {
        let (mut fronts, mut mode) = ([(None, None); MAX_RANK], 0);
        while mode < MAX_RANK {
            fronts[mode] = (S::FRONTS[mode], D::FRONTS[mode]);
            mode += 1;
        }
        fronts
    };
    const ROW: usize = 0;
    const ALIGNED: usize = 0;
    const IS_OPEN: bool = E::IS_DEFAULT;
    const MIXED_RADIX: Option<MixedRadix> = static_radix::<S, D, E::Extents>();
    const STATIC_SPREAD: (Option<usize>, Option<usize>) =
        (<D::Descent as Integer>::STATIC, <D::Reach as Integer>::STATIC);
    type Extents = E::Extents;
    type Cosize = super::base::Cosize<S, D>;

    #[inline]
    fn extents(&self) -> E::Extents {
        self.extents()
    }
    #[inline]
    fn cosize(&self) -> Self::Cosize {
        self.cosize()
    }
    #[inline]
    fn checked_cosize(&self) -> Option<usize> {
        match self.shape().checked_size()? {
            0 => Some(0),
            _ => self.stride().checked_reach(self.shape())?.checked_add(1),
        }
    }
    #[inline]
    fn base(&self) -> usize {
        // an empty layout has no offsets to go below
        if self.size().value() == 0 { 0 } else { Stride::descent(self.stride(), self.shape()).value() }
    }
    #[inline]
    fn spread(&self) -> (usize, Option<usize>) {
        let (shape, stride) = (self.shape(), self.stride());
        (Stride::descent(stride, shape).value(), stride.checked_reach(shape))
    }
    #[inline]
    fn overlap(&self) -> Overlap {
        facts::overlap(self.shape(), self.stride())
    }
    #[inline]
    fn mode_offset(&self, mode: usize, index: usize) -> isize {
        self.stride().mode_offset(self.shape(), mode, index)
    }
    fn mode_block(&self, mode: usize) -> (usize, usize) {
        let (mut run, mut whole, mut open) = (None, 1_usize, None::<(usize, isize)>);
        self.stride().each_leaf_of(self.shape(), mode, &mut |extent, stride| {
            open = Some(match open {
                None => (extent, stride),
                Some(leaf) if extent == 1 => leaf,
                // a leaf that goes on as the one before it is one with it
                Some((len, step)) if stride == step.wrapping_mul(len.cast_signed()) => {
                    (len.wrapping_mul(extent), step)
                }
                // a first leaf of one element is none, unless its stride is taken for that of the mode
                Some((1, _)) if D::FRONTS[mode].is_none() => (extent, stride),
                Some((len, _)) => {
                    run.get_or_insert(len);
                    whole = whole.wrapping_mul(len);
                    (extent, stride)
                }
            });
        });
        run.map_or((0, 0), |run| (run, whole))
    }
    #[inline(always)]
    fn mixed_radix(&self) -> Option<MixedRadix> {
        Some(mixed_radix(self.shape(), self.stride(), self.extents()))
    }
    #[inline(always)]
    fn bias(&self) -> isize {
        0
    }
    #[inline(always)]
    fn place(sum: isize) -> isize {
        sum
    }
}

impl<C: Coordinate<S, D>, S: Shape, D: Stride<S>, E: Extent<S>> Accepts<C> for Layout<S, D, E> {
    type Offset = C::Offset;
    const OUTSIDE: Option<Text> = match static_outside::<C, S, D, E>() {
        Some(outside) => Some(outside.message::<S, D>()),
        None => None,
    };

    #[inline]
    fn offset_of(&self, crd: C) -> C::Offset {
        const { check_coordinate::<Self, C>() };
        crd2offset(crd, self.shape(), self.stride())
    }
    #[inline]
    fn contains(&self, crd: C) -> bool {
        self.contains(crd)
    }
    #[inline]
    fn step(&self, crd: C) -> isize {
        crd2offset(crd, self.shape(), self.stride()).to_isize()
    }
    #[inline(always)]
    #[track_caller]
    fn guard(&self, crd: C, refuse: impl Refuse) {
        self.extent().guard(crd, self.shape(), refuse);
    }
}
