//! NVIDIA's `tcgen05.mma`: a thread multiplies tiles in shared memory into tensor memory.
//!
//! Tensor memory has 128 lanes of 512 columns of 32 bits. Of C what stands for a thread is a lane, and its values are
//! the columns. With 128 rows a lane has a row (layout D of PTX); 64 rows take the first 16 lanes of every 32 (layout
//! F, see [`EveryOther16`]); of 256 rows each of a pair of processors has 128 (layout A). The factors are described
//! by one thread, who is said to hold all; of a pair each processor has half of the rows of A and of the columns of
//! B.
use super::fragment::Fragment;
use super::wgmma::Described;
use crate::int::Int;
use crate::int::nat::Quotient;
use crate::{Int, Layout};
use typenum::*;

/// A lane for each of `M` rows: `(M,N):(1,M)`.
pub type TmemLanes<M, N> = Fragment<(Int<M>, Int<N>), (Int!(1), Int<M>)>;

/// A lane for each of 64 rows: `(64,N):(1,64)`.
pub type HalfLanes<N> = TmemLanes<U64, N>;

/// The lanes of 64 rows: sixteen, and after as many unused ones sixteen more.
pub type EveryOther16 = Layout!((16, 4):(1, 32));

/// Half of `R` rows by `K` for each of a pair: `(2,(R/2,K)):(R/2,(1,R))`.
pub type HalfEach<R, K> =
    Fragment<(Int!(2), (Int<Quotient<R, U2>>, Int<K>)), (Int<Quotient<R, U2>>, (Int!(1), Int<R>))>;

atoms! {
    tcgen05 Nvidia "PTX ISA, tcgen05.mma, Data path layout organization";
    /// 64 rows, 64 columns, a depth of 8, by one processor.
    m64n64k8 [64 64 8] {
        [tf32] ["sm_100a"] "layout F" { A = Described<U1, U64, U8>; B = Described<U1, U64, U8>; C [F32] = HalfLanes<U64>, on EveryOther16; }
    }
    /// 64 rows, 128 columns, a depth of 8, by one processor.
    m64n128k8 [64 128 8] {
        [tf32] ["sm_100a"] "layout F" { A = Described<U1, U64, U8>; B = Described<U1, U128, U8>; C [F32] = HalfLanes<U128>, on EveryOther16; }
    }
    /// 64 rows, 256 columns, a depth of 8, by one processor.
    m64n256k8 [64 256 8] {
        [tf32] ["sm_100a"] "layout F" { A = Described<U1, U64, U8>; B = Described<U1, U256, U8>; C [F32] = HalfLanes<U256>, on EveryOther16; }
    }
    /// 128 rows, 64 columns, a depth of 8, by one processor.
    m128n64k8 [128 64 8] {
        [tf32] ["sm_100a"] "layout D" { A = Described<U1, U128, U8>; B = Described<U1, U64, U8>; C [F32] = TmemLanes<U128, U64>; }
    }
    /// 128 rows, 128 columns, a depth of 8, by one processor.
    m128n128k8 [128 128 8] {
        [tf32] ["sm_100a"] "layout D" { A = Described<U1, U128, U8>; B = Described<U1, U128, U8>; C [F32] = TmemLanes<U128, U128>; }
    }
    /// 128 rows, 256 columns, a depth of 8, by one processor.
    m128n256k8 [128 256 8] {
        [tf32] ["sm_100a"] "layout D" { A = Described<U1, U128, U8>; B = Described<U1, U256, U8>; C [F32] = TmemLanes<U128, U256>; }
    }
    /// 256 rows, 64 columns, a depth of 8, by a pair of processors.
    m256n64k8 [256 64 8] {
        [tf32] ["sm_100a"] "layout A" { A = HalfEach<U256, U8>; B = HalfEach<U64, U8>; C [F32] = TmemLanes<U256, U64>; }
    }
    /// 256 rows, 128 columns, a depth of 8, by a pair of processors.
    m256n128k8 [256 128 8] {
        [tf32] ["sm_100a"] "layout A" { A = HalfEach<U256, U8>; B = HalfEach<U128, U8>; C [F32] = TmemLanes<U256, U128>; }
    }
    /// 256 rows, 256 columns, a depth of 8, by a pair of processors.
    m256n256k8 [256 256 8] {
        [tf32] ["sm_100a"] "layout A" { A = HalfEach<U256, U8>; B = HalfEach<U256, U8>; C [F32] = TmemLanes<U256, U256>; }
    }
    /// 64 rows, 64 columns, a depth of 16, by one processor.
    m64n64k16 [64 64 16] {
        [f16] ["sm_100a"] "layout F" { A = Described<U1, U64, U16>; B = Described<U1, U64, U16>; C [F32 F16] = HalfLanes<U64>, on EveryOther16; }
        [bf16] ["sm_100a"] "layout F" { A = Described<U1, U64, U16>; B = Described<U1, U64, U16>; C [F32] = HalfLanes<U64>, on EveryOther16; }
    }
    /// 64 rows, 128 columns, a depth of 16, by one processor.
    m64n128k16 [64 128 16] {
        [f16] ["sm_100a"] "layout F" { A = Described<U1, U64, U16>; B = Described<U1, U128, U16>; C [F32 F16] = HalfLanes<U128>, on EveryOther16; }
        [bf16] ["sm_100a"] "layout F" { A = Described<U1, U64, U16>; B = Described<U1, U128, U16>; C [F32] = HalfLanes<U128>, on EveryOther16; }
    }
    /// 64 rows, 256 columns, a depth of 16, by one processor.
    m64n256k16 [64 256 16] {
        [f16] ["sm_100a"] "layout F" { A = Described<U1, U64, U16>; B = Described<U1, U256, U16>; C [F32 F16] = HalfLanes<U256>, on EveryOther16; }
        [bf16] ["sm_100a"] "layout F" { A = Described<U1, U64, U16>; B = Described<U1, U256, U16>; C [F32] = HalfLanes<U256>, on EveryOther16; }
    }
    /// 128 rows, 64 columns, a depth of 16, by one processor.
    m128n64k16 [128 64 16] {
        [f16] ["sm_100a"] "layout D" { A = Described<U1, U128, U16>; B = Described<U1, U64, U16>; C [F32 F16] = TmemLanes<U128, U64>; }
        [bf16] ["sm_100a"] "layout D" { A = Described<U1, U128, U16>; B = Described<U1, U64, U16>; C [F32] = TmemLanes<U128, U64>; }
    }
    /// 128 rows, 128 columns, a depth of 16, by one processor.
    m128n128k16 [128 128 16] {
        [f16] ["sm_100a"] "layout D" { A = Described<U1, U128, U16>; B = Described<U1, U128, U16>; C [F32 F16] = TmemLanes<U128, U128>; }
        [bf16] ["sm_100a"] "layout D" { A = Described<U1, U128, U16>; B = Described<U1, U128, U16>; C [F32] = TmemLanes<U128, U128>; }
    }
    /// 128 rows, 256 columns, a depth of 16, by one processor.
    m128n256k16 [128 256 16] {
        [f16] ["sm_100a"] "layout D" { A = Described<U1, U128, U16>; B = Described<U1, U256, U16>; C [F32 F16] = TmemLanes<U128, U256>; }
        [bf16] ["sm_100a"] "layout D" { A = Described<U1, U128, U16>; B = Described<U1, U256, U16>; C [F32] = TmemLanes<U128, U256>; }
    }
    /// 256 rows, 64 columns, a depth of 16, by a pair of processors.
    m256n64k16 [256 64 16] {
        [f16] ["sm_100a"] "layout A" { A = HalfEach<U256, U16>; B = HalfEach<U64, U16>; C [F32 F16] = TmemLanes<U256, U64>; }
        [bf16] ["sm_100a"] "layout A" { A = HalfEach<U256, U16>; B = HalfEach<U64, U16>; C [F32] = TmemLanes<U256, U64>; }
    }
    /// 256 rows, 128 columns, a depth of 16, by a pair of processors.
    m256n128k16 [256 128 16] {
        [f16] ["sm_100a"] "layout A" { A = HalfEach<U256, U16>; B = HalfEach<U128, U16>; C [F32 F16] = TmemLanes<U256, U128>; }
        [bf16] ["sm_100a"] "layout A" { A = HalfEach<U256, U16>; B = HalfEach<U128, U16>; C [F32] = TmemLanes<U256, U128>; }
    }
    /// 256 rows, 256 columns, a depth of 16, by a pair of processors.
    m256n256k16 [256 256 16] {
        [f16] ["sm_100a"] "layout A" { A = HalfEach<U256, U16>; B = HalfEach<U256, U16>; C [F32 F16] = TmemLanes<U256, U256>; }
        [bf16] ["sm_100a"] "layout A" { A = HalfEach<U256, U16>; B = HalfEach<U256, U16>; C [F32] = TmemLanes<U256, U256>; }
    }
    /// 64 rows, 64 columns, a depth of 32, by one processor.
    m64n64k32 [64 64 32] {
        [e4m3 e5m2] ["sm_100a"] "layout F" { A = Described<U1, U64, U32>; B = Described<U1, U64, U32>; C [F32 F16] = HalfLanes<U64>, on EveryOther16; }
        [s8 u8] ["sm_100a"] "layout F" { A = Described<U1, U64, U32>; B = Described<U1, U64, U32>; C [S32] = HalfLanes<U64>, on EveryOther16; }
    }
    /// 64 rows, 128 columns, a depth of 32, by one processor.
    m64n128k32 [64 128 32] {
        [e4m3 e5m2] ["sm_100a"] "layout F" { A = Described<U1, U64, U32>; B = Described<U1, U128, U32>; C [F32 F16] = HalfLanes<U128>, on EveryOther16; }
        [s8 u8] ["sm_100a"] "layout F" { A = Described<U1, U64, U32>; B = Described<U1, U128, U32>; C [S32] = HalfLanes<U128>, on EveryOther16; }
    }
    /// 64 rows, 256 columns, a depth of 32, by one processor.
    m64n256k32 [64 256 32] {
        [e4m3 e5m2] ["sm_100a"] "layout F" { A = Described<U1, U64, U32>; B = Described<U1, U256, U32>; C [F32 F16] = HalfLanes<U256>, on EveryOther16; }
        [s8 u8] ["sm_100a"] "layout F" { A = Described<U1, U64, U32>; B = Described<U1, U256, U32>; C [S32] = HalfLanes<U256>, on EveryOther16; }
    }
    /// 128 rows, 64 columns, a depth of 32, by one processor.
    m128n64k32 [128 64 32] {
        [e4m3 e5m2] ["sm_100a"] "layout D" { A = Described<U1, U128, U32>; B = Described<U1, U64, U32>; C [F32 F16] = TmemLanes<U128, U64>; }
        [s8 u8] ["sm_100a"] "layout D" { A = Described<U1, U128, U32>; B = Described<U1, U64, U32>; C [S32] = TmemLanes<U128, U64>; }
    }
    /// 128 rows, 128 columns, a depth of 32, by one processor.
    m128n128k32 [128 128 32] {
        [e4m3 e5m2] ["sm_100a"] "layout D" { A = Described<U1, U128, U32>; B = Described<U1, U128, U32>; C [F32 F16] = TmemLanes<U128, U128>; }
        [s8 u8] ["sm_100a"] "layout D" { A = Described<U1, U128, U32>; B = Described<U1, U128, U32>; C [S32] = TmemLanes<U128, U128>; }
    }
    /// 128 rows, 256 columns, a depth of 32, by one processor.
    m128n256k32 [128 256 32] {
        [e4m3 e5m2] ["sm_100a"] "layout D" { A = Described<U1, U128, U32>; B = Described<U1, U256, U32>; C [F32 F16] = TmemLanes<U128, U256>; }
        [s8 u8] ["sm_100a"] "layout D" { A = Described<U1, U128, U32>; B = Described<U1, U256, U32>; C [S32] = TmemLanes<U128, U256>; }
    }
    /// 256 rows, 64 columns, a depth of 32, by a pair of processors.
    m256n64k32 [256 64 32] {
        [e4m3 e5m2] ["sm_100a"] "layout A" { A = HalfEach<U256, U32>; B = HalfEach<U64, U32>; C [F32 F16] = TmemLanes<U256, U64>; }
        [s8 u8] ["sm_100a"] "layout A" { A = HalfEach<U256, U32>; B = HalfEach<U64, U32>; C [S32] = TmemLanes<U256, U64>; }
    }
    /// 256 rows, 128 columns, a depth of 32, by a pair of processors.
    m256n128k32 [256 128 32] {
        [e4m3 e5m2] ["sm_100a"] "layout A" { A = HalfEach<U256, U32>; B = HalfEach<U128, U32>; C [F32 F16] = TmemLanes<U256, U128>; }
        [s8 u8] ["sm_100a"] "layout A" { A = HalfEach<U256, U32>; B = HalfEach<U128, U32>; C [S32] = TmemLanes<U256, U128>; }
    }
    /// 256 rows, 256 columns, a depth of 32, by a pair of processors.
    m256n256k32 [256 256 32] {
        [e4m3 e5m2] ["sm_100a"] "layout A" { A = HalfEach<U256, U32>; B = HalfEach<U256, U32>; C [F32 F16] = TmemLanes<U256, U256>; }
        [s8 u8] ["sm_100a"] "layout A" { A = HalfEach<U256, U32>; B = HalfEach<U256, U32>; C [S32] = TmemLanes<U256, U256>; }
    }
}
