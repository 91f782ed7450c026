//! What is in a file of arrays.
use super::npy;
use super::safetensors;
use crate::failure::{Failure, mistake};
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

/// What is in a file: arrays, one after another, and what is said about all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Contents {
    pub(super) format: Format,
    pub(super) tensors: Vec<Tensor>,
    /// Text of others, by key.
    pub(super) metadata: BTreeMap<String, String>,
}

impl Contents {
    /// Reads the header of a file, which is named in messages.
    ///
    /// Post-condition: the bytes of every tensor are in the file, as many as its shape needs.
    pub(super) fn read(name: &str, stem: &str, file: &[u8]) -> Result<Contents, Failure> {
        let contents = if file.starts_with(npy::MAGIC) {
            npy::read(stem, file)
        } else if file.get(8) == Some(&b'{') {
            safetensors::read(file)
        } else {
            Err(mistake!("this is neither an .npy nor a .safetensors file"))
        };
        contents.map_err(|failure| failure.within(name))
    }
}
