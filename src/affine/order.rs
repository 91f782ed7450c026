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
        // if the other one only is small, the ranks differ
        if self.is_small() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::affine::expr::SMALL;
    use core::hash::BuildHasher;
    use hashbrown::{DefaultHashBuilder, HashSet};

    /// Expressions that all differ: small ones of each kind, and large ones of the same and of other sizes.
    fn different() -> Vec<Expr> {
        let leaves = [Expr::variable(0), Expr::variable(1), Expr::constant(-2), Expr::constant(7)];
        let operations = [ExprOp::Add, ExprOp::Mul, ExprOp::Mod, ExprOp::Max];
        let mut all: Vec<Expr> = leaves.to_vec();
        for operation in operations {
            for (lhs, rhs) in leaves.iter().flat_map(|lhs| leaves.iter().map(move |rhs| (lhs, rhs))) {
                all.push(Expr::node(operation, lhs.clone(), rhs.clone()));
            }
        }
        let pairs: Vec<Expr> = all[4..].iter().step_by(5).cloned().collect();
        for (lhs, rhs) in pairs.iter().flat_map(|lhs| pairs.iter().map(move |rhs| (lhs, rhs))) {
            all.push(Expr::node(ExprOp::Min, lhs.clone(), rhs.clone()));
        }
        let chain = |first: &Expr, last: &Expr, length: u32| {
            let step = |expr, _| Expr::node(ExprOp::Max, expr, last.clone());
            (0..length).fold(first.clone(), step)
        };
        for length in [SMALL - 1, SMALL, SMALL + 1] {
            all.extend([chain(&leaves[0], &leaves[1], length), chain(&leaves[1], &leaves[0], length)]);
            all.push(Expr::node(ExprOp::Min, leaves[0].clone(), chain(&leaves[0], &leaves[1], length)));
            all.push(Expr::node(ExprOp::Add, chain(&leaves[0], &leaves[1], length), leaves[0].clone()));
            all.push(Expr::node(ExprOp::Add, chain(&leaves[0], &leaves[1], length), leaves[1].clone()));
        }
        all
    }

    /// The same expression that shares no part with it.
    fn copy(expr: &Expr) -> Expr {
        match expr {
            Expr::Binary(node) => Expr::node(node.operation, copy(&node.lhs), copy(&node.rhs)),
            leaf => leaf.clone(),
        }
    }

    #[test]
    fn expressions_are_equal_to_their_copies_only() {
        let all = different();
        let copies: Vec<Expr> = all.iter().map(copy).collect();
        for (place, lhs) in all.iter().enumerate() {
            for (other, rhs) in copies.iter().enumerate() {
                assert_eq!(lhs == rhs, place == other, "{lhs:?}\n{rhs:?}");
                assert_eq!(lhs.cmp(rhs).is_eq(), place == other, "{lhs:?}\n{rhs:?}");
            }
        }
    }

    #[test]
    fn any_expressions_are_in_a_total_order() {
        let mut sorted = different();
        sorted.sort_unstable();
        for (place, lhs) in sorted.iter().enumerate() {
            for (other, rhs) in sorted.iter().enumerate() {
                assert_eq!(lhs.cmp(rhs), place.cmp(&other), "{lhs:?}\n{rhs:?}");
                assert_eq!(lhs.partial_cmp(rhs), Some(lhs.cmp(rhs)));
                if let (Expr::Binary(lhs), Expr::Binary(rhs)) = (lhs, rhs) {
                    assert_eq!(lhs.partial_cmp(rhs), Some(place.cmp(&other)));
                }
            }
        }
        let kind = |expr: &Expr| match expr {
            Expr::Binary(_) => 0,
            Expr::Variable(_) => 1,
            Expr::Constant(_) => 2,
        };
        assert!(sorted.is_sorted_by_key(kind), "operations, variables, constants");
    }

    /// Equal expressions have the same hash, and different small ones most often another one.
    #[test]
    fn hashes_tell_expressions_apart() {
        let hasher = DefaultHashBuilder::default();
        let small: Vec<Expr> = different().into_iter().filter(Expr::is_small).collect();
        let hashes: HashSet<u64> = small.iter().map(|expr| hasher.hash_one(expr)).collect();
        assert!(hashes.len() + 2 >= small.len(), "{} of {}", hashes.len(), small.len());
        for expr in different() {
            assert_eq!(hasher.hash_one(&expr), hasher.hash_one(copy(&expr)), "{expr:?}");
        }
    }
}
