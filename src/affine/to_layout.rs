//! Indexing maps as layouts, where they are.
use super::expr::Expr;
use super::interval::Interval;
use super::map::IndexingMap;
use super::points::find_index;
use super::print::write_expr;
use super::transform::Points;
use crate::dynamic::{Axis, DynLayout, Error, Mode, Offset, Result, Stride, Tree, Witness, inexact};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use smallvec::{SmallVec, smallvec};

type Point = SmallVec<[i64; 4]>;

impl IndexingMap {
    /// The nested shape and stride that the map is: a top-level mode for each dimension.
    ///
    /// Post-condition: at every index of the domain the offset of the layout is the result of the map; of several
    /// results, the coordinate that they are, over basis strides. What the modes span beyond the domain is padding.
    /// There is such a layout if the result is a sum of parts for each dimension (it is additive), and each part is a
    /// sum of digits times strides (it is mixed-radix). Whether it is so is proven by simplifying the difference to
    /// 0, or by looking at every index.
    ///
    /// # Errors
    /// [`Inexact`](Error::Inexact) with the dimensions that are not additive or not mixed-radix, and an index at
    /// which every layout would be wrong; [`Invalid`](Error::Invalid) if the map has symbols or no results, or its
    /// domain is no box from 0; [`Overflow`](Error::Overflow) if a value does not fit in 64 bits;
    /// [`TooLarge`](Error::TooLarge) if there is no proof, and there are too many indices to look at each.
    ///
    /// ```
    /// use tilework::affine::IndexingMap;
    /// let layout = |text: &str| text.parse::<IndexingMap>()?.to_layout();
    /// let tiled = "(d0, d1) -> ((d0 floordiv 4) * 32 + (d0 mod 4) * 2 + d1), domain: d0 in [0, 10], d1 in [0, 1]";
    /// assert_eq!(layout(tiled)?.to_string(), "((4,3),2):((2,32),1) of (11,2)");
    /// let carried = layout("(d0, d1) -> ((d0 + d1) mod 4), domain: d0 in [0, 3], d1 in [0, 3]");
    /// assert_eq!(
    ///     carried.unwrap_err().to_string(),
    ///     "map.to_layout: dimensions 0 and 1 are not additive: coordinate (3,1) needs 0, modes give 4"
    /// );
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn to_layout(&self) -> Result<DynLayout> {
        let map = self.simplify(Points::Replace).remove_unused_symbols();
        let sizes = box_of(&map)?;
        if sizes.contains(&0) {
            return DynLayout::from_modes(Tree::flat(sizes.iter().map(|&size| Mode::new(size, 0))));
        }
        let origin: Point = smallvec![0; sizes.len()];
        let value = value_at(&map, &origin)?;
        if value.iter().any(|value| *value != 0) {
            let given: Point = smallvec![0; value.len()];
            return Err(inexact("a layout is 0 at the origin".into(), &origin, &value, &given));
        }
        let modes: Vec<Tree<Mode>> =
            (0..sizes.len()).map(|dimension| modes_of(&map, &sizes, dimension)).collect::<Result<_>>()?;
        let layout =
            DynLayout::from_modes(Tree::tuple(modes.iter().map(Tree::view))?)?.with_extent(&sizes)?;
        check(&map, &sizes, &layout)?;
        Ok(layout)
    }
}

/// The sizes of the domain.
fn box_of(map: &IndexingMap) -> Result<Point> {
    let refuse = |reason: String| Err(Error::invalid("map.to_layout", reason));
    if map.results().is_empty() {
        return refuse("a map without results is no layout".into());
    }
    if map.dims().iter().any(|dimension| dimension.bounds.is_empty()) {
        let size =
            |bounds: Interval| if bounds.is_empty() { 0 } else { bounds.upper.saturating_add(1).max(0) };
        return Ok(map.dims().iter().map(|dimension| size(dimension.bounds)).collect());
    }
    match map.variables().len() - map.dims().len() {
        0 => {}
        symbols => return refuse(format!("a layout has no symbols, and the map needs {symbols}")),
    }
    if map.is_known_empty() {
        return refuse("no point is in the domain, though no dimension is empty".into());
    }
    if let Some(constraint) = map.constraints().first() {
        let mut text = String::from("the domain is no box: ");
        let name = |number: u32, text: &mut String| write!(text, "d{number}");
        let written = write_expr(&constraint.expr, &mut text, &name);
        debug_assert!(written.is_ok(), "a String takes all text");
        return refuse(format!("{text} is in {}", constraint.bounds));
    }
    let mut sizes = Point::new();
    for (dimension, variable) in map.dims().iter().enumerate() {
        let bounds = variable.bounds;
        if bounds.lower != 0 {
            return refuse(format!("dimension {dimension} begins at {}, and a layout at 0", bounds.lower));
        }
        sizes.push(bounds.upper.checked_add(1).ok_or(Error::overflow("the size of a dimension"))?);
    }
    Ok(sizes)
}

fn value_at(map: &IndexingMap, point: &[i64]) -> Result<Point> {
    let values = map.results().iter().map(|result| result.evaluate(point));
    values.collect::<Option<Point>>().ok_or(Error::overflow("a result of the map"))
}

/// The modes of one dimension, if it is mixed-radix.
///
/// Steps are equal up to the first radix, and there the offset is another than so many steps. It is another up to
/// twice the radix, so that a power of two is among these: the radix is found in logarithmic time.
fn modes_of(map: &IndexingMap, sizes: &[i64], dimension: usize) -> Result<Tree<Mode>> {
    let (mut unit, mut rest) = (1i64, sizes[dimension]);
    let mut modes: SmallVec<[Mode; 4]> = SmallVec::new();
    while rest > 1 {
        let at = |index: i64| -> Result<Point> {
            let mut point: Point = smallvec![0; sizes.len()];
            point[dimension] = index * unit;
            value_at(map, &point)
        };
        let step = at(1)?;
        let is_even = |index: i64| -> Result<bool> {
            let here = at(index)?;
            Ok(here.iter().zip(&step).all(|(here, step)| step.checked_mul(index) == Some(*here)))
        };
        let (mut even, mut uneven) = (1, None);
        while even < rest - 1 && uneven.is_none() {
            let next = even.saturating_mul(2).min(rest - 1);
            if is_even(next)? { even = next } else { uneven = Some(next) }
        }
        let radix = match uneven {
            None => rest,
            Some(mut uneven) => {
                while uneven - even > 1 {
                    let middle = even + (uneven - even) / 2;
                    if is_even(middle)? { even = middle } else { uneven = middle }
                }
                uneven
            }
        };
        modes.push(Mode::new(radix, stride(dimension, &step)?));
        unit = unit.saturating_mul(radix);
        rest = rest / radix + i64::from(rest % radix != 0);
    }
    Ok(match modes[..] {
        [] => Tree::leaf(Mode::new(1, 0)),
        [mode] => Tree::leaf(mode),
        _ => Tree::flat(modes),
    })
}

/// The stride of a step: a number, or along one axis.
fn stride(dimension: usize, step: &[i64]) -> Result<Stride> {
    if let [step] = step {
        return Ok(Stride::Int(*step));
    }
    let mut moved = step.iter().enumerate().filter(|(_, step)| **step != 0);
    match (moved.next(), moved.next()) {
        (None, _) => Ok(Stride::Int(0)),
        (Some((axis, step)), None) => Ok(Stride::Basis(*step, Axis::new(&[axis])?)),
        (Some((first, _)), Some((second, _))) => Err(inexact!(
            "map.to_layout",
            "dimension {dimension} moves along the axes {first} and {second} at once"
        )),
    }
}

/// Whether the layout is the map.
fn check(map: &IndexingMap, sizes: &[i64], layout: &DynLayout) -> Result<()> {
    let found = IndexingMap::try_from(layout)?;
    let zero = Expr::constant(0);
    let bounds = map.bounds();
    // axes at the end that nothing moves along are no results of the layout
    let is_proven = map.results().iter().enumerate().all(|(place, result)| {
        let of_layout = found.results().get(place).unwrap_or(&zero);
        result == of_layout || result.clone().sub(of_layout.clone()).simplify(&bounds) == zero
    });
    if is_proven {
        return Ok(());
    }
    let given = |point: &[i64]| -> Result<Point> {
        let mut values = value_at(&found, point)?;
        values.resize(map.results().len(), 0);
        Ok(values)
    };
    let differs = |point: &[i64]| -> Result<bool> { Ok(value_at(map, point)? != given(point)?) };
    let is_wrong = |point: &[i64]| -> Result<Option<Point>> { Ok(differs(point)?.then(|| point.into())) };
    match find_index(sizes, is_wrong)? {
        (Some(point), _) => Err(reason(&point, &differs, |point| Ok((value_at(map, point)?, given(point)?)))),
        (None, true) => Ok(()),
        (None, false) => Err(Error::TooLarge { quantity: "the indices of a map" }),
    }
}

/// What is wrong at a point, with as few coordinates as show it.
fn reason(
    point: &[i64],
    differs: &impl Fn(&[i64]) -> Result<bool>,
    both: impl Fn(&[i64]) -> Result<(Point, Point)>,
) -> Error {
    let alone = |dimension: usize| {
        let mut single: Point = smallvec![0; point.len()];
        single[dimension] = point[dimension];
        single
    };
    let wrong = (0..point.len()).find(|&dimension| differs(&alone(dimension)) == Ok(true));
    let (reason, shown) = match wrong {
        Some(dimension) => (format!("dimension {dimension} is not mixed-radix"), alone(dimension)),
        None => {
            let mut shown = Point::from(point);
            for dimension in 0..point.len() {
                let value = core::mem::take(&mut shown[dimension]);
                if differs(&shown) != Ok(true) {
                    shown[dimension] = value;
                }
            }
            let names: Vec<String> = (0..point.len())
                .filter(|&dimension| shown[dimension] != 0)
                .map(|name| format!("{name}"))
                .collect();
            (format!("dimensions {} are not additive", names.join(" and ")), shown)
        }
    };
    match both(&shown) {
        Ok((needed, given)) => inexact(reason, &shown, &needed, &given),
        Err(error) => error,
    }
}

fn inexact(reason: String, point: &[i64], needed: &[i64], given: &[i64]) -> Error {
    let coordinate = Tree::flat(point.iter().copied());
    let witness = Witness { coordinate, needed: offset(needed), given: offset(given) };
    Error::Inexact { operation: "map.to_layout", reason, witness: Some(Box::new(witness)) }
}

fn offset(values: &[i64]) -> Offset {
    if let [value] = values {
        return Offset::Int(*value);
    }
    let along = values.iter().enumerate().filter(|(_, value)| **value != 0);
    let along: SmallVec<[(Axis, i64); 2]> =
        along.filter_map(|(axis, &value)| Some((Axis::new(&[axis]).ok()?, value))).collect();
    if along.is_empty() { Offset::Int(0) } else { Offset::Coordinate(along) }
}
