//! Chapter 1: what a layout is.
//!
//! Memory is a line of numbered places. A tensor has rows, columns, channels. A **layout** says at which place each
//! element lies: it is a function from coordinates to offsets. Two tuples of the same form are enough to write it down.
//! The **shape** says which coordinates there are, the **stride** how far apart neighbours lie:
//!
//! ```text
//! (2,3):(3,1)        2 rows, 3 columns; the next row is 3 places on, the next column 1
//! offset(i, j) = i*3 + j*1
//! ```
//!
//! ```
//! use tilework::prelude::*;
//! let rows = layout!((2, 3):(3, 1));
//! assert_eq!(rows.offset((1, 2)), 5);
//! // the same elements, column by column
//! let columns = layout!((2, 3):(1, 2));
//! assert_eq!(columns.offset((1, 2)), 5);
//! assert_eq!(columns.offset((0, 2)), 4);
//! ```
//!
//! # Modes nest
//!
//! An entry of a shape is a **mode**. A mode can be a tuple itself, and then so is the stride there: rows in groups of
//! four, groups two. Nothing else is needed for blocks. This matrix has 8 rows and 12 columns, in blocks of 4x4; in a
//! block rows follow each other, and blocks follow each other column by column:
//!
//! ```text
//! ((4,2),(4,3)):((4,16),(1,32))
//! row    i = i0 + 4*i1  adds 4*i0 + 16*i1
//! column j = j0 + 4*j1  adds 1*j0 + 32*j1
//! ```
#![doc = ""]
#![doc = include_str!("../../tests/draw/pictures/zn_8x12.svg")]
#![doc = ""]
//! Whoever uses it still counts rows and columns. An integer where a mode is a tuple is split into digits, the first
//! one fastest, and an integer for the whole layout is the **index** of an element:
//!
//! ```
//! use tilework::{layout::idx2crd, prelude::*};
//! let blocks = layout!(((4, 2), (4, 3)):((4, 16), (1, 32)));
//! assert_eq!(blocks.offset((1, 5)), 37);
//! assert_eq!(blocks.offset(((1, 0), (1, 1))), 37); // row 1 is (1,0), column 5 is (1,1)
//! assert_eq!(blocks.offset(1 + 8 * 5), 37);        // the index counts down the columns
//! assert_eq!(idx2crd(41, blocks.shape()), ((1, 0), (1, 1)));
//! ```
//!
//! **Size** is the number of coordinates, **cosize** how many places the layout reaches. They differ where places are
//! skipped, or shared: stride 0 repeats an element, and a negative stride walks backward.
//!
//! ```
//! use tilework::prelude::*;
//! let pitched = layout!((2, 3):(4, 1)); // rows 4 apart, the place between them unused
//! assert_eq!((pitched.size(), pitched.cosize()), (int!(6), int!(7)));
//! let repeated = layout!((2, 3):(0, 1)); // one row, seen twice
//! assert_eq!((repeated.offset((0, 2)), repeated.offset((1, 2))), (2, 2));
//! ```
//!
//! # Static and dynamic
//!
//! A literal in [`layout!`](crate::layout!) is a type, a name or `{block}` is a value. Leaf by leaf, what is static
//! costs nothing when the program runs, and mistakes in it do not compile.
//!
//! ```
//! use tilework::prelude::*;
//! let groups = 7; // known when the program runs
//! let tall = layout!(((16, groups), 8):((8, 128), 1));
//! assert_eq!(tall.to_string(), "((_16,7),_8):((_8,_128),_1)");
//! assert_eq!(size_of_val(&tall), size_of::<usize>());
//! ```
//!
//! # Padding
//!
//! Blocks rarely divide a matrix. A layout may span more places than there are elements: its **logical extent** says
//! which coordinates are elements, and what is beyond is padding that the layout knows. Here is an array of 3x5 in
//! tiles of 2x2, as XLA keeps it; padding is hatched:
#![doc = ""]
#![doc = include_str!("../../tests/draw/pictures/xla_3x5_tiles_2x2.svg")]
#![doc = ""]
//! ```
//! use tilework::prelude::*;
//! let tiled = xla!(f32[3,5]{1,0:T(2,2)});
//! assert_eq!(tiled.to_string(), "((_2,_2),(_2,_3)):((_2,_12),(_1,_4)) of (_3,_5)");
//! assert_eq!((tiled.len(), tiled.size().value()), (15, 24));
//! assert!(tiled.contains((2, 4)) && tiled.is_padding((3, 4)));
//! ```
//!
//! Next: [`tiles`](super::tiles).
