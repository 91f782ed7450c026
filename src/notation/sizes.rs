//! The sizes of an array as people write them.
use super::error::shifted;
use crate::dynamic::cursor::read_all;
use crate::dynamic::{DynTuple, Result, invalid};
use alloc::vec::Vec;

/// The sizes of an array, a number for each dimension: `(2,20,3,5)`, `2,20,3,5` or `2x20x3x5`.
///
/// # Errors
/// If the text is something else, or a size is negative.
///
/// ```
/// use tilework::notation::parse_sizes;
/// for text in ["(100,50)", "100,50", "100x50"] {
///     assert_eq!(parse_sizes(text)?, [100, 50]);
/// }
/// let mistake = parse_sizes("100x50x").unwrap_err();
/// assert_eq!(mistake.to_string(), "expected an integer, found the end at position 7");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn parse_sizes(text: &str) -> Result<Vec<i64>> {
    let sizes = if text.trim_start().starts_with('(') { of_tuple(text)? } else { of_list(text)? };
    match sizes.iter().find(|size| **size < 0) {
        None => Ok(sizes),
        Some(size) => Err(invalid!("shape", "a dimension of {size} elements")),
    }
}

fn of_tuple(text: &str) -> Result<Vec<i64>> {
    let tuple: DynTuple = text.parse()?;
    match tuple.depth() {
        0 | 1 => Ok(tuple.leaves().into()),
        _ => Err(invalid!("shape", "{tuple} is no number for each dimension")),
    }
}

fn of_list(text: &str) -> Result<Vec<i64>> {
    let (mut sizes, mut at) = (Vec::new(), 0);
    for part in text.split(if text.contains('x') { 'x' } else { ',' }) {
        let size = read_all(part, |cursor| {
            cursor.eat(b'_');
            Ok(cursor.integer()?)
        });
        sizes.push(size.map_err(|error| shifted(error, at))?);
        at += part.len() + 1;
    }
    Ok(sizes)
}
