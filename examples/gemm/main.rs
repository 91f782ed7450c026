//! Multiplies two matrices that NumPy wrote, in the layouts a matrix unit wants, and checks the product against
//! NumPy's.
//!
//! ```sh
//! cargo run --release --example gemm                              # the matrices in examples/data
//! cargo run --release --example gemm -- A.npy B.npy [C.npy]       # others; without C, checked in double precision
//! cargo run --release --example gemm -- --size 512x512x512        # random ones, M x K x N
//! ```
//!
//! A is packed into zN, B into nZ, the product is computed in L0C by one generic kernel and unpacked to row-major.
//! Inner tiles are static and outer counts are not: the sizes come from the files.

mod hand;
mod measure;
mod npy;
mod product;
#[cfg(test)]
mod tests;

use npy::{FileError, Matrix};
use product::Reference;
use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tilework::prelude::*;

const USAGE: &str = "gemm [A.npy B.npy [C.npy] | --size MxKxN]";
/// Elements of the largest random matrix: 256 MiB.
const MOST: usize = 1 << 26;

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    match run(&arguments, &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        // whoever read the output has seen enough
        Err(error) if error.downcast_ref().map(io::Error::kind) == Some(io::ErrorKind::BrokenPipe) => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            // when standard error is closed too there is no one left to tell
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

/// What to multiply, and what should come out.
struct Job {
    a: Matrix,
    b: Matrix,
    /// Its name and NumPy's product.
    expected: Option<(PathBuf, Matrix)>,
}

fn run(arguments: &[String], out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let job = match arguments.as_slice() {
        [] => {
            let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data");
            Job::read(&data.join("A.npy"), &data.join("B.npy"), Some(&data.join("C.npy")))?
        }
        ["--size", size] => Job::random(size)?,
        [flag, ..] if flag.starts_with('-') => return Err(format!("usage: {USAGE}").into()),
        [a, b] => Job::read(Path::new(a), Path::new(b), None)?,
        [a, b, c] => Job::read(Path::new(a), Path::new(b), Some(Path::new(c)))?,
        _ => return Err(format!("usage: {USAGE}").into()),
    };
    job.run(out)
}

impl Job {
    fn read(a_file: &Path, b_file: &Path, c_file: Option<&Path>) -> Result<Self, FileError> {
        let (a, b) = (npy::read(a_file)?, npy::read(b_file)?);
        if a.cols != b.rows {
            let found = format!("{} rows in a {}x{} matrix", b.rows, b.rows, b.cols);
            let expected = format!("{}, the columns of {}", a.cols, a_file.display());
            return Err(FileError::new(b_file, found, expected));
        }
        let expected = match c_file {
            None => None,
            Some(file) => {
                let c = npy::read(file)?;
                if (c.rows, c.cols) != (a.rows, b.cols) {
                    let expected = format!("{}x{}, the size of the product", a.rows, b.cols);
                    return Err(FileError::new(file, format!("a {}x{} matrix", c.rows, c.cols), expected));
                }
                Some((file.to_owned(), c))
            }
        };
        Ok(Job { a, b, expected })
    }

    fn random(size: &str) -> Result<Self, String> {
        let extents: Option<Vec<usize>> = size.split('x').map(|extent| extent.parse().ok()).collect();
        let Some(&[m, k, n]) = extents.as_deref() else {
            return Err(format!("--size: found {size}, expected three numbers such as 512x512x512"));
        };
        let fits = |rows: usize, cols: usize| rows.checked_mul(cols).is_some_and(|elements| elements <= MOST);
        if !(fits(m, k) && fits(k, n) && fits(m, n)) {
            return Err(format!("--size: found {size}, expected matrices of at most {MOST} elements"));
        }
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = |rows, cols| {
            let element = |_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
            };
            Matrix { rows, cols, elements: (0..rows * cols).map(element).collect() }
        };
        Ok(Job { a: random(m, k), b: random(k, n), expected: None })
    }

    fn run(&self, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
        let (m, k, n) = (self.a.rows, self.a.cols, self.b.cols);

        let mut a = VecTensor::filled(zN::try_layout::<f32, _, _>(m, k)?, 0.0f32)?;
        let mut b = VecTensor::filled(nZ::try_layout::<f32, _, _>(k, n)?, 0.0f32)?;
        let mut c = VecTensor::filled(L0C::try_layout::<f32, _, _>(m, n)?, 0.0f32)?;
        copy(&View::new(&self.a.elements, row_major((m, k)))?, &mut a.view_mut())?;
        copy(&View::new(&self.b.elements, row_major((k, n)))?, &mut b.view_mut())?;
        matmul(&a.view(), &b.view(), &mut c.view_mut())?;
        let mut product = VecTensor::filled(row_major((m, n)), 0.0f32)?;
        copy(&c.view(), &mut product.view_mut())?;

        writeln!(out, "A  {:<9}  zN   {}", format!("{m}x{k}"), a.layout())?;
        writeln!(out, "B  {:<9}  nZ   {}", format!("{k}x{n}"), b.layout())?;
        writeln!(out, "C  {:<9}  L0C  {}", format!("{m}x{n}"), c.layout())?;
        self.check(product.as_slice(), out)?;

        let (packed_a, packed_b) = (a.as_slice(), b.as_slice());
        let mut panels = hand::Panels::new();
        let mut by_hand = |c: &mut [f32]| multiply_by_hand(&mut panels, (m, k, n), packed_a, packed_b, c);
        let by_fractals = |c: &mut [f32]| multiply_fractals((m, k, n), packed_a, packed_b, c);
        let mut buffers = [(); 2].map(|()| vec![0.0f32; c.as_slice().len()]);
        by_hand(&mut buffers[0]);
        by_fractals(&mut buffers[1]);
        for buffer in &buffers {
            copy(&View::new(buffer, c.layout())?, &mut product.view_mut())?;
            self.check(product.as_slice(), &mut io::sink())?;
        }

        let [buffer, other] = &mut buffers;
        let mut outcome = Ok(());
        let [ours, same, fractals] = measure::medians([
            &mut || outcome = outcome.and(matmul(&a.view(), &b.view(), &mut c.view_mut())),
            &mut || by_hand(buffer),
            &mut || by_fractals(other),
        ]);
        outcome?;
        writeln!(out, "{:<32} {:>10} {:>9} {:>12}", "", "us", "GFLOP/s", "ours / this")?;
        let operations = 2.0 * m as f64 * k as f64 * n as f64;
        for (name, seconds) in [
            ("generic kernel", ours),
            ("the same by hand, constants", same),
            ("by hand for these formats only", fractals),
        ] {
            let (time, rate, ratio) = (seconds * 1e6, operations / seconds * 1e-9, ours / seconds);
            writeln!(out, "{name:<32} {time:>10.2} {rate:>9.2} {ratio:>12.3}")?;
        }
        Ok(())
    }

    /// Compares a row-major product with NumPy's, or with one in double precision.
    fn check(&self, product: &[f32], out: &mut impl Write) -> Result<(), Box<dyn Error>> {
        let reference = Reference::new(&self.a, &self.b);
        let (name, outcome) = match &self.expected {
            Some((file, c)) => {
                let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
                (name.into_owned(), reference.compare_with(product, &c.elements))
            }
            None => ("the product in double precision".to_owned(), reference.compare(product)),
        };
        match outcome {
            Ok(worst) => writeln!(
                out,
                "agrees with {name}: the largest error is {:.1} % of what rounding allows",
                worst * 100.0
            )?,
            Err(difference) => return Err(format!("differs from {name}: found {difference}").into()),
        }
        Ok(())
    }
}

/// The size of the matrices in `examples/data`, for which the size is a constant of the hand-written products too.
const SHIPPED: hand::Size = (100, 50, 70);

#[inline(never)]
fn multiply_by_hand(panels: &mut hand::Panels, size: hand::Size, a: &[f32], b: &[f32], c: &mut [f32]) {
    match size {
        SHIPPED => panels.multiply(SHIPPED, a, b, c),
        size => panels.multiply(size, a, b, c),
    }
}

#[inline(never)]
fn multiply_fractals(size: hand::Size, a: &[f32], b: &[f32], c: &mut [f32]) {
    match size {
        SHIPPED => hand::fractals(SHIPPED, a, b, c),
        size => hand::fractals(size, a, b, c),
    }
}
