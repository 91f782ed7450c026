//! Floor 6': the atlas of matrix and copy instructions, whose operands are layouts.
//!
//! Matrix units take tiles whose elements are spread over the registers of many threads, each instruction in its own
//! way. The atlas has them as static layouts from (thread, value) to the element of the tile, the first mode of the
//! tile fastest, as CuTe does: element `(m, k)` of A is `m + M * k`, `(n, k)` of B is `n + N * k`, `(m, n)` of C and
//! D is `m + M * n`. What the types say the rows of [`all`] say as data, for programs that list, draw and compare:
//! both come out of one table, and a name is a path, `mma.m16n8k16.f16.A` the type `mma::m16n8k16::f16::A`.
//!
//! | vendor | families |
//! |---|---|
//! | NVIDIA | [`mma`], [`mma_sp`], [`ldmatrix`], [`stmatrix`], [`movmatrix`], [`wgmma`], [`wgmma_ss`], [`tcgen05`], [`tcgen05_ld`], [`cp_async`], [`dot`] |
//! | AMD | [`mfma`], [`rdna3`], [`rdna4`] |
//! | Intel | [`amx`], [`dpas`] |
//! | Huawei | [`cube`] |
//!
//! A family has a formula for each operand, as a type of few numbers, and a table of the instructions that it serves
//! with the place where the vendor documents them.
//!
//! What may enter: instructions whose layout the vendor documents. What a layout costs is counted in
//! [`access`](crate::access).
//!
//! ```
//! use tilework::atlas::mma::m16n8k16::f16::{A, C};
//! use tilework::prelude::*;
//!
//! // what thread 5 loads of a tile of A, and where its sums are
//! let (a, c) = (A::STATIC, C::STATIC);
//! assert_eq!(size_of_val(&a), 0);
//! let rows_and_columns: Vec<(usize, usize)> =
//!     (0..a.cols()).map(|value| a.offset((5, value))).map(|x| (x % 16, x / 16)).collect();
//! assert_eq!(rows_and_columns[..4], [(1, 2), (1, 3), (9, 2), (9, 3)]);
//! assert_eq!(c.to_string(), "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))");
//! ```
#[macro_use]
mod table;

pub mod amx;
mod atom;
pub mod cp_async;
pub mod cube;
pub mod dot;
pub mod dpas;
mod find;
mod fragment;
pub mod ldmatrix;
pub mod mfma;
pub mod mma;
pub mod mma_sp;
pub mod movmatrix;
pub mod rdna3;
pub mod rdna4;
pub mod stmatrix;
pub mod tcgen05;
pub mod tcgen05_ld;
pub mod wgmma;
pub mod wgmma_ss;

pub use atom::{Atom, ElementType, Role, Vendor};
pub use find::{all, find};
pub use fragment::{Fragment, FragmentDigits, StaticFragment};
