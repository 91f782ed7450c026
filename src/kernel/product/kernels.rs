//! The micro-kernels of this processor.

use super::columns::{dots, lines};
use super::factor::Arithmetic;
use super::micro::{MicroKernel, SumColumns, SumDots, SumLines, TilePart};
use super::portable::Scalars;

/// The widest micro-kernel for elements of a type.
pub(super) fn micro_kernel<T: Arithmetic>() -> MicroKernel {
    available::<T>().next().expect("the portable one is always there")
}

/// The micro-kernels for elements of a type, of every instruction set that this processor has, the widest first.
pub(super) fn available<T: Arithmetic>() -> impl Iterator<Item = MicroKernel> {
    #[cfg(target_arch = "x86_64")]
    let vectors = super::x86::available::<T>();
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    let vectors = super::neon::available::<T>();
    #[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon"))))]
    let vectors = core::iter::empty();
    // of the smallest vectors of usual builds, two hold as many elements of four bytes
    let portable = const { &[TilePart::without_masks::<Scalars<T, 8>, 1, 4>()] };
    let few = (dots::<Scalars<T, 8>> as SumDots, lines::<Scalars<T, 8>> as SumLines);
    vectors.chain([MicroKernel::new("portable", 4, portable, few)])
}

/// The micro-kernel for pairs of 16-bit numbers in sums of 32 bits, where there are vectors that have them.
pub(super) fn available_pairs() -> Option<MicroKernel> {
    #[cfg(target_arch = "x86_64")]
    return super::x86::available_pairs();
    #[cfg(not(target_arch = "x86_64"))]
    return None;
}

/// The micro-kernel for fours of 8-bit numbers in sums of 32 bits, where there are vectors that have them: those of the
/// left factor with a sign and those of the right one without, or the other way round; and what sums columns of it.
pub(super) fn available_fours(is_left_signed: bool) -> Option<(MicroKernel, SumColumns)> {
    #[cfg(target_arch = "x86_64")]
    return super::x86::available_fours(is_left_signed);
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = is_left_signed;
        None
    }
}
