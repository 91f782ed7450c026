//! A product of segments, and its layouts in the memory of both sides.
use super::segments::{SegmentRepeat, Segments};
use crate::dynamic::{DynLayout, Error, LayoutRef, Mode, Result, Stride, Tree, invalid};
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// A product of segments, one of each dimension: a part of what goes from one rank to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patch {
    dimensions: Vec<Segments>,
}

/// Elements as they lie in the memory of the source and in that of the target: for each an offset, and a layout of the
/// same shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatchPiece {
    /// In the memory of the rank that has them.
    pub source: (i64, DynLayout),
    /// In the memory of the rank that gets them.
    pub target: (i64, DynLayout),
}

impl Patch {
    pub(super) fn new(dimensions: Vec<Segments>) -> Self {
        Patch { dimensions }
    }

    /// The segments of each dimension.
    pub fn dimensions(&self) -> &[Segments] {
        &self.dimensions
    }

    /// The number of elements.
    pub fn elements(&self) -> i64 {
        self.dimensions.iter().map(Segments::elements).product()
    }

    /// The patch as layouts in memories of these layouts, where a rank has its part.
    ///
    /// Post-condition: at each coordinate the pieces have the place of one element on both sides; all elements of the
    /// patch are there once. In memory whose modes are not nested that is one piece; tiles that segments do not fill
    /// cut them.
    ///
    /// # Errors
    /// If a layout has another number of modes than the patch has dimensions, or its strides are no integers.
    pub fn pieces(&self, source: &DynLayout, target: &DynLayout) -> Result<Vec<PatchPiece>> {
        let rank = self.dimensions.len();
        if [source.rank(), target.rank()] != [rank; 2] {
            return Err(invalid!(
                "reshard",
                "{source} and {target} have other modes than the {rank} dimensions"
            ));
        }
        let mut dimensions: Vec<Vec<DimensionPiece>> = Vec::with_capacity(rank);
        for ((segments, from), to) in self.dimensions.iter().zip(source.modes()).zip(target.modes()) {
            dimensions.push(pairs(*segments, &Memory::new(from)?, &Memory::new(to)?));
        }
        let count: usize = dimensions.iter().map(Vec::len).product();
        (0..count).map(|number| product(&dimensions, number)).collect()
    }

    /// The patch in two, along the first of these dimensions that has more than one element; none if it is one element.
    fn halves(&self, dimensions: &[usize]) -> Option<[Patch; 2]> {
        let at = dimensions.iter().copied().find(|&at| self.dimensions[at].elements() > 1)?;
        let (mut first, mut rest) = (self.clone(), self.clone());
        (first.dimensions[at], rest.dimensions[at]) = self.dimensions[at].halves();
        Some([first, rest])
    }
}

/// Patches in groups of at most so many elements, at least one, cut along these dimensions, the first one first.
///
/// Patches lie between each other, and all of them are cut alike, so that a group has what lies together. Both ends of
/// a message cut it alike.
pub(super) fn groups(patches: Vec<Patch>, dimensions: &[usize], most: i64) -> VecDeque<Vec<Patch>> {
    let (mut groups, mut left) = (VecDeque::new(), alloc::vec![patches]);
    while let Some(mut group) = left.pop() {
        if group.iter().map(Patch::elements).sum::<i64>() <= most.max(1) {
            groups.push_back(group);
            continue;
        }
        let (mut first, mut rest) = (Vec::with_capacity(group.len()), Vec::with_capacity(group.len()));
        for patch in &group {
            match patch.halves(dimensions) {
                Some([half, other]) => {
                    first.push(half);
                    rest.push(other);
                }
                None => first.push(patch.clone()),
            }
        }
        if rest.is_empty() {
            // an element each
            rest = group.split_off(group.len() / 2);
            first = group;
        }
        left.extend([rest, first]);
    }
    groups
}

/// Some elements of a dimension on both sides: an offset in each, and digits of an extent and a stride in each.
#[derive(Debug, Clone)]
struct DimensionPiece {
    offsets: [i64; 2],
    digits: Vec<(i64, [i64; 2])>,
}

/// The piece of a number, the last dimension fastest.
fn product(dimensions: &[Vec<DimensionPiece>], mut number: usize) -> Result<PatchPiece> {
    let mut chosen: Vec<&DimensionPiece> = Vec::with_capacity(dimensions.len());
    for pairs in dimensions.iter().rev() {
        chosen.push(&pairs[number % pairs.len()]);
        number /= pairs.len();
    }
    chosen.reverse();
    let side = |side: usize| -> Result<(i64, DynLayout)> {
        let modes = chosen
            .iter()
            .map(|pair| pair.digits.iter().map(move |(extent, strides)| Mode::new(*extent, strides[side])));
        let offset = chosen.iter().map(|pair| pair.offsets[side]).sum();
        Ok((offset, DynLayout::from_modes(Tree::of_modes(modes)?)?))
    };
    Ok(PatchPiece { source: side(0)?, target: side(1)? })
}

/// One mode of a memory: its digits, each with what an index is divided by to get it, and its stride. The last digit
/// has no end.
struct Memory {
    digits: Vec<(i64, i64)>,
}

impl Memory {
    fn new(mode: LayoutRef<'_>) -> Result<Self> {
        let (mut digits, mut unit) = (Vec::new(), 1_i64);
        for leaf in mode.leaves().iter().filter(|leaf| leaf.extent != 1) {
            let Stride::Int(stride) = leaf.stride else {
                return Err(invalid!("reshard", "a stride of {} is no place in memory", leaf.stride));
            };
            digits.push((unit, stride));
            unit = unit.checked_mul(leaf.extent.max(1)).ok_or(Error::overflow("the size of a mode"))?;
        }
        if digits.is_empty() {
            digits.push((1, 0));
        }
        Ok(Memory { digits })
    }

    /// Where blocks of this mode end: the units of its digits but the first.
    fn units(&self) -> impl Iterator<Item = i64> {
        self.digits.iter().skip(1).map(|(unit, _)| *unit)
    }

    /// The number of a digit at an index.
    fn digit(&self, place: usize, index: i64) -> i64 {
        let above = self.digits.get(place + 1).map_or(index, |(next, _)| index % next);
        above / self.digits[place].0
    }

    fn offset(&self, index: i64) -> i64 {
        (0..self.digits.len()).map(|place| self.digit(place, index) * self.digits[place].1).sum()
    }

    /// The strides of steps from an index, each so often, if no sum of them carries from one digit into another.
    fn strides(&self, start: i64, steps: &[(i64, i64)]) -> Option<Vec<i64>> {
        let mut last: Vec<i64> = (0..self.digits.len()).map(|place| self.digit(place, start)).collect();
        let mut strides = Vec::with_capacity(steps.len());
        for (count, step) in steps {
            if *count == 1 {
                strides.push(0);
                continue;
            }
            let place = self.digits.iter().rposition(|(unit, _)| step % unit == 0)?;
            let times = step / self.digits[place].0;
            last[place] += times * (count - 1);
            strides.push(times * self.digits[place].1);
        }
        let fits = |place: usize| {
            let next = self.digits.get(place + 1);
            next.is_none_or(|(next, _)| last[place] < next / self.digits[place].0)
        };
        (0..last.len()).all(fits).then_some(strides)
    }
}

/// The segments in both memories.
fn pairs(segments: Segments, source: &Memory, target: &Memory) -> Vec<DimensionPiece> {
    let mut found = Vec::new();
    let mut left = alloc::vec![segments];
    while let Some(segments) = left.pop() {
        if let Some(length) = cut_at(&segments, source, target) {
            let (first, rest) = segments.cut(length);
            left.extend([rest, first]);
        } else if let Some(pair) = pair(&segments, source, target) {
            found.push(pair);
        } else if segments.outer.count == 1 && segments.inner.count == 1 {
            let (first, rest) = segments.halves();
            left.extend([rest, first]);
        } else {
            // repeats that begin elsewhere in a tile each time
            let mut once = segments;
            let repeat = if once.outer.count > 1 { &mut once.outer } else { &mut once.inner };
            let many = core::mem::replace(repeat, SegmentRepeat::ONCE);
            left.extend((0..many.count).rev().map(|number| once.moved(&many, number)));
        }
    }
    found
}

/// Where a segment is to be cut so that it is in one block of a memory, or fills blocks; none where it does so.
fn cut_at(segments: &Segments, source: &Memory, target: &Memory) -> Option<i64> {
    let sides = [(segments.start.source, source), (segments.start.target, target)];
    let length = segments.length;
    let mut previous = 1;
    let mut units: Vec<(i64, i64)> = Vec::new();
    for (start, memory) in sides {
        units.extend(memory.units().map(|unit| (unit, start)));
    }
    units.sort_unstable();
    for (unit, start) in units {
        if start % unit + length <= unit {
            continue;
        }
        if start % unit != 0 {
            return Some(unit - start % unit);
        }
        if length % unit != 0 {
            return Some(length - length % unit);
        }
        // blocks that do not divide each other
        if unit % previous != 0 {
            return Some(previous);
        }
        previous = unit;
    }
    None
}

fn pair(segments: &Segments, source: &Memory, target: &Memory) -> Option<DimensionPiece> {
    let Segments { length, start, inner, outer } = *segments;
    // the length in the digits of both memories: the units that are inside it divide it and each other
    let mut units: Vec<i64> = Vec::from([1]);
    for (start, memory) in [(start.source, source), (start.target, target)] {
        units.extend(memory.units().filter(|unit| start % unit + length > *unit));
    }
    units.push(length);
    units.sort_unstable();
    units.dedup();
    let mut digits: Vec<(i64, [i64; 2])> =
        units.windows(2).map(|pair| (pair[1] / pair[0], [pair[0], pair[0]])).collect();
    for repeat in [inner, outer] {
        digits.push((repeat.count, [repeat.step.source, repeat.step.target]));
    }
    digits.retain(|(count, _)| *count != 1);
    if digits.is_empty() {
        digits.push((1, [0, 0]));
    }
    let steps = |side: usize| digits.iter().map(|(count, steps)| (*count, steps[side])).collect::<Vec<_>>();
    let from = source.strides(start.source, &steps(0))?;
    let to = target.strides(start.target, &steps(1))?;
    for ((digit, from), to) in digits.iter_mut().zip(from).zip(to) {
        digit.1 = [from, to];
    }
    Some(DimensionPiece { offsets: [source.offset(start.source), target.offset(start.target)], digits })
}
