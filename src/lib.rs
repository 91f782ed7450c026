//! Tensor layouts: functions from coordinates to memory offsets.
//!
//! ```text
//! ((4,2),(4,3)):((4,16),(1,32))     a layout is a shape and a stride, trees of the same form
//! offset(c) = sum of c * stride      over the leaves of the coordinate; that is the whole definition
//! (1,5) = ((1,0),(1,1)) -> 1*4 + 0*16 + 1*1 + 1*32 = 37
//! ```
//!
//! Everything else follows from these three lines. tilework resolves them at compile time where sizes are known,
//! falls back leaf by leaf to run time where they are not, and is exact or refuses: no operation returns a layout
//! that is wrong on some coordinate. The notation is that of CuTe and of CATLASS TLA.
//!
//! This page is a tour; [`guide`] is a book of twenty minutes, with pictures, tables for those who come from CuTe, TLA,
//! XLA, `ndarray` or `mdspan`, and a cookbook.
//!
//! # Layouts
//!
//! A layout is written as it is in the field, with [`layout!`] for values and [`Layout!`] for types. Modes nest, so
//! that blocks of blocks are still matrices with rows and columns.
//!
//! ```
//! use tilework::prelude::*;
//!
//! // 8x12 in blocks of 4x4: rows one after another in a block, blocks column by column
//! let zn = layout!(((4, 2), (4, 3)):((4, 16), (1, 32)));
//! assert_eq!(zn.offset((1, 5)), 37);
//! assert_eq!((zn.size(), zn.cosize(), zn.rank()), (int!(96), int!(96), 2));
//! // a shape alone is compact, first mode fastest; `row_major` has the last mode fastest
//! assert_eq!(layout!((4, 8)).to_string(), "(_4,_8):(_1,_4)");
//! assert_eq!(row_major(shape!(4, 8)).to_string(), "(_4,_8):(_8,_1)");
//! ```
//!
//! # Coordinates
//!
//! A coordinate is a tuple with an entry for every mode, nested as far as one likes, or one integer, the index with
//! the first mode fastest. [`layout::Layout::offset`] takes all of them; [`layout::Layout::try_offset`] also checks
//! them.
//!
//! ```
//! use tilework::{layout::idx2crd, prelude::*};
//!
//! let zn = layout!(((4, 2), (4, 3)):((4, 16), (1, 32)));
//! assert_eq!(zn.offset(((1, 0), (1, 1))), 37); // every leaf
//! assert_eq!(zn.offset((1, 5)), 37);           // row 1, column 5
//! assert_eq!(zn.offset(41), 37);               // the 42nd element, columns one after another
//! assert_eq!(idx2crd(41, zn.shape()), ((1, 0), (1, 1)));
//! let error = zn.try_offset((8, 0)).unwrap_err();
//! assert!(error.to_string().starts_with("coordinate (8,0) is outside the extent (_8,_12)"));
//!
//! // `_` keeps a mode: row 1 as a layout of its own, and where it starts
//! let (row, start) = zn.slice(crd!(1, _));
//! assert_eq!((row.to_string(), start), ("((_4,_3)):((_1,_32))".into(), int!(4)));
//! ```
//!
//! # Static and dynamic
//!
//! A literal is static: an [`int::Int`], a type without size, printed `_4`. A name or a `{block}` is dynamic: a
//! `usize`, printed `4`. Each leaf of a layout is one or the other, and results are static where all they depend on
//! is.
//!
//! ```
//! use tilework::prelude::*;
//!
//! // everything static: no space, and the offset of a static coordinate is a type
//! const ZN: Layout!(((4, 2), (4, 3)):((4, 16), (1, 32))) = layout!(((4, 2), (4, 3)):((4, 16), (1, 32)));
//! assert_eq!(size_of_val(&ZN), 0);
//! let _: Int!(37) = ZN.offset(crd!(1, 5));
//!
//! // a dynamic number of static tiles
//! let tiles = 7;
//! let tall = layout!(((16, tiles), (8, 4)):((8, 128), (1, {128 * tiles})));
//! assert_eq!(tall.to_string(), "((_16,7),(_8,_4)):((_8,_128),(_1,896))");
//! assert_eq!(tall.size(), 16 * 7 * 8 * 4);
//! ```
//!
//! Of a dynamic number a divisor may be known, as of the rows of a matrix that is always padded to 64. It is an
//! [`int::Multiple`], checked once where it comes in or written `n*_64`; what divides it needs no check any more, and
//! arithmetic keeps what it can, as an [`int::SignedMultiple`] where a sign comes in.
//!
//! ```
//! use tilework::{int::Multiple, prelude::*};
//!
//! let rows = Multiple::<Int!(64)>::new(448)?;
//! let matrix: Layout!((?{div=64}, 8):(8, 1)) = layout!((rows, 8):(8, 1));
//! // tiles of 16 rows are whole, however many there are: a multiple of 4
//! let tiled: Layout!(((16, ?{div=4}), 8):((8, 128), 1)) = logical_divide(matrix, tiler!(16, _));
//! assert_eq!(tiled.to_string(), "((_16,7*_4),_8):((_8,_128),_1)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Mistakes in static leaves are compile errors that show the numbers:
//!
//! ```compile_fail
//! use tilework::prelude::*;
//! // error: coordinate 4 is outside mode 0 of extent 4 in (4,8):(8,1)
//! layout!((4, 8):(8, 1)).offset(crd!(4, 0));
//! ```
//!
//! # Algebra
//!
//! Layouts are functions, and functions are put together: [`composition()`](algebra::composition()) is one layout
//! after another, [`complement`](algebra::complement()) what a tile leaves out,
//! [`logical_divide`](algebra::logical_divide) a layout in tiles, [`logical_product`](algebra::logical_product) a
//! tile repeated by a layout. The verbs are those of CuTe. Results are layouts like any other, static where the
//! operands are; and no result is wrong on any coordinate: what is no layout does not compile, or is an `Err` of the
//! `try_` form, with the coordinate at which every layout would be wrong.
//!
//! ```
//! use tilework::{algebra::try_composition, prelude::*};
//!
//! let columns = layout!((8, 12):(1, 8));
//! assert_eq!(coalesce(columns).to_string(), "_96:_1");
//! assert_eq!(composition(columns, layout!((4, 3):(2, 8))).to_string(), "(_4,_3):(_2,_8)");
//! // by mode: tiles of 4 by 3, in a grid of 2 by 4
//! let tiled = zipped_divide(columns, tiler!(4, 3));
//! assert_eq!(tiled.to_string(), "((_4,_3),(_2,_4)):((_1,_8),(_4,_24))");
//! assert_eq!(tiled.offset(((1, 2), (1, 3))), columns.offset((5, 11)));
//! // a tile that does not divide: the result knows which elements are valid
//! let rows = logical_divide(layout!((10, 7):(1, 10)), tiler!(4, _));
//! assert_eq!(rows.to_string(), "((_4,_3),_7):((_1,_4),_10) of (_10,_7)");
//!
//! // dynamic leaves are checked when they are known
//! let n = 6;
//! let refused = try_composition(layout!((n, 2):(1, 7)), layout!((3, 2):(2, 3))).unwrap_err();
//! assert!(refused.to_string().ends_with("coordinate (2,1) needs 8, modes give 7"));
//! ```
//!
//! # Swizzles
//!
//! A [`Swizzle`](placed::Swizzle) spreads the columns of a tile over the banks of a memory: it exchanges groups of
//! elements by bits of the row. A layout followed by one has no strides any more, and still works wherever a layout
//! does: tensors, tiles and kernels, and another swizzle.
//!
//! ```
//! use tilework::prelude::*;
//!
//! let rows = layout!((8, 8):(8, 1));
//! let swizzled = Swizzle::<3, 0, 3>::new().compose(rows); // row i: column j is put at j ^ i
//! assert_eq!(swizzled.to_string(), "Sw<3,0,3> o _0 o (_8,_8):(_8,_1)");
//! assert!(swizzled.slice(crd!(1, _)).offsets().eq([9, 8, 11, 10, 13, 12, 15, 14]));
//!
//! let data: Vec<u32> = (0..64).collect();
//! let mut tile = StackTensor::fill(swizzled, 0);
//! copy(&View::new(&data, rows)?, &mut tile.view_mut())?;
//! assert_eq!((tile[(5, 3)], tile.as_slice()[5 * 8 + (3 ^ 5)]), (43, 43));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where all sizes are powers of two, the swizzle goes into the strides: over the field F2 offsets are added by XOR,
//! and `(8,8):(F9,F1)` is the layout above, see [`XorLayout`](placed::XorLayout).
//!
//! # Coordinates of tiles
//!
//! A stride can also be steps along an axis. The [`identity_layout`](basis::identity_layout) of a shape leads from
//! each coordinate to itself; cut as a tensor is cut, it tells where the elements of a tile are, and whether they are
//! there at all.
//!
//! ```
//! use tilework::prelude::*;
//!
//! let tiles = zipped_divide(identity_layout(shape!(10, 7)), tiler!(4, 4));
//! let edge = tiles.slice(crd!((_, _), (2, 1)));
//! assert_eq!(edge.to_string(), "(_8,_4) o (_4,_4):(_1@0,_1@1) of (_10,_7)");
//! assert_eq!((edge.offset((1, 2)), edge.contains((1, 2)), edge.contains((2, 0))), ((9, 6), true, false));
//! ```
//!
//! # Formats
//!
//! Accelerators keep matrices in *fractals*, small blocks that hardware moves at once. A [`mod@format`] is the rule
//! that gives a matrix of any size its layout: `zN`, `nZ`, `zZ`, `nN`, `L0C` and more. Sizes need not divide: the
//! layout spans whole fractals and keeps the logical extent, so that it knows what is padding.
//!
//! ```
//! use tilework::prelude::*;
//!
//! let zn = zN::layout::<f16, _, _>(100, 50); // or make_layout::<zN, f16>(100, 50), as some layout of this format
//! assert_eq!(zn.to_string(), "((_16,7),(_16,4)):((_16,_256),(_1,1792)) of (100,50)");
//! assert!(zn.contains((99, 49)) && zn.is_padding((100, 0)));
//! assert_eq!(zN::capacity::<f16>(100, 50), 112 * 64);
//! assert_eq!(zn.padding().len(), 112 * 64 - 100 * 50);
//! ```
//!
//! # Tiled layouts of XLA
//!
//! [`xla!`] reads the layouts of HLO dumps. What tiles say is most often a nested layout; for the rest there is the
//! [`TiledLayout`](placed::TiledLayout), which goes through the steps of the tiling.
//!
//! ```
//! use tilework::prelude::*;
//!
//! let n = 100;
//! let tiled = xla!(bf16[n,256]{1,0:T(8,128)(2,1)});
//! assert_eq!(tiled.to_string(), "((_2,_4,13),(_128,_2)):((_1,_256,_2048),(_2,_1024)) of (100,_256)");
//! assert_eq!(xla_bytes!(bf16[100,256]{1,0:T(8,128)(2,1)}), 2 * 104 * 256);
//! // blocks of 3 rows do not divide the 8 around them
//! assert_eq!(xla!(f32[20,30]{1,0:T(8,16)(3,1)}).offset((8, 0)), 288);
//! ```
//!
//! # Tensors
//!
//! A [`tensor::View`] is a slice seen through a layout, and a [`tensor::Tensor`] owns its elements: on the stack
//! ([`StackTensor`](tensor::StackTensor)), in a box or in a vector. The slice is checked against the layout once; a
//! layout in which two coordinates share an offset cannot be written through.
//!
//! ```
//! use tilework::prelude::*;
//!
//! let data: Vec<f32> = (0..96).map(|x| x as f32).collect();
//! let a = View::new(&data, layout!(((4, 2), (4, 3)):((4, 16), (1, 32)))).unwrap();
//! assert_eq!(a[(1, 5)], 37.0);
//! assert_eq!(a.get((8, 0)), None);
//! assert!(View::new(&data[1..], a.layout()).is_err());
//!
//! // the 4x4 tile in row 1 and column 2 of the grid of tiles
//! let tile = a.tile((int!(4), int!(4)), (1, 2)).unwrap();
//! assert_eq!(tile[(0, 0)], a[(4, 8)]);
//! ```
//!
//! # Kernels
//!
//! A kernel is written once over [`Matrix`](layout::Matrix) or [`Mapping`](layout::Mapping) and compiles to loops
//! over each layout it is used with. [`kernel`] has the common ones: [`copy`](kernel::copy()) between any two
//! layouts, [`transform`](kernel::transform()), [`fill`](kernel::fill()), [`matmul`](kernel::matmul()) and the general
//! [`product`](kernel::product()); with the feature `alloc` also [`contract`](kernel::contract()), products of tensors
//! of any rank by labels.
//!
//! ```
//! use tilework::prelude::*;
//!
//! fn trace<L: Matrix>(a: &View<'_, f32, L>) -> f32 {
//!     (0..a.layout().rows().min(a.layout().cols())).map(|i| a[(i, i)]).sum()
//! }
//!
//! let (rows, cols) = (100, 50);
//! let data: Vec<f32> = (0..5000).map(|x| x as f32).collect();
//! let a = View::new(&data, row_major((rows, cols)))?;
//! let mut packed = VecTensor::filled(make_layout::<zN, f32>(rows, cols), 0.0)?;
//! copy(&a, &mut packed.view_mut())?;
//! assert_eq!(trace(&a), trace(&packed.view()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The runtime twin
//!
//! Where the structure of a layout is data too, because it was read from a text or a dump, [`dynamic::DynLayout`] has
//! the same verbs. A typed layout becomes one with `to_dynamic()`. This room, and those of the next section, are
//! features of the crate.
//!
//! ```
//! # #[cfg(feature = "dynamic")]
//! # fn example() -> Result<(), tilework::dynamic::Error> {
//! use tilework::{dynamic::DynLayout, prelude::*};
//!
//! let read: DynLayout = "((4,2),(4,3)):((4,16),(1,32))".parse()?;
//! assert_eq!(read.offset(&"(1,5)".parse()?)?, 37);
//! assert_eq!(layout!(((4, 2), (4, 3)):((4, 16), (1, 32))).to_dynamic(), read);
//! # Ok(())
//! # }
//! # #[cfg(feature = "dynamic")]
//! # example().unwrap();
//! ```
//!
//! # XLA
//!
//! XLA, the compiler behind JAX and TensorFlow, writes `bf16[100,200]{1,0:T(8,128)(2,1)}`. [`xla`](mod@xla) reads and
//! prints that as XLA does, and tells what it means: bytes with padding, where an element is, the nested shape and
//! stride, which reshapes move nothing. [`hlo`] reads programs, and tells which elements each instruction reads, as
//! indexing maps of [`affine`].
//!
//! ```
//! # #[cfg(feature = "hlo")]
//! # fn example() -> Result<(), tilework::dynamic::Error> {
//! use tilework::hlo::{Module, Scope, output_to_input};
//! use tilework::xla::{Shape, nested_layout, padded_size};
//!
//! let shape: Shape = "f32[3,5]{1,0:T(2,2)}".parse()?;
//! assert_eq!(padded_size(&shape)?, 96);
//! assert_eq!(nested_layout(shape.array("tour")?)?.to_string(), "((2,2),(2,3)):((2,12),(1,4)) of (3,5)");
//!
//! let module = Module::parse("ENTRY e { p = f32[4,8] parameter(0)  ROOT r = f32[32] reshape(p) }")?;
//! let maps = output_to_input(&module, module.entry(), module.entry().root_number(), 0, Scope::Xla);
//! let read = maps[0].as_ref().unwrap()[0].simplified().map;
//! assert_eq!(read.to_string(), "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]");
//! # Ok(())
//! # }
//! # #[cfg(feature = "hlo")]
//! # example().unwrap();
//! ```
//!
//! # Errors
//!
//! What is static is refused by the compiler. What comes from outside, a dynamic size or a text, is refused with an
//! error that says what was found and what was expected; library code does not panic on it. Functions that do panic
//! say so, name their checked form, and are few: indexing outside the extent, as slices do, and constructors such as
//! [`layout!`] whose dynamic sizes overflow a machine word.
//!
//! ```
//! # #[cfg(feature = "dynamic")] {
//! use tilework::{dynamic::DynLayout, prelude::*};
//!
//! let error = Layout::try_new((usize::MAX, 2), (1, usize::MAX)).unwrap_err();
//! assert!(error.to_string().contains("overflow"));
//! let error = "(4,8:(8,1)".parse::<DynLayout>().unwrap_err();
//! assert_eq!(error.to_string(), "expected `,` or `)`, found `:` at position 4");
//! # }
//! ```
//!
//! # Features and `no_std`
//!
//! The crate is `no_std`. Without default features it needs no allocator either: layouts, formats, views, tensors on
//! the stack and all kernels are there. By default there are tensors on the heap too: what a kernel author needs. Who
//! reads layouts at run time adds the room for it, and compiles no more than what that one stands on.
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `alloc` | yes | tensors in boxes and vectors |
//! | `std` | yes | `alloc`, and with `hlo` its `Reader`: dumps read from files and pipes, line by line |
//! | `dynamic` | no | `alloc`, and the runtime twin: [`dynamic`] |
//! | `affine` | no | `dynamic`, and indexing maps: [`affine`] |
//! | `xla` | no | `affine`, and shapes and layouts of XLA at run time: [`xla`](mod@xla) |
//! | `hlo` | no | `xla`, and programs: [`hlo`] |
//! | `shard` | no | `xla`, and which device holds what, with plans from one sharding to another: [`shard`] |
//! | `notation` | no | `shard`, and one hub between notations: [`notation`] |
//! | `draw` | no | `dynamic`, and pictures: [`draw`]; of arrays of XLA too, with `xla` |
//! | `emit` | no | `affine`, and index functions as text for GPU kernels: [`emit`] |
//! | `atlas` | no | operands of matrix and copy instructions as layouts: [`atlas`] |
//! | `half` | no | `f16` and `bf16` hold values: those of the `half` crate |
//! | `rayon` | no | tiles and chunks of views as parallel iterators |
//! | `ndarray` | no | views of arrays of `ndarray`, both ways, without copies |
//! | `bytemuck` | no | `recast`: views of the same bytes as elements of another type |
//! | `serde` | no | layouts, tilers, maps and shapes as their notation; switches on `dynamic` |
//!
//! `unsafe` is confined to [`tensor`] and [`kernel`].
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// a cast that can change a number is checked, or says in `int::word` why it does not
#![warn(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)]
// what a room offers to the rooms of a feature above it is used with all features on
#![cfg_attr(not(feature = "hlo"), allow(dead_code))]
#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod access;
pub mod admissible;
#[cfg(feature = "affine")]
pub mod affine;
pub mod algebra;
#[cfg(feature = "atlas")]
pub mod atlas;
pub mod basis;
#[cfg(feature = "draw")]
pub mod draw;
#[cfg(feature = "dynamic")]
pub mod dynamic;
#[cfg(feature = "emit")]
pub mod emit;
pub mod format;
#[cfg(any(doc, doctest))]
pub mod guide;
#[cfg(feature = "hlo")]
pub mod hlo;
pub mod int;
pub mod kernel;
pub mod layout;
mod macros;
#[cfg(feature = "notation")]
pub mod notation;
pub mod placed;
pub mod prelude;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "shard")]
pub mod shard;
pub mod tensor;
pub mod tuple;
pub mod units;
#[cfg(feature = "xla")]
pub mod xla;

#[doc(hidden)]
pub use tilework_macros as notation_macros;
#[doc(hidden)]
pub use typenum;

/// The examples in the README run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
