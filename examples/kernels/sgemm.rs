//! CuTe's `sgemm_1.cu` on the host, C++ lines above the same in tilework: operands staged by tiles, and every thread
//! with the elements that a layout of threads gives it.

use super::{Checked, close, numbers};
use tilework::prelude::*;

/// What one block of 4x4 threads computes: a tile of at most 16x16 of `c`, in steps of 8.
fn block<A: Matrix, B: Matrix, C: Matrix>(
    a: &View<'_, f32, A>,
    b: &View<'_, f32, B>,
    c: &mut ViewMut<'_, f32, C>,
) -> Checked {
    // Tensor sA = make_tensor(make_smem_ptr(smemA), make_layout(make_shape(Int<16>{}, Int<8>{})));
    let mut stage_a = StackTensor::fill(layout!((16, 8):(1, 16)), 0.0);
    let mut stage_b = StackTensor::fill(layout!((8, 16):(16, 1)), 0.0);
    let mut accumulators = StackTensor::fill(layout!((16, 16):(1, 16)), 0.0);
    for ((_, a), (_, b)) in a.tiles((int!(16), int!(8)))?.zip(b.tiles((int!(8), int!(16)))?) {
        // copy(tAgA(_, _, k_tile), tAsA); zeros where the matrix ends
        fill(&mut stage_a.view_mut(), 0.0);
        fill(&mut stage_b.view_mut(), 0.0);
        copy(&a, &mut stage_a.view_mut().tile_mut((a.layout().rows(), a.layout().cols()), (0, 0))?)?;
        copy(&b, &mut stage_b.view_mut().tile_mut((b.layout().rows(), b.layout().cols()), (0, 0))?)?;
        // Layout tC = make_layout(make_shape(Int<4>{}, Int<4>{}));
        for thread in 0..16 {
            let (x, y) = (thread % 4, thread / 4);
            // Tensor tCsA = local_partition(sA, tC, threadIdx.x, Step<_1, X>{});
            let a = stage_a.view().logical_divide(tiler!(4, _))?.slice(crd!((x, _), _))?;
            // Tensor tCsB = local_partition(sB, tC, threadIdx.x, Step<X, _1>{});
            let b = stage_b.view().logical_divide(tiler!(_, 4))?.slice(crd!(_, (y, _)))?;
            // Tensor tCrC = local_partition(gC, tC, threadIdx.x, Step<_1, _1>{});
            let mut mine = accumulators.view_mut();
            let mut mine = mine.logical_divide_mut(tiler!(4, 4))?;
            let mut c = mine.slice_mut(crd!((x, _), (y, _)))?;
            // gemm(tCsA, tCsB, tCrC);
            for (k, i, j) in (0..128).map(|n| (n / 16, n / 4 % 4, n % 4)) {
                c[(i, j)] += a[(i, k)] * b[(k, j)];
            }
        }
    }
    let size = (c.layout().rows(), c.layout().cols());
    copy(&accumulators.view().tile(size, (0, 0))?, c)?;
    Ok(())
}

/// The grid of blocks.
pub(crate) fn sgemm<A: Matrix, B: Matrix, C: Matrix>(
    a: &View<'_, f32, A>,
    b: &View<'_, f32, B>,
    c: &mut ViewMut<'_, f32, C>,
) -> Checked {
    let k = a.layout().cols();
    for ((i, j), mut c) in c.tiles_mut((16, 16))? {
        block(&a.tile((16, k), (i, 0))?, &b.tile((k, 16), (0, j))?, &mut c)?;
    }
    Ok(())
}

pub(crate) fn check() -> Checked {
    let (m, n, k) = (37, 20, 19);
    let (x, y) = (numbers(m * k), numbers(k * n));
    let (a, b) = (View::new(&x, column_major((m, k)))?, View::new(&y, row_major((k, n)))?);
    let mut c = VecTensor::filled(column_major((m, n)), 0.0)?;
    sgemm(&a, &b, &mut c.view_mut())?;
    for ((i, j), &sum) in c.view().elements() {
        assert!(close(sum, (0..k).map(|l| a[(i, l)] * b[(l, j)]).sum()));
    }
    Ok(())
}
