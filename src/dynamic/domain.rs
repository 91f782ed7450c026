//! Layouts of the indices of shapes.
use super::arithmetic::{self, gcd};
use super::coalesce::{FlatLayout, push_coalesced, to_tree};
use super::error::{Result, invalid};
use super::layout::DynLayout;
use super::mode::Mode;
use super::tree::Tree;
use super::tuple::{TupleRef, size};

/// The layout of `n` indices of a shape that takes from each mode, in order, as many elements as divide what is left of
/// `n`.
///
/// Post-condition: every mode of the result lies in one mode of the shape and divides it; the size divides `n`.
/// Source: CuTe `domain_distribute`.
///
/// # Errors
/// If an extent or `n` is below 1, or the size of the shape does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynTuple, domain_distribute};
/// let shape: DynTuple = "(192,(8,8))".parse()?;
/// assert_eq!(domain_distribute(shape.view(), 128)?.to_string(), "(64,2):(1,192)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn domain_distribute(shape: TupleRef<'_>, n: i64) -> Result<DynLayout> {
    check_positive("domain_distribute", shape)?;
    if n < 1 {
        return Err(invalid!("domain_distribute", "{n} elements of {shape}"));
    }
    let mut result = FlatLayout::new();
    let (mut left, mut place) = (n, 1);
    for &extent in shape.leaves() {
        let taken = gcd(extent, left);
        push_coalesced(&mut result, Mode::new(taken, place));
        left /= taken;
        place = arithmetic::mul(place, extent, "size of the shape")?;
    }
    DynLayout::from_modes(to_tree(result))
}

/// The layout of the indices at which both shapes split cleanly: a walk from the fastest mode on takes what their
/// extents have in common.
///
/// Post-condition: each mode `n:d` of the result lies in one mode of either shape, at a stride of which it is a
/// multiple, and divides what is left there; all indices are covered iff the shapes have a common factorisation. The
/// result is flat. Source: PyCuTe `greatest_common_domain`.
///
/// # Errors
/// If an extent is below 1, or a number does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynTuple, greatest_common_domain};
/// let (a, b): (DynTuple, DynTuple) = ("(4,6)".parse()?, "(8,3)".parse()?);
/// assert_eq!(greatest_common_domain(a.view(), b.view())?.to_string(), "(4,2,3):(1,4,8)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn greatest_common_domain(lhs: TupleRef<'_>, rhs: TupleRef<'_>) -> Result<DynLayout> {
    check_positive("greatest_common_domain", lhs)?;
    check_positive("greatest_common_domain", rhs)?;
    let mut result = FlatLayout::new();
    let (mut left, mut right) = (Walk::new(lhs), Walk::new(rhs));
    while let (Some(l), Some(r)) = (left.extent, right.extent) {
        // the next place of both, counted in steps of either
        let divisor = gcd(left.place, right.place);
        let (left_steps, right_steps) = (right.place / divisor, left.place / divisor);
        if l % left_steps != 0 {
            left.next_mode()?;
            continue;
        }
        if r % right_steps != 0 {
            right.next_mode()?;
            continue;
        }
        let place = arithmetic::mul(left.place, left_steps, "size of the shapes")?;
        let common = gcd(l / left_steps, r / right_steps);
        if common > 1 {
            result.push(Mode::new(common, place));
        }
        let (l, r) = (l / left_steps / common, r / right_steps / common);
        let end = arithmetic::mul(place, common, "size of the shapes")?;
        (left.extent, left.place) = (Some(l), end);
        (right.extent, right.place) = (Some(r), end);
        // What is left has nothing in common: go on behind the mode that ends first.
        if l <= r {
            left.next_mode()?;
        } else {
            right.next_mode()?;
        }
    }
    if result.is_empty() {
        result.push(Mode::UNIT);
    }
    DynLayout::from_modes(Tree::flat(result))
}

/// A place in a shape, on the way from its fastest mode to its slowest.
struct Walk<'a> {
    /// How many elements of the mode are left; none behind the last mode.
    extent: Option<i64>,
    /// How far apart, in indices, these elements are.
    place: i64,
    further: &'a [i64],
}

impl Walk<'_> {
    fn new(shape: TupleRef<'_>) -> Walk<'_> {
        let extents = shape.leaves();
        Walk { extent: extents.first().copied(), place: 1, further: extents.get(1..).unwrap_or(&[]) }
    }

    fn next_mode(&mut self) -> Result<()> {
        self.place = arithmetic::mul(self.place, self.extent.unwrap_or(1), "size of the shape")?;
        self.extent = self.further.first().copied();
        self.further = self.further.get(1..).unwrap_or(&[]);
        Ok(())
    }
}

fn check_positive(operation: &'static str, shape: TupleRef<'_>) -> Result<()> {
    match shape.leaves().iter().find(|&&extent| extent < 1) {
        None => size(shape).map(drop),
        Some(extent) => Err(invalid!(operation, "{shape} has the extent {extent}")),
    }
}
