//! Which expressions are equal, and any total order of them.
use super::expr::{Binary, Expr};
use super::operation::ExprOp;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};
use hashbrown::HashSet;

impl Binary {
    /// What is compared before the operands. Small ones are in the order of their operations only.
    fn rank(&self) -> (u32, ExprOp) {
        (if self.is_small() { 0 } else { self.operations() }, self.operation)
    }
}

impl PartialEq for Binary {
    fn eq(&self, other: &Self) -> bool {
        if self.operations() != other.operations() || self.operation != other.operation {
            return false;
        }
        if self.is_small() {
            return self.lhs == other.lhs && self.rhs == other.rhs;
        }
        self.cmp(other).is_eq()
    }
}

impl Eq for Binary {}

impl Hash for Binary {
    /// Of a large expression only its size counts.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.operations(), self.operation).hash(state);
        if self.is_small() {
            (&self.lhs, &self.rhs).hash(state);
        }
    }
}

impl Ord for Binary {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_rank = self.rank().cmp(&other.rank());
        if self.is_small() || other.is_small() {
            return by_rank.then_with(|| self.lhs.cmp(&other.lhs)).then_with(|| self.rhs.cmp(&other.rhs));
        }
        compare(self, other, |lhs, rhs| lhs.rank().cmp(&rhs.rank()))
    }
}

impl PartialOrd for Binary {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Operations before variables before constants, and then by their parts: any total order does.
impl Ord for Expr {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Expr::Constant(lhs), Expr::Constant(rhs)) => lhs.cmp(rhs),
            (Expr::Variable(lhs), Expr::Variable(rhs)) => lhs.cmp(rhs),
            (Expr::Binary(lhs), Expr::Binary(rhs)) if Arc::ptr_eq(lhs, rhs) => Ordering::Equal,
            (Expr::Binary(lhs), Expr::Binary(rhs)) => lhs.cmp(rhs),
            (Expr::Binary(_), _) | (Expr::Variable(_), Expr::Constant(_)) => Ordering::Less,
            _ => Ordering::Greater,
        }
    }
}

impl PartialOrd for Expr {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares two expressions: `node` the nodes by themselves, and then their operands, left ones first.
fn compare<'e>(lhs: &'e Binary, rhs: &'e Binary, node: impl Fn(&Binary, &Binary) -> Ordering) -> Ordering {
    // a pair that is met again was equal, or the walk had ended there
    let mut seen: HashSet<(*const Binary, *const Binary)> = HashSet::new();
    let mut next = Some((lhs, rhs));
    let mut operands: Vec<(&'e Expr, &'e Expr)> = Vec::new();
    loop {
        if let Some((lhs, rhs)) = next.take()
            && !core::ptr::eq(lhs, rhs)
            && seen.insert((lhs, rhs))
        {
            match node(lhs, rhs) {
                Ordering::Equal => operands.extend([(&lhs.rhs, &rhs.rhs), (&lhs.lhs, &rhs.lhs)]),
                other => return other,
            }
        }
        match operands.pop() {
            None => return Ordering::Equal,
            Some((Expr::Binary(lhs), Expr::Binary(rhs))) => next = Some((lhs, rhs)),
            Some((lhs, rhs)) => match lhs.cmp(rhs) {
                Ordering::Equal => {}
                other => return other,
            },
        }
    }
}
