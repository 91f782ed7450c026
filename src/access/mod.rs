//! Floor 4': what memory does for an access of many threads at once.
//!
//! A group of threads gives an address each; shared memory answers in as many turns as its most asked bank has words
//! to give, and global memory moves whole sectors and lines. `banks`, `lines`, `cache` and `vector` count that,
//! `image` and `cycles` say which places a layout reaches and how it moves elements, `box_copy` what hardware copies
//! at once; all of them in `const`, of addresses or of types. With the runtime twin, `places` and `threads` take
//! accesses from layouts and say who collides, `reuse` tells how far apart a line is used again, and `search` finds
//! the swizzle or the padding without conflicts.
//!
//! What may enter: counts of what a machine moves or waits for. Where elements lie is answered by the rooms below.
//!
//! ```
//! use tilework::access::Banks;
//! use tilework::prelude::*;
//!
//! // 32 threads read a column of 32x32 floats in rows, and of the same with a place of padding after each row
//! const ROWS: [usize; 32] = <Layout!(32:128)>::offset_array();
//! const PADDED: [usize; 32] = <Layout!(32:132)>::offset_array();
//! const { assert!(Banks::NVIDIA.ways(&ROWS, 4) == 32) };
//! const { assert!(Banks::NVIDIA.ways(&PADDED, 4) == 1) };
//! ```
mod banks;
mod box_copy;
mod cache;
mod conflicts;
mod cycles;
mod image;
mod lines;
mod offsets;
#[cfg(feature = "dynamic")]
mod places;
#[cfg(feature = "dynamic")]
mod reuse;
#[cfg(feature = "dynamic")]
mod runs;
#[cfg(feature = "dynamic")]
mod search;
mod taken;
#[cfg(feature = "dynamic")]
mod threads;
mod vector;

pub use banks::Banks;
pub use box_copy::{BoxCopy, BoxRefused, BoxSwizzle, box_copy};
#[cfg(feature = "dynamic")]
pub use cache::CacheMisses;
pub use cache::{Cache, cache_conflicts};
pub use conflicts::bank_conflicts;
#[cfg(feature = "dynamic")]
pub use cycles::cycles_of;
pub use cycles::{Cycles, NoPermutation, cycles};
#[cfg(feature = "dynamic")]
pub use image::aliases;
pub use image::{Alias, Image, image};
pub use lines::{blocks_touched, static_blocks};
#[doc(hidden)]
pub use offsets::ConstOffsets;
pub use offsets::StaticOffsets;
#[cfg(feature = "dynamic")]
pub use places::AccessedPlaces;
#[cfg(feature = "dynamic")]
pub use reuse::ReuseDistances;
#[cfg(feature = "dynamic")]
pub use runs::PlaceRuns;
#[cfg(feature = "dynamic")]
pub use search::{BitExchange, ConflictSearch, NoExchange, NoSkew, NoSwizzle, RowPadding, RowRotation};
#[cfg(feature = "dynamic")]
pub use threads::{Collision, ThreadAccess};
pub use vector::{
    contiguous_threads, contiguous_threads_of, thread_stride_of, widest_vector, widest_vector_of,
};
