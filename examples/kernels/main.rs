//! For kernel authors: sixteen kernels as one writes them, each over any layout, and each with at most three bounds.
//!
//! ```sh
//! cargo run --release --example kernels
//! ```
//!
//! Every file has a kernel or two and a `check`, which runs them over layouts of several kinds and compares with the
//! plainest loops there are.

mod attention;
mod batches;
mod c_pointers;
mod convolution;
mod embedding;
mod im2col;
mod layer_norm;
mod pack;
mod pooling;
mod quantize;
mod recursion;
mod sgemm;
mod softmax;
mod stencil;
mod thread_pool;
mod transpose;

use std::error::Error;

/// What can go wrong in a kernel: extents that do not match, tiles that do not lie as one, storage that is too small.
pub(crate) type Checked = Result<(), Box<dyn Error>>;

/// The kernels, by name.
const KERNELS: [(&str, fn() -> Checked); 16] = [
    ("attention", attention::check),
    ("batched products", batches::check),
    ("pointers from C", c_pointers::check),
    ("convolution", convolution::check),
    ("embedding and its gradient", embedding::check),
    ("im2col", im2col::check),
    ("layer norm", layer_norm::check),
    ("packing of weights", pack::check),
    ("pooling", pooling::check),
    ("quantisation", quantize::check),
    ("recursion", recursion::check),
    ("sgemm of CuTe", sgemm::check),
    ("softmax", softmax::check),
    ("stencil", stencil::check),
    ("thread pool", thread_pool::check),
    ("staged transpose", transpose::check),
];

/// Numbers that look drawn: small, of both signs, no two neighbours alike.
fn numbers(len: usize) -> Vec<f32> {
    (0..len).map(|i| ((i * 7919 + 13) % 31) as f32 / 8.0 - 2.0).collect()
}

/// Equal up to rounding.
fn close(a: f32, b: f32) -> bool {
    (a - b).abs() <= 1e-4 * (1.0 + b.abs())
}

pub(crate) fn main() -> Checked {
    for (name, check) in KERNELS {
        check().map_err(|error| format!("{name}: {error}"))?;
        println!("{name}: as the plain loops");
    }
    Ok(())
}
