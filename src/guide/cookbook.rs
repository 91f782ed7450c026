//! Chapter 5: short answers, by who asks.
//!
//! # Kernel authors
//!
//! **A kernel for any layout.** The bound is [`Matrix`](crate::layout::Matrix), or
//! [`Mapping`](crate::layout::Mapping) for any rank.
//!
//! ```
//! use tilework::prelude::*;
//! fn largest<L: Mapping>(a: &View<'_, f32, L>) -> f32 {
//!     fold(a, f32::NEG_INFINITY, f32::max)
//! }
//! let data = [1.0, 7.0, 3.0, 5.0];
//! assert_eq!(largest(&View::new(&data, layout!((2, 2):(2, 1)))?), 7.0);
//! # Ok::<(), tilework::tensor::TensorError>(())
//! ```
//!
//! **A stage without bank conflicts**, checked while compiling: see [`access`](crate::access).
//!
//! ```
//! use tilework::access::bank_conflicts;
//! use tilework::prelude::*;
//! // 32 threads read a column of 32x32 floats whose rows are one place further apart
//! type Stage = Layout!((32, 32):(33, 1));
//! type Column = Layout!(32:1);
//! const { assert!(bank_conflicts::<f32, Stage, Column>() == 1) };
//! ```
//!
//! Where a row of padding is no way out, [`ConflictSearch`](crate::access::ConflictSearch) finds the swizzle, or says
//! that there is none.
//!
//! **Which elements are a thread's**, of those that a matrix instruction takes: its operand in the
//! [`atlas`](crate::atlas) leads from (thread, value) to the tile, and the tile from there to memory.
//!
//! ```
//! # #[cfg(feature = "atlas")] {
//! use tilework::{atlas::mma::m16n8k16::f16::A, prelude::*};
//! let data: Vec<u16> = (0..1024).collect();
//! let tile = View::new(&data, layout!((16, 16):(64, 1)))?;
//! let values = tile.composition(A::STATIC)?;
//! // what thread 5 holds: two neighbours, 8 rows below two more, and the same 8 columns on
//! let held = values.slice(crd!(5, _))?.elements().map(|(_, value)| *value);
//! assert!(held.eq([66, 67, 578, 579, 74, 75, 586, 587]));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **May the hardware copy this box?** [`box_copy`](crate::access::box_copy()) asks before the program runs, for tensor
//! maps of NVIDIA: what they do not copy does not compile.
//!
//! **Memory that a library in C owns** is a view too, rows `ld` apart. That the pointer is good only you can say.
//!
//! ```
//! use tilework::prelude::*;
//! # let (memory, rows, cols, ld) = ([0.5_f32; 7], 2_usize, 3_usize, 4_usize);
//! # let pointer = memory.as_ptr();
//! let layout = layout!((rows, cols):(ld, 1));
//! // SAFETY: from the first element to the last, `(rows - 1) * ld + cols` numbers, are there: nothing need follow the
//! // last row up to `ld`. Nobody writes them meanwhile.
//! let a = unsafe { View::from_raw_parts(pointer, layout.cosize(), layout) }?;
//! assert_eq!(fold(&a, 0.0, |sum, x| sum + x), 3.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Without elements the pointer of C may be null, which is no pointer of a view: ask for that first.
//!
//! **A kernel of rank 4.** [`Accepts`](crate::layout::Accepts) is the bound to index by four numbers, and
//! [`SlicedBy`](crate::layout::SlicedBy) that to take planes. A literal in `crd!` is a static integer; a number that is
//! not known is a name, or stands in braces.
//!
//! ```
//! use tilework::{layout::{Free, SlicedBy}, prelude::*};
//! /// The sum of plane `(n, c)`, of whatever layout.
//! fn plane_sum<L>(a: &View<'_, f32, L>, n: usize, c: usize) -> f32
//! where
//!     L: SlicedBy<(usize, usize, Free, Free), Kept: Matrix>,
//! {
//!     let plane = a.slice(crd!(n, c, _, _)).expect("inside");
//!     fold(&plane, 0.0, |sum, x| sum + x)
//! }
//! let data = [0.5; 2 * 3 * 4 * 5];
//! assert_eq!(plane_sum(&View::new(&data, row_major((2, 3, 4, 5)))?, 1, 2), 10.0);
//! # Ok::<(), tilework::tensor::TensorError>(())
//! ```
//!
//! **One value for each row**, such as a bias or the largest of a softmax, is a matrix of stride 0. Whole-tensor
//! kernels walk memory; row by row is slow where rows are far apart in it.
//!
//! ```
//! use tilework::{kernel::zip_with_in_place, prelude::*};
//! let (rows, cols) = (3, 4);
//! let mut a = VecTensor::filled(column_major((rows, cols)), 2.0_f32)?;
//! let bias = [1.0, 2.0, 3.0];
//! let bias = View::new(&bias, layout!((rows, cols):(1, 0)))?;
//! zip_with_in_place(&mut a.view_mut(), &bias, |a, bias| a + bias)?;
//! assert_eq!((a[(0, 3)], a[(2, 1)]), (3.0, 5.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Layouts in constants and statics.** What is static has its numbers as constants, too; a layout with a dynamic leaf
//! is none, and tensors that are made while the program runs stand in a `LazyLock`.
//!
//! ```
//! use tilework::prelude::*;
//! const EDGE: usize = 48;
//! type Tile = Layout!((const EDGE, 8):(8, 1));
//! const TILE: Tile = Tile::STATIC;
//! static ZEROS: [f32; Tile::COSIZE] = [0.0; Tile::COSIZE];
//! const { assert!(Tile::SIZE == 384) };
//! assert_eq!(View::new(&ZEROS, TILE)?[(47, 7)], 0.0);
//! # Ok::<(), tilework::tensor::TensorError>(())
//! ```
//!
//! **A kernel over tiles of its caller's size** takes the tile as a layout: one that is static has room on the stack.
//!
//! ```
//! use tilework::{tensor::StaticLen, prelude::*};
//! fn staged_sum<L: Matrix, T: Matrix<Cosize: StaticLen>>(a: &View<'_, f32, L>, tile: T) -> f32 {
//!     let mut stage = StackTensor::fill(tile, 0.0);
//!     copy(a, &mut stage.view_mut()).expect("a tile of the stage's extents");
//!     fold(&stage.view(), 0.0, |sum, x| sum + x)
//! }
//! let data = [1.0; 64];
//! assert_eq!(staged_sum(&View::new(&data, row_major((8, 8)))?, layout!((8, 8):(9, 1))), 64.0);
//! # Ok::<(), tilework::tensor::TensorError>(())
//! ```
//!
//! **The same copy often**: between layouts that are known, `copy`. What is planned once and run often:
//!
//! ```
//! use tilework::kernel::relayout::Plan;
//! use tilework::prelude::*;
//! let (rows, cols) = (100, 50);
//! let (from, to) = (row_major((rows, cols)), make_layout::<zN, f32>(rows, cols));
//! let plan = Plan::new::<f32, _, _>(&from, &to)?;
//! let data = vec![1.0_f32; rows * cols];
//! let mut packed = VecTensor::filled(to, 0.0)?;
//! plan.run(&View::new(&data, from)?, &mut packed.view_mut())?;
//! assert_eq!(packed[(99, 49)], 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **The same layout in a kernel that is no Rust**: `tilework emit LAYOUT --lang cuda`, or [`emit`](crate::emit), as
//! text of CUDA C++, HIP, OpenCL C, WGSL, Metal or C.
//!
//! ```
//! # #[cfg(feature = "emit")] {
//! use tilework::emit::{IndexFunction, Language};
//! use tilework::prelude::*;
//! let tiles = layout!(((16, 7), (16, 4)):((16, 256), (1, 1792)));
//! let text = IndexFunction::try_from(&tiles.to_dynamic())?.emit(Language::OpenCl, "zn")?.text;
//! assert!(text.contains("return (d0 << 4) + d1 + (d1 >> 4) * 1776u;"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # NPU engineers
//!
//! **How much to allocate, and where is an element?**
//!
//! ```
//! use tilework::prelude::*;
//! assert_eq!(zN::capacity::<f16>(100, 50), 112 * 64);
//! assert_eq!(make_layout::<zN, f16>(100, 50).offset((17, 20)), 2068);
//! ```
//!
//! **A fractal, and those at the edges.** A tile of a packed matrix is a view like any other; whole fractals are
//! contiguous, and at the edges a tile knows its rows and columns.
//!
//! ```
//! use tilework::{layout::is_contiguous, prelude::*};
//! let weights = VecTensor::filled(make_layout::<zN, u16>(100, 50), 0)?;
//! let fractal = |crd| weights.view().tile((int!(16), int!(16)), crd);
//! assert!(is_contiguous(&fractal((1, 2))?.layout()));
//! let edge = fractal((6, 3))?.layout();
//! assert_eq!((edge.rows(), edge.cols()), (4, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **A packed tensor as a field** has the name [`Packed`](crate::format::Packed); what its fractals overhang is as it
//! was filled, and [`padding_offsets`](crate::layout::Layout::padding_offsets) says where that is.
//!
//! ```
//! use tilework::{format::Packed, prelude::*};
//! struct Weights {
//!     packed: VecTensor<f32, Packed<zN, f32, usize, usize>>,
//! }
//! let layout = zN::layout::<f32, _, _>(100, 50);
//! let mut weights = Weights { packed: VecTensor::filled(layout, 1.0)? };
//! let padding: Vec<usize> = layout.padding_offsets().map(|offset| offset as usize).collect();
//! for &offset in &padding {
//!     weights.packed.as_mut_slice()[offset] = 0.0;
//! }
//! assert_eq!((padding.len(), weights.packed.as_slice().iter().sum::<f32>()), (112 * 56 - 5000, 5000.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Weights in a file**, once instead of at every start, and back:
//!
//! ```sh
//! tilework relayout model.safetensors npu.safetensors --to ascend.nz --tensor '*.weight'
//! tilework relayout npu.safetensors back.safetensors --to C --verify
//! ```
//!
//! **What a model takes there**: `tilework report dumps/*.hlo --chip ascend`, or `--chip tenstorrent`, with the rule
//! and where it is written.
//!
//! # Compiler engineers
//!
//! **What does an array cost, and what would the compiler choose?**
//!
//! ```sh
//! tilework explain 'bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}'
//! tilework suggest 'f32[128,3]'
//! tilework report dumps/*.hlo
//! ```
//!
//! **The same layout as others write it**, or why there is none: [`notation`](crate::notation), and
//! `tilework convert LAYOUT --to NOTATION`.
//!
//! ```
//! # #[cfg(feature = "notation")] {
//! use tilework::notation::{Given, Notation, convert};
//! let to = |text, to| convert(text, None, to, &Given::default());
//! assert_eq!(to("zN:16 of (100,50)", Notation::Xla)?, "[100,50]{1,0:T(112,16)}");
//! let refused = to("bf16[100,200]{1,0:T(8,128)(2,1)}", Notation::NumPy).unwrap_err().to_string();
//! assert_eq!(refused, "numpy: dim 1: 128*2 != 1024: coordinate (0,128) needs 1024, modes give 256");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Which elements does an instruction read, and is this copy one?** `tilework index dump.hlo`, or
//! [`hlo::output_to_input`](crate::hlo::output_to_input), and
//! [`xla::reshape_is_bitcast`](crate::xla::reshape_is_bitcast) or
//! [`xla::transpose_is_bitcast`](crate::xla::transpose_is_bitcast).
//!
//! ```
//! # #[cfg(feature = "xla")] {
//! use tilework::xla::{self, padded_size};
//! let shape: xla::Shape = "bf16[100,200]{1,0:T(8,128)(2,1)}".parse()?;
//! assert_eq!(padded_size(&shape)?, 53248);
//! // whole tiles above each other stay where they are, side by side they do not
//! let tiles: xla::Shape = "f32[8,16,128]{2,1,0:T(8,128)}".parse()?;
//! for (reshaped, is_free) in [("f32[128,128]{1,0:T(8,128)}", true), ("f32[16,1024]{1,0:T(8,128)}", false)] {
//!     let reshaped: xla::Shape = reshaped.parse()?;
//!     assert_eq!(xla::reshape_is_bitcast(tiles.array("tiles")?, reshaped.array("reshaped")?)?, is_free);
//! }
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Many machines
//!
//! **What moves when a sharding changes**, and what one device sends, as layouts in the memories of both:
//!
//! ```
//! # #[cfg(feature = "shard")] {
//! use tilework::shard::{Distribution, plan::ReshardPlan};
//! let on = |text| Distribution::read(text, &[8, 8], 4);
//! let plan = ReshardPlan::new(on("devices=[4,1]<=[4]")?, on("blocks=[1,2] devices=[1,4]<=[4]")?)?;
//! assert_eq!((plan.figures()?.moved, plan.figures()?.messages), (48, 12));
//! let part = plan.part(0)?;
//! let message = part.sends().next().unwrap();
//! let patch = message.patches().next().unwrap();
//! let pieces = patch.pieces(&plan.source().local_layout(0)?, &plan.target().local_layout(message.peer())?)?;
//! assert_eq!((message.peer(), pieces[0].source.0), (1, 2));
//! assert_eq!(pieces[0].source.1.to_string(), "(2,2):(8,1)");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The same on the command line is `tilework reshard`; the crate in `mpi/` runs it.
//!
//! # Teachers
//!
//! **A picture of any layout**, and of the steps of an operation:
//!
//! ```sh
//! tilework show '((4,2),(4,3)):((4,16),(1,32))' --color-by tile --svg blocks.svg
//! tilework divide '(8,12):(1,8)' '<4,3>' --svg division.svg
//! tilework show '(8,8):(8,1)' --to '((4,2),(4,2)):((4,16),(1,32))' --svg moves.svg
//! ```
//!
//! **A layout that somebody writes on the board** is a `DynLayout`, with the same verbs as typed ones:
//!
//! ```
//! # #[cfg(feature = "dynamic")] {
//! use tilework::dynamic::{DynLayout, composition};
//! let (a, b): (DynLayout, DynLayout) = ("(6,2):(8,2)".parse()?, "(4,3):(3,1)".parse()?);
//! assert_eq!(composition(&a, &b)?.to_string(), "((2,2),3):((24,2),8)");
//! // what is no layout has a coordinate that shows it
//! let (a, b): (DynLayout, DynLayout) = ("(6,2):(1,7)".parse()?, "(3,2):(2,3)".parse()?);
//! assert!(composition(&a, &b).unwrap_err().to_string().ends_with("coordinate (2,1) needs 8, modes give 7"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
