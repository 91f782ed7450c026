//! Writes the arrays of the output, piece by piece, on several threads.
use super::contents::Contents;
use super::mapped::Mapped;
use super::moves::Piece;
use super::output::Output;
use super::stop::Stop;
use super::transfer::Transfer;
use crate::failure::Failure;
use indicatif::ProgressBar;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The most bytes that wait to be written, on all threads together.
const MOST_BYTES: usize = 32 << 20;

/// The most bytes of a piece: as many as stay in a cache until they are written.
pub(super) const PIECE: usize = 1 << 20;

/// So many bytes are written before the pages of the input are given back.
const BETWEEN_DROPS: usize = 32 << 20;

/// A piece of an array, moved or copied.
enum Work<'a> {
    Move(&'a Transfer, Piece<'a>, usize),
    Copy(&'a Transfer, Range<usize>, usize),
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
    let piece = PIECE.min(MOST_BYTES / threads);
    let work = transfers.iter().zip(&result.tensors).flat_map(|(transfer, tensor)| {
        let begin = tensor.bytes.start;
        let moves = transfer.moved.iter().flat_map(move |moved| moved.plan.pieces(piece));
        let copied = if transfer.moved.is_some() { 0..0 } else { transfer.input.bytes.clone() };
        let from = copied.start;
        let copies = copied.clone().step_by(piece).map(move |at| at..(at + piece).min(copied.end));
        let moves = moves.map(move |piece| Work::Move(transfer, piece, begin));
        moves.chain(copies.map(move |bytes| {
            let place = begin + bytes.start - from;
            Work::Copy(transfer, bytes, place)
        }))
    });
    let work = Mutex::new(work);
    let failed = Mutex::new(None);
    let since_drop = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            scope.spawn(|| {
                let mut buffer = Vec::new();
                loop {
                    let next = work.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(next) = next else { return };
                    let is_over = failed.lock().unwrap_or_else(PoisonError::into_inner).is_some();
                    if is_over {
                        return;
                    }
                    let written = stop.check().and_then(|()| write_one(&next, input, output, &mut buffer));
                    match written {
                        Ok((bytes, read)) => {
                            progress.inc(bytes as u64);
                            if since_drop.fetch_add(bytes, Ordering::Relaxed) + bytes >= BETWEEN_DROPS {
                                since_drop.store(0, Ordering::Relaxed);
                                input.drop_pages(read);
                            }
                        }
                        Err(failure) => {
                            failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
                            return;
                        }
                    }
                }
            });
        }
    });
    failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// Writes a piece: how many bytes, and the bytes of the input that it may have looked at.
fn write_one(
    work: &Work<'_>,
    input: &Mapped,
    output: &Output,
    buffer: &mut Vec<u8>,
) -> Result<(usize, Range<usize>), Failure> {
    match work {
        Work::Move(transfer, piece, begin) => {
            let range = piece.range();
            buffer.resize(range.len(), 0);
            piece.run(&input[transfer.input.bytes.clone()], buffer);
            output.write_at((begin + range.start) as u64, buffer)?;
            Ok((range.len(), transfer.input.bytes.clone()))
        }
        Work::Copy(transfer, bytes, place) => {
            output.write_at(*place as u64, &input[bytes.clone()])?;
            Ok((bytes.len(), transfer.input.bytes.start..bytes.end))
        }
    }
}
