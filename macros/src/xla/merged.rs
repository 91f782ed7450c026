//! Dimensions that a `*` merged, each with leaves of its own again.

use super::blocks::{Count, Leaf, Stride};

/// The leaves of each dimension, of these sizes, most minor first, where together they have these leaves.
///
/// None where a dimension begins or ends inside a leaf that its size does not divide: then it has no strides.
pub(super) fn unmerge(sizes: impl Iterator<Item = Count>, merged: &[Leaf]) -> Option<Vec<Vec<Leaf>>> {
    let mut leaves: Vec<(u128, u128)> = merged
        .iter()
        .map(|leaf| match leaf {
            Leaf { extent: Count::Static(extent), stride: Stride { factor, counts } }
                if counts.is_empty() =>
            {
                Some((*extent, *factor))
            }
            _ => None,
        })
        .collect::<Option<_>>()?;
    leaves.reverse();
    let sizes: Vec<u128> = sizes
        .map(|size| match size {
            Count::Static(size) => Some(size),
            Count::Dynamic { .. } => None,
        })
        .collect::<Option<_>>()?;
    let mut modes = Vec::new();
    for (place, &size) in sizes.iter().enumerate() {
        let is_last = sizes[place + 1..].iter().all(|&size| size == 1);
        modes.push(take(&mut leaves, size, is_last)?);
    }
    Some(modes)
}

/// The leaves of the next `size` elements; the innermost leaf left is the last one.
fn take(leaves: &mut Vec<(u128, u128)>, size: u128, is_last: bool) -> Option<Vec<Leaf>> {
    let mut taken: Vec<(u128, u128)> = Vec::new();
    let mut left = size;
    while left > 1 {
        let (extent, stride) = leaves.pop()?;
        let part = match left {
            left if left % extent == 0 => extent,
            left if left < extent && (extent % left == 0 || is_last) => {
                leaves.push((extent.div_ceil(left), stride.checked_mul(left)?));
                left
            }
            _ => return None,
        };
        left /= part;
        match taken.last_mut() {
            Some((extent, last)) if last.checked_mul(*extent) == Some(stride) => *extent *= part,
            _ if part == 1 => {}
            _ => taken.push((part, stride)),
        }
    }
    if taken.is_empty() {
        taken.push((1, 0));
    }
    let leaf = |(extent, factor): (u128, u128)| Leaf {
        extent: Count::Static(extent),
        stride: Stride { factor, counts: Vec::new() },
    };
    Some(taken.into_iter().map(leaf).collect())
}
