//! Shardings: which part of an array a device holds, and who holds an element.
use super::assignment::TileAssignment;
use crate::dynamic::{Axis, DynLayout, Error, Mode, Result, Stride, Tree, invalid};
use alloc::vec::Vec;
use core::ops::Range;

/// Which device holds what of an array.
///
/// Read and printed as in HLO, `{devices=[2,4]<=[8]}`; read from JAX's `NamedSharding(mesh=Mesh('x': 2, 'y': 4),
/// spec=PartitionSpec('x', None))` too. Where tiles do not divide an array, each but the last of them has as many
/// elements as it takes, rounded up, and the last ones have fewer or none. Source: XLA, `HloSharding`.
///
/// ```
/// use tilework::shard::Sharding;
/// let sharding: Sharding = "devices=[4,1,2]<=[8] last_tile_dim_replicate".parse()?;
/// // 7 rows over 4 are 2, 2, 2 and 1, and two devices hold each of them
/// assert_eq!(sharding.owners(&[6, 0], &[7, 3])?, [6, 7]);
/// assert_eq!(sharding.part(7, &[7, 3])?, [6..7, 0..3]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Sharding {
    /// Every device holds all of it.
    Replicated,
    /// The program says what each device holds.
    Manual,
    /// Not known yet.
    Unknown,
    /// Every device holds a part of the sum.
    Unreduced,
    /// One device holds all of it.
    Maximal(i64),
    /// Each tile is on a device, or on a group of devices.
    Tiled(TiledSharding),
}

/// Tiles and their devices.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TiledSharding {
    assignment: TileAssignment,
    /// What the last dimensions of the tiles are, which are none of the array.
    subgroups: Vec<Subgroup>,
}

/// What the devices along a dimension of the tiles behind those of the array do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subgroup {
    /// They hold the same.
    Replicated,
    /// The program says what they hold.
    Manual,
    /// They hold parts of a sum.
    Unreduced,
}

impl TiledSharding {
    /// The tiles of an array, whose last dimensions are groups of devices.
    ///
    /// # Errors
    /// If there are more groups than dimensions of tiles.
    pub fn new(assignment: TileAssignment, subgroups: &[Subgroup]) -> Result<Self> {
        if subgroups.len() > assignment.tiles().len() {
            let (groups, dimensions) = (subgroups.len(), assignment.tiles().len());
            return Err(invalid!(
                "sharding",
                "{groups} groups of devices in {dimensions} dimensions of tiles"
            ));
        }
        Ok(TiledSharding { assignment, subgroups: subgroups.into() })
    }

    /// The device of each tile, groups included.
    pub fn assignment(&self) -> &TileAssignment {
        &self.assignment
    }

    /// What the last dimensions of the tiles are.
    pub fn subgroups(&self) -> &[Subgroup] {
        &self.subgroups
    }

    /// The number of dimensions of the array.
    pub fn rank(&self) -> usize {
        self.assignment.tiles().len() - self.subgroups.len()
    }

    /// How many tiles there are in each dimension of the array.
    pub fn tiles(&self) -> &[i64] {
        &self.assignment.tiles()[..self.rank()]
    }

    /// How many devices hold the same tile.
    pub fn copies(&self) -> i64 {
        self.assignment.tiles()[self.rank()..].iter().product()
    }
}

impl Sharding {
    /// The tiles, if it has some.
    pub fn as_tiled(&self) -> Option<&TiledSharding> {
        if let Sharding::Tiled(tiled) = self { Some(tiled) } else { None }
    }

    /// The number of devices, where the sharding says it.
    pub fn device_count(&self) -> Option<i64> {
        self.as_tiled().map(|tiled| tiled.assignment.device_count())
    }

    /// This sharding for an array of so many dimensions, where it is for fewer: the last ones are not cut.
    pub fn widened(self, rank: usize) -> Sharding {
        match self {
            Sharding::Tiled(TiledSharding { assignment, subgroups }) => {
                let own = assignment.tiles().len() - subgroups.len();
                let assignment = assignment.widened(own, rank.saturating_sub(own));
                Sharding::Tiled(TiledSharding { assignment, subgroups })
            }
            other => other,
        }
    }

    /// The sizes of the largest part that a device holds: the first one.
    ///
    /// # Errors
    /// If the array has another number of dimensions, or only the program knows what devices hold.
    ///
    /// ```
    /// # use tilework::shard::Sharding;
    /// let sharding: Sharding = "devices=[4,1]<=[4]".parse()?;
    /// assert_eq!(sharding.shard_shape(&[7, 3])?, [2, 3]);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn shard_shape(&self, extents: &[i64]) -> Result<Vec<i64>> {
        match self {
            Sharding::Tiled(tiled) => {
                let tiles = tiled.tiles_of(extents)?;
                Ok(extents.iter().zip(tiles).map(|(&extent, &tiles)| ceil_div(extent, tiles)).collect())
            }
            Sharding::Replicated | Sharding::Maximal(_) | Sharding::Unreduced => Ok(extents.into()),
            Sharding::Manual | Sharding::Unknown => Err(self.unknown()),
        }
    }

    /// The part of an array that a device holds, in each dimension: the last tiles may be shorter, or empty.
    ///
    /// # Errors
    /// If the array has another number of dimensions, there is no such device, or only the program knows.
    pub fn part(&self, device: i64, extents: &[i64]) -> Result<Vec<Range<i64>>> {
        let all = |is_here: bool| extents.iter().map(|&extent| 0..if is_here { extent } else { 0 }).collect();
        match self {
            Sharding::Tiled(tiled) => {
                let tiles = tiled.tiles_of(extents)?;
                let tile = tiled.assignment.tile_of(device);
                let no_device = || invalid!("sharding", "there is no device {device} in {self}");
                let mut tile = tile.ok_or_else(no_device)? / tiled.copies();
                let mut part = Vec::with_capacity(extents.len());
                for (&tiles, &extent) in tiles.iter().zip(extents).rev() {
                    let length = ceil_div(extent, tiles);
                    let begin = (tile % tiles).saturating_mul(length).min(extent);
                    part.push(begin..begin.saturating_add(length).min(extent));
                    tile /= tiles;
                }
                part.reverse();
                Ok(part)
            }
            Sharding::Replicated | Sharding::Unreduced => Ok(all(true)),
            Sharding::Maximal(own) => Ok(all(*own == device)),
            Sharding::Manual | Sharding::Unknown => Err(self.unknown()),
        }
    }

    /// The devices that hold an element, in the order of the text; all of them where it is replicated, which is none
    /// that could be named.
    ///
    /// # Errors
    /// If the index is outside the array, the array has another number of dimensions, or only the program knows.
    pub fn owners(&self, index: &[i64], extents: &[i64]) -> Result<Vec<i64>> {
        if index.len() != extents.len() || index.iter().zip(extents).any(|(e, d)| !(0..*d).contains(e)) {
            return Err(invalid!("sharding", "index {index:?} is outside an array of sizes {extents:?}"));
        }
        match self {
            Sharding::Tiled(tiled) => {
                let tiles = tiled.tiles_of(extents)?;
                let mut tile = 0;
                for ((&tiles, &extent), &index) in tiles.iter().zip(extents).zip(index) {
                    tile = tile * tiles + index / ceil_div(extent, tiles);
                }
                let first = tile * tiled.copies();
                let group = first..first + tiled.copies();
                Ok(group.filter_map(|tile| tiled.assignment.device_at(tile)).collect())
            }
            Sharding::Maximal(device) => Ok([*device].into()),
            Sharding::Replicated | Sharding::Unreduced => Ok(Vec::new()),
            Sharding::Manual | Sharding::Unknown => Err(self.unknown()),
        }
    }

    /// The layout from the indices of an array to the device and the index there: each dimension is `(local, tiles)`,
    /// along axis 0 there are the devices, along axis `d + 1` is the index in dimension `d`.
    ///
    /// Post-condition: the coordinate of an index is the first of its [`owners`](Self::owners), and the index less the
    /// beginning of the [`part`](Self::part) of that device. Where tiles do not divide the array, its extent says so.
    ///
    /// # Errors
    /// If it is not tiled, the array has another number of dimensions or one without elements, or the devices are no
    /// layout of the tiles.
    pub fn to_layout(&self, extents: &[i64]) -> Result<DynLayout> {
        let tiled = self.as_tiled().ok_or_else(|| invalid!("sharding", "{self} has no tiles"))?;
        tiled.tiles_of(extents)?;
        let devices = tiled.assignment.to_layout()?;
        let mut modes: Vec<Vec<Mode>> = Vec::new();
        for ((dimension, &extent), tiles) in (0_usize..).zip(extents).zip(devices.modes()) {
            let here = Axis::new(&[dimension + 1])?;
            let count = tiles.leaves().iter().map(|leaf| leaf.extent).product::<i64>();
            let mut leaves = alloc::vec![Mode::new(ceil_div(extent, count), Stride::Basis(1, here))];
            for leaf in tiles.leaves().iter().filter(|leaf| leaf.extent != 1) {
                let stride = leaf.stride.as_int().unwrap_or(0);
                leaves.push(Mode::new(leaf.extent, Stride::Basis(stride, Axis::new(&[0])?)));
            }
            modes.push(leaves);
        }
        let modes = Tree::of_modes(modes.iter().map(|leaves| leaves.iter().copied()))?;
        DynLayout::from_modes(modes)?.with_extent(extents)
    }

    fn unknown(&self) -> Error {
        invalid!("sharding", "{self} does not say what a device holds")
    }
}

impl TiledSharding {
    /// The tiles in each dimension of an array, which must have as many.
    fn tiles_of(&self, extents: &[i64]) -> Result<&[i64]> {
        let (own, rank) = (self.rank(), extents.len());
        if own != rank {
            return Err(invalid!("sharding", "tiles in {own} dimensions, and the array has {rank}"));
        }
        if let Some(extent) = extents.iter().find(|extent| **extent < 0) {
            return Err(invalid!("sharding", "a dimension of {extent} elements"));
        }
        Ok(self.tiles())
    }
}

/// At least 1 where there are elements, and the tiles are.
fn ceil_div(extent: i64, tiles: i64) -> i64 {
    extent / tiles + i64::from(extent % tiles != 0)
}
