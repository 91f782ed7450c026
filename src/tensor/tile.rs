//! Tiles of views: parts of a tensor that are tensors.
//!
//! The layout of a tile has a parameter of its own: if the method named it `L::Tile`, it would be hidden where `L` is
//! no matrix, and the compiler would not say that a matrix is needed.

use super::{View, ViewMut};
use crate::int::Integer;
use crate::layout::{Mapping, Matrix, TileError};

impl<'a, T, L: Mapping> View<'a, T, L> {
    /// The tile in row `i` and column `j` of the grid of `height` by `width` tiles: a view of its elements.
    ///
    /// A tile at the edge is cropped to what the matrix holds.
    ///
    /// Post-condition: `tile[(x, y)]` is `self[(i * height + x, j * width + y)]`.
    ///
    /// # Errors
    /// As [`Matrix::tile`]: the grid has no such tile, or tiles of this size do not lie as one in the layout.
    ///
    /// ```
    /// use tilework::{layout::TileError, prelude::*};
    /// let data: Vec<u32> = (0..96).collect();
    /// let zn = View::new(&data, layout!(((4, 2), (4, 3)):((4, 16), (1, 32)))).unwrap();
    /// let tile = zn.tile((int!(4), int!(4)), (1, 2)).unwrap();
    /// assert_eq!(tile[(0, 0)], zn[(4, 8)]);
    /// // the tile divides the matrix: its extent is static
    /// assert_eq!(size_of_val(&tile.layout()), 0);
    /// // the grid ends; and three rows cannot be cut from blocks of four
    /// assert_eq!(zn.tile((4, 4), (2, 0)).err(), Some(TileError::PastEnd));
    /// assert_eq!(zn.tile((3, 4), (0, 0)).err(), Some(TileError::NotAligned { mode: 0, inner: 4 }));
    /// ```
    pub fn tile<H: Integer, W: Integer, Tile: Mapping>(
        &self,
        (height, width): (H, W),
        (i, j): (usize, usize),
    ) -> Result<View<'a, T, Tile>, TileError>
    where
        L: Matrix<Tile<H, W> = Tile>,
    {
        let layout = self.layout().tile(height, width, i, j)?;
        let start = self.layout().part_origin((i * height.value(), j * width.value()));
        // SAFETY: a coordinate of the tile is one of the matrix, and its offset in the tile counts from that origin.
        Ok(unsafe { View::from_origin(self.origin().offset(start), layout) })
    }
}

impl<T, L: Mapping> ViewMut<'_, T, L> {
    /// The tile in row `i` and column `j` of the grid of `height` by `width` tiles, to be written: see [`View::tile`].
    ///
    /// # Errors
    /// As [`View::tile`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [0; 12];
    /// let mut rows = ViewMut::new(&mut data, layout!((3, 4):(4, 1))).unwrap();
    /// fill(&mut rows.tile_mut((2, 2), (1, 1)).unwrap(), 5);
    /// assert_eq!(data, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5]);
    /// ```
    pub fn tile_mut<H: Integer, W: Integer, Tile: Mapping>(
        &mut self,
        (height, width): (H, W),
        (i, j): (usize, usize),
    ) -> Result<ViewMut<'_, T, Tile>, TileError>
    where
        L: Matrix<Tile<H, W> = Tile>,
    {
        let layout = self.layout().tile(height, width, i, j)?;
        let start = self.layout().part_origin((i * height.value(), j * width.value()));
        // SAFETY: as in `View::tile`; and the offsets of the tile are some of those of the matrix, which do not repeat.
        Ok(unsafe { ViewMut::from_origin(self.origin().offset(start), layout) })
    }
}
