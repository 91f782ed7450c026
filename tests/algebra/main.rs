//! The algebra of typed layouts: worked examples, definitions, runtime twins.
#![cfg(feature = "dynamic")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/random.rs"]
mod random;

mod census;
mod examples;
mod facts;
mod inverse;
mod laws;
mod multiples;
mod overflow;
mod product;
mod shapes;
