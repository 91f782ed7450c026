//! Integers and tuples of them.
#![cfg(feature = "dynamic")]
// Beyond 2^60 the compiler's default depth does not suffice for every division.
#![recursion_limit = "256"]

mod integers;
mod tuples;
