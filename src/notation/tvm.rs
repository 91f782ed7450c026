//! Layouts of TVM, `NCHW16c`: axes in capitals and their parts in small letters, row-major as written.
//!
//! The array has the dimensions in the order that its letters usually have, `NCHW`, or in that of the layout in front
//! of an arrow: `NCHW->NHWC`. A part has to divide its axis, unless `padded` says that the rest is padding: what TVM
//! does with a remainder is a choice. Source: TVM, `tir.layout`.
use super::chain::{Blocks, interleaved};
use super::error::ConvertError;
use super::extents::{extents_text, split_extents};
use super::name::Notation;
use super::nested::Nested;
use super::onednn::within_alphabet;
use super::pivot::{Given, Pivot};
use crate::dynamic::{Error, invalid};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

const THIS: Notation = Notation::Tvm;

/// The usual orders of axes.
const USUAL: [&str; 8] = ["NCHW", "NCDHW", "OIHW", "OIDHW", "NCW", "OIW", "NC", "OI"];

pub(super) fn read(text: &str, given: &Given) -> Result<Pivot, ConvertError> {
    let refuse = |error| ConvertError::Read { notation: THIS, error };
    let trimmed = text.trim();
    let (trimmed, is_padded) = match trimmed.strip_suffix("padded") {
        Some(rest) => (rest.trim_end(), true),
        None => (trimmed, false),
    };
    let (names, extents) = split_extents(THIS, trimmed, given)?;
    let (source, target) = match names.split_once("->") {
        Some((source, target)) => (Some(source.trim()), target.trim()),
        None => (None, names),
    };
    let (axes, parts) = letters(target).map_err(refuse)?;
    let source: Vec<u8> = match source {
        Some(source) => source.bytes().collect(),
        None => usual(&axes),
    };
    let mut sorted = [source.clone(), axes.clone()];
    sorted.iter_mut().for_each(|axes| axes.sort_unstable());
    if sorted[0] != sorted[1] {
        return Err(refuse(invalid!("tvm", "the two layouts have other axes")));
    }
    let number = |axis: &u8| source.iter().position(|own| own == axis).unwrap_or(0);
    let outer: Vec<usize> = axes.iter().map(number).collect();
    let blocks: Vec<(usize, i64, usize)> =
        parts.iter().map(|(at, size, axis)| (*at, *size, number(axis))).collect();
    if extents.len() != axes.len() {
        let reason = format!("{} axes, and the array has {} dimensions", axes.len(), extents.len());
        return Err(refuse(Error::invalid("tvm", reason)));
    }
    for (dimension, &extent) in extents.iter().enumerate() {
        let block: Option<i64> = blocks
            .iter()
            .filter(|(_, _, own)| *own == dimension)
            .try_fold(1_i64, |product, (_, size, _)| product.checked_mul(*size));
        let block = block.ok_or_else(|| refuse(Error::overflow("the number of parts of an axis")))?;
        if extent % block != 0 && !is_padded {
            let reason = format!(
                "dim {dimension}: {extent} is no multiple of {block}; say `padded` behind the extents"
            );
            return Err(refuse(Error::invalid("tvm", reason)));
        }
    }
    let layout = interleaved(&outer, &blocks, &extents).map_err(refuse)?;
    Ok(Pivot::from(layout).with_element(given.element))
}

/// The axes in order, and the parts, each with how many axes are in front of it.
type Letters = (Vec<u8>, Vec<(usize, i64, u8)>);

fn letters(text: &str) -> Result<Letters, Error> {
    let wrong = |at: usize, expected: &'static str| {
        let found = text[at..].chars().next();
        let length = found.map_or(0, char::len_utf8);
        let found = found.map_or_else(|| "the end".into(), |found| format!("`{found}`"));
        Error::Parse(crate::dynamic::ParseError { span: at..at + length, found, expected: expected.into() })
    };
    let (mut axes, mut parts) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < text.len() {
        let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
        let letter = text.as_bytes().get(at + digits).copied().unwrap_or(b' ');
        match (digits, letter) {
            (0, b'A'..=b'Z') if !axes.contains(&letter) => axes.push(letter),
            (0, _) => return Err(wrong(at, "an axis, a capital letter that is not there yet")),
            (_, b'a'..=b'z') if axes.contains(&letter.to_ascii_uppercase()) => {
                let size = text[at..at + digits].parse().ok().filter(|size: &i64| *size > 0);
                let size = size.ok_or_else(|| wrong(at, "the size of a part"))?;
                parts.push((axes.len(), size, letter.to_ascii_uppercase()));
            }
            _ => return Err(wrong(at + digits, "a small letter whose capital is in front of it")),
        }
        at += digits + 1;
    }
    if axes.is_empty() { Err(wrong(0, "an axis, a capital letter")) } else { Ok((axes, parts)) }
}

/// The order that axes usually have: a known one, or that of the alphabet for its first letters, or as written.
fn usual(axes: &[u8]) -> Vec<u8> {
    let mut sorted = axes.to_vec();
    sorted.sort_unstable();
    let is_same = |usual: &&&str| {
        let mut usual = usual.as_bytes().to_vec();
        usual.sort_unstable();
        usual == sorted
    };
    match USUAL.iter().find(is_same) {
        Some(usual) => usual.as_bytes().to_vec(),
        None if (b'A'..).zip(&sorted).all(|(letter, own)| letter == *own) => sorted,
        None => axes.to_vec(),
    }
}

pub(super) fn write(nested: &Nested) -> Result<String, ConvertError> {
    let Blocks { outer, blocks } = within_alphabet(nested, THIS)?;
    let names: Vec<u8> = match nested.extents.len() {
        4 => b"NCHW".to_vec(),
        5 => b"NCDHW".to_vec(),
        rank => (b'A'..=b'Z').take(rank).collect(),
    };
    let mut text = String::new();
    for &dimension in &outer {
        text.push(char::from(names[dimension]));
    }
    for &(size, dimension) in &blocks {
        // writing to a string does not fail
        let _ = write!(text, "{size}{}", char::from(names[dimension].to_ascii_lowercase()));
    }
    let is_padded = nested.extents.iter().enumerate().any(|(dimension, extent)| {
        let own = blocks.iter().filter(|(_, own)| *own == dimension);
        extent % own.map(|(size, _)| size).product::<i64>() != 0
    });
    let padded = if is_padded { " padded" } else { "" };
    Ok(format!("{text} of {}{padded}", extents_text(&nested.extents)))
}
