//! A transpose through a stage: rows in, columns out, and the stage swizzled so that neither meets itself in a bank.

use super::{Checked, numbers};
use tilework::prelude::*;

/// `dst = src^T` by tiles of 32x32, each through a stage as a block of threads would have it.
pub(crate) fn transpose<S: Matrix, D: Matrix>(
    src: &View<'_, f32, S>,
    dst: &mut ViewMut<'_, f32, D>,
) -> Checked {
    let tile = (int!(32), int!(32));
    let mut stage = StackTensor::fill(Swizzle::<5, 0, 5>::new().compose(layout!((32, 32):(32, 1))), 0.0);
    for ((i, j), rows) in src.tiles(tile)? {
        let size = (rows.layout().rows(), rows.layout().cols());
        copy(&rows, &mut stage.view_mut().tile_mut(size, (0, 0))?)?;
        copy(&stage.view().tile(size, (0, 0))?.transposed(), &mut dst.tile_mut(tile, (j, i))?)?;
    }
    Ok(())
}

pub(crate) fn check() -> Checked {
    fn over<S: Matrix, D: Matrix>(src: S, dst: D) -> Checked {
        let data = numbers(src.cosize().value());
        let src = View::new(&data, src)?;
        let mut dst = VecTensor::filled(dst, 0.0)?;
        transpose(&src, &mut dst.view_mut())?;
        assert!(src.transposed() == dst.view());
        Ok(())
    }
    let (rows, cols) = (64, 96);
    over(row_major((rows, cols)), row_major((cols, rows)))?;
    over(layout!((64, 96):(1, 64)), layout!((96, 64):(64, 1)))?;
    over(row_major((rows + 16, cols + 7)), column_major((cols + 7, rows + 16)))
}
