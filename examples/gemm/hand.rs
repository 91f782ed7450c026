//! The same product written by hand for these three formats: every stride that is a constant is one here.

/// Writes A B to `c` over whole fractals; `a` is zN, `b` is nZ, `c` is L0C, and `tiles` says how many fractals of C there
/// are down and across, and how many lie along the common mode.
///
/// Padding of `a` and `b` must be zero: it is multiplied like everything else.
#[inline(always)]
pub(crate) fn matmul(tiles: (usize, usize, usize), a: &[f32], b: &[f32], c: &mut [f32]) {
    let (down, deep, across) = tiles;
    c.fill(0.0);
    for col in 0..across {
        for step in 0..deep {
            let b = turned(fractal(b, step * across + col));
            for row in 0..down {
                let a: &[f32; 128] = fractal(a, step * down + row);
                let c = &mut c.as_chunks_mut::<256>().0[col * down + row];
                for (a, c) in a.as_chunks::<8>().0.iter().zip(c.as_chunks_mut::<16>().0) {
                    let mut sums = *c;
                    for (a, b) in a.iter().zip(&b) {
                        for (sum, b) in sums.iter_mut().zip(b) {
                            *sum += a * b;
                        }
                    }
                    *c = sums;
                }
            }
        }
    }
}

fn fractal(matrix: &[f32], index: usize) -> &[f32; 128] {
    &matrix.as_chunks().0[index]
}

/// The fractal of B with rows one after another, so that a row of it is a run.
#[inline(always)]
fn turned(b: &[f32; 128]) -> [[f32; 16]; 8] {
    let mut rows = [[0.0; 16]; 8];
    for (j, column) in b.as_chunks::<8>().0.iter().enumerate() {
        for (row, &element) in rows.iter_mut().zip(column) {
            row[j] = element;
        }
    }
    rows
}
