//! What is in a file of arrays.
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// An array in a file. There may be many: what is long is kept as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tensor {
    /// Its name; of an `.npy` file, that of the file.
    pub(super) name: Box<str>,
    /// The type of its elements, as the format writes it.
    pub(super) element: Arc<str>,
    /// The bits of an element.
    pub(super) bits: usize,
    /// The dimensions, as the file has them.
    pub(super) shape: Vec<i64>,
    /// Whether the first dimension is innermost.
    pub(super) is_fortran: bool,
    /// The layout, where the file says one: a text that [`Record`](super::record::Record) reads.
    pub(super) record: Option<Box<str>>,
    /// Where its elements are in the file.
    pub(super) bytes: Range<usize>,
}

impl Tensor {
    /// The number of elements in the file, padding included.
    pub(super) fn elements(&self) -> i64 {
        self.shape.iter().product()
    }
}

/// The formats of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Npy,
    SafeTensors,
}

impl Format {
    /// The ending of the names of its files.
    pub(super) fn ending(self) -> &'static str {
        match self {
            Format::Npy => "npy",
            Format::SafeTensors => "safetensors",
        }
    }
}

/// What is in a file: arrays, one after another, and what is said about all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Contents {
    pub(super) format: Format,
    pub(super) tensors: Vec<Tensor>,
    /// Text of others, by key.
    pub(super) metadata: BTreeMap<String, String>,
}
