//! The schedule of a copy between two layouts: plain numbers, in constants and at run time.

use super::joint::Joint;
use super::leaf::fence;
use super::nest::LoopNest;
use super::region::Region;
use super::run::run_region;
use super::span::ByteSpan;
use super::unit::LoopUnit;
use super::window::each_in;
use crate::kernel::processor::caches;
use crate::layout::MixedRadix;
use core::fmt;
use core::ops::Range;

/// How many regions a schedule has thought through beforehand, as near ones unless they are far on every processor: a
/// matrix with edges on two sides has four.
const PREPARED: usize = 4;

/// What a copy between two layouts does: which elements lie in runs on both sides, which are transposed in registers,
/// in which order, and what is edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    joint: Joint,
    regions: usize,
    prepared: [Option<LoopNest>; PREPARED],
    unit: LoopUnit,
    /// The bytes of all elements.
    bytes: usize,
}

/// The bytes from which on elements are far, and a copy writes around the caches: source and destination together are
/// more than four times a core's share of the last one. Of larger caches more cores have a part.
fn far() -> usize {
    (2 * caches().share()).min(FAR)
}

/// So many bytes are far on every processor.
const FAR: usize = 8 << 20;

/// So many bytes of the destination are finished before the next ones, where each region has a part of what lies
/// together: these stay in a second cache, and what is read of them too.
const WINDOW: usize = 1 << 17;

impl Schedule {
    /// The schedule of a copy; `None` where an index has no joint digits, the extents differ, or a layout has too many
    /// bytes.
    pub(crate) const fn new(src: &MixedRadix, dst: &MixedRadix, unit: LoopUnit) -> Option<Schedule> {
        if !src.same_extents(dst) || ByteSpan::of(src, unit).is_none() || ByteSpan::of(dst, unit).is_none() {
            return None;
        }
        let Some(joint) = Joint::of(src, dst, unit.step().cast_signed()) else { return None };
        let Some(bytes) = unit.bytes(dst.len()) else { return None };
        let mut schedule =
            Schedule { joint, regions: joint.regions(), prepared: [None; PREPARED], unit, bytes };
        let mut i = 0;
        while i < PREPARED && i < schedule.regions {
            schedule.prepared[i] = Some(unit.nest(joint.region(i), bytes >= FAR));
            i += 1;
        }
        Some(schedule)
    }

    /// The regions, each as loops that are not thought through yet.
    #[cfg(feature = "alloc")]
    pub(super) fn regions(&self) -> impl Iterator<Item = Region> {
        (0..self.regions).map(|number| self.joint.region(number))
    }

    pub(super) fn nest(&self, region: Region) -> LoopNest {
        self.unit.nest(region, self.bytes >= far())
    }

    pub(super) const fn unit(&self) -> LoopUnit {
        self.unit
    }

    /// Copies all elements.
    ///
    /// # Safety
    /// The places of all elements, from these pointers on, may be read and written, and nothing written is read; every
    /// byte of an element is initialised.
    pub(crate) unsafe fn run(&self, src: *const u8, dst: *mut u8) {
        if self.joint.is_uneven() && self.bytes > WINDOW {
            // SAFETY: as the caller says.
            return unsafe { run_windows(&self.joint, self.unit, src, dst) };
        }
        let around = self.bytes >= far();
        for number in 0..self.regions {
            let nest = match self.prepared.get(number) {
                Some(Some(nest)) if around == (self.bytes >= FAR) => nest,
                _ => &self.nest(self.joint.region(number)),
            };
            // SAFETY: the elements of all regions are those of the layouts, and the caller says so of these.
            unsafe { run_region(&nest.region, &nest.innermost, around, src, dst) };
        }
        if around {
            fence();
        }
    }

    /// Copies the elements that lie in a window of the destination: bytes from the first to before the last, counted
    /// from `dst`, both multiples of the size of an element.
    ///
    /// # Safety
    /// As of [`run`](Schedule::run), for the elements in the window.
    pub(crate) unsafe fn run_in(&self, window: &Range<isize>, src: *const u8, dst: *mut u8) {
        let window = self.unit.window(window.clone());
        // a small part of much, in a buffer that is used again and again, belongs in the caches
        let least = far();
        let around = self.bytes >= least && (window.end - window.start).unsigned_abs() >= least / 2;
        for number in 0..self.regions {
            each_in(self.joint.region(number), &window, self.unit.step(), &mut |region: Region| {
                let nest = self.nest(region);
                // SAFETY: the region has no elements but those of the layouts in the window.
                unsafe { run_region(&nest.region, &nest.innermost, around, src, dst) }
            });
        }
        if around {
            fence();
        }
    }
}

/// Copies all elements as a schedule would that is made for this call alone; `false` if there is none, then nothing is
/// copied.
///
/// # Safety
/// As of [`Schedule::run`], of elements of so many bytes. The extents are the same, and no layout is larger than
/// memory.
pub(in crate::kernel) unsafe fn run_once(
    (from, to): (&MixedRadix, &MixedRadix),
    bytes: usize,
    src: *const u8,
    dst: *mut u8,
) -> bool {
    let (unit, all) = (LoopUnit::Bytes(bytes), to.len() * bytes);
    let mut joint = Joint::NONE;
    if !joint.fill(from, to, bytes.cast_signed()) {
        return false;
    }
    if joint.is_uneven() && all > WINDOW {
        // SAFETY: as the caller says.
        unsafe { run_windows(&joint, unit, src, dst) };
        return true;
    }
    let around = all >= far();
    for number in 0..joint.regions() {
        let mut region = joint.region(number);
        let innermost = unit.innermost(&mut region, around);
        // SAFETY: the elements of all regions are those of the layouts, and the caller says so of these.
        unsafe { run_region(&region, &innermost, around, src, dst) };
    }
    if around {
        fence();
    }
    true
}

/// Copies all elements, window by window of the destination.
///
/// # Safety
/// As of [`Schedule::run`].
unsafe fn run_windows(joint: &Joint, unit: LoopUnit, src: *const u8, dst: *mut u8) {
    let regions = || (0..joint.regions()).map(|number| joint.region(number));
    let spreads = || regions().map(|region| region.spread(unit.step()));
    let (first, last) = (spreads().map(|spread| spread.0).min(), spreads().map(|spread| spread.1).max());
    let (Some(mut start), Some(last)) = (first, last) else { return };
    while start < last {
        let end = start + WINDOW.cast_signed();
        for region in regions() {
            each_in(region, &(start..end), unit.step(), &mut |mut region| {
                let innermost = unit.innermost(&mut region, false);
                // SAFETY: the region has no elements but those of the layouts in the window.
                unsafe { run_region(&region, &innermost, false, src, dst) }
            });
        }
        start = end;
    }
}

/// A line for every region: its loops from the outside in, and what moves the bytes.
impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for number in 0..self.regions {
            if number > 0 {
                writeln!(f)?;
            }
            write!(f, "{}", self.nest(self.joint.region(number)))?;
        }
        Ok(())
    }
}
