//! How many places in memory there are for the elements of an array, padding included.

use super::Tile;
use crate::tree::Mistake;
use proc_macro::Span;

/// The largest number of places.
pub(super) const MOST: u128 = i64::MAX as u128;

/// The places of an array with these sizes, most major first, after all tiles.
pub(super) fn places<'a>(sizes: &[u128], tiles: impl IntoIterator<Item = &'a Tile>) -> Result<u128, Mistake> {
    let mut bounds = sizes.to_vec();
    for tile in tiles {
        let missing = tile.sizes.len().saturating_sub(bounds.len());
        bounds.splice(0..0, std::iter::repeat_n(1, missing));
        let mut position = bounds.len() - tile.sizes.len();
        let mut inner = Vec::new();
        for size in &tile.sizes {
            match size.elements {
                None => {
                    let major = bounds.remove(position);
                    bounds[position] = product(&[major, bounds[position]], size.span)?;
                }
                Some(elements) => {
                    bounds[position] = bounds[position].div_ceil(elements);
                    inner.push(elements);
                    position += 1;
                }
            }
        }
        bounds.extend(inner);
    }
    product(&bounds, Span::call_site())
}

/// A number of places that fits.
pub(super) fn product(bounds: &[u128], span: Span) -> Result<u128, Mistake> {
    let product = match bounds.contains(&0) {
        true => Some(0),
        // each is below 2^63
        false => bounds
            .iter()
            .try_fold(1u128, |product, bound| product.checked_mul(*bound).filter(|product| *product <= MOST)),
    };
    let message = "this array has 2^63 elements or more, padding included";
    product.ok_or_else(|| Mistake::new(span, message.into()))
}
