//! Where an element is, as an indexing map.
use super::linear_index::{LinearIndex, TilingStep};
use crate::affine::{Constraint, Expr, IndexingMap, Interval, Points};
use alloc::vec::Vec;
use core::iter;
use smallvec::{SmallVec, smallvec};

type Exprs = SmallVec<[Expr; 8]>;

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
        let mut entries: Exprs = physical.copied().map(Expr::variable_at).collect();
        for step in &self.steps {
            go(step, &mut entries);
        }
        let place = entries
            .into_iter()
            .zip(&self.bounds)
            .fold(Expr::constant(0), |place, (entry, &bound)| place.mul(Expr::constant(bound)).add(entry));
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
        let mut entries: Exprs = SmallVec::new();
        for (place, &bound) in self.bounds.iter().enumerate().rev() {
            let quotient = Expr::variable(0).floor_div(Expr::constant(stride));
            entries.push(if place == 0 { quotient } else { quotient.modulo(Expr::constant(bound.max(1))) });
            stride = stride.saturating_mul(bound.max(1));
        }
        entries.reverse();
        let mut constraints = Vec::new();
        for step in self.steps.iter().rev() {
            back(step, &mut entries, &mut constraints);
        }
        let mut index: SmallVec<[Expr; 6]> = smallvec![Expr::constant(0); self.sizes.len()];
        for (&dimension, entry) in self.minor_to_major.iter().rev().zip(entries) {
            index[dimension] = entry;
        }
        IndexingMap::over(&[Interval::of_size(self.len())], &[], &[], index, constraints)
            .simplify(Points::Replace)
    }
}

/// The index after a step.
fn go(step: &TilingStep, entries: &mut Exprs) {
    match step {
        TilingStep::Widen { added } => entries.insert_many(0, iter::repeat_n(Expr::constant(0), *added)),
        TilingStep::Merge { position, size } => {
            let major = entries.remove(*position);
            let minor = entries[*position].clone();
            entries[*position] = major.mul(Expr::constant(*size)).add(minor);
        }
        TilingStep::Split { position, size, .. } => {
            let (entry, size) = (entries[*position].clone(), Expr::constant(*size));
            entries[*position] = entry.clone().floor_div(size.clone());
            entries.push(entry.modulo(size));
        }
    }
}

/// The index before a step, and what elements meet and padding does not.
fn back(step: &TilingStep, entries: &mut Exprs, constraints: &mut Vec<Constraint>) {
    match step {
        TilingStep::Widen { added } => {
            entries.drain(..*added);
        }
        TilingStep::Merge { position, size } => {
            let merged = entries[*position].clone();
            let size = Expr::constant((*size).max(1));
            entries[*position] = merged.clone().modulo(size.clone());
            entries.insert(*position, merged.floor_div(size));
        }
        TilingStep::Split { position, size, bound } => {
            let inside = entries.remove(entries.len() - 1);
            let entry = entries[*position].clone().mul(Expr::constant(*size)).add(inside);
            constraints.push(Constraint { expr: entry.clone(), bounds: Interval::of_size(*bound) });
            entries[*position] = entry;
        }
    }
}
