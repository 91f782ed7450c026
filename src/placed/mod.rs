//! Floor 3: layouts that sum, and then place.
//!
//! An index of each mode contributes a number, the numbers are added, and the sum is placed. Of a
//! [`Layout`](crate::layout::Layout) the sum is the offset already. Here it is not: over F2 strides a matrix of bits
//! places it, in XLA's tilings the steps of the tiling do, and behind a swizzled layout an exchange of addresses. None
//! of these has strides any more, and all are a [`Mapping`](crate::layout::Mapping), and a
//! [`Matrix`](crate::layout::Matrix) if they have two modes, so that tensors, tiles and kernels take them as they take
//! any other layout: those walk sums, and place each one where they touch memory.
//!
//! What may enter: placements, the layouts over them, what these say of themselves, and how they are made or cut.

mod f2;
mod layout;
mod mapping;
mod part;
mod placement;
mod reindexed;
mod swizzle;
mod xla;

pub use f2::{F2, XorCosize, XorLayout, XorSlice};
pub use layout::Placed;
pub use part::PlacedPart;
pub use placement::Placement;
pub use reindexed::Reindexed;
pub(crate) use swizzle::check_static_swizzle;
#[doc(hidden)]
pub use swizzle::{Bits, PowerOfTwo, Shift, ShiftLeft, SwizzleParts};
pub use swizzle::{
    SlicedStart, StaticLayout, Swizzle, SwizzleError, Swizzled, SwizzledCosize, Unswizzled, XorSwizzle,
};
pub(crate) use xla::Steps;
pub use xla::{Combine, TiledLayout, XlaTiles};
#[doc(hidden)]
pub use xla::{dimension, expect_layout, static_layout, try_layout};
