//! Kernels that assert what analyses of their static layouts say, and the same without: `tests/codegen.rs` compares
//! them.

#![allow(missing_docs, unsafe_code)]

use tilework::access::{
    BoxCopy, BoxSwizzle, Cache, bank_conflicts, box_copy, cache_conflicts, contiguous_threads, cycles, image,
    static_blocks, widest_vector,
};
use tilework::{placed::Swizzled, prelude::*};

type Rows = Layout!((32, 32):(32, 1));
type Stage = Swizzled<Swizzle<5, 0, 5>, Rows>;
type Xor = XorLayout!((32, 32):(F33, F1));
type Tiled = Xla!(f32[20,30]{1,0:T(8,16)(3,1)});
type Column = Layout!(32:1);
type Row = Layout!(32:32);

#[unsafe(no_mangle)]
pub fn typed_column(row: usize) -> usize {
    const {
        assert!(bank_conflicts::<f32, Stage, Column>() == 1);
        assert!(bank_conflicts::<f32, Xor, Column>() == 1);
        assert!(image::<Stage>().is_bijective() && image::<Tiled>().is_injective());
        assert!(cycles::<Stage>().longest <= 1024);
        assert!(static_blocks::<f32, Rows, Row>(32) == 4);
        assert!(widest_vector::<f32, Rows, Layout!((8, 4):(32, 256))>(16) == 1);
        assert!(contiguous_threads::<f32, Rows, Row>() == 32);
        assert!(cache_conflicts::<f32, Rows, Column>(Cache::L1) == 1);
    }
    Stage::STATIC.offset((row % 32, 3))
}

#[unsafe(no_mangle)]
pub fn hand_column(row: usize) -> usize {
    Stage::STATIC.offset((row % 32, 3))
}

/// What an analysis says is a number in the code.
#[unsafe(no_mangle)]
pub fn typed_bytes() -> i64 {
    const TILE: BoxCopy =
        box_copy::<u16, Layout!((4096, 1024):(1024, 1)), Shape!(64, 64)>(128, BoxSwizzle::B128);
    const BYTES: i64 = TILE.bytes();
    BYTES
}

#[unsafe(no_mangle)]
pub fn hand_bytes() -> i64 {
    8192
}
