//! Moves a matrix from one layout into another, both given as text:
//! `cargo run --features dynamic --example from_text -- '(8,12):(12,1)' '((4,2),(4,3)):((4,16),(1,32))'`.
//!
//! The structure of the layouts is not known before the program runs. As matrices of dynamic leaves they go into
//! [`copy`]; what walks the result is compiled for a few forms, one of which the layout has.

use std::error::Error;
use std::process::ExitCode;
use tilework::dynamic::{DynLayout, MatrixKernel, dispatch};
use tilework::prelude::*;
use tilework::tensor::TensorError;

/// A matrix as text, row by row.
struct Rows<'a>(&'a [u32]);

impl MatrixKernel for Rows<'_> {
    type Output = Result<String, TensorError>;

    fn run<L: Matrix>(self, layout: L) -> Self::Output {
        let a = View::new(self.0, layout)?;
        let row = |i| (0..layout.cols()).map(|j| format!("{:4}", a[(i, j)])).collect::<String>();
        Ok((0..layout.rows()).map(|i| row(i) + "\n").collect())
    }
}

fn run(from: &str, into: &str) -> Result<(), Box<dyn Error>> {
    let (from, into): (DynLayout, DynLayout) = (from.parse()?, into.parse()?);
    let memory: Vec<u32> = (0..u32::try_from(from.cosize())?).collect();
    let mut moved = VecTensor::filled(into.to_matrix()?, 0)?;
    copy(&View::new(&memory, from.to_matrix()?)?, &mut moved.view_mut())?;

    let rows = dispatch(&into, Rows(moved.as_slice()))??;
    assert_eq!(rows, dispatch(&from, Rows(&memory))??, "the same matrix, whatever its layout");
    println!("{rows}\nin memory, as {into}:\n{:?}", moved.as_slice());
    Ok(())
}

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let (from, into) = match &given[..] {
        [] => ("(8,12):(12,1)", "((4,2),(4,3)):((4,16),(1,32))"),
        [from, into] => (from.as_str(), into.as_str()),
        _ => {
            eprintln!("two layouts are needed, such as '(8,12):(12,1)' '((4,2),(4,3)):((4,16),(1,32))'");
            return ExitCode::FAILURE;
        }
    };
    match run(from, into) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
