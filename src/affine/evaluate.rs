//! What an expression is: at a point, on intervals, and over other expressions.
use super::expr::Expr;
use super::interval::Interval;
use super::variables::Variables;
use super::walk::{Memo, each_part};

impl Expr {
    /// The value at these values of the variables; `None` if something does not fit in 64 bits, is divided by 0, or
    /// has no value in `values`.
    pub fn evaluate(&self, values: &[i64]) -> Option<i64> {
        match self {
            Expr::Constant(value) => Some(*value),
            Expr::Variable(number) => values.get(*number as usize).copied(),
            Expr::Binary(node) if node.is_small() => {
                node.operation.apply(node.lhs.evaluate(values)?, node.rhs.evaluate(values)?)
            }
            Expr::Binary(_) => Memo::default().fold(
                self,
                true,
                &mut |leaf, _| leaf.evaluate(values),
                &mut |node, _, lhs, rhs| node.operation.apply(lhs?, rhs?),
            ),
        }
    }

    /// An interval that all values are in, for variables in these intervals.
    pub fn range(&self, bounds: &[Interval]) -> Interval {
        match self {
            Expr::Constant(value) => Interval::point(*value),
            Expr::Variable(number) => bounds.get(*number as usize).copied().unwrap_or(Interval::ALL),
            Expr::Binary(node) if node.is_small() => {
                node.operation.range(node.lhs.range(bounds), node.rhs.range(bounds))
            }
            Expr::Binary(_) => Memo::default().fold(
                self,
                true,
                &mut |leaf, _| leaf.range(bounds),
                &mut |node, _, lhs, rhs| node.operation.range(lhs, rhs),
            ),
        }
    }

    /// The range, if every part has a value that fits in 64 bits, for all values of the variables in these intervals.
    pub(super) fn range_that_fits(&self, bounds: &[Interval]) -> Option<Interval> {
        match self {
            Expr::Constant(value) => Some(Interval::point(*value)),
            Expr::Variable(number) => bounds.get(*number as usize).copied(),
            Expr::Binary(node) if node.is_small() => node
                .operation
                .range_that_fits(node.lhs.range_that_fits(bounds)?, node.rhs.range_that_fits(bounds)?),
            Expr::Binary(_) => self.large_range_that_fits(bounds, &mut Memo::default()),
        }
    }

    /// The same, where some parts are known.
    pub(super) fn large_range_that_fits(
        &self,
        bounds: &[Interval],
        walk: &mut Memo<Option<Interval>>,
    ) -> Option<Interval> {
        walk.fold(self, true, &mut |leaf, _| leaf.range_that_fits(bounds), &mut |node, _, lhs, rhs| {
            node.operation.range_that_fits(lhs?, rhs?)
        })
    }

    /// The expression with each variable replaced.
    pub fn substitute(&self, replacement: &impl Fn(u32) -> Expr) -> Expr {
        match self {
            Expr::Constant(_) => self.clone(),
            Expr::Variable(number) => replacement(*number),
            Expr::Binary(node) if node.is_small() => {
                node.with_operands(node.lhs.substitute(replacement), node.rhs.substitute(replacement))
            }
            Expr::Binary(_) => Memo::default().fold(
                self,
                true,
                &mut |leaf, _| leaf.substitute(replacement),
                &mut |node, _, lhs, rhs| node.with_operands(lhs, rhs),
            ),
        }
    }

    /// Calls `visit` with the number of each variable: at least once, and at most as often as it stands there.
    pub fn each_variable(&self, visit: &mut impl FnMut(u32)) {
        if let Some(numbers) = self.variables().numbers() {
            return numbers.for_each(visit);
        }
        match self {
            Expr::Constant(_) => {}
            Expr::Variable(number) => visit(*number),
            Expr::Binary(node) if node.is_small() => {
                node.lhs.each_variable(visit);
                node.rhs.each_variable(visit);
            }
            Expr::Binary(_) => each_part(self, &mut |part| {
                if let Expr::Variable(number) = part {
                    visit(*number);
                }
                true
            }),
        }
    }

    /// Whether the variable stands in it.
    pub fn uses(&self, variable: u32) -> bool {
        self.variables().meets(Variables::of(variable)) && self.uses_any(|number| number == variable)
    }

    /// Whether all variables that stand in it have a number below this one.
    pub(crate) fn is_over(&self, number: u32) -> bool {
        Variables::below(number).covers(self.variables()) || !self.uses_any(|own| own >= number)
    }

    /// Whether a variable for which this holds stands in it.
    pub(crate) fn uses_any(&self, mut holds: impl FnMut(u32) -> bool) -> bool {
        let mut found = false;
        self.each_variable(&mut |number| found |= holds(number));
        found
    }
}
