//! Which elements of its operands an instruction reads, and where an element of an operand goes.

mod bitcast_proof;
mod builder;
mod contraction;
mod forward;
mod fusion;
mod gather;
mod operand;
mod output_to_input;
mod physical;
mod rearrange;
mod runtime;
mod window;

pub use bitcast_proof::proves_bitcast;
pub(super) use builder::{delinearized, linearized};
pub use forward::input_to_output;
pub use fusion::reads;
pub use operand::{Indexing, OperandIndexing, OperandMaps, RuntimeVariable};
pub use output_to_input::{Scope, output_to_input};
pub use physical::{logical_to_physical_map, physical_to_logical_map};
pub use rearrange::bitcast_map;
