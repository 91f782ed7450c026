//! Chapter 4: coming from CuTe, TLA, XLA, `ndarray` or `mdspan`: the names there, and those of the same things here.
//!
//! # CuTe
//!
//! The words are the same. What is an overload there is a macro for literals here, and what is a device tensor is a
//! [`View`](crate::tensor::View).
//!
//! | CuTe | here |
//! |---|---|
//! | `Int<4>{}`, `_4{}`, `4` | `int!(4)`, `4` in a macro; a name or `{n}` in a macro |
//! | `make_shape(_4{}, n)`, `make_stride`, `make_coord(_, 1)` | `shape!(4, n)`, `stride!`, `crd!(_, 1)` |
//! | `make_layout(shape, stride)`, `Layout<Shape<..>, Stride<..>>` | `layout!(..:..)`, `Layout!(..:..)` |
//! | `LayoutLeft`, `LayoutRight` | [`column_major`](crate::layout::column_major), [`row_major`](crate::layout::row_major) |
//! | `layout(crd)`, `crd2idx`, `idx2crd` | `layout.offset(crd)`, [`crd2idx`](crate::layout::crd2idx), [`idx2crd`](crate::layout::idx2crd) |
//! | `size<0>(l)`, `cosize(l)`, `rank(l)`, `depth(l)` | `l.get::<0>().size()`, `l.cosize()`, `l.rank()`, `l.depth()` |
//! | `coalesce`, `composition`, `complement`, `logical_divide`, `zipped_divide`, `tiled_divide`, `flat_divide` | the same, in [`algebra`](crate::algebra); `try_` forms return what is refused |
//! | `logical_product`, `blocked_product`, `raked_product`, `tile_to_shape` | the same; of a swizzled atom too |
//! | `right_inverse`, `left_inverse`, `max_common_vector`, `upcast`, `recast<T>` | the same; tensors by `View::recast` (feature `bytemuck`) |
//! | tiler `make_tile(_16{}, Layout<..>{})` | `tiler!(16, (2, 4):(1, 8), _)` |
//! | `Swizzle<3,4,3>`, `ComposedLayout` | [`Swizzle`](crate::placed::Swizzle)`::<3, 4, 3>::new().compose(l)`, [`Swizzled`](crate::placed::Swizzled) |
//! | `make_identity_tensor`, `E<0>{}` | [`identity_layout`](crate::basis::identity_layout); in text `1@0` |
//! | `make_tensor(ptr, layout)`, `make_tensor<T>(layout)` | `View::new(&slice, layout)?`, `StackTensor::fill(layout, 0.0)` |
//! | `tensor(_, 1)` | `view.slice(crd!(_, 1))?` |
//! | `local_tile(t, tile, crd)` | `view.zipped_divide(tiler!(32, 8))?`, then `slice(crd!((_, _), (i, j)))?`: a tile to be cut further. Of a matrix whose edges are cropped, `view.tile(size, crd)?` |
//! | `local_partition(t, threads, i)` | `view.logical_divide(tiler!(8, 32))?`, then `slice(crd!((x, _), (y, _)))?` |
//! | `Step<_1, X, _1>` | `_` in the tiler keeps a mode |
//! | `make_tiled_copy`, a TV layout | `view.composition(tv)?`, then `slice(crd!(thread, _))?`; of swizzled tensors and of tiles too |
//! | `SM80_16x8x16_F32F16F16F32_TN` and its `ALayout` | [`atlas::mma::m16n8k16::f16`](crate::atlas::mma)`::A`, also in `tilework atlas` (feature `atlas`) |
//! | `thr_mma.partition_A(sA)` | `view.composition(A::STATIC)?`, then `slice(crd!(thread, _))?` |
//! | `make_tma_copy` | [`box_copy`](crate::access::box_copy()), which says whether the hardware can |
//! | `print_layout`, `print_latex` | `tilework show LAYOUT`, `--svg`, `--html` |
//! | `copy(a, b)`, `gemm(a, b, c)` | [`copy`](crate::kernel::copy())`(&a, &mut b)?`, [`matmul`](crate::kernel::matmul())`(&a, b, &mut c)?` |
//! | `static_assert(size(l) == 8)` | `const { assert!(<Layout!((4, 2):(1, 4))>::SIZE == 8) }`, or `let _: Int!(8) = l.size()` |
//!
//! Two differences. No composition, division or inverse is wrong on some coordinate: what CuTe answers wrongly is
//! refused. And a layout that spans more than its elements says so: `((16,7)) of (100)` knows its padding. So
//! [`zipped_divide`](crate::algebra::zipped_divide) of a layout whose tiles overhang keeps what is there; that of a
//! view, which loops run over, is refused.
//!
//! A thread's part of a swizzled stage:
//!
//! ```
//! use tilework::{placed::Swizzle, prelude::*};
//! let mut memory = [0_u32; 32 * 32];
//! let mut stage = ViewMut::new(&mut memory, Swizzle::<5, 0, 5>::new().compose(layout!((32, 32):(32, 1))))?;
//! // 256 threads, 8 rows of them: the four elements of thread (3, 5) lie 8 rows apart
//! let (x, y) = (3, 5);
//! let mut parts = stage.logical_divide_mut(tiler!(8, 32))?;
//! let mut part = parts.slice_mut(crd!((x, _), (y, _)))?;
//! fill(&mut part, 1);
//! assert!(memory.iter().enumerate().filter(|(_, x)| **x == 1).map(|(place, _)| place / 32).eq([3, 11, 19, 27]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```
//! use tilework::{algebra::try_composition, prelude::*};
//! // C++ CuTe gives 7 at index 5, where the left layout has 8
//! let n = 6;
//! assert!(try_composition(layout!((n, 2):(1, 7)), layout!((3, 2):(2, 3))).is_err());
//! ```
//!
//! # CATLASS TLA
//!
//! | TLA | here |
//! |---|---|
//! | `MakeShape`, `MakeStride`, `MakeCoord`, `Int<4>{}` | `shape!`, `stride!`, `crd!`, `int!(4)` |
//! | `MakeLayout(shape, stride)`, with the origin shape | `layout!(..:..)`, `Layout::try_with_extent(shape, stride, extent)?` |
//! | `MakeLayout<half, layout::zN>(rows, cols)` | [`make_layout`](crate::format::make_layout)`::<zN, f16>(rows, cols)` |
//! | `layout::RowMajor`, `zN`, `nZ`, `zZ`, `nN`, `L0C` | the same, in [`format`](mod@crate::format) |
//! | `originShape()` | `layout.extents()` |
//! | `crd2offset(coord, shape, stride)` | [`crd2offset`](crate::layout::crd2offset) |
//! | `MakeLayoutTile`, `GetTile(tensor, coord, shape)` | [`make_layout_tile`](crate::layout::make_layout_tile), `view.tile(size, crd)?` |
//! | `tla::detail::isRowMajor`, `iszN` | [`is_row_major`](crate::format::is_row_major), [`is_zN`](crate::format::is_zN) |
//!
//! ```
//! use tilework::prelude::*;
//! let zn = make_layout::<zN, f16>(100, 50);
//! assert_eq!(zn.to_string(), "((_16,7),(_16,4)):((_16,_256),(_1,1792)) of (100,50)");
//! ```
//!
//! # XLA
//!
//! | XLA | here |
//! |---|---|
//! | `bf16[100,200]{1,0:T(8,128)(2,1)}` in a dump | `xla!(bf16[100,200]{1,0:T(8,128)(2,1)})`, or `text.parse::<xla::Shape>()?` |
//! | `ShapeUtil::ByteSizeOf`, `ArrayDataSize`, padded bytes | [`byte_size`](crate::xla::byte_size), [`data_size`](crate::xla::data_size), [`padded_size`](crate::xla::padded_size) |
//! | `IndexUtil::MultidimensionalIndexToLinearIndex` | [`LinearIndex`](crate::xla::LinearIndex) |
//! | `ShapeUtil::ReshapeIsBitcast`, `TransposeIsBitcast` | [`reshape_is_bitcast`](crate::xla::reshape_is_bitcast), [`transpose_is_bitcast`](crate::xla::transpose_is_bitcast) |
//! | `IndexingMap`, `ComputeOutputToInputIndexing` | [`IndexingMap`](crate::affine::IndexingMap), [`output_to_input`](crate::hlo::output_to_input) |
//! | minor to major `{1,0}` | the fastest dimension first: its stride is 1 |
//!
//! The layout of a tiled array is a nested layout like any other, wherever there is one:
//!
//! ```
//! use tilework::prelude::*;
//! let tiled = xla!(bf16[20,300]{1,0:T(8,128)(2,1)});
//! assert_eq!(tiled.to_string(), "((_2,_4,_3),(_128,_3)):((_1,_256,_3072),(_2,_1024)) of (_20,_300)");
//! ```
//!
//! # ndarray
//!
//! | `ndarray` | here |
//! |---|---|
//! | `Array2<f32>` | `VecTensor<f32, L>`, over a layout of its own type |
//! | `ArrayView2`, `ArrayViewMut2` | [`View`](crate::tensor::View), [`ViewMut`](crate::tensor::ViewMut); both ways with the feature `ndarray` |
//! | `a[[i, j]]`, `a.get((i, j))` | `a[(i, j)]`, `a.get((i, j))` |
//! | `a.t()`, `a.permuted_axes(..)` | `a.transposed()`, `a.select(crd!(1, 0))` |
//! | `a.slice(s![1, ..])`, `a.row(i)` | `a.slice(crd!(1, _))?`, `a.row(i)` |
//! | `a.slice(s![1..3, 2..5])` | `split_at_mode` at each end, or `chunks` |
//! | `a.exact_chunks((4, 4))`, `axis_chunks_iter` | [`tiles`](crate::tensor::View::tiles), [`chunks`](crate::tensor::View::chunks); the last ones are smaller |
//! | `Zip::from(&mut a).and(&b).for_each(..)` | [`zip_with`](crate::kernel::zip_with()), [`transform`](crate::kernel::transform()) |
//! | `a.assign(&b)`, `a.fold`, `a.dot(&b)` | [`copy`](crate::kernel::copy()), [`fold`](crate::kernel::fold()), [`matmul`](crate::kernel::matmul()) |
//!
//! # mdspan
//!
//! | C++ `mdspan` | here |
//! |---|---|
//! | `extents<size_t, 4, dynamic_extent>` | `shape!(4, n)`: static and dynamic, strides too |
//! | `layout_left`, `layout_right`, `layout_stride` | `column_major`, `row_major`, any [`Layout`](crate::layout::Layout) |
//! | `mapping.required_span_size()` | `layout.cosize()` |
//! | `is_unique`, `is_exhaustive`, `is_strided` | [`is_injective`](crate::layout::is_injective), [`is_exhaustive`](crate::layout::is_exhaustive), [`Strided`](crate::layout::Strided) |
//! | `submdspan(m, 1, full_extent)` | `view.slice(crd!(1, _))?` |
//!
//! What `mdspan` has no word for are modes that nest, and strides that are static leaf by leaf.
//!
//! Next: [`cookbook`](super::cookbook).
