//! Counts the arrays of dumps, instruction by instruction.
use super::counted::{ComputationTotals, Counted, Location, Offender, Relayout, Resharding};
use super::largest::{Largest, Pool};
use super::names::ShapesByName;
use super::relayout::{Outcome, OutcomeCounts, Outcomes, RelayoutKind};
use super::resharding::{Shardings, cost};
use super::shapes::{Cache, KnownShape};
use super::totals::BySpace;
use crate::device::is_cut;
use hashbrown::HashSet;
use std::rc::Rc;
use tilework::dynamic::Error;
use tilework::hlo::{ComputationHeader, InstructionLine, ModuleHeader};
use tilework::xla::Chip;

/// One computation while its module is read.
#[derive(Debug)]
struct Open {
    file: Rc<str>,
    line: u64,
    name: Rc<str>,
    is_entry: bool,
    spaces: BySpace,
    relayouts: OutcomeCounts,
}

/// Counts the arrays of dumps.
///
/// Which computations are inside fusions is known when their module has ended, so that the computations of one module
/// are kept apart until then.
#[derive(Debug)]
pub(super) struct Census {
    cache: Cache,
    names: ShapesByName,
    shardings: Shardings,
    outcomes: Outcomes,
    file: Rc<str>,
    /// Whether the shapes of the module are those of one device.
    is_cut: bool,
    open: Vec<Open>,
    /// The computations that have no memory of their own: of fusions, reductions, sorts.
    inlined_names: HashSet<String>,
    answer: Counted,
    /// The arrays of the open computations that waste most, and the largest relayouts in them.
    open_worst: Pool<Offender>,
    open_moving: Pool<Relayout>,
    worst: Largest<i64, Offender>,
    /// By waste, then by what they take.
    by_computation: Largest<(i128, i128), ComputationTotals>,
    moving: Largest<i64, Relayout>,
    resharded: Largest<i64, Resharding>,
}

/// The most computations of one module that are kept apart, and the most names of those inside fusions.
const MOST_OPEN: usize = 1 << 18;
const MOST_INLINED: usize = 1 << 20;

impl Census {
    pub(super) fn new(top: usize, chip: Chip) -> Self {
        Census {
            cache: Cache::new(chip),
            names: ShapesByName::default(),
            shardings: Shardings::default(),
            outcomes: Outcomes::default(),
            file: "".into(),
            is_cut: false,
            open: Vec::new(),
            inlined_names: HashSet::new(),
            answer: Counted::default(),
            open_worst: Pool::new(top),
            open_moving: Pool::new(top),
            worst: Largest::new(top, Some(0)),
            by_computation: Largest::new(top, None),
            moving: Largest::new(top, Some(0)),
            resharded: Largest::new(top, Some(0)),
        }
    }

    /// A file begins.
    pub(super) fn file(&mut self, name: &str) {
        self.close_module();
        self.file = name.into();
        self.answer.files += 1;
    }

    /// A file has ended, after so many lines and bytes.
    pub(super) fn file_ended(&mut self, lines: u64, bytes: u64) {
        self.answer.lines += lines;
        self.answer.bytes_read += bytes;
    }

    /// A module begins.
    pub(super) fn module(&mut self, header: &ModuleHeader<'_>) {
        self.close_module();
        self.is_cut = is_cut(header.attributes);
        self.answer.modules += 1;
    }

    /// A computation begins.
    pub(super) fn computation(&mut self, header: &ComputationHeader<'_>, line: u64) {
        if self.open.len() >= MOST_OPEN {
            self.answer.is_crowded = true;
            self.close_module();
        }
        self.answer.computations += 1;
        self.begin(header.name, header.is_entry, line);
    }

    fn begin(&mut self, name: &str, is_entry: bool, line: u64) {
        self.names.clear();
        self.shardings.clear();
        self.open.push(Open {
            file: Rc::clone(&self.file),
            line,
            name: name.into(),
            is_entry,
            spaces: BySpace::default(),
            relayouts: OutcomeCounts::default(),
        });
    }

    /// An instruction.
    ///
    /// # Errors
    /// If its shape is none, or takes more bytes than 64 bits count.
    pub(super) fn instruction(&mut self, instruction: &InstructionLine<'_>, line: u64) -> Result<(), Error> {
        let known = self.cache.of(instruction.shape_text())?;
        if self.open.is_empty() {
            self.begin("", true, line);
        }
        self.answer.instructions += 1;
        self.names.insert(instruction.name(), &known);
        let opcode = instruction.opcode();
        self.note_inlined(instruction);
        if !self.is_cut {
            self.resharding(instruction, &known, line);
        }
        let kind = RelayoutKind::of(opcode);
        if let Some(kind) = kind {
            self.relayout(kind, instruction, &known, line)?;
        }
        let group = self.open.len() - 1;
        let open = &mut self.open[group];
        if !owns_memory(opcode, open.is_entry) {
            return Ok(());
        }
        let one = [Rc::clone(&known)];
        let parts = if known.array().is_some() { &one[..] } else { &known.parts };
        if !self.is_cut {
            self.answer.sharded.add(instruction, parts);
        }
        for part in parts {
            self.answer.tiled += u64::from(part.has_tiles());
            self.answer.unbounded += u64::from(part.sizes.is_none());
            self.answer.unknown += u64::from(part.sizes.as_ref().is_some_and(|sizes| sizes.is_unknown));
            open.spaces.add(part);
            let waste = part.waste();
            if self.worst.admits(waste) && self.open_worst.admits(waste) {
                let at = location(open, instruction, line);
                self.open_worst.push(waste, group, Offender { at, known: Rc::clone(part) });
            }
        }
        Ok(())
    }

    /// Remembers the computations whose values have no memory of their own.
    fn note_inlined(&mut self, instruction: &InstructionLine<'_>) {
        let attributes = instruction.attributes_text();
        let called = match instruction.opcode() {
            "call" | "parameter" | "constant" | "get-tuple-element" | "tuple" => None,
            "fusion" | "async-start" => instruction.attribute("calls"),
            _ if attributes.contains("to_apply=") => instruction.attribute("to_apply"),
            _ => None,
        };
        if let Some(called) = called {
            let name = called.strip_prefix('%').unwrap_or(called);
            if self.inlined_names.len() >= MOST_INLINED {
                self.answer.is_crowded = true;
            } else if !self.inlined_names.contains(name) {
                self.inlined_names.insert(name.to_string());
            }
        }
    }

    /// Counts an instruction that only changes the sharding.
    fn resharding(&mut self, instruction: &InstructionLine<'_>, known: &Rc<KnownShape>, line: u64) {
        let to = self.shardings.insert(instruction);
        let (Some(from), Some(to), Some(array)) = (self.shardings.changed_by(instruction), to, known.array())
        else {
            return;
        };
        // what is no sharding of this array is none that is counted
        let Ok(Some(cost)) = cost(array, &from, &to) else { return };
        self.answer.reshardings.0 += 1;
        self.answer.reshardings.1 += i128::from(cost.moved);
        if self.resharded.admits(cost.moved) {
            let at = location(&self.open[self.open.len() - 1], instruction, line);
            self.resharded.push(cost.moved, Resharding { at, shape: Rc::clone(known), from, to, cost });
        }
    }

    /// Counts an instruction that only changes the layout.
    fn relayout(
        &mut self,
        kind: RelayoutKind,
        instruction: &InstructionLine<'_>,
        known: &Rc<KnownShape>,
        line: u64,
    ) -> Result<(), Error> {
        let Some(operand) = instruction.operands().next() else { return Ok(()) };
        // the destination of a copy is the first part of what starts it
        let to = match kind {
            RelayoutKind::CopyStart => known.parts.first().map(Rc::clone),
            _ => Some(Rc::clone(known)),
        };
        let from = match operand.shape {
            Some(text) => Some(self.cache.of(text)?),
            None => self.names.get(operand.name).map(Rc::clone),
        };
        let group = self.open.len() - 1;
        let open = &mut self.open[group];
        let (Some(from), Some(to)) = (from, to) else {
            open.relayouts.add(kind, Outcome::Unknown, 0);
            return Ok(());
        };
        let permutation = match kind {
            RelayoutKind::Transpose => instruction.dimensions("dimensions"),
            _ => None,
        };
        let outcome = self.outcomes.of(kind, &from, &to, permutation.as_deref());
        let padded = to.sizes.as_ref().map_or(0, |sizes| sizes.padded);
        open.relayouts.add(kind, outcome, padded);
        let may_be_shown = self.moving.admits(padded) && self.open_moving.admits(padded);
        if outcome == Outcome::Moves && may_be_shown {
            let at = location(open, instruction, line);
            self.open_moving.push(padded, group, Relayout { at, from, to });
        }
        Ok(())
    }

    /// The module has ended: what is inside fusions is known.
    fn close_module(&mut self) {
        let is_inlined: Vec<bool> =
            self.open.iter().map(|open| self.inlined_names.contains(&*open.name)).collect();
        let owns_memory = |group: usize| !is_inlined[group];
        self.answer.is_crowded |= self.open_worst.settle(&mut self.worst, owns_memory);
        self.answer.is_crowded |= self.open_moving.settle(&mut self.moving, owns_memory);
        for (open, is_inlined) in self.open.drain(..).zip(&is_inlined) {
            let totals = open.spaces.total();
            if *is_inlined {
                self.answer.inlined.merge(&totals);
                self.answer.inlined_relayouts.merge(&open.relayouts);
                continue;
            }
            self.answer.spaces.merge(&open.spaces);
            self.answer.relayouts.merge(&open.relayouts);
            let computation = ComputationTotals { file: open.file, line: open.line, name: open.name, totals };
            self.by_computation.push((totals.waste(), totals.padded), computation);
        }
        self.inlined_names.clear();
        self.names.clear();
    }

    /// Something was left out.
    pub(super) fn leave_out(&mut self) {
        self.answer.left_out += 1;
    }

    /// Whether an instruction was found.
    pub(super) fn instructions(&self) -> u64 {
        self.answer.instructions
    }

    pub(super) fn finish(mut self) -> Counted {
        self.close_module();
        Counted {
            worst: self.worst.finish(),
            by_computation: self.by_computation.finish(),
            moving: self.moving.finish(),
            resharded: self.resharded.finish(),
            ..self.answer
        }
    }
}

fn location(open: &Open, instruction: &InstructionLine<'_>, line: u64) -> Location {
    Location {
        file: Rc::clone(&open.file),
        line,
        computation: Rc::clone(&open.name),
        name: instruction.name().into(),
        opcode: instruction.opcode().into(),
    }
}

/// Whether the value of an instruction has memory of its own, and is not a name for that of another one.
fn owns_memory(opcode: &str, is_entry: bool) -> bool {
    match opcode {
        "parameter" => is_entry,
        "bitcast"
        | "get-tuple-element"
        | "tuple"
        | "while"
        | "conditional"
        | "call"
        | "opt-barrier"
        | "optimization-barrier"
        | "add-dependency" => false,
        _ => !opcode.ends_with("-start"),
    }
}
