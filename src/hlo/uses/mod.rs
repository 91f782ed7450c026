//! What the maps of instructions are good for: tiles, utilization, coalescing.

mod coalescing;
mod emitter;
mod reason;
mod thread_map;
mod tile;
mod tiles;
mod utilization;

pub use coalescing::{WarpAccess, coalesced_reads, is_coalesced_at_a_glance, warp_accesses};
pub use reason::{UnknownReasons, unknown_reason, unknown_use_reason};
pub use thread_map::{GpuModel, thread_map};
pub use tile::symbolic_tile;
pub use tiles::{StridedRange, TiledRead, symbolic_tiles};
pub use utilization::{Utilization, utilization};
