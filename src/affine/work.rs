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

    /// What large expressions are as sums, out of its place: it is walked through while rules look for ranges. The
    /// next one is kept.
    pub(super) fn take_sums(&self, next: &Expr) -> Memo<Option<Linear>> {
        self.large(|large| {
            large.kept.push(next.clone());
            mem::take(&mut large.sums)
        })
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

#[cfg(test)]
mod tests {
    use super::super::expr::SMALL;
    use super::*;

    #[test]
    fn rules_are_tried_as_deep_and_as_long_as_is_said() {
        fn nested(work: &Work) -> u32 {
            work.guarded(1, || Some(1 + nested(work))).unwrap_or(0)
        }
        let work = Work::default();
        // whatever was nested before
        for _ in 0..2 {
            assert_eq!(nested(&work), MOST_LEVELS);
        }
        let work = Work::default();
        let most = MOST_STEPS as usize;
        work.spend(most - 2);
        assert_eq!((work.guarded(1, || Some(3)), work.is_spent()), (Some(3), false));
        assert_eq!((work.guarded(1, || Some(3)), work.is_spent()), (None, true));
        work.spend(usize::MAX);
        assert!(work.is_spent());
    }

    /// More than small, with the value of its variable.
    fn large() -> Expr {
        let step = |expr: Expr| expr.max(Expr::variable(1)).min(Expr::variable(0));
        let large = (0..SMALL).fold(Expr::variable(0), |expr, _| step(expr));
        assert!(!large.is_small());
        large
    }

    #[test]
    fn ranges_of_large_expressions_are_those_of_the_bounds() {
        let expr = large();
        let twice = expr.clone().add(expr.clone());
        let most = i64::MAX;
        let mut work = Work::default();
        for values in [Interval::new(3, 8), Interval::new(-2, most / 2), Interval::new(0, most - 1)] {
            let bounds = [values, Interval::point(values.lower)];
            assert_eq!(work.range(&expr, &bounds), values);
            assert!(work.fits(&expr, &bounds));
            assert_eq!(work.fits(&twice, &bounds), values.upper < most - 1, "{values}");
            work.forget();
        }
    }

    #[test]
    fn sums_that_are_put_back_are_there_again() {
        let work = Work::default();
        let expr = large();
        let _shared = expr.clone();
        let joined = |count: &Cell<u32>| {
            let mut sums = work.take_sums(&expr);
            sums.fold(&expr, true, &mut |_, _| None, &mut |_, _, _, _| {
                count.set(count.get() + 1);
                None
            });
            work.put_sums(sums);
        };
        let count = Cell::new(0);
        joined(&count);
        let once = count.get();
        joined(&count);
        assert_eq!((once, count.get()), (expr.size(), once));
    }
}
