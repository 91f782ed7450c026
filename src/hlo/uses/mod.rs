//! What the maps of instructions are good for: tiles, utilization, coalescing.

mod at_a_glance;
mod boxes;
mod coalescing;
mod emitter;
mod summands;
mod thread_map;
mod tile;
mod tiles;
mod unknown_reasons;
mod utilization;
mod warp;

pub use at_a_glance::is_coalesced_at_a_glance;
pub use coalescing::{coalesced_reads, warp_accesses};
pub use thread_map::{GpuModel, thread_map};
pub use tile::symbolic_tile;
pub use tiles::{StridedRange, TiledRead, symbolic_tiles};
pub use unknown_reasons::UnknownReasons;
pub use utilization::{Utilization, utilization};
pub use warp::WarpAccess;
