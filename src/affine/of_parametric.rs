//! Layouts with parameters as indexing maps.
use super::expr::Expr;
use super::interval::Interval;
use super::map::{Constraint, IndexingMap, Names, Variable};
use crate::dynamic::{Error, ParametricLayout, ParametricLeaf, Result, invalid};
use alloc::vec::Vec;

impl IndexingMap {
    /// The map of a layout with parameters, whose values are in these bounds, one for each name: a dimension for each
    /// top-level mode, and a runtime symbol for each parameter.
    ///
    /// Post-condition: at values of the parameters the map is that of the layout [at](ParametricLayout::at) these.
    ///
    /// # Errors
    /// If there is not one interval for each parameter, an extent may be negative, or a size does not fit in 64 bits.
    ///
    /// ```
    /// use tilework::affine::{IndexingMap, Interval};
    /// use tilework::dynamic::ParametricLayout;
    /// let layout: ParametricLayout = "(m,8):(ld,1)".parse()?;
    /// let map = IndexingMap::of_parametric(&layout, &[Interval::new(1, 100), Interval::new(8, 256)])?;
    /// assert_eq!(map.evaluate(&[2, 3], &[], &[5, 10])?[..], [23]);
    /// assert!(map.contains(&[4, 3, 5, 10]) && !map.contains(&[5, 3, 5, 10]));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn of_parametric(layout: &ParametricLayout, bounds: &[Interval]) -> Result<Self> {
        let names = layout.names();
        if bounds.len() != names.len() {
            let (count, names) = (bounds.len(), names.join(", "));
            return Err(invalid!("map", "{count} intervals for the parameters {names}"));
        }
        let rank = layout.modes().count();
        let mut all: Vec<Interval> = (0..rank).map(|_| Interval::ALL).chain(bounds.iter().copied()).collect();
        let parameters = |leaf: &ParametricLeaf| {
            let places = leaf.parameters().map(|place| Expr::variable_at(rank + place));
            places.fold(Expr::constant(leaf.factor), Expr::mul)
        };
        let (mut offset, mut constraints) = (Expr::constant(0), Vec::new());
        for (dimension, leaves) in layout.modes().enumerate() {
            let leaves: Vec<(Expr, Expr)> =
                leaves.map(|(extent, stride)| (parameters(&extent), parameters(&stride))).collect();
            let mut unit = Expr::constant(1);
            for (place, (extent, stride)) in leaves.iter().enumerate() {
                let index = Expr::variable_at(dimension).floor_div(unit.clone());
                let is_last = place + 1 == leaves.len();
                let digit = if is_last { index } else { index.modulo(extent.clone()) };
                offset = offset.add(digit.mul(stride.clone()));
                if extent.range(&all).lower < 0 {
                    return Err(invalid!("map", "the extent of mode {dimension} may be negative"));
                }
                unit = unit.mul(extent.clone());
            }
            let sizes = unit.range(&all);
            if sizes.upper == i64::MAX {
                return Err(Error::overflow("the size of a mode"));
            }
            all[dimension] = Interval::of_size(sizes.upper);
            if sizes.as_point().is_none() {
                let expr = Expr::variable_at(dimension).sub(unit);
                constraints.push(Constraint { expr, bounds: Interval::new(-sizes.upper, -1) });
            }
        }
        let names =
            Names::of((0..rank).map(|_| None).chain(names.iter().map(|name| Some(name.as_str().into()))));
        let variables = all.into_iter().map(Variable::new);
        Ok(IndexingMap::from_parts(variables, rank, 0, names, [offset], constraints))
    }
}
