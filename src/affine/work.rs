//! What simplifying spends, and what it has found of large expressions.
use super::expr::Expr;
use super::interval::Interval;
use super::sum::Linear;
use super::walk::Memo;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::mem;

/// What simplifying has spent. There is an end of it: some expressions could be rewritten again and again.
#[derive(Debug, Default)]
pub(super) struct Work {
    steps: Cell<u32>,
    level: Cell<u32>,
    /// What is known of large expressions, once there are any.
    large: RefCell<Option<Box<Large>>>,
}

/// What is known of large expressions, which are distinguished by their addresses.
#[derive(Debug, Default)]
struct Large {
    sums: Memo<Option<Linear>>,
    ranges: Memo<Interval>,
    ranges_that_fit: Memo<Option<Interval>>,
    /// Those that were made while simplifying: as long as they are kept, no other has their address.
    kept: Vec<Expr>,
}

/// After so many steps no rule is tried any more: some tenths of a second.
const MOST_STEPS: u32 = 1 << 20;
/// What a step with a large expression counts.
pub(super) const LARGE_STEP: usize = 64;
/// So often a rule is tried inside of another one.
const MOST_LEVELS: u32 = 48;

impl Work {
    pub(super) fn spend(&self, steps: usize) {
        self.steps.set(self.steps.get().saturating_add(u32::try_from(steps).unwrap_or(MOST_STEPS)));
    }

    pub(super) fn is_spent(&self) -> bool {
        self.steps.get() >= MOST_STEPS
    }

    /// What a rule gives, if it is not nested too deeply in others.
    pub(super) fn guarded<T>(&self, steps: usize, rule: impl FnOnce() -> Option<T>) -> Option<T> {
        self.spend(steps);
        let level = self.level.get();
        if level >= MOST_LEVELS || self.is_spent() {
            return None;
        }
        self.level.set(level + 1);
        let result = rule();
        self.level.set(level);
        result
    }

    /// Forgets large expressions: the bounds of variables are others now, or the expressions are gone.
    pub(super) fn forget(&mut self) {
        *self.large.get_mut() = None;
    }

    fn large<T>(&self, found: impl FnOnce(&mut Large) -> T) -> T {
        found(self.large.borrow_mut().get_or_insert_default())
    }

    /// What large expressions are as sums, out of its place: it is walked through while rules look for ranges.
    pub(super) fn take_sums(&self) -> Memo<Option<Linear>> {
        self.large(|large| mem::take(&mut large.sums))
    }

    /// Puts them back.
    pub(super) fn put_sums(&self, sums: Memo<Option<Linear>>) {
        self.large(|large| large.sums = sums);
    }

    /// Whether every part of a large expression has a value that fits in 64 bits.
    pub(super) fn fits(&self, expr: &Expr, bounds: &[Interval]) -> bool {
        self.large(|Large { ranges_that_fit, kept, .. }| {
            kept.push(expr.clone());
            expr.large_range_that_fits(bounds, ranges_that_fit).is_some()
        })
    }

    /// The values of a large expression.
    pub(super) fn range(&self, expr: &Expr, bounds: &[Interval]) -> Interval {
        self.large(|Large { ranges, kept, .. }| {
            kept.push(expr.clone());
            ranges.fold(expr, true, &mut |leaf, _| leaf.range(bounds), &mut |node, _, lhs, rhs| {
                node.operation.range(lhs, rhs)
            })
        })
    }
}
