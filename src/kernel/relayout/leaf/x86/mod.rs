//! SSE2, AVX2 and AVX-512.
//!
//! Each has a file of its own: what is made for the types of one file is optimised by one thread of the compiler, and
//! leaves are nearly half of what is compiled for a kernel author.
#![cfg_attr(
    not(feature = "std"),
    allow(clippy::eq_op, clippy::nonminimal_bool, reason = "`has` is a constant there")
)]

mod avx2;
mod avx512;
mod shuffles;
mod sse2;

use super::LeafKernels;
use crate::kernel::processor::has;
use avx2::Avx2;
use avx512::Avx512;
use sse2::Sse2;

/// The leaves of every instruction set that this processor has, the widest first.
pub(super) fn available() -> &'static [[LeafKernels; 6]] {
    static SETS: [[LeafKernels; 6]; 3] =
        [LeafKernels::of::<Avx512>(), LeafKernels::of::<Avx2>(), LeafKernels::of::<Sse2>()];
    let has_avx512 = || has!("avx512f") && has!("avx512bw") && has!("avx512vl");
    match has!("avx2") {
        true if has_avx512() => &SETS,
        true => &SETS[1..],
        false if has!("sse2") => &SETS[2..],
        false => &[],
    }
}
