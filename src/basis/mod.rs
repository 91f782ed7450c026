//! Floor 3: layouts over basis strides, whose values are coordinates.
//!
//! A stride may be a number of steps along an axis instead of a distance in memory: `2@1` is two steps along axis 1.
//! A layout over such strides leads from coordinates to coordinates, and the identity layout of a shape,
//! `(4,5):(1@0,1@1)`, leads from each to itself. Cut into tiles as a tensor is cut, it says where in the tensor each
//! element of a tile is: what predicates of edge tiles ask.
//!
//! Such a stride is a leaf like any other, [`Along`](crate::int::Along): coordinates are weighed, slices cut and
//! forms arranged by the code that does it for integers. Here is what only a layout of coordinates has: a space, an
//! origin in it, and the question whether a coordinate is one of the space.
//!
//! What may enter: what a layout over basis strides is, what it says of itself, and how one is made or cut.

mod extent;
mod identity;
mod layout;
mod origin;
mod slice;
mod stride;

pub use extent::TiledExtent;
pub use identity::{Identity, IdentityLayout, identity_layout, try_identity_layout};
pub use layout::CoordinateLayout;
#[doc(hidden)]
pub use origin::Components;
pub use origin::Origin;
pub use slice::{BasisSlice, SlicedLayout};
pub(crate) use stride::{each_step, notation, spans};
