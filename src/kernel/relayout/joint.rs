//! The joint digits of two layouts: those that an index has in both.

use super::region::{Loop, MAX_LOOPS, Region};
use crate::int::const_list::ConstList;
use crate::layout::MixedRadix;
use crate::tuple::MAX_RANK;

/// The digits of every mode that two layouts have in common, each with its step in both, in bytes.
///
/// A leaf of 16 elements on one side and leaves of 4 and 4 on the other have the digits 4 and 4: the common refinement.
/// A digit that goes on as the one before, on both sides, is one with it: the joint coalescing. What is left is as
/// short as it can be, and all that a copy depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    digits: ConstList<JointDigit, MAX_LOOPS>,
    /// How many digits there are up to the end of each mode.
    ends: ConstList<usize, MAX_RANK>,
    /// Whether a mode has no elements.
    is_empty: bool,
}

/// A digit of the index in a mode.
#[derive(Clone, Copy, Debug)]
struct JointDigit {
    /// How many values it has, and the steps in source and destination. Of the last digit of a mode: rounded up.
    steps: Loop,
    /// The digit of the extent itself: how many values it takes before the index ends, the higher digits at their
    /// last value.
    of_extent: usize,
}

impl Joint {
    /// The joint digits of two layouts of the same extents, over elements of so many bytes; `None` where an index has
    /// none: a leaf of 6 on the one side meets one of 4 on the other.
    pub(super) const fn of(src: &MixedRadix, dst: &MixedRadix, bytes: isize) -> Option<Joint> {
        let mut joint = Joint::NONE;
        if joint.fill(src, dst, bytes) { Some(joint) } else { None }
    }

    /// No digits.
    pub(super) const NONE: Joint = {
        let filler = JointDigit { steps: Loop::NONE, of_extent: 0 };
        Joint { digits: ConstList::new(filler), ends: ConstList::new(0), is_empty: false }
    };

    /// Makes these, which were none, the digits of two layouts; `false` where an index has none. What is made for one
    /// call is filled in its place: copies of it would take longer.
    pub(super) const fn fill(&mut self, src: &MixedRadix, dst: &MixedRadix, bytes: isize) -> bool {
        // beside an empty mode the others may have any size
        if dst.is_empty() {
            self.is_empty = true;
            return true;
        }
        let mut mode = 0;
        while mode < dst.rank() {
            if !self.refine(src.leaves(mode), dst.leaves(mode), dst.extent(mode), bytes) {
                return false;
            }
            self.divide(dst.extent(mode));
            self.ends.push(self.digits.len());
            mode += 1;
        }
        true
    }

    /// The digits of one mode of `extent` elements; `false` if there are none, or more than there is room for.
    const fn refine(
        &mut self,
        src: &[(usize, isize)],
        dst: &[(usize, isize)],
        extent: usize,
        bytes: isize,
    ) -> bool {
        let (mut src, mut dst) = (LeafWalk::first(src, bytes), LeafWalk::first(dst, bytes));
        // how many times the digits so far are begun
        let mut left = extent;
        while left > 1 {
            let (a, b) = (src.left(), dst.left());
            let (least, most) = if a < b { (a, b) } else { (b, a) };
            let steps =
                Loop { extent: if least < left { least } else { left }, src: src.step, dst: dst.step };
            // the last leaf takes what is left, and so does one that the elements do not fill
            if least < left && most != usize::MAX && !most.is_multiple_of(least) {
                return false;
            }
            if !self.push(steps) {
                return false;
            }
            if least >= left {
                return src.holds(left) && dst.holds(left);
            }
            left = left.div_ceil(least);
            src.pass(least);
            dst.pass(least);
        }
        true
    }

    /// One more digit of the mode, or more values of the one before it.
    const fn push(&mut self, steps: Loop) -> bool {
        if steps.extent == 1 {
            return true;
        }
        let first = if self.ends.len() == 0 { 0 } else { self.ends.entries()[self.ends.len() - 1] };
        let (_, own) = self.digits.entries_mut().split_at_mut(first);
        if let [.., last] = own
            && last.steps.goes_on_as(&steps)
        {
            last.steps.extent *= steps.extent;
            return true;
        }
        if self.digits.len() == MAX_LOOPS {
            return false;
        }
        self.digits.push(JointDigit { steps, of_extent: 0 });
        true
    }

    /// The digits of the extent of the mode written last.
    const fn divide(&mut self, extent: usize) {
        let mut i = if self.ends.len() == 0 { 0 } else { self.ends.entries()[self.ends.len() - 1] };
        let (len, mut left) = (self.digits.len(), extent);
        while i < len {
            let digit = &mut self.digits.entries_mut()[i];
            if i + 1 == len {
                digit.of_extent = left;
            } else {
                digit.of_extent = left % digit.steps.extent;
                left /= digit.steps.extent;
            }
            i += 1;
        }
    }

    /// How many regions there are: in each mode the indices below the last value of the highest digit, then those at
    /// its last value and below that of the next digit, and so on; one region for each choice of these.
    pub(super) const fn regions(&self) -> usize {
        if self.is_empty {
            return 0;
        }
        let (mut regions, mut mode) = (1, 0);
        while mode < self.ends.len() {
            let parts = self.parts(mode);
            regions *= if parts == 0 { 1 } else { parts };
            mode += 1;
        }
        regions
    }

    /// The digits of a mode: from the first to before the second.
    const fn digits_of(&self, mode: usize) -> (usize, usize) {
        let first = if mode == 0 { 0 } else { self.ends.entries()[mode - 1] };
        (first, self.ends.entries()[mode])
    }

    /// How many parts a mode has.
    const fn parts(&self, mode: usize) -> usize {
        let ((mut i, end), mut parts) = (self.digits_of(mode), 0);
        while i < end {
            parts += (self.digits.entries()[i].of_extent > 0) as usize;
            i += 1;
        }
        parts
    }

    /// A region: all loops of it are full.
    pub(super) const fn region(&self, mut number: usize) -> Region {
        let (mut region, mut mode) = (Region::new(), 0);
        while mode < self.ends.len() {
            let parts = self.parts(mode);
            let ((first, mut i), mut part) = (self.digits_of(mode), 0);
            if parts > 0 {
                part = number % parts;
                number /= parts;
            }
            // from the highest digit down to the one in which this part ends
            let mut is_found = false;
            while i > first && !is_found {
                i -= 1;
                let JointDigit { steps, of_extent } = self.digits.entries()[i];
                is_found = of_extent > 0 && part == 0;
                if is_found {
                    region.push(Loop { extent: of_extent, ..steps });
                } else if of_extent > 0 {
                    region.skip(of_extent, &steps);
                    part -= 1;
                }
            }
            while i > first {
                i -= 1;
                region.push(self.digits.entries()[i].steps);
            }
            mode += 1;
        }
        region
    }
}

/// The leaf of a mode that a walk has come to.
#[derive(Clone, Copy)]
struct LeafWalk<'a> {
    /// The leaf and those behind it.
    leaves: &'a [(usize, isize)],
    /// How many values of it were passed together.
    passed: usize,
    /// By how many bytes the next digit goes on.
    step: isize,
    bytes: isize,
}

impl<'a> LeafWalk<'a> {
    const fn first(leaves: &'a [(usize, isize)], bytes: isize) -> Self {
        let mut leaf = LeafWalk { leaves, passed: 1, step: 0, bytes };
        leaf.begin();
        leaf
    }

    /// Steps over leaves of one value.
    const fn begin(&mut self) {
        while let [(1, _), rest @ ..] = self.leaves {
            if rest.is_empty() {
                break;
            }
            self.leaves = rest;
        }
        self.passed = 1;
        self.step = match self.leaves.first() {
            Some(leaf) => leaf.1.wrapping_mul(self.bytes),
            None => 0,
        };
    }

    /// How many values are left of it; any number of the last one.
    const fn left(&self) -> usize {
        match self.leaves {
            [] | [_] => usize::MAX,
            [(extent, _), ..] => *extent / self.passed,
        }
    }

    /// Whether it has so many values left, the last one too.
    const fn holds(&self, values: usize) -> bool {
        match self.leaves {
            [] => values <= 1,
            [(extent, _), ..] => values <= extent.div_ceil(self.passed),
        }
    }

    /// Goes on behind so many values: a divisor of what is left.
    const fn pass(&mut self, values: usize) {
        if self.left() == values {
            self.leaves = self.leaves.split_at(1).1;
            self.begin();
        } else {
            self.passed = self.passed.wrapping_mul(values);
            self.step = self.step.wrapping_mul(values.cast_signed());
        }
    }
}
