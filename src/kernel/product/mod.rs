//! The matrix product, at the speed of the multipliers: blocks, panels, a tile in registers.
//!
//! What may enter: the method of Goto and van de Geijn (*Anatomy of High-Performance Matrix Multiplication*, 2008),
//! each part of it once, for elements and layouts of every kind.
//!
//! From the outside in, for `c = a * b` of `m` rows, `n` columns and depth `k`:
//!
//! ```text
//! for columns of nc             b is cut into blocks of (kc, nc)                                          loops
//!   for depths of kc            the block of b is packed: (kc, (NR, nc/NR)):(NR, (1, NR*kc))              panels
//!     for rows of mc            the block of a is packed: ((MR, mc/MR), kc):((1, MR*kc), MR)
//!       for panels of b         (kc, NR):(NR, 1), in the nearest cache, as long as the next loop runs
//!         for panels of a       (MR, kc):(1, MR), from the second cache
//!           for depth           a tile of c, (MR, NR), in registers: a line of the one panel times each   micro
//!                               element of a line of the other
//!           the tile of c is stored, or added to what is there                                            target
//! ```
//!
//! Panels are read from the first byte to the last, whatever the layouts of `a` and `b`. They are packed by the
//! relayout engine, because both sides are layouts; what is in panels already is read where it is, and so is a `b` that
//! lies along the depth: `NR` runs that are read side by side are as good as one. So is an `a` whose lines are vectors,
//! two of which lie in a page. Edges are no other method: the last panels are filled up with zeros, and of the last
//! tiles only what belongs to `c` is stored. Of a last panel that is not full only as many vectors as have rows are
//! multiplied; where the instruction set has masks, the last of them has as many lanes as there are rows, and is read
//! and stored where the others are, else it is packed, unless it is whole. The lanes of vectors lie along the rows of a
//! tile. Where it is the rows of `c` that are contiguous, and not its columns, the product of numbers is taken as that
//! of the transposes: `c^T = b^T * a^T`, and only the numbers of modes are exchanged. Of other elements factors may not
//! be exchanged.
//!
//! Around that stands what may differ from call to call, each in a file of its own: what factors are of, and what they
//! are summed in (`factor`; of 8 bits in `bytes`); scales (`general`); which thread computes which rows and columns
//! (`shares`); what becomes of sums while they are in the caches (`epilogue`); panels that are kept (`pack`); rows that
//! each have a matrix of theirs (`grouped`). `sides` puts them together; `places` is all that is asked of a layout, so
//! that matrices may also be groups of modes, as in contractions.
//!
//! One or two columns are no work for multipliers, but for memory: nothing is packed that need not be. Where the rows
//! of `a` lie along the depth, each element is a dot product of vectors (`dots`). Where they lie across it, the lines
//! of `a` are added up, some at once, each times an element of the column (`lines`); by two columns the method is as
//! above, over blocks of little depth that are read where they are. Likewise of one or two rows of numbers.

mod blocks;
mod bytes;
mod columns;
mod dots;
mod epilogue;
mod factor;
mod general;
mod grouped;
mod kernels;
mod lanes;
mod lines;
mod loops;
mod matmul;
mod micro;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;
mod pack;
mod panels;
mod places;
mod portable;
mod shares;
mod sides;
mod target;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(feature = "alloc")]
pub(super) use factor::are_sums;
pub use factor::{Arithmetic, FactorOf};
pub use general::{MatrixProduct, product};
pub use grouped::{GroupedProduct, grouped_product};
pub use matmul::matmul;
#[cfg(feature = "alloc")]
pub(super) use micro::Old;
pub use pack::{LeftPanels, PanelWidths, RightPanels};
#[cfg(feature = "alloc")]
pub(super) use places::{ElementPlaces, FactorSide};
#[cfg(feature = "alloc")]
pub(super) use sides::Sides;
