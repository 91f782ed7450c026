//! Reads the output back, and compares it with the input.
use super::contents::Contents;
use super::job::Job;
use super::mapped::Mapped;
use super::pieces::piece_bytes;
use super::read::read;
use super::stop::Stop;
use super::windows::windows;
use super::workers::for_each;
use crate::failure::{Failure, mistake};
use indicatif::ProgressBar;
use std::num::NonZeroUsize;

/// Compares the elements of every array of the output with those of the input, in row-major order, and what the header
/// says with what it should. The arrays begin at the first places in the output, and at the second ones if they are in
/// row-major order.
pub(super) fn verify(
    job: &Job<'_>,
    [places, plain]: [&[usize]; 2],
    input: &Mapped,
    output: &Mapped,
    threads: NonZeroUsize,
    progress: &ProgressBar,
    stop: &Stop,
) -> Result<(), Failure> {
    check_header(job, places, output)?;
    for_each(windows(plain, piece_bytes(threads)), threads, stop, |window, buffers: &mut [Vec<u8>; 2]| {
        let [before, after] = buffers;
        for array in window.arrays.clone() {
            let transfer = job.transfer(array)?;
            let (in_array, _) = window.of(array, plain);
            let old = &input[transfer.source.clone()];
            let new = &output[job.begin() + places[array]..job.begin() + places[array + 1]];
            let is_same = match &transfer.moved {
                None => old.len() == new.len() && old[in_array.clone()] == new[in_array],
                Some(moved) => {
                    let [was, is] = moved.to_plain()?;
                    before.resize(in_array.len(), 0);
                    after.resize(in_array.len(), 0);
                    was.run(old, in_array.clone(), before)?;
                    is.run(new, in_array, after)?;
                    before == after
                }
            };
            if !is_same {
                let name = &transfer.input.name;
                return Err(mistake!("{name}: the output does not give the input back; nothing was kept"));
            }
        }
        progress.inc(window.bytes.len() as u64);
        input.used(window.bytes.len());
        output.used(window.bytes.len());
        Ok(())
    })
}

/// Compares what the output says of its arrays with what they are.
fn check_header(job: &Job<'_>, places: &[usize], output: &Mapped) -> Result<(), Failure> {
    let name = job.input.tensors.first().map_or("", |first| &first.name);
    let Contents { format, tensors, metadata } = read("the output", name, output)?;
    let mut is_same = (format, &metadata, tensors.len())
        == (job.input.format, &job.input.metadata, job.input.tensors.len());
    for ((transfer, place), tensor) in job.transfers().zip(places).zip(&tensors) {
        is_same &= transfer?.result(job.begin() + place) == *tensor;
    }
    if is_same {
        Ok(())
    } else {
        Err(mistake!("the header of the output is not what was written; nothing was kept"))
    }
}
