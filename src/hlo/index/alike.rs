//! Outputs that read alike: one answer serves all of them.
use super::builder::{output_paths, subshape};
use super::elementwise::is_elementwise;
use super::operand::ShapeIndex;
use super::scope::Scope;
use crate::hlo::module::Instruction;
use crate::xla::Shape;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Outputs that read the same, and where one of them is.
pub(in crate::hlo) struct Alike {
    pub(in crate::hlo) path: ShapeIndex,
    pub(in crate::hlo) outputs: Arc<[usize]>,
}

/// The outputs of an instruction: together, where the maps depend on the shape of an output only.
pub(super) fn alike(instruction: &Instruction<'_>, scope: Scope) -> Vec<Alike> {
    let paths = output_paths(&instruction.shape, scope).into_iter().enumerate();
    let are_alike = match instruction.opcode {
        // to XLA it is any elementwise operation
        "all-reduce" => scope == Scope::Xla,
        "reduce" | "reduce-window" | "rng-bit-generator" | "scatter" | "sort" => true,
        opcode => is_elementwise(opcode),
    };
    if !are_alike {
        return paths.map(|(output, path)| Alike { path, outputs: Arc::new([output]) }).collect();
    }
    let mut found: Vec<(&Shape, ShapeIndex, Vec<usize>)> = Vec::new();
    for (output, path) in paths {
        let Some(shape) = subshape(&instruction.shape, &path) else { continue };
        match found.iter_mut().find(|(other, ..)| *other == shape) {
            Some((.., outputs)) => outputs.push(output),
            None => found.push((shape, path, Vec::from([output]))),
        }
    }
    found.into_iter().map(|(_, path, outputs)| Alike { path, outputs: outputs.into() }).collect()
}
