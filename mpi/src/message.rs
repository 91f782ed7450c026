//! A message between local memory and another rank.
use crate::error::RedistributionError;
use crate::walk::{Runs, Walk};
use tilework::dynamic::{DynLayout, Mode, Stride, Swizzled};
use tilework::kernel::relayout::Plan;
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

/// Copies from one memory to another that go block by block: what several of them touch stays in a cache.
///
/// Pieces of cyclic blocks lie between each other, so that all of them have elements in each line of memory; one after
/// another, they would read it as often as there are pieces.
#[derive(Debug)]
pub(crate) struct Copies {
    copies: Vec<Copy>,
}

/// Of a block as many bytes are copied. Of what lies around them a cache has to hold some times as much.
const BLOCK: usize = 1 << 16;

impl Copies {
    /// Copies of pieces: where each begins in the one memory and in the other, and its layouts there.
    fn new(pieces: &[[(i64, Swizzled); 2]], element: usize) -> Result<Self, RedistributionError> {
        let sizes = pieces.iter().map(|[(_, from), _]| bytes(from.layout.size(), element));
        let blocks = sizes.sum::<usize>().div_ceil(BLOCK).max(1);
        let copies =
            pieces.iter().map(|piece| Copy::new(piece, blocks, element)).collect::<Result<_, _>>()?;
        Ok(Copies { copies })
    }

    /// What a rank keeps, from one of its memories to the other.
    pub(crate) fn kept(
        [source, target]: [&LocalMemory; 2],
        pieces: &[PatchPiece],
        element: usize,
    ) -> Result<Self, RedistributionError> {
        let placed = |piece: &PatchPiece| [placed(source, &piece.source), placed(target, &piece.target)];
        Copies::new(&pieces.iter().map(placed).collect::<Vec<_>>(), element)
    }

    pub(crate) fn run(&self, from: &[u8], to: &mut [u8]) -> Result<(), RedistributionError> {
        let blocks = self.copies.iter().map(Copy::blocks).max().unwrap_or(0);
        (0..blocks).try_for_each(|block| self.copies.iter().try_for_each(|copy| copy.run(block, from, to)))
    }
}

/// A copy in blocks of one layout, and one of what is left.
#[derive(Debug)]
struct Copy {
    /// How often, and the plan.
    whole: (usize, Plan),
    rest: Option<Plan>,
    /// The bytes from which on the first block is read and written.
    begins: [usize; 2],
    /// The bytes from one block to the next.
    steps: [usize; 2],
}

impl Copy {
    /// A copy in about so many blocks, along the outermost of the leaves where it is written. A swizzled layout is one
    /// block: it is no sum of its blocks.
    fn new(
        [(from, src), (to, dst)]: &[(i64, Swizzled); 2],
        blocks: usize,
        element: usize,
    ) -> Result<Self, RedistributionError> {
        let bits = u32::try_from(element * 8).unwrap_or(u32::MAX);
        let begins = [*from, *to].map(|begin| bytes(begin, element));
        let is_swizzled = !(src.swizzles.is_empty() && dst.swizzles.is_empty());
        let outermost = by_stride(&dst.layout).last().copied();
        let Some(leaf) = outermost.filter(|_| !is_swizzled) else {
            let plan = Plan::from_swizzled(src, dst, bits)?;
            return Ok(Copy { whole: (1, plan), rest: None, begins, steps: [0; 2] });
        };
        let extent = dst.layout.leaves()[leaf].extent;
        let each = extent.div_euclid(blocks as i64).max(1);
        let plan = |extent: i64| -> Result<Plan, RedistributionError> {
            let [src, dst] = [src, dst].map(|side| with_extent(&side.layout, leaf, extent));
            Ok(Plan::from_swizzled(&src?.into(), &dst?.into(), bits)?)
        };
        let step = |side: &Swizzled| bytes(stride(&side.layout.leaves()[leaf]) * each, element);
        Ok(Copy {
            whole: (bytes(extent / each, 1), plan(each)?),
            rest: (extent % each != 0).then(|| plan(extent % each)).transpose()?,
            begins,
            steps: [step(src), step(dst)],
        })
    }

    fn blocks(&self) -> usize {
        self.whole.0 + usize::from(self.rest.is_some())
    }

    /// Copies a block; none if there are fewer.
    fn run(&self, block: usize, from: &[u8], to: &mut [u8]) -> Result<(), RedistributionError> {
        let plan = if block < self.whole.0 { Some(&self.whole.1) } else { self.rest.as_ref() };
        let (Some(plan), true) = (plan, block < self.blocks()) else { return Ok(()) };
        let [from_begin, to_begin] = [0, 1].map(|side| self.begins[side] + block * self.steps[side]);
        // lengths were checked when it was started
        let (from, to) = (from.get(from_begin..), to.get_mut(to_begin..));
        plan.run_bytes(from.unwrap_or_default(), to.unwrap_or_default())?;
        Ok(())
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

/// Where a piece is in a memory: where it begins, which is before what is swizzled, and its layout.
fn placed(memory: &LocalMemory, (offset, layout): &(i64, DynLayout)) -> (i64, Swizzled) {
    match memory.is_swizzled() {
        true => (0, memory.placed(*offset, layout.clone())),
        false => (*offset, layout.clone().into()),
    }
}

/// The layout of the same shape without gaps whose leaves vary in the order of their strides.
fn packed(layout: &DynLayout) -> Result<DynLayout, RedistributionError> {
    let leaves = layout.leaves();
    let (mut strides, mut running) = (vec![0; leaves.len()], 1);
    for leaf in by_stride(layout) {
        strides[leaf] = running;
        running *= leaves[leaf].extent;
    }
    edited(layout, |at, leaf| Mode { stride: Stride::Int(strides[at]), ..leaf })
}

/// The layout with another extent of a leaf.
fn with_extent(layout: &DynLayout, leaf: usize, extent: i64) -> Result<DynLayout, RedistributionError> {
    edited(layout, |at, mode| if at == leaf { Mode { extent, ..mode } } else { mode })
}

/// The layout with what is made of each leaf.
fn edited(layout: &DynLayout, edit: impl Fn(usize, Mode) -> Mode) -> Result<DynLayout, RedistributionError> {
    let mut at = 0..;
    let modes = layout.view().to_tree().map(|leaf| edit(at.next().unwrap_or(0), leaf));
    Ok(DynLayout::from_modes(modes)?)
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

/// The leaves of a layout in the order of their strides.
fn by_stride(layout: &DynLayout) -> Vec<usize> {
    let leaves = layout.leaves();
    let mut order: Vec<usize> = (0..leaves.len()).collect();
    order.sort_by_key(|&leaf| stride(&leaves[leaf]));
    order
}

fn stride(leaf: &Mode) -> i64 {
    leaf.stride.as_int().unwrap_or(0)
}

/// Elements as bytes; they are in memory, so that their number fits.
fn bytes(elements: i64, element: usize) -> usize {
    usize::try_from(elements).unwrap_or(usize::MAX).saturating_mul(element)
}
