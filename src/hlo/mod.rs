//! Floor 5': HLO, the programs of XLA: their text, and what their instructions read.
//!
//! A dump of a module is lines: a header, computations, and in each an instruction a line, `%name = shape
//! opcode(operands), attributes`. There are two ways to read it. A [`Scanner`] or a [`Reader`] takes the lines apart
//! one by one, for dumps of any size at the speed of reading; a [`Module`] is a whole program whose operands are
//! resolved, and prints as XLA does. Nothing is copied from the text. Of a program, [`output_to_input`] and
//! [`input_to_output`] say which elements an instruction reads and where they go, as indexing maps, [`reads`] and
//! [`feeds`] the same of whole chains; [`Scope`] says how much, and how exactly, and [`OutOfRange`] what a number
//! means that is read at run time and is no place. What a tile reads, how much of an operand is read, and whether
//! threads read neighbours follows from the maps: [`symbolic_tiles`], [`utilization`], [`coalesced_reads`].
//!
//! What may enter: what is said of whole programs, from their text up. What is said of one shape belongs to
//! [`xla`](mod@crate::xla), what is said of maps alone to [`affine`](crate::affine).

mod attributes;
mod balance;
mod index;
mod instruction;
mod line;
mod module;
mod parse;
mod print;
#[cfg(feature = "std")]
mod reader;
mod scanner;
mod uses;

pub use attributes::Attributes;
pub use index::{
    AllOutputs, Indexing, OperandIndexing, OperandMaps, OutOfRange, OutputMaps, RuntimeVariable, Scope,
    ShapeIndex, bitcast_map, feeds, input_to_output, inputs_to_outputs, logical_to_physical_map,
    output_shapes, output_to_input, outputs_to_inputs, physical_to_logical_map, proves_bitcast, reads,
    subshape,
};
pub use instruction::{InstructionLine, OperandText};
pub use line::{ComputationHeader, Line, ModuleHeader, scan_line};
pub use module::{Computation, Instruction, Module};
#[cfg(feature = "std")]
pub use reader::{MOST_LINE_BYTES, ReadError, Reader};
pub use scanner::{ScanError, Scanner};
pub use uses::{
    GpuModel, StridedRange, TiledRead, UnknownReasons, Utilization, WarpAccess, coalesced_reads,
    is_coalesced_at_a_glance, symbolic_tile, symbolic_tiles, thread_map, utilization, warp_accesses,
};
