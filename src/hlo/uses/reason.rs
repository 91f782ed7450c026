//! Why nothing is known of what an instruction reads.
use crate::hlo::index::{Scope, output_to_input};
use crate::hlo::module::{Computation, Module};
use crate::xla::Shape;
use alloc::format;
use alloc::string::String;

/// Why it is not known what an instruction reads of an operand; none if it is known, or there is no such operand.
///
/// ```
/// use tilework::hlo::{Module, Scope, unknown_reason};
/// let module = Module::parse("ENTRY e {
///     p = f32[8] parameter(0)
///     ROOT c = f32[8] custom-call(p), custom_call_target=\"f\"
/// }")?;
/// let reason = unknown_reason(&module, module.entry(), 1, 0, Scope::Extended).unwrap();
/// assert_eq!(reason, "what custom-call reads depends on f");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn unknown_reason(
    module: &Module<'_>,
    computation: &Computation<'_>,
    instruction: usize,
    operand: usize,
    scope: Scope,
) -> Option<String> {
    let at = computation.instructions.get(instruction)?;
    let number = *at.operands.get(operand)?;
    if output_to_input(module, computation, instruction, 0, scope).get(operand)?.is_some() {
        return None;
    }
    let opcode = at.opcode;
    let input = &computation.instructions[number].shape;
    let is_array = |shape: &Shape| shape.as_array().is_some();
    let output = match &*at.shape {
        Shape::Tuple(shapes) => shapes.first(),
        other => Some(other),
    };
    if let "fusion" | "call" = opcode {
        let name = at.attributes.get(if opcode == "fusion" { "calls" } else { "to_apply" });
        let Some(called) = name.and_then(|name| module.called_by(computation, name)) else {
            return Some(format!("{} has no computation that stands before it", at.name));
        };
        // the first instruction that hides what is behind it
        let hides = |inner: usize| {
            let operands = called.instructions[inner].operands.len();
            (0..operands).find_map(|operand| unknown_reason(module, called, inner, operand, scope))
        };
        let hidden = (0..called.instructions.len()).rev().find_map(|inner| {
            Some(format!("in {}, of {}: {}", called.name, called.instructions[inner].name, hides(inner)?))
        });
        return Some(hidden.unwrap_or_else(|| format!("{} cannot be put together", called.name)));
    }
    Some(match opcode {
        "custom-call" => match at.attributes.get("custom_call_target") {
            Some(target) => format!("what custom-call reads depends on {}", target.trim_matches('"')),
            None => "what custom-call reads depends on its target".into(),
        },
        "scatter" | "select-and-scatter" => {
            format!("{opcode} writes to places that are known at run time only")
        }
        "while" | "conditional" => format!("{opcode} runs other computations, how often is not known"),
        "all-to-all"
        | "collective-permute"
        | "reduce-scatter"
        | "collective-permute-start"
        | "all-reduce-start"
        | "all-gather-start" => format!("{opcode} exchanges with other replicas"),
        "rng" | "rng-bit-generator" | "rng-get-and-update-state" => format!("{opcode} makes random numbers"),
        _ if !is_array(input) => format!("operand {operand} is no array"),
        _ if !output.is_some_and(is_array) => "the output is no array".into(),
        _ if output_to_input(module, computation, instruction, 0, Scope::Extended)
            .iter()
            .any(Option::is_some) =>
        {
            format!("{opcode} of this form is unknown to XLA")
        }
        _ => format!("of {opcode} with these attributes it is not known what it reads"),
    })
}
