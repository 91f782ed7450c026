//! The product written by hand for these three formats: every stride that is a constant is one here.
//!
//! Twice: [`Panels::multiply`] is the method of the library's kernel, and [`fractals`] is a method that only these
//! formats allow.

/// `(m, k, n)` of an m by k matrix times a k by n one.
pub(crate) type Size = (usize, usize, usize);

const MICRO: (usize, usize) = (4, 8);
const BLOCK: (usize, usize, usize) = (32, 128, 128);

/// Room for packed blocks of `a` and of `b`.
pub(crate) struct Panels {
    a: [[[f32; MICRO.0]; BLOCK.2]; BLOCK.0 / MICRO.0],
    b: [[[f32; MICRO.1]; BLOCK.2]; BLOCK.1 / MICRO.1],
}

impl Panels {
    pub(crate) fn new() -> Box<Self> {
        Box::new(Panels {
            a: [[[0.0; MICRO.0]; BLOCK.2]; BLOCK.0 / MICRO.0],
            b: [[[0.0; MICRO.1]; BLOCK.2]; BLOCK.1 / MICRO.1],
        })
    }

    /// Writes A B to `c`, blocks packed into panels and multiplied there; `a` is zN, `b` is nZ, `c` is L0C.
    #[inline(always)]
    pub(crate) fn multiply(&mut self, (m, k, n): Size, a: &[f32], b: &[f32], c: &mut [f32]) {
        let (down_a, across_b, down_c) = (m.div_ceil(16), n.div_ceil(16), m.div_ceil(16));
        let at_a = |i: usize, p: usize| i / 16 * 128 + i % 16 * 8 + p / 8 * (128 * down_a) + p % 8;
        let at_b = |p: usize, j: usize| p / 8 * (128 * across_b) + p % 8 + j / 16 * 128 + j % 16 * 8;
        let at_c = |i: usize, j: usize| i / 16 * 256 + i % 16 * 16 + j / 16 * (256 * down_c) + j % 16;
        for col in (0..n).step_by(BLOCK.1) {
            let width = BLOCK.1.min(n - col);
            for deep in (0..k).step_by(BLOCK.2) {
                let depth = BLOCK.2.min(k - deep);
                pack(width, depth, &mut self.b, |j, p| b[at_b(deep + p, col + j)]);
                for row in (0..m).step_by(BLOCK.0) {
                    let height = BLOCK.0.min(m - row);
                    pack(height, depth, &mut self.a, |i, p| a[at_a(row + i, deep + p)]);
                    for (i, a) in self.a[..height.div_ceil(MICRO.0)].iter().enumerate() {
                        for (j, b) in self.b[..width.div_ceil(MICRO.1)].iter().enumerate() {
                            let sums = micro_kernel(&a[..depth], &b[..depth]);
                            let (row, col) = (row + i * MICRO.0, col + j * MICRO.1);
                            for (i, sums) in sums[..MICRO.0.min(m - row)].iter().enumerate() {
                                for (j, sum) in sums[..MICRO.1.min(n - col)].iter().enumerate() {
                                    let c = &mut c[at_c(row + i, col + j)];
                                    *c = if deep > 0 { *c + sum } else { *sum };
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn pack<const W: usize>(
    len: usize,
    depth: usize,
    panels: &mut [[[f32; W]; BLOCK.2]],
    element: impl Fn(usize, usize) -> f32,
) {
    for (panel, lines) in panels[..len.div_ceil(W)].iter_mut().enumerate() {
        let width = W.min(len - panel * W);
        for (p, line) in lines[..depth].iter_mut().enumerate() {
            for (i, packed) in line[..width].iter_mut().enumerate() {
                *packed = element(panel * W + i, p);
            }
            line[width..].fill(0.0);
        }
    }
}

#[inline(always)]
fn micro_kernel(a: &[[f32; MICRO.0]], b: &[[f32; MICRO.1]]) -> [[f32; MICRO.1]; MICRO.0] {
    let mut sums = [[0.0; MICRO.1]; MICRO.0];
    for (&a, &b) in a.iter().zip(b) {
        for (sums, a) in sums.iter_mut().zip(a) {
            for (sum, b) in sums.iter_mut().zip(b) {
                *sum += a * b;
            }
        }
    }
    sums
}

/// Writes A B to `c`, fractal by fractal where they lie; padding of `a` and `b` must be zero, as it is multiplied like
/// everything else.
#[inline(always)]
pub(crate) fn fractals((m, k, n): Size, a: &[f32], b: &[f32], c: &mut [f32]) {
    let (down, deep, across) = (m.div_ceil(16), k.div_ceil(8), n.div_ceil(16));
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
