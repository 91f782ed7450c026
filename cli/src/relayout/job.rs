//! One file that is written: what is in it, from the plan to the name.
use super::contents::Contents;
use super::mapped::Mapped;
use super::output::Output;
use super::rules::Rules;
use super::stop::Stop;
use super::transfer::{Transfer, transfers};
use super::{pieces, progress, verify};
use crate::failure::Failure;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// A file of the output, and how it comes from the input.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) path: Option<PathBuf>,
    pub(super) transfers: Vec<Transfer>,
    pub(super) result: Contents,
    pub(super) length: usize,
    header: Vec<u8>,
}

impl Job {
    /// The file for a device, or for all of them.
    pub(super) fn new(
        input: &Contents,
        rules: &Rules,
        path: Option<PathBuf>,
        device: Option<usize>,
    ) -> Result<Job, Failure> {
        let (transfers, mut result) = transfers(input, rules, device)?;
        let header = result.header()?;
        let length = result.tensors.last().map_or(header.len(), |last| last.bytes.end);
        Ok(Job { path, transfers, result, length, header })
    }

    /// Writes the file, and reads it back if that is wanted.
    pub(super) fn write(
        &self,
        input: &Mapped,
        output: &Output,
        threads: NonZeroUsize,
        is_verified: bool,
        stop: &Stop,
    ) -> Result<(), Failure> {
        output.write_at(0, &self.header)?;
        let bar = progress::bar("moved", self.length as u64);
        let written = pieces::write(input, &self.transfers, &self.result, output, threads, &bar, stop);
        bar.finish_and_clear();
        written?;
        if is_verified {
            let bar = progress::bar("compared", self.length as u64);
            let output = output.mapped()?;
            let compared = verify::verify(input, &self.transfers, &self.result, &output, threads, &bar, stop);
            bar.finish_and_clear();
            compared?;
        }
        Ok(())
    }
}
