//! What is known of a layout from its literals: signs, congruence, overflow.

use crate::tree::{Mistake, Tree};

/// Extents and coordinates are not negative.
pub(crate) fn extents(tree: &Tree, what: &str) -> Result<(), Mistake> {
    match tree {
        Tree::Int { value, span } if *value < 0 => {
            Err(Mistake::new(*span, format!("{what} {value} is negative; only strides may be")))
        }
        Tree::Tuple { modes, .. } => modes.iter().try_for_each(|mode| extents(mode, what)),
        _ => Ok(()),
    }
}

/// The extents of a layout are not negative, and its size fits in a machine word.
pub(crate) fn shape(shape: &Tree) -> Result<(), Mistake> {
    extents(shape, "extent")?;
    match static_size(shape, 1) {
        Some(_) => Ok(()),
        None => Err(Mistake::new(shape.span(), format!("the size of shape {shape} reaches 2^63"))),
    }
}

/// So many times the static extents, below 2^63.
fn static_size(shape: &Tree, times: i64) -> Option<i64> {
    match shape {
        Tree::Int { value, .. } => times.checked_mul(i64::try_from(*value).ok()?),
        Tree::Tuple { modes, .. } => modes.iter().try_fold(times, |times, mode| static_size(mode, times)),
        _ => Some(times),
    }
}

/// Shape and stride are congruent, and every offset fits in a machine word.
pub(crate) fn layout(shape: &Tree, stride: &Tree) -> Result<(), Mistake> {
    congruent(shape, stride, &format!("{shape}:{stride}"))?;
    let mut reach = Some(0i128);
    static_reach(shape, stride, &mut reach);
    match reach {
        Some(reach) if reach >= i128::from(i64::MAX) => Err(Mistake::new(
            stride.span(),
            format!("{shape}:{stride} spans {reach} + 1 elements; offsets must stay below 2^63"),
        )),
        _ => Ok(()),
    }
}

/// A logical extent has one integer for every mode of the shape, none of them larger than the mode.
pub(crate) fn extent(shape: &Tree, stride: &Tree, extent: Option<&Tree>) -> Result<(), Mistake> {
    let Some(extent) = extent else { return Ok(()) };
    extents(extent, "extent")?;
    let whole = format!("{shape}:{stride} of {extent}");
    match (shape, extent) {
        (Tree::Tuple { modes, .. }, Tree::Tuple { modes: held, .. }) if modes.len() == held.len() => {
            let mut numbered = modes.iter().zip(held).enumerate();
            numbered.try_for_each(|(mode, (size, held))| extent_of_mode(mode, size, held, &whole))
        }
        (Tree::Int { .. }, Tree::Int { .. }) => extent_of_mode(0, shape, extent, &whole),
        // A dynamic leaf may be a tuple held in a variable: the type checker decides.
        (Tree::Dynamic { .. }, _) | (_, Tree::Dynamic { .. }) => Ok(()),
        (Tree::Tuple { .. }, _) | (_, Tree::Tuple { .. }) => Err(no_extent(extent, &whole)),
        _ => Ok(()),
    }
}

fn extent_of_mode(mode: usize, size: &Tree, extent: &Tree, whole: &str) -> Result<(), Mistake> {
    match (known_size(size), extent) {
        (_, Tree::Tuple { .. }) => Err(no_extent(extent, whole)),
        (Some(size), Tree::Int { value, span }) if *value > size => Err(Mistake::new(
            *span,
            format!("the logical extent {value} of mode {mode} is larger than its size {size} in {whole}"),
        )),
        _ => Ok(()),
    }
}

fn no_extent(extent: &Tree, whole: &str) -> Mistake {
    let message =
        format!("{extent} in {whole}: a logical extent has one integer for every mode of the shape");
    Mistake::new(extent.span(), message)
}

/// The size of a mode, if it is known.
fn known_size(mode: &Tree) -> Option<i128> {
    match mode {
        Tree::Int { value, .. } => Some(*value),
        Tree::Tuple { modes, .. } => {
            modes.iter().try_fold(1_i128, |size, mode| size.checked_mul(known_size(mode)?))
        }
        _ => None,
    }
}

/// A shape and F2 strides are congruent.
pub(crate) fn xor_layout(shape: &Tree, stride: &Tree) -> Result<(), Mistake> {
    extents(shape, "extent")?;
    congruent(shape, stride, &format!("{shape}:{stride}"))
}

fn congruent(shape: &Tree, stride: &Tree, whole: &str) -> Result<(), Mistake> {
    match (shape, stride) {
        (Tree::Tuple { modes: s, .. }, Tree::Tuple { modes: d, span }) => {
            if s.len() != d.len() {
                return Err(Mistake::new(
                    *span,
                    format!(
                        "shape {shape} has {} and stride {stride} has {} in {whole}: they must be congruent",
                        modes(s.len()),
                        modes(d.len()),
                    ),
                ));
            }
            s.iter().zip(d).try_for_each(|(s, d)| congruent(s, d, whole))
        }
        (Tree::Tuple { .. }, Tree::Int { .. }) => Err(Mistake::new(
            stride.span(),
            format!(
                "shape {shape} is a tuple and its stride {stride} is one integer in {whole}: they must be congruent"
            ),
        )),
        (Tree::Int { .. }, Tree::Tuple { .. }) => Err(Mistake::new(
            stride.span(),
            format!(
                "extent {shape} is one integer and its stride {stride} is a tuple in {whole}: they must be congruent"
            ),
        )),
        // A dynamic leaf may be a tuple held in a variable: the type checker decides.
        _ => Ok(()),
    }
}

fn modes(n: usize) -> String {
    if n == 1 { "1 mode".into() } else { format!("{n} modes") }
}

/// Sum of `(extent - 1) * |stride|`; `None` where a leaf is dynamic.
fn static_reach(shape: &Tree, stride: &Tree, reach: &mut Option<i128>) {
    match (shape, stride) {
        (Tree::Int { value: s, .. }, Tree::Int { value: d, .. }) => {
            *reach = reach.and_then(|r| (s - 1).max(0).checked_mul(d.abs())?.checked_add(r));
        }
        (Tree::Tuple { modes: s, .. }, Tree::Tuple { modes: d, .. }) => {
            s.iter().zip(d).for_each(|(s, d)| static_reach(s, d, reach));
        }
        _ => *reach = None,
    }
}
