//! The types that the compiler writes into files, as their names are too long for a line.
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The most bytes of a name that are shown.
const MOST_BYTES: u64 = 1 << 16;

/// The name of a type that this line says is in a file: `the full name for the type has been written to 'FILE'`.
pub(super) fn full_name(line: &[u8]) -> Option<Vec<u8>> {
    let line = str::from_utf8(line).ok()?;
    let (_, path) = line.split_once("has been written to '")?;
    let path = Path::new(path.split_once('\'')?.0);
    // nothing else is read that a text may name
    if !path.file_name()?.to_str()?.contains(".long-type-") || path.extension()? != "txt" {
        return None;
    }
    let mut name = Vec::new();
    let length = File::open(path).ok()?.take(MOST_BYTES + 1).read_to_end(&mut name).ok()?;
    (length as u64 <= MOST_BYTES).then(|| name.trim_ascii().to_vec())
}
