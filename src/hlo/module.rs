//! HLO modules: computations of instructions.
use super::attributes::Attributes;
use crate::xla::Shape;
use alloc::sync::Arc;
use alloc::vec::Vec;
use hashbrown::HashMap;
use smallvec::SmallVec;

/// A program in HLO, read from text that it borrows from.
///
/// Instructions stand in the order of the text; operands are numbers of instructions in the same computation.
/// Attributes are kept as text, known or not, and opcodes that nobody knows are data too.
///
/// Printed, it is the text that XLA prints ([`Display`](core::fmt::Display)), and two modules are equal if they print
/// the same.
///
/// ```
/// use tilework::hlo::Module;
/// let module = Module::parse("
///     HloModule m
///     ENTRY main {
///       p0 = f32[10,20]{1,0} parameter(0)
///       ROOT t = f32[20,10]{0,1} transpose(p0), dimensions={1,0}
///     }")?;
/// let entry = module.entry();
/// let root = entry.root();
/// assert_eq!((root.name, root.opcode), ("t", "transpose"));
/// assert_eq!(entry.instructions[root.operands[0]].name, "p0");
/// assert_eq!(root.attributes.get("dimensions"), Some("{1,0}"));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Module<'t> {
    /// The name.
    pub name: &'t str,
    /// What stands behind the name: `is_scheduled=true, …`.
    pub attributes: Attributes<'t>,
    /// The tables of files and lines between the header and the first computation.
    pub tables: &'t str,
    /// The computations, in the order of the text.
    pub computations: Vec<Computation<'t>>,
    pub(super) entry: usize,
    pub(super) by_name: HashMap<&'t str, usize>,
}

/// A computation: instructions, of which one is the root.
#[derive(Debug, Clone, PartialEq)]
pub struct Computation<'t> {
    /// The name, without `%`.
    pub name: &'t str,
    /// Whether it is the entry of the module.
    pub is_entry: bool,
    /// What stands between the name and the body: `(p: f32[2]) -> f32[2]`, or nothing.
    pub signature: &'t str,
    /// The instructions, operands before users.
    pub instructions: Vec<Instruction<'t>>,
    /// What stands behind the body: `execution_thread="host"`.
    pub attributes: Attributes<'t>,
    pub(super) root: usize,
    /// Whether the name is written with `%`.
    pub(super) has_percent: bool,
}

/// An instruction: `%name = shape opcode(operands), attributes`.
#[derive(Debug, Clone, PartialEq)]
pub struct Instruction<'t> {
    /// The name, without `%`.
    pub name: &'t str,
    /// The shape of its value; an array has a layout if the text does. Instructions of one shape share it.
    pub shape: Arc<Shape>,
    /// What it does, as it is written: `add`, `dynamic-slice`, …
    pub opcode: &'t str,
    /// What stands in the parentheses, as it is written: of a parameter its number, of a constant its value.
    pub arguments: &'t str,
    /// The instructions whose values it takes.
    pub operands: SmallVec<[usize; 2]>,
    /// What stands behind the parentheses.
    pub attributes: Attributes<'t>,
    /// Whether the name is written with `%`.
    pub(super) has_percent: bool,
}

impl<'t> Module<'t> {
    /// The computation the program begins with.
    pub fn entry(&self) -> &Computation<'t> {
        &self.computations[self.entry]
    }

    /// The computation of that name, with or without `%`.
    pub fn computation(&self, name: &str) -> Option<&Computation<'t>> {
        self.computations.get(*self.by_name.get(without_percent(name))?)
    }

    /// The computation that another one calls: it stands before it, so that no computation calls itself.
    pub(super) fn called_by(&self, caller: &Computation<'_>, name: &str) -> Option<&Computation<'t>> {
        let called = self.by_name.get(without_percent(name))?;
        (called < self.by_name.get(caller.name)?).then(|| &self.computations[*called])
    }

    /// The first instruction of that name, with or without `%`, and its computation; that of the entry if there is one.
    pub fn find(&self, name: &str) -> Option<(&Computation<'t>, usize)> {
        let name = without_percent(name);
        let entry = core::iter::once(self.entry());
        entry.chain(&self.computations).find_map(|computation| Some((computation, computation.find(name)?)))
    }
}

impl<'t> Computation<'t> {
    /// The instruction whose value is that of the computation.
    pub fn root(&self) -> &Instruction<'t> {
        &self.instructions[self.root]
    }

    /// The number of the root.
    pub fn root_number(&self) -> usize {
        self.root
    }

    /// The number of the instruction of that name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.instructions.iter().position(|instruction| instruction.name == name)
    }

    /// The number of the parameter instruction with that number, if it has one.
    pub fn parameter(&self, number: usize) -> Option<usize> {
        self.instructions.iter().position(|instruction| instruction.parameter_number() == Some(number))
    }
}

impl Instruction<'_> {
    /// The number of a parameter.
    pub fn parameter_number(&self) -> Option<usize> {
        if self.opcode == "parameter" { self.arguments.trim().parse().ok() } else { None }
    }
}

/// A name as instructions and computations have it.
pub(super) fn without_percent(name: &str) -> &str {
    name.strip_prefix('%').unwrap_or(name)
}
