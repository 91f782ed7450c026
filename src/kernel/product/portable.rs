//! Numbers of any type, as the compiler puts them in registers.

use super::factor::Arithmetic;
use super::lanes::Lanes;

/// Elements with `+` and `*`.
#[derive(Clone, Copy)]
pub(super) struct Scalars<T, const COUNT: usize>([T; COUNT]);

impl<T: Arithmetic, const N: usize> Lanes for Scalars<T, N> {
    type Element = T;
    const COUNT: usize = N;

    #[inline(always)]
    unsafe fn zero() -> Self {
        Scalars([T::default(); N])
    }

    #[inline(always)]
    unsafe fn load(from: *const T) -> Self {
        // SAFETY: by the contract.
        Scalars(unsafe { from.cast::<[T; N]>().read() })
    }

    #[inline(always)]
    unsafe fn splat(from: *const T) -> Self {
        // SAFETY: by the contract.
        Scalars([unsafe { from.read() }; N])
    }

    #[inline(always)]
    unsafe fn plus_product(mut self, a: Self, b: Self) -> Self {
        for (sum, (a, b)) in self.0.iter_mut().zip(a.0.into_iter().zip(b.0)) {
            *sum = *sum + a * b;
        }
        self
    }

    #[inline(always)]
    unsafe fn plus(mut self, other: Self) -> Self {
        for (sum, other) in self.0.iter_mut().zip(other.0) {
            *sum = *sum + other;
        }
        self
    }

    #[inline(always)]
    unsafe fn total(self) -> T {
        self.0.into_iter().fold(T::default(), |sum, lane| sum + lane)
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut T) {
        // SAFETY: by the contract.
        unsafe { to.cast::<[T; N]>().write(self.0) }
    }
}
