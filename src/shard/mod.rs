//! Floor 5': shardings, which device holds what of an array.
//!
//! A sharding cuts an array into tiles and gives each to a device, or to several that hold the same. The device is an
//! outer mode of the layout: a dimension of 16 elements over 4 devices is `(4,4)`, a place on a device and a device.
//! This room reads the texts people have, `devices=[2,4]<=[4,2]T(1,0)` of HLO, meshes with names of axes of JAX and
//! descriptors of ScaLAPACK, and answers who holds an element, and where. From one [`Distribution`] to another there is
//! a [`plan`] that moves the least.
//!
//! What may enter: what shardings say of devices, and of two of them. `mesh` and `text` know each other: HLO writes
//! meshes too, and both are one text.
//!
//! ```
//! use tilework::shard::Sharding;
//!
//! let sharding: Sharding = "{devices=[2,4]<=[4,2]T(1,0)}".parse()?;
//! assert_eq!(sharding.owners(&[5, 0], &[8, 8])?, [1]);
//! assert_eq!(sharding.shard_shape(&[8, 8])?, [4, 2]);
//! assert_eq!(sharding.part(6, &[8, 8])?, [0..4, 6..8]);
//! assert_eq!(sharding.to_layout(&[8, 8])?.to_string(), "((4,2),(2,4)):((1@1,1@0),(1@2,2@0))");
//! # Ok::<(), tilework::dynamic::Error>(())
//! ```
mod assignment;
mod block_cyclic;
mod distribution;
mod memory;
mod mesh;
pub mod plan;
mod read;
mod scalapack;
mod sharding;
mod text;

pub use assignment::TileAssignment;
pub use block_cyclic::BlockCyclic;
pub use distribution::Distribution;
pub use memory::LocalMemory;
pub use mesh::Mesh;
pub use scalapack::{GridOrder, ScalapackDescriptor};
pub use sharding::{Sharding, Subgroup, TiledSharding};
