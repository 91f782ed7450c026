//! Reads the output back, and compares it with the input.
use super::contents::Contents;
use super::mapped::Mapped;
use super::pieces::{piece_bytes, run};
use super::stop::Stop;
use super::transfer::{Transfer, plan};
use super::workers::for_each;
use crate::failure::{Failure, mistake};
use indicatif::ProgressBar;
use std::num::NonZeroUsize;
use tilework::dynamic::row_major;

/// Compares the elements of every array of the output with those of the input, in row-major order, and what the header
/// says with what it should.
pub(super) fn verify(
    input: &Mapped,
    transfers: &[Transfer],
    result: &Contents,
    output: &Mapped,
    threads: NonZeroUsize,
    progress: &ProgressBar,
    stop: &Stop,
) -> Result<(), Failure> {
    let name = result.tensors.first().map_or("", |first| &first.name);
    if Contents::read("the output", name, output)? != *result {
        return Err(mistake!("the header of the output is not what was written; nothing was kept"));
    }
    let piece = piece_bytes(threads);
    for (transfer, tensor) in transfers.iter().zip(&result.tensors) {
        let (before, after) = (&input[transfer.source.clone()], &output[tensor.bytes.clone()]);
        let check = |is_same: bool, bytes: usize| {
            progress.inc(bytes as u64);
            input.used(bytes);
            output.used(bytes);
            let differs =
                || mistake!("{}: the output does not give the input back; nothing was kept", tensor.name);
            if is_same { Ok(()) } else { Err(differs()) }
        };
        match &transfer.moved {
            None => {
                check(before.len() == after.len(), 0)?;
                let pieces = before.chunks(piece).zip(after.chunks(piece));
                for_each(pieces, threads, stop, |(before, after), _| check(before == after, after.len()))?;
            }
            Some(moved) => {
                let plain = row_major(&moved.to.extents())?;
                let was = plan(&moved.from, &plain, tensor.bits)?;
                let is = plan(&moved.to, &plain, tensor.bits)?;
                let pieces = was.pieces(piece).zip(is.pieces(piece));
                for_each(pieces, threads, stop, |(old, new), [lhs, rhs]| {
                    run(&was, &old, before, lhs)?;
                    run(&is, &new, after, rhs)?;
                    check(old.range() == new.range() && lhs == rhs, rhs.len())
                })?;
            }
        }
    }
    Ok(())
}
