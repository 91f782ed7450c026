//! Sources brought into the order of a destination, block by block: what computes with elements then walks runs.
//!
//! A function cannot be moved into the registers of a transpose. But a block of a transposed source, moved to a buffer
//! in the order of the destination, stays in the nearest cache until the function has read it.

use super::joint::Joint;
use super::leaf::LINE;
use super::region::{Loop, MAX_LOOPS, Region};
use super::schedule::Schedule;
use super::unit::LoopUnit;
use crate::int::sort_few;
use crate::kernel::workspace::with_workspace;
use crate::layout::MixedRadix;
use crate::tuple::MAX_RANK;
use core::ops::ControlFlow;

/// The most sources.
pub(in crate::kernel) const MOST_SOURCES: usize = 4;

/// Blocks of fewer elements are not worth a call.
const FEWEST: usize = 256;

/// Of lengths above this only the whole of what there is room for is tried.
const LONGEST: usize = 256;

/// A source: where its offset 0 is, how many bytes an element has, and the digits of an index.
#[derive(Clone, Copy, Debug)]
pub struct StagedSource {
    pub(in crate::kernel) first: *const u8,
    pub(in crate::kernel) bytes: usize,
    pub(in crate::kernel) radix: MixedRadix,
}

/// Elements that follow each other in all buffers and in the destination, several times.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct StagedRuns {
    /// The buffers: as many as there are sources.
    pub(in crate::kernel) buffers: [*const u8; MOST_SOURCES],
    /// Where the first run begins: elements of every buffer, and of the destination.
    pub(in crate::kernel) at: (isize, isize),
    pub(in crate::kernel) len: usize,
    pub(in crate::kernel) count: usize,
    /// From run to run.
    pub(in crate::kernel) steps: (isize, isize),
}

/// Copies the elements of the sources to buffers, block by block, in the order of the destination, and calls `each` for
/// all runs of each block, until a call breaks off: every element of the destination is in one of them. `false` if
/// there are no blocks that are worth it; then nothing was done.
///
/// # Safety
/// The layouts have the same extents. The places of all elements of the sources may be read until `each` was called
/// with them, and every byte of them is initialised.
pub(in crate::kernel) unsafe fn staged(
    sources: &[Option<StagedSource>; MOST_SOURCES],
    dst: &MixedRadix,
    each: &mut dyn FnMut(StagedRuns) -> ControlFlow<()>,
) -> bool {
    let Some(stage) = Stage::of(sources, dst) else { return false };
    // a line more for each buffer
    with_workspace(BYTES + MOST_SOURCES * LINE, |lines| {
        // SAFETY: as the caller says, and the workspace has so many bytes.
        unsafe { stage.for_each(lines.as_mut_ptr().cast(), each) }
    })
}

/// The bytes of all buffers: half of a small first-level cache.
const BYTES: usize = 1 << 14;

/// Some sources and a destination of the same extents, in blocks of indices.
struct Stage<'a> {
    sources: &'a [Option<StagedSource>; MOST_SOURCES],
    dst: &'a MixedRadix,
    /// How many indices of each mode a block has.
    lens: [usize; MAX_RANK],
    /// How many places it has in a buffer.
    room: usize,
}

impl<'a> Stage<'a> {
    /// The blocks; `None` if there are none that are worth it.
    fn of(sources: &'a [Option<StagedSource>; MOST_SOURCES], dst: &'a MixedRadix) -> Option<Self> {
        let mut stage = Stage { sources, dst, lens: [1; MAX_RANK], room: 0 };
        let room = BYTES / stage.sources().map(|source| source.bytes).sum::<usize>().max(1);
        // the modes in which neighbours are near, in any of the layouts, share a block
        let near = |radix: &MixedRadix| (0..dst.rank()).min_by_key(|&mode| nearest(radix, mode));
        let sources = sources.iter().flatten();
        let is_near =
            |mode| near(dst) == Some(mode) || sources.clone().any(|source| near(&source.radix) == Some(mode));
        let count = (0..dst.rank()).filter(|&mode| is_near(mode)).count().max(1);
        for mode in (0..dst.rank()).filter(|&mode| is_near(mode)) {
            stage.lens[mode] = stage.cut(mode, 1 << (room.ilog2() as usize / count));
        }
        // what room is left goes to the modes with the smallest steps
        let mut order: [usize; MAX_RANK] = core::array::from_fn(|mode| mode);
        sort_few(&mut order[..dst.rank()], |&mode| nearest(dst, mode));
        for &mode in &order[..dst.rank()] {
            let others: usize = stage.lens[..dst.rank()].iter().product::<usize>() / stage.lens[mode];
            stage.lens[mode] = stage.cut(mode, room / others);
        }
        let elements = stage.lens[..dst.rank()].iter().product::<usize>();
        stage.room = dst.first(&stage.lens[..dst.rank()]).size();
        (stage.room <= room && elements >= FEWEST.min(dst.len())).then_some(stage)
    }

    fn sources(&self) -> impl Iterator<Item = &'a StagedSource> + use<'a> {
        self.sources.iter().flatten()
    }

    /// The longest block of at most so many indices into which all layouts fall.
    fn cut(&self, mode: usize, most: usize) -> usize {
        let extent = self.dst.extent(mode);
        let is_cut = |&len: &usize| {
            len == extent
                || self.dst.is_cut_by(mode, len)
                    && self.sources().all(|source| source.radix.is_cut_by(mode, len))
        };
        let most = most.min(extent).max(1);
        [most].into_iter().chain((1..=most.min(LONGEST)).rev()).find(is_cut).unwrap_or(1)
    }

    /// As [`staged`]: `false` if a block has no plan.
    ///
    /// # Safety
    /// As of [`staged`], and as many bytes may be written from `workspace` on as are said there.
    unsafe fn for_each(
        &self,
        workspace: *mut u8,
        each: &mut dyn FnMut(StagedRuns) -> ControlFlow<()>,
    ) -> bool {
        let (mut buffers, mut end) = ([workspace; MOST_SOURCES], workspace);
        for (source, buffer) in self.sources().zip(&mut buffers) {
            *buffer = end;
            end = end.wrapping_add((self.room * source.bytes).next_multiple_of(LINE));
        }
        // the others are planned here, and the first one below: all of them before anything is done
        let mut schedules = [const { None }; MOST_SOURCES];
        if !self.kinds().skip(1).all(|kind| self.plan(&kind, &mut schedules).is_some()) {
            return false;
        }
        for kind in self.kinds() {
            let Some(joint) = self.plan(&kind, &mut schedules) else { return false };
            let mut numbers = [0; MAX_RANK];
            loop {
                let offset = |radix: &MixedRadix| {
                    let index = |mode| kind.first[mode] + numbers[mode] * self.lens[mode];
                    let offsets = (0..radix.rank()).map(|mode| radix.mode_offset(mode, index(mode)));
                    offsets.fold(0, isize::wrapping_add)
                };
                for ((source, schedule), buffer) in
                    self.sources().zip(schedules.iter().flatten()).zip(buffers)
                {
                    let step = offset(&source.radix).wrapping_mul(source.bytes.cast_signed());
                    // SAFETY: the block has elements of the source, and as many places as the buffer has room for.
                    unsafe { schedule.run(source.first.wrapping_offset(step), buffer) };
                }
                let start = offset(self.dst);
                for number in 0..joint.regions() {
                    let buffers = buffers.map(<*mut u8>::cast_const);
                    if each_run(joint.region(number), buffers, start, each).is_break() {
                        return true;
                    }
                }
                if !next(&mut numbers, kind.counts.into_iter()) {
                    break;
                }
            }
        }
        true
    }

    /// The kinds of blocks: those that are whole, and those that an extent cuts in some of the modes.
    fn kinds(&self) -> impl Iterator<Item = BlockKind> {
        let rank = self.dst.rank();
        let is_cut = |&mode: &usize| !self.dst.extent(mode).is_multiple_of(self.lens[mode]);
        let cut = (0..rank).filter(is_cut).fold(0_usize, |cut, mode| cut | 1 << mode);
        // all subsets of the modes that are cut, the largest first
        let modes = core::iter::successors(Some(cut), move |&modes| Some(modes.checked_sub(1)? & cut));
        modes.map(move |modes| {
            let mut kind = BlockKind { lens: self.lens, first: [0; MAX_RANK], counts: [1; MAX_RANK] };
            for mode in 0..rank {
                let (extent, len) = (self.dst.extent(mode), self.lens[mode]);
                if modes >> mode & 1 == 1 {
                    (kind.lens[mode], kind.first[mode]) = (extent % len, extent - extent % len);
                } else {
                    kind.counts[mode] = extent / len;
                }
            }
            kind
        })
    }

    /// How the blocks of a kind get into the buffers, and the runs that these have in common with the destination.
    fn plan(&self, kind: &BlockKind, schedules: &mut [Option<Schedule>; MOST_SOURCES]) -> Option<Joint> {
        let lens = &kind.lens[..self.dst.rank()];
        let dst = self.dst.first(lens);
        let buffer = dst.compact();
        for (source, schedule) in self.sources().zip(schedules) {
            *schedule = Schedule::new(&source.radix.first(lens), &buffer, LoopUnit::Bytes(source.bytes));
            schedule.as_ref()?;
        }
        Joint::of(&buffer, &dst, 1)
    }
}

/// Blocks of one size.
struct BlockKind {
    lens: [usize; MAX_RANK],
    /// The indices at which the first one begins.
    first: [usize; MAX_RANK],
    /// How many there are along each mode.
    counts: [usize; MAX_RANK],
}

/// Calls `each` for the runs of a region, counted in elements.
fn each_run(
    mut region: Region,
    buffers: [*const u8; MOST_SOURCES],
    start: isize,
    each: &mut dyn FnMut(StagedRuns) -> ControlFlow<()>,
) -> ControlFlow<()> {
    region.join();
    let run = match region.loops() {
        [Loop { src: 1, dst: 1, .. }, ..] => region.remove(0),
        _ => Loop::ONCE,
    };
    let inner = if region.loops().is_empty() { Loop::ONCE } else { region.remove(0) };
    let mut numbers = [0; MAX_LOOPS];
    loop {
        let turns = || region.loops().iter().zip(numbers.iter().copied().map(usize::cast_signed));
        each(StagedRuns {
            buffers,
            at: (
                turns().map(|(outer, turn)| turn * outer.src).sum::<isize>() + region.src,
                turns().map(|(outer, turn)| turn * outer.dst).sum::<isize>() + region.dst + start,
            ),
            len: run.extent,
            count: inner.extent,
            steps: (inner.src, inner.dst),
        })?;
        if !next(&mut numbers, region.loops().iter().map(|outer| outer.extent)) {
            return ControlFlow::Continue(());
        }
    }
}

/// The next of the numbers below some counts, the first one fastest; `false` behind the last.
fn next(numbers: &mut [usize], counts: impl Iterator<Item = usize>) -> bool {
    for (number, count) in numbers.iter_mut().zip(counts) {
        *number += 1;
        if *number < count {
            return true;
        }
        *number = 0;
    }
    false
}

/// How near neighbours in a mode are in memory.
fn nearest(radix: &MixedRadix, mode: usize) -> usize {
    let strides = radix.leaves(mode).iter().filter(|leaf| leaf.0 > 1).map(|leaf| leaf.1.unsigned_abs());
    strides.filter(|&stride| stride > 0).min().unwrap_or(usize::MAX)
}
