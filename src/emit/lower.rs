//! From expressions to operations of a machine, as few as a person would write.
//!
//! A sum is put in order by what its terms are digits of. Of one such number, `x`, with the steps `l0 | l1 | ...`, the
//! terms are the digits `(x floordiv l) mod m` times coefficients `D0, D1, ...`. Neighbouring digits may be taken
//! together, as
//!
//! ```text
//! D0*d0 + D1*d1 = D0*y + (D1 - D0*l1/l0) * (y floordiv (l1/l0))    where y holds both digits
//! ```
//!
//! which takes one operation less, as no remainder is left; or where they are a field of their own, `(x & mask) * c`
//! may take less than `((x >> k) & mask) * c`. All ways of putting a few digits together are tried, and what costs the
//! least is taken.
use super::machine::{Machine, Node};
use crate::affine::{Expr, ExprOp, Interval};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use hashbrown::HashMap;

/// Of more digits of one number, not all ways of putting them together are tried.
const MOST_CUTS: usize = 6;

/// Expressions over arguments, as operations.
#[derive(Debug)]
pub(super) struct Lowering<'a> {
    pub(super) machine: Machine,
    /// What stands for each variable.
    inputs: Vec<Node>,
    bounds: &'a [Interval],
    known: HashMap<Expr, Node>,
    /// A division that is none for all values: by numbers that may be 0 or negative.
    pub(super) unknown_quotient: Option<Expr>,
}

/// The terms of a sum that are made of one number: multiples of its quotients.
#[derive(Debug)]
struct TermGroup {
    base: Expr,
    /// The terms: from which step on, up to which, and what it is multiplied with.
    fields: Vec<(i64, Option<i64>, i64)>,
    /// By divisor, what its quotient is multiplied with.
    quotients: BTreeMap<i64, i64>,
}

/// A digit of a number: what it counts, and what it is multiplied with.
#[derive(Debug, Clone, Copy)]
struct SumDigit {
    step: i64,
    /// Where the next digit begins, unless this one takes the rest.
    end: Option<i64>,
    coefficient: i64,
    /// The values that it has.
    upper: i128,
}

/// Something that is added, or taken away.
#[derive(Debug, Clone, Copy)]
struct Addend {
    is_negative: bool,
    node: Node,
}

impl<'a> Lowering<'a> {
    /// Over variables with these values, for which these nodes stand.
    pub(super) fn new(machine: Machine, inputs: Vec<Node>, bounds: &'a [Interval]) -> Self {
        Lowering { machine, inputs, bounds, known: HashMap::new(), unknown_quotient: None }
    }

    /// The value of an expression; none if something in it may be wider than the word.
    pub(super) fn value(&mut self, expr: &Expr) -> Option<Node> {
        let node = match expr {
            Expr::Constant(value) => return self.machine.constant(*value),
            Expr::Variable(number) => return self.inputs.get(*number as usize).copied(),
            Expr::Binary(node) => node,
        };
        if let Some(&known) = self.known.get(expr) {
            return Some(known);
        }
        let operands = |lowering: &mut Self| Some((lowering.value(&node.lhs)?, lowering.value(&node.rhs)?));
        let is_positive = |lowering: &Self| node.rhs.range(lowering.bounds).lower > 0;
        let is_fraction =
            |lowering: &Self| node.lhs.range(lowering.bounds).lower >= 0 && is_positive(lowering);
        let value = match (node.operation, &node.rhs) {
            (ExprOp::FloorDiv | ExprOp::Mod, Expr::Constant(1..)) | (ExprOp::Add, _) => self.sum(expr)?,
            (ExprOp::Mul, _) if node.lhs.as_constant().or(node.rhs.as_constant()).is_some() => {
                self.sum(expr)?
            }
            (ExprOp::Mul, _) => {
                let (a, b) = operands(self)?;
                self.machine.mul(a, b)?
            }
            (ExprOp::FloorDiv, _) if is_fraction(self) => {
                let (a, b) = operands(self)?;
                self.machine.divided_by(a, b)?
            }
            (ExprOp::Mod, _) if is_fraction(self) => {
                let (a, b) = operands(self)?;
                self.machine.remainder_by(a, b)?
            }
            (ExprOp::CeilDiv, _) if is_positive(self) => {
                let above = node.lhs.clone().add(node.rhs.clone()).add(Expr::constant(-1));
                self.value(&above.floor_div(node.rhs.clone()))?
            }
            (ExprOp::Min, _) => {
                let (a, b) = operands(self)?;
                self.machine.min(a, b)?
            }
            (ExprOp::Max, _) => {
                let (a, b) = operands(self)?;
                self.machine.max(a, b)?
            }
            (ExprOp::FloorDiv | ExprOp::CeilDiv | ExprOp::Mod, _) => {
                self.unknown_quotient = Some(expr.clone());
                return None;
            }
        };
        self.known.insert(expr.clone(), value);
        Some(value)
    }

    fn sum(&mut self, expr: &Expr) -> Option<Node> {
        let mut terms = Vec::new();
        let constant = terms_of(expr, 1, &mut terms)?;
        let mut addends = Vec::new();
        for group in joined(groups_of(terms)?) {
            addends.extend(self.group(&group)?);
        }
        let range = expr.range(self.bounds);
        let node = self.total(&addends, constant)?;
        self.machine.narrow(node, range.lower.into(), range.upper.into());
        Some(node)
    }

    /// What is added first, and what is taken away last: as few values below 0 as possible.
    fn total(&mut self, addends: &[Addend], constant: i64) -> Option<Node> {
        let (negative, positive): (Vec<Addend>, Vec<Addend>) =
            addends.iter().partition(|addend| addend.is_negative);
        let mut sum: Option<Node> = None;
        for addend in positive {
            sum = Some(match sum {
                Some(sum) => self.machine.add(sum, addend.node)?,
                None => addend.node,
            });
        }
        let mut rest = constant;
        if constant > 0 || sum.is_none() {
            let number = self.machine.constant(constant)?;
            sum = Some(match sum {
                Some(sum) => self.machine.add(sum, number)?,
                None => number,
            });
            rest = 0;
        }
        let mut sum = sum?;
        for addend in negative {
            sum = self.machine.sub(sum, addend.node)?;
        }
        if rest == 0 {
            return Some(sum);
        }
        let rest = self.machine.constant(rest)?;
        self.machine.add(sum, rest)
    }

    /// The terms of one group, in the way that costs the least.
    fn group(&mut self, group: &TermGroup) -> Option<Vec<Addend>> {
        let base = self.value(&group.base)?;
        let Some(digits) = self.digits(group, base) else {
            // the steps do not divide each other
            let fields = group.fields.iter();
            return fields.map(|&(step, end, by)| self.field(base, step, end, by, false)).collect();
        };
        let own = self.machine.cost(&[base]);
        let count = digits.len();
        // all digits together, each by itself, and what is between
        let ways = if count <= MOST_CUTS { 1 << (count - 1) } else { 1_usize };
        let mut best: Option<(usize, Vec<Addend>)> = None;
        for cuts in 0..=ways {
            let cuts = if cuts == ways { usize::MAX } else { cuts };
            for in_place in [false, true] {
                let Some(addends) = self.parts(base, &digits, cuts, in_place) else { continue };
                let nodes: Vec<Node> = addends.iter().map(|addend| addend.node).collect();
                // the sums of the parts are operations, too
                let cost = self.machine.cost(&nodes) - own.min(self.machine.cost(&nodes)) + 8 * nodes.len();
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, addends));
                }
            }
        }
        best.map(|(_, addends)| addends)
    }

    /// The digits of a group, if the steps divide each other.
    fn digits(&self, group: &TermGroup, base: Node) -> Option<Vec<SumDigit>> {
        let range = self.machine.range(base);
        let steps: Vec<(i64, i64)> = group.quotients.iter().map(|(&step, &by)| (step, by)).collect();
        let mut digits: Vec<SumDigit> = Vec::with_capacity(steps.len());
        for (place, &(step, by)) in steps.iter().enumerate() {
            let end = steps.get(place + 1).map(|(end, _)| *end);
            if end.is_some_and(|end| end % step != 0) {
                return None;
            }
            let carried = match digits.last() {
                Some(last) => last.coefficient.checked_mul(step / last.step)?,
                None => 0,
            };
            let most = range.end().div_euclid(step.into());
            let upper = end.map_or(most, |end| most.min(i128::from(end / step - 1)));
            digits.push(SumDigit { step, end, coefficient: by.checked_add(carried)?, upper });
        }
        Some(digits)
    }

    /// The digits with a cut before each whose bit is set.
    fn parts(&mut self, base: Node, digits: &[SumDigit], cuts: usize, in_place: bool) -> Option<Vec<Addend>> {
        let mut addends = Vec::new();
        let mut first = 0;
        for end in 1..=digits.len() {
            if end == digits.len() || cuts >> (end - 1).min(63) & 1 == 1 {
                let part = &digits[first..end];
                if part.iter().any(|digit| digit.coefficient != 0) {
                    addends.push(self.part(base, part, in_place)?);
                }
                first = end;
            }
        }
        Some(addends)
    }

    /// Digits that stay together: a multiple of the field that holds all of them, and of its quotients.
    fn part(&mut self, base: Node, digits: &[SumDigit], in_place: bool) -> Option<Addend> {
        let end = digits.last()?.end;
        if let [digit] = digits {
            return self.field(base, digit.step, end, digit.coefficient, in_place);
        }
        let is_positive = digits.iter().all(|digit| digit.coefficient >= 0);
        let is_negative = digits.iter().all(|digit| digit.coefficient <= 0);
        let is_natural = *self.machine.range(base).start() >= 0;
        let sign = if is_negative && !is_positive { -1 } else { 1 };
        let (mut sum, mut below, mut before): (Option<Node>, i128, i64) = (None, 0, 0);
        let mut last: Option<SumDigit> = None;
        let mut whole: Option<(i64, Node)> = None;
        for digit in digits {
            let carried = match last {
                Some(last) => before.checked_mul(digit.step / last.step)?,
                None => 0,
            };
            let coefficient = digit.coefficient.checked_mul(sign)?;
            let by = coefficient.checked_sub(carried)?;
            if by != 0 {
                // the field from here to the end, out of the one before where that is shorter
                let field = match whole {
                    Some((step, field)) if end.is_some() => self.machine.divided(field, digit.step / step)?,
                    _ => self.taken(base, digit.step, end)?,
                };
                whole.get_or_insert((digit.step, field));
                let product = self.machine.times(field, by.checked_abs()?)?;
                // digits below with their coefficients, and this field with its own
                let reach = i128::from(coefficient).checked_mul(*self.machine.range(field).end())?;
                sum = Some(match sum {
                    None if by < 0 => {
                        let zero = self.machine.constant(0)?;
                        self.machine.sub(zero, product)?
                    }
                    None => product,
                    Some(sum) if by < 0 && (is_positive || is_negative) && is_natural => {
                        self.machine.sub_within(sum, product, 0, below + reach)?
                    }
                    Some(sum) if by < 0 => self.machine.sub(sum, product)?,
                    Some(sum) => self.machine.add(sum, product)?,
                });
                if let Some(sum) = sum
                    && (is_positive || is_negative)
                    && is_natural
                {
                    self.machine.narrow(sum, 0, below + reach);
                }
            }
            below += i128::from(coefficient).checked_mul(digit.upper)?;
            (before, last) = (coefficient, Some(*digit));
        }
        Some(Addend { is_negative: sign < 0, node: sum? })
    }

    /// A multiple of one field.
    fn field(
        &mut self,
        base: Node,
        step: i64,
        end: Option<i64>,
        coefficient: i64,
        in_place: bool,
    ) -> Option<Addend> {
        let size = coefficient.checked_abs()?;
        let node = match end {
            Some(end) if in_place && step > 1 && is_power(step) && is_power(end) => {
                let field = self.machine.masked(base, end - step)?;
                if size % step == 0 {
                    self.machine.times(field, size / step)?
                } else if is_power(size) {
                    self.machine.divided(field, step / size)?
                } else {
                    return None;
                }
            }
            _ => {
                let field = self.taken(base, step, end)?;
                self.machine.times(field, size)?
            }
        };
        Some(Addend { is_negative: coefficient < 0, node })
    }

    /// `(base floordiv step) mod (end / step)`.
    fn taken(&mut self, base: Node, step: i64, end: Option<i64>) -> Option<Node> {
        let field = self.machine.divided(base, step)?;
        match end {
            Some(end) => self.machine.remainder(field, end / step),
            None => Some(field),
        }
    }
}

fn is_power(value: i64) -> bool {
    value > 0 && value.count_ones() == 1
}

/// Takes a sum apart, each term with its coefficient; what is left is a number.
fn terms_of(expr: &Expr, times: i64, terms: &mut Vec<(Expr, i64)>) -> Option<i64> {
    match expr {
        Expr::Constant(value) => value.checked_mul(times),
        Expr::Binary(node) if node.operation == ExprOp::Add => {
            terms_of(&node.lhs, times, terms)?.checked_add(terms_of(&node.rhs, times, terms)?)
        }
        Expr::Binary(node) if node.operation == ExprOp::Mul => match (&node.lhs, &node.rhs) {
            (inner, Expr::Constant(factor)) | (Expr::Constant(factor), inner) => {
                terms_of(inner, times.checked_mul(*factor)?, terms)
            }
            _ => {
                terms.push((expr.clone(), times));
                Some(0)
            }
        },
        _ => {
            terms.push((expr.clone(), times));
            Some(0)
        }
    }
}

/// Dividend and number of a division by a positive number.
fn division(expr: &Expr, operation: ExprOp) -> Option<(&Expr, i64)> {
    match expr {
        Expr::Binary(node) if node.operation == operation => match node.rhs {
            Expr::Constant(divisor @ 1..) => Some((&node.lhs, divisor)),
            _ => None,
        },
        _ => None,
    }
}

/// What an expression is a digit of, from which step on, and up to which.
fn digit_of(expr: &Expr) -> Option<(&Expr, i64, Option<i64>)> {
    if let Some((inner, modulus)) = division(expr, ExprOp::Mod) {
        let (base, step) = division(inner, ExprOp::FloorDiv).unwrap_or((inner, 1));
        return Some((base, step, Some(step.checked_mul(modulus)?)));
    }
    let Some((inner, step)) = division(expr, ExprOp::FloorDiv) else { return Some((expr, 1, None)) };
    match division(inner, ExprOp::Mod) {
        Some((base, modulus)) if modulus % step == 0 => Some((base, step, Some(modulus))),
        _ => Some((inner, step, None)),
    }
}

/// The terms by what they are digits of.
fn groups_of(terms: Vec<(Expr, i64)>) -> Option<Vec<TermGroup>> {
    let mut groups: Vec<TermGroup> = Vec::new();
    for (expr, coefficient) in terms {
        let (base, step, end) = digit_of(&expr)?;
        let place = groups.iter().position(|group| group.base == *base);
        let place = place.unwrap_or_else(|| {
            groups.push(TermGroup { base: base.clone(), fields: Vec::new(), quotients: BTreeMap::new() });
            groups.len() - 1
        });
        groups[place].fields.push((step, end, coefficient));
        let quotients = &mut groups[place].quotients;
        let mut add = |step: i64, by: i64| {
            let known = quotients.entry(step).or_insert(0);
            *known = known.checked_add(by)?;
            Some(())
        };
        add(step, coefficient)?;
        if let Some(end) = end {
            add(end, coefficient.checked_mul(end / step)?.checked_neg()?)?;
        }
    }
    for group in &mut groups {
        group.quotients.retain(|_, coefficient| *coefficient != 0);
    }
    groups.retain(|group| !group.quotients.is_empty());
    Some(groups)
}

/// Groups of one term each that have the same coefficient as one: a product less.
fn joined(groups: Vec<TermGroup>) -> Vec<TermGroup> {
    let mut kept: Vec<TermGroup> = Vec::new();
    let term = |group: &TermGroup| match group.quotients.iter().next() {
        Some((&step, &by)) if group.quotients.len() == 1 && by.unsigned_abs() > 1 => Some((step, by)),
        _ => None,
    };
    for group in groups {
        let same = term(&group).and_then(|(step, by)| {
            let other = kept.iter_mut().find(|other| term(other).is_some_and(|(_, own)| own == by))?;
            Some((step, by, other))
        });
        match same {
            Some((step, by, other)) => {
                let quotient = |base: Expr, step| base.floor_div(Expr::constant(step));
                let first = other.quotients.keys().next().copied().unwrap_or(1);
                let sum = quotient(other.base.clone(), first).add(quotient(group.base, step));
                let quotients = BTreeMap::from([(1, by)]);
                *other = TermGroup { base: sum, fields: [(1, None, by)].into(), quotients };
            }
            None => kept.push(group),
        }
    }
    kept
}
