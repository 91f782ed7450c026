//! All tiles of a view: disjoint parts, each a view of its own.
//!
//! Why the tiles of a view to be written share no element: an element of the tile in row `i` and column `j` of the grid
//! is the one of the matrix in row `i * height + x` and column `j * width + y`, where `x < height` and `y < width`. So
//! elements of two tiles have two coordinates; and two coordinates of such a view have two offsets, which was checked
//! when it was made. Each tile is handed out once, because every number of a tile is in one iterator only. Nor does a
//! tile read what lies between its elements: its layout has a logical extent, or places its sums, and only a view
//! through an exact layout is seen through another one.

use super::{View, ViewMut};
use crate::int::{Integer, ceil_div};
use crate::layout::{Mapping, Matrix, TileError};
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

/// The tiles of a matrix that are still to come, by their numbers, first mode fastest.
#[derive(Clone, Debug)]
struct Grid<L, H, W> {
    layout: L,
    size: (H, W),
    /// How many tiles cover the rows.
    tall: usize,
    left: Range<usize>,
}

impl<L: Matrix, H: Integer, W: Integer> Grid<L, H, W> {
    /// The whole grid, every tile of which exists.
    fn new(layout: L, size: (H, W)) -> Result<Self, TileError> {
        let (height, width) = (size.0.value(), size.1.value());
        if height == 0 || width == 0 {
            return Err(TileError::PastEnd);
        }
        let (tall, wide) = (ceil_div(layout.rows(), height), ceil_div(layout.cols(), width));
        let grid = Grid { layout, size, tall, left: 0..tall * wide };
        if !grid.left.is_empty() {
            let reach = |spread: (usize, Option<usize>)| spread.1?.checked_add(1);
            let (whole, tile) = (reach(layout.spread()), reach(grid.tile((0, 0))?.spread()));
            // All tiles have one shape, and lie as one if any does that does not hold a whole mode. But what their
            // padding reaches is to fit in a machine word for the one that starts furthest.
            if !matches!((whole, tile), (Some(a), Some(b)) if a.saturating_add(b) <= isize::MAX as usize) {
                let furthest = |mode, count, size| {
                    (0..count).max_by_key(|i| layout.mode_offset(mode, i * size)).unwrap_or_default()
                };
                grid.tile((furthest(0, tall, height), furthest(1, wide, width)))?;
            }
        }
        Ok(grid)
    }

    #[inline]
    fn tile(&self, (i, j): (usize, usize)) -> Result<L::Tile<H, W>, TileError> {
        self.layout.tile(self.size.0, self.size.1, i, j)
    }

    /// A tile of the grid by its number: place in the grid, layout, and the offset that those of the layout count from.
    #[inline]
    fn cut(&self, number: usize) -> ((usize, usize), L::Tile<H, W>, isize) {
        let (i, j) = (number % self.tall, number / self.tall);
        let first = (i * self.size.0.value(), j * self.size.1.value());
        match self.tile((i, j)) {
            Ok(tile) => ((i, j), tile, self.layout.part_origin(first)),
            Err(_) => unreachable!("every tile was seen to exist when the grid was made"),
        }
    }

    #[inline]
    fn split_at(self, mid: usize) -> (Self, Self) {
        let len = self.left.len();
        assert!(mid <= len, "{len} tiles cannot be split at {mid}");
        let mid = self.left.start + mid;
        let left = Grid { left: self.left.start..mid, ..self };
        (left, Grid { left: mid..self.left.end, ..self })
    }
}

/// The tiles of a view, each with its place in the grid; made by [`View::tiles`].
pub struct ViewTiles<'a, T, L, H, W> {
    view: View<'a, T, L>,
    grid: Grid<L, H, W>,
}

impl<T, L: Copy, H: Copy, W: Copy> Clone for ViewTiles<'_, T, L, H, W> {
    #[inline]
    fn clone(&self) -> Self {
        ViewTiles { view: self.view, grid: self.grid.clone() }
    }
}

/// The tiles of a mutable view, each with its place in the grid; made by [`ViewMut::tiles_mut`].
///
/// No two share an element, so that each may go to a thread of its own.
pub struct ViewTilesMut<'a, T, L, H, W> {
    /// Never used but for its origin: another part of the iterator may have the same.
    view: ViewMut<'a, T, L>,
    /// No number is in the grids of two iterators over one view.
    grid: Grid<L, H, W>,
}

impl<'a, T, L: Mapping> View<'a, T, L> {
    /// All tiles of `height` by `width` elements, first mode fastest: the place of each in the grid, and the tile.
    ///
    /// Tiles at the edges are cropped to what the matrix holds. A matrix without elements has no tiles.
    ///
    /// Post-condition: those that [`View::tile`] gives, each once.
    ///
    /// # Errors
    /// As [`View::tile`], before there is any tile: [`PastEnd`](TileError::PastEnd) only for tiles without elements.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let data: Vec<u32> = (0..96).collect();
    /// let zn = View::new(&data, layout!(((4, 2), (4, 3)):((4, 16), (1, 32)))).unwrap();
    /// let tiles = zn.tiles((int!(4), int!(8)))?;
    /// assert_eq!(tiles.len(), 4);
    /// for ((i, j), tile) in tiles {
    ///     assert_eq!(tile[(1, 2)], zn[(4 * i + 1, 8 * j + 2)]);
    /// }
    /// # Ok::<(), tilework::layout::TileError>(())
    /// ```
    #[inline]
    pub fn tiles<H: Integer, W: Integer>(&self, size: (H, W)) -> Result<ViewTiles<'a, T, L, H, W>, TileError>
    where
        L: Matrix,
    {
        Ok(ViewTiles { view: *self, grid: Grid::new(self.layout(), size)? })
    }
}

impl<T, L: Mapping> ViewMut<'_, T, L> {
    /// All tiles of `height` by `width` elements, to be written: see [`View::tiles`].
    ///
    /// No two share an element, whatever the layout, and each can be sent to another thread. They outlive the iterator;
    /// the view can be used again when the last is gone.
    ///
    /// # Errors
    /// As [`View::tiles`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [0; 5 * 8];
    /// // seven columns of rows of eight
    /// let mut a = ViewMut::new(&mut data, layout!((5, 7):(8, 1))).unwrap();
    /// std::thread::scope(|threads| {
    ///     for ((i, j), mut tile) in a.tiles_mut((2, 4)).unwrap() {
    ///         threads.spawn(move || fill(&mut tile, 10 * i + j));
    ///     }
    /// });
    /// assert_eq!(data[8..16], [0, 0, 0, 0, 1, 1, 1, 0]);
    /// assert_eq!(data[32..], [20, 20, 20, 20, 21, 21, 21, 0]);
    /// ```
    ///
    /// ```compile_fail,E0499
    /// # use tilework::prelude::*;
    /// # let mut data = [0; 4];
    /// # let mut a = ViewMut::new(&mut data, layout!((2, 2):(2, 1))).unwrap();
    /// let once = a.tiles_mut((1, 1)).unwrap().next();
    /// let twice = a.tiles_mut((1, 1)).unwrap().next(); // `a` is still borrowed by the tile
    /// drop(once);
    /// ```
    #[inline]
    pub fn tiles_mut<H: Integer, W: Integer>(
        &mut self,
        size: (H, W),
    ) -> Result<ViewTilesMut<'_, T, L, H, W>, TileError>
    where
        L: Matrix,
    {
        let grid = Grid::new(self.layout(), size)?;
        Ok(ViewTilesMut { view: self.view_mut(), grid })
    }
}

macro_rules! tiles {
    ($ViewTiles:ident $View:ident) => {
        impl<'a, T, L: Matrix, H: Integer, W: Integer> $ViewTiles<'a, T, L, H, W> {
            #[inline]
            fn at(&self, number: usize) -> ((usize, usize), $View<'a, T, L::Tile<H, W>>) {
                let (place, layout, start) = self.grid.cut(number);
                // SAFETY: a coordinate of the tile is one of the matrix, and its offset in the tile counts from that
                // start; the offsets are some of those of the matrix, which do not repeat where they are written. No
                // other tile has one of them, and this one is asked for once: see the head of the file.
                (place, unsafe { $View::from_origin(self.view.origin().offset(start), layout) })
            }

            /// Two iterators: over the first `mid` of the tiles that are left, and over the others.
            ///
            /// # Panics
            /// If fewer tiles than `mid` are left.
            #[inline]
            pub fn split_at(self, mid: usize) -> (Self, Self) {
                let (left, right) = self.grid.split_at(mid);
                let layout = self.view.layout();
                // SAFETY: both have the origin and the layout of the view; no tile is in both.
                let view = unsafe { $View::from_origin(self.view.origin(), layout) };
                ($ViewTiles { view: self.view, grid: left }, $ViewTiles { view, grid: right })
            }
        }

        impl<'a, T, L: Matrix, H: Integer, W: Integer> Iterator for $ViewTiles<'a, T, L, H, W> {
            type Item = ((usize, usize), $View<'a, T, L::Tile<H, W>>);

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                self.grid.left.next().map(|number| self.at(number))
            }
            #[inline]
            fn nth(&mut self, n: usize) -> Option<Self::Item> {
                self.grid.left.nth(n).map(|number| self.at(number))
            }
            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.grid.left.size_hint()
            }
        }

        impl<T, L: Matrix, H: Integer, W: Integer> DoubleEndedIterator for $ViewTiles<'_, T, L, H, W> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                self.grid.left.next_back().map(|number| self.at(number))
            }
        }

        impl<T, L: Matrix, H: Integer, W: Integer> ExactSizeIterator for $ViewTiles<'_, T, L, H, W> {}
        impl<T, L: Matrix, H: Integer, W: Integer> FusedIterator for $ViewTiles<'_, T, L, H, W> {}

        impl<T, L: Matrix, H: Integer, W: Integer> fmt::Debug for $ViewTiles<'_, T, L, H, W> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let (height, width) = self.grid.size;
                let (left, layout) = (self.grid.left.len(), self.grid.layout);
                write!(f, "{} ({height},{width}) of {layout}, {left} left", stringify!($ViewTiles))
            }
        }
    };
}
tiles!(ViewTiles View);
tiles!(ViewTilesMut ViewMut);
