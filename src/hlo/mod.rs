//! Floor 5': HLO, the programs of XLA, as text.
//!
//! A dump of a module is lines: a header, computations, and in each an instruction a line, `%name = shape opcode(operands),
//! attributes`. This room takes them apart. Nothing is copied from the text, and a shape is read only when it is asked for, so
//! that dumps of any size go through at the speed of reading.
//!
//! What may enter: what is said of whole programs, from their text up. What is said of one shape belongs to [`xla`](crate::xla).

mod balance;
mod instruction;
mod line;
#[cfg(feature = "std")]
mod reader;
mod scanner;

pub use instruction::{Instruction, Operand};
pub use line::{ComputationHeader, Line, ModuleHeader, scan_line};
#[cfg(feature = "std")]
pub use reader::{ReadError, Reader};
pub use scanner::{ScanError, Scanner};
