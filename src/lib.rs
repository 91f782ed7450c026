//! tilework: functions from tensor coordinates to memory offsets.
#![no_std]
#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "alloc")]
pub mod dynamic;
pub mod format;
pub mod int;
pub mod kernel;
pub mod layout;
mod macros;
pub mod prelude;
pub mod tensor;
pub mod tuple;

#[doc(hidden)]
pub use tilework_macros as notation_macros;
#[doc(hidden)]
pub use typenum;
