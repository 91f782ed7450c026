//! The F2 matrix of a layout as compile-time data: how coordinates are summed, and where sums are placed.
//!
//! Kernels walk sums of numbers, one for each mode, and place each sum where they touch memory. So each bit of the
//! index gets a bit of the sum to itself: no carries, and any sum is one of bits. Which one is free, as long as the
//! matrix from there to the offset is right. The highest bit of the stride, or the lowest, leaves a swizzled layout its
//! order in memory, and little for the matrix to do; if these collide, the bits of the index follow one another.

use crate::int::Text;
use crate::int::const_list::ConstList;
use crate::layout::Overlap;
use crate::tuple::{Block, Leaves, MAX_LEAVES, MAX_RANK, Profile};

/// Bits that an offset, a size or a sum may have: one less than fit, so that what is one past the end fits too.
const BITS: u32 = 62;

/// A layout over F2 strides.
#[derive(Clone, Copy)]
pub(super) struct BitMatrix {
    leaves: [BitLeaf; MAX_LEAVES],
    /// The first leaf of each top-level mode, and the one behind the last.
    modes: [usize; MAX_RANK + 1],
    /// The offset of a sum is the XOR of these parts of it.
    terms: ConstList<MovedBits, 128>,
    /// How many sums, from each multiple of this number on, are placed in a row; 0 where all are.
    row: usize,
}

#[derive(Clone, Copy)]
struct BitLeaf {
    /// The extent is two to this power.
    bits: u32,
    stride: usize,
    /// Where the bits of the coordinate stand in the sum, if they change the offset.
    place: Option<u32>,
}

/// Bits of a sum that are moved alike.
#[derive(Clone, Copy)]
struct MovedBits {
    mask: usize,
    shift: i32,
}

impl BitMatrix {
    /// The matrix of a layout whose leaves are all static; or what is wrong with it, as a compile error.
    #[track_caller]
    pub(super) const fn of(shape: &Leaves, stride: &Leaves, profile: &Profile, text: &Text) -> Self {
        let none = BitLeaf { bits: 0, stride: 0, place: None };
        let mut matrix = BitMatrix {
            leaves: [none; MAX_LEAVES],
            modes: [0; MAX_RANK + 1],
            terms: ConstList::new(MovedBits { mask: 0, shift: 0 }),
            row: 0,
        };
        let (mut i, mut size) = (0, 0);
        while i < shape.len() {
            let (Some(extent), Some(stride)) = (shape.get(i), stride.get(i)) else {
                panic!("the leaves of an F2 layout are static")
            };
            matrix.leaves[i] = leaf(extent, stride, text);
            size += matrix.leaves[i].bits;
            i += 1;
        }
        if size > BITS {
            panic!("{}", text.str(": the size is beyond 2^62").as_str())
        }
        let (counts, mut mode) = (profile.mode_leaves(), 0);
        while mode < MAX_RANK {
            matrix.modes[mode + 1] = matrix.modes[mode] + counts[mode];
            mode += 1;
        }
        matrix.placed().with_terms()
    }

    const fn len(&self) -> usize {
        self.modes[MAX_RANK]
    }

    /// With a place for every leaf.
    const fn placed(mut self) -> Self {
        let mut attempt = 0;
        while attempt < 3 {
            let (mut used, mut collide, mut index, mut i) = (0usize, false, 0, 0);
            while i < self.len() {
                let BitLeaf { bits, stride, .. } = self.leaves[i];
                if bits > 0 && stride > 0 {
                    let place = match attempt {
                        0 => stride.ilog2(),
                        1 => stride.trailing_zeros(),
                        _ => index,
                    };
                    let field = ((1 << bits) - 1) << place;
                    collide = collide || used & field != 0;
                    used |= field;
                    self.leaves[i].place = Some(place);
                }
                index += bits;
                i += 1;
            }
            if !collide {
                break;
            }
            attempt += 1;
        }
        self
    }

    /// With the terms of the matrix from sums to offsets.
    const fn with_terms(mut self) -> Self {
        let (mut used, mut i) = (0, 0);
        while i < self.len() {
            if let BitLeaf { bits, stride, place: Some(place) } = self.leaves[i] {
                let mut bit = 0;
                while bit < bits {
                    used |= 1 << (place + bit);
                    self.add_column(place + bit, stride << bit);
                    bit += 1;
                }
            }
            i += 1;
        }
        let (terms, mut term) = (self.terms.entries_mut(), 0);
        while term < terms.len() {
            // a sum has no other bits, and they need no mask
            if terms[term].mask == used {
                terms[term].mask = usize::MAX;
            }
            term += 1;
        }
        self.row = self.row_of(used);
        self
    }

    /// The bit `from` of a sum adds `column` to the offset.
    const fn add_column(&mut self, from: u32, column: usize) {
        let mut to = 0;
        while to < usize::BITS {
            if column >> to & 1 == 1 {
                let (shift, mut term) = (to.cast_signed() - from.cast_signed(), 0);
                while term < self.terms.len() && self.terms.entries()[term].shift != shift {
                    term += 1;
                }
                if term == self.terms.len() {
                    self.terms.push(MovedBits { mask: 0, shift });
                }
                self.terms.entries_mut()[term].mask |= 1 << from;
            }
            to += 1;
        }
    }

    /// See the field: the low bits of a sum, up to the first that is moved or changed.
    const fn row_of(&self, used: usize) -> usize {
        let (terms, mut moved, mut i) = (self.terms.entries(), 0, 0);
        while i < terms.len() {
            let MovedBits { mask, shift } = terms[i];
            let bits = mask & used;
            if shift > 0 {
                moved |= bits | bits << shift;
            } else if shift < 0 {
                moved |= bits | bits >> -shift;
            }
            i += 1;
        }
        if moved == 0 { 0 } else { 1 << moved.trailing_zeros() }
    }

    /// See the field.
    pub(super) const fn row(&self) -> usize {
        self.row
    }

    /// The offset of a sum.
    #[inline(always)]
    pub(super) const fn place(&self, sum: usize) -> usize {
        if self.row == 0 {
            return sum;
        }
        let (terms, mut offset, mut i) = (self.terms.entries(), 0, 0);
        while i < terms.len() {
            let MovedBits { mask, shift } = terms[i];
            let bits = sum & mask;
            offset ^= if shift < 0 { bits >> -shift } else { bits << shift };
            i += 1;
        }
        offset
    }

    /// The part of the sum that an index of one top-level mode contributes.
    #[inline(always)]
    pub(super) const fn mode_sum(&self, mode: usize, index: usize) -> usize {
        let (mut sum, mut rest, mut i) = (0, index, self.modes[mode]);
        let end = self.modes[mode + 1];
        while i < end {
            let BitLeaf { bits, place, .. } = self.leaves[i];
            let part = if i + 1 == end { rest } else { rest & ((1 << bits) - 1) };
            if let Some(place) = place {
                sum |= part << place;
            }
            rest >>= bits;
            i += 1;
        }
        sum
    }

    /// The leaves from `leaf` on that stand in the sum one behind the other, as one leaf does: where they begin, how
    /// many bits they have together, and the leaf behind them.
    const fn run(&self, leaf: usize, end: usize) -> (Option<u32>, u32, usize) {
        let (mut first, mut bits, mut next) = (None, 0, leaf);
        while next < end {
            let BitLeaf { bits: more, place, .. } = self.leaves[next];
            if bits == 0 {
                first = place;
            } else if more > 0 {
                match (first, place) {
                    (Some(first), Some(place)) if place == first + bits => {}
                    _ => break,
                }
            }
            bits += more;
            next += 1;
        }
        (first, bits, next)
    }

    /// How the sum depends on the index of a mode.
    pub(super) const fn block(&self, mode: usize) -> Block {
        let (mut leaf, end, mut bits) = (self.modes[mode], self.modes[mode + 1], 0);
        while leaf < end {
            let (_, more, next) = self.run(leaf, end);
            if next < end {
                bits += more;
            }
            leaf = next;
        }
        if bits == 0 { Block::Linear } else { Block::Whole(1 << bits) }
    }

    /// The first elements of a mode that stand in the sum one behind the other: how many, and at what stride.
    pub(super) const fn front(&self, mode: usize) -> (Option<isize>, Option<isize>) {
        let (first, bits, _) = self.run(self.modes[mode], self.modes[mode + 1]);
        let stride = match first {
            Some(place) => 1 << place,
            None => 0,
        };
        (Some(1 << bits), Some(stride))
    }

    /// Whether coordinates share an offset: whether some of the columns of the matrix add up to 0.
    pub(super) const fn overlap(&self) -> Overlap {
        // by highest bit: a sum of columns, and of which ones
        let (mut basis, mut parts) = ([0usize; 64], [0usize; 64]);
        let (mut index, mut i) = (0, 0);
        while i < self.len() {
            let mut bit = 0;
            while bit < self.leaves[i].bits {
                let (mut column, mut part) = (self.leaves[i].stride << bit, 1usize << index);
                while column != 0 {
                    let top = column.ilog2() as usize;
                    if basis[top] == 0 {
                        (basis[top], parts[top]) = (column, part);
                        break;
                    }
                    column ^= basis[top];
                    part ^= parts[top];
                }
                if column == 0 {
                    return Overlap::Between { first: part, second: 0, offset: 0 };
                }
                bit += 1;
                index += 1;
            }
            i += 1;
        }
        Overlap::None
    }
}

/// One leaf, or what is wrong with it.
#[track_caller]
const fn leaf(extent: isize, stride: isize, text: &Text) -> BitLeaf {
    if extent <= 0 || !extent.cast_unsigned().is_power_of_two() {
        let text = text.str(": the extent ").signed(extent);
        panic!("{}", text.str(" is no power of two, as the extents of an F2 layout are").as_str())
    }
    if stride < 0 {
        panic!("{}", text.str(": the F2 stride ").signed(stride).str(" is negative").as_str())
    }
    let (bits, stride) = (extent.cast_unsigned().ilog2(), stride.cast_unsigned());
    if stride > 0 && bits > 0 && stride.ilog2() + bits > BITS {
        let text = text.str(": the mode ").number(extent.cast_unsigned()).str(":F").number(stride);
        panic!("{}", text.str(" has offsets beyond 2^62").as_str())
    }
    BitLeaf { bits, stride, place: None }
}
