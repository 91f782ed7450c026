//! Chapter 3: a matrix product by tiles, from three loops to threads.
//!
//! Each step here is a function that works for operands of any layouts: rows, columns, zN, XLA's tiles. The bounds say
//! so, and there are three of them.
//!
//! # Three loops
//!
//! ```
//! use tilework::prelude::*;
//! fn plain<A: Matrix, B: Matrix, C: Matrix>(
//!     a: &View<'_, f32, A>,
//!     b: &View<'_, f32, B>,
//!     c: &mut ViewMut<'_, f32, C>,
//! ) {
//!     for i in 0..c.layout().rows() {
//!         for j in 0..c.layout().cols() {
//!             c[(i, j)] = (0..a.layout().cols()).map(|k| a[(i, k)] * b[(k, j)]).sum();
//!         }
//!     }
//! }
//! # let (x, y) = ([1.0, 2.0, 3.0, 4.0], [1.0, 0.0, 0.0, 1.0]);
//! # let mut c = StackTensor::fill(layout!((2, 2):(2, 1)), 0.0);
//! # plain(&View::new(&x, layout!((2, 2):(2, 1)))?, &View::new(&y, layout!((2, 2):(1, 2)))?, &mut c.view_mut());
//! # assert_eq!(c.as_slice(), x);
//! # Ok::<(), tilework::tensor::TensorError>(())
//! ```
//!
//! # Indices that need no check
//!
//! `a[(i, k)]` asks whether `i` and `k` are inside `a`: `i < rows` of `c` says nothing of `a`. Numbers that all three
//! share are said once, with [`within`](crate::tensor::within): its indices are proofs, and what is indexed with them
//! is not checked.
//!
//! ```
//! use tilework::{prelude::*, tensor::TensorError};
//! fn proven<A: Matrix, B: Matrix, C: Matrix>(
//!     a: &View<'_, f32, A>,
//!     b: &View<'_, f32, B>,
//!     c: &mut ViewMut<'_, f32, C>,
//! ) -> Result<(), TensorError> {
//!     within((c.layout().rows(), c.layout().cols(), a.layout().cols()), |(m, n, k)| {
//!         let (a, b, mut c) = (a.bounded((m, k))?, b.bounded((k, n))?, c.bounded_mut((m, n))?);
//!         for i in m {
//!             for j in n {
//!                 c[(i, j)] = k.into_iter().map(|p| a[(i, p)] * b[(p, j)]).sum();
//!             }
//!         }
//!         Ok(())
//!     })
//! }
//! # let (x, y) = ([1.0, 2.0, 3.0, 4.0], [1.0, 0.0, 0.0, 1.0]);
//! # let mut c = StackTensor::fill(layout!((2, 2):(2, 1)), 0.0);
//! # proven(&View::new(&x, layout!((2, 2):(2, 1)))?, &View::new(&y, layout!((2, 2):(1, 2)))?, &mut c.view_mut())?;
//! # assert_eq!(c.as_slice(), x);
//! # Ok::<(), TensorError>(())
//! ```
//!
//! # Tiles
//!
//! An element of `a` serves a whole row of `c`. A tile of `c` whose sums stay on the stack reads a strip of `a` and a
//! strip of `b` once; the strips are tiles too, of a static height or width, so that the compiler knows the inner
//! loops.
//!
//! ```
//! use tilework::prelude::*;
//! # type Checked = Result<(), Box<dyn std::error::Error>>;
//! fn by_tiles<A: Matrix, B: Matrix, C: Matrix>(
//!     a: &View<'_, f32, A>,
//!     b: &View<'_, f32, B>,
//!     c: &mut ViewMut<'_, f32, C>,
//! ) -> Checked {
//!     let depth = a.layout().cols();
//!     for ((i, j), mut c) in c.tiles_mut((int!(8), int!(8)))? {
//!         one_tile(&a.tile((int!(8), depth), (i, 0))?, &b.tile((depth, int!(8)), (0, j))?, &mut c)?;
//!     }
//!     Ok(())
//! }
//!
//! fn one_tile<A: Matrix, B: Matrix, C: Matrix>(
//!     a: &View<'_, f32, A>,
//!     b: &View<'_, f32, B>,
//!     c: &mut ViewMut<'_, f32, C>,
//! ) -> Checked {
//!     let mut sums = StackTensor::fill(layout!((8, 8):(8, 1)), 0.0);
//!     let (rows, cols) = (c.layout().rows(), c.layout().cols());
//!     for k in 0..a.layout().cols() {
//!         for i in 0..rows {
//!             for j in 0..cols {
//!                 sums[(i, j)] += a[(i, k)] * b[(k, j)];
//!             }
//!         }
//!     }
//!     copy(&sums.view().tile((rows, cols), (0, 0))?, c)?;
//!     Ok(())
//! }
//!
//! // odd sizes, and operands of three kinds
//! let (m, n, k) = (37, 20, 19);
//! let numbers = |len: usize| (0..len).map(|x| (x % 13) as f32).collect::<Vec<_>>();
//! let (x, y) = (numbers(m * k), numbers(k * n));
//! let (a, b) = (View::new(&x, column_major((m, k)))?, View::new(&y, row_major((k, n)))?);
//! let mut zn = VecTensor::filled(make_layout::<zN, f32>(m, n), 0.0)?;
//! by_tiles(&a, &b, &mut zn.view_mut())?;
//! let mut expected = VecTensor::filled(row_major((m, n)), 0.0)?;
//! matmul(&a, &b, &mut expected.view_mut())?;
//! assert!(zn.view() == expected.view());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Threads
//!
//! The tiles of [`tiles_mut`](crate::tensor::ViewMut::tiles_mut) share no element, whatever the layout, and are `Send`:
//! each may be written by a thread of its own. With the feature `rayon`, `par_tiles_mut` hands them out.
//!
//! ```
//! use tilework::prelude::*;
//! # type Checked = Result<(), Box<dyn std::error::Error>>;
//! fn on_threads<A: Matrix, B: Matrix, C: Matrix>(
//!     a: &View<'_, f32, A>,
//!     b: &View<'_, f32, B>,
//!     c: &mut ViewMut<'_, f32, C>,
//! ) -> Checked {
//!     let (rows, depth) = (c.layout().rows().div_ceil(2), a.layout().cols());
//!     std::thread::scope(|threads| {
//!         for ((i, _), mut half) in c.tiles_mut((rows, c.layout().cols()))? {
//!             let a = a.tile((rows, depth), (i, 0))?;
//!             threads.spawn(move || matmul(&a, b, &mut half));
//!         }
//!         Ok(())
//!     })
//! }
//! # let (x, y) = ([1.0, 2.0, 3.0, 4.0], [1.0, 0.0, 0.0, 1.0]);
//! # let mut c = StackTensor::fill(layout!((2, 2):(2, 1)), 0.0);
//! # on_threads(&View::new(&x, layout!((2, 2):(2, 1)))?, &View::new(&y, layout!((2, 2):(1, 2)))?, &mut c.view_mut())?;
//! # assert_eq!(c.as_slice(), x);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is left to the speed of a good library are panels, blocks by the caches and vectors: see
//! [`kernel`](crate::kernel), which builds them up in the same way, and offers the result as
//! [`matmul`](crate::kernel::matmul()) and [`product`](crate::kernel::product()).
