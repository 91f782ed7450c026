//! Everything a kernel author types: `use tilework::prelude::*;`.

pub use crate::algebra::{
    AddLayout, Alignment, Coalesce, CoalesceBy, Common, CommonCoarsening, CommonRefinement, Complement,
    Compose, Divide, FillToRank, Filter, Invert, Like, Recast, Repeat, RepeatByMode, SideBySide, TileToShape,
    Tiler, WithShape, blocked_product, coalesce, coalesce_by, coalesce_z, common_coarsening,
    common_refinement, complement, composition, domain_distribute, downcast, filter, filter_zeros,
    flat_divide, flat_product, greatest_common_domain, layout_add, left_inverse, logical_divide,
    logical_product, make_layout_like, max_alignment, max_common_layout, max_common_vector, nullspace,
    raked_product, recast, right_inverse, tile_to_shape, tile_to_shape_ordered, tiled_divide, tiled_product,
    try_blocked_product, try_common_coarsening, try_common_refinement, try_complement, try_composition,
    try_domain_distribute, try_downcast, try_flat_divide, try_flat_product, try_greatest_common_domain,
    try_layout_add, try_left_inverse, try_logical_divide, try_logical_product, try_make_layout_like,
    try_raked_product, try_recast, try_tile_to_shape, try_tile_to_shape_ordered, try_tiled_divide,
    try_tiled_product, try_upcast, try_with_shape, try_zipped_divide, try_zipped_product, upcast, with_shape,
    zipped_divide, zipped_product,
};
pub use crate::algebra::{same_by_coordinate, same_by_index, same_text};
pub use crate::basis::{CoordinateLayout, IdentityLayout, identity_layout, try_identity_layout};
pub use crate::format::{
    ColumnMajor, Element, Format, FormatLayout, L0C, MatrixFormat, Packed, PaddingColumnMajor,
    PaddingRowMajor, RowMajor, VectorLayout, Weight4BitnZ, bf16, f16, make_layout, nN, nZ, zN, zZ,
};
pub use crate::int::{Int, Integer, Neg, Scalar, Signed};
pub use crate::kernel::{Mismatch, copy, fill, matmul, transform};
pub use crate::layout::{
    Accepts, Coordinate, Exact, Extent, Layout, LayoutError, Mapping, Matrix, Strided, TileError,
    column_major, cosize, crd2crd, crd2idx, crd2offset, idx2crd, is_contiguous, is_exhaustive, is_injective,
    make_layout_tile, ordered, row_major, tile_layout,
};
pub use crate::placed::{Swizzle, SwizzleError, Swizzled, TiledLayout, XorLayout, XorSwizzle};
#[cfg(feature = "alloc")]
pub use crate::tensor::{BoxTensor, VecTensor};
pub use crate::tensor::{StackTensor, StaticLen, Tensor, View, ViewMut};
pub use crate::tuple::{
    Congruent, IntTuple, Shape, Stride, add, ceil_div, compact_col_major, compact_row_major, compatible,
    congruent, depth, elem_less, evenly_divides, flatten, gcd, get, inner_product, max, max_leaf, min,
    product_each, rank, round_up, shape_div, size, unflatten, weakly_congruent,
};
pub use crate::{
    Int, Layout, Shape, Stride, Xla, XorLayout, crd, int, layout, shape, stride, tiler, try_xla, xla,
    xla_bytes, xor_layout,
};
