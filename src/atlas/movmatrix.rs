//! NVIDIA's `movmatrix`: a warp transposes a matrix of 8 by 8 elements of 16 bits in registers.
//!
//! The tile is the matrix before; each thread has a pair of neighbours of a row, then one of a column.
use super::ldmatrix::{Pairs, PairsTransposed};
use typenum::U1;

atoms! {
    movmatrix Nvidia "PTX ISA, Warp-level matrix transpose instruction: movmatrix";
    /// The one form.
    m8n8 [8 8] {
        [trans] ["sm_75"] "m8n8" { S [B16] = Pairs<U1>; D [B16] = PairsTransposed<U1>; }
    }
}
