//! The part of all digits that a block of threads moves.
use super::digits::{CommonDigit, JointDigits, WIDEST};
use super::patch::TilePatch;
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
    /// Along the destination, the vectors of a patch together.
    ByPatches(TilePatch),
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

/// So many bytes a block has at least, where there are as many.
const LEAST_BYTES: usize = 8 << 10;

impl TileOrder {
    /// How many vectors follow each other that a thread writes one by one.
    pub(super) fn vectors(self) -> i64 {
        match self {
            TileOrder::ByPatches(patch) => patch.vectors,
            TileOrder::Along(_) => 1,
        }
    }
}

impl BlockTile {
    /// A tile that is contiguous on both sides, as far as these are: for runs of 128 bytes or more.
    pub(super) fn of(joint: &JointDigits) -> BlockTile {
        let of_bytes = |bytes: usize| word::wide(bytes / joint.unit);
        // what a device copies fastest; runs that begin within a sector write parts of one more, and are to be few
        let mut runs = match joint.unit {
            _ if !joint.has_whole_sectors(CopySide::Destination) => [128, 256],
            1 | 2 => [128; 2],
            _ => [256; 2],
        }
        .map(of_bytes);
        loop {
            let mut tile = BlockTile::with_runs(joint, runs);
            if tile.units() <= of_bytes(MOST_BYTES) || runs == [1; 2] {
                tile.fill(of_bytes(LEAST_BYTES));
                return tile;
            }
            runs = runs.map(|run| (run / 2).max(1));
        }
    }

    /// A tile that has runs of so many units in source and destination.
    fn with_runs(joint: &JointDigits, runs: [i64; 2]) -> BlockTile {
        let digits =
            joint.digits().map(|(mode, joint)| BlockDigit { mode, joint, inner: 1, outer: joint.extent });
        let mut tile = BlockTile { digits: digits.collect() };
        for (side, run) in CopySide::BOTH.into_iter().zip(runs) {
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

    /// The digits in an order, the fastest first.
    pub(super) fn runs(&self, order: TileOrder) -> Vec<DigitRun> {
        let (side, mut runs) = match order {
            TileOrder::Along(side) => (side, Vec::new()),
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
