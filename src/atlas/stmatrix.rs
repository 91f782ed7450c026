//! NVIDIA's `stmatrix`: a warp stores one, two or four matrices of eight rows of 16 bytes into shared memory.
//!
//! [`ldmatrix`](super::ldmatrix) the other way: S is what each thread has, D which thread gives the address of a row.
use super::ldmatrix::{Pairs, PairsTransposed, RowsAt};
use typenum::{U1, U2, U4};

atoms! {
    stmatrix Nvidia "PTX ISA, Warp-level matrix store instruction: stmatrix";
    /// One matrix.
    x1 [8 8] {
        [b16] ["sm_90"] "m8n8" { S = Pairs<U1>; D = RowsAt<U1>; }
        [trans] ["sm_90"] "m8n8" { S [B16] = PairsTransposed<U1>; D [B16] = RowsAt<U1>; }
    }
    /// Two matrices.
    x2 [16 8] {
        [b16] ["sm_90"] "m8n8" { S = Pairs<U2>; D = RowsAt<U2>; }
        [trans] ["sm_90"] "m8n8" { S [B16] = PairsTransposed<U2>; D [B16] = RowsAt<U2>; }
    }
    /// Four matrices.
    x4 [32 8] {
        [b16] ["sm_90"] "m8n8" { S = Pairs<U4>; D = RowsAt<U4>; }
        [trans] ["sm_90"] "m8n8" { S [B16] = PairsTransposed<U4>; D [B16] = RowsAt<U4>; }
    }
}
