//! A message as copies between local memory and a buffer.
use crate::error::RedistributionError;
use std::ops::Range;
use tilework::dynamic::{DynLayout, Mode, Stride};
use tilework::kernel::relayout::Plan;
use tilework::shard::plan::{Patch, PatchPiece};

/// Which end of a message a rank is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Sends,
    Receives,
}

/// A message: its pieces lie in the buffer one after another, each in the order of the sender's memory.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) peer: i32,
    pub(crate) bytes: usize,
    /// The bytes of the local memory that are the message as it is.
    pub(crate) whole: Option<Range<usize>>,
    copies: Vec<Copy>,
}

/// A copy from or to local memory, with the bytes from which on it reads and writes.
#[derive(Debug)]
pub(crate) struct Copy {
    plan: Plan,
    from: usize,
    to: usize,
}

impl Message {
    pub(crate) fn new(
        end: End,
        peer: i64,
        patches: &[Patch],
        [source, target]: [&DynLayout; 2],
        element: usize,
    ) -> Result<Self, RedistributionError> {
        let peer = i32::try_from(peer).map_err(|_| RedistributionError::Elsewhere)?;
        let mut message = Message { peer, bytes: 0, whole: None, copies: Vec::new() };
        for patch in patches {
            for piece in patch.pieces(source, target)? {
                let packed = packed(&piece.source.1)?;
                let (local, bytes) = match end {
                    End::Sends => (&piece.source, bytes(packed.size(), element)),
                    End::Receives => (&piece.target, bytes(packed.size(), element)),
                };
                let offset = self::bytes(local.0, element);
                if end == End::Sends && packed == local.1 {
                    message.whole = Some(offset..offset + bytes);
                }
                let copy = match end {
                    End::Sends => Copy::new(&local.1, offset, &packed, message.bytes, element)?,
                    End::Receives => Copy::new(&packed, message.bytes, &local.1, offset, element)?,
                };
                message.copies.push(copy);
                message.bytes += bytes;
            }
        }
        if message.copies.len() != 1 {
            message.whole = None;
        }
        Ok(message)
    }

    /// Packs a buffer from local memory, or unpacks it.
    pub(crate) fn run(&self, from: &[u8], to: &mut [u8]) -> Result<(), RedistributionError> {
        self.copies.iter().try_for_each(|copy| copy.run(from, to))
    }
}

impl Copy {
    fn new(
        src: &DynLayout,
        from: usize,
        dst: &DynLayout,
        to: usize,
        element: usize,
    ) -> Result<Self, RedistributionError> {
        let bits = u32::try_from(element * 8).unwrap_or(u32::MAX);
        Ok(Copy { plan: Plan::from_dynamic(src, dst, bits)?, from, to })
    }

    /// What a rank keeps, from one of its memories to the other.
    pub(crate) fn kept(piece: &PatchPiece, element: usize) -> Result<Self, RedistributionError> {
        let ((from, source), (to, target)) = (&piece.source, &piece.target);
        Copy::new(source, bytes(*from, element), target, bytes(*to, element), element)
    }

    pub(crate) fn run(&self, from: &[u8], to: &mut [u8]) -> Result<(), RedistributionError> {
        let (from, to) = (from.get(self.from..), to.get_mut(self.to..));
        // lengths were checked when it was started
        self.plan.run_bytes(from.unwrap_or_default(), to.unwrap_or_default())?;
        Ok(())
    }
}

/// The layout of the same shape without gaps whose leaves vary in the order of their strides.
fn packed(layout: &DynLayout) -> Result<DynLayout, RedistributionError> {
    let leaves = layout.leaves();
    let mut order: Vec<usize> = (0..leaves.len()).collect();
    let stride = |leaf: &Mode| leaf.stride.as_int().unwrap_or(0);
    order.sort_by_key(|&leaf| stride(&leaves[leaf]));
    let (mut strides, mut running) = (vec![0; leaves.len()], 1);
    for leaf in order {
        strides[leaf] = running;
        running *= leaves[leaf].extent;
    }
    let mut strides = strides.into_iter();
    let tree = layout.view().to_tree();
    let modes = tree.map(|leaf| Mode { stride: Stride::Int(strides.next().unwrap_or(0)), ..leaf });
    Ok(DynLayout::from_modes(modes)?)
}

/// Elements as bytes; they are in memory, so that their number fits.
fn bytes(elements: i64, element: usize) -> usize {
    usize::try_from(elements).unwrap_or(usize::MAX).saturating_mul(element)
}
