//! Everything a kernel author types: `use tilework::prelude::*;`.

pub use crate::algebra::{
    Alignment, Coalesce, Common, Complement, Compose, Filter, FlatDivide, Invert, LogicalDivide, TiledDivide,
    Tiler, ZippedDivide, coalesce, complement, composition, filter, filter_zeros, flat_divide, left_inverse,
    logical_divide, max_alignment, max_common_layout, max_common_vector, nullspace, right_inverse,
    tiled_divide, try_complement, try_composition, try_flat_divide, try_left_inverse, try_logical_divide,
    try_tiled_divide, try_zipped_divide, zipped_divide,
};
pub use crate::basis::{CoordinateLayout, IdentityLayout, identity_layout, try_identity_layout};
pub use crate::format::{
    ColumnMajor, Element, Format, FormatLayout, L0C, MatrixFormat, Packed, PaddingColumnMajor,
    PaddingRowMajor, RowMajor, VectorLayout, Weight4BitnZ, bf16, f16, make_layout, nN, nZ, zN, zZ,
};
pub use crate::int::{Int, Integer, Neg, Scalar, Signed};
pub use crate::kernel::{Mismatch, copy, fill, matmul, transform};
pub use crate::layout::{
    Accepts, Coordinate, Exact, Extent, Layout, LayoutError, Mapping, Matrix, Strided, column_major, cosize,
    crd2idx, crd2offset, is_contiguous, is_exhaustive, is_injective, make_layout_tile, ordered, row_major,
    tile_layout,
};
pub use crate::swizzle::{Swizzle, SwizzleError, Swizzled, XorSwizzle};
#[cfg(feature = "alloc")]
pub use crate::tensor::{BoxTensor, VecTensor};
pub use crate::tensor::{StackTensor, StaticLen, Tensor, View, ViewMut};
pub use crate::tuple::{
    Congruent, IntTuple, Shape, Stride, add, ceil_div, compact_col_major, compact_row_major, compatible,
    congruent, depth, elem_less, evenly_divides, flatten, gcd, get, idx2crd, inner_product, max, max_leaf,
    min, product_each, rank, round_up, shape_div, size, unflatten, weakly_congruent,
};
pub use crate::xor::XorLayout;
pub use crate::{Int, Layout, Shape, Stride, XorLayout, crd, int, layout, shape, stride, tiler, xor_layout};
