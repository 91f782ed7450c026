//! A matrix product by tiles of 64x64, whose parts of 16 columns and rows lie in the memory of the block.

use crate::block::{barrier, block, memory, multiply_add, thread_of_block};
use tilework::prelude::*;

/// 64 rows of 16 numbers, column by column: what a thread multiplies is in a row.
type Left = Layout!((64, 16):(1, 64));
/// 16 rows of 64 numbers.
type Right = Layout!((16, 64):(64, 1));

/// Writes `a * b` to `c`, by blocks of 16x16 threads with 8192 bytes of memory; each thread has 4x4 elements.
///
/// # Safety
/// All have as many elements as their layouts reach, that of `c` is injective, and nobody reads or writes its elements.
#[inline(always)] // several kernels have it, and none is to call a function
pub(crate) unsafe fn multiply<A: Matrix, B: Matrix, C: Matrix>(
    a: View<'_, f32, A>,
    b: View<'_, f32, B>,
    mut c: ViewMut<'_, f32, C>,
) {
    // SAFETY: by the contract; between barriers a thread writes places of the stages that no other has, or all read.
    let (mut left, mut right, (x, y)) = unsafe {
        (
            ViewMut::from_raw_parts_unchecked(memory(), Left::STATIC),
            ViewMut::from_raw_parts_unchecked(memory::<f32>().add(1024), Right::STATIC),
            thread_of_block::<16, 16>(),
        )
    };
    let (block_x, block_y) = block();
    let (first_row, first_col) = ((64 * block_y) as usize, (64 * block_x) as usize);
    // summed as words: a sum of 32 bits becomes an `or` in every quotient of it
    let (thread, x, y) = (16 * y as usize + x as usize, x as usize, y as usize);
    let mut sums = [[0.0; 4]; 4];
    let mut done = 0;
    while done < a.layout().cols() {
        for e in 0..4 {
            let (i, p) = (thread / 4, 4 * (thread % 4) + e);
            let of_a = (first_row + i, done + p);
            left[(i, p)] = if a.layout().contains(of_a) { a[of_a] } else { 0.0 };
            let (p, j) = (thread / 16, 4 * (thread % 16) + e);
            let of_b = (done + p, first_col + j);
            right[(p, j)] = if b.layout().contains(of_b) { b[of_b] } else { 0.0 };
        }
        // SAFETY: all threads go the same number of rounds.
        unsafe { barrier() };
        for p in 0..16 {
            for i in 0..4 {
                for j in 0..4 {
                    sums[i][j] = multiply_add(left[(4 * y + i, p)], right[(p, 4 * x + j)], sums[i][j]);
                }
            }
        }
        // SAFETY: as above.
        unsafe { barrier() };
        done += 16;
    }
    for (i, sums) in sums.iter().enumerate() {
        for (j, &sum) in sums.iter().enumerate() {
            let crd = (first_row + 4 * y + i, first_col + 4 * x + j);
            if c.layout().contains(crd) {
                c[crd] = sum;
            }
        }
    }
}
