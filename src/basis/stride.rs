//! What is said of weights that are steps along axes, leaf by leaf.

use crate::tuple::{IntTuple, Leaves, MAX_RANK, Shape, Stride, Text, Weights};
use core::fmt::{self, Write};

/// Calls `f` with axis, extent and steps of every leaf, from the first to the last.
pub(crate) fn each_step<S: Shape, D: Weights<S>>(
    shape: S,
    stride: D,
    f: &mut impl FnMut(usize, usize, isize),
) {
    let (axes, mut leaf) = (const { &D::AXES }, 0);
    stride.steps().each_leaf(shape, &mut |extent, steps| {
        if let Some(axis) = axes.get(leaf) {
            f(axis.cast_unsigned(), extent, steps);
        }
        leaf += 1;
    });
}

/// From the lowest to the highest coordinate along each axis, as far as that is static.
pub(crate) const fn spans<S: Shape, D: Weights<S>>() -> [Option<(isize, isize)>; MAX_RANK] {
    let (axes, extents, steps) = (D::AXES, S::LEAVES, <D::Steps as IntTuple>::LEAVES);
    let (mut spans, mut leaf) = ([Some((0, 0)); MAX_RANK], 0);
    while leaf < axes.len() {
        if let Some(axis) = axes.get(leaf) {
            let axis = axis.cast_unsigned();
            spans[axis] = match (spans[axis], extents.get(leaf), steps.get(leaf)) {
                (span, Some(0 | 1), _) | (span, _, Some(0)) => span,
                (Some((low, high)), Some(extent), Some(step)) if step < 0 => {
                    Some((low + (extent - 1) * step, high))
                }
                (Some((low, high)), Some(extent), Some(step)) => Some((low, high + (extent - 1) * step)),
                _ => None,
            };
        }
        leaf += 1;
    }
    spans
}

/// The notation of a layout as far as it is known at compile time.
pub(crate) const fn notation<S: Shape, D: Weights<S>>() -> Text {
    let steps: Leaves = <D::Steps as IntTuple>::LEAVES;
    Text::new().text(&S::TEXT).str(":").text(&<D::Steps as IntTuple>::PROFILE.text_along(&D::AXES, &steps))
}

/// Writes the notation of weights: an axis behind every number.
pub(super) fn write<S: Shape, D: Weights<S>>(stride: D, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut marked = Marked { f, axes: D::AXES, leaf: 0, after_digit: false };
    write!(marked, "{}", stride.steps().notation())?;
    marked.number_ends()
}

struct Marked<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    axes: Leaves,
    leaf: usize,
    after_digit: bool,
}

impl Marked<'_, '_> {
    fn number_ends(&mut self) -> fmt::Result {
        if !core::mem::take(&mut self.after_digit) {
            return Ok(());
        }
        self.leaf += 1;
        match self.axes.get(self.leaf - 1) {
            Some(axis) => write!(self.f, "@{axis}"),
            None => Ok(()),
        }
    }
}

impl Write for Marked<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| {
            if !c.is_ascii_digit() {
                self.number_ends()?;
            }
            self.after_digit = c.is_ascii_digit();
            self.f.write_char(c)
        })
    }
}
