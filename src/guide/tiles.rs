//! Chapter 2: layouts are functions, and tiles are what division makes of them.
//!
//! A layout leads from an index to an offset, and an offset can be the index of another layout. So layouts compose:
//! `composition(a, b)` is the layout with `r(c) = a(b(c))`. The right side picks elements of the left one, in its own
//! order and its own shape:
//!
//! ```
//! use tilework::prelude::*;
//! let columns = layout!((8, 12):(1, 8));
//! // every second row, and all columns: indices 0, 2, 4, 6 down, 8 more for each column
//! let even = composition(columns, layout!((4, 12):(2, 8)));
//! assert_eq!(even.to_string(), "(_4,_12):(_2,_8)");
//! ```
//!
//! Not every composition is a layout. Where none is, it does not compile, or is an error that names a coordinate at
//! which every layout would be wrong; there is no third case.
//!
//! # Division
//!
//! To cut a layout in tiles is to give each coordinate two parts: where in the tile, and which tile.
//! [`logical_divide`](crate::algebra::logical_divide) does that in each mode, and
//! [`zipped_divide`](crate::algebra::zipped_divide) then gathers the parts, the tile first and the grid of tiles
//! second. Rows 4 at a time, columns 3 at a time:
//!
//! ```
//! use tilework::prelude::*;
//! let columns = layout!((8, 12):(1, 8));
//! let tiles = zipped_divide(columns, tiler!(4, 3));
//! assert_eq!(tiles.to_string(), "((_4,_3),(_2,_4)):((_1,_8),(_4,_24))");
//! // row 1 and column 2 of the tile in row 1 and column 3 of the grid
//! assert_eq!(tiles.offset(((1, 2), (1, 3))), columns.offset((5, 11)));
//! ```
#![doc = ""]
#![doc = include_str!("../../tests/draw/pictures/divide.svg")]
#![doc = ""]
//! A coordinate with `_` keeps a mode: [`slice`](crate::layout::Layout::slice) gives the layout that is left, and where
//! it starts. One tile is a slice of the divided layout:
//!
//! ```
//! use tilework::prelude::*;
//! let tiles = zipped_divide(layout!((8, 12):(1, 8)), tiler!(4, 3));
//! let (tile, start) = tiles.slice(crd!((_, _), (1, 3)));
//! assert_eq!((tile.to_string(), start), ("(_4,_3):(_1,_8)".into(), int!(76)));
//! ```
//!
//! # Products, inverses, the rest
//!
//! [`logical_product`](crate::algebra::logical_product) goes the other way: a tile, repeated by a layout.
//! [`complement`](crate::algebra::complement()) is what a tile leaves out, an
//! [`inverse`](crate::algebra::right_inverse) leads from offsets back to coordinates, and
//! [`coalesce`](crate::algebra::coalesce()) writes a layout with as few modes as there can be. All are verbs of one
//! algebra, [`algebra`](crate::algebra), and of the same names in [`dynamic`](crate::dynamic) for layouts that are read
//! when the program runs.
//!
//! # Tiles of tensors
//!
//! Of a matrix in memory one rarely wants layouts, but views. [`View::tile`](crate::tensor::View::tile) is one tile,
//! [`tiles`](crate::tensor::View::tiles) are all of them, and
//! [`tiles_mut`](crate::tensor::ViewMut::tiles_mut) are those that may be written: disjoint, each with its own extents
//! at the edges, and each may go to a thread of its own. A thread for each tile is for a few tiles: of many, each
//! thread takes a part.
//!
//! ```
//! use tilework::prelude::*;
//! let mut grid = VecTensor::filled(row_major((10, 7)), 0)?;
//! let mut view = grid.view_mut();
//! let tiles = view.tiles_mut((4, 4))?;
//! let half = tiles.len() / 2;
//! let (first, second) = tiles.split_at(half);
//! std::thread::scope(|threads| {
//!     for some in [first, second] {
//!         threads.spawn(|| some.for_each(|((i, j), mut tile)| fill(&mut tile, 10 * i + j)));
//!     }
//! });
//! assert_eq!((grid[(3, 3)], grid[(4, 3)], grid[(9, 6)]), (0, 10, 21));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`chunks_mut`](crate::tensor::ViewMut::chunks_mut) cuts along one mode, and `par_tiles_mut`, with the feature
//! `rayon`, leaves the sharing to it.
//!
//! Next: [`tiled_product`](super::tiled_product).
