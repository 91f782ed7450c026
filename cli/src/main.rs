//! The `tilework` program.
fn main() {}
