//! Layouts as indexing maps.
use super::expr::Expr;
use super::interval::Interval;
use super::map::{Constraint, IndexingMap};
use super::transform::Points;
use crate::dynamic::{DynLayout, Error, Result, Stride, Swizzled, invalid};
use alloc::vec::Vec;
use core::iter;

impl TryFrom<&DynLayout> for IndexingMap {
    type Error = Error;

    /// The layout as a map: a dimension for each top-level mode, and the offset as the result; over basis strides, a
    /// result for each axis.
    ///
    /// Post-condition: at the indices of the top-level modes, the results are the offset of that coordinate. The
    /// domain is the logical extent.
    ///
    /// # Errors
    /// If the layout gives nested coordinates: strides like `1@0@1`.
    ///
    /// ```
    /// use tilework::affine::IndexingMap;
    /// use tilework::dynamic::DynLayout;
    /// let layout: DynLayout = "((2,3),4):((1,8),2)".parse()?;
    /// assert_eq!(
    ///     IndexingMap::try_from(&layout)?.to_string(),
    ///     "(d0, d1) -> ((d0 floordiv 2) * 8 + d0 mod 2 + d1 * 2), domain: d0 in [0, 5], d1 in [0, 3]"
    /// );
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    fn try_from(layout: &DynLayout) -> Result<Self> {
        let leaves = LeafIndices::of(layout);
        let results = match deciding_stride(layout) {
            Some(Stride::Basis(..)) => leaves.coordinate(layout)?,
            _ => Vec::from([leaves.offset(layout)]),
        };
        Ok(leaves.map(layout, results))
    }
}

impl TryFrom<&Swizzled> for IndexingMap {
    type Error = Error;

    /// The swizzled layout as a map: as that of the layout, with the offset swizzled.
    ///
    /// A bit that is exchanged is the sum of two bits modulo 2.
    ///
    /// # Errors
    /// If the layout gives coordinates, or an offset may be negative.
    ///
    /// ```
    /// use tilework::affine::IndexingMap;
    /// use tilework::dynamic::Swizzled;
    /// let swizzled: Swizzled = "Sw<1,0,2> o (4,2):(2,1)".parse()?;
    /// let map = IndexingMap::try_from(&swizzled)?;
    /// assert_eq!(map.evaluate(&[2, 0], &[], &[])?[..], [swizzled.offset(&"(2,0)".parse()?)?]);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    fn try_from(swizzled: &Swizzled) -> Result<Self> {
        let layout = &swizzled.layout;
        if let Some(mode) = layout.leaves().iter().find(|mode| matches!(mode.stride, Stride::Basis(..))) {
            return Err(invalid!("map", "the stride {} is no offset to swizzle", mode.stride));
        }
        let leaves = LeafIndices::of(layout);
        let mut place = leaves.offset(layout);
        for (swizzle, offset) in swizzled.swizzles.iter().rev() {
            place = place.add(Expr::constant(*offset));
            let range = place.range(&leaves.bounds);
            if range.lower < 0 {
                return Err(invalid!("map", "the offset {} of {layout} is negative", range.lower));
            }
            place = bits_added(place, swizzle.bits_from_to());
        }
        Ok(leaves.map(layout, Vec::from([place])))
    }
}

/// A stride of the kind that the offsets have: those of leaves with one element, which are never taken, decide only
/// where there are no others.
fn deciding_stride(layout: &DynLayout) -> Option<Stride> {
    let strides = || layout.leaves().iter().filter(|mode| !mode.stride.is_zero());
    strides().find(|mode| mode.extent > 1).or_else(|| strides().next()).map(|mode| mode.stride)
}

/// An offset whose bits from `to` on have those from `from` on added to them, each modulo 2.
fn bits_added(offset: Expr, (bits, from, to): (u32, u32, u32)) -> Expr {
    let power = |bit: u32| Expr::constant(1 << bit);
    let mut result = offset.clone().modulo(power(to));
    for bit in 0..bits {
        let both = offset.clone().floor_div(power(to + bit)).add(offset.clone().floor_div(power(from + bit)));
        result = result.add(both.modulo(Expr::constant(2)).mul(power(to + bit)));
    }
    // above the bits that fit in 63 there are none
    if to + bits < 63 {
        result = result.add(offset.floor_div(power(to + bits)).mul(power(to + bits)));
    }
    result
}

/// The indices of the leaves of a layout, over its top-level modes.
struct LeafIndices {
    bounds: Vec<Interval>,
    indices: Vec<Expr>,
}

impl LeafIndices {
    fn of(layout: &DynLayout) -> Self {
        let (mut bounds, mut indices) = (Vec::new(), Vec::new());
        for (dimension, mode) in layout.modes().enumerate() {
            let extents = mode.leaves().iter().map(|leaf| leaf.extent);
            let size = if extents.clone().any(|extent| extent == 0) { 0 } else { extents.clone().product() };
            bounds.push(Interval::of_size(size));
            let mut unit = 1;
            for extent in extents {
                let index = Expr::variable_at(dimension).floor_div(Expr::constant(unit));
                if size == 0 {
                    indices.push(Expr::constant(0));
                    continue;
                }
                unit *= extent;
                indices.push(if unit == size { index } else { index.modulo(Expr::constant(extent)) });
            }
        }
        LeafIndices { bounds, indices }
    }

    /// The sum of the indices times strides that are integers, or the exclusive one of those that are F2.
    fn offset(&self, layout: &DynLayout) -> Expr {
        match deciding_stride(layout) {
            Some(Stride::F2(_)) => self.exclusive_sum(layout),
            _ => self.weighted(layout, Stride::as_int),
        }
    }

    fn weighted(&self, layout: &DynLayout, weight: impl Fn(Stride) -> Option<i64>) -> Expr {
        let parts = self.indices.iter().zip(layout.leaves()).filter_map(|(index, mode)| {
            weight(mode.stride).map(|weight| index.clone().mul(Expr::constant(weight)))
        });
        parts.fold(Expr::constant(0), Expr::add)
    }

    /// What a layout over basis strides gives along each axis.
    fn coordinate(&self, layout: &DynLayout) -> Result<Vec<Expr>> {
        let mut rank = 0;
        for mode in layout.leaves() {
            if let Stride::Basis(_, axis) = mode.stride {
                match axis.path() {
                    [axis] => rank = rank.max(usize::from(*axis) + 1),
                    _ => {
                        return Err(invalid!("map", "{axis} of {layout} is an axis of nested coordinates"));
                    }
                }
            }
        }
        let along = |axis: usize| {
            self.weighted(layout, |stride| match stride {
                Stride::Basis(value, own) => {
                    matches!(own.path(), [own] if usize::from(*own) == axis).then_some(value)
                }
                _ => None,
            })
        };
        Ok((0..rank).map(along).collect())
    }

    /// The exclusive sum of the indices times F2 strides: bit by bit, a sum modulo 2.
    fn exclusive_sum(&self, layout: &DynLayout) -> Expr {
        let mut bits: Vec<Vec<(usize, u32)>> = iter::repeat_n(Vec::new(), 63).collect();
        for (leaf, mode) in layout.leaves().iter().enumerate() {
            let Stride::F2(stride) = mode.stride else { continue };
            let digits = i64::BITS - (mode.extent - 1).max(0).leading_zeros();
            for digit in 0..digits {
                let set = (0..u64::BITS).filter(|bit| stride >> bit & 1 == 1);
                set.for_each(|bit| bits[(bit + digit) as usize].push((leaf, digit)));
            }
        }
        let mut result = Expr::constant(0);
        let mut next = 0;
        while next < bits.len() {
            let first = next;
            next += 1;
            let mut modulus = 2;
            if let [(leaf, digit)] = bits[first][..] {
                // digits of one index that stay together
                let mut following = digit + 1;
                while bits.get(next).is_some_and(|bit| *bit == [(leaf, following)]) {
                    modulus *= 2;
                    following += 1;
                    next += 1;
                }
            }
            let digit = |&(leaf, digit): &(usize, u32)| {
                self.indices[leaf].clone().floor_div(Expr::constant(1 << digit))
            };
            if let Some(sum) = bits[first].iter().map(digit).reduce(Expr::add) {
                result = result.add(sum.modulo(Expr::constant(modulus)).mul(Expr::constant(1 << first)));
            }
        }
        result
    }

    /// The map on the elements of the layout.
    fn map(mut self, layout: &DynLayout, results: Vec<Expr>) -> IndexingMap {
        let mut constraints = Vec::new();
        if let Some(extent) = &layout.extent {
            for (axis, &bound) in extent.bounds.iter().enumerate() {
                let inside = Interval::of_size(bound);
                if extent.by_mode {
                    self.bounds[axis] = inside;
                    continue;
                }
                let steps = extent.steps.iter().zip(&self.indices).filter(|(step, _)| step.axis == axis);
                let steps = steps.map(|(step, index)| index.clone().mul(Expr::constant(step.length)));
                constraints
                    .push(Constraint { expr: steps.fold(Expr::constant(0), Expr::add), bounds: inside });
            }
        }
        IndexingMap::over(&self.bounds, &[], &[], results, constraints).simplify(Points::Replace)
    }
}
