//! Which elements the threads of a GPU work on.
use crate::affine::{Constraint, Expr, IndexingMap, Interval};
use alloc::vec::Vec;

/// A GPU, as far as it matters which threads read what together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GpuModel {
    /// So many threads read at once.
    pub warp: i64,
    /// So many threads are in a block.
    pub threads: i64,
    /// So many threads run at the same time on the whole device.
    pub all_threads: i64,
    /// So many bytes, from a multiple of it on, are moved at once.
    pub transaction_bytes: i64,
    /// So many bytes of a transaction are a sector.
    pub sector_bytes: i64,
}

impl Default for GpuModel {
    /// An RTX A6000: warps of 32 threads, 84 processors of 1536 threads, transactions of 128 bytes in sectors of 32.
    fn default() -> Self {
        GpuModel { warp: 32, threads: 128, all_threads: 84 * 1536, transaction_bytes: 128, sector_bytes: 32 }
    }
}

impl GpuModel {
    /// How many neighbours a thread works on, of an array of so many elements: more than one only if there is work for
    /// all threads.
    pub fn vector(&self, elements: i64) -> i64 {
        let fits = |vector: &i64| elements % vector == 0;
        if elements < self.all_threads { 1 } else { [4, 2].into_iter().find(fits).unwrap_or(1) }
    }
}

/// The number of the element that a thread works on: `(th_x, th_y, th_z, bl_x, bl_y, bl_z)[chunk, vector] ->
/// (element)`.
///
/// The element is `chunk * (threads * blocks * vector) + (th_x + bl_x * threads) * vector + vector_id`, below
/// `elements`. Source: XLA, the default thread map.
///
/// ```
/// use tilework::affine::Points;
/// use tilework::hlo::thread_map;
/// let map = thread_map(1000, 128, 2, 2);
/// assert_eq!(map.evaluate(&[5, 0, 0, 1, 0, 0], &[1, 1], &[])?[..], [512 + (5 + 128) * 2 + 1]);
/// // element 5 * 2 + 128 * 2 + 512 + 1 = 779 of 1000
/// assert!(map.contains(&[5, 0, 0, 1, 0, 0, 1, 1]) && !map.contains(&[127, 0, 0, 1, 0, 0, 1, 1]));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn thread_map(elements: i64, threads: i64, blocks: i64, vector: i64) -> IndexingMap {
    let of_size = |size: i64| Interval::of_size(size.max(1));
    let one = Interval::of_size(1);
    let at_once = threads.max(1).saturating_mul(blocks.max(1)).saturating_mul(vector.max(1));
    let chunks = elements.max(0) / at_once + i64::from(elements.max(0) % at_once != 0);
    let dims = [of_size(threads), one, one, of_size(blocks), one, one];
    let v = Expr::variable;
    let thread = v(0).add(v(3).mul(Expr::constant(threads.max(1))));
    let element = v(6).mul(Expr::constant(at_once)).add(thread.mul(Expr::constant(vector.max(1)))).add(v(7));
    let below = Constraint { expr: element.clone(), bounds: Interval::of_size(elements.max(0)) };
    IndexingMap::over(&dims, &[of_size(chunks), of_size(vector)], &[], [element], Vec::from([below]))
}
