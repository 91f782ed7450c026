//! AMD's `v_mfma`: a wave of 64 lanes multiplies matrices, one block or several side by side.
//!
//! Of the factors each lane holds one row (of B: one column) and `V` neighbours along K; lanes count rows, then
//! blocks, then along K ([`MfmaFactor`]). Of the sums it holds one column and groups of four rows, of `f64` single
//! rows: lanes count columns, then blocks that lie beside each other, then groups ([`MfmaSums`]). That is what AMD's
//! matrix instruction calculator computes, and what the guides of CDNA draw. The tile of several blocks is
//! `(M,K,blocks)`.
use super::fragment::Fragment;
use crate::int::Int;
use crate::int::nat::{Product, Quotient};
use crate::{Int, Layout};
use typenum::{U1, U2, U4, U8, U16, U32, U64};

/// `M` rows of `B` blocks, `V` values a lane:
/// `((M,B,64/(MB)),V):((1,MK,MV),M)` where `K` is `V * 64 / (M * B)`.
pub type MfmaFactor<M, B, V> = Fragment<
    ((Int<M>, Int<B>, Int<Quotient<U64, Product<M, B>>>), Int<V>),
    ((Int!(1), Int<Product<V, Quotient<U64, B>>>, Int<Product<M, V>>), Int<M>),
>;

/// `M` by `M` sums of `P` blocks beside each other in the lanes and `S` one after the other in registers, rows in
/// groups of `H`: `((M,P,Q),(H,M/(HQ),S)):((M,MM,H),(1,HQ,MMP))` where `Q` is `64 / (M * P)`.
pub type MfmaSums<M, P, S, H> = Fragment<
    (
        (Int<M>, Int<P>, Int<Quotient<U64, Product<M, P>>>),
        (Int<H>, Int<Quotient<M, Product<H, Quotient<U64, Product<M, P>>>>>, Int<S>),
    ),
    (
        (Int<M>, Int<Product<M, M>>, Int<H>),
        (Int!(1), Int<Product<H, Quotient<U64, Product<M, P>>>>, Int<Product<Product<M, M>, P>>),
    ),
>;

/// The sums of one block of 32 by 32.
pub type Sums32 = MfmaSums<U32, U1, U1, U4>;

/// The sums of one block of 16 by 16.
pub type Sums16x16 = MfmaSums<U16, U1, U1, U4>;

/// Factors of 8 bits of 32 rows, 64 deep: sixteen neighbours, and sixteen more half of K further.
pub type Halves = Layout!(((32, 2), (16, 2)):((1, 512), (32, 1024)));

atoms! {
    mfma Amd "AMD matrix instruction calculator, CDNA ISA guides";
    /// Two blocks of 32 by 32, a depth of 1.
    m32n32k1b2 [32 32 1 2] {
        [f32] ["gfx908", "gfx90a", "gfx942", "gfx950"] "v_mfma_f32_32x32x1_2b" {
            A = MfmaFactor<U32, U2, U1>; B = MfmaFactor<U32, U2, U1>; C [F32] = MfmaSums<U32, U1, U2, U4>;
        }
    }
    /// Four blocks of 16 by 16, a depth of 1.
    m16n16k1b4 [16 16 1 4] {
        [f32] ["gfx908", "gfx90a", "gfx942", "gfx950"] "v_mfma_f32_16x16x1_4b" {
            A = MfmaFactor<U16, U4, U1>; B = MfmaFactor<U16, U4, U1>; C [F32] = MfmaSums<U16, U1, U4, U4>;
        }
    }
    /// Sixteen blocks of 4 by 4, a depth of 1.
    m4n4k1b16 [4 4 1 16] {
        [f32] ["gfx908", "gfx90a", "gfx942", "gfx950"] "v_mfma_f32_4x4x1_16b" {
            A = MfmaFactor<U4, U16, U1>; B = MfmaFactor<U4, U16, U1>; C [F32] = MfmaSums<U4, U16, U1, U4>;
        }
    }
    /// Two blocks of 32 by 32, a depth of 2.
    m32n32k2b2 [32 32 2 2] {
        [bf16] ["gfx908", "gfx90a"] "v_mfma_f32_32x32x2bf16" {
            A = MfmaFactor<U32, U2, U2>; B = MfmaFactor<U32, U2, U2>; C [F32] = MfmaSums<U32, U1, U2, U4>;
        }
    }
    /// Four blocks of 16 by 16, a depth of 2.
    m16n16k2b4 [16 16 2 4] {
        [bf16] ["gfx908", "gfx90a"] "v_mfma_f32_16x16x2bf16" {
            A = MfmaFactor<U16, U4, U2>; B = MfmaFactor<U16, U4, U2>; C [F32] = MfmaSums<U16, U1, U4, U4>;
        }
    }
    /// Sixteen blocks of 4 by 4, a depth of 2.
    m4n4k2b16 [4 4 2 16] {
        [bf16] ["gfx908", "gfx90a"] "v_mfma_f32_4x4x2bf16" {
            A = MfmaFactor<U4, U16, U2>; B = MfmaFactor<U4, U16, U2>; C [F32] = MfmaSums<U4, U16, U1, U4>;
        }
    }
    /// Two blocks of 32 by 32, a depth of 4.
    m32n32k4b2 [32 32 4 2] {
        [f16] ["gfx908", "gfx90a", "gfx942", "gfx950"] "v_mfma_f32_32x32x4_2b" {
            A = MfmaFactor<U32, U2, U4>; B = MfmaFactor<U32, U2, U4>; C [F32] = MfmaSums<U32, U1, U2, U4>;
        }
        [bf16] ["gfx90a", "gfx942", "gfx950"] "v_mfma_f32_32x32x4_2b" {
            A = MfmaFactor<U32, U2, U4>; B = MfmaFactor<U32, U2, U4>; C [F32] = MfmaSums<U32, U1, U2, U4>;
        }
        [s8] ["gfx908", "gfx90a", "gfx942", "gfx950"] "v_mfma_i32_32x32x4_2b" {
            A = MfmaFactor<U32, U2, U4>; B = MfmaFactor<U32, U2, U4>; C [S32] = MfmaSums<U32, U1, U2, U4>;
        }
    }
    /// Four blocks of 16 by 16, a depth of 4.
    m16n16k4b4 [16 16 4 4] {
        [f16] ["gfx908", "gfx90a", "gfx942", "gfx950"] "v_mfma_f32_16x16x4_4b" {
            A = MfmaFactor<U16, U4, U4>; B = MfmaFactor<U16, U4, U4>; C [F32] = MfmaSums<U16, U1, U4, U4>;
        }
        [bf16] ["gfx90a", "gfx942", "gfx950"] "v_mfma_f32_16x16x4_4b" {
            A = MfmaFactor<U16, U4, U4>; B = MfmaFactor<U16, U4, U4>; C [F32] = MfmaSums<U16, U1, U4, U4>;
        }
        [s8] ["gfx908", "gfx90a", "gfx942", "gfx950"] "v_mfma_i32_16x16x4_4b" {
            A = MfmaFactor<U16, U4, U4>; B = MfmaFactor<U16, U4, U4>; C [S32] = MfmaSums<U16, U1, U4, U4>;
        }
    }
    /// Sixteen blocks of 4 by 4, a depth of 4.
    m4n4k4b16 [4 4 4 16] {
        [f16] ["gfx908", "gfx90a", "gfx942", "gfx950"] "v_mfma_f32_4x4x4_16b" {
            A = MfmaFactor<U4, U16, U4>; B = MfmaFactor<U4, U16, U4>; C [F32] = MfmaSums<U4, U16, U1, U4>;
        }
        [bf16] ["gfx90a", "gfx942", "gfx950"] "v_mfma_f32_4x4x4_16b" {
            A = MfmaFactor<U4, U16, U4>; B = MfmaFactor<U4, U16, U4>; C [F32] = MfmaSums<U4, U16, U1, U4>;
        }
        [s8] ["gfx908", "gfx90a", "gfx942", "gfx950"] "v_mfma_i32_4x4x4_16b" {
            A = MfmaFactor<U4, U16, U4>; B = MfmaFactor<U4, U16, U4>; C [S32] = MfmaSums<U4, U16, U1, U4>;
        }
    }
    /// Four blocks of 4 by 4, a depth of 4.
    m4n4k4b4 [4 4 4 4] {
        [f64] ["gfx90a", "gfx942", "gfx950"] "v_mfma_f64_4x4x4_4b" {
            A = MfmaFactor<U4, U4, U1>; B = MfmaFactor<U4, U4, U1>; C [F64] = MfmaSums<U4, U4, U1, U1>;
        }
    }
    /// 32 by 32, a depth of 2.
    m32n32k2 [32 32 2] {
        [f32] ["gfx908", "gfx90a", "gfx942", "gfx950"] "v_mfma_f32_32x32x2" {
            A = MfmaFactor<U32, U1, U1>; B = MfmaFactor<U32, U1, U1>; C [F32] = Sums32;
        }
    }
    /// 16 by 16, a depth of 4.
    m16n16k4 [16 16 4] {
        [f32] ["gfx908", "gfx90a", "gfx942", "gfx950"] "v_mfma_f32_16x16x4" {
            A = MfmaFactor<U16, U1, U1>; B = MfmaFactor<U16, U1, U1>; C [F32] = Sums16x16;
        }
        [f64] ["gfx90a", "gfx942", "gfx950"] "v_mfma_f64_16x16x4" {
            A = MfmaFactor<U16, U1, U1>; B = MfmaFactor<U16, U1, U1>; C [F64] = MfmaSums<U16, U1, U1, U1>;
        }
    }
    /// 32 by 32, a depth of 4.
    m32n32k4 [32 32 4] {
        [bf16] ["gfx908", "gfx90a"] "v_mfma_f32_32x32x4bf16" {
            A = MfmaFactor<U32, U1, U2>; B = MfmaFactor<U32, U1, U2>; C [F32] = Sums32;
        }
        [tf32] ["gfx942"] "v_mfma_f32_32x32x4_xf32" {
            A = MfmaFactor<U32, U1, U2>; B = MfmaFactor<U32, U1, U2>; C [F32] = Sums32;
        }
    }
    /// 16 by 16, a depth of 8.
    m16n16k8 [16 16 8] {
        [bf16] ["gfx908", "gfx90a"] "v_mfma_f32_16x16x8bf16" {
            A = MfmaFactor<U16, U1, U2>; B = MfmaFactor<U16, U1, U2>; C [F32] = Sums16x16;
        }
        [tf32] ["gfx942"] "v_mfma_f32_16x16x8_xf32" {
            A = MfmaFactor<U16, U1, U2>; B = MfmaFactor<U16, U1, U2>; C [F32] = Sums16x16;
        }
    }
    /// 32 by 32, a depth of 8.
    m32n32k8 [32 32 8] {
        [f16] ["gfx908", "gfx90a", "gfx942", "gfx950"] "v_mfma_f32_32x32x8" {
            A = MfmaFactor<U32, U1, U4>; B = MfmaFactor<U32, U1, U4>; C [F32] = Sums32;
        }
        [bf16] ["gfx90a", "gfx942", "gfx950"] "v_mfma_f32_32x32x8" {
            A = MfmaFactor<U32, U1, U4>; B = MfmaFactor<U32, U1, U4>; C [F32] = Sums32;
        }
        [s8] ["gfx908", "gfx90a"] "v_mfma_i32_32x32x8i8" {
            A = MfmaFactor<U32, U1, U4>; B = MfmaFactor<U32, U1, U4>; C [S32] = Sums32;
        }
    }
    /// 16 by 16, a depth of 16.
    m16n16k16 [16 16 16] {
        [f16] ["gfx908", "gfx90a", "gfx942", "gfx950"] "v_mfma_f32_16x16x16" {
            A = MfmaFactor<U16, U1, U4>; B = MfmaFactor<U16, U1, U4>; C [F32] = Sums16x16;
        }
        [bf16] ["gfx90a", "gfx942", "gfx950"] "v_mfma_f32_16x16x16" {
            A = MfmaFactor<U16, U1, U4>; B = MfmaFactor<U16, U1, U4>; C [F32] = Sums16x16;
        }
        [s8] ["gfx908", "gfx90a"] "v_mfma_i32_16x16x16i8" {
            A = MfmaFactor<U16, U1, U4>; B = MfmaFactor<U16, U1, U4>; C [S32] = Sums16x16;
        }
    }
    /// 32 by 32, a depth of 16.
    m32n32k16 [32 32 16] {
        [f16 bf16] ["gfx950"] "v_mfma_f32_32x32x16" {
            A = MfmaFactor<U32, U1, U8>; B = MfmaFactor<U32, U1, U8>; C [F32] = Sums32;
        }
        [s8] ["gfx942", "gfx950"] "v_mfma_i32_32x32x16_i8" {
            A = MfmaFactor<U32, U1, U8>; B = MfmaFactor<U32, U1, U8>; C [S32] = Sums32;
        }
        [e4m3 e5m2] ["gfx942", "gfx950"] "v_mfma_f32_32x32x16_fp8_bf8" {
            A = MfmaFactor<U32, U1, U8>; B = MfmaFactor<U32, U1, U8>; C [F32] = Sums32;
        }
    }
    /// 16 by 16, a depth of 32.
    m16n16k32 [16 16 32] {
        [f16 bf16] ["gfx950"] "v_mfma_f32_16x16x32" {
            A = MfmaFactor<U16, U1, U8>; B = MfmaFactor<U16, U1, U8>; C [F32] = Sums16x16;
        }
        [s8] ["gfx942", "gfx950"] "v_mfma_i32_16x16x32_i8" {
            A = MfmaFactor<U16, U1, U8>; B = MfmaFactor<U16, U1, U8>; C [S32] = Sums16x16;
        }
        [e4m3 e5m2] ["gfx942", "gfx950"] "v_mfma_f32_16x16x32_fp8_bf8" {
            A = MfmaFactor<U16, U1, U8>; B = MfmaFactor<U16, U1, U8>; C [F32] = Sums16x16;
        }
    }
    /// 32 by 32, a depth of 32.
    m32n32k32 [32 32 32] {
        [s8] ["gfx950"] "v_mfma_i32_32x32x32_i8" {
            A = MfmaFactor<U32, U1, U16>; B = MfmaFactor<U32, U1, U16>; C [S32] = Sums32;
        }
    }
    /// 16 by 16, a depth of 64.
    m16n16k64 [16 16 64] {
        [s8] ["gfx950"] "v_mfma_i32_16x16x64_i8" {
            A = MfmaFactor<U16, U1, U16>; B = MfmaFactor<U16, U1, U16>; C [S32] = Sums16x16;
        }
    }
    /// 32 by 32, a depth of 64.
    m32n32k64 [32 32 64] {
        [e4m3 e5m2] ["gfx950"] "v_mfma_scale_f32_32x32x64_f8f6f4" {
            A = Halves; B = Halves; C [F32] = Sums32;
        }
        [e2m1] ["gfx950"] "v_mfma_scale_f32_32x32x64_f8f6f4" {
            A = MfmaFactor<U32, U1, U32>; B = MfmaFactor<U32, U1, U32>; C [F32] = Sums32;
        }
    }
}
