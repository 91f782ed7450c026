//! Contractions: products of tensors of any rank, in Einstein's notation.
//!
//! What may enter: labels, and what makes matrices of tensors by them.
//!
//! Each label names a mode of extent `n` wherever it stands. Those that both operands and the result have number a
//! *batch* of matrices; those of the first operand and the result together number their rows (`m`), those of the second
//! and the result the columns (`n`), and those that the result has not are summed over: the depth (`k`).
//!
//! ```text
//! axby,yacx->abc        batch    a         labels of all three
//!                       rows     b         those of the first operand and the result
//!                       columns  c         those of the second operand and the result
//!                       depth    (x, y)    those that the result has not
//! ```
//!
//! So a contraction is a matrix product in which rows, columns and depth are several modes each: of nested layouts, as
//! all matrices of this library are. Nothing is transposed beforehand: what each index contributes to the offset is
//! written down once for each of the six modes of matrices, as many numbers as the mode is long, and where the digits
//! of modes are known the packing engine moves blocks by them. That is the idea of GETT (Springer and Bientinesi,
//! *Design of a High-Performance GEMM-like Tensor-Tensor Multiplication*, 2018) and of the *scatter* vectors of TBLIS
//! (Matthews, *High-Performance Tensor Contraction without Transposition*, 2018).

mod alone;
mod contract;
mod error;
mod labels;
mod modes;
mod one;
mod scattered;

pub use contract::{Contraction, contract, contraction};
pub use error::ContractionError;
pub use one::contract_one;
