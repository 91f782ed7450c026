//! Computations that are looked into for one answer.
use super::operand::Element;
use super::reads::Reads;
use alloc::sync::Arc;
use core::cell::{Cell, RefCell};
use hashbrown::HashMap;

/// How many outputs of computations are looked into for one answer.
const MAX_CALLS: usize = 1 << 16;

/// What is known of the computations that were looked into: in a text, each may call others again and again.
pub(super) struct Calls {
    left: Cell<usize>,
    known: RefCell<HashMap<(usize, Element), Option<Arc<Reads>>>>,
}

impl Calls {
    pub(super) fn new() -> Self {
        Calls { left: Cell::new(MAX_CALLS), known: RefCell::default() }
    }

    /// What the output of a computation, by its number, reads of its parameters; `find` tells it, once.
    pub(super) fn reads(
        &self,
        computation: usize,
        output: &[usize],
        find: impl FnOnce() -> Option<Reads>,
    ) -> Option<Arc<Reads>> {
        let key = (computation, Element::from(output));
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        self.left.set(self.left.get().checked_sub(1)?);
        let found = find().map(Arc::new);
        self.known.borrow_mut().insert(key, found.clone());
        found
    }
}
