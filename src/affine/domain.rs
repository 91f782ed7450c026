//! Domains: the bounds of variables, and constraints between them.
//!
//! Each step keeps the set of points. A constraint stays as it was where something in it may not fit in 64 bits:
//! there is no point where it has no value.
//!
//! | step | why |
//! |---|---|
//! | `k*x + c in [l, u]` is `x in [ceil((l-c)/k), floor((u-c)/k)]`, or of `u` and `l` for `k < 0` | `x` is whole |
//! | `x floordiv c in [l, u]` is `x in [l*c, u*c + c-1]` | by definition |
//! | `g*a + b in [l, u]` is `a in [m, n]` where `ceil((l-b)/g)` is `m` and `floor((u-b)/g)` is `n` for every `b` | the same for each `b` |
//! | a constraint that all points in the bounds meet is dropped | it says nothing |
//! | `(k*x + c) mod m in [r, r]` is `x mod m in [s, s]` where `gcd(k, m) = 1` and `k*s + c = r` modulo `m` | `k` has an inverse modulo `m` |
//! | `x mod m in [r, r]` and `x mod n in [s, s]` are one residue modulo `lcm(m, n)`, or never met | Chinese remainder theorem |
//! | the bounds of `x` go to its first and last value of that residue | no other is met |
//! | the bounds of a dimension go to what a sum leaves for it | no other is met |
use super::expr::{Expr, quotient_of, remainder_of};
use super::interval::Interval;
use super::known::{Fact, MOST_CONSTRAINTS};
use super::map::Constraint;
use super::number::{gcd, inverse_modulo, residue_of};
use super::operation::ExprOp;
use super::points::{connected, each_point, number_of};
use super::preimage::{dividends, multiples_in, shifted};
use super::simplify::Simplifier;
use super::sum::{Linear, Term};
use super::work::Work;
use alloc::vec::Vec;
use core::mem;
use smallvec::SmallVec;

/// The points of a map.
pub(super) struct Domain {
    pub(super) bounds: Bounds,
    pub(super) constraints: Vec<Constraint>,
    /// How many of the variables are dimensions.
    dims: usize,
    /// Whether the bounds of a variable go to its first and last value of a residue; otherwise the residue stays.
    trims: bool,
    /// What the other constraints tell, while one is added.
    known: Vec<Fact>,
    /// What simplifying has spent.
    pub(super) work: Work,
}

pub(super) type Bounds = SmallVec<[Interval; 8]>;

/// No point is left.
pub(super) struct Empty;

/// So often the constraints are looked at again after one has changed something.
const ROUNDS: usize = 32;
/// So many points at most are tried to find one that meets the constraints.
const MOST_TRIED: u64 = 1 << 14;

impl Domain {
    /// The points of a map, with fewer and shorter constraints.
    pub(super) fn new(bounds: Bounds, constraints: &[Constraint], dims: usize) -> Result<Self, Empty> {
        Domain::start(bounds, dims, true).of(constraints)
    }

    /// The same without trimming the bounds to residues.
    pub(super) fn untrimmed(bounds: Bounds, constraints: &[Constraint], dims: usize) -> Result<Self, Empty> {
        Domain::start(bounds, dims, false).of(constraints)
    }

    fn start(bounds: Bounds, dims: usize, trims: bool) -> Self {
        Domain { bounds, constraints: Vec::new(), dims, trims, known: Vec::new(), work: Work::default() }
    }

    fn of(mut self, constraints: &[Constraint]) -> Result<Self, Empty> {
        self.check_bounds()?;
        let mut is_new = !constraints.is_empty() && self.round(constraints)?;
        for _ in 1..ROUNDS {
            if !is_new {
                break;
            }
            let before = mem::take(&mut self.constraints);
            is_new = self.round(&before)?;
        }
        self.check_points()?;
        Ok(self)
    }

    /// Looks for a point, where there are few: of the variables that constraints connect with each other.
    fn check_points(&self) -> Result<(), Empty> {
        let middle: SmallVec<[i64; 8]> =
            self.bounds.iter().map(|bounds| bounds.lower.midpoint(bounds.upper)).collect();
        if self.constraints.iter().all(|constraint| constraint.holds(&middle)) {
            return Ok(());
        }
        let part_of =
            connected(self.bounds.len(), self.constraints.iter().map(|constraint| &constraint.expr));
        // constraints with the part that their variables are in
        let mut bound: Vec<(Option<usize>, &Constraint)> = Vec::with_capacity(self.constraints.len());
        for constraint in &self.constraints {
            let mut part = None;
            constraint.expr.each_variable(&mut |number| part = Some(part_of[number as usize]));
            bound.push((part, constraint));
        }
        for (place, &(part, _)) in bound.iter().enumerate() {
            if bound[..place].iter().any(|(other, _)| *other == part) {
                continue;
            }
            let own = |(number, bounds): (usize, &Interval)| match part == Some(part_of[number]) {
                true => *bounds,
                false => Interval::point(bounds.lower),
            };
            let bounds: Bounds = self.bounds.iter().enumerate().map(own).collect();
            if number_of(&bounds).is_none_or(|points| points > MOST_TRIED) {
                continue;
            }
            let mut is_empty = true;
            each_point(&bounds, &mut |point| {
                is_empty = bound.iter().any(|(other, constraint)| *other == part && !constraint.holds(point));
                is_empty
            });
            if is_empty {
                return Err(Empty);
            }
        }
        Ok(())
    }

    /// Adds the constraints to the bounds and to what is known of each other; whether more is known now, so that
    /// another round may find more.
    fn round(&mut self, constraints: &[Constraint]) -> Result<bool, Empty> {
        let bounds = Bounds::from_slice(&self.bounds);
        self.work.forget();
        for (place, constraint) in constraints.iter().enumerate() {
            if (2..=MOST_CONSTRAINTS).contains(&constraints.len()) {
                // what the others tell: those before as they are now
                self.known =
                    Fact::of_expr(&constraint.expr, self.constraints.iter().chain(&constraints[place + 1..]));
                self.work.forget();
            }
            self.add(constraint)?;
        }
        self.known.clear();
        let is_joined = self.join_residues()?;
        self.tighten()?;
        Ok(is_joined || self.bounds != bounds)
    }

    fn check_bounds(&self) -> Result<(), Empty> {
        if self.bounds.iter().any(|bounds| bounds.is_empty()) { Err(Empty) } else { Ok(()) }
    }

    fn simplifier(&self) -> Simplifier<'_> {
        Simplifier { known: &self.known, ..Simplifier::new(&self.bounds, &self.work) }
    }

    /// Adds what a constraint says: to the bounds if it is on a variable, nothing if it is always met.
    fn add(&mut self, constraint: &Constraint) -> Result<(), Empty> {
        if constraint.bounds.is_empty() {
            return Err(Empty);
        }
        if let Expr::Variable(number) = constraint.expr {
            return self.bound(number, constraint.bounds);
        }
        let before = self.constraints.len();
        let simplifier = self.simplifier();
        let sum = simplifier.sum(&constraint.expr).map(|sum| simplifier.with_values(sum));
        let is_said = match sum {
            Some(sum) => self.add_sum(sum, constraint.bounds, Some(&constraint.expr))?,
            None => false,
        };
        let (added, own) = (&self.constraints[before..], &constraint.expr);
        let is_same = self.constraints.last().is_some_and(|last| last.expr.is_identical(own));
        let is_longer = || added.iter().any(|added| added.expr.operators() > own.operators());
        // where it has no value there is no point
        if !is_said || !is_same && (is_longer() || !self.simplifier().fits(own)) {
            self.constraints.truncate(before);
            self.constraints.push(constraint.clone());
        }
        Ok(())
    }

    fn bound(&mut self, variable: u32, bounds: Interval) -> Result<(), Empty> {
        let known = &mut self.bounds[variable as usize];
        *known = known.intersect(bounds);
        if known.is_empty() { Err(Empty) } else { Ok(()) }
    }

    /// Adds that the sum is in these bounds; whether that could be said by expressions that fit in 64 bits. The sum
    /// may be written as an expression already.
    fn add_sum(&mut self, mut sum: Linear, bounds: Interval, written: Option<&Expr>) -> Result<bool, Empty> {
        let constant = mem::take(&mut sum.constant);
        let (mut bounds, is_exact) = shifted(bounds, constant);
        // an end that does not fit says nothing of what may not fit, either
        if !is_exact && !self.simplifier().range(&sum).is_bounded() {
            return Ok(false);
        }
        let divisor = sum.terms.iter().fold(0, |divisor, term| gcd(divisor, term.coefficient));
        if divisor == 0 {
            return if bounds.contains(0) { Ok(true) } else { Err(Empty) };
        }
        let divisor =
            if sum.terms.iter().all(|term| term.coefficient.is_negative()) { -divisor } else { divisor };
        let multiples = multiples_in(bounds, divisor);
        if multiples.is_bounded() != bounds.is_bounded() && !self.simplifier().range(&sum).is_bounded() {
            return Ok(false);
        }
        bounds = multiples;
        if divisor != 1 {
            sum.terms.iter_mut().for_each(|term| term.coefficient /= divisor);
        }
        if bounds.is_empty() {
            return Err(Empty);
        }
        if let Some((larger, bounds)) = self.without_small_part(&sum, bounds) {
            return self.add_sum(larger, bounds, None);
        }
        if let [Term { atom, .. }] = &sum.terms[..] {
            if let Expr::Variable(number) = atom {
                return self.bound(*number, bounds).map(|()| true);
            }
            if let Some((dividend, divisor)) = quotient_of(atom)
                && let Some(dividend) = Linear::of(dividend)
            {
                let (bounds, is_exact) = dividends(bounds, divisor);
                if !is_exact && !self.simplifier().range(&dividend).is_bounded() {
                    return Ok(false);
                }
                return self.add_sum(dividend, bounds, None);
            }
        }
        if let Some((plain, residue)) = self.plain_residue(&sum, bounds) {
            return self.add_sum(plain, residue, None);
        }
        let range = self.simplifier().range(&sum);
        if bounds.covers(range) {
            return Ok(true);
        }
        if bounds.intersect(range).is_empty() {
            return Err(Empty);
        }
        let expr = match written {
            Some(written) if constant == 0 && divisor == 1 && self.simplifier().is_linear(written) => {
                written.clone()
            }
            _ => sum.to_expr(),
        };
        if let Some(same) = self.constraints.iter_mut().find(|constraint| constraint.expr == expr) {
            same.bounds = same.bounds.intersect(bounds);
            return if same.bounds.is_empty() { Err(Empty) } else { Ok(true) };
        }
        let fits = self.simplifier().fits(&expr);
        self.constraints.push(Constraint { expr, bounds });
        Ok(fits)
    }

    /// `g*a + b in [l, u]` as `a in [m, n]`, of a sum whose coefficients have no common divisor.
    fn without_small_part(&self, sum: &Linear, bounds: Interval) -> Option<(Linear, Interval)> {
        if !bounds.is_bounded() {
            return None;
        }
        sum.terms.iter().map(|term| term.coefficient.saturating_abs()).filter(|scale| *scale > 1).find_map(
            |scale| {
                let range = self.simplifier().range_of_rest(sum, scale);
                if !range.is_bounded() {
                    return None;
                }
                let least = |value: i64| Some(-(value.checked_sub(bounds.lower)?.div_euclid(scale)));
                let most = |value: i64| Some(bounds.upper.checked_sub(value)?.div_euclid(scale));
                let (lower, upper) = (least(range.lower)?, most(range.lower)?);
                (least(range.upper)? == lower && most(range.upper)? == upper)
                    .then(|| (sum.split(scale).0, Interval::new(lower, upper)))
            },
        )
    }

    /// `(k*x + c) mod m in [r, r]` as a residue of `x`; of a sum of several terms, of the sum without `c`.
    fn plain_residue(&self, sum: &Linear, bounds: Interval) -> Option<(Linear, Interval)> {
        let term = sum.as_term().filter(|term| term.coefficient == 1)?;
        let (dividend, modulus) = remainder_of(&term.atom)?;
        let residue = bounds.as_point().filter(|residue| (0..modulus).contains(residue))?;
        let mut dividend = Linear::of(dividend)?;
        let constant = mem::take(&mut dividend.constant).rem_euclid(modulus);
        let mut residue = (residue - constant).rem_euclid(modulus);
        let mut factor = 1;
        if let [Term { coefficient, .. }] = &mut dividend.terms[..] {
            factor = mem::replace(coefficient, 1);
            // a simplified remainder has no factor that divides the modulus
            if gcd(factor, modulus) != 1 {
                return None;
            }
            let inverse = i128::from(inverse_modulo(factor.rem_euclid(modulus), modulus));
            residue = residue_of(i128::from(residue) * inverse, modulus);
        }
        if constant == 0 && factor == 1 {
            return None;
        }
        let plain = self.simplifier().modulo(dividend, modulus)?;
        let is_plain = match plain.as_term().and_then(|term| remainder_of(&term.atom)) {
            // where it is no shorter it would be looked at again and again
            Some((dividend, _)) => Linear::of(dividend)?.constant == 0,
            // a number, or a variable whose values are of one period
            None => matches!(plain.terms[..], [] | [Term { atom: Expr::Variable(_), .. }]),
        };
        is_plain.then_some((plain, Interval::point(residue)))
    }

    /// Puts the residues of each expression together; whether there were several of one.
    fn join_residues(&mut self) -> Result<bool, Empty> {
        if self.constraints.iter().all(|constraint| constraint.bounds.as_point().is_none()) {
            return Ok(false);
        }
        let count = self.constraints.len();
        let mut residues: Vec<Residue> = Vec::new();
        let constraints = mem::take(&mut self.constraints);
        for constraint in constraints {
            match Residue::of(&constraint) {
                None => self.constraints.push(constraint),
                Some(residue) => match residues.iter_mut().find(|known| known.expr == residue.expr) {
                    Some(known) => {
                        if !known.join(&residue)? {
                            self.constraints.push(constraint);
                        }
                    }
                    None => residues.push(residue),
                },
            }
        }
        for residue in residues {
            if let Expr::Variable(number) = residue.expr
                && self.trims
            {
                let bounds = &mut self.bounds[number as usize];
                *bounds = residue.trim(*bounds);
            }
            self.constraints.push(residue.into_constraint());
        }
        self.check_bounds()?;
        Ok(self.constraints.len() < count)
    }

    /// Takes from the dimensions the values that the other terms of a sum leave no room for.
    fn tighten(&mut self) -> Result<(), Empty> {
        for constraint in &self.constraints {
            let Some(sum) = Linear::of(&constraint.expr) else { continue };
            if sum.terms.len() < 2 {
                continue;
            }
            for (place, term) in sum.terms.iter().enumerate() {
                let Expr::Variable(number) = term.atom else { continue };
                if number as usize >= self.dims {
                    continue;
                }
                let others = sum.terms.iter().enumerate().filter(|(other, _)| *other != place);
                let others = others.map(|(_, term)| self.simplifier().range_of_term(term));
                let range = others.fold(Interval::point(sum.constant), Interval::add);
                let room = constraint.bounds.add(range.neg());
                if room.is_bounded() {
                    let bounds = &mut self.bounds[number as usize];
                    *bounds = bounds.intersect(multiples_in(room, term.coefficient));
                }
            }
        }
        self.check_bounds()
    }
}

/// `expr mod modulus = residue`.
struct Residue {
    expr: Expr,
    modulus: i64,
    residue: i64,
}

impl Residue {
    fn of(constraint: &Constraint) -> Option<Self> {
        let residue = constraint.bounds.as_point()?;
        let (expr, modulus) = remainder_of(&constraint.expr)?;
        (0..modulus).contains(&residue).then(|| Residue { expr: expr.clone(), modulus, residue })
    }

    /// Both residues as one; `false` if the common modulus does not fit.
    fn join(&mut self, other: &Residue) -> Result<bool, Empty> {
        let common = gcd(self.modulus, other.modulus);
        let gap = i128::from(other.residue) - i128::from(self.residue);
        if gap % i128::from(common) != 0 {
            return Err(Empty);
        }
        let steps = other.modulus / common;
        let Some(modulus) = self.modulus.checked_mul(steps) else { return Ok(false) };
        // so many moduli further the residue is one of both
        let step = gap / i128::from(common) * i128::from(inverse_modulo(self.modulus / common, steps));
        self.residue += self.modulus * residue_of(step, steps);
        self.modulus = modulus;
        Ok(true)
    }

    /// The bounds from the first value of this residue to the last.
    fn trim(&self, bounds: Interval) -> Interval {
        let ahead = |from: i64| self.residue.checked_sub(from).map(|gap| gap.rem_euclid(self.modulus));
        let behind = |from: i64| from.checked_sub(self.residue).map(|gap| gap.rem_euclid(self.modulus));
        match (ahead(bounds.lower), behind(bounds.upper)) {
            (Some(up), Some(down)) => {
                Interval { lower: bounds.lower.saturating_add(up), upper: bounds.upper.saturating_sub(down) }
            }
            _ => bounds,
        }
    }

    fn into_constraint(self) -> Constraint {
        Constraint {
            expr: Expr::binary(ExprOp::Mod, self.expr, Expr::Constant(self.modulus)),
            bounds: Interval::point(self.residue),
        }
    }
}
