//! Intel's DPAS, the systolic arrays of Xe GPUs: a subgroup multiplies eight rows by as many columns as it has work
//! items.
//!
//! A work item has a column of B and of C. Its registers hold `V` neighbours along K of B, as many as 32 bits hold
//! ([`Columns`]). A is given as one register for each row, 32 bits of a work item of 8, 16 bits of one of 16
//! ([`Spread`]).
use super::fragment::Fragment;
use crate::int::Int;
use crate::int::nat::Product;
use crate::{Int, Layout};
use typenum::{U1, U2, U4, U8, U16};

/// Eight rows, `W` neighbours along K for each of `L` work items: `(L,(W,8)):(8W,(8,1))`.
pub type Spread<L, W> = Fragment<(Int<L>, (Int<W>, Int!(8))), (Int<Product<U8, W>>, (Int!(8), Int!(1)))>;

/// A column for each of `L` work items, eight registers of `V` neighbours along K: `(L,8V):(1,L)`.
pub type Columns<L, V> = Fragment<(Int<L>, Int<Product<U8, V>>), (Int!(1), Int<L>)>;

atoms! {
    dpas Intel "Khronos OpenCL registry, cl_intel_subgroup_matrix_multiply_accumulate";
    /// Eight work items, a depth of 16.
    m8n8k16 [8 8 16] {
        [f16 bf16] ["xe-hpg"] "M = 8, subgroups of 8" { A = Spread<U8, U2>; B = Columns<U8, U2>; C [F32] = Layout!((8, 8):(8, 1)); }
    }
    /// Eight work items, a depth of 32.
    m8n8k32 [8 8 32] {
        [s8 u8] ["xe-hpg"] "M = 8, subgroups of 8" { A = Spread<U8, U4>; B = Columns<U8, U4>; C [S32] = Layout!((8, 8):(8, 1)); }
    }
    /// Sixteen work items, a depth of 16.
    m8n16k16 [8 16 16] {
        [f16 bf16] ["xe-hpc"] "M = 8, subgroups of 16" { A = Spread<U16, U1>; B = Columns<U16, U2>; C [F32] = Layout!((16, 8):(8, 1)); }
    }
    /// Sixteen work items, a depth of 32.
    m8n16k32 [8 16 32] {
        [s8 u8] ["xe-hpc"] "M = 8, subgroups of 16" { A = Spread<U16, U2>; B = Columns<U16, U4>; C [S32] = Layout!((16, 8):(8, 1)); }
    }
}
