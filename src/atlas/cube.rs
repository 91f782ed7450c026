//! The cube of Ascend's NPUs: fractals of 512 bytes, sixteen lines of 32.
//!
//! There are no threads: what stands for one is a line of the fractal, and its values are the places in that line. In
//! L0A a line is a row of A; in L0B, where fractals are `nZ`, a line is a column of B; so both have their neighbours
//! along K in a line. The sums in L0C are sixteen lines of sixteen, a row each. How fractals follow each other say
//! the [formats](crate::format): `zZ` or `zN` in L0A, `nZ` in L0B, `L0C`.
use super::fragment::Fragment;
use crate::Int;
use crate::int::Int;
use typenum::{U8, U16, U32, U64};

/// Sixteen lines of `E` elements along K: `(16,E):(1,16)`.
pub type Lines<E> = Fragment<(Int!(16), Int<E>), (Int!(1), Int!(16))>;

atoms! {
    cube Huawei "CATLASS, layouts of L0A, L0B and L0C";
    /// Elements of 32 bits.
    m16n16k8 [16 16 8] {
        [f32] ["ascend910b"] "fractal 16x8" { A = Lines<U8>; B = Lines<U8>; C [F32] = Lines<U16>; }
    }
    /// Elements of 16 bits.
    m16n16k16 [16 16 16] {
        [f16 bf16] ["ascend910b"] "fractal 16x16" { A = Lines<U16>; B = Lines<U16>; C [F32] = Lines<U16>; }
    }
    /// Elements of 8 bits.
    m16n16k32 [16 16 32] {
        [s8] ["ascend910b"] "fractal 16x32" { A = Lines<U32>; B = Lines<U32>; C [S32] = Lines<U16>; }
    }
    /// Elements of 4 bits.
    m16n16k64 [16 16 64] {
        [s4] ["ascend910b"] "fractal 16x64" { A = Lines<U64>; B = Lines<U64>; C [S32] = Lines<U16>; }
    }
}
