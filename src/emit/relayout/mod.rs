//! Whole kernels that copy from one layout to another.
//!
//! Two layouts of the same extents cut every index into digits, each with a step in both (`digits`); where it has
//! none, over F2 or between leaves that do not refine each other, the leaves of that side take the index apart
//! (`leaf`). What lies together on both sides is one unit. A block of threads moves a tile of units that is contiguous
//! on either side (`tile`): it reads the tile in the order of the source, puts it into shared memory, and writes it in
//! the order of the destination; or copies it without that where both orders are one. Where a swizzle or a padding
//! frees shared memory of conflicts, the search of `access` finds it (`stage`); units smaller than a word are got by
//! words, and turned in registers (`patch`). The kernel says what its accesses cost (`report`). The text is made of
//! functions (`functions`) and a frame for each language (`frame`).
//!
//! `tile` and `patch` know each other: a tile is copied by patches where these fill words, which are found by its
//! runs of digits.
mod digits;
mod frame;
mod functions;
mod kernel;
mod leaf;
mod patch;
mod report;
mod side;
mod stage;
mod tile;

pub use kernel::{EmittedKernel, RelayoutKernel};
pub use report::AccessReport;
pub use stage::StageSkew;
