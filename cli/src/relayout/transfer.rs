//! What becomes of each array: it is moved into another layout, or copied as it is.
use super::contents::{Contents, Format, Tensor};
use super::notation::Notation;
use super::record::Record;
use super::rules::{Rule, Rules};
use super::stored::{Stored, bytes, stored};
use crate::failure::{Failure, mistake, parse_tuple};
use tilework::dynamic::{DynLayout, DynTuple, Tree, column_major, row_major};
use tilework::kernel::relayout::{Plan, PlanError};

/// An array of the input, that of the output, and how the one becomes the other.
#[derive(Debug)]
pub(super) struct Transfer {
    pub(super) input: Tensor,
    pub(super) moved: Option<Moved>,
}

/// The two layouts of an array that is moved.
#[derive(Debug)]
pub(super) struct Moved {
    pub(super) from: DynLayout,
    pub(super) to: DynLayout,
    pub(super) plan: Plan,
}

/// What becomes of each array, and what the output has: its arrays begin at 0, in the order of the input.
pub(super) fn transfers(input: Contents, rules: &Rules) -> Result<(Vec<Transfer>, Contents), Failure> {
    rules.check(&input.tensors)?;
    let (format, metadata) = (input.format, input.metadata);
    let mut output = Contents { format, metadata, tensors: Vec::new() };
    let mut transfers = Vec::new();
    let mut begin = 0;
    for tensor in input.tensors {
        let (moved, mut result) = match rules.of(&tensor.name) {
            Some(rule) => {
                relaid(&tensor, rule, rules, format).map_err(|failure| failure.within(&tensor.name))?
            }
            None => (None, tensor.clone()),
        };
        let length = bytes(result.elements(), result.bits).and_then(|bytes| usize::try_from(bytes).ok());
        let end = length.and_then(|length| length.checked_add(begin));
        let end = end.ok_or_else(|| mistake!("{}: the output is too large", tensor.name))?;
        result.bytes = begin..end;
        begin = end;
        output.tensors.push(result);
        transfers.push(Transfer { input: tensor, moved });
    }
    Ok((transfers, output))
}

/// The array that a rule makes of one, and the move if there is any.
fn relaid(
    tensor: &Tensor,
    rule: &Rule,
    rules: &Rules,
    format: Format,
) -> Result<(Option<Moved>, Tensor), Failure> {
    // of nothing there is no layout
    if tensor.elements() == 0 {
        return Ok((None, tensor.clone()));
    }
    let (from, was) = source(tensor, rule, rules)?;
    let extents = from.extents().leaves().to_vec();
    let to = rule.to.notation(tensor.bits)?.layout(&extents, tensor.bits)?;
    if !is_injective(&to) {
        return Err(mistake!("{to} has, or may have, two elements at one place"));
    }
    let shape = Tree::flat(extents.iter().copied());
    let mut result = Tensor { is_fortran: false, record: None, ..tensor.clone() };
    if to == row_major(&shape)? {
        result.shape = extents;
    } else if format == Format::Npy && to == column_major(&shape)? {
        (result.shape, result.is_fortran) = (extents, true);
    } else {
        result.shape = stored(&to, tensor.bits)?.shape;
        result.record = Some(Record { layout: to.clone(), notation: rule.to.text.clone(), from: was });
    }
    if from == to && result.shape == tensor.shape {
        return Ok((None, result));
    }
    let plan = plan(&from, &to, tensor.bits)?;
    Ok((Some(Moved { from, to, plan }), result))
}

/// How the bytes are moved.
pub(super) fn plan(from: &DynLayout, to: &DynLayout, bits: usize) -> Result<Plan, Failure> {
    Plan::from_dynamic(from, to, u32::try_from(bits).unwrap_or(0)).map_err(|error| match error {
        PlanError::Digits => mistake!("{from} and {to}: {error}; by way of `--to C` it takes two steps"),
        other => mistake!("{from} and {to}: {other}"),
    })
}

/// Whether it is known that no two elements, those of the padding included, are at one place.
fn is_injective(layout: &DynLayout) -> bool {
    matches!(layout.is_injective(), Ok(true))
}

/// The layout that an array has in the file, its extents those of the array, and what it is called.
fn source(tensor: &Tensor, rule: &Rule, rules: &Rules) -> Result<(DynLayout, String), Failure> {
    let elements = tensor.elements();
    let holds = |layout: &DynLayout| match stored(layout, tensor.bits) {
        Ok(Stored { elements: most, .. }) => (layout.cosize()..=most).contains(&elements),
        Err(_) => false,
    };
    match (&tensor.record, &rule.from) {
        (Some(record), Some(from)) => Err(mistake!(
            "the file says that it is {}, {}: what is `from = {from}` for?",
            record.notation,
            record.layout
        )),
        (Some(record), None) if holds(&record.layout) && is_injective(&record.layout) => {
            Ok((record.layout.clone(), record.notation.clone()))
        }
        (Some(record), None) => {
            Err(mistake!("the file has {elements} elements of {}, which it says it is", record.layout))
        }
        (None, None) => {
            let shape = Tree::flat(tensor.shape.iter().copied());
            Ok(if tensor.is_fortran {
                (column_major(&shape)?, String::from("F"))
            } else {
                (row_major(&shape)?, String::from("C"))
            })
        }
        (None, Some(from)) => {
            if tensor.is_fortran {
                return Err(mistake!(
                    "the file says that it is in Fortran's order: what is `from = {from}` for?"
                ));
            }
            let layout = said(tensor, from, rules)?;
            if !holds(&layout) {
                return Err(mistake!("{from} is {layout}, which does not fill {elements} elements"));
            }
            Ok((layout, from.clone()))
        }
    }
}

/// The layout that is said to be in a file: `zN of (100,50)`, a layout of CuTe, a shape of XLA, or an order.
fn said(tensor: &Tensor, from: &str, rules: &Rules) -> Result<DynLayout, Failure> {
    let bits = tensor.bits;
    let (text, extents) = match from.rsplit_once(" of ") {
        Some((text, extents)) => (text, Some(parse_tuple::<DynTuple>("shape", extents.trim())?)),
        None => (from, None),
    };
    let target = rules.recipes.target(text)?;
    let notation = target.notation(bits)?;
    let extents: Vec<i64> = match (notation, extents) {
        (Notation::Cute(layout), None) => return Ok(layout.clone()),
        (Notation::Cute(layout), Some(extents)) => {
            return Ok(layout.clone().with_extent(extents.leaves())?);
        }
        (_, Some(extents)) => extents.leaves().to_vec(),
        (Notation::Array(array), None) => array.sizes()?.to_vec(),
        (Notation::C, None) => tensor.shape.clone(),
        (Notation::F, None) => tensor.shape.iter().rev().copied().collect(),
        (Notation::Order(order), None) if order.len() == tensor.shape.len() => {
            let mut extents = vec![0; order.len()];
            order.iter().zip(&tensor.shape).for_each(|(&axis, &size)| extents[axis] = size);
            extents
        }
        _ => return Err(mistake!("what is the shape of the array? Write it behind: `{text} of (100,50)`")),
    };
    notation.layout(&extents, bits)
}
