//! What becomes of each array: it is moved into another layout, or copied as it is.
use super::contents::{Contents, Format, Tensor};
use super::notation::Notation;
use super::record::Record;
use super::rules::{Rule, Rules};
use super::stored::{Stored, bytes, stored};
use crate::failure::{Failure, mistake, parse_tuple};
use std::ops::Range;
use tilework::dynamic::{DynLayout, DynTuple, Mode, Tree, column_major, row_major};
use tilework::kernel::relayout::{Plan, PlanError};

/// An array of the input, that of the output, and how the one becomes the other.
#[derive(Debug)]
pub(super) struct Transfer {
    pub(super) input: Tensor,
    /// The bytes of the input that are moved or copied.
    pub(super) source: Range<usize>,
    pub(super) moved: Option<Box<Moved>>,
}

/// The two layouts of an array that is moved. Its plan is larger than they are, and made when it is run: there may be
/// many arrays.
#[derive(Debug)]
pub(super) struct Moved {
    pub(super) from: DynLayout,
    pub(super) to: DynLayout,
    bits: usize,
}

impl Moved {
    /// How the bytes are moved.
    pub(super) fn plan(&self) -> Result<Plan, Failure> {
        plan(&self.from, &self.to, self.bits)
    }
}

/// What becomes of each array, and what the output has: its arrays begin at 0, in the order of the input. A device gets
/// its part of the arrays that are sharded.
pub(super) fn transfers(
    input: &Contents,
    rules: &Rules,
    device: Option<usize>,
) -> Result<(Vec<Transfer>, Contents), Failure> {
    let mut output = Contents { format: input.format, metadata: input.metadata.clone(), tensors: Vec::new() };
    let mut transfers = Vec::new();
    let mut begin = 0;
    for tensor in &input.tensors {
        let (transfer, mut result) = match rules.of(&tensor.name) {
            Some(rule) => relaid(tensor, rule, rules, input.format, device)
                .map_err(|failure| failure.within(&tensor.name))?,
            None => kept(tensor),
        };
        let length = bytes(result.elements(), result.bits).and_then(|bytes| usize::try_from(bytes).ok());
        let end = length.and_then(|length| length.checked_add(begin));
        let end = end.ok_or_else(|| mistake!("{}: the output is too large", tensor.name))?;
        result.bytes = begin..end;
        begin = end;
        output.tensors.push(result);
        transfers.push(transfer);
    }
    Ok((transfers, output))
}

/// An array that stays as it is.
fn kept(tensor: &Tensor) -> (Transfer, Tensor) {
    let transfer = Transfer { input: tensor.clone(), source: tensor.bytes.clone(), moved: None };
    (transfer, tensor.clone())
}

/// The array that a rule makes of one.
fn relaid(
    tensor: &Tensor,
    rule: &Rule,
    rules: &Rules,
    format: Format,
    device: Option<usize>,
) -> Result<(Transfer, Tensor), Failure> {
    // of nothing there is no layout
    if tensor.elements() == 0 {
        return Ok(kept(tensor));
    }
    let (mut from, mut was) = source(tensor, rule, rules)?;
    let mut transfer = kept(tensor).0;
    if let (Some(sharding), Some(device)) = (&rule.shard, device) {
        let part = sharding.part(device, from.extents().leaves())?;
        was = format!("{was}, device {device} of {}", sharding.text);
        if part.iter().any(Range::is_empty) {
            transfer.source = 0..0;
            let shape = part.iter().map(|range| range.end - range.start).collect();
            return Ok((transfer, Tensor { shape, is_fortran: false, record: None, ..tensor.clone() }));
        }
        let begin;
        (from, begin) = cut(&from, &part, tensor.bits)?;
        transfer.source.start += begin;
    }
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
        let record = Record { layout: to.clone(), notation: rule.to.text.clone(), from: was };
        result.record = Some(Box::new(record));
    }
    if from != to || result.shape != tensor.shape {
        let moved = Moved { from, to, bits: tensor.bits };
        // what cannot be planned is refused before anything is written
        moved.plan()?;
        transfer.moved = Some(Box::new(moved));
    }
    Ok((transfer, result))
}

/// A part of a layout, and the byte it begins at.
fn cut(from: &DynLayout, part: &[Range<i64>], bits: usize) -> Result<(DynLayout, usize), Failure> {
    let modes = from.modes().zip(part).map(|(mode, part)| match mode.leaves() {
        [leaf] if from.is_exact() => Ok(Mode { extent: part.end - part.start, ..*leaf }),
        _ => Err(mistake!("{from} is in blocks: `--to C` makes an array that can be sharded")),
    });
    let modes = modes.collect::<Result<Vec<_>, _>>()?;
    let begin = from.offset(&Tree::flat(part.iter().map(|part| part.start)))?.as_int();
    let begin = begin.and_then(|begin| usize::try_from(begin).ok()).and_then(|begin| begin.checked_mul(bits));
    match begin.filter(|begin| begin % 8 == 0) {
        Some(begin) => Ok((DynLayout::from_modes(Tree::flat(modes))?, begin / 8)),
        None => Err(mistake!("the part {part:?} does not begin at a whole byte")),
    }
}

/// How the bytes of an array are moved.
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
