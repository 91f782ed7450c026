//! Expressions as sums of multiples.
use super::expr::Expr;
use super::operation::ExprOp;
use core::cmp::Ordering;
use smallvec::SmallVec;

/// A sum of more parts is not taken apart.
const MOST_SUMMANDS: usize = 1 << 16;

/// `coefficient * atom` for some expressions that are no sums, and a constant: the form in which expressions are
/// simplified.
///
/// No coefficient is 0, and the atoms are in order, each once. Arithmetic is checked: where something does not fit
/// there is no sum. Every coefficient has a negative: none is -2^63.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Linear {
    pub(super) terms: SmallVec<[Term; 4]>,
    pub(super) constant: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Term {
    pub(super) atom: Expr,
    pub(super) coefficient: i64,
}

impl Linear {
    pub(super) fn constant(constant: i64) -> Self {
        Linear { terms: SmallVec::new(), constant }
    }

    /// An expression that is no sum.
    pub(super) fn atom(atom: Expr) -> Self {
        let mut terms = SmallVec::new();
        terms.push(Term { atom, coefficient: 1 });
        Linear { terms, constant: 0 }
    }

    /// The sum that an expression already is, without simplifying its parts.
    pub(super) fn of(expr: &Expr) -> Option<Self> {
        let mut sum = Linear::constant(0);
        let mut left: SmallVec<[(&Expr, i64); 8]> = SmallVec::new();
        let (mut expr, mut factor) = (expr, 1i64);
        // where sums of sums are shared there is no end
        for _ in 0..MOST_SUMMANDS {
            if let Expr::Binary(node) = expr {
                match (node.operation, &node.rhs) {
                    (ExprOp::Add, rhs) => {
                        left.push((rhs, factor));
                        expr = &node.lhs;
                        continue;
                    }
                    (ExprOp::Mul, Expr::Constant(own)) => {
                        (expr, factor) = (&node.lhs, own.checked_mul(factor)?);
                        continue;
                    }
                    _ => {}
                }
            }
            match expr {
                Expr::Constant(value) => {
                    sum.constant = sum.constant.checked_add(value.checked_mul(factor)?)?;
                }
                atom => sum.add_term(atom, factor)?,
            }
            match left.pop() {
                Some(next) => (expr, factor) = next,
                None => return Some(sum),
            }
        }
        None
    }

    /// The number, if it is one.
    pub(super) fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The expression that is all of it, if nothing is added.
    pub(super) fn as_term(&self) -> Option<&Term> {
        match &self.terms[..] {
            [term] if self.constant == 0 => Some(term),
            _ => None,
        }
    }

    pub(super) fn coefficient(&self, atom: &Expr) -> i64 {
        match self.place(atom) {
            Ok(place) => self.terms[place].coefficient,
            Err(_) => 0,
        }
    }

    fn place(&self, atom: &Expr) -> Result<usize, usize> {
        self.terms.binary_search_by(|term| order(&term.atom, atom))
    }

    /// Adds `coefficient * atom`.
    pub(super) fn add_term(&mut self, atom: &Expr, coefficient: i64) -> Option<()> {
        match self.place(atom) {
            Ok(place) => {
                let sum = with_negative(self.terms[place].coefficient.checked_add(coefficient)?)?;
                if sum == 0 {
                    self.terms.remove(place);
                } else {
                    self.terms[place].coefficient = sum;
                }
            }
            Err(_) if coefficient == 0 => {}
            Err(place) => {
                let coefficient = with_negative(coefficient)?;
                self.terms.insert(place, Term { atom: atom.clone(), coefficient });
            }
        }
        Some(())
    }

    /// Adds a multiple of a sum.
    pub(super) fn add_multiple(&mut self, other: &Linear, factor: i64) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for term in &other.terms {
            self.add_term(&term.atom, term.coefficient.checked_mul(factor)?)?;
        }
        Some(())
    }

    pub(super) fn plus(mut self, other: &Linear) -> Option<Self> {
        self.add_multiple(other, 1)?;
        Some(self)
    }

    /// The same, when the other one is not needed any more.
    pub(super) fn joined_with(self, other: Linear) -> Option<Self> {
        if self.terms.len() < other.terms.len() { other.plus(&self) } else { self.plus(&other) }
    }

    pub(super) fn minus(mut self, other: &Linear) -> Option<Self> {
        self.add_multiple(other, -1)?;
        Some(self)
    }

    pub(super) fn times(mut self, factor: i64) -> Option<Self> {
        if factor == 0 {
            return Some(Linear::constant(0));
        }
        self.constant = self.constant.checked_mul(factor)?;
        for term in &mut self.terms {
            term.coefficient = with_negative(term.coefficient.checked_mul(factor)?)?;
        }
        Some(self)
    }

    /// The sizes of its coefficients but 1, the largest first.
    pub(super) fn scales(&self) -> impl Iterator<Item = i64> {
        descending(self.terms.iter().filter_map(|term| term.coefficient.checked_abs()))
    }

    /// The terms whose coefficients are multiples of `divisor`, divided by it, and the others; the constant is split
    /// so that its part in the others is in `0..divisor`. `self = divisor * result.0 + result.1`.
    pub(super) fn split(&self, divisor: i64) -> (Linear, Linear) {
        let (mut multiples, mut others) = (Linear::constant(0), Linear::constant(0));
        for term in &self.terms {
            if term.coefficient % divisor == 0 {
                let coefficient = term.coefficient / divisor;
                multiples.terms.push(Term { atom: term.atom.clone(), coefficient });
            } else {
                others.terms.push(term.clone());
            }
        }
        multiples.constant = self.constant.div_euclid(divisor);
        others.constant = self.constant.rem_euclid(divisor);
        (multiples, others)
    }

    /// The expression: terms by their first variable, the constant last.
    pub(super) fn to_expr(&self) -> Expr {
        if let [term] = &self.terms[..] {
            return term.to_expr().add(Expr::Constant(self.constant));
        }
        let mut terms: SmallVec<[(u16, &Term); 4]> =
            self.terms.iter().map(|term| (term.atom.first(), term)).collect();
        terms.sort_by_key(|(first, _)| *first);
        // a sum does not begin with a minus if it need not
        if let Some(place) = terms.iter().position(|(_, term)| term.coefficient > 0) {
            terms[..=place].rotate_right(1);
        }
        let mut sum: Option<Expr> = None;
        for (_, term) in terms {
            // different atoms have nothing to join
            sum = Some(match sum {
                Some(sum) => Expr::node(ExprOp::Add, sum, term.to_expr()),
                None => term.to_expr(),
            });
        }
        match sum {
            Some(sum) => sum.add(Expr::Constant(self.constant)),
            None => Expr::Constant(self.constant),
        }
    }
}

impl Term {
    fn to_expr(&self) -> Expr {
        match self.coefficient {
            1 => self.atom.clone(),
            coefficient => self.atom.clone().mul(Expr::Constant(coefficient)),
        }
    }
}

/// The coefficient, unless it is the one whose negative does not fit.
fn with_negative(coefficient: i64) -> Option<i64> {
    (coefficient != i64::MIN).then_some(coefficient)
}

/// An order of atoms: variables first, which is quick.
fn order(lhs: &Expr, rhs: &Expr) -> Ordering {
    match (lhs, rhs) {
        (Expr::Variable(lhs), Expr::Variable(rhs)) => lhs.cmp(rhs),
        (Expr::Variable(_), _) => Ordering::Less,
        (_, Expr::Variable(_)) => Ordering::Greater,
        _ => lhs.cmp(rhs),
    }
}

/// Numbers of more than 1, the largest first, each once.
pub(super) fn descending(numbers: impl Iterator<Item = i64>) -> impl Iterator<Item = i64> {
    let mut numbers: SmallVec<[i64; 4]> = numbers.filter(|number| *number > 1).collect();
    numbers.sort_unstable_by(|lhs, rhs| rhs.cmp(lhs));
    numbers.dedup();
    numbers.into_iter()
}
