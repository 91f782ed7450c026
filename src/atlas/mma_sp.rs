//! NVIDIA's `mma.sp`: as [`mma`](super::mma), A having two zeros in every four elements along K (`tf32`: one in two).
//!
//! The tile of A is the whole one, zeros included. A register holds `V` elements out of `2V` neighbours, which they
//! are says the metadata; so its values here are the `2V` places, two for each element that is stored. B and C are as
//! without zeros, B twice as deep. PTX: `firstcol` and `lastcol` of each fragment.
use super::mma::{Rows8, Rows16, Sums16};
use typenum::{U1, U2, U4, U8, U16};

atoms! {
    mma_sp Nvidia "PTX ISA, Matrix fragments for multiply-accumulate operation with sparse matrix A";
    /// Sixteen rows, eight columns, a depth of 8.
    m16n8k8 [16 8 8] {
        [tf32] ["sm_80"] "m16n8k8" { A = Rows16<U2, U1>; B = Rows8<U1, U2>; C [F32] = Sums16; }
    }
    /// Sixteen rows, eight columns, a depth of 16.
    m16n8k16 [16 8 16] {
        [f16] ["sm_80"] "m16n8k16" { A = Rows16<U4, U1>; B = Rows8<U2, U2>; C [F32 F16] = Sums16; }
        [bf16] ["sm_80"] "m16n8k16" { A = Rows16<U4, U1>; B = Rows8<U2, U2>; C [F32] = Sums16; }
        [tf32] ["sm_80"] "m16n8k16" { A = Rows16<U2, U2>; B = Rows8<U1, U4>; C [F32] = Sums16; }
    }
    /// Sixteen rows, eight columns, a depth of 32.
    m16n8k32 [16 8 32] {
        [f16] ["sm_80"] "m16n8k32" { A = Rows16<U4, U2>; B = Rows8<U2, U4>; C [F32 F16] = Sums16; }
        [bf16] ["sm_80"] "m16n8k32" { A = Rows16<U4, U2>; B = Rows8<U2, U4>; C [F32] = Sums16; }
        [s8 u8] ["sm_80"] "m16n8k32" { A = Rows16<U8, U1>; B = Rows8<U4, U2>; C [S32] = Sums16; }
    }
    /// Sixteen rows, eight columns, a depth of 64.
    m16n8k64 [16 8 64] {
        [s8 u8] ["sm_80"] "m16n8k64" { A = Rows16<U8, U2>; B = Rows8<U4, U4>; C [S32] = Sums16; }
        [e4m3 e5m2] ["sm_89"] "m16n8k64" { A = Rows16<U8, U2>; B = Rows8<U4, U4>; C [F32 F16] = Sums16; }
        [s4 u4] ["sm_80"] "m16n8k64" { A = Rows16<U16, U1>; B = Rows8<U8, U2>; C [S32] = Sums16; }
    }
    /// Sixteen rows, eight columns, a depth of 128.
    m16n8k128 [16 8 128] {
        [s4 u4] ["sm_80"] "m16n8k128" { A = Rows16<U16, U2>; B = Rows8<U8, U4>; C [S32] = Sums16; }
        [e2m1] ["sm_120a"] "m16n8k128" { A = Rows16<U16, U2>; B = Rows8<U8, U4>; C [F32] = Sums16; }
    }
}
