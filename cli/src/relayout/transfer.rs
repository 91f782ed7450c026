//! What becomes of each array: it is moved into another layout, or copied as it is.
use super::contents::{Format, Tensor};
use super::moved::{Moved, whole};
use super::notation::Notation;
use super::record::Record;
use super::rules::{Rule, Rules};
use super::stored::{Stored, bytes, stored};
use crate::failure::{Failure, mistake};
use std::ops::Range;
use tilework::dynamic::{Swizzled, Tree, column_major, row_major};
use tilework::notation as hub;
use tilework_answers::notation::{mistake_in, sizes_of};

/// An array of the input, and what the output has of it. It is found out whenever it is needed: there may be many.
#[derive(Debug)]
pub(super) struct Transfer<'a> {
    pub(super) input: &'a Tensor,
    /// The bytes of the input that are moved or copied.
    pub(super) source: Range<usize>,
    pub(super) moved: Option<Moved>,
    /// Its dimensions in the output.
    pub(super) shape: Vec<i64>,
    pub(super) is_fortran: bool,
    /// How many bytes it has there.
    pub(super) length: usize,
    record: Recorded,
}

/// What the output says about the layout of an array.
#[derive(Debug)]
enum Recorded {
    /// What the input says.
    Kept,
    Nothing,
    Made(Box<Record>),
}

impl<'a> Transfer<'a> {
    /// What becomes of an array; a device gets its part of those that are sharded.
    pub(super) fn of(
        input: &'a Tensor,
        format: Format,
        rules: &Rules,
        device: Option<usize>,
    ) -> Result<Transfer<'a>, Failure> {
        match rules.of(&input.name) {
            // of nothing there is no layout
            Some(rule) if input.elements() > 0 => relaid(input, rule, rules, format, device),
            _ => Ok(Transfer {
                input,
                source: input.bytes.clone(),
                moved: None,
                shape: input.shape.clone(),
                is_fortran: input.is_fortran,
                length: input.bytes.len(),
                record: Recorded::Kept,
            }),
        }
        .map_err(|failure| failure.within(&input.name))
    }

    /// The array of the output, which begins at this byte.
    pub(super) fn result(&self, begin: usize) -> Tensor {
        let record = match &self.record {
            Recorded::Kept => self.input.record.clone(),
            Recorded::Nothing => None,
            Recorded::Made(record) => Some(record.to_json().into()),
        };
        Tensor {
            name: self.input.name.clone(),
            element: self.input.element.clone(),
            bits: self.input.bits,
            shape: self.shape.clone(),
            is_fortran: self.is_fortran,
            record,
            bytes: begin..begin + self.length,
        }
    }

    /// How many bytes of the input are of use: of a part, those of its elements.
    pub(super) fn bytes_read(&self) -> usize {
        match &self.moved {
            Some(moved) if moved.part != whole(moved.from.layout.extents().leaves()) => self.plain_length(),
            _ => self.source.len(),
        }
    }

    /// How many bytes its elements have in row-major order; all of it where it is copied.
    pub(super) fn plain_length(&self) -> usize {
        let plain = self.moved.as_ref().and_then(|moved| bytes(moved.to.layout.logical_size(), moved.bits));
        plain.and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(self.length)
    }
}

/// The array that a rule makes of one.
fn relaid<'a>(
    input: &'a Tensor,
    rule: &Rule,
    rules: &Rules,
    format: Format,
    device: Option<usize>,
) -> Result<Transfer<'a>, Failure> {
    let (from, name) = source(input, rule, rules)?;
    let mut was = name.clone();
    let mut part = whole(from.layout.extents().leaves());
    if let (Some(sharding), Some(device)) = (&rule.shard, device) {
        part = sharding.part(device, from.layout.extents().leaves())?;
        was = format!("{was}, device {device} of {}", sharding.text);
    }
    let extents: Vec<i64> = part.iter().map(|range| range.end - range.start).collect();
    if extents.contains(&0) {
        return Ok(Transfer {
            input,
            source: 0..0,
            moved: None,
            shape: extents,
            is_fortran: false,
            length: 0,
            record: Recorded::Nothing,
        });
    }
    let to = rule.to.notation(input.bits)?.layout(&extents, input.bits)?;
    if !is_injective(&to) {
        return Err(mistake!("{to} has, or may have, two elements at one place"));
    }
    let plain = Tree::flat(extents.iter().copied());
    let (rows, columns) = (Swizzled::from(row_major(&plain)?), Swizzled::from(column_major(&plain)?));
    let is_fortran = format == Format::Npy && to != rows && to == columns;
    let (shape, record) = if is_fortran || to == rows {
        (extents, Recorded::Nothing)
    } else {
        let record = Record { layout: to.clone(), notation: rule.to.text.clone(), from: was };
        (stored(&to, input.bits)?.shape, Recorded::Made(Box::new(record)))
    };
    let elements = shape.iter().try_fold(1_i64, |product, size| product.checked_mul(*size));
    let length = elements.and_then(|elements| bytes(elements, input.bits));
    let length = length.and_then(|length| usize::try_from(length).ok());
    let length = length.ok_or_else(|| mistake!("the output is too large"))?;
    let is_moved = from != to || shape != input.shape;
    let moved = is_moved.then(|| Moved { from, name, part, to, bits: input.bits });
    Ok(Transfer { input, source: input.bytes.clone(), moved, shape, is_fortran, length, record })
}

/// Whether it is known that no two elements, those of the padding included, are at one place.
fn is_injective(layout: &Swizzled) -> bool {
    // a swizzle keeps elements apart
    matches!(layout.layout.is_injective(), Ok(true))
}

/// The layout that an array has in the file, its extents those of the array, and what it is called.
fn source(tensor: &Tensor, rule: &Rule, rules: &Rules) -> Result<(Swizzled, String), Failure> {
    let elements = tensor.elements();
    let holds = |layout: &Swizzled| match (layout.cosize(), stored(layout, tensor.bits)) {
        (Ok(least), Ok(Stored { elements: most, .. })) => (least..=most).contains(&elements),
        _ => false,
    };
    let record = tensor.record.as_deref().map(Record::parse).transpose()?;
    match (record, &rule.from) {
        (Some(record), Some(from)) => Err(mistake!(
            "the file says that it is {}, {}: what is `from = {from}` for?",
            record.notation,
            record.layout
        )),
        (Some(record), None) if holds(&record.layout) && is_injective(&record.layout) => {
            Ok((record.layout, record.notation))
        }
        (Some(record), None) => {
            Err(mistake!("the file has {elements} elements of {}, which it says it is", record.layout))
        }
        (None, None) => {
            let shape = Tree::flat(tensor.shape.iter().copied());
            Ok(if tensor.is_fortran {
                (column_major(&shape)?.into(), String::from("F"))
            } else {
                (row_major(&shape)?.into(), String::from("C"))
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
fn said(tensor: &Tensor, from: &str, rules: &Rules) -> Result<Swizzled, Failure> {
    let bits = tensor.bits;
    let (text, extents) = match from.rsplit_once(" of ") {
        Some((text, extents)) => (text, Some(sizes_of(extents)?)),
        None => match in_one_word(tensor, from)? {
            Some(layout) => return Ok(layout),
            None => (from, None),
        },
    };
    let target = rules.recipes.target(text)?;
    let notation = target.notation(bits)?;
    let extents: Vec<i64> = match (notation, extents) {
        (Notation::Cute(layout), None) => return Ok(layout.clone()),
        (Notation::Cute(layout), Some(extents)) => {
            let Swizzled { swizzles, layout } = layout.clone();
            return Ok(Swizzled { swizzles, layout: layout.with_extent(&extents)? });
        }
        (_, Some(extents)) => extents,
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

/// A format of TLA with its sizes, `zN:100x50`.
fn in_one_word(tensor: &Tensor, from: &str) -> Result<Option<Swizzled>, Failure> {
    if !from.contains(':') || hub::Notation::of(from) != Some(hub::Notation::Tla) {
        return Ok(None);
    }
    let element = u32::try_from(tensor.bits).ok().map(|bits| hub::ElementWidth { kind: None, bits });
    let given = hub::Given { element, ..hub::Given::default() };
    let pivot = match hub::read(from, Some(hub::Notation::Tla), &given) {
        Err(hub::ConvertError::Missing { .. }) => return Ok(None),
        read => read.map_err(|error| mistake_in(from, error))?,
    };
    match pivot.element {
        Some(element) if usize::try_from(element.bits) != Ok(tensor.bits) => {
            Err(mistake!("{from} has elements of {} bits, the array has {}", element.bits, tensor.bits))
        }
        _ => match pivot.places {
            hub::PivotPlaces::Layout { layout, .. } => Ok(Some(layout)),
            _ => Ok(None),
        },
    }
}
