//! One file that is written: what is in it, and where.
use super::contents::{Contents, Format};
use super::npy;
use super::rules::Rules;
use super::safetensors::HeaderWriter;
use super::transfer::Transfer;
use crate::failure::{Failure, mistake};
use std::io::{self, Write};
use std::path::PathBuf;

/// A file of the output, and how it comes from the input. Nothing is kept of its arrays: there may be many, and many
/// files.
#[derive(Debug)]
pub(super) struct Job<'a> {
    pub(super) input: &'a Contents,
    rules: &'a Rules,
    device: Option<usize>,
    pub(super) path: Option<PathBuf>,
    /// How many arrays are moved into another layout.
    pub(super) moved: usize,
    pub(super) bytes_read: usize,
    /// The bytes of the file.
    pub(super) length: usize,
    /// The bytes of the two parts of the header.
    pub(super) header: [usize; 2],
}

impl<'a> Job<'a> {
    /// The file for a device, or for all of them. What cannot be done is refused here, before anything is written.
    pub(super) fn new(
        input: &'a Contents,
        rules: &'a Rules,
        path: Option<PathBuf>,
        device: Option<usize>,
    ) -> Result<Job<'a>, Failure> {
        let mut job = Job { input, rules, device, path, moved: 0, bytes_read: 0, length: 0, header: [0; 2] };
        let (mut moved, mut bytes_read, mut length) = (0, 0, 0_usize);
        let header = job.write_header([io::sink(), io::sink()], |transfer| {
            bytes_read += transfer.bytes_read();
            if let Some(layouts) = &transfer.moved {
                moved += 1;
                layouts.copies().map_err(|failure| failure.within(&transfer.input.name))?;
            }
            let sum = length.checked_add(transfer.length);
            length = sum.ok_or_else(|| mistake!("the output is too large"))?;
            Ok(())
        })?;
        (job.header, job.moved, job.bytes_read) = (header, moved, bytes_read);
        job.length = length + header[0] + header[1];
        Ok(job)
    }

    /// What becomes of an array.
    pub(super) fn transfer(&self, array: usize) -> Result<Transfer<'a>, Failure> {
        Transfer::of(&self.input.tensors[array], self.input.format, self.rules, self.device)
    }

    /// What becomes of all arrays, one after another.
    pub(super) fn transfers(&self) -> impl Iterator<Item = Result<Transfer<'a>, Failure>> {
        (0..self.input.tensors.len()).map(|array| self.transfer(array))
    }

    /// Where the arrays begin in the file.
    pub(super) fn begin(&self) -> usize {
        self.header[0] + self.header[1]
    }

    /// Writes the two parts of the header, and shows every array on the way: how many bytes they have.
    pub(super) fn write_header(
        &self,
        [mut first, second]: [impl Write; 2],
        mut each: impl FnMut(&Transfer<'_>) -> Result<(), Failure>,
    ) -> Result<[usize; 2], Failure> {
        let failed = |error: io::Error| {
            let path = self.path.as_deref().unwrap_or("".as_ref());
            mistake!("{}: {error}; nothing was written", path.display())
        };
        if self.input.format == Format::Npy {
            let transfer = self.transfer(0)?;
            each(&transfer)?;
            let header = npy::header(&transfer.result(0));
            first.write_all(&header).and_then(|()| first.flush()).map_err(failed)?;
            return Ok([header.len(), 0]);
        }
        let writer = HeaderWriter::new(self.begin(), &self.input.metadata, [first, second]);
        let (mut writer, mut begin) = (writer.map_err(failed)?, 0);
        for transfer in self.transfers() {
            let transfer = transfer?;
            each(&transfer)?;
            writer.add(&transfer.result(begin)).map_err(failed)?;
            begin += transfer.length;
        }
        writer.finish().map_err(failed)
    }
}
