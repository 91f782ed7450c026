//! Operations on two tuples, leaf by leaf: sums, divisions, and whether one lies inside the other.
use super::arithmetic;
use super::error::{Error, Result, invalid};
use super::tree::Builder;
use super::tuple::{DynTuple, TupleRef, all_modes, size};

macro_rules! leaf_by_leaf {
    ($($(#[$doc:meta])* $verb:ident $operation:expr;)*) => { $(
        $(#[$doc])*
        pub fn $verb(lhs: TupleRef<'_>, rhs: TupleRef<'_>) -> Result<DynTuple> {
            leaf_by_leaf(stringify!($verb), lhs, rhs, $operation)
        }
    )* };
}

leaf_by_leaf! {
    /// The sum of each pair of leaves of two congruent tuples.
    ///
    /// # Errors
    /// If the tuples are not congruent, or a sum does not fit in 64 bits.
    ///
    /// ```
    /// # use tilework::dynamic::{DynTuple, add};
    /// let (a, b): (DynTuple, DynTuple) = ("(1,2)".parse()?, "(3,4)".parse()?);
    /// assert_eq!(add(a.view(), b.view())?.to_string(), "(4,6)");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    add |l, r| arithmetic::add(l, r, "sum");
    /// The smaller of each pair of leaves of two congruent tuples.
    ///
    /// # Errors
    /// If the tuples are not congruent.
    min |l, r| Ok(l.min(r));
    /// The larger of each pair of leaves of two congruent tuples. The largest leaf of one is
    /// [`max_leaf`](super::max_leaf).
    ///
    /// # Errors
    /// If the tuples are not congruent.
    max |l, r| Ok(l.max(r));
    /// The greatest common divisor of each pair of leaves of two congruent tuples; that of `a` and 0 is `a`.
    ///
    /// # Errors
    /// If the tuples are not congruent, or a magnitude does not fit in 64 bits.
    ///
    /// ```
    /// # use tilework::dynamic::{DynTuple, gcd};
    /// let (a, b): (DynTuple, DynTuple) = ("(12,(9,5))".parse()?, "(8,(6,0))".parse()?);
    /// assert_eq!(gcd(a.view(), b.view())?.to_string(), "(4,(3,5))");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    gcd |l, r| Ok(arithmetic::gcd(magnitude(l)?, magnitude(r)?));
}

fn leaf_by_leaf(
    operation: &'static str,
    lhs: TupleRef<'_>,
    rhs: TupleRef<'_>,
    combine: impl Fn(i64, i64) -> Result<i64>,
) -> Result<DynTuple> {
    if !lhs.congruent(rhs) {
        return Err(invalid!(operation, "{lhs} and {rhs} are not congruent"));
    }
    let mut rest = rhs.leaves().iter();
    lhs.to_tree().try_map(|leaf| combine(leaf, *rest.next().unwrap_or(&0)))
}

fn magnitude(value: i64) -> Result<i64> {
    value.checked_abs().ok_or(Error::overflow("greatest common divisor"))
}

/// Division rounded up, leaf by leaf. Modes the divisor lacks are divided by 1; an integer that divides a tuple is used
/// up from the first mode on.
///
/// Post-condition for integers: the least `n` with `n * rhs >= lhs`. Divisors must be positive. Source: CuTe
/// `ceil_div`.
///
/// # Errors
/// If a divisor is not positive, the divisor has more modes than what is divided, or a size does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynTuple, ceil_div};
/// let (a, b): (DynTuple, DynTuple) = ("(10,7)".parse()?, "(4,4)".parse()?);
/// assert_eq!(ceil_div(a.view(), b.view())?.to_string(), "(3,2)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn ceil_div(lhs: TupleRef<'_>, rhs: TupleRef<'_>) -> Result<DynTuple> {
    Division { operation: "ceil_div", exact: false }.divide(lhs, rhs)
}

/// Division of extents of which one is a multiple of the other; 1 where the divisor is larger. Ranks must agree; an
/// integer that divides a tuple is used up from the first mode on.
///
/// Source: CuTe `shape_div`. `shape_div` of 12 by 4 is 3, of 4 by 12 is 1, of 10 by 4 is an error.
///
/// # Errors
/// If a divisor is not positive, neither of two extents divides the other, ranks differ, or a size does not fit in 64
/// bits.
///
/// ```
/// # use tilework::dynamic::{DynTuple, shape_div};
/// let (a, b): (DynTuple, DynTuple) = ("(6,(3,4))".parse()?, "36".parse()?);
/// assert_eq!(shape_div(a.view(), b.view())?.to_string(), "(1,(1,2))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn shape_div(lhs: TupleRef<'_>, rhs: TupleRef<'_>) -> Result<DynTuple> {
    Division { operation: "shape_div", exact: true }.divide(lhs, rhs)
}

/// The least multiples of `rhs` that are not below `lhs`, leaf by leaf; modes `rhs` lacks are kept.
///
/// Source: CuTe `round_up`.
///
/// # Errors
/// If a divisor is not positive, `rhs` has more modes than `lhs`, an integer meets a tuple, or a multiple does not fit
/// in 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynTuple, round_up};
/// let (a, b): (DynTuple, DynTuple) = ("(10,8,3)".parse()?, "(4,4)".parse()?);
/// assert_eq!(round_up(a.view(), b.view())?.to_string(), "(12,8,3)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn round_up(lhs: TupleRef<'_>, rhs: TupleRef<'_>) -> Result<DynTuple> {
    let mut result = Builder::new();
    round_up_into(lhs, rhs, &mut result)?;
    Ok(result.finish())
}

fn round_up_into(lhs: TupleRef<'_>, rhs: TupleRef<'_>, result: &mut Builder<i64>) -> Result<()> {
    match (lhs.as_leaf(), rhs.as_leaf()) {
        (Some(l), Some(r)) => {
            check_divisor("round_up", r)?;
            result.leaf(arithmetic::round_up(l, r, "multiple")?);
            return Ok(());
        }
        (None, None) if lhs.rank() >= rhs.rank() => {}
        _ => return Err(invalid!("round_up", "{rhs} does not fit the tree of {lhs}")),
    }
    result.open()?;
    let mut divisors = rhs.modes();
    for mode in lhs.modes() {
        match divisors.next() {
            Some(divisor) => round_up_into(mode, divisor, result)?,
            None => result.push(mode)?,
        }
    }
    result.close();
    Ok(())
}

struct Division {
    operation: &'static str,
    /// Whether one of two extents must be a multiple of the other.
    exact: bool,
}

impl Division {
    fn divide(&self, lhs: TupleRef<'_>, rhs: TupleRef<'_>) -> Result<DynTuple> {
        let mut result = Builder::new();
        match rhs.as_leaf() {
            Some(divisor) => self.by_integer(lhs, divisor, &mut result)?,
            None => self.by_tuple(lhs, rhs, &mut result)?,
        }
        Ok(result.finish())
    }

    fn by_tuple(&self, lhs: TupleRef<'_>, rhs: TupleRef<'_>, result: &mut Builder<i64>) -> Result<()> {
        if let Some(extent) = lhs.as_leaf() {
            result.leaf(self.extent(extent, size(rhs)?)?);
            return Ok(());
        }
        let ranks_fit = if self.exact { lhs.rank() == rhs.rank() } else { lhs.rank() >= rhs.rank() };
        if !ranks_fit {
            return Err(invalid!(self.operation, "the ranks of {lhs} and {rhs} do not fit"));
        }
        result.open()?;
        let mut divisors = rhs.modes();
        for mode in lhs.modes() {
            match divisors.next().map(|divisor| (divisor, divisor.as_leaf())) {
                Some((_, Some(divisor))) => self.by_integer(mode, divisor, result)?,
                Some((divisor, None)) => self.by_tuple(mode, divisor, result)?,
                None => result.push(mode)?,
            }
        }
        result.close();
        Ok(())
    }

    fn by_integer(&self, lhs: TupleRef<'_>, divisor: i64, result: &mut Builder<i64>) -> Result<()> {
        if let Some(extent) = lhs.as_leaf() {
            result.leaf(self.extent(extent, divisor)?);
            return Ok(());
        }
        result.open()?;
        let mut rest = divisor;
        for mode in lhs.modes() {
            self.by_integer(mode, rest, result)?;
            rest = self.extent(rest, size(mode)?)?;
        }
        result.close();
        Ok(())
    }

    fn extent(&self, extent: i64, divisor: i64) -> Result<i64> {
        check_divisor(self.operation, divisor)?;
        if self.exact && extent % divisor != 0 && (extent == 0 || divisor % extent != 0) {
            return Err(invalid!(self.operation, "neither of {extent} and {divisor} divides the other"));
        }
        Ok(arithmetic::ceil_div(extent, divisor))
    }
}

fn check_divisor(operation: &'static str, divisor: i64) -> Result<()> {
    if divisor > 0 { Ok(()) } else { Err(invalid!(operation, "the divisor {divisor} is not positive")) }
}

/// Whether every leaf of `lhs` is below the leaf of `rhs` in its place: whether a coordinate lies inside a shape.
///
/// A `lhs` of lower rank is compared as far as it goes. Source: CuTe `elem_less`.
///
/// # Errors
/// If an integer would be compared with a tuple.
///
/// ```
/// # use tilework::dynamic::{DynTuple, elem_less};
/// let (coordinate, shape): (DynTuple, DynTuple) = ("(1,3)".parse()?, "(2,3)".parse()?);
/// assert!(!elem_less(coordinate.view(), shape.view())?);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn elem_less(lhs: TupleRef<'_>, rhs: TupleRef<'_>) -> Result<bool> {
    match (lhs.as_leaf(), rhs.as_leaf()) {
        (Some(l), Some(r)) => return Ok(l < r),
        (None, None) => {}
        _ => {
            return Err(invalid!("elem_less", "{lhs} and {rhs}: an integer cannot be compared with a tuple"));
        }
    }
    if lhs.rank() > rhs.rank() {
        return Ok(false);
    }
    all_modes(lhs, rhs, elem_less)
}

/// Whether a tiler fills a shape without a rest: mode by mode, `size(shape) = size(tiler) * size(shape / tiler)`.
///
/// Source: CuTe `evenly_divides`.
///
/// # Errors
/// As [`ceil_div`], where one of the two is an integer.
///
/// ```
/// # use tilework::dynamic::{DynTuple, evenly_divides};
/// let tiler: DynTuple = "(4,4)".parse()?;
/// let divides = |shape: &str| evenly_divides(shape.parse::<DynTuple>()?.view(), tiler.view());
/// assert!(divides("(12,8)")? && !divides("(10,8)")?);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn evenly_divides(shape: TupleRef<'_>, tiler: TupleRef<'_>) -> Result<bool> {
    if shape.is_leaf() || tiler.is_leaf() {
        let tiles = ceil_div(shape, tiler)?;
        return Ok(i128::from(size(shape)?) == i128::from(size(tiler)?) * i128::from(size(tiles.view())?));
    }
    if shape.rank() < tiler.rank() {
        return Ok(false);
    }
    all_modes(shape, tiler, evenly_divides)
}
