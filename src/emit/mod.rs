//! Floor 6': index functions as text of other languages.
//!
//! A kernel that is not written in Rust needs the layouts of this library nevertheless. An [`IndexFunction`] is made of
//! any layout, swizzle or indexing map, and is printed as C99, CUDA C++, HIP, OpenCL C, WGSL, Metal or Rust: from a
//! coordinate to the offset, whether a coordinate is inside, and from the offset back. The text is exact or refused:
//! every value on the way is proven to fit in the integers it is computed in, of 32 bits where that is enough.
//!
//! The way: expressions, simplified with the ranges of their variables, become operations of a machine on words of one
//! width (`lower`, `exclusive`), as few as a person would write; these are printed (`print`). What is asked for twice
//! is computed once, quotients by powers of two are shifts, numbers without a common bit join by `|`, and what has no
//! carries is an XOR.
//!
//! `relayout` makes whole kernels of such functions: copies between two layouts, staged in shared memory.
//!
//! What may enter: what turns an index function into text. What a layout means is computed in the rooms below.
//!
//! ```
//! use tilework::dynamic::Swizzled;
//! use tilework::emit::{IndexFunction, Language};
//! let stage: Swizzled = "Sw<3,0,3> o (8,8):(8,1)".parse()?;
//! let text = IndexFunction::try_from(&stage)?.emit(Language::Cuda, "stage")?.text;
//! assert!(text.contains("return ((d0 << 3) | d1) ^ d0;"), "{text}");
//! # Ok::<(), tilework::emit::EmitError>(())
//! ```
mod condition;
mod error;
mod exclusive;
mod function;
mod language;
mod lower;
mod machine;
mod names;
mod print;
mod relayout;
mod swizzle;
mod word;

pub use error::EmitError;
pub use function::{Emitted, IndexFunction, MOST_OPERATIONS};
pub use language::Language;
pub use relayout::{AccessReport, EmittedKernel, RelayoutKernel, StageSkew};
pub use word::Word;
