//! The layouts that compilers for TPUs choose, and the one that wastes least.
use super::candidate::{Candidate, sorted, tile};
use super::layout::Layout;
use super::shape::ArrayShape;
use super::tile::Tile;
use crate::dynamic::{Result, invalid, named};
use alloc::vec::Vec;
use smallvec::{SmallVec, smallvec};

named! {
    /// A generation of TPUs, as far as they differ in tiles, the oldest first.
    #[derive(Default)]
    pub enum TpuGeneration "generation of TPUs" {
        /// TPU v2: tiles are at least twice as large, and elements of less than a byte take one.
        V2 "v2",
        /// TPU v4.
        V4 "v4",
        /// TPU v5e: its own tiles for 8-bit and 4-bit types.
        V5e "v5e",
        /// TPU v5p.
        #[default]
        V5p "v5p",
        /// TPU v6e.
        V6e "v6e",
        /// TPU 7x.
        Tpu7x "tpu7x",
    }
}

/// The tiles that a compiler for TPUs gives an array with this order of its dimensions, and the bits of its elements.
///
/// A tile is 8 by 128, fewer rows if the second minor dimension has fewer, and narrow elements are packed in pairs,
/// fours or eights of rows. With [`tpu_layout`] the rule gives all 2,166 layouts that compilers for these generations
/// were seen to choose.
///
/// # Errors
/// If a dimension is unbounded, or `minor_to_major` is no permutation of the dimensions.
///
/// ```
/// use tilework::xla::{Shape, TpuGeneration, tpu_layout_of_order};
/// let shape: Shape = "bf16[8,1,1280,16384]".parse()?;
/// let layout = tpu_layout_of_order(shape.array("example")?, &[3, 2, 0, 1], TpuGeneration::V5p)?;
/// assert_eq!(layout.to_string(), "{3,2,0,1:T(8,128)(2,1)}");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn tpu_layout_of_order(
    array: &ArrayShape,
    minor_to_major: &[usize],
    generation: TpuGeneration,
) -> Result<Layout> {
    let sizes = array.sizes()?;
    let layout = Layout::new(minor_to_major)?;
    if minor_to_major.len() != sizes.len() {
        return Err(invalid!("tpu_layout", "{layout} is no order of the dimensions of {array}"));
    }
    let bits = match i64::from(array.element_type().bits().min(32)) {
        // elements of less than a byte are not packed
        bits if generation == TpuGeneration::V2 => bits.max(8),
        bits => bits,
    };
    let packed = 32 / bits;
    let least = if generation == TpuGeneration::V2 { 2 } else { 1 };
    let size = |minor: usize| sizes[minor_to_major[minor]];
    let pairs =
        |first: Tile, inner: Tile| if packed > 1 { smallvec![first, inner] } else { smallvec![first] };
    let tiles: SmallVec<[Tile; 3]> = match (minor_to_major.len(), generation, bits) {
        (0, ..) => smallvec![tile(&[128 * packed * least])],
        (1, ..) => {
            let whole = clamp_power_of_two(size(0), 128 * packed * least, 1024);
            match packed {
                1 => smallvec![tile(&[whole])],
                _ => smallvec![tile(&[whole]), tile(&[128]), tile(&[packed, 1])],
            }
        }
        (_, TpuGeneration::V5e, 8) if size(1) > 0 && size(1) % 32 == 0 => {
            smallvec![tile(&[32, 128]), tile(&[4, 1])]
        }
        (_, TpuGeneration::V5e, 4) if size(1) > 0 && size(1) % 64 == 0 => {
            smallvec![tile(&[64, 128]), tile(&[8, 1])]
        }
        _ => pairs(tile(&[clamp_power_of_two(size(1), packed * least, 8), 128]), tile(&[packed, 1])),
    };
    let stored = if bits < 8 { bits } else { 0 };
    layout.with_tiles(&tiles).with_element_size_in_bits(stored)
}

/// The next power of two, not below `least` and, unless `least` is above it, not above `most`.
fn clamp_power_of_two(size: i64, least: i64, most: i64) -> i64 {
    let rounded = size.clamp(1, most.max(least)).unsigned_abs();
    rounded.next_power_of_two().cast_signed().clamp(least, most.max(least))
}

/// The layouts a compiler for TPUs chooses among, the one with the fewest padded bytes first.
///
/// Only which dimensions are the two most minor ones matters for the size: the others stay in row-major order. Of two
/// layouts of the same size, row-major comes first, then the one whose order is nearer to it.
///
/// # Errors
/// If a dimension is unbounded, or a size does not fit in 64 bits.
///
/// ```
/// use tilework::xla::{Shape, TpuGeneration, tpu_candidates};
/// let shape: Shape = "f32[128,3]".parse()?;
/// let found = tpu_candidates(shape.array("example")?, TpuGeneration::V5p)?;
/// let text: Vec<_> = found.iter().map(|one| (one.layout.to_string(), one.padded_bytes)).collect();
/// // 3 columns in tiles of 128 waste 42 times the array; the transpose is 4 by 128
/// assert_eq!(text, [("{0,1:T(4,128)}".to_string(), 2048), ("{1,0:T(8,128)}".to_string(), 65536)]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn tpu_candidates(array: &ArrayShape, generation: TpuGeneration) -> Result<Vec<Candidate>> {
    // row-major comes first
    let orders = minor_orders(array.rank()).into_iter();
    let layouts = orders.map(|order| Ok(("", tpu_layout_of_order(array, &order, generation)?)));
    sorted(array, layouts.collect::<Result<Vec<_>>>()?)
}

/// An order for each pair of most minor dimensions, row-major first.
fn minor_orders(rank: usize) -> Vec<SmallVec<[usize; 6]>> {
    let rest = |taken: &[usize]| -> SmallVec<[usize; 6]> {
        let others = (0..rank).rev().filter(|dimension| !taken.contains(dimension));
        taken.iter().copied().chain(others).collect()
    };
    if rank < 2 {
        return alloc::vec![rest(&[])];
    }
    let mut orders = Vec::with_capacity(rank * (rank - 1));
    for minor in (0..rank).rev() {
        for second in (0..rank).rev().filter(|second| *second != minor) {
            orders.push(rest(&[minor, second]));
        }
    }
    orders
}

/// The layout that a compiler for TPUs gives an array whose layout is free: the first of [`tpu_candidates`].
///
/// # Errors
/// As [`tpu_candidates`].
///
/// ```
/// use tilework::xla::{Shape, TpuGeneration, tpu_layout};
/// let shape: Shape = "bf16[100,200]".parse()?;
/// assert_eq!(tpu_layout(shape.array("example")?, TpuGeneration::V5p)?.to_string(), "{0,1:T(8,128)(2,1)}");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn tpu_layout(array: &ArrayShape, generation: TpuGeneration) -> Result<Layout> {
    let mut candidates = tpu_candidates(array, generation)?;
    Ok(candidates.swap_remove(0).layout)
}
