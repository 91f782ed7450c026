//! The arrays of the output, a piece at a time: what memory there is does not depend on how large they are.
use super::contents::Contents;
use super::mapped::Mapped;
use super::output::Output;
use super::stop::Stop;
use super::transfer::Transfer;
use super::workers::for_each;
use crate::failure::{Failure, mistake};
use indicatif::ProgressBar;
use std::num::NonZeroUsize;
use std::ops::Range;
use tilework::kernel::relayout::{Plan, PlanPiece};

/// The most bytes of all pieces that wait to be written.
const MOST_BYTES: usize = 16 << 20;

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
    let done = |bytes: usize| {
        progress.inc(bytes as u64);
        input.used(bytes);
    };
    let move_one =
        |transfer: &Transfer, begin: usize, plan: &Plan, piece: &PlanPiece<'_>, buffer: &mut Vec<u8>| {
            run(plan, piece, &input[transfer.source.clone()], buffer)?;
            output.write_at((begin + piece.range().start) as u64, buffer)?;
            done(buffer.len());
            Ok::<(), Failure>(())
        };
    let all: Vec<(&Transfer, Range<usize>)> = transfers
        .iter()
        .zip(&result.tensors)
        .map(|(transfer, tensor)| (transfer, tensor.bytes.clone()))
        .collect();
    // the threads share the pieces of a large array, and small arrays one by one
    let is_large = |(_, bytes): &(&Transfer, Range<usize>)| bytes.len() > piece;
    for some in all.chunk_by(|one, next| !is_large(one) && !is_large(next)) {
        match some {
            [one @ (transfer, bytes)] if is_large(one) => match &transfer.moved {
                Some(moved) => {
                    let plan = moved.plan()?;
                    for_each(plan.pieces(piece), threads, stop, |piece, [buffer, _]| {
                        move_one(transfer, bytes.start, &plan, &piece, buffer)
                    })?;
                }
                None => {
                    let places = (bytes.start..bytes.end).step_by(piece);
                    let chunks = input[transfer.source.clone()].chunks(piece);
                    for_each(places.zip(chunks), threads, stop, |(place, chunk), _| {
                        output.write_at(place as u64, chunk)?;
                        done(chunk.len());
                        Ok(())
                    })?;
                }
            },
            _ => for_each(some.iter(), threads, stop, |(transfer, bytes), [buffer, _]| {
                match &transfer.moved {
                    Some(moved) => {
                        let plan = moved.plan()?;
                        plan.pieces(piece)
                            .try_for_each(|piece| move_one(transfer, bytes.start, &plan, &piece, buffer))
                    }
                    None => {
                        output.write_at(bytes.start as u64, &input[transfer.source.clone()])?;
                        done(bytes.len());
                        Ok(())
                    }
                }
            })?,
        }
    }
    Ok(())
}

/// Fills the buffer with a piece of the destination; what is no element is 0.
pub(super) fn run(
    plan: &Plan,
    piece: &PlanPiece<'_>,
    source: &[u8],
    buffer: &mut Vec<u8>,
) -> Result<(), Failure> {
    if !plan.is_filled() {
        buffer.clear();
    }
    buffer.resize(piece.range().len(), 0);
    let moved = piece.run(source, buffer);
    let filled = moved.and_then(|()| piece.fill_padding(&[0; 16][..plan.element_bytes()], buffer));
    filled.map_err(|error| mistake!("{error}"))
}
