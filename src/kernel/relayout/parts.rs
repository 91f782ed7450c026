//! Copies between layouts that XOR places, as copies between linear ones.
//!
//! XOR is no sum: where a bit of the offset depends on two digits of the index, there is no step from one value of a
//! digit to the next. But a swizzle leaves most bits alone. So some digits are *fixed*, those that it touches, and the
//! others are free: for each choice of the fixed ones the free ones are a copy between linear layouts, alike for all
//! choices but for where it starts. In `Sw<3,3,3> o (64,64):(64,1)` these are runs of 8 elements in every eighth row,
//! from 64 starts on: 8 runs of 8 rows.

use super::error::PlanError;
use super::region::Region;
use super::schedule::Schedule;
use super::starts::run_starts;
use super::unit::LoopUnit;
use super::window::each_part;
use super::xor::{XorDigit, XorRadix, XorZones};
use crate::int::greatest_common_divisor;
use crate::layout::{Mapping, MixedRadix};
use crate::tuple::{MAX_LEAVES, MAX_RANK};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// A copy in parts: one, or one for each edge.
#[derive(Clone, Debug)]
pub(super) struct CopyParts {
    sides: [XorRadix; 2],
    parts: Vec<CopyPart>,
    unit: LoopUnit,
}

/// Copies that are alike but for where they start.
#[derive(Clone, Debug)]
struct CopyPart {
    schedule: Schedule,
    /// How far source and destination go on for each of them.
    starts: Vec<(isize, isize)>,
}

/// A choice of the fixed digits of all modes.
#[derive(Clone, Copy)]
struct PartChoice {
    /// How many elements each mode has then.
    counts: [usize; MAX_RANK],
    /// The sums of the fixed digits.
    src: isize,
    dst: isize,
}

/// The most starts: all are in a table of a MiB.
const MOST_STARTS: usize = 1 << 16;

impl CopyParts {
    /// The copy between two layouts of the same extents.
    pub(super) fn new(src: &XorRadix, dst: &XorRadix, unit: LoopUnit) -> Result<CopyParts, PlanError> {
        // where sums are carried out of zones all digits are fixed that a carry may reach
        let parts = CopyParts::parts(XorZones::of(src), XorZones::of(dst), dst, unit)
            .or_else(|_| CopyParts::parts(XorZones::none(src), XorZones::none(dst), dst, unit))?;
        Ok(CopyParts { sides: [src.clone(), dst.clone()], parts, unit })
    }

    /// The copies whose fixed digits are those that zones do not take.
    fn parts(
        mut from: XorZones<'_>,
        mut to: XorZones<'_>,
        dst: &XorRadix,
        unit: LoopUnit,
    ) -> Result<Vec<CopyPart>, PlanError> {
        if dst.radix.is_empty() {
            return Ok(Vec::new());
        }
        let mut modes = Vec::new();
        let mut choices = vec![PartChoice { counts: [0; MAX_RANK], src: 0, dst: 0 }];
        for mode in 0..dst.radix.rank() {
            let new = PartMode::of(dst.radix.extent(mode), from.digits(mode), to.digits(mode))
                .ok_or(PlanError::Digits)?;
            if choices.len().saturating_mul(new.fixed) > MOST_STARTS {
                return Err(PlanError::Starts);
            }
            choices = choices
                .iter()
                .flat_map(|choice| {
                    new.choices().map(|(count, (src, dst))| {
                        let mut choice =
                            PartChoice { src: choice.src + src, dst: choice.dst + dst, ..*choice };
                        choice.counts[mode] = count;
                        choice
                    })
                })
                .collect();
            modes.push(new);
        }
        from.keep(modes.iter().flat_map(|mode| mode.src.iter().copied()));
        to.keep(modes.iter().flat_map(|mode| mode.dst.iter().copied()));
        choices.sort_unstable_by_key(|choice| choice.counts);
        let step = unit.step().cast_signed();
        let start =
            |choice: &PartChoice| Some((from.place(choice.src)? * step, to.place(choice.dst)? * step));
        let part = |alike: &[PartChoice]| {
            let mut starts = alike.iter().map(start).collect::<Option<Vec<_>>>()?;
            starts.sort_unstable_by_key(|start| start.1);
            let radix = |leaves: fn(&PartMode) -> &[(usize, isize)]| radix(&modes, &alike[0].counts, leaves);
            let schedule = Schedule::new(&radix(|mode| &mode.src)?, &radix(|mode| &mode.dst)?, unit)?;
            Some(CopyPart { schedule, starts })
        };
        let alike = choices.chunk_by(|one, other| one.counts == other.counts);
        alike.map(part).collect::<Option<Vec<_>>>().ok_or(PlanError::Digits)
    }

    /// Whether these are the layouts of a copy.
    pub(super) fn are_between<S: Mapping, D: Mapping>(&self, src: &S, dst: &D) -> bool {
        let [from, to] = &self.sides;
        XorRadix::of(src).is_some_and(|src| src.same(from))
            && XorRadix::of(dst).is_some_and(|dst| dst.same(to))
    }

    pub(super) fn unit(&self) -> LoopUnit {
        self.unit
    }

    /// As of [`Schedule::run`].
    ///
    /// # Safety
    /// As there.
    pub(super) unsafe fn run(&self, src: *const u8, dst: *mut u8) {
        for part in &self.parts {
            for region in part.schedule.regions() {
                // SAFETY: the regions from all starts on have the elements of the layouts.
                unsafe { self.run_region(part, region, &part.starts, src, dst) };
            }
        }
    }

    /// As of [`Schedule::run_in`].
    ///
    /// # Safety
    /// As there.
    pub(super) unsafe fn run_in(&self, window: &Range<isize>, src: *const u8, dst: *mut u8) {
        let window = self.unit.window(window.clone());
        for part in &self.parts {
            let [(_, first), ..] = part.starts[..] else { continue };
            let last = part.starts[part.starts.len() - 1].1;
            // as if an element were as wide as all starts
            let wide = (last - first).unsigned_abs() + self.unit.step();
            for mut region in part.schedule.regions() {
                region.dst += first;
                each_part(region, &window, wide, &mut |mut region, is_whole| {
                    region.dst -= first;
                    let is_inside = |start: &&(isize, isize)| window.contains(&(region.dst + start.1));
                    if is_whole {
                        // SAFETY: the elements from all starts on are in the window.
                        unsafe { self.run_region(part, region, &part.starts, src, dst) };
                    } else {
                        for start in part.starts.iter().filter(is_inside) {
                            // SAFETY: the region has one element, which is in the window.
                            unsafe { self.run_region(part, region, &[*start], src, dst) };
                        }
                    }
                });
            }
        }
    }

    /// Copies a region of a part from some of its starts on.
    ///
    /// # Safety
    /// As of [`run`](Self::run), for these.
    unsafe fn run_region(
        &self,
        part: &CopyPart,
        region: Region,
        starts: &[(isize, isize)],
        src: *const u8,
        dst: *mut u8,
    ) {
        match self.unit {
            // SAFETY: as the caller says.
            LoopUnit::Bytes(_) => unsafe { run_starts(&part.schedule.nest(region), starts, src, dst) },
            // whether halves are pairs depends on where they start
            LoopUnit::Nibble => {
                for start in starts {
                    let mut region = region;
                    region.src += start.0;
                    region.dst += start.1;
                    // SAFETY: as the caller says.
                    unsafe { run_starts(&part.schedule.nest(region), &[(0, 0)], src, dst) };
                }
            }
        }
    }
}

/// The free digits of all modes, of which so many elements are left.
fn radix(
    modes: &[PartMode],
    counts: &[usize],
    leaves: fn(&PartMode) -> &[(usize, isize)],
) -> Option<MixedRadix> {
    if modes.iter().map(|mode| leaves(mode).len()).sum::<usize>() > MAX_LEAVES {
        return None;
    }
    let mut radix = MixedRadix::new();
    for (mode, &count) in modes.iter().zip(counts) {
        leaves(mode).iter().for_each(|&(extent, stride)| radix.leaf(extent, stride));
        radix.mode(count);
    }
    Some(radix)
}

/// The digits of a mode on both sides.
struct PartMode {
    digits: Vec<PartDigit>,
    extent: usize,
    /// How many values all fixed digits have together.
    fixed: usize,
    /// The free ones in source and destination, extent and stride.
    src: Vec<(usize, isize)>,
    dst: Vec<(usize, isize)>,
}

/// A digit that both sides have, and its strides if it is fixed.
struct PartDigit {
    extent: usize,
    fixed: Option<(isize, isize)>,
}

impl PartMode {
    /// `None` if a fixed digit is none of the other side.
    fn of(extent: usize, mut src: Vec<XorDigit>, mut dst: Vec<XorDigit>) -> Option<PartMode> {
        let mut mode = PartMode { digits: Vec::new(), extent, fixed: 1, src: Vec::new(), dst: Vec::new() };
        let (mut src, mut dst) = (&mut src[..], &mut dst[..]);
        let mut left = extent;
        while left > 1 {
            let part = first_extent(src, dst, left)?;
            if part == 1 {
                // those that do not refine each other are free, or there is no copy
                if src.iter().chain(&*dst).any(|digit| digit.is_fixed) {
                    return None;
                }
                mode.digits.push(PartDigit { extent: left, fixed: None });
                mode.src.extend(src.iter().map(|digit| (digit.extent, digit.stride)));
                mode.dst.extend(dst.iter().map(|digit| (digit.extent, digit.stride)));
                break;
            }
            let strides = (src[0].stride, dst[0].stride);
            if src[0].is_fixed || dst[0].is_fixed {
                mode.digits.push(PartDigit { extent: part, fixed: Some(strides) });
                mode.fixed = mode.fixed.saturating_mul(part);
            } else {
                mode.digits.push(PartDigit { extent: part, fixed: None });
                mode.src.push((part, strides.0));
                mode.dst.push((part, strides.1));
            }
            left = left.div_ceil(part);
            (src, dst) = (behind(src, part), behind(dst, part));
        }
        Some(mode)
    }

    /// The choices of the fixed digits: how many elements the free ones have then, and the sums of the fixed ones.
    fn choices(&self) -> impl Iterator<Item = (usize, (isize, isize))> {
        let choice = |mut number: usize| {
            let (mut rest, mut sums) = (self.extent, (0, 0));
            // of the digits so far: how many elements of lower index than the extent, and how many in all
            let (mut count, mut all) = (usize::from(self.digits.is_empty()), 1);
            for (i, digit) in self.digits.iter().enumerate() {
                let of_extent = if i + 1 == self.digits.len() { rest } else { rest % digit.extent };
                rest /= digit.extent;
                let Some((src, dst)) = digit.fixed else {
                    (count, all) = (of_extent * all + count, all * digit.extent);
                    continue;
                };
                let value = number % digit.extent;
                number /= digit.extent;
                sums.0 += src * value.cast_signed();
                sums.1 += dst * value.cast_signed();
                count = if value < of_extent {
                    all
                } else if value == of_extent {
                    count
                } else {
                    0
                };
            }
            (count, sums)
        };
        (0..self.fixed).map(choice).filter(|choice| choice.0 > 0)
    }
}

/// How many values the first digits of two sides have in common, of so many that are left: 1 if they do not refine each
/// other.
fn first_extent(src: &[XorDigit], dst: &[XorDigit], left: usize) -> Option<usize> {
    // the last digit takes what is left
    let values = |digits: &[XorDigit]| match digits {
        [] => None,
        [_] => Some(left),
        [first, ..] => Some(first.extent),
    };
    let (a, b) = (values(src)?, values(dst)?);
    Some(match (src.len(), dst.len()) {
        _ if left <= a && left <= b => left,
        (1, _) => b,
        (_, 1) => a,
        _ => greatest_common_divisor(a, b),
    })
}

/// The digits behind so many values.
fn behind(digits: &mut [XorDigit], values: usize) -> &mut [XorDigit] {
    let is_last = digits.len() == 1;
    let first = &mut digits[0];
    if !is_last && first.extent == values {
        return &mut digits[1..];
    }
    first.extent = first.extent.div_ceil(values);
    first.stride = first.stride.wrapping_mul(values.cast_signed());
    digits
}

/// For each part how many starts it has, and the lines of its schedule.
impl fmt::Display for CopyParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, CopyPart { schedule, starts }) in self.parts.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "from {} starts: {schedule}", starts.len())?;
        }
        Ok(())
    }
}
