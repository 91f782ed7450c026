//! NVIDIA's `ldmatrix`: a warp loads one, two or four matrices of eight rows of 16 bytes from shared memory.
//!
//! The tile is the matrices below each other, eight rows each of eight elements of 16 bits. S says which thread gives
//! the address of a row (those that repeat need not: PTX reads those of the first threads only), D what each thread
//! has afterwards: a pair of neighbours, or, transposed (`trans`), a pair from a column.
//! [`stmatrix`](super::stmatrix) is the same the other way.
use super::fragment::Fragment;
use crate::Int;
use crate::int::Int;
use crate::int::nat::{Product, Quotient};
use typenum::{U1, U2, U4, U8};

/// Who gives the addresses of the rows of `X` matrices: `((8X,4/X),8):((1,0),8X)`.
pub type RowsAt<X> = Fragment<
    ((Int<Product<U8, X>>, Int<Quotient<U4, X>>), Int!(8)),
    ((Int!(1), Int!(0)), Int<Product<U8, X>>),
>;

/// A register for each of `X` matrices, a pair of neighbours of a row: `((4,8),(2,X)):((16X,1),(8X,8))`.
pub type Pairs<X> = Fragment<
    ((Int!(4), Int!(8)), (Int!(2), Int<X>)),
    ((Int<Product<Product<U2, U8>, X>>, Int!(1)), (Int<Product<U8, X>>, Int!(8))),
>;

/// The same transposed, a pair of neighbours of a column: `((4,8),(2,X)):((2,8X),(1,8))`.
pub type PairsTransposed<X> =
    Fragment<((Int!(4), Int!(8)), (Int!(2), Int<X>)), ((Int!(2), Int<Product<U8, X>>), (Int!(1), Int!(8)))>;

atoms! {
    ldmatrix Nvidia "PTX ISA, Warp-level matrix load instruction: ldmatrix";
    /// One matrix.
    x1 [8 8] {
        [b16] ["sm_75"] "m8n8" { S = RowsAt<U1>; D = Pairs<U1>; }
        [trans] ["sm_75"] "m8n8" { S [B16] = RowsAt<U1>; D [B16] = PairsTransposed<U1>; }
    }
    /// Two matrices.
    x2 [16 8] {
        [b16] ["sm_75"] "m8n8" { S = RowsAt<U2>; D = Pairs<U2>; }
        [trans] ["sm_75"] "m8n8" { S [B16] = RowsAt<U2>; D [B16] = PairsTransposed<U2>; }
    }
    /// Four matrices.
    x4 [32 8] {
        [b16] ["sm_75"] "m8n8" { S = RowsAt<U4>; D = Pairs<U4>; }
        [trans] ["sm_75"] "m8n8" { S [B16] = RowsAt<U4>; D [B16] = PairsTransposed<U4>; }
    }
}
