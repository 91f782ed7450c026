//! What is known of an operand: a set of maps, or nothing.
use crate::affine::{Expr, IndexingMap, Interval, Points};
use crate::hlo::module::{Instruction, Module};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
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

/// A number that is read when the program runs.
#[derive(Debug, Clone, PartialEq)]
pub struct RuntimeVariable {
    /// The number of the computation that has the instruction: of a fusion, the fused one.
    pub computation: usize,
    /// The number of the instruction that computes it, in that computation.
    pub source: usize,
    /// From the index of the output to the index at which it is read.
    pub map: IndexingMap,
    /// What a number means that is no possible place.
    pub outside: OutOfRange,
}

/// What a number that is read at run time means where it is no possible place. Source: XLA, *Operation semantics*.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutOfRange {
    /// The nearest number of this interval stands for it, as in dynamic-slice, dynamic-update-slice and gather. It is
    /// the domain that the symbol has in the map of the operation; where other operations read a part only, the symbol
    /// may have a smaller one.
    Clamped(Interval),
    /// Nothing is read or written there, as in scatter.
    Dropped,
}

impl OutOfRange {
    /// What a number means, as an expression of it.
    pub(super) fn meaning(self, number: Expr) -> Expr {
        match self {
            OutOfRange::Clamped(to) => number.min(Expr::constant(to.upper)).max(Expr::constant(to.lower)),
            OutOfRange::Dropped => number,
        }
    }
}

impl RuntimeVariable {
    /// The value of the runtime symbol where this number is read: nothing is read, if there is none, or if the map is
    /// not defined there.
    ///
    /// ```
    /// use tilework::hlo::{Module, Scope, output_to_input};
    /// let module = Module::parse("ENTRY e {
    ///     p = f32[10] parameter(0)
    ///     at = s32[] parameter(1)
    ///     ROOT s = f32[4] dynamic-slice(p, at), dynamic_slice_sizes={4}
    /// }")?;
    /// let maps = output_to_input(&module, module.entry(), 2, 0, Scope::Extended);
    /// let at = &maps[0].as_ref().unwrap()[0].runtime[0];
    /// assert_eq!([-1, 3, 100].map(|read| at.value(read)), [Some(0), Some(3), Some(6)]);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn value(&self, read: i64) -> Option<i64> {
        match self.outside {
            OutOfRange::Clamped(to) if to.is_empty() => None,
            OutOfRange::Clamped(to) => Some(read.clamp(to.lower, to.upper)),
            OutOfRange::Dropped => Some(read),
        }
    }

    /// The instruction that computes it.
    ///
    /// # Panics
    /// If the module has no such instruction: it is not the one of the maps.
    pub fn instruction<'m, 't>(&self, module: &'m Module<'t>) -> &'m Instruction<'t> {
        &module.computations[self.computation].instructions[self.source]
    }

    /// Where it is read: `parameter(1)`, `constant(5)`, or the name of the instruction that computes it.
    ///
    /// # Panics
    /// If the module has no such instruction: it is not the one of the maps.
    pub fn source_text(&self, module: &Module<'_>) -> String {
        let source = self.instruction(module);
        match source.opcode {
            "parameter" | "constant" => format!("{}({})", source.opcode, source.arguments),
            _ => source.name.into(),
        }
    }
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
        let (used, _) = self.map.used_from(self.map.dims().len());
        let first = self.map.variables().len() - self.map.runtime_symbols().len();
        let mut kept = self.clone();
        kept.map = self.map.remove_unused_symbols();
        kept.others_mut().for_each(|map| *map = map.remove_unused_symbols());
        // a map of no points keeps its symbols
        if kept.map.runtime_symbols().len() < kept.runtime.len() {
            let mut used = used[first..].iter();
            kept.runtime.retain(|_| used.next().copied().unwrap_or(true));
        }
        kept
    }

    /// The maps of the runtime variables and of the replica.
    pub(super) fn others_mut(&mut self) -> impl Iterator<Item = &mut IndexingMap> {
        let replica = self.replica.as_deref_mut();
        self.runtime.iter_mut().map(|variable| &mut variable.map).chain(replica)
    }
}
