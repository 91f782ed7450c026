//! tilework: functions from tensor coordinates to memory offsets.
#![no_std]
#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;
// The macros name this crate by path, also from inside it.
extern crate self as tilework;

pub mod admissible;
#[cfg(feature = "alloc")]
pub mod dynamic;
