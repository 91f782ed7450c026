//! Copies that the engine of tilework makes, block by block.
use crate::error::RedistributionError;
use crate::leaves::{by_stride, bytes, stride, with_extent};
use tilework::dynamic::Swizzled;
use tilework::kernel::relayout::Plan;

/// Copies from one memory to another that go block by block: what several of them touch stays in a cache.
///
/// Pieces of cyclic blocks lie between each other, so that all of them have elements in each line of memory; one after
/// another, they would read it as often as there are pieces.
#[derive(Debug)]
pub(crate) struct Copies {
    copies: Vec<Copy>,
}

/// The bytes that a block copies; the memory they lie in, which a cache has to hold, is some times as much.
const BLOCK: usize = 1 << 16;

impl Copies {
    /// Copies of pieces: where each begins in the one memory and in the other, and its layouts there.
    pub(crate) fn new(pieces: &[[(i64, Swizzled); 2]], element: usize) -> Result<Self, RedistributionError> {
        let sizes = pieces.iter().map(|[(_, from), _]| bytes(from.layout.size(), element));
        let blocks = sizes.sum::<usize>().div_ceil(BLOCK).max(1);
        let copies =
            pieces.iter().map(|piece| Copy::new(piece, blocks, element)).collect::<Result<_, _>>()?;
        Ok(Copies { copies })
    }

    /// Copies all pieces, a block of each in turn.
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
        let each = extent.div_euclid(i64::try_from(blocks).unwrap_or(i64::MAX)).max(1);
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
