//! Floor 4: formats — the rules by which accelerators place whole matrices, of any size and element width.
//!
//! What may enter: a rule from (rows, columns, element width) to a layout, and the question whether a layout follows
//! it.
//!
//! # The formats
//! A *fractal* is the block that hardware moves at once: 512 bytes, 16 rows or columns of 32 bytes. With
//! `E = 256 / bits` elements in 32 bytes ([`E`]), a format of fractals is a block and an order, and nothing else
//! ([`fractal`]). The two letters of a name say the order: the small one inside a fractal, the capital one between
//! fractals; z and Z run along rows (row-major), n and N along columns (column-major).
//!
//! | format | block | order of `((r0,R),(c0,C))` | 100x50 of 16 bits |
//! |---|---|---|---|
//! | [`zN`] | `16 x E` | `((1,2),(0,3))` | `((16,7),(16,4)):((16,256),(1,1792))` |
//! | [`nZ`] | `E x 16` | `((0,3),(1,2))` | `((16,7),(16,4)):((1,1024),(16,256))` |
//! | [`zZ`] | `16 x E` | `((1,3),(0,2))` | `((16,7),(16,4)):((16,1024),(1,256))` |
//! | [`nN`] | `E x 16` | `((0,2),(1,3))` | `((16,7),(16,4)):((1,256),(16,1792))` |
//! | [`L0C`] | `16 x 16` | `((1,2),(0,3))` | `((16,7),(16,4)):((16,256),(1,1792))` |
//! | [`Weight4BitnZ`] | `32 x 16` | `((0,3),(1,2))` | `((32,4),(16,4)):((1,2048),(32,512))` |
//! | [`PaddingRowMajor<BR, BC>`](PaddingRowMajor) | `BR x BC` | `((1,3),(0,2))` | 32x16: `((32,4),(16,4)):((16,2048),(1,512))` |
//! | [`PaddingColumnMajor<BR, BC>`](PaddingColumnMajor) | `BR x BC` | `((0,2),(1,3))` | 32x16: `((32,4),(16,4)):((1,512),(32,2048))` |
//! | [`RowMajor`] | | | `(100,50):(50,1)` |
//! | [`AlignedRowMajor`] | | | `(100,50):(64,1)` |
//! | [`ColumnMajor`] | | | `(100,50):(1,100)` |
//! | [`VectorLayout`] | | | `(50):(1)` |
//! | [`AlignedVectorLayout`] | | | `(64):(1)` |
//!
//! The shape of a fractal format spans whole fractals, 112x64 here; the logical extent, 100x50, is kept beside it,
//! and a buffer holds [`capacity`](Format::capacity) elements. MX scales have formats of their own ([`ScaleFormat`]),
//! and so have convolutions ([`NC1HWC0`], [`CI1KHKWCOCI0`], [`NDC1HWC0`], [`KDC1KHKWN1N0C0`]).
//!
//! # zN is not nZ
//! What the field writes NZ in prose is [`zN`] here: z inside, N outside. [`describe`] prints fractal and order next
//! to a name. As XLA tiles: zZ is `{1,0:T(16,E)}`, nN is `{0,1:T(16,E)}`, and zN is `{1,0:T(⌈rows/16⌉ 16,E)}`.
//!
//! ```
//! use tilework::prelude::*;
//! // static where the size is static, dynamic where it is not
//! let l = make_layout::<zN, f16>(100, int!(64));
//! assert_eq!(l.to_string(), "((_16,7),(_16,_4)):((_16,_256),(_1,1792)) of (100,_64)");
//! assert_eq!(l.offset((17, 20)), 2068);
//! ```
//!
//! Source: TLA's formats.

mod base;
mod convolution;
mod element;
mod flat;
mod fractal;
mod predicate;
mod scale;

#[doc(hidden)]
pub use base::FormatCrd;
pub use base::{
    Description, Format, FormatLayout, MatrixFormat, Packed, PackedLayout, describe, make_layout,
};
pub use convolution::{
    CI1KHKWCOCI0, Channels, FilterFractals, Grouped, Hwio, KDC1KHKWN1N0C0, NC1HWC0, NDC1HWC0, Nchw, Ndhwc,
    Nhwc,
};
pub use element::{E, Element, bf16, e8m0, f4e1m2, f4e2m1, f8e4m3, f8e5m2, f16, hif8, i4, u4};
pub use flat::{AlignedRowMajor, AlignedVectorLayout, ColumnMajor, RowMajor, VectorLayout};
pub use fractal::{
    FractalLayout, InBlocks, L0C, PaddingColumnMajor, PaddingRowMajor, Weight4BitnZ, fractal, nN, nZ,
    try_fractal, zN, zZ,
};
pub use predicate::{
    is_column_major, is_exactly, is_nN, is_nZ, is_row_major, is_vector, is_zN, is_zN_unaligned, is_zZ,
    looks_like,
};
pub use scale::{Operand, OperandA, OperandB, ScaleElement, ScaleFormat, make_mx_scale_layout};

use crate::layout::{Extent, Layout, LayoutError, LeafOrder, NoLeaves, OrderedLayout, Strided};
use crate::tuple::Shape;

/// Refuses extents whose product leaves the address space, before anything multiplies them.
///
/// Empty extents count as 1: every stride of a compact layout is then a factor of the product, and cannot overflow.
fn checked_product<const N: usize>(leaves: [usize; N]) -> Result<(), LayoutError> {
    let product = leaves.into_iter().try_fold(1usize, |product, leaf| product.checked_mul(leaf.max(1)));
    match product {
        Some(product) if product <= isize::MAX as usize => Ok(()),
        _ => Err(LayoutError::SizeOverflow),
    }
}

/// The layout of shape `S`, filled compactly in order `O`, of which `X` holds elements.
type Compact<S, O, X> = Layout<S, <OrderedLayout<S, O> as Strided>::Stride, X>;

/// The layout of `shape` filled in `order`, of which `extent` holds elements; `leaves` are the extents of the shape.
fn compact<S: Shape, O: LeafOrder<S>, X: Extent<S>, const N: usize>(
    shape: S,
    order: O,
    extent: X,
    leaves: [usize; N],
) -> Result<Compact<S, O, X>, LayoutError> {
    checked_product(leaves)?;
    // shapes are made of blocks that cover the extent: nothing is left to check
    Ok(Layout::from_parts(shape, order.strides(shape, NoLeaves, NoLeaves), extent))
}
