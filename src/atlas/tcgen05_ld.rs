//! NVIDIA's `tcgen05.ld` and `tcgen05.st`: a warp and lanes of tensor memory.
//!
//! D says which register has which of `(lanes,columns)`, each of 32 bits; `tcgen05.st` is the same the other way. A
//! shape has 32 lanes by 32 bits, or 16 lanes by 64, 128 or 256 bits; `x2` to `x128` repeat it along the columns.
//! Where PTX has only a picture, of 16 lanes by 64 bits, the layout is that of CUTLASS.
use super::fragment::Fragment;
use crate::Int;
use crate::int::Int;
use typenum::{U1, U2, U4, U8, U16, U32, U64, U128};

/// A lane for each thread: `(32,X):(1,32)`.
pub type By32<X> = Fragment<(Int!(32), Int<X>), (Int!(1), Int!(32))>;

/// Two columns of sixteen lanes: `((2,2,8),X):((8,16,1),32)`.
pub type By64<X> = Fragment<((Int!(2), Int!(2), Int!(8)), Int<X>), ((Int!(8), Int!(16), Int!(1)), Int!(32))>;

/// Four columns of sixteen lanes: `((4,8),(2,X)):((16,1),(8,64))`.
pub type By128<X> =
    Fragment<((Int!(4), Int!(8)), (Int!(2), Int<X>)), ((Int!(16), Int!(1)), (Int!(8), Int!(64)))>;

/// Eight columns of sixteen lanes, as the sums of [`mma`](super::mma) lie:
/// `((4,8),(2,2,X)):((32,1),(16,8,128))`.
pub type By256<X> = Fragment<
    ((Int!(4), Int!(8)), (Int!(2), Int!(2), Int<X>)),
    ((Int!(32), Int!(1)), (Int!(16), Int!(8), Int!(128))),
>;

atoms! {
    tcgen05_ld Nvidia "PTX ISA, tcgen05.ld, Data movement shape";
    /// 32 lanes, 1 column.
    s32x32b_x1 [32 1] { [b32] ["sm_100a"] "32x32b" { D = By32<U1>; } }
    /// 32 lanes, 2 columns.
    s32x32b_x2 [32 2] { [b32] ["sm_100a"] "32x32b" { D = By32<U2>; } }
    /// 32 lanes, 4 columns.
    s32x32b_x4 [32 4] { [b32] ["sm_100a"] "32x32b" { D = By32<U4>; } }
    /// 32 lanes, 8 columns.
    s32x32b_x8 [32 8] { [b32] ["sm_100a"] "32x32b" { D = By32<U8>; } }
    /// 32 lanes, 16 columns.
    s32x32b_x16 [32 16] { [b32] ["sm_100a"] "32x32b" { D = By32<U16>; } }
    /// 32 lanes, 32 columns.
    s32x32b_x32 [32 32] { [b32] ["sm_100a"] "32x32b" { D = By32<U32>; } }
    /// 32 lanes, 64 columns.
    s32x32b_x64 [32 64] { [b32] ["sm_100a"] "32x32b" { D = By32<U64>; } }
    /// 32 lanes, 128 columns.
    s32x32b_x128 [32 128] { [b32] ["sm_100a"] "32x32b" { D = By32<U128>; } }
    /// 16 lanes, 2 columns.
    s16x64b_x1 [16 2] { [b32] ["sm_100a"] "16x64b" { D = By64<U1>; } }
    /// 16 lanes, 4 columns.
    s16x64b_x2 [16 4] { [b32] ["sm_100a"] "16x64b" { D = By64<U2>; } }
    /// 16 lanes, 8 columns.
    s16x64b_x4 [16 8] { [b32] ["sm_100a"] "16x64b" { D = By64<U4>; } }
    /// 16 lanes, 16 columns.
    s16x64b_x8 [16 16] { [b32] ["sm_100a"] "16x64b" { D = By64<U8>; } }
    /// 16 lanes, 32 columns.
    s16x64b_x16 [16 32] { [b32] ["sm_100a"] "16x64b" { D = By64<U16>; } }
    /// 16 lanes, 64 columns.
    s16x64b_x32 [16 64] { [b32] ["sm_100a"] "16x64b" { D = By64<U32>; } }
    /// 16 lanes, 128 columns.
    s16x64b_x64 [16 128] { [b32] ["sm_100a"] "16x64b" { D = By64<U64>; } }
    /// 16 lanes, 256 columns.
    s16x64b_x128 [16 256] { [b32] ["sm_100a"] "16x64b" { D = By64<U128>; } }
    /// 16 lanes, 4 columns.
    s16x128b_x1 [16 4] { [b32] ["sm_100a"] "16x128b" { D = By128<U1>; } }
    /// 16 lanes, 8 columns.
    s16x128b_x2 [16 8] { [b32] ["sm_100a"] "16x128b" { D = By128<U2>; } }
    /// 16 lanes, 16 columns.
    s16x128b_x4 [16 16] { [b32] ["sm_100a"] "16x128b" { D = By128<U4>; } }
    /// 16 lanes, 32 columns.
    s16x128b_x8 [16 32] { [b32] ["sm_100a"] "16x128b" { D = By128<U8>; } }
    /// 16 lanes, 64 columns.
    s16x128b_x16 [16 64] { [b32] ["sm_100a"] "16x128b" { D = By128<U16>; } }
    /// 16 lanes, 128 columns.
    s16x128b_x32 [16 128] { [b32] ["sm_100a"] "16x128b" { D = By128<U32>; } }
    /// 16 lanes, 256 columns.
    s16x128b_x64 [16 256] { [b32] ["sm_100a"] "16x128b" { D = By128<U64>; } }
    /// 16 lanes, 8 columns.
    s16x256b_x1 [16 8] { [b32] ["sm_100a"] "16x256b" { D = By256<U1>; } }
    /// 16 lanes, 16 columns.
    s16x256b_x2 [16 16] { [b32] ["sm_100a"] "16x256b" { D = By256<U2>; } }
    /// 16 lanes, 32 columns.
    s16x256b_x4 [16 32] { [b32] ["sm_100a"] "16x256b" { D = By256<U4>; } }
    /// 16 lanes, 64 columns.
    s16x256b_x8 [16 64] { [b32] ["sm_100a"] "16x256b" { D = By256<U8>; } }
    /// 16 lanes, 128 columns.
    s16x256b_x16 [16 128] { [b32] ["sm_100a"] "16x256b" { D = By256<U16>; } }
    /// 16 lanes, 256 columns.
    s16x256b_x32 [16 256] { [b32] ["sm_100a"] "16x256b" { D = By256<U32>; } }
}
