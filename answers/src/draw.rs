//! `draw.*`: pictures for a page, and what is at each of their cells.
use crate::element::parse_element;
use crate::request::{Answer, Fields, RequestError, Result};
use crate::subject::{Named, Shown, read, read_alone};
use crate::{access, matrix, shape};
use serde_json::{Map, Value, json};
use tilework::access::{Banks, ThreadAccess};
use tilework::draw::{Cell, ColorBy, Label, Look, Picture, Subject, grids, svg, ways};
use tilework::dynamic::{DynLayout, DynTuple, Offset, Swizzled, TableLimits, crd2idx, idx2crd};

/// How many rows, columns and pages a picture has at most, if nobody says how many, and what may be said.
const ROWS: i64 = 128;
const PAGES: i64 = 8;
const MOST_ROWS: i64 = 256;
/// How many threads are served together.
const GROUP: usize = 32;
/// The most values of threads that are looked at.
const MOST_VALUES: i64 = 1 << 16;

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    Ok(Some(match verb {
        "picture" => picture(fields)?,
        "cell" => cell(fields)?,
        "find" => find(fields)?,
        "access" => accessed(fields)?,
        "ways" => {
            let (from, to) = (subject(fields, "subject")?, subject(fields, "to")?);
            Value::from(ways(&from, &to)?)
        }
        _ => return Ok(None),
    }))
}

fn shown(fields: &mut Fields) -> Result<Shown> {
    let text = fields.text("subject")?;
    let tile = fields.optional_text("tile")?;
    Ok(read(Named { text: &text, size: None, extent: None, tile: tile.as_deref() })?)
}

fn subject(fields: &mut Fields, name: &str) -> Result<Subject> {
    Ok(read_alone(&fields.text(name)?)?)
}

/// The bits of an element: those that are asked for, or those of the subject, or 32.
fn bits(fields: &mut Fields, shown: &Shown) -> Result<i64> {
    match fields.optional_text("element")? {
        Some(element) => Ok(parse_element(&element)?.bits().into()),
        None => Ok(shown.bits.unwrap_or(32)),
    }
}

fn color_by(fields: &mut Fields) -> Result<ColorBy> {
    Ok(fields.optional("color_by")?.unwrap_or_default())
}

/// A picture as SVG, where its cells are, and what there is to say of what it shows.
fn picture(fields: &mut Fields) -> Result<Value> {
    let shown = shown(fields)?;
    let label: Option<Label> = fields.optional("label")?;
    let number = |fields: &mut Fields, name: &str, otherwise: i64, most: i64| -> Result<i64> {
        let number = if fields.has(name) { fields.integer(name)? } else { otherwise };
        let refuse = || RequestError::field(name, format!("{number} is not within 1 and {most}"));
        if (1..=most).contains(&number) { Ok(number) } else { Err(refuse()) }
    };
    let limits = TableLimits {
        rows: number(fields, "rows", ROWS, MOST_ROWS)?,
        columns: number(fields, "columns", ROWS, MOST_ROWS)?,
        pages: number(fields, "pages", PAGES, PAGES)?,
    };
    let bits = bits(fields, &shown)?;
    let look = Look { color_by: color_by(fields)?, label: label.unwrap_or_default(), bits, limits };
    let drawn = if fields.has("colors_of") {
        Picture::colored_as(&shown.subject, &subject(fields, "colors_of")?, &look)?
    } else {
        Picture::new(&shown.subject, &look)?
    };
    let (row, column) = drawn.plane();
    let pages: Vec<Value> = grids(&drawn)
        .iter()
        .zip(drawn.page_indices())
        .enumerate()
        .map(|(page, (grid, index))| {
            let numbers: Vec<Option<i64>> = drawn.numbers(page).collect();
            json!({
                "left": grid.left,
                "top": grid.top,
                "width": grid.cell_width,
                "height": grid.cell_height,
                "index": index,
                "numbers": if numbers.iter().any(Option::is_some) { Value::from(numbers) } else { Value::Null },
            })
        })
        .collect();
    let facts: Vec<Value> = shown.facts.iter().map(|(name, value)| json!([name, value])).collect();
    Ok(json!({
        "title": shown.subject.title(),
        "kind": kind(&shown.subject),
        "name": shown.title,
        "layout": shown.layout.map(|layout| layout.to_string()),
        "facts": facts,
        "bits": bits,
        "svg": svg(&drawn),
        "rows": drawn.rows().map_or(&[Some(0)][..], |rows| rows.shown()),
        "columns": drawn.columns().shown(),
        "row_mode": row,
        "column_mode": column,
        "pages": pages,
    }))
}

fn kind(subject: &Subject) -> &'static str {
    match subject {
        Subject::Layout(_) => "layout",
        Subject::Swizzled(_) => "swizzled",
        Subject::Threads(_) => "threads",
        Subject::Array(_) => "array",
    }
}

/// What is at an index, or at a coordinate: its other names, and where it lies or who holds it.
fn cell(fields: &mut Fields) -> Result<Value> {
    let shown = shown(fields)?;
    let (bits, color_by) = (bits(fields, &shown)?, color_by(fields)?);
    let layout = match &shown.subject {
        Subject::Layout(layout) => Some(layout),
        Subject::Swizzled(swizzled) => Some(&swizzled.layout),
        _ => None,
    };
    let index = match (fields.optional::<DynTuple>("coordinate")?, layout) {
        (Some(coordinate), Some(layout)) => layout.coordinate_by_mode(&coordinate)?.leaves().to_vec(),
        (Some(coordinate), None) => coordinate.leaves().to_vec(),
        (None, _) => fields.integers("index")?,
    };
    let cell = shown.subject.cell(&index)?;
    let mut said = Map::new();
    let mut say = |name: &str, value: Value| said.insert(name.to_string(), value);
    say("at", Value::from(index.clone()));
    say("coordinate", Value::from(shape::index_text(&index)));
    if let Some(layout) = layout {
        let shape = layout.shape();
        let number = crd2idx(coordinate(layout, &index).view(), shape.view())?;
        say("nested", Value::from(idx2crd(number, shape.view())?.to_string()));
        say("index", Value::from(number));
    }
    match &cell {
        Cell::Padding => drop(say("padding", Value::from(true))),
        Cell::LeftOut => {}
        Cell::Held(holders) => {
            let held = holders.iter().map(|(thread, value)| json!({ "thread": thread, "value": value }));
            say("holders", held.collect());
        }
        Cell::Element(Offset::Int(offset)) => {
            say("offset", Value::from(*offset));
            let position = i128::from(*offset) * i128::from(bits);
            let parts = [("byte", position.div_euclid(8)), ("bit", position.rem_euclid(8))];
            for (name, part) in parts.into_iter().filter(|(name, part)| *name == "byte" || *part != 0) {
                say(name, i64::try_from(part).map_or(Value::Null, Value::from));
            }
            for kind in ["bank", "line"] {
                let is_asked = color_by.to_string().starts_with(kind);
                let counted: ColorBy = if is_asked { color_by } else { kind.parse()? };
                say(kind, Value::from(counted.number(&cell, bits)));
            }
        }
        Cell::Element(coordinate) => drop(say("offset", Value::from(coordinate.to_string()))),
    }
    Ok(Value::Object(said))
}

/// The coordinate of an index, an integer for each mode.
fn coordinate(layout: &DynLayout, index: &[i64]) -> DynTuple {
    match *index {
        [index] if layout.view().is_leaf() => DynTuple::leaf(index),
        _ => DynTuple::flat(index.iter().copied()),
    }
}

/// How many coordinates of an offset are listed.
const MOST_FOUND: usize = 64;

/// The indices at which an offset is, the first of them.
fn find(fields: &mut Fields) -> Result<Value> {
    let (shown, offset) = (shown(fields)?, fields.integer("offset")?);
    let by_mode = |layout: &DynLayout, found: Vec<DynTuple>| -> Result<Value> {
        let index =
            |coordinate: &DynTuple| Ok(Value::from(layout.coordinate_by_mode(coordinate)?.leaves().to_vec()));
        found.iter().take(MOST_FOUND).map(index).collect()
    };
    match &shown.subject {
        Subject::Layout(layout) => by_mode(layout, layout.coordinates_of(&Offset::Int(offset))?),
        Subject::Swizzled(swizzled) => by_mode(&swizzled.layout, swizzled.coordinates_of(offset)?),
        Subject::Array(array) => {
            let index = shape::places(array.shape())?.index_at(offset);
            Ok(Value::from(index.into_iter().map(|index| Value::from(index.to_vec())).collect::<Vec<_>>()))
        }
        Subject::Threads(_) => Ok(Value::from(Vec::<Value>::new())),
    }
}

/// What memory does for threads, which cells each of them takes, and who waits for whom.
fn accessed(fields: &mut Fields) -> Result<Value> {
    let shown = shown(fields)?;
    let bits = u32::try_from(bits(fields, &shown)?).unwrap_or(u32::MAX);
    let layout: Swizzled = match shown.subject {
        Subject::Layout(layout) => layout.into(),
        Subject::Swizzled(swizzled) => swizzled,
        other => {
            return Err(RequestError::invalid(format!("threads access layouts, {} is none", other.title())));
        }
    };
    let threads = matrix::read(&fields.text("access")?, None)?.layout;
    let banks = if fields.has("banks") { fields.text("banks")? } else { "32x4".to_string() };
    let (count, width) = access::read_banks(&banks)?;
    let banks = Banks::new(count, width, GROUP);
    if threads.size() > MOST_VALUES {
        return Err(RequestError::invalid(format!(
            "{} values, at most {MOST_VALUES} are looked at",
            threads.size()
        )));
    }
    let indices = threads.offsets().map(|element| {
        let index = access::element_index(&layout.layout, &element)?;
        let offset = layout.offset(&coordinate(&layout.layout, &index))?;
        // addresses are numbers of the machine, and the page runs on one of 32 bits
        match u32::try_from(i128::from(offset) * i128::from(bits) / 8) {
            Ok(_) => Ok(index),
            Err(_) => Err(RequestError::invalid(format!("the offset {offset} is negative, or beyond 4 GiB"))),
        }
    });
    let indices = indices.collect::<Result<Vec<_>>>()?;
    let accessed = ThreadAccess::of(&layout, &threads, bits)?;
    let count = i64::try_from(accessed.addresses().len().max(1)).unwrap_or(1);
    let cells = (0_i64..)
        .zip(indices)
        .map(|(number, index)| json!({ "thread": number % count, "value": number / count, "index": index }));
    let collisions = accessed.collisions(banks).into_iter().map(
        |collision| json!({ "phase": collision.phase, "bank": collision.bank, "words": collision.words }),
    );
    Ok(json!({
        "facts": access::facts(&accessed, banks)?,
        "cells": cells.collect::<Vec<Value>>(),
        "collisions": collisions.collect::<Vec<Value>>(),
    }))
}
