//! Why nothing is known of what an instruction reads, or of where its operands go.
use crate::hlo::index::{
    MAX_DEPTH, Scope, element, input_to_output, output_path, output_paths, output_to_input, reads,
};
use crate::hlo::module::{Computation, Instruction, Module};
use crate::xla::Shape;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Why it is not known what an output of an instruction reads of an operand; none if it is known, or there is no such operand.
///
/// Outputs are counted as [`output_to_input`](crate::hlo::output_to_input) counts them.
///
/// ```
/// use tilework::hlo::{Module, Scope, unknown_reason};
/// let module = Module::parse("ENTRY e {
///     p = f32[8] parameter(0)
///     ROOT c = f32[8] custom-call(p), custom_call_target=\"f\"
/// }")?;
/// let reason = unknown_reason(&module, module.entry(), 1, 0, 0, Scope::Extended).unwrap();
/// assert_eq!(reason, "what custom-call reads depends on f");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn unknown_reason(
    module: &Module<'_>,
    computation: &Computation<'_>,
    instruction: usize,
    operand: usize,
    output: usize,
    scope: Scope,
) -> Option<String> {
    reason(&Asked { module, computation, scope, depth: 0 }, instruction, operand, output)
}

/// Why it is not known where an operand goes in an output of an instruction; none if it is known, or there is no such operand.
///
/// ```
/// use tilework::hlo::{Module, Scope, unknown_use_reason};
/// let module = Module::parse("ENTRY e {
///     p = f32[8] parameter(0)
///     v = f32[] parameter(1)
///     ROOT c = f32[10] pad(p, v), padding=1_1
/// }")?;
/// let reason = |scope| unknown_use_reason(&module, module.entry(), 2, 0, 0, scope);
/// assert_eq!(reason(Scope::Extended), None);
/// assert_eq!(reason(Scope::Xla).unwrap(), "where an operand of pad goes is unknown to XLA");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn unknown_use_reason(
    module: &Module<'_>,
    computation: &Computation<'_>,
    instruction: usize,
    operand: usize,
    output: usize,
    scope: Scope,
) -> Option<String> {
    let at = computation.instructions.get(instruction)?;
    at.operands.get(operand)?;
    match input_to_output(module, computation, instruction, operand, scope).get(output) {
        Some(Some(_)) => None,
        None => Some(format!("{} has no output {output}", at.name)),
        Some(None) => {
            let read = unknown_reason(module, computation, instruction, operand, output, scope);
            Some(read.unwrap_or_else(|| match scope {
                Scope::Xla => format!("where an operand of {} goes is unknown to XLA", at.opcode),
                Scope::Extended => format!("the numbers of {} are too large", at.name),
            }))
        }
    }
}

/// Where is asked.
#[derive(Clone, Copy)]
struct Asked<'a, 't> {
    module: &'a Module<'t>,
    computation: &'a Computation<'t>,
    scope: Scope,
    depth: usize,
}

fn reason(asked: &Asked<'_, '_>, instruction: usize, operand: usize, output: usize) -> Option<String> {
    let Asked { module, computation, scope, .. } = *asked;
    let at = computation.instructions.get(instruction)?;
    let number = *at.operands.get(operand)?;
    let known = |scope| output_to_input(module, computation, instruction, output, scope);
    if known(scope).get(operand)?.is_some() {
        return None;
    }
    let path = output_path(&at.shape, output, scope);
    let Some(found) = path.and_then(|path| element(&at.shape, &path)) else {
        return Some(format!("{} has no output {output}", at.name));
    };
    if let Some(name) = called(at, operand) {
        return Some(in_called(asked, at, name, output));
    }
    let input = &computation.instructions[number].shape;
    Some(match at.opcode {
        _ if found.as_array().is_none() => format!("output {output} is no array, it is a {}", found.kind()),
        _ if scope == Scope::Xla && known(Scope::Extended).get(operand).is_some_and(Option::is_some) => {
            format!("{} of this form is unknown to XLA", at.opcode)
        }
        _ if !matches!(**input, Shape::Array(_) | Shape::Tuple(_)) => {
            format!("operand {operand} is no array, it is a {}", input.kind())
        }
        _ => of_opcode(at, output),
    })
}

/// What is special about an opcode whose reads are not known.
fn of_opcode(at: &Instruction<'_>, output: usize) -> String {
    let opcode = at.opcode;
    match opcode {
        "custom-call" => match at.attributes.get("custom_call_target") {
            Some(target) => format!("what custom-call reads depends on {}", target.trim_matches('"')),
            None => "what custom-call reads depends on its target".into(),
        },
        "while" => {
            format!(
                "while runs its body again and again, and changes output {output}: how often is not known"
            )
        }
        "bitcast" => "the layouts do not tell where the elements are in memory".into(),
        "infeed" | "outfeed" | "send" | "recv" | "send-done" | "recv-done" => {
            format!("{opcode} exchanges with another program")
        }
        _ if opcode.starts_with("all-")
            || opcode.contains("-all")
            || opcode.starts_with("reduce-scatter") =>
        {
            format!("{opcode} exchanges with other replicas, which ones is not known")
        }
        _ if opcode.ends_with("-start") => {
            format!("output {output} of {opcode} only marks that it has begun")
        }
        _ => format!("of {opcode} with these shapes and attributes it is not known what it reads"),
    }
}

/// The computation in which an operand is read.
fn called<'t>(at: &Instruction<'t>, operand: usize) -> Option<&'t str> {
    let name = |name| at.attributes.get(name);
    match at.opcode {
        "fusion" | "async-start" => name("calls"),
        "call" => name("to_apply"),
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

/// The first instruction that hides what is behind it.
fn in_called(asked: &Asked<'_, '_>, at: &Instruction<'_>, name: &str, output: usize) -> String {
    let Some(called) = asked.module.called_by(asked.computation, name) else {
        return format!("{} has no computation that stands before it", at.name);
    };
    let root = called.root_number();
    // of an asynchronous call the outputs are behind the operands
    let output = match at.opcode {
        "async-start" => output.saturating_sub(at.operands.len()),
        _ => output,
    };
    let within = Asked { computation: called, depth: asked.depth + 1, ..*asked };
    let maps = match within.depth < MAX_DEPTH {
        true => reads(asked.module, called, root, output, asked.scope).unwrap_or_default(),
        false => Vec::new(),
    };
    let needed = maps.iter().enumerate().rev().filter_map(|(number, maps)| Some((number, maps.as_ref()?)));
    let needed: Vec<_> = needed
        .flat_map(|(number, maps)| maps.iter().map(move |indexing| (number, &indexing.element)))
        .collect();
    let found = needed.iter().find_map(|&(number, element)| {
        let inner = &called.instructions[number];
        let output = output_paths(&inner.shape, asked.scope).iter().position(|path| path == element)?;
        let reasons =
            (0..inner.operands.len()).find_map(|operand| reason(&within, number, operand, output))?;
        Some(format!("in {}, of {}: {reasons}", called.name, inner.name))
    });
    found.unwrap_or_else(|| match needed[..] {
        [] => format!("output {output} of {} is no array, or is called too deep", called.name),
        _ => {
            format!("{} reads in too many ways, or exchanges with other replicas more than once", called.name)
        }
    })
}
