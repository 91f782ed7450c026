//! Arrays, or parts of them, on the way from one layout into another.
use super::part::{Step, steps};
use crate::failure::{Failure, mistake};
use std::ops::Range;
use tilework::dynamic::{Stride, Swizzled, row_major};
use tilework::kernel::relayout::{Plan, PlanError};

/// The two layouts of an array, or of a part of it, that is moved. The plans of it are larger than they are, and made
/// when they are run: there may be many arrays.
#[derive(Debug)]
pub(super) struct Moved {
    pub(super) from: Swizzled,
    /// What the first one is called.
    pub(super) name: String,
    /// The part of the array that is moved, in each dimension.
    pub(super) part: Vec<Range<i64>>,
    /// The layout of this part.
    pub(super) to: Swizzled,
    pub(super) bits: usize,
}

impl Moved {
    /// How the bytes are moved.
    pub(super) fn copies(&self) -> Result<Copies, Failure> {
        copies(&self.from, &self.part, &self.to, self.bits)
    }

    /// How the part is brought into row-major order: out of the input, and out of the output.
    pub(super) fn to_plain(&self) -> Result<[Copies; 2], Failure> {
        let extents = self.to.layout.extents();
        let (plain, all) = (row_major(&extents)?.into(), whole(extents.leaves()));
        Ok([copies(&self.from, &self.part, &plain, self.bits)?, copies(&self.to, &all, &plain, self.bits)?])
    }
}

/// All of an array of these extents.
pub(super) fn whole(extents: &[i64]) -> Vec<Range<i64>> {
    extents.iter().map(|&extent| 0..extent).collect()
}

/// The copies that move an array: one, unless a part begins inside of blocks.
#[derive(Debug)]
pub(super) struct Copies {
    copies: Vec<Copy>,
    /// How many bytes they write, holes counted.
    length: usize,
    /// Whether every bit of these belongs to an element.
    is_dense: bool,
}

/// A copy, and the bytes at which it begins on both sides.
#[derive(Debug)]
struct Copy {
    plan: Plan,
    from: usize,
    to: usize,
}

fn copies(from: &Swizzled, part: &[Range<i64>], to: &Swizzled, bits: usize) -> Result<Copies, Failure> {
    let byte = |elements: i64| {
        let bits = usize::try_from(elements).ok().and_then(|elements| elements.checked_mul(bits));
        match bits {
            Some(bits) if bits % 8 == 0 => Ok(bits / 8),
            _ => Err(mistake!("a part of {from} and {to} does not begin at a whole byte")),
        }
    };
    let plan =
        |from: &Swizzled, to: &Swizzled| Plan::from_swizzled(from, to, u32::try_from(bits).unwrap_or(0));
    let copies = all_steps(from, part, to)?.into_iter().map(|step| {
        let refused = |error: PlanError| {
            let plain = row_major(&step.to.layout.extents()).map(Swizzled::from);
            let has_way =
                plain.is_ok_and(|plain| plan(&step.from, &plain).and(plan(&plain, &step.to)).is_ok());
            let way = if has_way { "; by way of `--to C` it takes two steps" } else { "" };
            mistake!("{from} and {to}: {error}{way}")
        };
        let plan = plan(&step.from, &step.to).map_err(refused)?;
        Ok(Copy { plan, from: byte(step.from_begin)?, to: byte(step.to_begin)? })
    });
    let copies = copies.collect::<Result<Vec<_>, Failure>>()?;
    let length = copies.iter().map(|copy| copy.to + copy.plan.len_bytes().1).max().unwrap_or(0);
    let used = usize::try_from(to.layout.logical_size()).ok().and_then(|elements| elements.checked_mul(bits));
    Ok(Copies { copies, length, is_dense: used == length.checked_mul(8) })
}

/// The copies of a part of one layout to all of another: one where a layout is swizzled, or over F2 strides.
fn all_steps(from: &Swizzled, part: &[Range<i64>], to: &Swizzled) -> Result<Vec<Step>, Failure> {
    let is_int =
        |side: &Swizzled| side.layout.leaves().iter().all(|leaf| matches!(leaf.stride, Stride::Int(_)));
    if from.swizzles.is_empty() && is_int(from) && is_int(to) {
        let mut steps = steps(&from.layout, part, &to.layout)?;
        if let [one] = &mut steps[..] {
            one.to.swizzles.clone_from(&to.swizzles);
        }
        if steps.len() == 1 || to.swizzles.is_empty() {
            return Ok(steps);
        }
    }
    if part == whole(from.layout.extents().leaves()) {
        return Ok(vec![Step { from: from.clone(), to: to.clone(), from_begin: 0, to_begin: 0 }]);
    }
    Err(mistake!(
        "the part {part:?} of {from} is not moved to {to}, of which one is swizzled; by way of `--to C` it takes two \
         steps"
    ))
}

impl Copies {
    /// Fills the buffer with these bytes of what they write, a window that begins at a multiple of 64 and ends at one
    /// or with all; what is no element is 0.
    pub(super) fn run(&self, source: &[u8], window: Range<usize>, buffer: &mut [u8]) -> Result<(), Failure> {
        if !self.is_dense || window.end > self.length {
            buffer.fill(0);
        }
        for copy in &self.copies {
            let piece =
                copy.plan.piece(window.start.saturating_sub(copy.to)..window.end.saturating_sub(copy.to));
            let range = piece.range();
            let source = source.get(copy.from..).unwrap_or_default();
            if !range.is_empty() {
                let begin = range.start + copy.to - window.start;
                let done = piece.run(source, &mut buffer[begin..begin + range.len()]);
                done.map_err(|error| mistake!("{error}"))?;
            }
        }
        Ok(())
    }

    /// The plans as text, one after another.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        self.copies.iter().flat_map(|copy| {
            let lines = copy.plan.to_string();
            lines.lines().map(String::from).collect::<Vec<_>>()
        })
    }
}
