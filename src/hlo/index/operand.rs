//! What is known of an operand: a set of maps, or nothing.
use super::runtime_variable::RuntimeVariable;
use crate::affine::{IndexingMap, Points};
use alloc::boxed::Box;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Which array of a tuple: the element of the tuple, the element of that, …. Empty where there is no tuple. Source:
/// XLA, `ShapeIndex`.
pub type ShapeIndex = SmallVec<[usize; 2]>;

/// The maps of each operand of an instruction, in order; of each output, if they lead from an input.
pub type Indexing = SmallVec<[OperandMaps; 2]>;

/// The maps of one operand: none if nothing is known of what is read. No two are the same.
pub type OperandMaps = Option<SmallVec<[OperandIndexing; 1]>>;

/// One way an operand is read.
#[derive(Debug, Clone, PartialEq)]
pub struct OperandIndexing {
    /// From the index of the output to that of the operand.
    pub map: IndexingMap,
    /// Where the runtime symbols of the map come from, in order.
    pub runtime: Vec<RuntimeVariable>,
    /// From the index of the output to the number of the replica whose operand is read, in its group; none if it is the
    /// own one. From all of them, if it has range symbols.
    pub replica: Option<Box<IndexingMap>>,
    /// Of an operand that is a tuple, which array of it is read; in [`feeds`](super::feeds), to which array of the
    /// instruction the map leads.
    pub element: ShapeIndex,
}

impl From<IndexingMap> for OperandIndexing {
    fn from(map: IndexingMap) -> Self {
        OperandIndexing { map, runtime: Vec::new(), replica: None, element: ShapeIndex::new() }
    }
}

/// What is known if it is one map.
pub(super) fn one(map: IndexingMap) -> OperandMaps {
    Some(SmallVec::from_buf([OperandIndexing::from(map)]))
}

impl OperandIndexing {
    /// The same with simplified maps. Symbols stay, also where no result needs them.
    pub fn simplified(&self) -> Self {
        self.clone().into_simplified()
    }

    /// The same as [`simplified`](OperandIndexing::simplified), of maps that are not needed any more.
    pub fn into_simplified(mut self) -> Self {
        self.map = self.map.into_simplified(Points::Replace);
        self.others_mut().for_each(|map| *map = map.simplify(Points::Replace));
        self
    }

    /// The same without the symbols that no result needs, and without the runtime variables of such symbols.
    pub fn without_unused_symbols(&self) -> Self {
        let has_symbols = |map: &IndexingMap| map.variables().len() > map.dims().len();
        if !has_symbols(&self.map) && self.runtime.is_empty() && self.replica.is_none() {
            return self.clone();
        }
        let mut kept = self.clone();
        kept.map = self.map.remove_unused_symbols();
        kept.others_mut().for_each(|map| *map = map.remove_unused_symbols());
        // a map of no points keeps its symbols
        kept.with_runtime_of(&self.map)
    }

    /// The same without the runtime variables whose symbols its map has no more, which `whole` had.
    pub(super) fn with_runtime_of(mut self, whole: &IndexingMap) -> Self {
        if self.map.runtime_symbols().len() < self.runtime.len() {
            let (used, _) = whole.used_from(whole.dims().len());
            let first = whole.variables().len() - whole.runtime_symbols().len();
            let mut used = used[first..].iter();
            self.runtime.retain(|_| used.next().copied().unwrap_or(true));
        }
        self
    }

    /// The maps of the runtime variables and of the replica.
    pub(super) fn others_mut(&mut self) -> impl Iterator<Item = &mut IndexingMap> {
        let replica = self.replica.as_deref_mut();
        self.runtime.iter_mut().map(|variable| &mut variable.map).chain(replica)
    }
}
