//! The tree of a tuple as compile-time data, and the relations between trees.

use super::leaves::MAX_LEAVES;
use super::list::MAX_RANK;
use super::{Leaves, Text};
use crate::int::const_list::ConstList;

/// The tree of an integer tuple without its integers: what CuTe calls its profile.
#[derive(Clone, Copy, Debug)]
pub struct Profile(ConstList<Mark, { Profile::CAPACITY }>);

/// One step of a walk through a tree.
#[derive(Clone, Copy, Debug)]
enum Mark {
    Open,
    Leaf,
    Close,
}

impl Profile {
    /// A mark for each leaf, and two for each of as many tuples.
    const CAPACITY: usize = 3 * MAX_LEAVES;

    pub(crate) const fn new() -> Self {
        Profile(ConstList::new(Mark::Leaf))
    }

    pub(crate) const fn leaf(self) -> Self {
        self.push(Mark::Leaf)
    }

    pub(crate) const fn open(self) -> Self {
        self.push(Mark::Open)
    }

    pub(crate) const fn close(self) -> Self {
        self.push(Mark::Close)
    }

    pub(crate) const fn append(mut self, other: &Profile) -> Self {
        self.check_room(other.0.len());
        self.0.append(&other.0);
        self
    }

    const fn push(mut self, mark: Mark) -> Self {
        self.check_room(1);
        self.0.push(mark);
        self
    }

    const fn check_room(&self, marks: usize) {
        assert!(
            self.0.len() + marks <= Profile::CAPACITY,
            "a tuple has at most 48 leaves and 48 tuples in it"
        );
    }

    const fn marks(&self) -> &[Mark] {
        self.0.entries()
    }

    /// Whether both are the same tree.
    pub(crate) const fn equals(&self, other: &Profile) -> bool {
        let mut i = 0;
        while i < self.marks().len() && i < other.marks().len() {
            if self.marks()[i] as u8 != other.marks()[i] as u8 {
                return false;
            }
            i += 1;
        }
        self.marks().len() == other.marks().len()
    }

    /// The tree with `n` for each tuple `(n)` of one entry.
    pub(crate) const fn without_singles(&self) -> Profile {
        // of each tuple that is open: where it begins in the result, and how many entries it has
        let mut open = [(0, 0); Profile::CAPACITY];
        let (mut result, mut depth, mut i) = (Profile::new(), 0, 0);
        while i < self.marks().len() {
            if depth > 0 && !matches!(self.marks()[i], Mark::Close) {
                open[depth - 1].1 += 1;
            }
            match self.marks()[i] {
                Mark::Leaf => result = result.leaf(),
                Mark::Open => {
                    open[depth] = (result.marks().len(), 0);
                    depth += 1;
                    result = result.open();
                }
                Mark::Close => {
                    depth -= 1;
                    let (start, entries) = open[depth];
                    if entries == 1 {
                        result.0.remove(start);
                    } else {
                        result = result.close();
                    }
                }
            }
            i += 1;
        }
        result
    }

    /// The notation of the tuple with this tree and these leaves; a leaf that is not known is `?`.
    pub(crate) const fn text(&self, leaves: &Leaves) -> Text {
        self.marked_text("", "", leaves)
    }

    /// The same with marks in front of every leaf and behind it.
    pub(crate) const fn marked_text(&self, before: &str, behind: &str, leaves: &Leaves) -> Text {
        self.write(before, behind, None, leaves)
    }

    /// The same with the axis of each leaf behind it: `(1@0,2@1)`.
    pub(crate) const fn text_along(&self, axes: &Leaves, leaves: &Leaves) -> Text {
        self.write("", "", Some(axes), leaves)
    }

    const fn write(&self, before: &str, behind: &str, axes: Option<&Leaves>, leaves: &Leaves) -> Text {
        let (mut text, mut i, mut leaf) = (Text::new(), 0, 0);
        while i < self.marks().len() {
            if i > 0 && !matches!(self.marks()[i], Mark::Close) && !matches!(self.marks()[i - 1], Mark::Open)
            {
                text = text.str(",");
            }
            text = match self.marks()[i] {
                Mark::Open => text.str("("),
                Mark::Close => text.str(")"),
                Mark::Leaf => {
                    leaf += 1;
                    let text = text.str(before);
                    let text = match leaves.get(leaf - 1) {
                        Some(value) => text.signed(value),
                        None => text.str("?"),
                    };
                    let axis = if let Some(axes) = axes { axes.get(leaf - 1) } else { None };
                    match axis {
                        Some(axis) => text.str("@").signed(axis),
                        None => text.str(behind),
                    }
                }
            };
            i += 1;
        }
        text
    }

    /// The number of leaves of each top-level mode.
    pub(crate) const fn mode_leaves(&self) -> [usize; MAX_RANK] {
        let (mut counts, mut mode, mut depth, mut i) = ([0; MAX_RANK], 0, 0, 0);
        while i < self.marks().len() {
            match self.marks()[i] {
                Mark::Open => depth += 1,
                Mark::Close => depth -= 1,
                Mark::Leaf => counts[mode] += 1,
            }
            if depth == 1 && (i > 0 && !matches!(self.marks()[i], Mark::Open)) {
                mode += 1;
            }
            i += 1;
        }
        counts
    }

    /// Whether the trees are the same.
    pub(crate) const fn is_congruent(&self, other: &Profile) -> bool {
        self.is_coarser(other) && other.is_coarser(self)
    }

    /// Whether this tree is the other one with some subtrees replaced by a leaf.
    pub(crate) const fn is_coarser(&self, fine: &Profile) -> bool {
        let (mut i, mut j) = (0, 0);
        while i < self.marks().len() {
            match (self.marks()[i], fine.marks()[j]) {
                (Mark::Leaf, Mark::Open | Mark::Leaf) => j = fine.end_of_subtree(j),
                (Mark::Open, Mark::Open) | (Mark::Close, Mark::Close) => j += 1,
                _ => return false,
            }
            i += 1;
        }
        true
    }

    /// Whether this tree is coarser, and each of its leaves is the product of the subtree that stands in its place.
    pub(crate) const fn is_refined_by(&self, leaves: &Leaves, fine: &Profile, fine_leaves: &Leaves) -> bool {
        if !self.is_coarser(fine) {
            return false;
        }
        let (mut i, mut j, mut leaf, mut fine_leaf) = (0, 0, 0, 0);
        while i < self.marks().len() {
            if let Mark::Leaf = self.marks()[i] {
                let end = fine.end_of_subtree(j);
                let mut size = 1u128;
                while j < end {
                    if let Mark::Leaf = fine.marks()[j] {
                        size = size.saturating_mul(extent(fine_leaves, fine_leaf));
                        fine_leaf += 1;
                    }
                    j += 1;
                }
                if size != extent(leaves, leaf) {
                    return false;
                }
                leaf += 1;
            } else {
                j += 1;
            }
            i += 1;
        }
        true
    }

    /// The place after the subtree that starts at `start`.
    const fn end_of_subtree(&self, start: usize) -> usize {
        let (mut end, mut open) = (start, 0);
        loop {
            match self.marks()[end] {
                Mark::Open => open += 1,
                Mark::Close => open -= 1,
                Mark::Leaf => {}
            }
            end += 1;
            if open == 0 {
                return end;
            }
        }
    }
}

const fn extent(leaves: &Leaves, i: usize) -> u128 {
    match leaves.get(i) {
        Some(extent) => extent.cast_unsigned() as u128,
        None => panic!("the sizes of dynamic leaves are compared at run time"),
    }
}
