//! AMD's `v_wmma` of RDNA3: a wave of 32 lanes multiplies tiles of 16 by 16 by 16.
//!
//! A lane has a whole row of A, a column of B; the lanes from 16 on have the same once more, and must. Of the sums a
//! lane has a column, every other row of it; those of 16 bits take half of a register each, OPSEL says which. AMD's
//! matrix instruction calculator computes it so.
use crate::Layout;

/// A row of A or a column of B, all of its sixteen values, and that twice.
pub type Row16 = Layout!(((16, 2), 16):((1, 0), 16));

/// Eight sums of a column: the even rows in the lanes below 16, the odd ones above.
pub type EveryOther = Layout!(((16, 2), 8):((16, 1), 2));

atoms! {
    rdna3 Amd "AMD matrix instruction calculator, RDNA3 ISA guide";
    /// The one shape.
    m16n16k16 [16 16 16] {
        [f16] ["gfx1100"] "v_wmma_f32_16x16x16_f16" { A = Row16; B = Row16; C [F32 F16] = EveryOther; }
        [bf16] ["gfx1100"] "v_wmma_f32_16x16x16_bf16" { A = Row16; B = Row16; C [F32 Bf16] = EveryOther; }
        [s8 u8] ["gfx1100"] "v_wmma_i32_16x16x16_iu8" { A = Row16; B = Row16; C [S32] = EveryOther; }
        [s4 u4] ["gfx1100"] "v_wmma_i32_16x16x16_iu4" { A = Row16; B = Row16; C [S32] = EveryOther; }
    }
}
