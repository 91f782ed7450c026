//! AMD's `v_wmma` of RDNA4: a wave of 32 lanes multiplies tiles of 16 by 16, nothing held twice.
//!
//! A lane has half a row of A, half a column of B: the lanes from 16 on the second half. Of the sums a lane has half
//! a column. AMD's matrix instruction calculator computes it so.
use crate::Layout;

/// Half of a row of 16.
pub type Half8 = Layout!(((16, 2), 8):((1, 128), 16));

/// Half of a row of 32.
pub type Half16 = Layout!(((16, 2), 16):((1, 256), 16));

/// Eight sums of a column, one after the other.
pub type Column8 = Layout!(((16, 2), 8):((16, 8), 1));

atoms! {
    rdna4 Amd "AMD matrix instruction calculator, RDNA4 ISA guide";
    /// A depth of 16.
    m16n16k16 [16 16 16] {
        [f16] ["gfx1200"] "v_wmma_f32_16x16x16_f16" { A = Half8; B = Half8; C [F32 F16] = Column8; }
        [bf16] ["gfx1200"] "v_wmma_f32_16x16x16_bf16" { A = Half8; B = Half8; C [F32 Bf16] = Column8; }
        [e4m3 e5m2] ["gfx1200"] "v_wmma_f32_16x16x16_fp8_bf8" { A = Half8; B = Half8; C [F32] = Column8; }
        [s8 u8] ["gfx1200"] "v_wmma_i32_16x16x16_iu8" { A = Half8; B = Half8; C [S32] = Column8; }
        [s4 u4] ["gfx1200"] "v_wmma_i32_16x16x16_iu4" { A = Half8; B = Half8; C [S32] = Column8; }
    }
    /// A depth of 32.
    m16n16k32 [16 16 32] {
        [s4 u4] ["gfx1200"] "v_wmma_i32_16x16x32_iu4" { A = Half16; B = Half16; C [S32] = Column8; }
    }
}
