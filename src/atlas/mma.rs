//! NVIDIA's `mma.sync`: a warp multiplies a tile of `M` by `K` and one of `K` by `N`, all three in registers.
//!
//! The 32 threads are eight groups of four. A group holds a row of A, or a column of B; in it each thread has as many
//! neighbours along K as a register of 32 bits holds. PTX says so type by type (`groupID`, `threadID_in_group`); the
//! formulas [`Rows16`] and [`Rows8`] say it once. C and D are the same for all types. Factors of one width share
//! their layouts: `e4m3` may be multiplied with `e5m2`, `s8` with `u8`.
use super::fragment::Fragment;
use crate::int::Int;
use crate::int::nat::Product;
use crate::{Int, Layout};
use typenum::{U1, U2, U4, U8, U16, U32, U64};

/// Sixteen rows of which a thread holds two, in registers of `V` neighbours along K, and that `R` times:
/// `((4,8),(V,2,R)):((16V,1),(16,8,64V))`.
pub type Rows16<V, R> = Fragment<
    ((Int!(4), Int!(8)), (Int<V>, Int!(2), Int<R>)),
    ((Int<Product<U16, V>>, Int!(1)), (Int!(16), Int!(8), Int<Product<U64, V>>)),
>;

/// Eight rows, or columns of B, in registers of `V` neighbours along K, and that `R` times:
/// `((4,8),(V,R)):((8V,1),(8,32V))`.
pub type Rows8<V, R> = Fragment<
    ((Int!(4), Int!(8)), (Int<V>, Int<R>)),
    ((Int<Product<U8, V>>, Int!(1)), (Int!(8), Int<Product<U32, V>>)),
>;

/// The sums of sixteen rows and eight columns: two neighbours in a row, and two eight rows below.
pub type Sums16 = Layout!(((4, 8), (2, 2)):((32, 1), (16, 8)));

/// The sums of eight rows and eight columns: two neighbours in a row.
pub type Sums8 = Layout!(((4, 8), 2):((16, 1), 8));

/// The lanes of the first of the four quad pairs of a warp, each of which has a product of its own: `t` and `t + 16`.
/// Pair `p` has the lanes `4p` above.
pub type QuadPair = Layout!((4, 2):(1, 16));

atoms! {
    mma Nvidia "PTX ISA, Matrix multiply-accumulate operation using mma instruction";
    /// Eight rows, eight columns, a depth of 4. With `f16` factors the eight threads of a [`QuadPair`] do it, and A
    /// and B lie by `row` or by `col`: what a thread has at once is a row or a column of the tile.
    m8n8k4 [8 8 4] {
        [row] ["sm_70"] "m8n8k4" {
            A [F16] = Layout!((8, 4):(1, 8)), on QuadPair;
            B [F16] = Layout!(((4, 2), 4):((8, 4), 1)), on QuadPair;
        }
        [col] ["sm_70"] "m8n8k4" {
            A [F16] = Layout!(((4, 2), 4):((8, 4), 1)), on QuadPair;
            B [F16] = Layout!((8, 4):(1, 8)), on QuadPair;
        }
        [f16] ["sm_70"] "m8n8k4" { C [F16] = Layout!((8, 8):(1, 8)), on QuadPair; }
        [f32] ["sm_70"] "m8n8k4" { C [F32] = Layout!(((2, 2, 2), (2, 2, 2)):((1, 16, 4), (8, 2, 32))), on QuadPair; }
        [f64] ["sm_80"] "m8n8k4" { A = Rows8<U1, U1>; B = Rows8<U1, U1>; C [F64] = Sums8; }
    }
    /// Eight rows, eight columns, a depth of 16.
    m8n8k16 [8 8 16] {
        [s8 u8] ["sm_75"] "m8n8k16" { A = Rows8<U4, U1>; B = Rows8<U4, U1>; C [S32] = Sums8; }
    }
    /// Eight rows, eight columns, a depth of 32.
    m8n8k32 [8 8 32] {
        [s4 u4] ["sm_75"] "m8n8k32" { A = Rows8<U8, U1>; B = Rows8<U8, U1>; C [S32] = Sums8; }
    }
    /// Eight rows, eight columns, a depth of 128.
    m8n8k128 [8 8 128] {
        [b1] ["sm_75"] "m8n8k128" { A = Rows8<U32, U1>; B = Rows8<U32, U1>; C [S32] = Sums8; }
    }
    /// Sixteen rows, eight columns, a depth of 4.
    m16n8k4 [16 8 4] {
        [tf32] ["sm_80"] "m16n8k4" { A = Rows16<U1, U1>; B = Rows8<U1, U1>; C [F32] = Sums16; }
        [f64] ["sm_90"] "m16n8k4" { A = Rows16<U1, U1>; B = Rows8<U1, U1>; C [F64] = Sums16; }
    }
    /// Sixteen rows, eight columns, a depth of 8.
    m16n8k8 [16 8 8] {
        [f16] ["sm_75"] "m16n8k8" { A = Rows16<U2, U1>; B = Rows8<U2, U1>; C [F32 F16] = Sums16; }
        [bf16] ["sm_80"] "m16n8k8" { A = Rows16<U2, U1>; B = Rows8<U2, U1>; C [F32] = Sums16; }
        [tf32] ["sm_80"] "m16n8k8" { A = Rows16<U1, U2>; B = Rows8<U1, U2>; C [F32] = Sums16; }
        [f64] ["sm_90"] "m16n8k8" { A = Rows16<U1, U2>; B = Rows8<U1, U2>; C [F64] = Sums16; }
    }
    /// Sixteen rows, eight columns, a depth of 16.
    m16n8k16 [16 8 16] {
        [f16] ["sm_80"] "m16n8k16" { A = Rows16<U2, U2>; B = Rows8<U2, U2>; C [F32 F16] = Sums16; }
        [bf16] ["sm_80"] "m16n8k16" { A = Rows16<U2, U2>; B = Rows8<U2, U2>; C [F32] = Sums16; }
        [f64] ["sm_90"] "m16n8k16" { A = Rows16<U1, U4>; B = Rows8<U1, U4>; C [F64] = Sums16; }
        [s8 u8] ["sm_80"] "m16n8k16" { A = Rows16<U4, U1>; B = Rows8<U4, U1>; C [S32] = Sums16; }
        [e4m3 e5m2] ["sm_89"] "m16n8k16" { A = Rows16<U4, U1>; B = Rows8<U4, U1>; C [F32 F16] = Sums16; }
    }
    /// Sixteen rows, eight columns, a depth of 32.
    m16n8k32 [16 8 32] {
        [s8 u8] ["sm_80"] "m16n8k32" { A = Rows16<U4, U2>; B = Rows8<U4, U2>; C [S32] = Sums16; }
        [e4m3 e5m2] ["sm_89"] "m16n8k32" { A = Rows16<U4, U2>; B = Rows8<U4, U2>; C [F32 F16] = Sums16; }
        [s4 u4] ["sm_80"] "m16n8k32" { A = Rows16<U8, U1>; B = Rows8<U8, U1>; C [S32] = Sums16; }
    }
    /// Sixteen rows, eight columns, a depth of 64.
    m16n8k64 [16 8 64] {
        [s4 u4] ["sm_80"] "m16n8k64" { A = Rows16<U8, U2>; B = Rows8<U8, U2>; C [S32] = Sums16; }
        [e2m1] ["sm_120a"] "m16n8k64" { A = Rows16<U8, U2>; B = Rows8<U8, U2>; C [F32] = Sums16; }
    }
    /// Sixteen rows, eight columns, a depth of 128.
    m16n8k128 [16 8 128] {
        [b1] ["sm_80"] "m16n8k128" { A = Rows16<U32, U1>; B = Rows8<U32, U1>; C [S32] = Sums16; }
    }
    /// Sixteen rows, eight columns, a depth of 256.
    m16n8k256 [16 8 256] {
        [b1] ["sm_80"] "m16n8k256" { A = Rows16<U32, U2>; B = Rows8<U32, U2>; C [S32] = Sums16; }
    }
}
