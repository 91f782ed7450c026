//! Tags of oneDNN, `aBcd16b`: the order of the dimensions and of their blocks.
use super::chain::{Blocks, DigitOrder, blocks, chain};
use super::error::ConvertError;
use super::extents::split_extents;
use super::name::Notation;
use super::nested::Nested;
use super::pivot::{Given, Pivot};
use crate::dynamic::cursor::Cursor;
use crate::dynamic::{DynLayout, Error, Result};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

const THIS: Notation = Notation::OneDnn;

/// The dimensions from the outermost to the innermost, then the blocks, the last one innermost; letter `a` is dimension
/// 0, and capitals are dimensions with blocks. Source: oneDNN, *Understanding memory formats*.
///
/// ```
/// use tilework::notation::Tag;
/// let tag: Tag = "ABcd16b16a".parse()?;
/// assert_eq!(tag.rank(), 4);
/// assert_eq!(
///     tag.layout(&[20, 40, 2, 2])?.to_string(),
///     "((16,2),(16,3),2,2):((1,3072),(16,1024),512,256) of (20,40,2,2)"
/// );
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag(Blocks);

impl Tag {
    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.0.outer.len()
    }

    /// The layout of an array with these extents: each is rounded up to its blocks.
    ///
    /// # Errors
    /// If the array has another number of dimensions, or a stride does not fit in 64 bits.
    pub fn layout(&self, extents: &[i64]) -> Result<DynLayout> {
        self.0.layout(extents)
    }
}

/// The letters of a tag.
const MOST: usize = 26;

impl FromStr for Tag {
    type Err = Error;

    fn from_str(text: &str) -> Result<Tag> {
        let text = text.trim();
        let wrong = |span: core::ops::Range<usize>, expected: &'static str| {
            Error::Parse(Cursor::new(text).error(span, expected))
        };
        let rank = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
        let number = |letter: u8| usize::from(letter.to_ascii_lowercase() - b'a');
        let outer: Vec<usize> = text.bytes().take(rank).map(number).collect();
        if rank == 0 || rank > MOST {
            return Err(wrong(0..rank, "the letters of the dimensions"));
        }
        for (at, dimension) in outer.iter().enumerate() {
            if *dimension >= rank || outer[..at].contains(dimension) {
                return Err(wrong(at..at + 1, "each of the first letters once"));
            }
        }
        let mut blocks = Vec::new();
        let mut at = rank;
        while at < text.len() {
            let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
            let letter = text.as_bytes().get(at + digits).copied().unwrap_or(b' ');
            let size = text[at..at + digits].parse::<i64>().ok().filter(|size| *size > 0);
            let Some(size) = size else {
                return Err(wrong(at..at + digits, "the size of a block"));
            };
            at += digits;
            if !letter.is_ascii_lowercase() || number(letter) >= rank {
                let end = text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
                return Err(wrong(at..end, "the letter of a dimension"));
            }
            blocks.push((size, number(letter)));
            at += 1;
        }
        for (at, dimension) in outer.iter().enumerate() {
            let has_blocks = blocks.iter().any(|(_, blocked)| blocked == dimension);
            if text.as_bytes()[at].is_ascii_uppercase() != has_blocks {
                return Err(wrong(at..at + 1, "capitals for dimensions with blocks, and only for these"));
            }
        }
        Ok(Tag(Blocks { outer, blocks }))
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // no dimension is beyond the alphabet
        let letter = |dimension: usize| char::from(b'a' + u8::try_from(dimension).unwrap_or(25).min(25));
        for &dimension in &self.0.outer {
            let has_blocks = self.0.blocks.iter().any(|(_, blocked)| *blocked == dimension);
            let letter = letter(dimension);
            write!(f, "{}", if has_blocks { letter.to_ascii_uppercase() } else { letter })?;
        }
        self.0.blocks.iter().try_for_each(|&(size, dimension)| write!(f, "{size}{}", letter(dimension)))
    }
}

pub(super) fn read(text: &str, given: &Given) -> core::result::Result<Pivot, ConvertError> {
    let refuse = |error| ConvertError::Read { notation: THIS, error };
    let (tag, extents) = split_extents(THIS, text, given)?;
    let layout = tag.parse::<Tag>().and_then(|tag| tag.layout(&extents)).map_err(refuse)?;
    Ok(Pivot::from(layout).with_element(given.element))
}

pub(super) fn write(nested: &Nested) -> core::result::Result<String, ConvertError> {
    let blocks = within_alphabet(nested, THIS)?;
    Ok(format!("{} of {}", Tag(blocks), super::extents::extents_text(&nested.extents)))
}

/// The counts and blocks of a layout, for a notation of letters; what they say is compared with the layout.
pub(super) fn within_alphabet(
    nested: &Nested,
    notation: Notation,
) -> core::result::Result<Blocks, ConvertError> {
    let rank = nested.extents.len();
    if rank == 0 || rank > MOST {
        return Err(ConvertError::of(
            notation,
            None,
            format!("{rank} dimensions, and there are {MOST} letters"),
        ));
    }
    let found = blocks(nested, &chain(nested, notation, DigitOrder::Kept)?);
    let refuse = |error| ConvertError::because(notation, error);
    let again = found.layout(&nested.extents).map_err(refuse)?;
    let again = Nested::of(&again, crate::dynamic::Offset::Int(0)).map_err(refuse)?;
    match nested.difference(&again) {
        None => Ok(found),
        Some((dimension, _)) => Err(ConvertError::of(notation, dimension, "no blocks are this dimension")),
    }
}
