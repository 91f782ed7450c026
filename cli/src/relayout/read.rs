//! Files of arrays, read by what they begin with.
use super::contents::Contents;
use super::{npy, safetensors};
use crate::failure::{Failure, mistake};

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
