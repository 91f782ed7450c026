//! Where static layouts put their elements, for `const` code.
use crate::int::const_list::ConstList;
use crate::int::sealed::Sealed;
use crate::int::{Integer, Text};
use crate::layout::{Extent, Layout, offset_of};
use crate::placed::{
    F2, Placed, Placement, StaticLayout, Steps, SwizzleParts, Swizzled, XlaTiles, XorSwizzle,
};
use crate::tuple::{AllStatic, IntTuple, Leaves, MAX_RANK, Shape, Stride};

/// A static layout of which `const` code knows every offset: a [`Layout`], a [`Placed`] one, swizzled or not.
pub trait StaticOffsets: Sealed {
    #[doc(hidden)]
    const OFFSETS: ConstOffsets;
}

/// The most swizzles behind each other.
const MOST_SWIZZLES: usize = 8;

/// The most elements that analyses of a whole static layout look at.
pub(super) const MOST_ELEMENTS: usize = 4096;

/// Shape, strides and swizzles of a static layout.
#[derive(Clone, Copy, Debug)]
pub struct ConstOffsets {
    shape: Leaves,
    sum: ConstSum,
    rank: usize,
    /// How many leaves mode 0 has.
    front: usize,
    /// What is added to an offset, and how the sum is swizzled; from the first to the last.
    swizzles: ConstList<(isize, SwizzleParts), MOST_SWIZZLES>,
}

/// How coordinates are summed.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one for each type, and only while compiling")]
enum ConstSum {
    Strides(Leaves),
    /// Multiplied without carries, and added by XOR.
    Xor(Leaves),
    /// The steps of a tiling of XLA.
    Steps(Steps),
}

impl ConstOffsets {
    /// The number of top-level modes.
    pub const fn rank(&self) -> usize {
        self.rank
    }

    /// The number of coordinates.
    pub const fn size(&self) -> usize {
        self.size_of_leaves(self.shape.len())
    }

    /// The size of the first mode.
    pub const fn first_size(&self) -> usize {
        self.size_of_leaves(self.front)
    }

    /// The offset of an index, first mode fastest.
    pub const fn offset(&self, index: usize) -> isize {
        let mut offset = match &self.sum {
            ConstSum::Strides(stride) => offset_of(&self.shape, stride, index),
            ConstSum::Xor(stride) => xor_offset(&self.shape, stride, index),
            ConstSum::Steps(steps) => steps.place(&coordinate(&self.shape, index)).cast_signed(),
        };
        let mut i = 0;
        while i < self.swizzles.len() {
            let (start, parts) = self.swizzles.entries()[i];
            offset = parts.apply((offset + start).cast_unsigned()).cast_signed();
            i += 1;
        }
        offset
    }

    /// Extents and strides of the leaves, if the offsets are the sums of them.
    pub(super) const fn strides(&self) -> Option<(&Leaves, &Leaves)> {
        match &self.sum {
            ConstSum::Strides(stride) if self.swizzles.len() == 0 => Some((&self.shape, stride)),
            _ => None,
        }
    }

    /// The offsets of all elements, first mode fastest.
    #[track_caller]
    pub(super) const fn all(&self) -> ConstList<isize, MOST_ELEMENTS> {
        if self.size() > MOST_ELEMENTS {
            let text = Text::new().str("analyses of static layouts look at ").number(MOST_ELEMENTS);
            panic!("{}", text.str(" elements at most, this one has ").number(self.size()).as_str())
        }
        let (mut all, mut index) = (ConstList::new(0), 0);
        while index < self.size() {
            all.push(self.offset(index));
            index += 1;
        }
        all
    }

    const fn size_of_leaves(&self, count: usize) -> usize {
        let (mut size, mut leaf) = (1, 0);
        while leaf < count {
            if let Some(extent) = self.shape.get(leaf) {
                size *= extent.cast_unsigned();
            }
            leaf += 1;
        }
        size
    }
}

/// The offset of an index in a layout over F2 strides.
const fn xor_offset(shape: &Leaves, stride: &Leaves, mut index: usize) -> isize {
    let (mut offset, mut leaf) = (0, 0);
    while leaf < shape.len() {
        if let (Some(extent), Some(stride)) = (shape.get(leaf), stride.get(leaf)) {
            let (extent, mut bit) = (extent.cast_unsigned(), 0);
            while extent >> bit > 1 {
                if (index % extent) >> bit & 1 == 1 {
                    offset ^= stride << bit;
                }
                bit += 1;
            }
            index /= extent;
        }
        leaf += 1;
    }
    offset
}

/// The index in each dimension, first one fastest.
const fn coordinate(sizes: &Leaves, mut index: usize) -> [usize; MAX_RANK] {
    let (mut coordinate, mut dimension) = ([0; MAX_RANK], 0);
    while dimension < sizes.len() {
        if let Some(size) = sizes.get(dimension) {
            coordinate[dimension] = index % size.cast_unsigned();
            index /= size.cast_unsigned();
        }
        dimension += 1;
    }
    coordinate
}

/// What is said of a layout whose elements are summed so.
const fn plain<S: Shape>(sum: ConstSum) -> ConstOffsets {
    ConstOffsets {
        shape: S::LEAVES,
        sum,
        rank: <S as IntTuple>::RANK,
        front: if S::DEPTH == 0 { 1 } else { S::PROFILE.mode_leaves()[0] },
        swizzles: ConstList::new((0, SwizzleParts::NONE)),
    }
}

impl<S: Shape + AllStatic, D: Stride<S> + AllStatic, E: Extent<S>> StaticOffsets for Layout<S, D, E> {
    const OFFSETS: ConstOffsets = plain::<S>(ConstSum::Strides(D::LEAVES));
}

impl<S: Shape + AllStatic, D: Stride<S> + AllStatic> StaticOffsets for Placed<F2<S, D>> {
    const OFFSETS: ConstOffsets = {
        let _ = <F2<S, D> as Placement>::OVERLAP;
        plain::<S>(ConstSum::Xor(D::LEAVES))
    };
}

impl<S, O, T, P> StaticOffsets for Placed<XlaTiles<S, O, T, P>>
where
    S: Shape + AllStatic,
    O: AllStatic,
    T: AllStatic,
    P: Integer + AllStatic,
{
    const OFFSETS: ConstOffsets = plain::<S>(ConstSum::Steps(XlaTiles::<S, O, T, P>::STEPS));
}

impl<W, L, O> StaticOffsets for Swizzled<W, L, O>
where
    W: XorSwizzle,
    L: StaticOffsets + StaticLayout,
    O: Integer + AllStatic,
{
    const OFFSETS: ConstOffsets = {
        let _ = <Self as StaticLayout>::VALUE;
        let mut offsets = L::OFFSETS;
        assert!(offsets.swizzles.len() < MOST_SWIZZLES, "a layout has at most 8 swizzles");
        let start = match O::STATIC {
            Some(start) => start.cast_signed(),
            None => panic!("the start of a static layout is static"),
        };
        offsets.swizzles.push((start, W::PARTS));
        offsets
    };
}
