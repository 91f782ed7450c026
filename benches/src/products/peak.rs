//! As many products and sums as the processor makes in registers.
// vectors of instruction sets that are found at run time
#![allow(unsafe_code)]

/// An element with a loop that does nothing but multiply and add.
pub(super) trait Peak {
    /// The operations of a call; 0 where there is no such loop.
    const OPERATIONS: f64;
    fn multiply_and_add();
}

/// How many sums are under way, and how often each is added to.
#[cfg(target_arch = "x86_64")]
const SUMS: usize = 12;
#[cfg(target_arch = "x86_64")]
const TIMES: usize = 1000;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Peak, SUMS, TIMES};
    use std::arch::x86_64::*;
    use std::hint::black_box;

    macro_rules! peak {
        ($T:ty: $wide:ident $splat_wide:ident $fma_wide:ident, $narrow:ident $splat:ident $fma:ident) => {
            impl Peak for $T {
                const OPERATIONS: f64 = (2 * (64 / size_of::<$T>()) * SUMS * TIMES) as f64;

                fn multiply_and_add() {
                    if is_x86_feature_detected!("avx512f") {
                        // SAFETY: the processor has it.
                        unsafe { $wide() }
                    } else if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                        // SAFETY: the processor has it.
                        unsafe { $narrow() }
                    }
                }
            }

            #[target_feature(enable = "avx512f")]
            fn $wide() {
                let (x, y) = (black_box($splat_wide(0.5)), black_box($splat_wide(0.25)));
                let mut sums = [x; SUMS];
                for _ in 0..TIMES {
                    for sum in &mut sums {
                        *sum = $fma_wide(*sum, x, y);
                    }
                }
                black_box(sums);
            }

            /// As many operations, by vectors of half the width.
            #[target_feature(enable = "avx2,fma")]
            fn $narrow() {
                let (x, y) = (black_box($splat(0.5)), black_box($splat(0.25)));
                let mut sums = [x; SUMS];
                for _ in 0..2 * TIMES {
                    for sum in &mut sums {
                        *sum = $fma(*sum, x, y);
                    }
                }
                black_box(sums);
            }
        };
    }
    peak!(f32: wide_singles _mm512_set1_ps _mm512_fmadd_ps, singles _mm256_set1_ps _mm256_fmadd_ps);
    peak!(f64: wide_doubles _mm512_set1_pd _mm512_fmadd_pd, doubles _mm256_set1_pd _mm256_fmadd_pd);
}

#[cfg(not(target_arch = "x86_64"))]
macro_rules! no_peak {
    ($($T:ty)*) => { $(
        impl Peak for $T {
            const OPERATIONS: f64 = 0.0;
            fn multiply_and_add() {}
        }
    )* };
}
#[cfg(not(target_arch = "x86_64"))]
no_peak!(f32 f64);
