//! Where static layouts put their elements, for `const` code.
use crate::int::Integer;
use crate::int::const_list::ConstList;
use crate::int::sealed::Sealed;
use crate::layout::{Extent, Layout, offset_of};
use crate::placed::{StaticLayout, SwizzleParts, Swizzled, XorSwizzle};
use crate::tuple::{AllStatic, Leaves, Shape, Stride};

/// A static layout of which `const` code knows every offset: a [`Layout`], swizzled or not.
pub trait StaticOffsets: Sealed {
    #[doc(hidden)]
    const OFFSETS: ConstOffsets;
}

/// The most swizzles behind each other.
const MOST_SWIZZLES: usize = 8;

/// Shape, strides and swizzles of a static layout.
#[derive(Clone, Copy, Debug)]
pub struct ConstOffsets {
    shape: Leaves,
    stride: Leaves,
    rank: usize,
    /// How many leaves mode 0 has.
    front: usize,
    /// What is added to an offset, and how the sum is swizzled; from the first to the last.
    swizzles: ConstList<(isize, SwizzleParts), MOST_SWIZZLES>,
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
        let (mut offset, mut i) = (offset_of(&self.shape, &self.stride, index), 0);
        while i < self.swizzles.len() {
            let (start, parts) = self.swizzles.entries()[i];
            offset = parts.apply((offset + start).cast_unsigned()).cast_signed();
            i += 1;
        }
        offset
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

impl<S: Shape + AllStatic, D: Stride<S> + AllStatic, E: Extent<S>> StaticOffsets for Layout<S, D, E> {
    const OFFSETS: ConstOffsets = ConstOffsets {
        shape: S::LEAVES,
        stride: D::LEAVES,
        rank: S::RANK,
        front: if S::DEPTH == 0 { 1 } else { S::PROFILE.mode_leaves()[0] },
        swizzles: ConstList::new((0, SwizzleParts::NONE)),
    };
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
