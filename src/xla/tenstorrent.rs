//! The layouts of Tenstorrent's processors: tiles in faces.
use super::candidate::{Candidate, sorted, tile};
use super::layout::Layout;
use super::shape::ArrayShape;
use crate::dynamic::{Result, invalid};
use alloc::vec::Vec;
use tilework_tiles::PrimitiveType;

/// The layouts of a tensor on Tenstorrent's processors, the one with the fewest padded bytes first: rows, and tiles.
///
/// A tile has 32 rows of 32 elements of the last two dimensions, which are filled up to whole tiles; it falls into four
/// faces of 16 by 16. Tiles, faces and elements follow each other by rows. So a dimension of 1 takes 32 times the
/// memory where it is one of the last two, and two of them 1024 times.
///
/// Sources: TT-Metalium, Advanced topics, Tiles; TTNN, Tensor. What it costs: tenstorrent/tt-xla issue 4761.
///
/// # Errors
/// If a dimension is unbounded, TTNN has no such elements, or a size does not fit in 64 bits. Block floating point has
/// no name in XLA.
///
/// ```
/// use tilework::xla::{Shape, tenstorrent_candidates};
/// let shape: Shape = "bf16[1024,48]".parse()?;
/// let found = tenstorrent_candidates(shape.array("example")?)?;
/// assert_eq!(found[1].layout.to_string(), "{1,0:T(32,32)(16,16)}");
/// assert_eq!(found[1].padded_bytes, 2 * 1024 * 64);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn tenstorrent_candidates(array: &ArrayShape) -> Result<Vec<Candidate>> {
    use PrimitiveType::{Bf16, F32, S32, U8, U16, U32};
    if ![Bf16, F32, S32, U32, U16, U8].contains(&array.element_type()) {
        let element = array.element_type().name();
        return Err(invalid!(
            "tenstorrent",
            "no tiles of {element} are known: bf16, f32, s32, u32, u16 and u8 are"
        ));
    }
    let rows = Layout::descending(array.sizes()?.len());
    let tiles = rows.clone().with_tiles(&[tile(&[32, 32]), tile(&[16, 16])]);
    sorted(array, [("ROW_MAJOR_LAYOUT", rows), ("TILE_LAYOUT", tiles)])
}
