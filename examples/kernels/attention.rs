//! Attention: `softmax(q k^T / sqrt(d)) v` for every head.

use super::softmax::softmax;
use super::{Checked, close, numbers};
use tilework::kernel::{Mismatch, transform_in_place};
use tilework::layout::Batch;
use tilework::prelude::*;

/// One head after the other; queries, keys and values have one layout.
pub(crate) fn attention<L: Batch, D: Batch>(
    [q, k, v]: [View<'_, f32, L>; 3],
    dst: &mut ViewMut<'_, f32, D>,
) -> Result<(), Mismatch> {
    for (head, mut dst) in dst.matrices_mut().enumerate() {
        let (q, k, v) = (q.at(head), k.at(head), v.at(head));
        let (rows, cols, depth) = (q.layout().rows(), k.layout().rows(), q.layout().cols());
        let mut scores = VecTensor::filled(row_major((rows, cols)), 0.0).expect("memory for the scores");
        matmul(&q, &k.transposed(), &mut scores.view_mut())?;
        transform_in_place(&mut scores.view_mut(), |x| x / (depth as f32).sqrt());
        softmax(&mut scores.view_mut());
        matmul(&scores.view(), &v, &mut dst)?;
    }
    Ok(())
}

pub(crate) fn check() -> Checked {
    let (heads, len, depth) = (2, 6, 4);
    let data = numbers(3 * heads * len * depth);
    // tokens first, as a projection leaves them: (token, which, head, depth)
    let all = View::new(&data, row_major((len, 3, heads, depth)))?;
    let part = |which: usize| all.slice(crd!(_, which, _, _)).map(|part| part.select(crd!(1, 0, 2)));
    let qkv = [part(0)?, part(1)?, part(2)?];
    let mut dst = VecTensor::filled(layout!((heads, len, depth):({depth}, {heads * depth}, 1)), 0.0)?;
    attention(qkv, &mut dst.view_mut())?;
    for (h, i, d) in (0..heads * len * depth).map(|x| (x / (len * depth), x / depth % len, x % depth)) {
        let [q, k, v] = qkv;
        let score = |j: usize| (0..depth).map(|d| q[(h, i, d)] * k[(h, j, d)]).sum::<f32>() / 2.0;
        let weights: Vec<f32> = (0..len).map(|j| score(j).exp()).collect();
        let sum: f32 = weights.iter().sum();
        let expected: f32 = (0..len).map(|j| weights[j] / sum * v[(h, j, d)]).sum();
        assert!(close(dst[(h, i, d)], expected));
    }
    Ok(())
}
