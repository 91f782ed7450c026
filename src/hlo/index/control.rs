//! Computations that run once, or again and again, as other values say.
use super::at::At;
use super::call::parameters_of;
use super::reads::Reads;
use crate::hlo::module::Computation;
use smallvec::SmallVec;

/// What each branch reads of its operand, and the number that chooses.
pub(super) fn conditional(at: &At<'_, '_>) -> Option<Reads> {
    let attributes = at.instruction.attributes;
    let names: SmallVec<[&str; 2]> = match attributes.get("branch_computations") {
        Some(names) => {
            let names = names.strip_prefix('{')?.strip_suffix('}')?;
            names.split(',').map(str::trim).collect()
        }
        None => {
            [attributes.get("true_computation")?, attributes.get("false_computation")?].into_iter().collect()
        }
    };
    if at.operands() != names.len() + 1 {
        return None;
    }
    let of_branch = |(number, name): (usize, &&str)| {
        let maps = parameters_of(at, name).and_then(|reads| reads.of(0).map(SmallVec::from));
        (number + 1, maps)
    };
    Some(Reads::of_some(names.iter().enumerate().map(of_branch).chain([(0, at.scalar())])))
}

/// An element of the tuple that the body hands on as it is.
pub(super) fn while_loop(at: &At<'_, '_>) -> Option<Reads> {
    let body = at.module.called_by(at.computation, at.instruction.attributes.get("body")?)?;
    is_handed_on(body, *at.output.first()?).then(|| at.only(0, at.same_element(0, at.output)))?
}

/// Whether an element of the tuple that a computation has is that element of the tuple it takes.
fn is_handed_on(body: &Computation<'_>, element: usize) -> bool {
    let root = body.root();
    let Some(&(mut number)) = root.operands.get(element).filter(|_| root.opcode == "tuple") else {
        return false;
    };
    while let ("copy", [operand]) =
        (body.instructions[number].opcode, &body.instructions[number].operands[..])
    {
        number = *operand;
    }
    let taken = &body.instructions[number];
    let is_parameter = |number: &usize| body.instructions[*number].opcode == "parameter";
    taken.opcode == "get-tuple-element"
        && taken.attributes.integer("index") == i64::try_from(element).ok()
        && taken.operands.first().is_some_and(is_parameter)
}
