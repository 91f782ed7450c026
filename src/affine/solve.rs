//! The variables of a map from its results.
//!
//! A map is taken apart into equations `sum = value`, where the sum is over the variables of the map, and the value
//! over those of the inverse; some hold only modulo a number. They are solved by these steps, until all variables are
//! known:
//!
//! | step | why |
//! |---|---|
//! | a term that is known goes to the other side | its value is subtracted |
//! | `g*a + b = y` is `a = (y - l) floordiv g` and `b = (y - l) mod g + l`, where `l <= b < l + g` | division with rest |
//! | `c*t = y` is `t = y floordiv c` | the division leaves no rest on the image |
//! | `c*t = y` modulo `m` is `t = y/g * i` modulo `m/g`, where `g = gcd(c, m)`, and `i` inverts `c/g` | `g` divides `y` on the image |
//! | `y + x floordiv a` is `(a*y + x) floordiv a` | `y` is whole |
//! | `(g*a + b) floordiv c = y` is `a = (c*y - u) ceildiv g`, where `l <= b <= u` and `c + u - l <= g` | `c*y - u <= g*a < c*y - u + g` |
//! | `(z floordiv a) mod b = y` is a digit of `z`; all digits of `z`, times what is below them, are `z` | mixed radix |
//! | `z = y` modulo `m` where `z - z' = y - y'` and `z' = y'` modulo `m` | sums of residues |
//! | of two equations one without a term that both have | elimination |
//! | all results times the sizes of those behind them | elimination: digits of a number join |
//! | a `z` in `l..l + m` is `l + (y - l) mod m`, where `z = y` modulo `m` | one value of each residue |
//! | `z mod m = y` is `z = y` modulo `m` | by definition |
//!
//! Where nothing more follows, an inverse relation has a symbol: for a digit that is missing, or for a variable. Each
//! step is a consequence of the results being what they are, so that nothing is lost: at every point the values found
//! are those of the variables, with some values of the symbols.
use super::expr::{Expr, quotient_of, remainder_of, variable};
use super::interval::Interval;
use super::map::IndexingMap;
use super::number::{gcd, inverse_modulo};
use super::simplify::Simplifier;
use super::sum::{Linear, Term};
use super::work::Work;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::mem;
use hashbrown::HashMap;

/// So often the equations are looked at again.
const ROUNDS: usize = 128;
/// Values of more operations are not made: nobody would want to read them.
const MOST_OPERATIONS: usize = 1 << 12;
const MOST_EQUATIONS: usize = 1 << 9;
/// So many sums are looked at inside of each other, and so many altogether.
const MOST_LEVELS: u32 = 3;
const MOST_SUMS: u32 = 1 << 9;
/// Of more symbols none is for a digit.
const MOST_SYMBOLS: usize = 64;

/// What each variable to be determined is: over the results, then the runtime symbols, then the free symbols.
pub(super) struct Solution {
    pub(super) known: Vec<Expr>,
    /// The values of the free symbols.
    pub(super) free: Vec<Interval>,
}

/// `sum = value`, or only modulo a number.
struct Equation {
    /// Over the variables of the map.
    sum: Linear,
    modulus: Option<i64>,
    /// Over the variables of the inverse.
    value: Expr,
}

/// `(of floordiv low) mod (high / low) = value`, or without `mod`.
struct Digit {
    of: Expr,
    low: i64,
    high: Option<i64>,
    value: Expr,
}

pub(super) struct Solver<'m> {
    map: &'m IndexingMap,
    bounds: Vec<Interval>,
    equations: Vec<Equation>,
    digits: Vec<Digit>,
    /// Expressions of which all digits are known.
    whole: Vec<Expr>,
    /// What quotients tell although they leave a rest.
    narrowed: Vec<Expr>,
    /// Differences of equations, which may have been taken apart since.
    eliminated: Vec<Linear>,
    /// The variables that are known.
    known: Vec<Option<Expr>>,
    /// The values of free symbols, each with the variable that it is of.
    free: Vec<(Option<u32>, Interval)>,
    /// Quotients of expressions as sums, which are asked for again and again.
    quotients: RefCell<HashMap<(Expr, i64), Option<Rc<Linear>>>>,
    work: Work,
    /// How many sums are looked at inside of each other.
    level: Cell<u32>,
    /// How many sums were looked at.
    sums: Cell<u32>,
}

fn c(value: i64) -> Expr {
    Expr::constant(value)
}

impl<'m> Solver<'m> {
    pub(super) fn of(map: &'m IndexingMap) -> Self {
        let variables = map.variables().len();
        let mut solver = Solver {
            map,
            bounds: map.bounds().to_vec(),
            equations: Vec::new(),
            digits: Vec::new(),
            whole: Vec::new(),
            narrowed: Vec::new(),
            eliminated: Vec::new(),
            known: Vec::with_capacity(variables),
            free: Vec::new(),
            quotients: RefCell::default(),
            work: Work::default(),
            level: Cell::new(0),
            sums: Cell::new(0),
        };
        for (number, variable) in map.variables().iter().enumerate() {
            solver.known.push(match variable.bounds.as_point() {
                Some(value) => Some(c(value)),
                None if number < map.determined() => None,
                // a runtime symbol stays one
                None => Some(Expr::variable_at(number - map.determined() + map.results().len())),
            });
        }
        for (place, result) in map.results().iter().enumerate() {
            solver.push(result, None, Expr::variable_at(place));
        }
        for constraint in map.constraints() {
            if let Some(value) = constraint.bounds.as_point() {
                solver.push(&constraint.expr, None, c(value));
            }
        }
        // where all of a number are there, they tell it at once
        let is_digit = |term: &Term| quotient_of(&term.atom).is_some() || remainder_of(&term.atom).is_some();
        if solver.equations.iter().any(|equation| equation.sum.terms.iter().any(is_digit)) {
            solver.join_results();
        }
        solver
    }

    /// The expression as a sum in the form in which the same sums are alike.
    fn sum(&self, expr: &Expr) -> Option<Linear> {
        Simplifier::new(&self.bounds, &self.work).sum(expr)
    }

    /// The quotient of an expression as a sum.
    fn quotient(&self, of: &Expr, divisor: i64) -> Option<Rc<Linear>> {
        let known = self.quotients.borrow().get(&(of.clone(), divisor)).cloned();
        known.unwrap_or_else(|| {
            let sum = self.sum(&of.clone().floor_div(c(divisor))).map(Rc::new);
            self.quotients.borrow_mut().insert((of.clone(), divisor), sum.clone());
            sum
        })
    }

    fn push(&mut self, expr: &Expr, modulus: Option<i64>, value: Expr) {
        if let Some(sum) = self.sum(expr) {
            self.push_sum(sum, modulus, value);
        }
    }

    fn push_sum(&mut self, sum: Linear, modulus: Option<i64>, value: Expr) {
        if self.equations.len() < MOST_EQUATIONS && value.operations() <= MOST_OPERATIONS {
            self.equations.push(Equation { sum, modulus, value });
        }
    }

    /// What each variable to be determined is without any free symbol; otherwise the reason.
    pub(super) fn solve(mut self) -> Result<Solution, String> {
        self.deduce();
        match self.unknown().first() {
            None => Ok(self.into_solution()),
            Some(unknown) => Err(format!(
                "variable {unknown} of {} is not found from the results",
                self.map.function_text()
            )),
        }
    }

    /// What each variable to be determined is, with as many free symbols as it takes.
    pub(super) fn solve_freely(mut self) -> Solution {
        self.deduce();
        while let Some(&last) = self.unknown().last() {
            if self.free.len() >= MOST_SYMBOLS || !self.free_digit() {
                let variable = self.choice().unwrap_or(last);
                self.free_variable(variable);
            }
            self.deduce();
        }
        self.into_solution()
    }

    /// With symbols in the order of their variables.
    fn into_solution(self) -> Solution {
        let determined = self.map.determined();
        let first = self.map.results().len() + self.map.runtime_symbols().len();
        let mut order: Vec<usize> = (0..self.free.len()).collect();
        order.sort_by_key(|place| self.free[*place].0.unwrap_or(u32::MAX));
        let at = |number: u32| match (number as usize).checked_sub(first) {
            Some(place) => {
                let place = order.iter().position(|other| *other == place).unwrap_or(place);
                Expr::variable_at(first + place)
            }
            None => Expr::variable(number),
        };
        let known = self.known.iter().take(determined).flatten();
        Solution {
            known: known
                .map(|known| if order.is_empty() { known.clone() } else { known.substitute(&at) })
                .collect(),
            free: order.iter().map(|place| self.free[*place].1).collect(),
        }
    }

    /// The variables that are not known yet.
    fn unknown(&self) -> Vec<u32> {
        let known = self.known[..self.map.determined()].iter().enumerate();
        known.filter(|(_, known)| known.is_none()).map(|(number, _)| variable(number)).collect()
    }

    /// Learns what follows, until all is known or nothing more follows.
    fn deduce(&mut self) {
        for _ in 0..ROUNDS {
            let mut is_new = false;
            for equation in mem::take(&mut self.equations) {
                is_new |= self.solve_one(equation).is_some();
            }
            if is_new {
                continue;
            }
            is_new |= self.put_together();
            is_new |= self.narrow();
            if self.unknown().is_empty() || !is_new && !self.eliminate() {
                break;
            }
        }
    }

    fn symbol(&mut self, variable: Option<u32>, values: Interval) -> Expr {
        let first = self.map.results().len() + self.map.runtime_symbols().len();
        self.free.push((variable, values));
        Expr::variable_at(first + self.free.len() - 1)
    }

    fn free_variable(&mut self, variable: u32) {
        let values = self.bounds[variable as usize];
        self.known[variable as usize] = Some(self.symbol(Some(variable), values));
        self.sums.set(0);
    }

    /// Has a symbol for the lowest digit that is missing: of a variable, or of a sum that tells all its terms;
    /// whether there is one.
    fn free_digit(&mut self) -> bool {
        let gap = |solver: &Self, digit: &Digit| {
            let is_told = match &digit.of {
                Expr::Variable(number) => solver.known[*number as usize].is_none(),
                of => {
                    !solver.whole.contains(of) && solver.sum(of).is_some_and(|sum| solver.is_mixed_radix(sum))
                }
            };
            if is_told { solver.gap(&digit.of) } else { None }
        };
        let is_variable = |digit: &&Digit| matches!(digit.of, Expr::Variable(_));
        let (variables, sums): (Vec<&Digit>, Vec<&Digit>) = self.digits.iter().partition(is_variable);
        let found = variables.into_iter().chain(sums).find_map(|digit| {
            let (low, high) = gap(self, digit)?;
            let values = match high {
                Some(high) => Interval::of_size(high / low),
                None => digit.of.range(&self.bounds).floor_div(low),
            };
            Some((digit.of.clone(), low, high, values))
        });
        let Some((of, low, high, values)) = found else { return false };
        let variable = match of {
            Expr::Variable(number) => Some(number),
            _ => None,
        };
        let value = self.symbol(variable, values);
        self.sums.set(0);
        self.learn_digit(Digit { of, low, high, value }).is_some()
    }

    /// From where to where no digit of an expression is known.
    fn gap(&self, of: &Expr) -> Option<(i64, Option<i64>)> {
        let mut below = 1;
        while let Some(digit) = self.digit_at(below, of, None) {
            below = digit.high?;
        }
        let starts = self.digits.iter().filter(|digit| digit.of == *of).map(|digit| digit.low);
        let next = starts.filter(|start| *start > below).min();
        match next {
            Some(next) if next % below != 0 => None,
            next => Some((below, next)),
        }
    }

    /// Whether the value of a sum tells all unknown terms in it, which are variables.
    fn is_mixed_radix(&self, mut sum: Linear) -> bool {
        sum.constant = 0;
        sum.terms.retain(|term| self.value_of(&term.atom, None).is_none());
        loop {
            match &sum.terms[..] {
                [] => return false,
                [term] => return matches!(term.atom, Expr::Variable(_)),
                _ => match self.split(&sum) {
                    Some((_, larger, smaller, _)) if matches!(&smaller.terms[..], [term] if matches!(term.atom, Expr::Variable(_))) =>
                    {
                        sum = larger;
                    }
                    _ => return false,
                },
            }
        }
    }

    /// The variable to have a symbol, so that another one follows from an equation: rather a range symbol than a
    /// dimension, and rather a dimension follows, without a factor.
    fn choice(&self) -> Option<u32> {
        let dims = self.map.dims().len();
        let mut best: Option<(usize, u32)> = None;
        for equation in &self.equations {
            let unknown: Vec<(u32, i64)> = equation
                .sum
                .terms
                .iter()
                .filter_map(|term| match term.atom {
                    Expr::Variable(number) if self.known[number as usize].is_none() => {
                        Some((number, term.coefficient))
                    }
                    _ => None,
                })
                .collect();
            for &(follows, coefficient) in &unknown {
                let mut others: Vec<u32> = Vec::new();
                for term in equation.sum.terms.iter().filter(|term| term.atom != Expr::Variable(follows)) {
                    term.atom.each_variable(&mut |number| {
                        if self.known[number as usize].is_none() && number != follows {
                            others.push(number);
                        }
                    });
                }
                let Some(symbol) = others.into_iter().max() else { continue };
                let cost = match ((follows as usize) < dims, coefficient.abs()) {
                    (true, 1) => 0,
                    (true, _) => 1,
                    (false, 1) => 2,
                    _ => 3,
                } + if equation.modulus.is_some() { 4 } else { 0 };
                if best.is_none_or(|(known, _)| cost < known) {
                    best = Some((cost, symbol));
                }
            }
        }
        let of_digits = || {
            let mut found = None;
            for digit in self.digits.iter() {
                digit.of.each_variable(&mut |number| {
                    if self.known[number as usize].is_none() {
                        found = found.max(Some(number));
                    }
                });
            }
            found
        };
        best.map(|(_, symbol)| symbol).or_else(of_digits)
    }

    /// Learns what an equation tells, or keeps it; `None` if nothing is new.
    fn solve_one(&mut self, equation: Equation) -> Option<()> {
        let Equation { sum, modulus, mut value } = equation;
        let mut left = Linear::constant(0);
        for term in &sum.terms {
            match self.value_of(&term.atom, modulus) {
                Some(known) => value = value.sub(known.mul(c(term.coefficient))),
                None => left.terms.push(term.clone()),
            }
        }
        value = value.add(c(sum.constant.checked_neg()?));
        match &left.terms[..] {
            [] => None,
            [term] => self.learn(&term.atom, term.coefficient, modulus, value),
            _ => match modulus.is_none().then(|| self.split(&left)).flatten() {
                Some((scale, larger, smaller, least)) => {
                    let above = value.sub(c(least));
                    let lower = above.clone().modulo(c(scale)).add(c(least));
                    self.push(&larger.to_expr(), None, above.floor_div(c(scale)));
                    self.push(&smaller.to_expr(), None, lower);
                    Some(())
                }
                None => {
                    let learned = self.learn_nested(&left, modulus, &value);
                    self.equations.push(Equation { sum: left, modulus, value });
                    learned
                }
            },
        }
    }

    /// Learns `y + x floordiv a` as a digit of `a*y + x`; `None` if that is known.
    fn learn_nested(&mut self, sum: &Linear, modulus: Option<i64>, value: &Expr) -> Option<()> {
        let is_quotient = |term: &&Term| term.coefficient.abs() == 1 && quotient_of(&term.atom).is_some();
        let mut quotients = sum.terms.iter().filter(is_quotient);
        let (Some(term), None) = (quotients.next(), quotients.next()) else { return None };
        let (dividend, divisor) = quotient_of(&term.atom)?;
        let mut whole = sum.clone().times(term.coefficient)?;
        whole.add_term(&term.atom, -1)?;
        whole = whole.times(divisor)?.plus(&Linear::of(dividend)?)?;
        let value = value.clone().mul(c(term.coefficient));
        let value = match modulus {
            Some(modulus) => value.modulo(c(modulus)),
            None => value,
        };
        let high = match modulus {
            Some(modulus) => Some(divisor.checked_mul(modulus)?),
            None => None,
        };
        self.learn_digit(Digit { of: whole.to_expr(), low: divisor, high, value })
    }

    fn learn_digit(&mut self, digit: Digit) -> Option<()> {
        let is_same =
            |known: &Digit| known.of == digit.of && (known.low, known.high) == (digit.low, digit.high);
        if self.digits.iter().any(is_same) {
            return None;
        }
        self.digits.push(digit);
        Some(())
    }

    /// `g`, `a`, `b` and `l` of `g*a + b`, where `l <= b < l + g`.
    fn split(&self, sum: &Linear) -> Option<(i64, Linear, Linear, i64)> {
        sum.scales().find_map(|scale| {
            let (larger, smaller) = sum.split(scale);
            let range = smaller.to_expr().range(&self.bounds);
            let fits = range.is_bounded() && range.upper.checked_sub(range.lower)? < scale;
            (fits && !smaller.terms.is_empty()).then_some((scale, larger, smaller, range.lower))
        })
    }

    /// Learns that `factor * atom` is the value; `None` if that is known.
    fn learn(&mut self, atom: &Expr, factor: i64, modulus: Option<i64>, value: Expr) -> Option<()> {
        let (value, modulus) = match modulus {
            None if factor.is_negative() => (value.neg().floor_div(c(factor.checked_neg()?)), None),
            None => (value.floor_div(c(factor)), None),
            Some(modulus) => {
                let common = gcd(factor, modulus);
                let (factor, modulus) = (factor / common, modulus / common);
                let inverse = inverse_modulo(factor.rem_euclid(modulus), modulus);
                (value.floor_div(c(common)).mul(c(inverse)).modulo(c(modulus)), Some(modulus))
            }
        };
        if value.operations() > MOST_OPERATIONS || modulus == Some(1) {
            return None;
        }
        if let (None, Some((dividend, own))) = (modulus, remainder_of(atom)) {
            self.push(dividend, Some(own), value.clone());
        }
        let (of, low, high) = digit_of(atom);
        let high = match (modulus, high) {
            (None, high) => high,
            (Some(modulus), None) => Some(low.checked_mul(modulus)?),
            // no sum has a remainder of a remainder
            (Some(_), Some(_)) => return None,
        };
        self.learn_digit(Digit { of: of.clone(), low, high, value })
    }

    /// Puts digits together where all of an expression are known; whether there were any.
    fn put_together(&mut self) -> bool {
        let mut is_new = false;
        let mut place = 0;
        while place < self.digits.len() {
            let of = self.digits[place].of.clone();
            place += 1;
            if self.whole.contains(&of) {
                continue;
            }
            let Some(value) = self.assembled(&of, 1, None) else { continue };
            if value.operations() > MOST_OPERATIONS {
                continue;
            }
            is_new = true;
            self.whole.push(of.clone());
            match of {
                Expr::Variable(number) => self.known[number as usize] = Some(value),
                other => self.push(&other, None, value),
            }
        }
        is_new
    }

    /// Learns what is divided where the quotients of its values are all different; whether there is such.
    fn narrow(&mut self) -> bool {
        let mut found: Vec<(Expr, Expr)> = Vec::new();
        for digit in self.digits.iter().filter(|digit| digit.high.is_none() && digit.low > 1) {
            if let Some((expr, value)) = self.narrowed_by(digit)
                && !self.narrowed.contains(&expr)
            {
                self.narrowed.push(expr.clone());
                found.push((expr, value));
            }
        }
        let is_any = !found.is_empty();
        found.into_iter().for_each(|(expr, value)| self.push(&expr, None, value));
        is_any
    }

    /// `a` of `(g*a + b) floordiv c`, and its value.
    fn narrowed_by(&self, digit: &Digit) -> Option<(Expr, Expr)> {
        let sum = self.sum(&digit.of)?;
        let mut value = digit.value.clone().mul(c(digit.low));
        let mut unknown = Linear::constant(sum.constant);
        for term in &sum.terms {
            match self.value_of(&term.atom, None) {
                Some(known) => value = value.sub(known.mul(c(term.coefficient))),
                None => unknown.terms.push(term.clone()),
            }
        }
        unknown.scales().find_map(|scale| {
            let (larger, smaller) = unknown.split(scale);
            let range = smaller.to_expr().range(&self.bounds);
            let spread = range.upper.checked_sub(range.lower).filter(|_| range.is_bounded())?;
            if larger.terms.is_empty() || spread.checked_add(digit.low)? > scale {
                return None;
            }
            let above = value.clone().add(c((scale - 1).checked_sub(range.upper)?));
            Some((larger.to_expr(), above.floor_div(c(scale))))
        })
    }

    /// The value of an expression, or one that is the same modulo a number.
    fn value_of(&self, expr: &Expr, modulus: Option<i64>) -> Option<Expr> {
        if !expr.uses_any(|number| self.known[number as usize].is_none()) {
            return Some(expr.substitute(&|number| match &self.known[number as usize] {
                Some(known) => known.clone(),
                None => Expr::variable(number),
            }));
        }
        let (of, low, high) = digit_of(expr);
        let Some(modulus) = modulus else { return self.assembled(of, low, high) };
        let end = low.checked_mul(modulus)?;
        match high {
            Some(high) if high % end != 0 => self.assembled(of, low, Some(high)),
            _ => self.assembled(of, low, Some(end)),
        }
    }

    /// `(of floordiv low) mod (high / low)` from the digits that are known.
    fn assembled(&self, of: &Expr, low: i64, high: Option<i64>) -> Option<Expr> {
        self.assembled_from(low, c(0), of, low, high)
    }

    /// The same, where the digits up to `below` are `lower` together.
    fn assembled_from(
        &self,
        below: i64,
        lower: Expr,
        of: &Expr,
        low: i64,
        high: Option<i64>,
    ) -> Option<Expr> {
        if Some(below) == high {
            return Some(lower);
        }
        let with = |part: Expr| lower.clone().add(part.mul(c(below / low)));
        if let Some(digit) = self.digit_at(below, of, high) {
            let part = digit.value.clone().floor_div(c(below / digit.low));
            return match (digit.high, high) {
                (None, None) => Some(with(part)),
                (Some(own), None) => self.assembled_from(own, with(part), of, low, high),
                (Some(own), Some(most)) if own <= most => self.assembled_from(own, with(part), of, low, high),
                (_, Some(most)) => Some(with(part.modulo(c(most / below)))),
            };
        }
        if high.is_none()
            && let Some(value) = self.of_residue(of, low, below, &lower)
        {
            return Some(value);
        }
        let sum = self.quotient(of, below)?;
        if let Some(value) = self.exact(&sum, of, below) {
            return Some(with(match high {
                Some(high) => value.modulo(c(high / below)),
                None => value,
            }));
        }
        self.moduli_at(below, of, high).into_iter().find_map(|modulus| {
            let above = below.checked_mul(modulus)?;
            let part = self.residue(&sum, modulus)?.modulo(c(modulus));
            self.assembled_from(above, with(part), of, low, high)
        })
    }

    /// A digit that is known from `below` on.
    fn digit_at(&self, below: i64, of: &Expr, high: Option<i64>) -> Option<&Digit> {
        self.digits.iter().find(|digit| {
            let is_above = |end: i64| end > below && end % below == 0;
            let is_within = match (digit.high, high) {
                (Some(own), Some(high)) => high % own == 0 || own % high == 0,
                _ => true,
            };
            digit.of == *of && below % digit.low == 0 && digit.high.is_none_or(is_above) && is_within
        })
    }

    /// The moduli by which something may be known of `of floordiv below`, large ones first: up to where a digit
    /// begins, or less.
    fn moduli_at(&self, below: i64, of: &Expr, high: Option<i64>) -> Vec<i64> {
        let starts = self.digits.iter().filter(|digit| digit.of == *of).map(|digit| digit.low);
        let next = starts.chain(high).filter(|start| *start > below && start % below == 0).min();
        let of_digits = self.digits.iter().filter_map(|digit| Some(digit.high? / digit.low));
        let known = self.equations.iter().filter_map(|equation| equation.modulus).chain(of_digits);
        let mut moduli: Vec<i64> = match next {
            Some(next) => known.filter(|modulus| next / below % modulus == 0).chain([next / below]).collect(),
            None => known.collect(),
        };
        moduli.retain(|modulus| *modulus > 1);
        moduli.sort_unstable_by(|lhs, rhs| rhs.cmp(lhs));
        moduli.dedup();
        moduli
    }

    /// The value of a sum whose terms are all known in other words than as `of floordiv below`.
    fn exact(&self, sum: &Linear, of: &Expr, below: i64) -> Option<Expr> {
        let is_same = |term: &Term| digit_of(&term.atom) == (of, below, None);
        if self.level.get() >= MOST_LEVELS || self.sums.get() >= MOST_SUMS || sum.terms.iter().any(is_same) {
            return None;
        }
        self.sums.set(self.sums.get() + 1);
        self.level.set(self.level.get() + 1);
        let mut value = Some(c(sum.constant));
        for term in &sum.terms {
            value = value
                .and_then(|value| Some(value.add(self.value_of(&term.atom, None)?.mul(c(term.coefficient)))));
        }
        self.level.set(self.level.get() - 1);
        value
    }

    /// A value that is the same as a sum of several terms modulo a number.
    fn residue(&self, sum: &Linear, modulus: i64) -> Option<Expr> {
        if self.level.get() >= MOST_LEVELS || self.sums.get() >= MOST_SUMS {
            return None;
        }
        self.sums.set(self.sums.get() + 1);
        self.level.set(self.level.get() + 1);
        let known = |sum: &Linear| {
            let mut value = c(sum.constant);
            for term in sum.terms.iter().filter(|term| term.coefficient % modulus != 0) {
                value = value.add(self.value_of(&term.atom, Some(modulus))?.mul(c(term.coefficient)));
            }
            Some(value)
        };
        let found = if sum.as_term().is_some() { None } else { known(sum) };
        let found = found.or_else(|| {
            self.equations.iter().filter(|other| other.modulus.is_none_or(|own| own % modulus == 0)).find_map(
                |other| {
                    [1, -1].into_iter().find_map(|sign| {
                        let mut rest = sum.clone();
                        rest.add_multiple(&other.sum, -sign)?;
                        Some(known(&rest)?.add(other.value.clone().mul(c(sign))))
                    })
                },
            )
        });
        self.level.set(self.level.get() - 1);
        found
    }

    /// Adds the differences of equations that have fewer terms than both; whether there were any.
    fn eliminate(&mut self) -> bool {
        let exact = |equation: &&Equation| equation.modulus.is_none();
        let mut found: Vec<(Linear, Expr)> = Vec::new();
        for (place, first) in self.equations.iter().enumerate().filter(|(_, equation)| exact(equation)) {
            for second in self.equations[..place].iter().filter(exact) {
                for term in &first.sum.terms {
                    let Some((a, b, difference)) = without_term(&first.sum, &second.sum, &term.atom) else {
                        continue;
                    };
                    // in the form of the sums of equations, which have no constant, so that a known one is seen
                    let Some(mut sum) = self.sum(&difference.to_expr()) else { continue };
                    let constant = mem::take(&mut sum.constant);
                    let is_known = self.equations.iter().any(|known| known.sum == sum);
                    if !is_known && !self.eliminated.contains(&sum) {
                        let (first, second) = (first.value.clone(), second.value.clone());
                        let value = first.mul(c(a)).sub(second.mul(c(b))).sub(c(constant));
                        self.eliminated.push(sum.clone());
                        found.push((sum, value));
                    }
                }
            }
        }
        let is_any = !found.is_empty();
        found.into_iter().for_each(|(sum, value)| self.push_sum(sum, None, value));
        is_any
    }

    /// Adds an equation for the results as one number in row-major order, where digits of a number join.
    fn join_results(&mut self) {
        let results = self.map.results();
        if results.len() < 2 {
            return;
        }
        let (mut joined, mut value, mut stride) = (c(0), c(0), 1i64);
        for (place, result) in results.iter().enumerate().rev() {
            joined = joined.add(result.clone().mul(c(stride)));
            value = value.add(Expr::variable_at(place).mul(c(stride)));
            let size = i64::try_from(result.range(&self.bounds).len()).ok();
            match size.and_then(|size| stride.checked_mul(size)) {
                Some(next) => stride = next,
                None => return,
            }
        }
        self.push(&joined, None, value);
    }

    /// `of floordiv low`, which has few values, from its remainder by `below / low`.
    fn of_residue(&self, of: &Expr, low: i64, below: i64, rest: &Expr) -> Option<Expr> {
        let range = of.range(&self.bounds).floor_div(low);
        let modulus = below / low;
        if !range.is_bounded() || range.upper.checked_sub(range.lower)? >= modulus {
            return None;
        }
        Some(rest.clone().sub(c(range.lower)).modulo(c(modulus)).add(c(range.lower)))
    }
}

/// `a`, `b` and `a*first - b*second`, in which the atom of the first one is not, if that has fewer terms than both.
fn without_term(first: &Linear, second: &Linear, atom: &Expr) -> Option<(i64, i64, Linear)> {
    let (a, b) = (second.coefficient(atom), first.coefficient(atom));
    if a == 0 {
        return None;
    }
    let common = gcd(a, b);
    let (a, b) = (a / common, b / common);
    let difference = first.clone().times(a)?.minus(&second.clone().times(b)?)?;
    (difference.terms.len() < first.terms.len().min(second.terms.len())).then_some((a, b, difference))
}

/// What an expression is a digit of, and from where to where.
fn digit_of(expr: &Expr) -> (&Expr, i64, Option<i64>) {
    if let Some((dividend, modulus)) = remainder_of(expr)
        && let (of, low, None) = digit_of_quotient(dividend)
        && let Some(high) = low.checked_mul(modulus)
    {
        return (of, low, Some(high));
    }
    digit_of_quotient(expr)
}

fn digit_of_quotient(expr: &Expr) -> (&Expr, i64, Option<i64>) {
    match quotient_of(expr) {
        Some((dividend, divisor)) => (dividend, divisor, None),
        None => (expr, 1, None),
    }
}
