//! The kernels of the examples are what the plain loops are.

#[path = "../../examples/kernels/main.rs"]
mod kernels;

#[test]
fn kernels_of_the_examples() -> kernels::Checked {
    kernels::main()
}
