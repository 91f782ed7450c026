//! Symbolic tiles: what a tile of unknown size reads.
//!
//! A result of a map is taken apart into a sum of multiples of digits. A *digit* of a dimension `d` is `d floordiv
//! a`, or `(d floordiv a) mod m`; a range symbol is a digit of a size that is known. A tile of `d` that begins at a
//! multiple of its size `t` has whole runs of digits if `t` divides `a` and `a*m`, or is a multiple of them. A sum of
//! digits is a strided range if, by size of their strides, those with a small one are all there, one is cut, and
//! those with a large one stand still.
use super::expr::Expr;
use super::interval::Interval;
use super::map::{Constraint, IndexingMap};
use super::operation::ExprOp;
use super::print::write_expr;
use super::sum::Linear;
use super::transform::Points;
use crate::dynamic::{Error, Result};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use smallvec::SmallVec;

/// What a map reads for a tile of any size: a strided range in each dimension.
///
/// The dimensions of the three maps are the *sizes* of the tile. Element `i` of the read range, `0 <= i < size`, is
/// at `offset + stride * i`, for a tile at the origin; for one at `k` times its size, the results of the map there,
/// with range symbols 0, are in place of `offset`. This is exact where one of the alternatives holds. Source: XLA,
/// `SymbolicTile`.
///
/// ```
/// use tilework::affine::{IndexingMap, SymbolicTile};
/// let map: IndexingMap = "(d0, d1) -> (d0 floordiv 6, d0 mod 6, d1), domain: d0 in [0, 47], d1 in [0, 3]".parse()?;
/// let tile = SymbolicTile::of(&map)?;
/// // of 12 rows: two times six
/// assert!(tile.is_exact(&[12, 4]) && !tile.is_exact(&[5, 4]));
/// assert_eq!(tile.size.evaluate(&[12, 4], &[], &[])?[..], [2, 6, 4]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SymbolicTile {
    /// Where the range begins. Runtime symbols are those of the map.
    pub offset: IndexingMap,
    /// How many elements it has.
    pub size: IndexingMap,
    /// The distance of its elements.
    pub stride: IndexingMap,
    /// Of these one must hold for the sizes of the tile, all constraints of it; if there are none, all sizes will do.
    pub alternatives: Vec<Vec<Constraint>>,
}

/// More alternatives than that are not distinguished.
const MOST_ALTERNATIVES: usize = 256;
/// So many sizes of a tile are tried to see whether one constraint follows from others.
const TRIED_SIZES: i64 = 1 << 12;

impl SymbolicTile {
    /// The tile that a map reads.
    ///
    /// # Errors
    /// [`Inexact`](Error::Inexact), if what is read is no strided range for tiles of any size, or it is not known:
    /// the map has constraints, a variable does not begin at 0, a result is neither a sum of digits nor of multiples
    /// of them.
    pub fn of(map: &IndexingMap) -> Result<Self> {
        let simple = map.simplify(Points::Preserve);
        if simple.is_known_empty() {
            return Err(refused("the map has no points".into()));
        }
        if let Some(constraint) = simple.constraints().first() {
            return Err(refused(format!("{} is bound to {}", constraint.expr, constraint.bounds)));
        }
        let runtime = simple.variables().len() - simple.runtime_symbols().len();
        if let Some(number) = (0..runtime).find(|number| simple.variables()[*number].bounds.lower != 0) {
            return Err(refused(format!(
                "variable {number} is in {}, which does not begin at 0",
                simple.variables()[number].bounds
            )));
        }
        let reader = TiledMap { map: &simple, runtime };
        let mut tile = TileParts::default();
        let mut digits: Vec<TileDigit> = Vec::new();
        for (result, original) in simple.results().iter().zip(map.results()) {
            // a tile of an axis of one element is still one of that axis
            let kept = original.canonicalize();
            let result =
                if reader.is_fixed(result) && reader.digit(&kept).is_some() { &kept } else { result };
            reader.result(result, &mut digits, &mut tile)?;
        }
        are_apart(&digits)?;
        let sizes: Vec<Interval> = simple
            .dims()
            .iter()
            .map(|variable| Interval::new(1, variable.bounds.upper.saturating_add(1)))
            .collect();
        for digit in &digits {
            tile.conditions.extend(digit.conditions());
        }
        let over = |results: Vec<Expr>, runtime: &[Interval]| {
            IndexingMap::over(&sizes, &[], runtime, results, Vec::new())
        };
        let places: Vec<Interval> = simple.runtime_symbols().iter().map(|symbol| symbol.bounds).collect();
        Ok(SymbolicTile {
            offset: over(tile.offsets, &places),
            size: over(tile.sizes, &[]),
            stride: over(tile.strides, &[]),
            alternatives: alternatives(tile.conditions, &sizes)?,
        })
    }

    /// Whether a tile of these sizes reads strided ranges.
    pub fn is_exact(&self, sizes: &[i64]) -> bool {
        let holds = |constraint: &Constraint| {
            constraint.expr.evaluate(sizes).is_some_and(|value| constraint.bounds.contains(value))
        };
        self.size.contains(sizes)
            && (self.alternatives.is_empty() || self.alternatives.iter().any(|all| all.iter().all(holds)))
    }

    /// The runtime symbols of the offset with their values, `rt0 in [0, 15], rt1 in [0, 20]`.
    pub fn places_text(&self) -> String {
        let symbols = self.offset.runtime_symbols().iter().enumerate();
        let texts: Vec<String> =
            symbols.map(|(place, symbol)| format!("rt{place} in {}", symbol.bounds)).collect();
        texts.join(", ")
    }

    /// The alternatives, `6 mod d0 in [0, 0] || d0 mod 6 in [0, 0]`.
    pub fn constraints_text(&self) -> String {
        let one = |constraint: &Constraint| {
            let mut text = String::new();
            // writing to a string does not fail
            let _ = write_expr(&constraint.expr, &mut text, &|number, text: &mut String| {
                write!(text, "d{number}")
            });
            let _ = write!(text, " in {}", constraint.bounds);
            text
        };
        let all = |all: &Vec<Constraint>| all.iter().map(one).collect::<Vec<_>>().join(" && ");
        self.alternatives.iter().map(all).collect::<Vec<_>>().join(" || ")
    }
}

impl fmt::Display for SymbolicTile {
    /// As XLA prints it: the maps without their domains, the runtime symbols, the alternatives.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [offset, size, stride] = [&self.offset, &self.size, &self.stride].map(IndexingMap::function_text);
        write!(f, "offset_map: {offset} size_map: {size} stride_map: {stride}")?;
        for (name, text) in [("rt_vars", self.places_text()), ("constraints", self.constraints_text())] {
            if !text.is_empty() {
                write!(f, " {name}: {text}")?;
            }
        }
        Ok(())
    }
}

fn refused(reason: String) -> Error {
    Error::inexact("symbolic tile", reason)
}

/// The maps as they grow, and what must hold: of each condition one alternative.
#[derive(Default)]
struct TileParts {
    offsets: Vec<Expr>,
    sizes: Vec<Expr>,
    strides: Vec<Expr>,
    conditions: Vec<Vec<Vec<Constraint>>>,
}

/// `(variable floordiv low) mod (high / low)`, or without `mod`.
#[derive(Debug, Clone, PartialEq)]
struct TileDigit {
    variable: u32,
    /// The size of the tile: of a dimension its number as a variable, of a range symbol a number.
    tile: Expr,
    /// How many values the variable has.
    count: i64,
    low: i64,
    high: Option<i64>,
}

impl TileDigit {
    /// How many values the digit may have.
    fn extent(&self) -> i64 {
        let all = (self.count - 1) / self.low + 1;
        self.high.map_or(all, |high| (high / self.low).min(all))
    }

    /// How many values it has in a tile.
    fn size(&self) -> Expr {
        let c = Expr::constant;
        let quotients = self.tile.clone().add(c(self.low - 1)).floor_div(c(self.low));
        match self.high {
            None => quotients,
            Some(high) => {
                let modulus = high / self.low;
                quotients.clone().sub(quotients.add(c(-1)).floor_div(c(modulus)).mul(c(modulus)))
            }
        }
    }

    /// That a tile at a multiple of its size has whole runs of digits.
    fn conditions(&self) -> impl Iterator<Item = Vec<Vec<Constraint>>> {
        let borders = [Some(self.low), self.high].into_iter().flatten();
        let tile = self.tile.clone();
        let count = self.count;
        borders.filter(move |border| *border > 1 && *border < count).map(move |border| {
            let border = Expr::constant(border);
            let fits = |lhs: &Expr, rhs: &Expr| {
                Vec::from([Constraint { expr: lhs.clone().modulo(rhs.clone()), bounds: Interval::point(0) }])
            };
            Vec::from([fits(&border, &tile), fits(&tile, &border)])
        })
    }

    /// Whether the two are different digits of one number, or of two.
    fn is_apart_from(&self, other: &TileDigit) -> bool {
        let below =
            |lower: &TileDigit, upper: &TileDigit| lower.high.is_some_and(|high| upper.low % high == 0);
        let stands_still = self.extent() == 1 || other.extent() == 1;
        self.variable != other.variable || stands_still || below(self, other) || below(other, self)
    }
}

/// Digits that are not apart do not have all combinations of their values.
fn are_apart(digits: &[TileDigit]) -> Result<()> {
    for (place, digit) in digits.iter().enumerate() {
        if digits[..place].iter().any(|other| !digit.is_apart_from(other)) {
            return Err(refused(format!("variable {} is used twice", digit.variable)));
        }
    }
    Ok(())
}

struct TiledMap<'a> {
    map: &'a IndexingMap,
    /// The number of the first runtime symbol.
    runtime: usize,
}

impl TiledMap<'_> {
    /// Whether no dimension and no range symbol is in it.
    fn is_fixed(&self, expr: &Expr) -> bool {
        !expr.uses_any(|number| (number as usize) < self.runtime)
    }

    /// Takes a result apart.
    fn result(&self, result: &Expr, digits: &mut Vec<TileDigit>, tile: &mut TileParts) -> Result<()> {
        let sum = Linear::of(result).ok_or_else(|| refused(format!("{result} does not fit in 64 bits")))?;
        let dims = self.map.dims().len();
        let mut offset = Expr::constant(sum.constant);
        let mut modes: SmallVec<[(i64, TileDigit); 4]> = SmallVec::new();
        for term in &sum.terms {
            if self.is_fixed(&term.atom) {
                let moved =
                    term.atom.substitute(&|number| Expr::variable_at(number as usize - self.runtime + dims));
                offset = offset.add(moved.mul(Expr::constant(term.coefficient)));
            } else {
                let digit = self
                    .digit(&term.atom)
                    .ok_or_else(|| refused(format!("{} is no strided range", term.atom)))?;
                modes.push((term.coefficient, digit));
            }
        }
        modes.sort_by_key(|(stride, _)| core::cmp::Reverse(stride.unsigned_abs()));
        tile.offsets.push(offset);
        tile.sizes.push(
            modes.iter().fold(Expr::constant(1), |size, (_, mode)| size.mul(mode.size())).canonicalize(),
        );
        tile.strides.push(stride(&modes).canonicalize());
        if !modes.is_empty() {
            tile.conditions.push(runs(&modes));
        }
        digits.extend(modes.into_iter().map(|(_, digit)| digit));
        Ok(())
    }

    /// The expression as a digit.
    fn digit(&self, expr: &Expr) -> Option<TileDigit> {
        match expr {
            Expr::Constant(_) => None,
            Expr::Variable(number) => {
                let place = *number as usize;
                let count = self.map.variables()[place].bounds.upper.checked_add(1)?;
                let tile = if place < self.map.dims().len() { expr.clone() } else { Expr::constant(count) };
                Some(TileDigit { variable: *number, tile, count, low: 1, high: None })
            }
            Expr::Binary(node) => {
                let divisor = node.rhs.as_constant().filter(|divisor| *divisor > 0)?;
                let inner = self.digit(&node.lhs)?;
                let border = inner.low.checked_mul(divisor)?;
                // whole digits are cut only between them
                let fits = inner.high.is_none_or(|high| high % border == 0);
                match node.operation {
                    ExprOp::FloorDiv if fits => Some(TileDigit { low: border, ..inner }),
                    ExprOp::Mod if fits => Some(TileDigit { high: Some(border), ..inner }),
                    _ => None,
                }
            }
        }
    }
}

/// The distance of elements: the stride of the mode with the smallest one that has more than one element; of none, 0
/// beyond one mode.
fn stride(modes: &[(i64, TileDigit)]) -> Expr {
    let c = Expr::constant;
    match modes {
        [(stride, _)] => c(*stride),
        _ => modes.iter().fold(c(0), |larger, (stride, mode)| {
            // 1 if the size is 1, and 0 up to the extent
            let extent = mode.extent();
            let is_one =
                mode.size().neg().add(c(extent.saturating_add(1))).floor_div(c(extent)).canonicalize();
            let is_more = is_one.clone().neg().add(c(1));
            is_one.mul(larger).add(is_more.mul(c(*stride)))
        }),
    }
}

/// When a sum of modes, those of large strides first, is a strided range: one mode is cut, some after it are whole
/// and continue each other, and the others have one element.
fn runs(modes: &[(i64, TileDigit)]) -> Vec<Vec<Constraint>> {
    let of_size = |place: usize, size: i64| Constraint {
        expr: modes[place].1.size().canonicalize(),
        bounds: Interval::point(size),
    };
    let mut found = Vec::new();
    for cut in 0..modes.len() {
        for last in cut..modes.len() {
            let continues = |place: usize| {
                let (stride, mode) = &modes[place + 1];
                stride.checked_mul(mode.extent()) == Some(modes[place].0)
            };
            if !(cut..last).all(continues) {
                break;
            }
            let others = (0..modes.len()).filter(|place| *place != cut);
            let alternative = others.map(|place| {
                of_size(place, if (cut..=last).contains(&place) { modes[place].1.extent() } else { 1 })
            });
            found.push(alternative.collect());
        }
    }
    found
}

/// One list of alternatives for all conditions; none if they always hold.
fn alternatives(conditions: Vec<Vec<Vec<Constraint>>>, sizes: &[Interval]) -> Result<Vec<Vec<Constraint>>> {
    let mut left: Vec<Vec<Vec<Constraint>>> = Vec::new();
    for condition in conditions {
        let decided: Vec<Vec<Constraint>> =
            condition.into_iter().filter_map(|all| undecided(all, sizes)).collect();
        if decided.is_empty() {
            return Err(refused("no size of a tile gives a strided range".into()));
        }
        if !decided.iter().any(Vec::is_empty) && !left.contains(&decided) {
            left.push(decided);
        }
    }
    let mut place = 0;
    while place < left.len() {
        if follows(place, &left, sizes) {
            left.remove(place);
        } else {
            place += 1;
        }
    }
    let mut found: Vec<Vec<Constraint>> = Vec::new();
    for condition in left {
        if found.is_empty() {
            found = condition;
            continue;
        }
        if found.len() * condition.len() > MOST_ALTERNATIVES {
            return Err(refused(format!("more than {MOST_ALTERNATIVES} alternatives")));
        }
        let joined = |lhs: &Vec<Constraint>| -> Vec<Vec<Constraint>> {
            let with = |rhs: &Vec<Constraint>| {
                let mut all = lhs.clone();
                all.extend(rhs.iter().filter(|constraint| !lhs.contains(constraint)).cloned());
                all
            };
            condition.iter().map(with).collect()
        };
        found = found.iter().flat_map(joined).collect();
    }
    Ok(found)
}

/// The constraints that some sizes meet and some do not; nothing if one is never met.
fn undecided(constraints: Vec<Constraint>, sizes: &[Interval]) -> Option<Vec<Constraint>> {
    let mut left = Vec::new();
    for constraint in constraints {
        let range = constraint.expr.range(sizes);
        if constraint.bounds.covers(range) {
            continue;
        }
        if constraint.bounds.intersect(range).is_empty() {
            return None;
        }
        if !left.contains(&constraint) {
            left.push(constraint);
        }
    }
    Some(left)
}

/// Whether a condition on one size follows from the others on it.
fn follows(place: usize, conditions: &[Vec<Vec<Constraint>>], sizes: &[Interval]) -> bool {
    let variable = |condition: &Vec<Vec<Constraint>>| -> Option<u32> {
        let (mut found, mut several) = (None, false);
        condition.iter().flatten().for_each(|constraint| {
            constraint.expr.each_variable(&mut |number| several |= *found.get_or_insert(number) != number);
        });
        found.filter(|_| !several)
    };
    let Some(number) = variable(&conditions[place]) else { return false };
    let bounds = sizes[number as usize];
    if bounds.upper > TRIED_SIZES {
        return false;
    }
    let others: Vec<&Vec<Vec<Constraint>>> = conditions
        .iter()
        .enumerate()
        .filter(|(other, condition)| *other != place && variable(condition) == Some(number))
        .map(|(_, condition)| condition)
        .collect();
    let mut point = sizes.iter().map(|_| 1).collect::<Vec<i64>>();
    (bounds.lower..=bounds.upper).all(|size| {
        point[number as usize] = size;
        let holds = |constraint: &Constraint| {
            constraint.expr.evaluate(&point).is_some_and(|value| constraint.bounds.contains(value))
        };
        let met = |condition: &Vec<Vec<Constraint>>| condition.iter().any(|all| all.iter().all(holds));
        met(&conditions[place]) || !others.iter().all(|condition| met(condition))
    })
}
