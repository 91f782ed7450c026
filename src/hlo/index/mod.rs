//! Which elements of its operands an instruction reads, and where an element of an operand goes.
//!
//! From below: what is known (`runtime_variable`, `operand`, `reads`), what maps are put together from (`builder`), an
//! output that is asked for (`output_at`); a file for each family of operations; what is done to maps (`shared`,
//! `runtime`, `compose`). `known_reads` has the table of all operations, and is the one place where they recurse:
//! through calls. What is public stands on top of it: `output_to_input`, `input_to_output`, `chain`, `bitcast_proof`.
//! Nothing below knows of anything above.

mod alike;
mod along;
mod asynchronous;
mod batch_norm;
mod bitcast;
mod bitcast_proof;
mod builder;
mod calls;
mod chain;
mod clamps;
mod collective;
mod compose;
mod contraction;
mod control;
mod custom_call;
mod elementwise;
mod gather;
mod input_to_output;
mod inverse;
mod known_reads;
mod moved;
mod operand;
mod output_at;
mod output_to_input;
mod physical;
mod reads;
mod rearrange;
mod reduce;
mod replica_groups;
mod reshape;
mod runtime;
mod runtime_variable;
mod scatter;
mod scope;
mod select_and_scatter;
mod shared;
mod triangular;
mod tuple;
mod window;

pub(super) use alike::Alike;
pub use bitcast_proof::proves_bitcast;
pub(super) use builder::{d, delinearized, linearized, output_paths, rebuilt};
pub use builder::{output_shapes, subshape};
pub(super) use calls::MAX_DEPTH;
pub(super) use chain::reads_of_parameters;
pub use chain::{feeds, reads};
pub use input_to_output::{input_to_output, inputs_to_outputs};
pub use operand::{Indexing, OperandIndexing, OperandMaps, ShapeIndex};
pub(super) use output_to_input::each_alike;
pub use output_to_input::{output_to_input, outputs_to_inputs};
pub use physical::{logical_to_physical_map, physical_to_logical_map};
pub use reads::{AllOutputs, OutputMaps};
pub use reshape::bitcast_map;
pub use runtime_variable::{OutOfRange, RuntimeVariable};
pub use scope::Scope;
