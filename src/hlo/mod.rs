//! Floor 5': HLO programs, what their instructions read, and how.
//!
//! What may enter: what is said of the instructions of a program, and of programs.

mod attributes;
mod index;
mod module;
mod parse;

pub use attributes::Attributes;
pub use index::{
    Indexing, OperandIndexing, OperandMaps, RuntimeVariable, Scope, bitcast_map, input_to_output,
    logical_to_physical_map, output_to_input, physical_to_logical_map,
};
pub use module::{Computation, Instruction, Module};
