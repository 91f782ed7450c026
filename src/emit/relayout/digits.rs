//! The digits that two layouts have in common, each with its step in both.
use super::leaf::SideLeaf;
use super::side::{CopySide, IndexBound};
use crate::dynamic::{DynLayout, Error, LayoutRef, Mode, Result, Stride, Swizzle, Swizzled, invalid};
use crate::int::word;
use alloc::vec::Vec;

/// A digit of the index in a mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CommonDigit {
    /// What one of it counts in indices of the mode.
    pub(super) weight: i64,
    /// How many values it has; of the last digit of a mode, rounded up.
    pub(super) extent: i64,
    /// The steps in source and destination. Where leaves take the index apart, those at the first element of each
    /// digit, by which only an order is chosen.
    pub(super) steps: [i64; 2],
}

/// The digits of a mode.
#[derive(Debug, Clone)]
pub(super) struct JointMode {
    /// How many indices are read, and how many are written: those of the destination's padding too.
    pub(super) bounds: [i64; 2],
    /// From the lowest.
    pub(super) digits: Vec<CommonDigit>,
    /// In source and destination, the leaves that take the index apart: none where each digit has a step.
    pub(super) leaves: [Vec<SideLeaf>; 2],
}

/// Two layouts over the digits that they have in common, counted in units.
#[derive(Debug, Clone)]
pub(super) struct JointDigits {
    pub(super) modes: Vec<JointMode>,
    /// Where the element of coordinate 0 is in the memory of source and destination.
    pub(super) origins: [i64; 2],
    /// What sums are put through behind the digits, in source and destination.
    pub(super) swizzles: [Vec<(Swizzle, i64)>; 2],
    /// The bytes of a unit: one element, or several that lie together on both sides.
    pub(super) unit: usize,
}

/// The most bytes that a thread reads or writes at once.
pub(super) const WIDEST: usize = 16;

/// The bytes of a sector: what memory reads and writes at least.
pub(super) const SECTOR: usize = 32;

impl JointDigits {
    /// Those of two layouts over elements of so many bytes.
    ///
    /// # Errors
    /// If the layouts differ in their extents, strides give coordinates, or places to be swizzled are negative.
    pub(super) fn of(from: &Swizzled, to: &Swizzled, bytes: usize) -> Result<JointDigits> {
        let sides = [&from.layout, &to.layout];
        let [read, inside] = sides.map(|layout| layout.extent_by_mode("relayout"));
        let (read, inside) = (read?, inside?);
        if read.leaves() != inside.leaves() {
            return Err(invalid!("relayout", "the source has {read} elements, the destination {inside}"));
        }
        let mut modes = Vec::new();
        for ((src, dst), &extent) in from.layout.modes().zip(to.layout.modes()).zip(read.leaves()) {
            let size = dst.leaves().iter().try_fold(1_i64, |size, leaf| size.checked_mul(leaf.extent));
            let written = size.ok_or(Error::overflow("the size of a mode"))?;
            modes.push(JointMode::of([src, dst], [extent, written])?);
        }
        let swizzles = [from.swizzles.clone(), to.swizzles.clone()];
        let origins = [origin(from)?, origin(to)?];
        let mut joint = JointDigits { modes, origins, swizzles, unit: bytes };
        joint.join_modes();
        joint.widen();
        Ok(joint)
    }

    /// All digits, each with the number of its mode.
    pub(super) fn digits(&self) -> impl Iterator<Item = (usize, CommonDigit)> {
        let of_mode = |(mode, joint): (usize, &JointMode)| {
            let digits: Vec<(usize, CommonDigit)> = joint.digits.iter().map(|digit| (mode, *digit)).collect();
            digits
        };
        self.modes.iter().enumerate().flat_map(of_mode)
    }

    /// Makes two modes one where the second goes on behind the whole of the first, on both sides.
    fn join_modes(&mut self) {
        self.modes.retain(|mode| mode.bounds != [1, 1]);
        while let Some((low, high)) = self.following() {
            let first = self.modes[low].digits[0];
            let mode = &mut self.modes[high];
            mode.bounds = mode.bounds.map(|bound| bound * first.extent);
            for digit in &mut mode.digits {
                digit.weight *= first.extent;
            }
            mode.digits[0] = CommonDigit { extent: first.extent * mode.digits[0].extent, ..first };
            self.modes.remove(low);
        }
    }

    /// A mode of one digit without padding, and the mode that goes on behind it.
    fn following(&self) -> Option<(usize, usize)> {
        let is_whole = |mode: &JointMode| match mode.digits[..] {
            [digit] => mode.has_steps() && mode.bounds == [digit.extent; 2],
            _ => false,
        };
        let low = self.modes.iter().enumerate().filter(|(_, mode)| is_whole(mode));
        low.into_iter().find_map(|(low, mode)| {
            let behind = mode.digits[0].behind()?;
            let goes_on = |mode: &JointMode| {
                let fits = mode.bounds[1].checked_mul(self.modes[low].bounds[1]).is_some();
                fits && mode.has_steps() && mode.digits.first().is_some_and(|digit| digit.steps == behind)
            };
            let high = (0..self.modes.len()).find(|high| *high != low && goes_on(&self.modes[*high]))?;
            Some((low, high))
        })
    }

    /// Takes as many elements as one unit as lie together on both sides, and are aligned wherever they lie.
    fn widen(&mut self) {
        let together = |(mode, digit): (usize, CommonDigit)| {
            (digit.weight == 1 && digit.steps == [1, 1] && digit.extent > 1).then_some(mode)
        };
        let Some(own) = self.digits().find_map(together) else { return };
        let mut count = 1;
        while self.unit * word::size(2 * count) <= WIDEST && self.is_whole_in(own, 2 * count) {
            count *= 2;
        }
        if count == 1 {
            return;
        }
        self.unit *= word::size(count);
        for (number, mode) in self.modes.iter_mut().enumerate() {
            for (place, digit) in mode.digits.iter_mut().enumerate() {
                match place {
                    0 if number == own => digit.extent /= count,
                    _ => {
                        digit.weight /= if number == own { count } else { 1 };
                        digit.steps = digit.steps.map(|step| step / count);
                    }
                }
            }
            if number == own {
                mode.bounds = mode.bounds.map(|bound| bound / count);
            }
            mode.digits.retain(|digit| digit.extent > 1);
            for leaf in mode.leaves.iter_mut().flatten() {
                leaf.count_in(count, number == own);
            }
        }
        self.origins = self.origins.map(|origin| origin / count);
        for swizzles in &mut self.swizzles {
            for (swizzle, offset) in swizzles {
                *swizzle = swizzle.of_units(count.ilog2()).unwrap_or(*swizzle);
                *offset /= count;
            }
        }
    }

    /// Whether so many indices of the lowest digit of a mode can be taken as one.
    fn is_whole_in(&self, own: usize, count: i64) -> bool {
        let whole = |number: &i64| number % count == 0;
        let mode = &self.modes[own];
        whole(&mode.digits[0].extent)
            && mode.bounds.iter().all(whole)
            && CopySide::BOTH.into_iter().all(|side| self.are_together(side, &[(own, 1)], count))
    }

    /// Whether so many values of the digits that have these weights in their modes, each of which goes on where the one
    /// before ends, lie together on a side, and are aligned wherever the others are.
    pub(super) fn are_together(&self, side: CopySide, own: &[(usize, i64)], count: i64) -> bool {
        let side = side.number();
        let whole = |number: i64| number % count == 0;
        let modes = self.modes.iter().enumerate().all(|(number, mode)| {
            let is_own = |weight: i64| own.contains(&(number, weight));
            let digits = mode.digits.iter().all(|digit| is_own(digit.weight) || whole(digit.steps[side]));
            let leaves = mode.leaves[side].iter().all(|leaf| match is_own(leaf.weight) {
                true => leaf.step() == 1 && whole(leaf.extent),
                false => whole(leaf.step()),
            });
            leaves && (digits || !mode.leaves[side].is_empty())
        });
        let keeps =
            |(swizzle, offset): &(Swizzle, i64)| swizzle.of_units(count.ilog2()).is_some() && whole(*offset);
        modes && whole(self.origins[side]) && self.swizzles[side].iter().all(keeps)
    }

    /// Whether what goes on behind a sector begins with one: no run of units begins within.
    pub(super) fn has_whole_sectors(&self, side: CopySide) -> bool {
        let sector = word::wide(SECTOR / self.unit);
        let is_whole = |step: i64| step % sector == 0 || sector % step == 0;
        self.digits().all(|(_, digit)| is_whole(digit.steps[side.number()]))
            && self.origins[side.number()] % sector == 0
    }

    /// Where the unit of these digits is on a side.
    pub(super) fn place(&self, side: CopySide, digits: &[i64]) -> Result<i64> {
        let side = side.number();
        let (mut sum, mut bits, mut rest) = (self.origins[side], 0_u64, digits.iter());
        for mode in &self.modes {
            // in this order: nothing is taken behind the last digit
            let own = mode.digits.iter().zip(rest.by_ref());
            if mode.leaves[side].is_empty() {
                sum += own.map(|(digit, value)| digit.steps[side] * value).sum::<i64>();
                continue;
            }
            let index = own.map(|(digit, value)| digit.weight * value).sum();
            for leaf in &mode.leaves[side] {
                match leaf.place(index)? {
                    Stride::F2(place) => bits ^= place,
                    place => sum += place.as_int().unwrap_or(0),
                }
            }
        }
        let swizzles = self.swizzles[side].iter().rev();
        let place = sum + bits.cast_signed();
        swizzles.into_iter().try_fold(place, |place, (swizzle, offset)| swizzle.apply(place + offset))
    }

    /// Whether an index of a mode may be beyond what is read or written, if the last digit has so many values.
    pub(super) fn overhangs(&self, mode: usize, side: CopySide, last: i64) -> bool {
        let JointMode { bounds, digits, .. } = &self.modes[mode];
        let span = digits.last().map_or(1, |digit| digit.weight.saturating_mul(last));
        span > bounds[side.number()]
    }

    /// The index in a mode, below what is read or written.
    pub(super) fn bound(&self, mode: usize, side: CopySide) -> IndexBound {
        let first: usize = self.modes[..mode].iter().map(|mode| mode.digits.len()).sum();
        let weights = self.modes[mode].digits.iter().enumerate();
        let terms = weights.map(|(place, digit)| (first + place, digit.weight)).collect();
        IndexBound { terms, below: self.modes[mode].bounds[side.number()] }
    }
}

impl CommonDigit {
    /// The steps with which a digit would go on behind this one.
    fn behind(&self) -> Option<[i64; 2]> {
        let [src, dst] = self.steps.map(|step| step.checked_mul(self.extent));
        Some([src?, dst?])
    }
}

impl JointMode {
    /// The mode of source and destination of which so many indices are read and written.
    fn of(sides: [LayoutRef<'_>; 2], bounds: [i64; 2]) -> Result<JointMode> {
        let written = bounds[1];
        let [src, dst] = sides.map(SideLeaf::of);
        let (src, dst) = (src?, dst?);
        // where leaves of the destination begin, and those of the source that refine them or are refined
        let mut cuts = Vec::from([1]);
        for cut in dst.iter().chain(&src).map(|leaf| leaf.weight).filter(|cut| *cut < written) {
            if cuts.iter().all(|other| other % cut == 0 || cut % other == 0) {
                cuts.push(cut);
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        let step = |leaves: &[SideLeaf], cut: i64| {
            let leaf = leaves.iter().rev().find(|leaf| leaf.weight <= cut);
            leaf.map_or(Some(0), |leaf| leaf.step().checked_mul(cut / leaf.weight))
        };
        let mut digits: Vec<CommonDigit> = Vec::new();
        for (place, &cut) in cuts.iter().enumerate() {
            let extent = cuts.get(place + 1).map_or_else(|| (written - 1) / cut + 1, |next| next / cut);
            let steps = step(&src, cut).zip(step(&dst, cut)).ok_or(Error::overflow("a stride"))?;
            let digit = CommonDigit { weight: cut, extent, steps: [steps.0, steps.1] };
            match digits.last_mut() {
                Some(before) if before.behind() == Some(digit.steps) => before.extent *= extent,
                _ => digits.push(digit),
            }
        }
        digits.retain(|digit| digit.extent > 1);
        let apart = |leaves: Vec<SideLeaf>| {
            let is_digit = |leaf: &SideLeaf| {
                matches!(leaf.stride, Stride::Int(_))
                    && (leaf.weight >= written || cuts.contains(&leaf.weight))
            };
            if leaves.iter().all(is_digit) { Vec::new() } else { leaves }
        };
        Ok(JointMode { bounds, digits, leaves: [apart(src), apart(dst)] })
    }

    /// Whether each digit has a step on both sides.
    fn has_steps(&self) -> bool {
        self.leaves.iter().all(Vec::is_empty)
    }
}

/// How far the element of coordinate 0 is behind the lowest place, padding included: memory begins there. Where places
/// are swizzled, it begins at place 0.
fn origin(of: &Swizzled) -> Result<i64> {
    let below = |leaf: &Mode| (leaf.extent - 1).checked_mul(leaf.stride.as_int().unwrap_or(0).min(0));
    let lowest = of.layout.leaves().iter().try_fold(0_i64, |lowest, leaf| lowest.checked_add(below(leaf)?));
    let lowest = lowest.ok_or(Error::overflow("the lowest place"))?;
    match of.swizzles.last() {
        None => Ok(-lowest),
        Some((_, offset)) if lowest + offset >= 0 => Ok(0),
        Some(_) => Err(invalid!("relayout", "the place {lowest} of {} cannot be swizzled", of.layout)),
    }
}

/// Refuses a destination in which two elements, or an element and padding, have one place.
pub(super) fn check_destination(to: &DynLayout) -> Result<()> {
    match to.clone().padded().is_injective()? {
        true => Ok(()),
        false => Err(invalid!("relayout", "several coordinates of the destination {to} have one place")),
    }
}
