//! Why nothing is known of what an instruction reads, or of where its operands go.
use crate::hlo::index::{
    AllOutputs, MAX_DEPTH, Scope, ShapeIndex, inputs_to_outputs, output_paths, outputs_to_inputs, reads,
    subshape,
};
use crate::hlo::module::{Computation, Instruction, Module};
use crate::xla::Shape;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::{OnceCell, RefCell};
use hashbrown::HashMap;

/// The reasons why things are not known of one instruction, of all its operands and outputs.
///
/// Outputs are counted as [`output_to_input`](crate::hlo::output_to_input) counts them.
///
/// ```
/// use tilework::hlo::{Module, Scope, UnknownReasons};
/// let module = Module::parse("ENTRY e {
///     p = f32[8] parameter(0)
///     v = f32[] parameter(1)
///     c = f32[8] custom-call(p), custom_call_target=\"f\"
///     ROOT padded = f32[10] pad(c, v), padding=1_1
/// }")?;
/// let of = |instruction, scope| UnknownReasons::new(&module, module.entry(), instruction, scope);
/// let reason = of(2, Scope::Extended).of_read(0, 0);
/// assert_eq!(reason.as_deref(), Some("what custom-call reads depends on f"));
/// // where the operand of the pad goes: found backwards, which XLA does not do
/// assert_eq!(of(3, Scope::Extended).of_use(0, 0), None);
/// let reason = of(3, Scope::Xla).of_use(0, 0);
/// assert_eq!(reason.as_deref(), Some("where an operand of pad goes is unknown to XLA"));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug)]
pub struct UnknownReasons<'a, 't> {
    module: &'a Module<'t>,
    computation: &'a Computation<'t>,
    number: usize,
    at: Option<&'a Instruction<'t>>,
    scope: Scope,
    depth: usize,
    /// Where the outputs are.
    paths: Vec<ShapeIndex>,
    reads: OnceCell<AllOutputs>,
    uses: OnceCell<AllOutputs>,
    /// What is read in the larger scope.
    extended: OnceCell<AllOutputs>,
    of_opcode: OnceCell<Arc<str>>,
    /// The first reason in any round of a loop.
    elsewhere: OnceCell<Option<String>>,
    /// The reasons in a computation that is called, by its name and the output.
    called: RefCell<HashMap<(&'t str, usize), Arc<str>>>,
}

impl<'a, 't> UnknownReasons<'a, 't> {
    /// Those of an instruction.
    pub fn new(
        module: &'a Module<'t>,
        computation: &'a Computation<'t>,
        instruction: usize,
        scope: Scope,
    ) -> Self {
        UnknownReasons::within(module, computation, instruction, scope, 0)
    }

    /// The same in a computation that is called in calls, so many.
    fn within(
        module: &'a Module<'t>,
        computation: &'a Computation<'t>,
        number: usize,
        scope: Scope,
        depth: usize,
    ) -> Self {
        let at = computation.instructions.get(number);
        UnknownReasons {
            module,
            computation,
            number,
            at,
            scope,
            depth,
            paths: at.map_or_else(Vec::new, |at| output_paths(&at.shape, scope)),
            reads: OnceCell::new(),
            uses: OnceCell::new(),
            extended: OnceCell::new(),
            of_opcode: OnceCell::new(),
            elsewhere: OnceCell::new(),
            called: RefCell::default(),
        }
    }

    /// Why it is not known what an output of the instruction reads of an operand; none if it is known, or there is no
    /// such operand.
    pub fn of_read(&self, operand: usize, output: usize) -> Option<Arc<str>> {
        let at = self.at?;
        let number = *at.operands.get(operand)?;
        let read = |scope| outputs_to_inputs(self.module, self.computation, self.number, scope);
        let Some(path) = self.paths.get(output) else {
            return Some(format!("{} has no output {output}", at.name).into());
        };
        if !is_unknown(self.reads.get_or_init(|| read(self.scope)), operand, output) {
            return None;
        }
        let found = subshape(&at.shape, path)?;
        if let Some(name) = called(at, operand, self.scope) {
            let known = self.called.borrow().get(&(name, output)).cloned();
            return Some(known.unwrap_or_else(|| {
                let text: Arc<str> = self.in_called(at, name, output).into();
                self.called.borrow_mut().insert((name, output), text.clone());
                text
            }));
        }
        let input = &self.computation.instructions[number].shape;
        let text = match at.opcode {
            _ if found.as_array().is_none() => {
                format!("output {output} is no array, it is a {}", found.kind())
            }
            _ if self.scope == Scope::Xla
                && !is_unknown(self.extended.get_or_init(|| read(Scope::Extended)), operand, output) =>
            {
                format!("{} of this form is unknown to XLA", at.opcode)
            }
            _ if !matches!(**input, Shape::Array(_) | Shape::Tuple(_)) => {
                format!("operand {operand} is no array, it is a {}", input.kind())
            }
            opcode if opcode.ends_with("-start") && !is_exchange(opcode) => {
                format!("output {output} of {opcode} only marks that it has begun")
            }
            _ => return Some(self.of_opcode.get_or_init(|| of_opcode(at).into()).clone()),
        };
        Some(text.into())
    }

    /// Why it is not known where an operand goes in an output of the instruction; none if it is known, or there is no
    /// such operand.
    pub fn of_use(&self, operand: usize, output: usize) -> Option<Arc<str>> {
        let at = self.at?;
        at.operands.get(operand)?;
        let uses = || inputs_to_outputs(self.module, self.computation, self.number, self.scope);
        if output < self.paths.len() && !is_unknown(self.uses.get_or_init(uses), operand, output) {
            return None;
        }
        let read = self.of_read(operand, output);
        Some(read.unwrap_or_else(|| match self.scope {
            Scope::Xla => format!("where an operand of {} goes is unknown to XLA", at.opcode).into(),
            Scope::Extended => format!("the numbers of {} are too large", at.name).into(),
        }))
    }

    /// The first instruction that hides what is behind it, in the computation that is called.
    fn in_called(&self, at: &Instruction<'_>, name: &str, output: usize) -> String {
        let Some(called) = self.module.called_by(self.computation, name) else {
            return format!("{} has no computation that stands before it", at.name);
        };
        // of an asynchronous call the outputs are behind the operands
        let output = match at.opcode {
            "async-start" => output.saturating_sub(at.operands.len()),
            _ => output,
        };
        let (hidden, is_any) = self.hidden(called, output);
        // a round reads what other rounds have
        let elsewhere = || {
            let all = || (0..self.paths.len()).find_map(|output| self.hidden(called, output).0);
            if at.opcode == "while" { self.elsewhere.get_or_init(all).clone() } else { None }
        };
        hidden.or_else(elsewhere).unwrap_or_else(|| match is_any {
            false => format!("output {output} of {} is no array, or is called too deep", called.name),
            true => format!(
                "{} reads in too many ways, or exchanges with other replicas more than once",
                called.name
            ),
        })
    }

    /// Why it is not known what an output of a computation reads, and whether it reads anything that is known.
    fn hidden(&self, called: &Computation<'_>, output: usize) -> (Option<String>, bool) {
        let depth = self.depth + 1;
        let maps = match depth < MAX_DEPTH {
            true => reads(self.module, called, called.root_number(), output, self.scope).unwrap_or_default(),
            false => Vec::new(),
        };
        let needed =
            maps.iter().enumerate().rev().filter_map(|(number, maps)| Some((number, maps.as_ref()?)));
        let mut is_any = false;
        for (number, maps) in needed.filter(|(_, maps)| !maps.is_empty()) {
            is_any = true;
            let inner = &called.instructions[number];
            let reasons = UnknownReasons::within(self.module, called, number, self.scope, depth);
            for indexing in maps {
                let place = reasons.paths.iter().position(|path| *path == indexing.element);
                let Some(output) = place else { continue };
                let reason = (0..inner.operands.len()).find_map(|operand| reasons.of_read(operand, output));
                if let Some(reason) = reason {
                    return (Some(format!("in {}, of {}: {reason}", called.name, inner.name)), true);
                }
            }
        }
        (None, is_any)
    }
}

/// Whether it is not known what an output has to do with an operand.
fn is_unknown(all: &AllOutputs, operand: usize, output: usize) -> bool {
    all.get(operand).is_some_and(|maps| {
        maps.iter().any(|maps| maps.maps.is_none() && maps.outputs.binary_search(&output).is_ok())
    })
}

/// What is special about an opcode whose reads are not known.
fn of_opcode(at: &Instruction<'_>) -> String {
    let opcode = at.opcode;
    match opcode {
        "custom-call" => match at.attributes.get("custom_call_target") {
            Some(target) => format!("what custom-call reads depends on {}", target.trim_matches('"')),
            None => "what custom-call reads depends on its target".into(),
        },
        "bitcast" => "the layouts do not tell where the elements are in memory".into(),
        "infeed" | "outfeed" | "send" | "recv" | "send-done" | "recv-done" => {
            format!("{opcode} exchanges with another program")
        }
        _ if is_exchange(opcode) => {
            format!("{opcode} exchanges with other replicas, which ones is not known")
        }
        _ => format!("of {opcode} with these shapes and attributes it is not known what it reads"),
    }
}

fn is_exchange(opcode: &str) -> bool {
    opcode.starts_with("all-") || opcode.contains("-all") || opcode.starts_with("reduce-scatter")
}

/// The computation in which an operand is read.
fn called<'t>(at: &Instruction<'t>, operand: usize, scope: Scope) -> Option<&'t str> {
    let name = |name| at.attributes.get(name);
    match at.opcode {
        "fusion" | "async-start" => name("calls"),
        "call" => name("to_apply"),
        // to XLA loops are unknown, whatever their bodies do
        "while" if scope == Scope::Extended => name("body"),
        "conditional" => match name("branch_computations") {
            Some(names) => {
                names.trim_matches(['{', '}']).split(',').nth(operand.checked_sub(1)?).map(str::trim)
            }
            None => {
                [name("true_computation"), name("false_computation")].get(operand.checked_sub(1)?).copied()?
            }
        },
        _ => None,
    }
}
