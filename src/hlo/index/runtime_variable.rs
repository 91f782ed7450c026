//! Numbers that are read at run time.
use crate::affine::{Expr, IndexingMap, Interval};
use crate::hlo::module::{Instruction, Module};
use alloc::format;
use alloc::string::String;

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
