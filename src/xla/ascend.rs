//! The layouts of Ascend's NPUs: matrices in fractals.
use super::candidate::{Candidate, sorted, tile};
use super::layout::Layout;
use super::shape::ArrayShape;
use crate::dynamic::{Result, invalid};
use alloc::vec::Vec;

/// The bytes of a line of a fractal, and its lines.
const LINE: i64 = 32;
const LINES: i64 = 16;

/// The layouts of a matrix, or an array of matrices, on an Ascend NPU, the one with the fewest padded bytes first:
/// rows, columns, and the four orders of fractals.
///
/// A fractal is 16 lines of 32 bytes. The first letter is the order inside of a fractal, the second the order between
/// them: `z` and `Z` by rows, `n` and `N` by columns. `zN` is what CANN calls `FRACTAL_NZ`; the cube reads `zZ`, or
/// `zN` on later chips, in L0A and `nZ` in L0B. Leading dimensions are those of a batch. In the notation of XLA `zN`
/// has tiles as high as the matrix, one beside the other.
///
/// Source: CATLASS, TLA layouts.
///
/// # Errors
/// If a dimension is unbounded, a line does not hold whole elements, or a size does not fit in 64 bits.
///
/// ```
/// use tilework::xla::{Shape, ascend_candidates};
/// let shape: Shape = "f16[100,50]".parse()?;
/// let found = ascend_candidates(shape.array("example")?)?;
/// let zn = found.iter().find(|one| one.name == "zN").unwrap();
/// assert_eq!((zn.layout.to_string().as_str(), zn.padded_bytes), ("{1,0:T(112,16)}", 2 * 112 * 64));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn ascend_candidates(array: &ArrayShape) -> Result<Vec<Candidate>> {
    let sizes = array.sizes()?;
    let [.., rows, columns] = sizes[..] else {
        return sorted(array, [("linear", Layout::descending(sizes.len()))]);
    };
    let bits = i64::from(array.element_type().bits());
    if array.element_type().is_complex() || ![4, 8, 16, 32, 64].contains(&bits) {
        let element = array.element_type().name();
        return Err(invalid!("ascend", "no fractals of {element} are known: elements have 4 to 64 bits"));
    }
    let line = LINE * 8 / bits;
    let by_rows = Layout::descending(sizes.len());
    let mut order: Vec<usize> = by_rows.minor_to_major().to_vec();
    order.swap(0, 1);
    let by_columns = Layout::new(&order)?;
    let stored = if bits < 8 { bits } else { 0 };
    let tiled = |layout: &Layout, lines: i64| {
        layout.clone().with_tiles(&[tile(&[lines, line])]).with_element_size_in_bits(stored)
    };
    // all lines of a matrix in one tile: fractals follow each other across them
    let all = |size: i64| (size.clamp(1, i64::MAX - LINES) + LINES - 1) / LINES * LINES;
    sorted(
        array,
        [
            ("RowMajor", by_rows.clone().with_element_size_in_bits(stored)?),
            ("ColumnMajor", by_columns.clone().with_element_size_in_bits(stored)?),
            ("zN", tiled(&by_rows, all(rows))?),
            ("nZ", tiled(&by_columns, all(columns))?),
            ("zZ", tiled(&by_rows, LINES)?),
            ("nN", tiled(&by_columns, LINES)?),
        ],
    )
}
