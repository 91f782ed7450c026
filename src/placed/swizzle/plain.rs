//! Where a swizzle only moves a layout as a whole, the layout is a plain one.

use super::base::XorSwizzle;
use super::swizzled::Swizzled;
use crate::int::Integer;
use crate::layout::{Extent, Layout};
use crate::tuple::{Shape, Stride};

impl<W: XorSwizzle, S: Shape, D: Stride<S>, E: Extent<S>, O: Integer> Swizzled<W, Layout<S, D, E>, O> {
    /// The layout without the swizzle and the offset it then starts at, if the swizzle moves all of it alike.
    ///
    /// Post-condition: `self.offset(c) == start + layout.offset(c)` for every coordinate `c` of the shape, or `None`:
    /// where the bits that the swizzle reads or flips vary over the layout, or may. What varies is found from extents
    /// and strides, without a walk; if these are powers of two without carries between them, `None` is given only where
    /// the post-condition cannot be met. Source: the decay of CuTe's `slice`.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// // eight elements of a row move together: a vector load is possible
    /// let tile = Swizzle::<3, 3, 3>::new().compose(layout!((64, (8, 8)):(64, (1, 8))));
    /// let (vector, start) = tile.slice(crd!(5, (_, 2))).plain().unwrap();
    /// assert_eq!((vector.to_string(), start), ("(_8):(_1)".into(), 5 * 64 + 7 * 8));
    /// // a whole row does not, unless it is one that the swizzle leaves alone
    /// assert!(tile.slice(crd!(5, _)).plain().is_none());
    /// assert!(tile.slice(crd!(8, _)).plain().is_some());
    /// ```
    pub fn plain(&self) -> Option<(Layout<S, D, E>, usize)> {
        let layout = self.layout();
        let first = self.start().value();
        let mut bits = Known::of(first);
        layout.stride().each_leaf(layout.shape(), &mut |extent, stride| {
            if extent > 1 {
                bits = bits.plus_multiples(stride.cast_unsigned(), extent - 1);
            }
        });
        let (varying, flips) = (!(bits.zero | bits.one), W::PARTS.flips(bits.one));
        // With the bits read and those flipped the same everywhere, the flips add the same number everywhere.
        let alike = varying & (W::PARTS.source() | flips) == 0;
        (alike || layout.size().value() == 0).then(|| (layout, W::PARTS.apply(first)))
    }
}

/// Bits that are the same in every number of a set.
#[derive(Clone, Copy)]
struct Known {
    zero: usize,
    one: usize,
}

impl Known {
    fn of(number: usize) -> Self {
        Known { zero: !number, one: number }
    }

    /// The set of sums with the multiples `0, step, .. most * step`.
    fn plus_multiples(self, step: usize, most: usize) -> Self {
        let Some(high) = (step * most).checked_ilog2() else { return self };
        // bits that may be set: from the lowest of the step to the highest of the largest multiple
        let other_zero = !((usize::MAX >> (usize::BITS - 1 - high)) & (usize::MAX << step.trailing_zeros()));
        // A bit of the sum is that of this set where the multiple has none there, and none is carried to it: not even
        // in the largest sum, in which all unknown bits are set.
        let largest = (!self.zero).wrapping_add(!other_zero);
        let no_carry = !(largest ^ self.zero ^ other_zero);
        let known = (self.zero | self.one) & other_zero & no_carry;
        Known { zero: self.zero & known, one: self.one & known }
    }
}
