//! Floor 5: storage seen through a layout.
//!
//! What may enter: views, their parts, and tensors, the checks that make them safe to index, and indices that need
//! none. `unsafe` rests on three facts. Two hold for every view: each offset of a coordinate inside the logical extent
//! is inside the storage, and in a view that can be written no two coordinates share one. The third holds for every
//! brand: it is that of one number, and an index that has it is below that number.
#![allow(unsafe_code)]

mod algebra;
mod batch;
mod bounded;
mod cells;
mod check;
mod chunks;
mod debug;
mod elements;
mod error;
mod matrix;
#[cfg(feature = "ndarray")]
mod ndarray;
mod owned;
#[cfg(feature = "rayon")]
mod parallel;
mod raw;
#[cfg(feature = "bytemuck")]
mod recast;
mod select;
mod slice;
mod split;
mod through;
mod tile;
mod tiles;
mod uninit;
mod view;
mod within;

pub use batch::MatrixTile;
pub use bounded::{Bounded, Proof};
pub use chunks::{ViewChunks, ViewChunksMut};
pub use elements::{Elements, ElementsMut};
pub use error::TensorError;
#[cfg(feature = "ndarray")]
pub use ndarray::{ArrayExtents, Axes};
#[cfg(feature = "alloc")]
pub use owned::{BoxTensor, VecTensor};
pub use owned::{StackLen, StackTensor, StaticLen, Storage, Tensor};
#[cfg(feature = "rayon")]
pub use parallel::Parallel;
#[doc(hidden)]
pub use through::{Composite, Rebuild, Through, Underlying};
pub use tiles::{ViewTiles, ViewTilesMut};
pub use view::{View, ViewMut};
pub use within::{Bound, Chunks, Idx, IndexRange, Indices, Numbers, within};
