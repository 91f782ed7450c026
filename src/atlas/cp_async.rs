//! NVIDIA's `cp.async`: a thread copies 16 bytes from global to shared memory.
use crate::Layout;

atoms! {
    cp_async Nvidia "PTX ISA, Data movement and conversion instructions: non-bulk copy";
    /// Through all caches (`ca`).
    ca [1 16] {
        [b128] ["sm_80"] "cp.async.ca" { S [B8] = Layout!((1, 16):(0, 1)); D [B8] = Layout!((1, 16):(0, 1)); }
    }
    /// Past the first cache (`cg`).
    cg [1 16] {
        [b128] ["sm_80"] "cp.async.cg" { S [B8] = Layout!((1, 16):(0, 1)); D [B8] = Layout!((1, 16):(0, 1)); }
    }
}
