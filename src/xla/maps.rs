//! Where an element is, as an indexing map.
use super::linear_index::{IndexEntry, LinearIndex};
use crate::affine::{Constraint, Expr, IndexingMap, Interval, Points};
use alloc::vec::Vec;
use smallvec::{SmallVec, smallvec};

impl LinearIndex {
    /// The map from the index of an element to its place: [`at`](LinearIndex::at) as an expression.
    ///
    /// Every layout has one, of any tiles: with `*`, of several levels, whether they divide or not.
    ///
    /// Post-condition: at every index of the array, the result is the place of the element.
    ///
    /// ```
    /// use tilework::xla::{LinearIndex, Shape, Tiling};
    /// let shape: Shape = "f32[3,5]{1,0:T(2,2)}".parse()?;
    /// let map = LinearIndex::new(shape.array("example")?, Tiling::All)?.to_map();
    /// assert_eq!(map.evaluate(&[2, 3], &[], &[])?[..], [17]);
    /// assert_eq!(
    ///     map.to_string(),
    ///     "(d0, d1) -> ((d0 floordiv 2) * 12 + (d0 mod 2) * 2 + (d1 floordiv 2) * 4 + d1 mod 2), \
    ///      domain: d0 in [0, 2], d1 in [0, 4]"
    /// );
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn to_map(&self) -> IndexingMap {
        let bounds: SmallVec<[Interval; 6]> =
            self.sizes.iter().map(|&size| Interval::of_size(size)).collect();
        let physical = self.minor_to_major.iter().rev();
        let place = self.place(physical.copied().map(Expr::variable_at).collect());
        IndexingMap::over(&bounds, &[], &[], [place], Vec::new()).simplify(Points::Replace)
    }

    /// The map from the place of an element to its index: [`index_at`](LinearIndex::index_at) as expressions. Padding
    /// is not in its domain.
    ///
    /// Post-condition: the domain is the places of the elements, and at each the results are the index.
    ///
    /// ```
    /// use tilework::xla::{LinearIndex, Shape, Tiling};
    /// let shape: Shape = "f32[3,5]{1,0:T(2,2)}".parse()?;
    /// let map = LinearIndex::new(shape.array("example")?, Tiling::All)?.to_inverse_map();
    /// assert_eq!(map.evaluate(&[17], &[], &[])?[..], [2, 3]);
    /// assert!(map.contains(&[17]) && !map.contains(&[9]));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn to_inverse_map(&self) -> IndexingMap {
        let mut stride = 1i64;
        let mut entries: SmallVec<[Expr; 8]> = SmallVec::new();
        for (place, &bound) in self.bounds.iter().enumerate().rev() {
            let quotient = Expr::variable(0).floor_div(Expr::constant(stride));
            entries.push(if place == 0 { quotient } else { quotient.modulo(Expr::constant(bound.max(1))) });
            stride = stride.saturating_mul(bound.max(1));
        }
        entries.reverse();
        let mut constraints = Vec::new();
        for step in self.steps.iter().rev() {
            let inside = step.back(&mut entries);
            constraints
                .extend(inside.map(|(expr, bound)| Constraint { expr, bounds: Interval::of_size(bound) }));
        }
        let mut index: SmallVec<[Expr; 6]> = smallvec![Expr::constant(0); self.sizes.len()];
        for (&dimension, entry) in self.minor_to_major.iter().rev().zip(entries) {
            index[dimension] = entry;
        }
        IndexingMap::over(&[Interval::of_size(self.len())], &[], &[], index, constraints)
            .simplify(Points::Replace)
    }
}

impl IndexEntry for Expr {
    fn zero() -> Self {
        Expr::constant(0)
    }
    fn joined(self, size: i64, minor: Self) -> Self {
        self.mul(Expr::constant(size)).add(minor)
    }
    fn split(self, size: i64) -> (Self, Self) {
        let size = Expr::constant(size);
        (self.clone().floor_div(size.clone()), self.modulo(size))
    }
}
