//! The part of all digits that a block of threads moves.
use super::digits::{CommonDigit, JointDigits, WIDEST};
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

/// What a block moves.
#[derive(Debug, Clone)]
pub(super) struct BlockTile {
    /// In the order of the modes.
    pub(super) digits: Vec<BlockDigit>,
}

/// The most bytes of a tile: what every device of WebGPU has, and three blocks at once on others.
const MOST_BYTES: usize = 16 << 10;

/// So many units a block has at least, where there are as many.
const LEAST_UNITS: i64 = 1024;

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
                tile.fill(LEAST_UNITS.min(most));
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

    /// How many units a thread reads or writes at once.
    pub(super) fn widest(&self, joint: &JointDigits, side: CopySide) -> i64 {
        let step = |digit: &BlockDigit| digit.joint.steps[side.number()];
        let Some(own) = self.order(side).first().copied().filter(|digit| step(&self.digits[*digit]) == 1)
        else {
            return 1;
        };
        // larger units are vectors themselves
        let most = if joint.unit < 8 { word::wide(WIDEST / joint.unit) } else { 1 };
        let bounds = self.bounds(joint, side);
        let BlockDigit { mode, joint: CommonDigit { weight, .. }, inner, .. } = self.digits[own];
        let fits = |width: i64| {
            let whole = bounds.iter().all(|IndexBound { terms, below }| {
                let weight = terms.iter().find(|(digit, _)| *digit == own).map(|(_, weight)| *weight);
                weight.is_none_or(|weight| below % (weight * width) == 0)
            });
            inner % width == 0 && whole && joint.are_together(side, (mode, weight), width)
        };
        let mut width = 1;
        while 2 * width <= most && fits(2 * width) {
            width *= 2;
        }
        width
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
