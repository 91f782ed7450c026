//! NVIDIA's `dp4a` and `dp2a`: a thread adds a product of four, or two, to a sum.
use crate::Layout;

atoms! {
    dot Nvidia "PTX ISA, Integer arithmetic instructions";
    /// Four bytes by four bytes.
    dp4a [1 1 4] {
        [s8 u8] ["sm_61"] "dp4a" { A = Layout!((1, 4):(0, 1)); B = Layout!((1, 4):(0, 1)); C [S32] = Layout!((1, 1):(0, 0)); }
    }
    /// Two words of 16 bits by two bytes.
    dp2a [1 1 2] {
        [s16] ["sm_61"] "dp2a" { A = Layout!((1, 2):(0, 1)); B [S8] = Layout!((1, 2):(0, 1)); C [S32] = Layout!((1, 1):(0, 0)); }
    }
}
