//! Padding and windows: pad, reduce-window, convolution.
use super::builder::{Exprs, c, constraint, d, of_sizes, ranged, to_scalar};
use super::operand::one;
use super::output_at::OutputAt;
use super::reads::Reads;
use super::scope::Scope;
use crate::affine::{Constraint, Expr, ExprOp, IndexingMap, Interval, Points};
use crate::xla::Sizes;
use alloc::vec::Vec;
use core::str::FromStr;
use smallvec::{SmallVec, smallvec};

/// `padding=low_high_interior` of one dimension.
#[derive(Clone, Copy)]
struct DimensionPadding {
    low: i64,
    high: i64,
    interior: i64,
}

/// The numbers of a text `1_4_1`.
fn numbers<const N: usize>(text: &str, missing: [i64; N]) -> Option<[i64; N]> {
    let mut found = missing;
    let mut parts = text.split('_');
    for (place, number) in found.iter_mut().enumerate() {
        match parts.next() {
            Some(part) => *number = i64::from_str(part.trim()).ok()?,
            None if place > 0 => {}
            None => return None,
        }
    }
    parts.next().is_none().then_some(found)
}

fn paddings(at: &OutputAt<'_, '_>) -> Option<SmallVec<[DimensionPadding; 6]>> {
    let text = at.attribute("padding")?;
    // of a scalar there are none
    text.split('x')
        .filter(|part| !part.is_empty())
        .map(|part| {
            numbers(part, [0, 0, 0]).map(|[low, high, interior]| DimensionPadding { low, high, interior })
        })
        .collect()
}

pub(super) fn pad(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let (output, input) = (at.output_sizes()?, at.sizes(0)?);
    let paddings =
        paddings(at).filter(|paddings| paddings.len() == output.len() && input.len() == output.len())?;
    let mut bounds = of_sizes(&output);
    let mut constraints = Vec::new();
    let results: Exprs = paddings
        .iter()
        .enumerate()
        .map(|(dimension, padding)| {
            let size = output[dimension];
            let upper = (size - 1).min((size - 1).saturating_sub(padding.high));
            bounds[dimension] = Interval::new(padding.low.max(0), upper);
            let inside = d(dimension).sub(c(padding.low));
            if padding.interior == 0 {
                return inside;
            }
            let step = c(padding.interior.saturating_add(1));
            constraints.push(constraint(inside.clone().modulo(step.clone()), 0, 0));
            inside.floor_div(step)
        })
        .collect();
    let map = IndexingMap::over(&bounds, &[], &[], results, constraints);
    Some(Reads::of_all([one(map), one(to_scalar(&output))]))
}

/// What a window does in one dimension.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) size: i64,
    pub(super) stride: i64,
    pub(super) low: i64,
    pub(super) base_dilation: i64,
    pub(super) window_dilation: i64,
    reversed: bool,
}

impl Window {
    /// `window={size=2x3 stride=… pad=0_1x2_3 lhs_dilate=… rhs_dilate=… rhs_reversal=…}` of `rank` dimensions; without
    /// the attribute, windows of one element.
    pub(super) fn all(at: &OutputAt<'_, '_>, rank: usize) -> Option<SmallVec<[Window; 6]>> {
        let one =
            Window { size: 1, stride: 1, low: 0, base_dilation: 1, window_dilation: 1, reversed: false };
        let mut windows: SmallVec<[Window; 6]> = smallvec![one; rank];
        let Some(text) = at.attribute("window") else { return Some(windows) };
        for part in text.strip_prefix('{')?.strip_suffix('}')?.split_whitespace() {
            let (name, values) = part.split_once('=')?;
            let values: SmallVec<[&str; 6]> = values.split('x').collect();
            if values.len() != rank {
                return None;
            }
            for (window, value) in windows.iter_mut().zip(values) {
                let number = || i64::from_str(value).ok();
                match name {
                    "size" => window.size = number()?,
                    "stride" => window.stride = number()?,
                    "pad" => [window.low, _] = numbers(value, [0, 0])?,
                    "lhs_dilate" => window.base_dilation = number().filter(|dilation| *dilation > 0)?,
                    "rhs_dilate" => window.window_dilation = number()?,
                    "rhs_reversal" => window.reversed = number()? != 0,
                    _ => return None,
                }
            }
        }
        Some(windows)
    }

    /// The element of an input of `size` elements that the window at `output` reads at `symbol`; where there is one.
    fn element(&self, output: Expr, symbol: Expr, size: i64, constraints: &mut Vec<Constraint>) -> Expr {
        let place = output.mul(c(self.stride)).add(symbol.mul(c(self.window_dilation))).sub(c(self.low));
        let last = (size - 1).saturating_mul(self.base_dilation);
        constraints.push(constraint(place.clone(), 0, last));
        if self.base_dilation == 1 {
            return place;
        }
        let step = c(self.base_dilation);
        constraints.push(constraint(place.clone().modulo(step.clone()), 0, 0));
        place.floor_div(step)
    }
}

pub(super) fn reduce_window(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let (output, input) = (at.output_sizes()?, at.sizes(0)?);
    let windows = Window::all(at, output.len()).filter(|_| input.len() == output.len())?;
    let map = windows_map(&windows, &output, &input).simplify(Points::Replace).remove_unused_symbols();
    Some(at.inputs_and_scalars(&map))
}

/// Where the dimensions of the arrays of a convolution are: `b01f_01io->b01f`.
struct Labels<'t> {
    input: &'t str,
    kernel: &'t str,
    output: &'t str,
}

impl<'t> Labels<'t> {
    fn of(at: &OutputAt<'_, 't>) -> Option<Self> {
        let (arrays, output) = at.attribute("dim_labels")?.split_once("->")?;
        let (input, kernel) = arrays.split_once('_')?;
        Some(Labels { input, kernel, output })
    }
}

pub(super) fn convolution(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let (output, input, kernel) = (at.output_sizes()?, at.sizes(0)?, at.sizes(1)?);
    let labels = Labels::of(at)?;
    let fits = labels.input.len() == input.len()
        && labels.kernel.len() == kernel.len()
        && labels.output.len() == output.len();
    let spatial = output.len().checked_sub(2).filter(|_| fits)?;
    let windows = Window::all(at, spatial)?;
    let groups = |name| at.integer(name).unwrap_or(1);
    let (feature_groups, batch_groups) = (groups("feature_group_count"), groups("batch_group_count"));
    if feature_groups < 1 || batch_groups < 1 {
        return None;
    }
    let in_output = |label: char| labels.output.find(label);
    let in_kernel = |label: char| labels.kernel.find(label);
    let in_input = |label: char| labels.input.find(label);
    let features = kernel[in_kernel('i')?];
    let outputs = output[in_output('f')?];
    let feature = d(in_output('f')?);

    // the weights: a symbol for each spatial dimension, then one for the features
    let symbol = |number: usize| d(output.len() + number);
    let mut range: Sizes = windows.iter().map(|window| window.size).collect();
    range.push(features);
    let mut weights: Exprs = smallvec![c(0); kernel.len()];
    for (number, window) in windows.iter().enumerate() {
        weights[in_kernel(digit(number)?)?] = match window.reversed {
            true => symbol(number).neg().add(c(window.size.saturating_sub(1))),
            false => symbol(number),
        };
    }
    weights[in_kernel('i')?] = symbol(spatial);
    weights[in_kernel('o')?] = feature.clone();
    let weights = ranged(&output, &range, weights).simplify(Points::Replace).remove_unused_symbols();

    // what is read: the windows on their own first
    let to: Option<SmallVec<[usize; 6]>> = (0..spatial).map(|number| in_output(digit(number)?)).collect();
    let from: Option<SmallVec<[usize; 6]>> = (0..spatial).map(|number| in_input(digit(number)?)).collect();
    let (to, from) = (to?, from?);
    let windows = windows_map(&windows, &pick(&output, &to), &pick(&input, &from));
    let simple = windows.simplify(Points::Replace);
    let is_empty = simple.is_known_empty();
    let (used, _) = simple.used_from(spatial);
    let mut kept: SmallVec<[usize; 6]> =
        (spatial..used.len()).filter(|number| used[*number] && !is_empty).collect();
    let place = |number: usize| kept.iter().position(|symbol| *symbol == number);
    let moved = |variable: u32| match variable as usize {
        dimension if dimension < spatial => d(to[dimension]),
        number => place(number).map_or(c(0), symbol),
    };
    let mut bounds = of_sizes(&output);
    let constraints: Vec<Constraint> = match at.scope {
        Scope::Xla if is_empty => Vec::new(),
        Scope::Xla => of_several(&windows, &simple).iter().map(|known| known.substitute(&moved)).collect(),
        Scope::Extended => {
            for (dimension, variable) in to.iter().zip(simple.dims()) {
                bounds[*dimension] = variable.bounds;
            }
            simple.constraints().iter().map(|known| known.substitute(&moved)).collect()
        }
    };
    let mut results: Exprs = smallvec![c(0); input.len()];
    for (dimension, result) in from.iter().zip(simple.results()) {
        results[*dimension] = result.substitute(&moved);
    }
    let mut symbols: SmallVec<[Interval; 6]> =
        kept.drain(..).map(|number| simple.variables()[number].bounds).collect();
    let count = symbols.len();
    symbols.push(Interval::of_size(features));
    // the features of the output are those of one group behind another
    let group_of = |groups: i64| feature.clone().floor_div(c((outputs / groups).max(1)));
    results[in_input('f')?] = match feature_groups {
        1 => symbol(count),
        _ => group_of(feature_groups).mul(c(features)).add(symbol(count)),
    };
    let batch = d(in_output('b')?);
    let batches = c(output[in_output('b')?]);
    results[in_input('b')?] = match (batch_groups, at.scope) {
        (1, _) => batch,
        (_, Scope::Extended) => group_of(batch_groups).mul(batches).add(batch),
        (_, Scope::Xla) => {
            symbols.push(Interval::of_size(batch_groups));
            symbol(count + 1).mul(batches).add(batch)
        }
    };
    let map = IndexingMap::over(&bounds, &symbols, &[], results, constraints);
    Some(Reads::of_all([one(map.simplify(Points::Replace).remove_unused_symbols()), one(weights)]))
}

fn digit(number: usize) -> Option<char> {
    char::from_digit(u32::try_from(number).ok()?, 10)
}

fn pick(sizes: &[i64], dimensions: &[usize]) -> Sizes {
    dimensions.iter().map(|dimension| sizes[*dimension]).collect()
}

/// The constraints on more than one variable, and those on residues. XLA folds the others into the bounds of the
/// windows' places, and then forgets them: what it answers for a convolution leads outside of the input where a window
/// is all padding.
fn of_several(windows: &IndexingMap, simple: &IndexingMap) -> Vec<Constraint> {
    let spatial = windows.dims().len();
    let mut bounds = windows.bounds();
    bounds[spatial..].copy_from_slice(&simple.bounds()[spatial..]);
    let simplified = windows
        .constraints()
        .iter()
        .map(|known| Constraint { expr: known.expr.simplify(&bounds), bounds: known.bounds });
    let is_kept = |known: &Constraint| {
        let mut first = None;
        known.expr.uses_any(|number| *first.get_or_insert(number) != number)
            || matches!(&known.expr, Expr::Binary(node) if node.operation == ExprOp::Mod)
    };
    simplified.filter(is_kept).collect()
}

/// From the places of windows, and in them, to the elements they read.
fn windows_map(windows: &[Window], output: &[i64], input: &[i64]) -> IndexingMap {
    let mut constraints = Vec::new();
    let element = |(number, window): (usize, &Window)| {
        window.element(d(number), d(windows.len() + number), input[number], &mut constraints)
    };
    let results: Exprs = windows.iter().enumerate().map(element).collect();
    let range: Sizes = windows.iter().map(|window| window.size).collect();
    IndexingMap::over(&of_sizes(output), &of_sizes(&range), &[], results, constraints)
}
