//! What a kernel author types every day: `use tilework::prelude::*;`. The rest stands in the rooms, as
//! `tilework::algebra`.

pub use crate::algebra::{
    coalesce, complement, composition, logical_divide, logical_product, tiled_divide, zipped_divide,
};
pub use crate::basis::identity_layout;
pub use crate::format::{
    ColumnMajor, Element, Format, FormatLayout, L0C, MatrixFormat, RowMajor, VectorLayout, bf16, f16,
    make_layout, nN, nZ, zN, zZ,
};
pub use crate::int::{Int, Integer, Scalar, Signed};
pub use crate::kernel::{copy, fill, fold, matmul, transform, zip_with};
pub use crate::layout::{Accepts, Layout, Mapping, Matrix, Strided, column_major, crd2offset, row_major};
pub use crate::placed::{Swizzle, TiledLayout, XorLayout};
#[cfg(feature = "alloc")]
pub use crate::tensor::{BoxTensor, VecTensor};
pub use crate::tensor::{StackTensor, Tensor, View, ViewMut, within};
pub use crate::tuple::{IntTuple, Shape, Stride, depth, rank};
pub use crate::{
    Int, Layout, Shape, Stride, Xla, XorLayout, crd, int, layout, shape, stride, tiler, try_xla, xla,
    xla_bytes, xor_layout,
};
