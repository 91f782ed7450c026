//! NVIDIA's `wgmma` and `wgmma_sp` with both factors in shared memory: A, of each depth once. B and C are as of
//! [`wgmma`](super::wgmma).
use super::wgmma::Described;
use typenum::{U8, U16, U32, U64, U128, U256};

atoms! {
    wgmma_ss Nvidia "PTX ISA, wgmma.mma_async";
    /// A depth of 8.
    m64k8 [64 8 8] {
        [tf32] ["sm_90a"] "shared memory" { A = Described<U128, U64, U8>; }
    }
    /// A depth of 16.
    m64k16 [64 8 16] {
        [f16 bf16] ["sm_90a"] "shared memory" { A = Described<U128, U64, U16>; }
        [tf32] ["sm_90a"] "shared memory, with zeros" { A = Described<U128, U64, U16>; }
    }
    /// A depth of 32.
    m64k32 [64 8 32] {
        [e4m3 e5m2 s8 u8] ["sm_90a"] "shared memory" { A = Described<U128, U64, U32>; }
        [f16 bf16] ["sm_90a"] "shared memory, with zeros" { A = Described<U128, U64, U32>; }
    }
    /// A depth of 64.
    m64k64 [64 8 64] {
        [e4m3 e5m2 s8 u8] ["sm_90a"] "shared memory, with zeros" { A = Described<U128, U64, U64>; }
    }
    /// A depth of 256.
    m64k256 [64 8 256] {
        [b1] ["sm_90a"] "shared memory" { A = Described<U128, U64, U256>; }
    }
}
