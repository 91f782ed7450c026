//! The bytes of an allocation.

use super::places::{places, product};
use super::{Array, static_size};
use crate::tree::Mistake;

/// The bytes that are allocated: with the padding of the first tile, and of `L(n)`.
pub(crate) fn padded_bytes(array: &Array) -> Result<u64, Mistake> {
    if let Some(size) = array.sizes.iter().find(|size| static_size(size).is_none()) {
        let message = format!(
            "the size `{size}` is dynamic, and the bytes are a constant: \
             at run time, `xla::padded_size` tells them"
        );
        return Err(Mistake::new(size.span(), message));
    }
    let sizes = array.static_sizes().unwrap_or_default();
    let elements = match array.tiles.first() {
        None => product(&sizes, proc_macro::Span::call_site())?,
        Some(first) => {
            let pieces: Vec<u128> = array
                .major_to_minor()
                .enumerate()
                .map(|(place, dimension)| largest_piece(array, place, sizes[dimension]))
                .collect();
            places(&pieces, [first])?.next_multiple_of(array.tail_padding_alignment)
        }
    };
    let bytes = elements.checked_mul(array.bits).map(|bits| bits.div_ceil(8));
    let bytes = bytes.and_then(|bytes| i64::try_from(bytes).ok());
    let too_many =
        || Mistake::new(proc_macro::Span::call_site(), "this array takes 2^63 bytes or more".into());
    bytes.map(i64::unsigned_abs).ok_or_else(too_many)
}

/// The size of a physical dimension, or of its largest piece if it is split.
fn largest_piece(array: &Array, place: usize, size: u128) -> u128 {
    let Some(config) = array.split_configs.iter().find(|config| config.dimension == place) else {
        return size;
    };
    let (mut largest, mut start) = (0, 0);
    for &index in config.indices.iter().chain([&size]) {
        largest = index.saturating_sub(start).max(largest);
        start = index;
    }
    largest
}
