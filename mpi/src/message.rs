//! A message between local memory and another rank.
use crate::copies::Copies;
use crate::error::RedistributionError;
use crate::leaves::{by_stride, bytes, packed, stride};
use crate::walk::{Runs, Walk};
use tilework::dynamic::{DynLayout, Mode, Swizzled};
use tilework::shard::LocalMemory;
use tilework::shard::plan::{Chunk, PatchPiece};

/// Which end of a message a rank is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Sends,
    Receives,
}

/// A message: its pieces one after another, each in the order of the sender's memory.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) peer: i32,
    pub(crate) tag: i32,
    pub(crate) bytes: usize,
    pub(crate) way: Way,
}

/// How a message gets from local memory, or into it. The two ends of a message need not agree.
#[derive(Debug)]
pub(crate) enum Way {
    /// MPI goes through the memory by itself: where runs are long, nothing is faster, and there is no buffer.
    Walked(Walk),
    /// The copy engine packs a buffer, or unpacks one.
    Packed(Copies),
}

/// The shortest run of bytes that is left to MPI, which from there on is faster: see the README.
const LEAST_RUN: usize = 32;

/// Tags have at least 15 bits; messages between two ranks that are under way at one time are few.
const TAGS: usize = 1 << 14;

impl Message {
    /// The message of this number between two ranks, in local memories of these layouts, of which one is here.
    pub(crate) fn new(
        (end, memory): (End, &LocalMemory),
        number: usize,
        chunk: &Chunk,
        [source, target]: [&DynLayout; 2],
        element: usize,
    ) -> Result<Self, RedistributionError> {
        let peer = i32::try_from(chunk.peer).map_err(|_| RedistributionError::Elsewhere)?;
        let mut pieces = Vec::new();
        for patch in &chunk.patches {
            pieces.extend(patch.pieces(source, target)?);
        }
        let local = |piece: &PatchPiece| match end {
            End::Sends => runs(&piece.source.1, &piece.source, element),
            End::Receives => runs(&piece.source.1, &piece.target, element),
        };
        let parts: Vec<Runs> = pieces.iter().map(local).collect();
        let is_long = !memory.is_swizzled() && parts.iter().all(|runs| runs.length >= LEAST_RUN);
        let way = match is_long.then(|| Walk::new(&parts)).flatten() {
            Some(walk) => Way::Walked(walk),
            None => Way::Packed(copies((end, memory), &pieces, element)?),
        };
        let tag = i32::try_from(number % TAGS).unwrap_or_default();
        Ok(Message { peer, tag, bytes: parts.iter().map(Runs::bytes).sum(), way })
    }
}

/// The copies between local memory and a buffer in which pieces follow each other.
fn copies(
    (end, memory): (End, &LocalMemory),
    pieces: &[PatchPiece],
    element: usize,
) -> Result<Copies, RedistributionError> {
    let mut begin = 0;
    let ends = |piece: &PatchPiece| -> Result<_, RedistributionError> {
        let buffer = (begin, packed(&piece.source.1)?.into());
        begin += piece.source.1.size();
        Ok(match end {
            End::Sends => [placed(memory, &piece.source), buffer],
            End::Receives => [buffer, placed(memory, &piece.target)],
        })
    };
    Copies::new(&pieces.iter().map(ends).collect::<Result<Vec<_>, _>>()?, element)
}

/// The copies of what a rank keeps, from one of its memories to the other.
pub(crate) fn kept(
    [source, target]: [&LocalMemory; 2],
    pieces: &[PatchPiece],
    element: usize,
) -> Result<Copies, RedistributionError> {
    let placed = |piece: &PatchPiece| [placed(source, &piece.source), placed(target, &piece.target)];
    Copies::new(&pieces.iter().map(placed).collect::<Vec<_>>(), element)
}

/// Where a piece is in a memory: where it begins, which is before what is swizzled, and its layout.
fn placed(memory: &LocalMemory, (offset, layout): &(i64, DynLayout)) -> (i64, Swizzled) {
    match memory.is_swizzled() {
        true => (0, memory.placed(*offset, layout.clone())),
        false => (*offset, layout.clone().into()),
    }
}

/// The bytes of a piece in local memory, in the order that it has in the memory of its source.
fn runs(source: &DynLayout, (offset, local): &(i64, DynLayout), element: usize) -> Runs {
    let mut runs = Runs { begin: bytes(*offset, element), length: element, steps: Vec::new() };
    for leaf in by_stride(source) {
        let Mode { extent, .. } = local.leaves()[leaf];
        let (count, step) = (bytes(extent, 1), bytes(stride(&local.leaves()[leaf]), element));
        match runs.steps.last_mut() {
            _ if count == 1 => {}
            None if step == runs.length => runs.length *= count,
            Some((inner, inner_step)) if step == *inner * *inner_step => *inner *= count,
            _ => runs.steps.push((count, step)),
        }
    }
    runs
}
