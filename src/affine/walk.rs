//! Walks through expressions of any size: no recursion, and each shared part once.
//!
//! An expression is made by composing maps as often as one likes. Its depth is bounded by memory only, and where a
//! part is used twice, and that sum twice again, the tree that it stands for has more nodes than memory. Small
//! expressions are walked by plain recursion, which is faster; larger than [`SMALL`] ones here.
use super::expr::{Binary, Expr, SMALL};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;
use hashbrown::{HashMap, HashSet};

/// What was found of the shared parts of expressions, which all live as long: parts differ by their address.
#[derive(Debug)]
pub(super) struct Memo<T> {
    known: HashMap<(*const Binary, bool), T>,
}

enum Task<'e> {
    Enter(&'e Expr, bool),
    Leave(&'e Arc<Binary>, bool),
}

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Memo { known: HashMap::new() }
    }
}

impl<T: Clone> Memo<T> {
    /// Folds an expression from the innermost parts outwards. The flag of each part tells whether it stands inside of
    /// a quotient or a remainder, or `is_inside` is set.
    pub(super) fn fold<'e>(
        &mut self,
        expr: &'e Expr,
        is_inside: bool,
        leaf: &mut impl FnMut(&'e Expr, bool) -> T,
        join: &mut impl FnMut(&'e Arc<Binary>, bool, T, T) -> T,
    ) -> T {
        let mut tasks = Vec::from([Task::Enter(expr, is_inside)]);
        let mut values: Vec<T> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Enter(Expr::Binary(node), is_inside) => {
                    let known = is_shared(node).then(|| self.known.get(&(Arc::as_ptr(node), is_inside)));
                    if let Some(Some(value)) = known {
                        values.push(value.clone());
                        continue;
                    }
                    let inside = is_inside || node.operation.is_division();
                    tasks.push(Task::Leave(node, is_inside));
                    tasks.push(Task::Enter(&node.rhs, inside));
                    tasks.push(Task::Enter(&node.lhs, inside));
                }
                Task::Enter(expr, is_inside) => values.push(leaf(expr, is_inside)),
                Task::Leave(node, is_inside) => {
                    let (Some(rhs), Some(lhs)) = (values.pop(), values.pop()) else { break };
                    let value = join(node, is_inside, lhs, rhs);
                    if is_shared(node) {
                        self.known.insert((Arc::as_ptr(node), is_inside), value.clone());
                    }
                    values.push(value);
                }
            }
        }
        values.pop().unwrap_or_else(|| unreachable!("every operation has the values of its operands"))
    }
}

fn is_shared(node: &Arc<Binary>) -> bool {
    Arc::strong_count(node) > 1
}

/// Calls `visit` with each part, a shared one once. It tells whether the operands of that part are of interest.
pub(super) fn each_part<'e>(expr: &'e Expr, visit: &mut impl FnMut(&'e Expr) -> bool) {
    let mut seen: HashSet<*const Binary> = HashSet::new();
    let mut left = Vec::from([expr]);
    while let Some(expr) = left.pop() {
        match expr {
            Expr::Binary(node) if is_shared(node) && !seen.insert(Arc::as_ptr(node)) => {}
            Expr::Binary(node) if visit(expr) => left.extend([&node.rhs, &node.lhs]),
            Expr::Binary(_) => {}
            leaf => {
                visit(leaf);
            }
        }
    }
}

/// Large expressions come apart one part after another: the stack does not hold them.
impl Drop for Binary {
    fn drop(&mut self) {
        if self.operations() <= SMALL {
            return;
        }
        let mut left: Vec<Arc<Binary>> = Vec::new();
        take_operands(self, &mut left);
        while let Some(part) = left.pop() {
            if let Some(mut part) = Arc::into_inner(part) {
                take_operands(&mut part, &mut left);
            }
        }
    }
}

fn take_operands(node: &mut Binary, taken: &mut Vec<Arc<Binary>>) {
    for operand in [&mut node.lhs, &mut node.rhs] {
        if let Expr::Binary(part) = mem::replace(operand, Expr::Constant(0)) {
            taken.push(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(number: u32) -> Expr {
        Expr::variable(number)
    }

    fn c(value: i64) -> Expr {
        Expr::constant(value)
    }

    /// What every leaf and operation is folded to, in the order in which they are met.
    fn folded(expr: &Expr, is_inside: bool) -> Vec<(Expr, bool)> {
        let met = core::cell::RefCell::new(Vec::new());
        Memo::default().fold(
            expr,
            is_inside,
            &mut |leaf, inside| met.borrow_mut().push((leaf.clone(), inside)),
            &mut |node, inside, (), ()| met.borrow_mut().push((Expr::Binary(node.clone()), inside)),
        );
        met.into_inner()
    }

    #[test]
    fn what_has_a_clone_is_shared() {
        let Expr::Binary(node) = v(0).add(v(1)) else { unreachable!("it is an operation") };
        assert!(!is_shared(&node));
        let clone = node.clone();
        assert!(is_shared(&node) && is_shared(&clone));
    }

    #[test]
    fn operands_are_folded_first_and_what_is_divided_is_inside() {
        let sum = v(0).add(v(1));
        let quotient = sum.clone().floor_div(c(2));
        let outer = quotient.clone().max(v(2));
        let plain = |expr: &Expr| (expr.clone(), false);
        let inside = |expr: &Expr| (expr.clone(), true);
        let wanted = [
            inside(&v(0)),
            inside(&v(1)),
            inside(&sum),
            inside(&c(2)),
            plain(&quotient),
            plain(&v(2)),
            plain(&outer),
        ];
        assert_eq!(folded(&outer, false), wanted);
        assert_eq!(folded(&outer, true), wanted.map(|(expr, _)| (expr, true)));
    }

    /// Inside and outside of a quotient it is another thing.
    #[test]
    fn a_shared_part_is_folded_once_on_each_side_of_a_division() {
        let part = v(0).add(v(1));
        let all = part.clone().max(part.clone()).mul(part.clone().floor_div(part.clone()));
        let met = folded(&all, false);
        let times = |is_inside| met.iter().filter(|one| **one == (part.clone(), is_inside)).count();
        assert_eq!((times(false), times(true)), (1, 1), "{met:?}");
        // the three other operations, and the leaves of the part twice
        assert_eq!(met.len(), 2 + 3 + 4, "{met:?}");
        // another walk with the same memo has nothing to do but the root
        let mut memo = Memo::default();
        let count = |memo: &mut Memo<u32>| {
            let mut joined = 0;
            let join = &mut |_: &Arc<Binary>, _: bool, lhs: u32, rhs: u32| {
                joined += 1;
                lhs + rhs + 1
            };
            assert_eq!(memo.fold(&all, false, &mut |_, _| 0, join), all.size());
            joined
        };
        let shared = all.clone();
        assert_eq!((count(&mut memo), count(&mut memo)), (5, 0));
        drop(shared);
    }

    #[test]
    fn each_part_is_visited_once_and_operands_where_they_are_of_interest() {
        let part = v(0).add(v(1));
        let quotient = part.clone().floor_div(c(3));
        let all = part.clone().max(quotient.clone());
        let visited = |is_of_interest: &dyn Fn(&Expr) -> bool| {
            let mut parts = Vec::new();
            each_part(&all, &mut |part| {
                parts.push(part.clone());
                is_of_interest(part)
            });
            parts
        };
        assert_eq!(visited(&|_| true), [&all, &part, &v(0), &v(1), &quotient, &c(3)].map(Expr::clone));
        assert_eq!(visited(&|part| *part == all), [&all, &part, &quotient].map(Expr::clone));
        assert!(visited(&|_| false).iter().eq([&all]));
    }
}
