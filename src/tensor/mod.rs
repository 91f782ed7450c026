//! Floor 5: storage seen through a layout.
//!
//! What may enter: views and tensors, and the checks that make them safe to index. `unsafe` rests on two facts that
//! hold for every view: each offset of a coordinate inside the logical extent is inside the storage, and in a view
//! that can be written no two coordinates share one.
#![allow(unsafe_code)]

mod algebra;
mod check;
mod debug;
mod elements;
mod error;
mod owned;
mod tile;
mod view;

pub use elements::{Elements, ElementsMut};
pub use error::TensorError;
#[cfg(feature = "alloc")]
pub use owned::{BoxTensor, VecTensor};
pub use owned::{StackLen, StackTensor, StaticLen, Storage, Tensor};
pub use view::{View, ViewMut};
