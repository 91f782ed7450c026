//! Intel's AMX: a core multiplies tiles of sixteen rows of 64 bytes.
//!
//! There are no threads: what stands for one is a row of the tile register, and its values are the places in that
//! row. A is `(M,K)` in rows, C `(M,N)` in rows. B lies as `TDPB…` wants it: a row holds `V` neighbours along K, as
//! many as 32 bits hold, of every column ([`Vnni`]). The element `(n,k)` is in row `k / V` at place `V n + k % V`.
use super::fragment::Fragment;
use crate::Int;
use crate::Layout;
use crate::int::Int;
use crate::int::nat::Product;
use typenum::{U2, U4, U16};

/// Sixteen columns in groups of `V` neighbours along K: `(16,(V,16)):(16V,(16,1))`.
pub type Vnni<V> = Fragment<(Int!(16), (Int<V>, Int!(16))), (Int<Product<U16, V>>, (Int!(16), Int!(1)))>;

/// Sixteen rows of 16 elements.
pub type Rows16x16 = Layout!((16, 16):(1, 16));

/// Sixteen rows of 32 elements.
pub type Rows16x32 = Layout!((16, 32):(1, 16));

/// Sixteen rows of 64 elements.
pub type Rows16x64 = Layout!((16, 64):(1, 16));

atoms! {
    amx Intel "Intel 64 and IA-32 SDM, volume 2";
    /// Pairs: a depth of 32.
    m16n16k32 [16 16 32] {
        [bf16] ["sapphirerapids"] "TDPBF16PS" { A = Rows16x32; B = Vnni<U2>; C [F32] = Rows16x16; }
        [f16] ["graniterapids"] "TDPFP16PS" { A = Rows16x32; B = Vnni<U2>; C [F32] = Rows16x16; }
    }
    /// Groups of four: a depth of 64.
    m16n16k64 [16 16 64] {
        [s8 u8] ["sapphirerapids"] "TDPBSSD, TDPBSUD, TDPBUSD, TDPBUUD" { A = Rows16x64; B = Vnni<U4>; C [S32] = Rows16x16; }
    }
}
