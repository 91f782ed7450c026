//! Floor 6: kernels over tensors of any layout.
//!
//! What may enter: loops over elements that are right for every layout and fast where inner tiles are static.
//!
//! All but the matrix product, which has a room of its own, walk one nest of loops, over as many layouts as they touch.
//!
//! # A product, built up
//!
//! What makes a matrix product fast is said in layouts, and each step is a few lines. The definition loads two elements
//! for each multiplication:
//!
//! ```
//! use tilework::prelude::*;
//! fn product<A: Matrix, B: Matrix, C: Matrix>(
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
//! # let ones = [1.0; 6];
//! # let a = View::new(&ones, layout!((2, 3):(3, 1))).unwrap();
//! # let b = View::new(&ones, layout!((3, 2):(2, 1))).unwrap();
//! # let mut c = StackTensor::fill(layout!((2, 2):(2, 1)), 0.0);
//! # product(&a, &b, &mut c.view_mut());
//! # assert_eq!(c.as_slice(), [3.0; 4]);
//! ```
//!
//! **A tile in registers.** Sums of a tile of `c`, 4 rows by 4 columns, take 8 loads for 16 multiplications, because
//! each element of `a` serves a row of the tile and each of `b` a column.
//!
//! **Panels.** The tile reads 4 rows of `a` and 4 columns of `b`, column by column and row by row: so they are copied
//! to lie that way, `a` as `((4,m/4),k):((1,4k),4)` and `b` as `(k,(4,n/4)):(4,(1,4k))`. Now each is read from the
//! first byte to the last, whatever its layout was.
//!
//! ```
//! use tilework::{kernel::PanelWidths, prelude::*};
//! let (m, n, k) = (8, 12, 5);
//! let data: Vec<f32> = (0..m * k + k * n).map(|x| (x % 7) as f32).collect();
//! let (a, b) = data.split_at(m * k);
//! let (a, b) = (View::new(a, row_major((m, k)))?, View::new(b, column_major((k, n)))?);
//!
//! let widths = PanelWidths { left: 4, right: 4 };
//! let (panels_of_a, panels_of_b) = (widths.pack_left(&a)?, widths.pack_right(&b)?);
//! let mut c = VecTensor::filled(row_major((m, n)), 0.0)?;
//! for i in 0..m / 4 {
//!     for j in 0..n / 4 {
//!         let mut sums = [[0.0; 4]; 4];
//!         let rows = panels_of_a.as_slice()[i * 4 * k..].chunks_exact(4);
//!         let columns = panels_of_b.as_slice()[j * 4 * k..].chunks_exact(4);
//!         for (a, b) in rows.zip(columns).take(k) {
//!             for (sums, a) in sums.iter_mut().zip(a) {
//!                 for (sum, b) in sums.iter_mut().zip(b) {
//!                     *sum += a * b;
//!                 }
//!             }
//!         }
//!         for (row, sums) in sums.into_iter().enumerate() {
//!             for (col, sum) in sums.into_iter().enumerate() {
//!                 c[(4 * i + row, 4 * j + col)] = sum;
//!             }
//!         }
//!     }
//! }
//!
//! let mut expected = VecTensor::filled(row_major((m, n)), 0.0)?;
//! matmul(&a, &b, &mut expected.view_mut())?;
//! assert_eq!(c.as_slice(), expected.as_slice());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Blocks.** A panel of `b` is read again for every panel of `a`, and all of `a` for every panel of `b`: so the depth
//! is cut until a panel of `b` fits the first cache, the rows until a block of `a` fits the second, the columns until
//! one of `b` fits the last, and sums are added to what is in `c`. **Vectors.** A line of a panel of `a` is as many
//! vectors as a tile is high, an element of `b` is put in all lanes, and as many sums are under way as the processor
//! has multipliers to keep busy: that is all there is of machine code. **Edges.** The last panels are filled up with
//! zeros. **Threads** take rows and columns of `c` of their own.
//!
//! [`matmul`] and [`product`] are these loops, once, for all layouts; and with the feature `alloc` `contract` is them
//! for groups of modes in place of rows, columns and depth.
#![allow(unsafe_code)]

#[cfg(feature = "alloc")]
mod contraction;
mod copy;
mod crew;
mod equal;
mod error;
mod fill;
mod fill_with;
mod fold;
mod in_place;
mod nest;
mod opaque;
mod processor;
mod product;
mod reduce;
pub mod relayout;
mod sources;
mod walked;
#[cfg(feature = "std")]
mod workers;
mod workspace;
mod write;
mod zip_with;

#[cfg(feature = "alloc")]
pub use contraction::{Contraction, ContractionError, contract, contract_one, contraction};
pub use copy::{copy, transform};
pub use error::Mismatch;
pub use fill::fill;
pub use fill_with::fill_with;
pub use fold::fold;
pub use in_place::{transform_in_place, zip_with_in_place};
pub use product::{
    Arithmetic, FactorOf, GroupedProduct, LeftPanels, MatrixProduct, PanelWidths, RightPanels,
    grouped_product, matmul, product,
};
pub use reduce::reduce;
pub use sources::Sources;
pub use zip_with::zip_with;
