//! Facts of a layout as a function: injective, exhaustive, contiguous.

use super::{Extent, Layout};
use crate::int::Integer;
use crate::tuple::{Shape, Stride};

/// Whether no two coordinates of the shape have the same offset, padding included.
///
/// Exact for every layout. Source: mdspan's `is_unique`.
///
/// ```
/// use tilework::prelude::*;
/// assert!(is_injective(&layout!(((4, 2), (4, 3)):((4, 16), (1, 32)))));
/// assert!(!is_injective(&layout!((4, 2):(1, 3))));
/// // strides that interleave: 0 2 4 / 5 7 9
/// assert!(is_injective(&layout!((3, 2):(2, 5))));
/// ```
pub fn is_injective<S: Shape, D: Stride<S>, E: Extent<S>>(layout: &Layout<S, D, E>) -> bool {
    let modes = LeafModes::of(layout);
    modes.is_empty() || !modes.has_collision()
}

/// Whether every offset from the smallest to the largest is reached. Source: mdspan's `is_exhaustive`.
///
/// Post-condition for an injective layout: `size(layout) == cosize(layout)`.
///
/// ```
/// use tilework::prelude::*;
/// assert!(is_exhaustive(&layout!((4, 2):(2, 1))));
/// assert!(!is_exhaustive(&layout!((4, 2):(1, 8))));
/// ```
pub fn is_exhaustive<S: Shape, D: Stride<S>, E: Extent<S>>(layout: &Layout<S, D, E>) -> bool {
    let modes = LeafModes::of(layout);
    modes.is_empty() || modes.covers_every_offset()
}

/// Whether the offsets are exactly `0..size`: injective and exhaustive, in any order.
///
/// ```
/// use tilework::prelude::*;
/// assert!(is_contiguous(&layout!((2, 3):(3, 1))));
/// assert!(!is_contiguous(&layout!((2, 3):(4, 1))));
/// ```
pub fn is_contiguous<S: Shape, D: Stride<S>, E: Extent<S>>(layout: &Layout<S, D, E>) -> bool {
    is_injective(layout) && is_exhaustive(layout)
}

/// The leaf modes that move: extent above 1, sorted by the size of their stride.
struct LeafModes {
    modes: [(usize, usize); LeafModes::CAPACITY],
    len: usize,
    size: usize,
}

impl LeafModes {
    const CAPACITY: usize = 48;

    fn of<S: Shape, D: Stride<S>, E: Extent<S>>(layout: &Layout<S, D, E>) -> Self {
        let mut modes =
            LeafModes { modes: [(0, 0); Self::CAPACITY], len: 0, size: Integer::value(layout.size()) };
        layout.stride().each_leaf(layout.shape(), &mut |extent, stride| {
            if extent > 1 {
                modes.modes[modes.len] = (stride.unsigned_abs(), extent);
                modes.len += 1;
            }
        });
        modes.modes[..modes.len].sort_unstable();
        modes
    }

    fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// Two coordinates collide iff some difference of coordinates, not all zero, has offset 0.
    fn has_collision(&self) -> bool {
        self.len > 0 && differs_to(&self.modes[..self.len], 0, false)
    }

    /// The offsets of the modes up to the k-th fill `0..=reach` without a hole iff those of the modes before do and the
    /// k-th stride is at most one past their reach.
    fn covers_every_offset(&self) -> bool {
        let mut reach = 0usize;
        for &(stride, extent) in &self.modes[..self.len] {
            if stride > reach + 1 {
                return false;
            }
            reach += stride * (extent - 1);
        }
        true
    }
}

/// Whether `target` is a sum of `x * stride` with `|x| < extent`, where some `x` so far or to come is not zero.
///
/// Goes from the largest stride down. What the smaller strides can still reach bounds the choice of each `x`, so for
/// the layouts of practice there is one choice at a time.
fn differs_to(modes: &[(usize, usize)], target: i128, moved: bool) -> bool {
    let Some((&(stride, extent), rest)) = modes.split_last() else { return moved && target == 0 };
    let reach: i128 = rest.iter().map(|&(stride, extent)| stride as i128 * (extent as i128 - 1)).sum();
    let (stride, most) = (stride as i128, extent as i128 - 1);
    if stride == 0 {
        // every further stride is 0 too: any step along this one is a collision of its own
        return target == 0;
    }
    // target - x * stride must lie in -reach..=reach; the first step may be taken as positive
    let low = div_ceil(target - reach, stride).max(if moved { -most } else { 0 });
    let high = (target + reach).div_euclid(stride).min(most);
    (low..=high).any(|x| differs_to(rest, target - x * stride, moved || x != 0))
}

fn div_ceil(a: i128, b: i128) -> i128 {
    -(-a).div_euclid(b)
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Layout<S, D, E> {
    /// See [`is_injective`].
    pub fn is_injective(&self) -> bool {
        is_injective(self)
    }

    /// See [`is_exhaustive`].
    pub fn is_exhaustive(&self) -> bool {
        is_exhaustive(self)
    }

    /// See [`is_contiguous`].
    pub fn is_contiguous(&self) -> bool {
        is_contiguous(self)
    }
}
