//! Numbers that are read at run time, where they are known before.
use super::builder::{d, sizes, substituted};
use super::moved::moved;
use super::operand::OperandIndexing;
use super::output_at::OutputAt;
use super::runtime_variable::RuntimeVariable;
use super::scope::Scope;
use crate::affine::{Expr, IndexingMap, Interval, Points};
use crate::hlo::module::Instruction;
use crate::xla::Shape;
use alloc::vec::Vec;

/// The maps with a number, or an expression, for each runtime symbol whose source is a constant or an iota.
///
/// Through instructions that only rearrange, the source is followed to what they rearrange. A number that is no
/// possible place, and is not clamped to one, stays a symbol; to XLA it is never clamped, and an index that an iota has
/// is always a place.
pub(super) fn folded(at: &OutputAt<'_, '_>, mut indexing: OperandIndexing) -> OperandIndexing {
    let mut known: Vec<Option<Expr>> = Vec::with_capacity(indexing.runtime.len());
    let symbols = indexing.map.runtime_symbols().iter().map(|symbol| symbol.bounds);
    for (variable, bounds) in indexing.runtime.iter_mut().zip(symbols) {
        known.push(known_value(at, variable, bounds));
    }
    if known.iter().all(Option::is_none) {
        return indexing;
    }
    let first = indexing.map.variables().len() - known.len();
    let mut renumbered = Vec::with_capacity(known.len());
    let mut left = first;
    for value in &known {
        renumbered.push(left);
        left += usize::from(value.is_none());
    }
    let at_variable = |number: u32| match (number as usize).checked_sub(first) {
        None => Expr::Variable(number),
        Some(symbol) => known[symbol].clone().unwrap_or_else(|| d(renumbered[symbol])),
    };
    // the maps of runtime variables have the symbols, too, if they share them
    let operand = indexing.map.results().len();
    let map = match at.scope {
        Scope::Xla => indexing.map.clone(),
        Scope::Extended => indexing.joined(),
    };
    let bounds = map.bounds();
    let (dims, range) = (&bounds[..map.dims().len()], &bounds[map.dims().len()..first]);
    let symbols = bounds[first..].iter().zip(&known);
    let left: Vec<Interval> =
        symbols.filter(|(_, value)| value.is_none()).map(|(bounds, _)| *bounds).collect();
    let map = substituted(&map, [dims, range, &left], &at_variable);
    match at.scope {
        Scope::Xla => indexing.map = map,
        Scope::Extended => indexing = indexing.split(operand, map),
    }
    let mut values = known.iter();
    indexing.runtime.retain(|_| values.next().is_some_and(Option::is_none));
    indexing
}

/// The value of a runtime symbol over the dimensions of its map, if it is known. Otherwise the variable is left with
/// the source that it was followed to.
fn known_value(at: &OutputAt<'_, '_>, variable: &mut RuntimeVariable, bounds: Interval) -> Option<Expr> {
    loop {
        let computation = at.module.computations.get(variable.computation)?;
        let source = computation.instructions.get(variable.source)?;
        match source.opcode {
            "constant" => {
                let read = constant_at(source, &variable.map)?;
                let value = match at.scope {
                    Scope::Xla => read,
                    Scope::Extended => variable.value(read)?,
                };
                return bounds.contains(value).then_some(Expr::Constant(value));
            }
            "iota" => {
                let dimension = source.attributes.index("iota_dimension")?;
                let index = variable.map.results().get(dimension)?.clone();
                let has_symbols =
                    !variable.map.range_symbols().is_empty() || !variable.map.runtime_symbols().is_empty();
                let is_place = |index: &Expr| bounds.covers(index.range(&variable.map.bounds()));
                let clamped = variable.outside.meaning(index.clone());
                return match at.scope {
                    _ if has_symbols => None,
                    Scope::Xla => Some(index),
                    Scope::Extended => [index, clamped].into_iter().find(is_place),
                };
            }
            _ => {
                let moves = OutputAt::new(at.module, computation, variable.source, &[], at.scope, at.calls);
                let (_, maps) =
                    moved(&moves)?.into_iter().next().filter(|(_, maps)| moves.is_valid(0, maps))?;
                let operand = *source.operands.first()?;
                // other bits would be another number
                let element_type = |shape: &Shape| Some(shape.as_array()?.element_type());
                if element_type(&source.shape)? != element_type(moves.operand_shape(0)?)? {
                    return None;
                }
                let inner = maps.as_ref()?.first().filter(|inner| is_one_element(&inner.map))?;
                let map = variable.map.then(&inner.map).ok()?.simplify(Points::Replace);
                *variable = RuntimeVariable { source: operand, map, ..*variable };
            }
        }
    }
}

/// Whether a map leads from each index to one element.
fn is_one_element(map: &IndexingMap) -> bool {
    map.variables().len() == map.dims().len() && map.constraints().is_empty()
}

/// The integer of a constant at the place that a map leads to, if that is one place.
fn constant_at(constant: &Instruction<'_>, map: &IndexingMap) -> Option<i64> {
    let sizes = sizes(&constant.shape)?;
    let index: Option<Vec<i64>> =
        map.results().iter().map(|result| result.canonicalize().as_constant()).collect();
    let place = index?
        .iter()
        .zip(&sizes)
        .try_fold(0i64, |place, (entry, size)| (0..*size).contains(entry).then(|| place * size + entry))?;
    let elements = sizes.iter().try_fold(1i64, |elements, size| elements.checked_mul(*size))?;
    let (mut found, mut count) = (None, 0);
    for number in literal_parts(constant.arguments) {
        if count == place {
            found = Some(number.parse().ok()?);
        }
        count += 1;
    }
    found.filter(|_| count == elements)
}

/// The elements of a literal: what stands between braces, commas, blanks and comments such as `/*i0=1*/`.
fn literal_parts(text: &str) -> impl Iterator<Item = &str> {
    let without_comments = text.split("/*").enumerate().map(|(place, part)| match place {
        0 => part,
        _ => part.split_once("*/").map_or("", |(_, rest)| rest),
    });
    let is_between = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | ',');
    without_comments.flat_map(move |part| part.split(is_between)).filter(|part| !part.is_empty())
}
