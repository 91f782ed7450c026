//! Typed tiled layouts as data.
use super::layout::Layout;
use super::linear_index::{LinearIndex, Tiling};
use super::tile::Tile;
use crate::int::{Integer, word};
use crate::placed::TiledLayout;
use crate::tuple::{AllStatic, IntTuple, Leaves, Shape};
use smallvec::SmallVec;
use tilework_tiles::TileSize;

impl<S, O, T, P> TiledLayout<S, O, T, P>
where
    S: Shape + AllStatic,
    O: AllStatic,
    T: AllStatic,
    P: Integer + AllStatic,
{
    /// The same function with its structure as data.
    ///
    /// Post-condition: the offset of every coordinate is the place of that index. A `DynLayout` could not say it: it
    /// has a shape and a stride.
    ///
    /// # Panics
    /// Never: the type counts its places, in 63 bits.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = xla!(f32[20,30]{1,0:T(8,16)(3,1)});
    /// assert_eq!(layout.to_dynamic().at(&[7, 3])?, layout.offset((7, 3)) as i64);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn to_dynamic(&self) -> LinearIndex {
        let index = LinearIndex::of(&leaves(&S::LEAVES), &self.to_xla_layout(), Tiling::All);
        index.expect("the type counts its places, in 63 bits")
    }

    /// The layout as XLA has it: the order of the dimensions and the tiles.
    ///
    /// # Panics
    /// Never: the type has a permutation and sizes of tiles.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = xla!(f32[20,30]{1,0:T(8,16)(3,1)});
    /// assert_eq!(layout.to_xla_layout().to_string(), "{1,0:T(8,16)(3,1)}");
    /// ```
    pub fn to_xla_layout(&self) -> Layout {
        let order: SmallVec<[usize; 6]> = leaves(&O::LEAVES).into_iter().map(word::size).collect();
        let (sizes, mut first) = (leaves(&T::LEAVES), 0);
        let ranks = T::PROFILE.mode_leaves();
        let tiles = ranks.iter().take(<T as IntTuple>::RANK).map(|&rank| {
            let tile = sizes[first..first + rank].iter().map(|&size| TileSize::from_number(size));
            first += rank;
            Tile::of(tile.collect())
        });
        let tiles: SmallVec<[Tile; 2]> = tiles.collect();
        Layout::new(&order).expect("the type orders each dimension once").with_tiles(&tiles)
    }
}

fn leaves(leaves: &Leaves) -> SmallVec<[i64; 6]> {
    (0..leaves.len()).filter_map(|i| leaves.get(i)).map(|leaf| leaf as i64).collect()
}
