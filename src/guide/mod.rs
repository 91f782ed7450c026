//! A book of twenty minutes: from what a layout is to a tiled product on threads, and the way here from elsewhere.
//!
//! 1. [`layouts`]: what a layout is, in pictures: shape and stride, modes that nest, indices and coordinates, padding.
//! 2. [`tiles`]: layouts are functions, and tiles are what division makes of them.
//! 3. [`tiled_product`]: a matrix product by tiles, from three loops to threads, each step checked against the last.
//! 4. [`coming_from`]: the names of CuTe, TLA, XLA, `ndarray` and `mdspan`, and those of the same things here.
//! 5. [`cookbook`]: short answers for kernel authors, NPU engineers, compiler engineers and teachers.
//!
//! Every example here runs. The first three chapters need no feature beyond the default ones.
pub mod coming_from;
pub mod cookbook;
pub mod layouts;
pub mod tiled_product;
pub mod tiles;
