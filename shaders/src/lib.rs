//! Nothing by itself: the tests read emitted WGSL with `naga`, the compiler of Firefox and wgpu.
