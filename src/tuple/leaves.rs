//! The leaves of a tuple as compile-time data: what `const fn` can compute with.

use crate::int::const_list::ConstList;
use crate::int::greatest_common_divisor;

/// The most leaves a tuple has, and a layout.
pub(crate) const MAX_LEAVES: usize = 48;

/// The leaves of an integer tuple from the first to the last; `None` stands for a dynamic one.
#[derive(Clone, Copy, Debug)]
pub struct Leaves(ConstList<Option<isize>, MAX_LEAVES>);

impl Leaves {
    /// No leaves.
    pub const fn new() -> Self {
        Leaves(ConstList::new(None))
    }

    /// The number of leaves.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Leaf number `i`, if it is static.
    pub const fn get(&self, i: usize) -> Option<isize> {
        self.0.entries()[i]
    }

    /// The first leaf, if there is one and it is static.
    pub const fn front(&self) -> Option<isize> {
        if self.is_empty() { None } else { self.get(0) }
    }

    /// These leaves and one more.
    ///
    /// # Panics
    /// If there are 48 leaves already.
    pub const fn push(mut self, leaf: Option<isize>) -> Self {
        self.add(leaf);
        self
    }

    /// One more leaf, as [`push`](Self::push).
    pub(crate) const fn add(&mut self, leaf: Option<isize>) {
        assert!(self.len() < MAX_LEAVES, "a tuple has at most 48 leaves");
        self.0.push(leaf);
    }

    /// These leaves and those of another tuple.
    ///
    /// # Panics
    /// If there are more than 48 leaves together.
    pub const fn append(mut self, other: &Leaves) -> Self {
        assert!(self.len() + other.len() <= MAX_LEAVES, "a tuple has at most 48 leaves");
        self.0.append(&other.0);
        self
    }

    /// How the offset of this mode depends on its coordinate: see [`Block`].
    pub const fn block(&self) -> Block {
        let (mut len, mut i) = (1, 0);
        while i + 1 < self.len() {
            match self.get(i) {
                Some(extent) => len *= extent.cast_unsigned(),
                None => return Block::Front(len),
            }
            i += 1;
        }
        if self.len() <= 1 { Block::Linear } else { Block::Whole(len) }
    }

    /// The stride of these extents together with those strides, if there are several leaves and each goes on where the
    /// one before ends: such a mode is one leaf of its size, as by [`coalesce`](crate::algebra::coalesce()).
    pub(crate) const fn coalesced_stride(&self, strides: &Leaves) -> Option<isize> {
        let (first, mut next, mut i) = (strides.front(), strides.front(), 0);
        while i < self.len() {
            match (self.get(i), strides.get(i), next) {
                (_, Some(stride), Some(expected)) if stride != expected => return None,
                (extent, Some(stride), Some(_)) => {
                    next = match extent {
                        Some(extent) if extent > 0 => stride.checked_mul(extent),
                        _ => None,
                    };
                }
                _ => return None,
            }
            i += 1;
        }
        if self.len() > 1 { first } else { None }
    }

    /// Whether tiles of `size` elements start where the offset is that of the start plus that of the place in the
    /// tile; if not, the inner block of which `size` is neither a multiple nor a divisor. The leaves before the last
    /// must be static.
    pub(crate) const fn aligns_tiles_of(&self, size: usize) -> Result<(), usize> {
        let (mut fill, mut i) = (Fill::new(size), 0);
        while i + 1 < self.len() {
            match self.get(i) {
                Some(extent) => fill.pass(extent.cast_unsigned()),
                None => panic!("the alignment of tiles needs the extent of each leaf before the last"),
            }
            i += 1;
        }
        fill.result
    }
}

/// Tiles of a size that fill the leaves of a mode from the first to the last, without straddling any.
pub(crate) struct Fill {
    size: usize,
    /// The elements of the leaves passed: a divisor of the size, until the tile ends inside a leaf.
    block: usize,
    ends: bool,
    pub(crate) result: Result<(), usize>,
}

impl Fill {
    pub(crate) const fn new(size: usize) -> Self {
        Fill { size, block: 1, ends: false, result: Ok(()) }
    }

    /// A leaf that is not the last.
    pub(crate) const fn pass(&mut self, extent: usize) {
        if self.ends || self.result.is_err() {
            return;
        }
        // the size of a mode fits in a machine word, unless another leaf is empty
        self.block = self.block.saturating_mul(extent);
        if self.size != 0 && self.block.is_multiple_of(self.size) {
            self.ends = true;
        } else if !self.size.is_multiple_of(self.block) {
            self.result = Err(self.block);
        }
    }
}

/// The static structure of the offsets of one mode: where they need no division.
///
/// The leaves of a mode before the last one form blocks. From the start of a block, and from block to block, the
/// offset is a sum: `offset(b * len + x) = offset(b * len) + offset(x)` for `x < len`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// A single leaf: the offset is linear, any length is a block.
    Linear,
    /// All leaves before the last are static, and multiples of their product are blocks too.
    Whole(usize),
    /// Only the first leaves are static: their product is the block, its multiples are not.
    Front(usize),
}

impl Block {
    /// A block common to two modes, in which both offsets are sums: its length, 0 where any length will do.
    pub(crate) const fn common(self, other: Block) -> usize {
        match (self, other) {
            (Block::Linear, Block::Linear) => 0,
            (Block::Linear, Block::Whole(len) | Block::Front(len)) => len,
            (Block::Whole(len) | Block::Front(len), Block::Linear) => len,
            (Block::Whole(0), _) | (_, Block::Whole(0)) => 1,
            (Block::Whole(a), Block::Whole(b)) => match (a / greatest_common_divisor(a, b)).checked_mul(b) {
                Some(len) => len,
                // no array has so many places: element by element will do
                None => 1,
            },
            (Block::Front(a), Block::Whole(b)) if b != 0 && a.is_multiple_of(b) => a,
            (Block::Whole(a), Block::Front(b)) if a != 0 && b.is_multiple_of(a) => b,
            (Block::Front(a), Block::Front(b)) if a == b => a,
            _ => 1,
        }
    }

    /// Whether the offset grows by the same from every `len` elements to the next.
    pub(crate) const fn is_even_by(self, len: usize) -> bool {
        match self {
            Block::Linear => true,
            Block::Whole(block) => block != 0 && len.is_multiple_of(block),
            Block::Front(_) => false,
        }
    }
}

impl Default for Leaves {
    fn default() -> Self {
        Leaves::new()
    }
}
