//! How far a product in single precision may be from the exact one, and whether it is.

use crate::npy::Matrix;

/// The unit roundoff of `f32`.
const UNIT: f64 = 1.0 / (1 << 24) as f64;
/// What a product of two elements loses at most when it falls below the normal numbers: half the smallest subnormal.
const UNDERFLOW: f64 = f32::from_bits(1) as f64 / 2.0;

/// The product in double precision, and for every element how far a product in single precision may be from the exact
/// one.
pub(crate) struct Reference {
    product: Vec<f64>,
    bounds: Vec<f64>,
    cols: usize,
}

/// An element too far from what it should be.
#[derive(Debug, PartialEq)]
pub(crate) struct Difference {
    pub(crate) at: (usize, usize),
    pub(crate) found: f32,
    pub(crate) expected: f64,
    pub(crate) bound: f64,
}

impl Reference {
    /// The bound is the one of a sum of `k` products in any order, with or without fused multiply-add (Higham, Accuracy
    /// and Stability of Numerical Algorithms, section 3.1):
    /// `|fl(AB) - AB| <= gamma |A||B|` with `gamma = k u / (1 - k u)` and `u = 2^-24`.
    pub(crate) fn new(a: &Matrix, b: &Matrix) -> Self {
        let (k, n) = (a.cols, b.cols);
        let gamma = k as f64 * UNIT / (1.0 - k as f64 * UNIT);
        let mut product = vec![0.0; a.rows * n];
        let mut bounds = vec![0.0; a.rows * n];
        if k == 0 || n == 0 {
            return Reference { product, bounds, cols: n };
        }
        let rows = product.chunks_exact_mut(n).zip(bounds.chunks_exact_mut(n));
        for (a, (sums, magnitudes)) in a.elements.chunks_exact(k).zip(rows) {
            for (&a, b) in a.iter().zip(b.elements.chunks_exact(n)) {
                for ((sum, magnitude), &b) in sums.iter_mut().zip(&mut *magnitudes).zip(b) {
                    let term = f64::from(a) * f64::from(b);
                    *sum += term;
                    *magnitude += term.abs();
                }
            }
            for magnitude in magnitudes {
                *magnitude = gamma * *magnitude + k as f64 * UNDERFLOW;
            }
        }
        Reference { product, bounds, cols: n }
    }

    /// Compares with the exact product: the largest error as a part of the bound, or the first element beyond it.
    pub(crate) fn compare(&self, product: &[f32]) -> Result<f64, Difference> {
        self.check(product, &self.product, 1.0)
    }

    /// Compares with another product in single precision, which may be as far off on the other side.
    pub(crate) fn compare_with(&self, product: &[f32], other: &[f32]) -> Result<f64, Difference> {
        let other: Vec<f64> = other.iter().copied().map(f64::from).collect();
        self.check(product, &other, 2.0)
    }

    fn check(&self, product: &[f32], expected: &[f64], sides: f64) -> Result<f64, Difference> {
        let mut worst = 0.0f64;
        for (i, ((&found, &expected), bound)) in product.iter().zip(expected).zip(&self.bounds).enumerate() {
            let (error, bound) = ((f64::from(found) - expected).abs(), bound * sides);
            // infinities and NaNs of the input have no error to measure: they must be there
            let same = f64::from(found) == expected || (found.is_nan() && expected.is_nan());
            let within = same || error <= bound;
            if !within {
                let at = (i / self.cols, i % self.cols);
                return Err(Difference { at, found, expected, bound });
            }
            worst = if same { worst } else { worst.max(error / bound) };
        }
        Ok(worst)
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Difference { at: (i, j), found, expected, bound } = self;
        write!(f, "{found} at ({i},{j}), expected {expected} within {bound:.1e}")
    }
}
