//! HLO text: `bf16[8,128]{1,0:T(8,128)(2,1)}`, its layout, and the bytes it takes.
//!
//! The grammar and the rules are those of the library, in `tilework-tiles`; here is how tokens of Rust are read, and
//! how a layout is written as Rust.

mod array;
mod emit;
mod read;

pub(crate) use array::padded_bytes;
pub(crate) use emit::{OnTooLarge, layout_type, layout_value};
pub(crate) use read::read_array;
