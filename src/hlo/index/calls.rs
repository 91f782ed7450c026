//! Computations that are looked into for one answer.
use super::operand::ShapeIndex;
use super::reads::Reads;
use alloc::sync::Arc;
use core::cell::{Cell, RefCell};
use hashbrown::HashMap;

/// How deep calls nest. Compilers do not nest them deeper than two or three times; a stack has room for so many.
pub(in crate::hlo) const MAX_DEPTH: usize = 100;

/// How many outputs of computations are looked into for one answer.
const MAX_CALLS: usize = 1 << 16;

/// How many steps through loops are made for one answer.
const MAX_STEPS: usize = 1 << 17;

/// What is known of the computations that were looked into: in a text, each may call others again and again.
pub(super) struct Calls {
    left: Cell<usize>,
    steps: Cell<usize>,
    known: RefCell<HashMap<(usize, ShapeIndex), Option<Arc<Reads>>>>,
    handed: RefCell<HashMap<(usize, ShapeIndex), Option<(usize, ShapeIndex)>>>,
}

impl Calls {
    pub(super) fn new() -> Self {
        Calls {
            left: Cell::new(MAX_CALLS),
            steps: Cell::new(MAX_STEPS),
            known: RefCell::default(),
            handed: RefCell::default(),
        }
    }

    /// What the output of a computation, by its number, reads of its parameters; `find` is asked once.
    pub(super) fn reads(
        &self,
        computation: usize,
        output: &[usize],
        find: impl FnOnce() -> Option<Reads>,
    ) -> Option<Arc<Reads>> {
        let key = (computation, ShapeIndex::from(output));
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        self.left.set(self.left.get().checked_sub(1)?);
        let found = find().map(Arc::new);
        self.known.borrow_mut().insert(key, found.clone());
        found
    }

    /// The parameter whose value an output of a computation is, and the array in it; `find` is asked once.
    pub(super) fn handed_on(
        &self,
        computation: usize,
        output: &[usize],
        find: impl FnOnce() -> Option<(usize, ShapeIndex)>,
    ) -> Option<(usize, ShapeIndex)> {
        let key = (computation, ShapeIndex::from(output));
        if let Some(known) = self.handed.borrow().get(&key) {
            return known.clone();
        }
        let found = find();
        self.handed.borrow_mut().insert(key, found.clone());
        found
    }

    /// Counts a step through a loop; none if there were too many.
    pub(super) fn step(&self) -> Option<()> {
        self.steps.set(self.steps.get().checked_sub(1)?);
        Some(())
    }
}
