//! The part of all digits that a block of threads moves.
use super::digits::{CommonDigit, JointDigits, WIDEST};
use super::patch::Patch;
use super::side::{CopySide, IndexBound};
use crate::int::word;
use alloc::vec::Vec;

/// A digit and how much of it a block has.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockDigit {
    pub(super) mode: usize,
    pub(super) joint: CommonDigit,
    /// How many values of it a block has.
    pub(super) inner: i64,
    /// How many blocks share it.
    pub(super) outer: i64,
}

/// Values of a digit of a block that follow each other in an order: so many, each so far behind the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DigitRun {
    pub(super) digit: usize,
    pub(super) every: i64,
    pub(super) count: i64,
}

/// The order in which threads come to the units of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TileOrder {
    Along(CopySide),
    /// Such that the threads of a warp fill lines of memory on both sides, as far as they do.
    ByLines,
    /// Along the destination, the vectors of a patch together.
    ByPatches(Patch),
}

/// What a block moves.
#[derive(Debug, Clone)]
pub(super) struct BlockTile {
    /// In the order of the modes.
    pub(super) digits: Vec<BlockDigit>,
}

/// The most bytes of a tile, and of a stage: what every device of WebGPU has, and three blocks at once on others.
pub(super) const MOST_BYTES: usize = 16 << 10;

/// The threads that run together, whose accesses memory serves as one.
pub(super) const WARP: usize = 32;

/// The bytes of a line of memory.
pub(super) const LINE: usize = 128;

/// So many units a block has at least, where there are as many; so many bytes of units that are no words, of which a
/// thread takes several at once.
const LEAST_UNITS: i64 = 1024;
const LEAST_BYTES: usize = 8 << 10;

impl TileOrder {
    /// How many vectors follow each other that a thread writes one by one.
    pub(super) fn vectors(self) -> i64 {
        match self {
            TileOrder::ByPatches(patch) => patch.vectors,
            TileOrder::Along(_) | TileOrder::ByLines => 1,
        }
    }
}

impl BlockTile {
    /// A tile that is contiguous on both sides, as far as these are: for runs of 128 bytes or more.
    pub(super) fn of(joint: &JointDigits) -> BlockTile {
        let most = word::wide(MOST_BYTES / joint.unit);
        // 64 bytes of single bytes, and 256 of large units
        let mut run = match joint.unit {
            1 | 2 => 64,
            4 | 8 => 32,
            _ => 16,
        };
        loop {
            let mut tile = BlockTile::with_runs(joint, run);
            if tile.units() <= most || run == 1 {
                let least = if joint.unit < 4 { word::wide(LEAST_BYTES / joint.unit) } else { LEAST_UNITS };
                tile.fill(least.min(most));
                return tile;
            }
            run /= 2;
        }
    }

    fn with_runs(joint: &JointDigits, run: i64) -> BlockTile {
        let digits =
            joint.digits().map(|(mode, joint)| BlockDigit { mode, joint, inner: 1, outer: joint.extent });
        let mut tile = BlockTile { digits: digits.collect() };
        for side in CopySide::BOTH {
            let mut length = 1_i64;
            // the digit that goes on where the run so far ends
            while length < run
                && let Some(digit) =
                    tile.digits.iter_mut().find(|digit| digit.joint.steps[side.number()].abs() == length)
            {
                let taken = digit.take(run / length);
                length *= taken;
                if taken < digit.joint.extent {
                    break;
                }
            }
        }
        tile
    }

    /// Takes more of what lies nearest in the destination, until there are so many units.
    fn fill(&mut self, least: i64) {
        let mut order: Vec<usize> = (0..self.digits.len()).collect();
        order.sort_by_key(|digit| self.digits[*digit].joint.steps[1].abs());
        for digit in order {
            let (units, digit) = (self.units(), &mut self.digits[digit]);
            if units < least && digit.outer > 1 {
                digit.take((least / units).saturating_mul(digit.inner));
            }
        }
    }

    /// How many units a tile has, those behind edges too.
    pub(super) fn units(&self) -> i64 {
        self.digits.iter().map(|digit| digit.inner).product()
    }

    /// How many tiles there are, if they can be counted.
    pub(super) fn blocks(&self) -> Option<i64> {
        self.digits.iter().try_fold(1_i64, |blocks, digit| blocks.checked_mul(digit.outer))
    }

    /// The numbers of the digits in the order of their steps on one side; what makes no step comes last.
    pub(super) fn order(&self, side: CopySide) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.digits.len()).collect();
        order.sort_by_key(|digit| match self.digits[*digit].joint.steps[side.number()] {
            0 => i64::MAX,
            step => step.abs(),
        });
        order
    }

    /// The digits of units of so many bytes in an order, the fastest first.
    pub(super) fn runs(&self, order: TileOrder, unit: usize) -> Vec<DigitRun> {
        let (side, mut runs) = match order {
            TileOrder::Along(side) => (side, Vec::new()),
            TileOrder::ByLines => (CopySide::Destination, self.lines(unit)),
            TileOrder::ByPatches(patch) => (CopySide::Destination, self.patch_runs(patch)),
        };
        for digit in self.order(side) {
            let taken: i64 = runs.iter().filter(|run| run.digit == digit).map(|run| run.count).product();
            runs.push(DigitRun { digit, every: taken, count: self.digits[digit].inner / taken });
        }
        runs
    }

    /// Of each digit, how many units are before its second value in the order of the source.
    pub(super) fn places_in_order_of_source(&self) -> Vec<i64> {
        let (mut places, mut place) = (alloc::vec![0; self.digits.len()], 1);
        for digit in self.order(CopySide::Source) {
            places[digit] = place;
            place *= self.digits[digit].inner;
        }
        places
    }

    /// Of each digit, which value of its part the unit of a number has, in the order of these runs.
    pub(super) fn values(&self, runs: &[DigitRun], number: i64) -> Vec<i64> {
        let (mut left, mut values) = (number, alloc::vec![0; self.digits.len()]);
        for DigitRun { digit, every, count } in runs {
            values[*digit] += left % count * every;
            left /= count;
        }
        values
    }

    /// What a warp comes to: the run of each side grows in turn, until it fills a line or ends.
    fn lines(&self, unit: usize) -> Vec<DigitRun> {
        let line = word::wide(LINE / unit);
        let (mut taken, mut lengths) = (alloc::vec![1; self.digits.len()], [1, 1]);
        let mut lines: Vec<DigitRun> = Vec::new();
        while taken.iter().product::<i64>() < word::wide(WARP) {
            let goes_on = |digit: usize, side: CopySide| {
                let step = self.digits[digit].joint.steps[side.number()].abs();
                step.checked_mul(taken[digit]) == Some(lengths[side.number()])
            };
            let mut sides = CopySide::BOTH;
            sides.sort_by_key(|side| lengths[side.number()]);
            let next = sides.into_iter().filter(|side| lengths[side.number()] < line).find_map(|side| {
                let is_next = |digit: &usize| {
                    self.digits[*digit].inner % (2 * taken[*digit]) == 0 && goes_on(*digit, side)
                };
                (0..self.digits.len()).find(is_next)
            });
            let Some(digit) = next else { break };
            let grown = CopySide::BOTH.map(|side| goes_on(digit, side));
            for (length, grows) in lengths.iter_mut().zip(grown) {
                *length *= if grows { 2 } else { 1 };
            }
            match lines.last_mut().filter(|last| last.digit == digit) {
                Some(last) => last.count *= 2,
                None => lines.push(DigitRun { digit, every: taken[digit], count: 2 }),
            }
            taken[digit] *= 2;
        }
        lines
    }

    /// What an index has to be below so that a unit is read, or written.
    pub(super) fn bounds(&self, joint: &JointDigits, side: CopySide) -> Vec<IndexBound> {
        let mut bounds = Vec::new();
        for mode in 0..joint.modes.len() {
            let mut last = 1;
            let own = self.digits.iter().enumerate().filter(|(_, digit)| digit.mode == mode);
            let own: Vec<(usize, &BlockDigit)> = own.collect();
            for (place, (number, digit)) in own.iter().enumerate() {
                last = digit.inner * digit.outer;
                if place + 1 < own.len() && last > digit.joint.extent {
                    bounds.push(IndexBound { terms: Vec::from([(*number, 1)]), below: digit.joint.extent });
                }
            }
            if joint.overhangs(mode, side, last) {
                bounds.push(joint.bound(mode, side));
            }
        }
        bounds
    }

    /// How many units a thread reads or writes at once: those of one digit, or of several that go on where the one
    /// before ends.
    pub(super) fn widest(&self, joint: &JointDigits, side: CopySide) -> i64 {
        // larger units are vectors themselves
        let most = if joint.unit < 8 { word::wide(WIDEST / joint.unit) } else { 1 };
        let bounds = self.bounds(joint, side);
        let (mut width, mut own) = (1, Vec::new());
        for number in self.order(side) {
            let BlockDigit { joint: digit, inner, .. } = self.digits[number];
            if digit.steps[side.number()] != width {
                break;
            }
            let mut taken = 1;
            while 2 * width <= most && inner % (2 * taken) == 0 {
                let with = [own.clone(), Vec::from([(number, 2 * taken)])].concat();
                if !self.is_vector(joint, side, &bounds, &with) {
                    break;
                }
                (width, taken) = (2 * width, 2 * taken);
            }
            own.push((number, taken));
            if taken < inner {
                break;
            }
        }
        width
    }

    /// Whether so many values of each of these digits, which go on where those before end, lie together and are aligned
    /// wherever they are, and are all read or written if one is.
    fn is_vector(
        &self,
        joint: &JointDigits,
        side: CopySide,
        bounds: &[IndexBound],
        own: &[(usize, i64)],
    ) -> bool {
        let weight = |digit: usize, terms: &[(usize, i64)]| {
            terms.iter().find(|(other, _)| *other == digit).map_or(0, |(_, weight)| *weight)
        };
        let is_whole = |IndexBound { terms, below }: &IndexBound| {
            own.iter().all(|(digit, taken)| match weight(*digit, terms) {
                0 => true,
                weight => below % (weight * taken) == 0,
            })
        };
        let places: Vec<(usize, i64)> = own
            .iter()
            .map(|(digit, _)| (self.digits[*digit].mode, self.digits[*digit].joint.weight))
            .collect();
        let has_steps = places.iter().all(|(mode, _)| joint.modes[*mode].leaves[side.number()].is_empty());
        (own.len() == 1 || has_steps)
            && bounds.iter().all(is_whole)
            && joint.are_together(side, &places, own.iter().map(|(_, taken)| taken).product())
    }
}

impl BlockDigit {
    /// Takes so many values, or about as many: all, or a power of two, which divides them if that leaves half as many.
    fn take(&mut self, most: i64) -> i64 {
        let extent = self.joint.extent;
        let taken = if extent <= most {
            extent
        } else {
            let power = 1 << most.max(1).ilog2();
            let divides = |power: i64| extent % power == 0;
            if !divides(power) && power > 1 && divides(power / 2) { power / 2 } else { power }
        };
        // what is taken for the other side stays taken
        self.inner = self.inner.max(taken);
        self.outer = (extent - 1) / self.inner + 1;
        self.inner
    }
}
