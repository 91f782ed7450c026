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
        if let Some(place) = terms.iter().position(|(_, term)| term.coefficient.is_positive()) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    fn c(value: i64) -> Expr {
        Expr::constant(value)
    }

    fn v(number: u32) -> Expr {
        Expr::variable(number)
    }

    /// Variables and what is neither a sum nor a multiple.
    fn atoms() -> Vec<Expr> {
        let operations = [ExprOp::Mod, ExprOp::FloorDiv, ExprOp::Min];
        let made = operations
            .map(|operation| [Expr::node(operation, v(1), c(5)), Expr::node(operation, v(0), v(2))]);
        [v(0), v(1), v(70_000)].into_iter().chain(made.into_iter().flatten()).collect()
    }

    fn value(sum: &Linear) -> Option<i64> {
        let point = [7, -4, 3];
        sum.terms.iter().try_fold(sum.constant, |value, term| {
            term.coefficient.checked_mul(term.atom.evaluate(&point)?)?.checked_add(value)
        })
    }

    /// Sums of two multiples of these atoms and a number.
    fn sums() -> Vec<Linear> {
        let atoms: Vec<Expr> = atoms().into_iter().filter(|atom| *atom != v(70_000)).collect();
        let mut sums = Vec::from([Linear::constant(0), Linear::constant(-5)]);
        for (place, first) in atoms.iter().enumerate() {
            for (number, second) in atoms[place + 1..].iter().enumerate() {
                let mut sum = Linear::constant([0, 7, -3][number % 3]);
                sum.add_term(first, [1, -4, 6, 12][place % 4]).unwrap();
                sums.push(sum.clone());
                sum.add_term(second, [-6, 4, -1][number % 3]).unwrap();
                sums.push(sum);
            }
        }
        sums
    }

    /// Whether atoms are in order, each once, and no coefficient is 0 or the least.
    fn is_well(sum: &Linear) -> bool {
        let is_before = |pair: &[Term]| order(&pair[0].atom, &pair[1].atom).is_lt();
        sum.terms.windows(2).all(is_before)
            && sum.terms.iter().all(|term| term.coefficient != 0 && term.coefficient != i64::MIN)
    }

    #[test]
    fn atoms_are_in_a_total_order_with_variables_first() {
        let mut sorted = atoms();
        sorted.sort_by(order);
        for (place, lhs) in sorted.iter().enumerate() {
            for (other, rhs) in sorted.iter().enumerate() {
                assert_eq!(order(lhs, rhs), place.cmp(&other), "{lhs} {rhs}");
            }
        }
        assert!(sorted[..3].iter().eq([&v(0), &v(1), &v(70_000)]), "{sorted:?}");
    }

    #[test]
    fn sums_of_sums() {
        let sums = sums();
        for (lhs, rhs) in sums.iter().flat_map(|lhs| sums.iter().map(move |rhs| (lhs, rhs))) {
            let (left, right) = (value(lhs).unwrap(), value(rhs).unwrap());
            let plus = lhs.clone().plus(rhs).unwrap();
            assert!(is_well(&plus) && value(&plus) == Some(left + right), "{lhs:?} {rhs:?}");
            assert_eq!(lhs.clone().joined_with(rhs.clone()), Some(plus.clone()));
            let minus = lhs.clone().minus(rhs).unwrap();
            assert!(is_well(&minus) && value(&minus) == Some(left - right), "{lhs:?} {rhs:?}");
            assert_eq!(minus == Linear::constant(0), lhs == rhs);
            for factor in [-3, 0, 1, 2] {
                let mut sum = lhs.clone();
                sum.add_multiple(rhs, factor).unwrap();
                assert!(
                    is_well(&sum) && value(&sum) == Some(left + factor * right),
                    "{lhs:?} {rhs:?} {factor}"
                );
                assert_eq!(lhs.clone().plus(&rhs.clone().times(factor).unwrap()), Some(sum));
            }
        }
    }

    #[test]
    fn parts_of_sums() {
        for sum in sums() {
            for atom in atoms() {
                let own = sum.terms.iter().find(|term| term.atom == atom);
                assert_eq!(sum.coefficient(&atom), own.map_or(0, |term| term.coefficient), "{sum:?} {atom}");
            }
            assert_eq!(sum.as_constant(), sum.terms.is_empty().then_some(sum.constant), "{sum:?}");
            let only = sum.terms.first().filter(|_| sum.constant == 0 && sum.terms.len() == 1);
            assert_eq!(sum.as_term(), only, "{sum:?}");
            let scales: BTreeSet<i64> = sum.terms.iter().map(|term| term.coefficient.abs()).collect();
            assert!(sum.scales().eq(scales.into_iter().rev().filter(|scale| *scale != 1)), "{sum:?}");
        }
        assert!(descending([3, 1, 12, -4, 2, 3, 0].into_iter()).eq([12, 3, 2]));
    }

    #[test]
    fn a_sum_is_split_into_multiples_and_others() {
        for (sum, divisor) in sums().iter().flat_map(|sum| (2..=7).map(move |divisor| (sum, divisor))) {
            let (multiples, others) = sum.split(divisor);
            assert_eq!(multiples.clone().times(divisor).unwrap().plus(&others).as_ref(), Some(sum));
            assert!(others.terms.iter().all(|term| term.coefficient % divisor != 0), "{sum:?} {divisor}");
            assert!((0..divisor).contains(&others.constant), "{sum:?} {divisor}");
        }
    }

    /// A sum is written with its terms by their first variable, a positive one at the beginning.
    #[test]
    fn an_expression_is_the_sum_that_it_was_made_of() {
        for sum in sums() {
            let expr = sum.to_expr();
            assert_eq!(Linear::of(&expr).as_ref(), Some(&sum), "{expr}");
            assert_eq!(expr.evaluate(&[7, -4, 3]), value(&sum), "{expr}");
            let is_any_positive = sum.terms.iter().any(|term| term.coefficient > 0);
            assert!(!is_any_positive || !expr.to_string().starts_with('-'), "{expr}");
        }
        let sum = v(2).neg().add(v(1).mul(c(2))).add(v(3)).sub(v(0)).add(c(4));
        assert_eq!(Linear::of(&sum).unwrap().to_expr().to_string(), "v1 * 2 - v0 - v2 + v3 + 4");
    }

    /// Nothing overflows, and there is no sum with a coefficient whose negative does not fit.
    #[test]
    fn sums_of_large_numbers() {
        let half = v(0).mul(c(1 << 62));
        let sum = Linear::of(&half).unwrap();
        assert_eq!(sum.clone().times(2), None);
        assert_eq!(sum.clone().times(-2), None);
        assert_eq!(sum.clone().plus(&sum), None);
        let mut less = Linear::constant(1);
        less.add_multiple(&sum, -1).unwrap();
        assert_eq!((less.clone().minus(&sum), less.clone().add_term(&v(1), i64::MIN)), (None, None));
        assert_eq!(less.plus(&sum), Some(Linear::constant(1)));
        assert_eq!(Linear::of(&Expr::node(ExprOp::Mul, v(0), c(i64::MIN))), None);
        assert_eq!(Linear::constant(i64::MAX).plus(&Linear::constant(1)), None);
        assert_eq!(Linear::constant(i64::MIN).times(-1), None);
    }
}
