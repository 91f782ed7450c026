//! Reads the output back, and compares it with the input.
use super::contents::Contents;
use super::mapped::Mapped;
use super::moves::{Piece, Plan};
use super::pieces::PIECE;
use super::stop::Stop;
use super::transfer::Transfer;
use crate::failure::{Failure, mistake};
use indicatif::ProgressBar;
use tilework::dynamic::{DynLayout, row_major};

/// Compares the elements of every array of the output with those of the input, in row-major order, and what is in the
/// header of the output with what should be.
pub(super) fn verify(
    input: &Mapped,
    transfers: &[Transfer],
    result: &Contents,
    written: &Mapped,
    progress: &ProgressBar,
    stop: &Stop,
) -> Result<(), Failure> {
    let name = result.tensors.first().map_or("", |first| &first.name);
    if Contents::read("the output", name, written)? != *result {
        return Err(mistake!("the header of the output is not what was written; nothing was kept"));
    }
    for (transfer, tensor) in transfers.iter().zip(&result.tensors) {
        let (before, after) = (&input[transfer.input.bytes.clone()], &written[tensor.bytes.clone()]);
        let same = match &transfer.moved {
            None => {
                let mut pieces = before.chunks(PIECE).zip(after.chunks(PIECE));
                before.len() == after.len()
                    && pieces.try_fold(true, |same, (before, after)| {
                        stop.check()?;
                        progress.inc(after.len() as u64);
                        Ok::<bool, Failure>(same && before == after)
                    })?
            }
            Some(moved) => {
                let plain = row_major(&moved.to.extents())?;
                let plan = |layout: &DynLayout| Plan::from_dynamic(layout, &plain, tensor.bits);
                let (before, after) = ((plan(&moved.from)?, before), (plan(&moved.to)?, after));
                let mut lhs = Stream::new(before.0.pieces(PIECE), before.1);
                let mut rhs = Stream::new(after.0.pieces(PIECE), after.1);
                loop {
                    stop.check()?;
                    let length = lhs.rest().len().min(rhs.rest().len());
                    if length == 0 || lhs.rest()[..length] != rhs.rest()[..length] {
                        break lhs.rest().is_empty() && rhs.rest().is_empty();
                    }
                    lhs.at += length;
                    rhs.at += length;
                    progress.inc(length as u64);
                }
            }
        };
        if !same {
            return Err(mistake!(
                "{}: the output does not give the input back; nothing was kept",
                tensor.name
            ));
        }
        input.drop_pages(transfer.input.bytes.clone());
        written.drop_pages(tensor.bytes.clone());
    }
    Ok(())
}

/// The bytes of an array in row-major order, a piece at a time.
struct Stream<'a, P> {
    pieces: P,
    source: &'a [u8],
    buffer: Vec<u8>,
    at: usize,
}

impl<'a, P: Iterator<Item = Piece<'a>>> Stream<'a, P> {
    fn new(pieces: P, source: &'a [u8]) -> Self {
        Stream { pieces, source, buffer: Vec::new(), at: 0 }
    }

    /// What is there and was not taken; nothing at the end.
    fn rest(&mut self) -> &[u8] {
        if self.at == self.buffer.len()
            && let Some(piece) = self.pieces.next()
        {
            self.buffer.resize(piece.range().len(), 0);
            piece.run(self.source, &mut self.buffer);
            self.at = 0;
        }
        &self.buffer[self.at..]
    }
}
