//! Timings against hand-written code and peers.
fn main() {}
