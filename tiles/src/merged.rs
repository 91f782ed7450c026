//! Dimensions that a `*` merged, each with leaves of its own again.

use crate::{Count, Leaf, NotNested, Product, TilingRefusal};
use alloc::collections::VecDeque;
use alloc::format;
use alloc::vec::Vec;

/// Adds the leaves of each of the dimensions `merged`, most minor first, which together have `leaves`, the innermost
/// first.
pub(crate) fn unmerge<D: Copy + PartialEq>(
    merged: &[usize],
    sizes: &[Count<D>],
    leaves: Vec<Leaf<D>>,
    found: &mut Vec<Leaf<D>>,
) -> Result<(), NotNested> {
    let mut rest = Rest::new(leaves)?;
    // only static dimensions are merged whole
    let large: Vec<(usize, i64)> = merged
        .iter()
        .map(|&dimension| (dimension, sizes[dimension].factor))
        .filter(|(_, size)| *size > 1)
        .collect();
    for (place, &(dimension, size)) in large.iter().enumerate() {
        let above: i64 = large[place + 1..].iter().map(|(_, size)| size).product();
        // the most major one may overhang with the tile
        let size = if above == 1 { rest.whole_size().unwrap_or(size) } else { size };
        found.extend(rest.take(dimension, size, above, |extent| {
            let merged = most_major_first(merged);
            NotNested::inexact(format!(
                "the dimensions {merged:?} that `*` merges have no strides of their own: \
                 dimension {dimension} ends inside a block of {extent}"
            ))
        })?);
    }
    Ok(())
}

/// Dimensions as they are printed.
pub(crate) fn most_major_first(merged: &[usize]) -> Vec<usize> {
    merged.iter().rev().copied().collect()
}

/// The leaves that are left, innermost first, and whether every dimension so far divided them.
struct Rest<D> {
    leaves: VecDeque<(i64, Product<D>)>,
    is_whole: bool,
}

impl<D: Copy + PartialEq> Rest<D> {
    /// As few leaves as say the same.
    fn new(leaves: Vec<Leaf<D>>) -> Result<Self, TilingRefusal> {
        let mut joined: VecDeque<(i64, Product<D>)> = VecDeque::new();
        for Leaf { extent: Count { factor: extent, .. }, stride, .. } in leaves {
            match joined.back_mut() {
                Some((inside, last)) if last.times(Count::new(*inside))? == stride => *inside *= extent,
                _ => joined.push_back((extent, stride)),
            }
        }
        Ok(Rest { leaves: joined, is_whole: true })
    }

    /// The elements that are left, if every dimension so far divided them.
    fn whole_size(&self) -> Option<i64> {
        self.is_whole.then(|| self.leaves.iter().map(|(extent, _)| extent).product())
    }

    /// The leaves of this dimension, of `size` elements below `above` of others; refused where it ends inside a
    /// leaf that it does not divide, and others go on there.
    fn take(
        &mut self,
        dimension: usize,
        size: i64,
        above: i64,
        ends_inside: impl Fn(i64) -> NotNested,
    ) -> Result<Vec<Leaf<D>>, NotNested> {
        let (mut taken, mut left) = (Vec::new(), size);
        while left > 1 {
            let (extent, stride) = self.leaves.pop_front().ok_or_else(|| ends_inside(1))?;
            let part = if left % extent == 0 {
                extent
            } else if left < extent && (extent % left == 0 || left * above <= extent) {
                self.is_whole &= extent % left == 0;
                self.leaves.push_front((extent / left, stride.times(Count::new(left))?));
                left
            } else {
                return Err(ends_inside(extent));
            };
            left /= part;
            taken.push(Leaf { dimension, extent: Count::new(part), stride });
        }
        Ok(taken)
    }
}
