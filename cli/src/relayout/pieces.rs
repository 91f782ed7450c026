//! The arrays of the output, a piece at a time: what memory there is does not depend on how large they are.
use super::contents::Contents;
use super::mapped::Mapped;
use super::output::Output;
use super::stop::Stop;
use super::transfer::{Moved, Transfer};
use super::workers::for_each;
use crate::failure::{Failure, mistake};
use indicatif::ProgressBar;
use std::num::NonZeroUsize;
use std::ops::Range;
use tilework::kernel::relayout::{Plan, PlanPiece};

/// The most bytes of all pieces that wait to be written.
const MOST_BYTES: usize = 16 << 20;

/// A piece of an array, moved or copied, and its place in the output.
enum Work<'a> {
    Move(&'a Transfer, &'a Plan, PlanPiece<'a>, usize),
    Copy(Range<usize>, usize),
}

/// The bytes of a piece: as few as stay in a cache until they are written, as many as leave long runs to be read where
/// an array is transposed.
pub(super) fn piece_bytes(threads: NonZeroUsize) -> usize {
    const PIECE: usize = 2 << 20;
    PIECE.min(MOST_BYTES / threads)
}

/// Writes all arrays to their places in the output.
pub(super) fn write(
    input: &Mapped,
    transfers: &[Transfer],
    result: &Contents,
    output: &Output,
    threads: NonZeroUsize,
    progress: &ProgressBar,
    stop: &Stop,
) -> Result<(), Failure> {
    let piece = piece_bytes(threads);
    let work = transfers.iter().zip(&result.tensors).flat_map(|(transfer, tensor)| {
        let begin = tensor.bytes.start;
        let moves = transfer.moved.iter().flat_map(move |Moved { plan, .. }| {
            plan.pieces(piece).map(move |piece| Work::Move(transfer, plan, piece, begin))
        });
        let copied = if transfer.moved.is_some() { 0..0 } else { transfer.source.clone() };
        let copies = copied.clone().step_by(piece).map(move |at| {
            let place = begin + at - copied.start;
            Work::Copy(at..(at + piece).min(copied.end), place)
        });
        moves.chain(copies)
    });
    for_each(work, threads, stop, |work, [buffer, _]| {
        let bytes = match work {
            Work::Move(transfer, plan, piece, begin) => {
                run(plan, &piece, &input[transfer.source.clone()], buffer)?;
                output.write_at((begin + piece.range().start) as u64, buffer)?;
                buffer.len()
            }
            Work::Copy(bytes, place) => {
                output.write_at(place as u64, &input[bytes.clone()])?;
                bytes.len()
            }
        };
        progress.inc(bytes as u64);
        input.used(bytes);
        Ok(())
    })
}

/// Fills the buffer with a piece of the destination; what is no element is 0.
pub(super) fn run(
    plan: &Plan,
    piece: &PlanPiece<'_>,
    source: &[u8],
    buffer: &mut Vec<u8>,
) -> Result<(), Failure> {
    if !plan.is_dense() {
        buffer.clear();
    }
    buffer.resize(piece.range().len(), 0);
    piece.run(source, buffer).map_err(|error| mistake!("{error}"))
}
