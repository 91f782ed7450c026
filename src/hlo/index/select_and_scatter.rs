//! Windows that select an element and add to it: the gradient of a pooling.
use super::builder::{Exprs, c, constraint, d, of_sizes, to_scalar};
use super::operand::one;
use super::output_at::OutputAt;
use super::reads::Reads;
use super::window::Window;
use crate::affine::{Constraint, IndexingMap};
use crate::xla::Sizes;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// `select-and-scatter(operand, source, init)`: all windows that have the element, the elements of the operand in them,
/// and the numbers that are added if it is selected.
pub(super) fn select_and_scatter(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let (output, source) = (at.output_sizes()?, at.sizes(1)?);
    let rank = output.len();
    let windows = Window::all(at, rank).filter(|_| source.len() == rank)?;
    let is_plain =
        |window: &Window| window.base_dilation == 1 && window.window_dilation == 1 && window.stride > 0;
    if at.operands() != 3 || at.sizes(0)? != output || !windows.iter().all(is_plain) {
        return None;
    }
    let sizes: Sizes = windows.iter().map(|window| window.size).collect();
    let mut constraints: Vec<Constraint> = Vec::new();
    let mut starts: Exprs = SmallVec::new();
    let mut numbers: Exprs = SmallVec::new();
    for (dimension, window) in windows.iter().enumerate() {
        // symbol `s` is the place of the element in the window
        let start = d(dimension).sub(d(rank + dimension));
        let scaled = start.clone().add(c(window.low));
        let number = scaled.clone().floor_div(c(window.stride));
        constraints.push(constraint(scaled.modulo(c(window.stride)), 0, 0));
        constraints.push(constraint(number.clone(), 0, source[dimension] - 1));
        starts.push(start);
        numbers.push(number);
    }
    let bounds = (of_sizes(&output), of_sizes(&sizes));
    let of_source = IndexingMap::over(&bounds.0, &bounds.1, &[], numbers, constraints.clone());
    let in_window: Exprs =
        starts.into_iter().enumerate().map(|(dimension, start)| start.add(d(2 * rank + dimension))).collect();
    // what is outside of the operand is not looked at
    let inside = in_window.iter().zip(&output).map(|(place, size)| constraint(place.clone(), 0, size - 1));
    constraints.extend(inside);
    let twice: Sizes = sizes.iter().chain(&sizes).copied().collect();
    let of_operand = IndexingMap::over(&bounds.0, &of_sizes(&twice), &[], in_window, constraints);
    Some(Reads::of_all([one(of_operand), one(of_source), one(to_scalar(&output))]))
}
