//! Floor 6': what memory does for an access of many threads at once.
//!
//! A group of threads gives an address each; shared memory answers in as many turns as its most asked bank has words
//! to give, and global memory moves whole sectors and lines. `banks` and `lines` count both, in `const` where addresses
//! are known while compiling; `conflicts` takes them from types. With the runtime twin, `threads` takes them from
//! layouts and says who collides.
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
mod conflicts;
mod lines;
mod offsets;
#[cfg(feature = "dynamic")]
mod threads;

pub use banks::Banks;
pub use conflicts::bank_conflicts;
pub use lines::blocks_touched;
#[doc(hidden)]
pub use offsets::ConstOffsets;
pub use offsets::StaticOffsets;
#[cfg(feature = "dynamic")]
pub use threads::{Collision, ThreadAccess};
