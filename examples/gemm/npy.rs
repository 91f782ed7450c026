//! A strict reader of matrices of `f32` in NumPy's `.npy` files.
//!
//! The file must be exactly what `numpy.save` writes for a C-ordered float32 matrix. Anything else is one line: which
//! file, what was found, what was expected. The format:
//! <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.

use std::fmt;
use std::fs;
use std::path::Path;

/// A matrix as the file holds it: rows one after another.
#[derive(Debug)]
pub(crate) struct Matrix {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) elements: Vec<f32>,
}

/// A file that is not what was expected.
#[derive(Debug)]
pub(crate) struct FileError {
    file: String,
    found: String,
    expected: String,
}

impl FileError {
    pub(crate) fn new(file: &Path, found: impl Into<String>, expected: impl Into<String>) -> Self {
        FileError { file: file.display().to_string(), found: found.into(), expected: expected.into() }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: found {}, expected {}", self.file, self.found, self.expected)
    }
}

impl std::error::Error for FileError {}

/// The matrix in a file.
pub(crate) fn read(file: &Path) -> Result<Matrix, FileError> {
    let refuse = |(found, expected): Complaint| FileError::new(file, found, expected);
    let bytes = fs::read(file).map_err(|error| refuse(complaint(error.to_string(), "a .npy file")))?;
    parse(&bytes).map_err(refuse)
}

/// What was found and what was expected.
type Complaint = (String, String);

fn complaint(found: impl Into<String>, expected: impl Into<String>) -> Complaint {
    (found.into(), expected.into())
}

const MAGIC: &[u8] = b"\x93NUMPY";

pub(crate) fn parse(bytes: &[u8]) -> Result<Matrix, Complaint> {
    let (header, data) = split(bytes)?;
    let Header { dtype, fortran_order, shape } = Header::parse(header)
        .ok_or_else(|| complaint("a header that cannot be read", "what numpy.save writes"))?;
    if dtype != "<f4" {
        return Err(complaint(format!("dtype {dtype}"), "dtype <f4: little-endian float32"));
    }
    let &[rows, cols] = shape.as_slice() else {
        return Err(complaint(format!("an array of shape {shape:?}"), "a matrix: two dimensions"));
    };
    if fortran_order {
        return Err(complaint("Fortran order", "C order; numpy.ascontiguousarray gives that"));
    }
    let (expected, found) = (rows.checked_mul(cols).and_then(|n| n.checked_mul(4)), data.len());
    if expected != Some(found) {
        let kind = if expected.is_none_or(|expected| found < expected) { "only " } else { "" };
        let expected = expected.map_or("more than can be".to_owned(), |bytes| bytes.to_string());
        return Err(complaint(
            format!("{kind}{found} bytes of data"),
            format!("{expected} for {rows}x{cols} of float32"),
        ));
    }
    let elements = data.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    Ok(Matrix { rows, cols, elements })
}

/// The text of the header, and the data behind it.
fn split(bytes: &[u8]) -> Result<(&str, &[u8]), Complaint> {
    let ends = |what| complaint(format!("the end of the file in its {what}"), "a whole .npy file");
    let rest = match bytes.strip_prefix(MAGIC) {
        Some(rest) => rest,
        None if bytes.is_empty() => return Err(complaint("an empty file", "a .npy file")),
        None if MAGIC.starts_with(bytes) => return Err(ends("signature")),
        None => {
            let start = bytes[..bytes.len().min(6)].escape_ascii();
            return Err(complaint(format!("a file that starts with \"{start}\""), "a .npy file"));
        }
    };
    let (version, rest) = rest.split_first_chunk::<2>().ok_or_else(|| ends("version"))?;
    let (len, rest) = match version {
        [1, 0] => {
            let (len, rest) = rest.split_first_chunk().ok_or_else(|| ends("header"))?;
            (usize::from(u16::from_le_bytes(*len)), rest)
        }
        [2 | 3, 0] => {
            let (len, rest) = rest.split_first_chunk().ok_or_else(|| ends("header"))?;
            (u32::from_le_bytes(*len) as usize, rest)
        }
        [major, minor] => {
            return Err(complaint(format!("version {major}.{minor}"), "version 1.0, 2.0 or 3.0"));
        }
    };
    let (header, data) = rest.split_at_checked(len).ok_or_else(|| ends("header"))?;
    let header = str::from_utf8(header).map_err(|_| complaint("a header that is not text", "a .npy file"))?;
    Ok((header, data))
}

/// The dictionary at the start of the file.
#[derive(Default)]
struct Header<'a> {
    dtype: &'a str,
    fortran_order: bool,
    shape: Vec<usize>,
}

impl<'a> Header<'a> {
    /// Reads `{'descr': '<f4', 'fortran_order': False, 'shape': (100, 50), }`, keys in any order; `None` for anything
    /// else. The descr of a structured array is a list, and given back as it stands.
    fn parse(text: &'a str) -> Option<Self> {
        let mut header = Header::default();
        let mut seen = [false; 3];
        let mut rest = text.trim().strip_prefix('{')?;
        while !rest.starts_with('}') {
            let (key, after) = quoted(rest)?;
            rest = after.trim_start().strip_prefix(':')?.trim_start();
            let key = ["descr", "fortran_order", "shape"].iter().position(|&known| known == key)?;
            if std::mem::replace(&mut seen[key], true) {
                return None;
            }
            rest = match key {
                0 if rest.starts_with('[') => {
                    let (list, after) = rest.split_at(rest.rfind(']')? + 1);
                    header.dtype = list;
                    after
                }
                0 => {
                    let (dtype, after) = quoted(rest)?;
                    header.dtype = dtype;
                    after
                }
                1 => {
                    header.fortran_order = rest.starts_with("True");
                    rest.strip_prefix("True").or_else(|| rest.strip_prefix("False"))?
                }
                _ => {
                    let (inside, after) = rest.strip_prefix('(')?.split_once(')')?;
                    header.shape = extents(inside)?;
                    after
                }
            };
            rest = rest.trim_start();
            rest = match rest.strip_prefix(',') {
                Some(more) => more.trim_start(),
                None if rest.starts_with('}') => rest,
                None => return None,
            };
        }
        (rest == "}" && seen == [true; 3]).then_some(header)
    }
}

/// What stands between the quotes at the start of a text, and what follows.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    text[1..].split_once(quote)
}

/// `100, 50` or `3,`.
fn extents(text: &str) -> Option<Vec<usize>> {
    let text = text.trim();
    let text = text.strip_suffix(',').unwrap_or(text);
    match text {
        "" => Some(Vec::new()),
        _ => text.split(',').map(|extent| extent.trim().parse().ok()).collect(),
    }
}
