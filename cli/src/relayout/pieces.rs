//! The arrays of the output, a piece at a time: what memory there is does not depend on how large they are.
use super::job::Job;
use super::mapped::Mapped;
use super::moved::{Copies, Moved};
use super::output::Output;
use super::stop::Stop;
use super::transfer::Transfer;
use super::windows::windows;
use super::workers::for_each;
use crate::failure::Failure;
use indicatif::ProgressBar;
use std::num::NonZeroUsize;

/// The most bytes of all pieces that wait to be written.
const MOST_BYTES: usize = 16 << 20;

/// The bytes of a piece: as few as stay in a cache until they are written, as many as leave long runs to be read where
/// an array is transposed.
pub(super) fn piece_bytes(threads: NonZeroUsize) -> usize {
    const PIECE: usize = 1 << 20;
    (PIECE.min(MOST_BYTES / threads) & !63).max(64)
}

/// What a thread keeps from one piece to the next.
#[derive(Debug, Default)]
struct Memory<'a> {
    buffer: Vec<u8>,
    /// The last array: the next piece is often of it too, and planning it takes a part of the time of a piece.
    last: Option<Planned<'a>>,
}

/// An array, and how it is moved, if it is.
#[derive(Debug)]
struct Planned<'a> {
    array: usize,
    transfer: Transfer<'a>,
    copies: Option<Copies>,
}

impl<'a> Planned<'a> {
    fn of(job: &Job<'a>, array: usize) -> Result<Planned<'a>, Failure> {
        let transfer = job.transfer(array)?;
        let copies = transfer.moved.as_ref().map(Moved::copies).transpose()?;
        Ok(Planned { array, transfer, copies })
    }
}

/// Writes all arrays to their places in the output, which are counted from where the first one begins.
pub(super) fn write(
    job: &Job<'_>,
    places: &[usize],
    input: &Mapped,
    output: &Output,
    threads: NonZeroUsize,
    progress: &ProgressBar,
    stop: &Stop,
) -> Result<(), Failure> {
    for_each(windows(places, piece_bytes(threads)), threads, stop, |window, memory: &mut Memory<'_>| {
        let Memory { buffer, last } = memory;
        let (bytes, begin) = (window.bytes.len(), job.begin() + window.bytes.start);
        let is_one = window.arrays.len() == 1;
        for array in window.arrays.clone() {
            let planned = match last.take() {
                Some(planned) if planned.array == array => planned,
                _ => Planned::of(job, array)?,
            };
            let Planned { transfer, copies, .. } = last.insert(planned);
            let (in_array, in_window) = window.of(array, places);
            let source = &input[transfer.source.clone()];
            match copies {
                // as it is, out of the one file into the other
                None if is_one => {
                    output.write_at(begin, &source[in_array])?;
                    progress.inc(bytes as u64);
                    input.used(bytes);
                    return Ok(());
                }
                copies => {
                    buffer.resize(bytes, 0);
                    let buffer = &mut buffer[in_window];
                    match copies {
                        Some(copies) => copies.run(source, in_array, buffer)?,
                        None => buffer.copy_from_slice(&source[in_array]),
                    }
                }
            }
        }
        output.write_at(begin, buffer)?;
        progress.inc(bytes as u64);
        input.used(bytes);
        Ok(())
    })
}
