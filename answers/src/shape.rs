//! Shapes of XLA as arguments, and what the first tile does to each dimension.
use crate::mistake::{Mistake, mistake, parse};
use std::fmt::Write;
use tilework::xla::{
    ArrayShape, LinearIndex, PrimitiveType, Shape, TileSize, Tiling, padded_size, stored_bits, tiled_elements,
};

/// Whether an argument is a shape of XLA: it begins with an element type, or with a tuple that does.
pub fn is_shape(text: &str) -> bool {
    let inside = text.trim_start_matches(|c: char| c == '(' || c.is_whitespace());
    let end = inside.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inside.len());
    let (word, rest) = inside.split_at(end);
    let is_type = PrimitiveType::from_name(word).is_some() || matches!(word, "token" | "opaque");
    let begins = |bracket: char| !word.is_empty() && rest.trim_start().starts_with(bracket);
    // `S[..]` is of Axe
    let is_of_axe = matches!(word, "S" | "R");
    is_type || begins('[') && !is_of_axe || word == "b" && begins('(')
}

/// The array an argument names.
///
/// # Errors
/// If it is no shape, or one that is no array.
pub fn read_array(text: &str) -> Result<ArrayShape, Mistake> {
    match parse("shape", text)? {
        Shape::Array(array) => Ok(array),
        other => Err(mistake!("{other} is no array, it is a {}: name one of its arrays", other.kind())),
    }
}

/// What the first tile of a layout does to a dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Padded {
    /// The size of the dimension.
    pub size: i64,
    /// The size of the tile in it, 1 without one.
    pub tile: i64,
    /// The size, rounded up to the tile.
    pub padded: i64,
}

/// What the first tile does to each dimension; `None` if a `*` in it merges dimensions.
///
/// # Errors
/// If a size is unknown, or does not fit in 64 bits with its padding.
pub fn padded_dimensions(array: &ArrayShape) -> Result<Option<Vec<Padded>>, Mistake> {
    let sizes = array.sizes()?;
    let mut padded: Vec<Padded> = sizes.iter().map(|&size| Padded { size, tile: 1, padded: size }).collect();
    let layout = array.layout_or_default();
    let Some(tile) = layout.tiles().first() else { return Ok(Some(padded)) };
    for (&dimension, entry) in layout.minor_to_major().iter().zip(tile.sizes().iter().rev()) {
        let TileSize::Elements(tile) = *entry else { return Ok(None) };
        let size = sizes[dimension];
        let tiles = size / tile + i64::from(size % tile != 0);
        let padded_size = tiles
            .checked_mul(tile)
            .ok_or_else(|| mistake!("{size} rounded up to {tile} does not fit in 64 bits"))?;
        padded[dimension] = Padded { size, tile, padded: padded_size };
    }
    let combines = tile.combines();
    Ok((!combines).then_some(padded))
}

/// The elements in memory, if the places in the layout are those of the allocation.
///
/// A later tile that does not divide the first one reaches further than what is allocated, and where pieces of a split
/// dimension are only the device knows: then there is no place.
///
/// # Errors
/// If there are no places, or they do not fit in 64 bits.
pub fn places(array: &ArrayShape) -> Result<LinearIndex, Mistake> {
    let layout = array.layout_or_default();
    if !layout.split_configs().is_empty() {
        return Err(mistake!(
            "{array} is split into pieces (SC) that lie in different places: there is no place to print"
        ));
    }
    let allocated = padded_size(&Shape::Array(array.clone()))?;
    let (reached, bits) = (tiled_elements(array)?, stored_bits(array));
    if i128::from(reached) * i128::from(bits) > i128::from(allocated) * 8 + 7 {
        return Err(mistake!(
            "the tiles of {array} do not divide each other: places would reach {reached} elements of {bits} bits, \
             and {allocated} bytes are allocated"
        ));
    }
    Ok(LinearIndex::new(array, Tiling::All)?)
}

/// Where an element begins: `byte 68`, or `byte 8, bit 4` for elements that are no whole bytes.
pub fn byte_of(array: &ArrayShape, place: i64) -> String {
    let bits = i128::from(place) * i128::from(stored_bits(array));
    match bits % 8 {
        0 => format!("byte {}", bits / 8),
        rest => format!("byte {}, bit {rest}", bits / 8),
    }
}

/// `(2,3)`.
pub fn index_text(index: &[i64]) -> String {
    let mut text = String::from("(");
    for (place, entry) in index.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = write!(text, "{}{entry}", if place > 0 { "," } else { "" });
    }
    text + ")"
}
