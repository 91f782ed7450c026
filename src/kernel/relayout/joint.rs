//! The joint digits of two layouts: those that an index has in both.

use super::region::{Loop, MAX_LOOPS, Region};
use crate::int::const_list::ConstList;
use crate::int::greatest_common_divisor;
use crate::layout::MixedRadix;
use crate::tuple::MAX_RANK;

/// The digits of every mode that two layouts have in common, each with its step in both, in bytes.
///
/// A leaf of 16 elements on one side and leaves of 4 and 4 on the other have the digits 4 and 4: the common refinement.
/// A digit that goes on as the one before, on both sides, is one with it: the joint coalescing. What is left is as
/// short as it can be, and all that a copy depends on.
///
/// Where leaves do not refine each other, 6 elements meeting 4, there is one digit of 12 values: in it steps change
/// behind 4, 6 and 8, and it falls into segments between these.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    digits: ConstList<JointDigit, MAX_LOOPS>,
    /// The digits in which steps change.
    uneven: ConstList<UnevenDigit, UNEVEN>,
    modes: ConstList<DigitsOfMode, MAX_RANK>,
    /// Whether a mode has no elements.
    is_empty: bool,
}

/// A mode: how many digits there are up to its end, and how many parts it has.
#[derive(Clone, Copy, Debug)]
struct DigitsOfMode {
    end: usize,
    parts: usize,
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

/// A digit in which steps change: the leaves that do not refine each other.
#[derive(Clone, Copy, Debug)]
struct UnevenDigit {
    /// The number of the digit.
    place: usize,
    src: UnevenLeaf,
    dst: UnevenLeaf,
}

/// A leaf that begins again inside of a digit: after how many values, and the step from each beginning to the next.
#[derive(Clone, Copy, Debug)]
struct UnevenLeaf {
    len: usize,
    again: isize,
}

/// The most digits in which steps change, and the most segments of all together: more take longer than the copy.
const UNEVEN: usize = 4;
const SEGMENTS: usize = 1 << 10;

impl UnevenLeaf {
    const NONE: UnevenLeaf = UnevenLeaf { len: 1, again: 0 };

    /// How far a value of the digit is from its first one; `step` is that inside of the leaf.
    const fn offset(&self, value: usize, step: isize) -> isize {
        (value % self.len).cast_signed() * step + (value / self.len).cast_signed() * self.again
    }

    /// Where the leaf begins again behind a value.
    const fn next(&self, value: usize) -> usize {
        (value / self.len + 1) * self.len
    }
}

impl UnevenDigit {
    /// How many segments the first values have, of which there are no more than all.
    const fn segments(&self, values: usize) -> usize {
        // both leaves begin at the first value, and nowhere else together
        values.div_ceil(self.src.len) + values.div_ceil(self.dst.len) - 1
    }

    /// A segment of the first values: from the first to before the last.
    const fn segment(&self, mut number: usize, values: usize) -> (usize, usize) {
        let mut start = 0;
        loop {
            let (src, dst) = (self.src.next(start), self.dst.next(start));
            let mut end = if src < dst { src } else { dst };
            if number == 0 {
                if end > values {
                    end = values;
                }
                return (start, end);
            }
            number -= 1;
            start = end;
        }
    }
}

impl Joint {
    /// The joint digits of two layouts of the same extents, over elements of so many bytes; `None` where an index has
    /// none: leaves do not refine each other, and neither do those behind them.
    pub(super) const fn of(src: &MixedRadix, dst: &MixedRadix, bytes: isize) -> Option<Joint> {
        let mut joint = Joint::NONE;
        if joint.fill(src, dst, bytes) { Some(joint) } else { None }
    }

    /// No digits.
    pub(super) const NONE: Joint = {
        let filler = JointDigit { steps: Loop::NONE, of_extent: 0 };
        let uneven = UnevenDigit { place: 0, src: UnevenLeaf::NONE, dst: UnevenLeaf::NONE };
        Joint {
            digits: ConstList::new(filler),
            uneven: ConstList::new(uneven),
            modes: ConstList::new(DigitsOfMode { end: 0, parts: 0 }),
            is_empty: false,
        }
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
            let first = self.written();
            self.divide(first, dst.extent(mode));
            let end = self.digits.len();
            self.modes.push(DigitsOfMode { end, parts: self.parts(first, end) });
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
            let (a, b) = (src.left, dst.left);
            let (least, most) = if a < b { (a, b) } else { (b, a) };
            let steps =
                Loop { extent: if least < left { least } else { left }, src: src.step, dst: dst.step };
            // the last leaf takes what is left, and so does one that the elements do not fill
            if least < left && most != usize::MAX && !most.is_multiple_of(least) {
                let Some(values) = self.push_uneven(&mut src, &mut dst, left) else { return false };
                left = left.div_ceil(values);
                continue;
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
    // as of `Region::push`
    #[inline(always)]
    const fn push(&mut self, steps: Loop) -> bool {
        if steps.extent == 1 {
            return true;
        }
        let is_even = self.digits.len() == 0 || self.uneven(self.digits.len() - 1).is_none();
        let first = self.written();
        let (_, own) = self.digits.entries_mut().split_at_mut(first);
        if let [.., last] = own
            && last.steps.goes_on_as(&steps)
            && is_even
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

    /// One digit more, of leaves that do not refine each other, from where two walks are; these go on behind it. How
    /// many values it has, at most so many; `None` if leaves behind do not hold these, or do not go on alike.
    const fn push_uneven(
        &mut self,
        src: &mut LeafWalk<'_>,
        dst: &mut LeafWalk<'_>,
        left: usize,
    ) -> Option<usize> {
        let (a, b) = (src.left, dst.left);
        let all = match (a / greatest_common_divisor(a, b)).checked_mul(b) {
            Some(all) if all < left => all,
            _ => left,
        };
        let steps = Loop { extent: all, src: src.step, dst: dst.step };
        let (Some(again_in_src), Some(again_in_dst)) = (src.pass_again(all, left), dst.pass_again(all, left))
        else {
            return None;
        };
        let uneven = UnevenDigit {
            place: self.digits.len(),
            src: UnevenLeaf { len: a, again: again_in_src },
            dst: UnevenLeaf { len: b, again: again_in_dst },
        };
        let (mut segments, mut i) = (uneven.segments(all), 0);
        while i < self.uneven.len() {
            let before = self.uneven.entries()[i];
            segments =
                segments.saturating_mul(before.segments(self.digits.entries()[before.place].steps.extent));
            i += 1;
        }
        if segments > SEGMENTS || self.uneven.len() == UNEVEN || self.digits.len() == MAX_LOOPS {
            return None;
        }
        self.uneven.push(uneven);
        self.digits.push(JointDigit { steps, of_extent: 0 });
        Some(all)
    }

    /// What is uneven in a digit.
    const fn uneven(&self, place: usize) -> Option<&UnevenDigit> {
        let mut i = 0;
        while i < self.uneven.len() {
            if self.uneven.entries()[i].place == place {
                return Some(&self.uneven.entries()[i]);
            }
            i += 1;
        }
        None
    }

    /// Whether steps change inside of digits: then each region has a part of what lies together.
    pub(super) const fn is_uneven(&self) -> bool {
        self.uneven.len() > 0
    }

    /// How many segments the first values of a digit have.
    const fn segments(&self, place: usize, values: usize) -> usize {
        match self.uneven(place) {
            Some(uneven) => uneven.segments(values),
            None => 1,
        }
    }

    /// How many digits the modes have that are written.
    const fn written(&self) -> usize {
        if let [.., last] = self.modes.entries() { last.end } else { 0 }
    }

    /// The digits of the extent of the mode that is written, from its first one on.
    const fn divide(&mut self, first: usize, extent: usize) {
        let (len, mut i, mut left) = (self.digits.len(), first, extent);
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
    /// its last value and below that of the next digit, and so on, and each segment of these; one region for each
    /// choice.
    pub(super) const fn regions(&self) -> usize {
        if self.is_empty {
            return 0;
        }
        let (mut regions, mut mode) = (1, 0);
        while mode < self.modes.len() {
            let parts = self.modes.entries()[mode].parts;
            regions *= if parts == 0 { 1 } else { parts };
            mode += 1;
        }
        regions
    }

    /// How many parts a mode of these digits has: none, if it has no digits.
    const fn parts(&self, first: usize, end: usize) -> usize {
        let (mut i, mut parts, mut below) = (first, 0, 1);
        while i < end {
            let JointDigit { steps, of_extent } = self.digits.entries()[i];
            if of_extent > 0 {
                parts += below * self.segments(i, of_extent);
            }
            below *= self.segments(i, steps.extent);
            i += 1;
        }
        parts
    }

    /// How many parts the digits below one have, all of them full.
    const fn parts_below(&self, first: usize, digit: usize) -> usize {
        let (mut parts, mut i) = (1, first);
        while i < digit {
            parts *= self.segments(i, self.digits.entries()[i].steps.extent);
            i += 1;
        }
        parts
    }

    /// A region: all loops of it are full.
    pub(super) const fn region(&self, mut number: usize) -> Region {
        let (mut region, mut mode, mut first) = (Region::new(), 0, 0);
        while mode < self.modes.len() {
            let (DigitsOfMode { end, parts }, mut part) = (self.modes.entries()[mode], 0);
            if parts > 1 {
                part = number % parts;
                number /= parts;
            }
            let mut i = end;
            // from the highest digit down to the one in which this part ends
            let mut is_found = false;
            while i > first && !is_found {
                i -= 1;
                let of_extent = self.digits.entries()[i].of_extent;
                if of_extent == 0 {
                    continue;
                }
                let parts = self.parts_below(first, i) * self.segments(i, of_extent);
                is_found = part < parts;
                if is_found {
                    part = self.push_digit(&mut region, i, of_extent, part);
                } else {
                    self.skip(&mut region, i, of_extent);
                    part -= parts;
                }
            }
            while i > first {
                i -= 1;
                part = self.push_digit(&mut region, i, self.digits.entries()[i].steps.extent, part);
            }
            (mode, first) = (mode + 1, end);
        }
        region
    }

    /// Adds the loop over the first values of a digit to a region, or over one segment of these; and what the number of
    /// the part says of other digits.
    const fn push_digit(&self, region: &mut Region, digit: usize, values: usize, part: usize) -> usize {
        let steps = self.digits.entries()[digit].steps;
        let Some(uneven) = self.uneven(digit) else {
            region.push(Loop { extent: values, ..steps });
            return part;
        };
        let segments = uneven.segments(values);
        let (start, end) = uneven.segment(part % segments, values);
        self.skip(region, digit, start);
        region.push(Loop { extent: end - start, ..steps });
        part / segments
    }

    /// Begins a region so many values of a digit later.
    const fn skip(&self, region: &mut Region, digit: usize, values: usize) {
        let steps = self.digits.entries()[digit].steps;
        match self.uneven(digit) {
            None => region.skip(values, &steps),
            Some(UnevenDigit { src, dst, .. }) => {
                region.src += src.offset(values, steps.src);
                region.dst += dst.offset(values, steps.dst);
            }
        }
    }
}

/// The leaf of a mode that a walk has come to.
#[derive(Clone, Copy)]
struct LeafWalk<'a> {
    /// The leaf and those behind it.
    leaves: &'a [(usize, isize)],
    /// How many values are left of it; any number of the last one.
    left: usize,
    /// How many values of it were passed together.
    passed: usize,
    /// By how many bytes the next digit goes on.
    step: isize,
    bytes: isize,
}

impl<'a> LeafWalk<'a> {
    const fn first(leaves: &'a [(usize, isize)], bytes: isize) -> Self {
        let mut leaf = LeafWalk { leaves, left: 0, passed: 1, step: 0, bytes };
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
        let (left, stride) = match *self.leaves {
            [] => (usize::MAX, 0),
            [(_, stride)] => (usize::MAX, stride),
            [(extent, stride), ..] => (extent, stride),
        };
        (self.left, self.step) = (left, stride.wrapping_mul(self.bytes));
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
        if self.left == values {
            self.leaves = self.leaves.split_at(1).1;
            self.begin();
        } else {
            if self.left != usize::MAX {
                self.left /= values;
            }
            self.passed = self.passed.wrapping_mul(values);
            self.step = self.step.wrapping_mul(values.cast_signed());
        }
    }

    /// Goes on behind so many values, of `left`, where a leaf ends inside of them and begins again: by which step it
    /// does. `None` if the leaf behind does not hold these, or is cut by them.
    const fn pass_again(&mut self, values: usize, left: usize) -> Option<isize> {
        let len = self.left;
        self.pass(len);
        let (times, again) = (values.div_ceil(len), self.step);
        let goes_on = values < left;
        let is_last = self.left == usize::MAX;
        if goes_on && (is_last || self.left.is_multiple_of(times)) {
            self.pass(times);
            Some(again)
        } else if !goes_on && (is_last && self.holds(times) || !is_last && times <= self.left) {
            Some(again)
        } else {
            None
        }
    }
}
