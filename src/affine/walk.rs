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
