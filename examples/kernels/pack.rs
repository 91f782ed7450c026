//! Weights for an NPU: any matrix into the fractals of any format, and back.

use super::{Checked, numbers};
use tilework::kernel::Mismatch;
use tilework::prelude::*;

/// The matrix in format `F`, with `padding` where the fractals overhang.
pub(crate) fn pack<F: MatrixFormat, L: Matrix>(
    src: &View<'_, f32, L>,
    padding: f32,
) -> Result<VecTensor<f32, F::Layout<f32, usize, usize>>, Mismatch> {
    let layout = F::layout::<f32, _, _>(src.layout().rows(), src.layout().cols());
    let mut packed = VecTensor::filled(layout, padding).expect("memory for the weights");
    copy(src, &mut packed.view_mut())?;
    Ok(packed)
}

pub(crate) fn check() -> Checked {
    fn there_and_back<F: MatrixFormat>() -> Checked {
        let (rows, cols) = (37, 21);
        let data = numbers(rows * cols);
        let src = View::new(&data, row_major((rows, cols)))?;
        let packed = pack::<F, _>(&src, 0.5)?;
        let padding = packed.as_slice().len() - rows * cols;
        assert!(packed.as_slice().iter().filter(|&&x| x == 0.5).count() >= padding);
        let back = pack::<RowMajor, _>(&packed.view(), 0.0)?;
        assert_eq!(back.as_slice(), data);
        Ok(())
    }
    there_and_back::<zN>()?;
    there_and_back::<nZ>()?;
    there_and_back::<zZ>()?;
    there_and_back::<nN>()?;
    there_and_back::<L0C>()?;
    there_and_back::<ColumnMajor>()
}
