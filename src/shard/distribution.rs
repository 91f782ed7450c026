//! An array over many ranks: who has an element, and where in its memory.
use super::assignment::TileAssignment;
use super::block_cyclic::BlockCyclic;
use super::memory::LocalMemory;
use super::sharding::{Sharding, Subgroup, TiledSharding};
use crate::dynamic::{Axis, DynLayout, DynTuple, Mode, Result, Stride, Swizzled, Tree, inexact, invalid};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// An array over many ranks: each dimension cut into blocks that are dealt to parts, each tuple of parts on a rank, or
/// on several that hold the same, and on each rank a memory.
///
/// Whatever shards, HLO, JAX or ScaLAPACK, is such a distribution for an array of given sizes.
///
/// ```
/// use tilework::shard::{Distribution, LocalMemory};
/// let matrix = Distribution::read("blocks=[2,3] devices=[2,2]<=[4]", &[7, 8], 4)?
///     .with_memory(LocalMemory::ColumnMajor);
/// assert_eq!(matrix.owners(&[6, 4])?, [3]);
/// assert_eq!(matrix.local_shape(3)?, [3, 3]);
/// assert_eq!(matrix.local_index(&[6, 4])?, [2, 1]);
/// assert_eq!(matrix.local_offset(3, &[6, 4])?, 5);
/// assert_eq!(matrix.global_index(3, &[2, 1])?, [6, 4]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distribution {
    dimensions: Vec<BlockCyclic>,
    /// The tiles of the dimensions, and behind them how many ranks hold the same.
    assignment: TileAssignment,
    copies: i64,
    /// The rank of device 0.
    first_rank: i64,
    memory: LocalMemory,
}

impl Distribution {
    /// An array of these sizes as a sharding cuts it, on so many ranks.
    ///
    /// # Errors
    /// If the array has another number of dimensions, there are fewer ranks than devices, or a device holds what only
    /// the program knows, or a part of a sum.
    pub fn of_sharding(sharding: &Sharding, extents: &[i64], ranks: i64) -> Result<Self> {
        let whole = |copies: i64, first_rank: i64| -> Result<Self> {
            let mut tiles = alloc::vec![1; extents.len()];
            tiles.push(copies);
            let dimensions =
                extents.iter().map(|&extent| BlockCyclic::even(extent, 1)).collect::<Result<_>>()?;
            let assignment = TileAssignment::iota(&tiles, &[copies], &[0])?;
            Ok(Distribution { dimensions, assignment, copies, first_rank, memory: LocalMemory::RowMajor })
        };
        match sharding {
            Sharding::Replicated => whole(ranks, 0),
            Sharding::Maximal(device) => whole(1, *device),
            Sharding::Tiled(tiled) => {
                let cut = tiled.tiles().iter().zip(extents);
                let dimensions =
                    cut.map(|(&tiles, &extent)| BlockCyclic::even(extent, tiles)).collect::<Result<_>>()?;
                Distribution::of_dimensions(dimensions, extents.len(), tiled)
            }
            Sharding::Manual | Sharding::Unknown | Sharding::Unreduced => {
                Err(invalid!("distribution", "{sharding} does not say what a device holds"))
            }
        }?
        .checked(ranks)
    }

    /// An array of these sizes in blocks that are dealt to the tiles of a sharding in turn, from the tile `first` on.
    ///
    /// # Errors
    /// As [`of_sharding`](Self::of_sharding) and [`BlockCyclic::new`].
    pub fn block_cyclic(
        extents: &[i64],
        blocks: &[i64],
        first: &[i64],
        tiled: &TiledSharding,
    ) -> Result<Self> {
        if [blocks.len(), first.len(), tiled.rank()] != [extents.len(); 3] {
            let (rank, blocks, tiles) = (extents.len(), blocks.len(), tiled.rank());
            return Err(invalid!(
                "distribution",
                "blocks in {blocks} dimensions, tiles in {tiles}, and the array has {rank}"
            ));
        }
        let dimension = |at: usize| BlockCyclic::new(extents[at], blocks[at], tiled.tiles()[at], first[at]);
        let dimensions = (0..extents.len()).map(dimension).collect::<Result<_>>()?;
        Distribution::of_dimensions(dimensions, extents.len(), tiled)
    }

    fn of_dimensions(dimensions: Vec<BlockCyclic>, rank: usize, tiled: &TiledSharding) -> Result<Self> {
        if tiled.rank() != rank {
            return Err(invalid!(
                "distribution",
                "tiles in {} dimensions, and the array has {rank}",
                tiled.rank()
            ));
        }
        if tiled.subgroups().iter().any(|group| *group != Subgroup::Replicated) {
            let sharding = Sharding::Tiled(tiled.clone());
            return Err(invalid!("distribution", "{sharding} does not say what a device holds"));
        }
        let (assignment, copies) = (tiled.assignment().clone(), tiled.copies());
        Ok(Distribution { dimensions, assignment, copies, first_rank: 0, memory: LocalMemory::RowMajor })
    }

    pub(super) fn checked(self, ranks: i64) -> Result<Self> {
        let needed = self.ranks();
        if !(1..=ranks).contains(&needed) {
            return Err(invalid!("distribution", "{needed} ranks are needed, and there are {ranks}"));
        }
        Ok(self)
    }

    /// The same, each part in memory like this. A fixed layout over F2 is kept as swizzles of one over integers.
    ///
    /// ```
    /// use tilework::shard::{Distribution, LocalMemory};
    /// let stage = LocalMemory::Fixed("(4,8):(F9,F1)".parse()?);
    /// let matrix = Distribution::read("devices=[2,1]<=[2]", &[8, 8], 2)?.with_memory(stage);
    /// assert_eq!(matrix.local_places(0)?.to_string(), "Sw<2,0,3> o 0 o (4,8):(8,1)");
    /// assert_eq!(matrix.local_offset(1, &[5, 0])?, 9);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn with_memory(mut self, memory: LocalMemory) -> Self {
        self.memory = memory.over_integers();
        self
    }

    /// The same parts on other ranks: what was on rank `r` is on `ranks[r]`.
    ///
    /// # Errors
    /// If these are not as many ranks, each from 0 on once.
    pub fn with_ranks(&self, ranks: &[i64]) -> Result<Self> {
        let new = |rank: i64| usize::try_from(rank).ok().and_then(|rank| ranks.get(rank)).copied();
        let moved = self.assignment.devices().map(|device| new(device + self.first_rank).unwrap_or(-1));
        let mut moved: Vec<i64> = moved.collect();
        let mut result = self.clone();
        // one holder of all may be any rank
        if let [rank] = moved[..] {
            result.first_rank = rank;
            moved = [0].into();
        } else {
            result.first_rank = 0;
        }
        result.assignment = TileAssignment::list(self.assignment.tiles(), moved)?;
        Ok(result)
    }

    /// An array of other sizes over the same parts, one block each.
    pub(super) fn with_extents(&self, extents: &[i64]) -> Result<Self> {
        let cut = self.dimensions.iter().zip(extents);
        let dimensions =
            cut.map(|(cut, &extent)| BlockCyclic::even(extent, cut.parts())).collect::<Result<_>>()?;
        Ok(Distribution { dimensions, ..self.clone() })
    }

    /// The sizes of the array.
    pub fn extents(&self) -> Vec<i64> {
        self.dimensions.iter().map(BlockCyclic::extent).collect()
    }

    /// How each dimension is cut.
    pub fn dimensions(&self) -> &[BlockCyclic] {
        &self.dimensions
    }

    /// How many ranks hold the same.
    pub fn copies(&self) -> i64 {
        self.copies
    }

    /// The memory of a rank.
    pub fn memory(&self) -> &LocalMemory {
        &self.memory
    }

    /// One more than the last rank that holds anything.
    pub fn ranks(&self) -> i64 {
        self.first_rank.saturating_add(self.assignment.device_count())
    }

    /// The ranks that hold an element, the first copy first.
    ///
    /// # Errors
    /// If the index is outside the array.
    pub fn owners(&self, index: &[i64]) -> Result<Vec<i64>> {
        self.check(index)?;
        let parts: Vec<i64> = self.dimensions.iter().zip(index).map(|(cut, &at)| cut.part_of(at)).collect();
        Ok((0..self.copies).filter_map(|copy| self.rank_of(&parts, copy)).collect())
    }

    /// The sizes of what a rank holds; all 0 where it holds nothing.
    ///
    /// # Errors
    /// If there is no such rank.
    pub fn local_shape(&self, rank: i64) -> Result<Vec<i64>> {
        if rank < 0 {
            return Err(invalid!("distribution", "there is no rank {rank}"));
        }
        Ok(match self.parts_of(rank) {
            None => alloc::vec![0; self.dimensions.len()],
            Some((parts, _)) => {
                self.dimensions.iter().zip(&parts).map(|(cut, &part)| cut.local_extent(part)).collect()
            }
        })
    }

    /// The layout of what a rank holds, in its memory, before places are swizzled.
    ///
    /// # Errors
    /// If there is no such rank, or its memory has no layout of that shape.
    pub fn local_layout(&self, rank: i64) -> Result<DynLayout> {
        self.memory.layout(&self.local_shape(rank)?)
    }

    /// The dimensions by how far apart their elements are in memory, the outermost first: the same on every rank.
    pub(super) fn outermost_first(&self) -> Vec<usize> {
        let sizes: Vec<i64> = self.dimensions.iter().map(|cut| cut.local_extent(0)).collect();
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        // where no part has a layout, which is reported when one is asked for, any order will do
        if let Ok(layout) = self.memory.layout(&sizes) {
            let distances: Vec<Option<i64>> = layout
                .modes()
                .map(|mode| {
                    mode.leaves()
                        .iter()
                        .filter(|leaf| leaf.extent > 1)
                        .filter_map(|leaf| leaf.stride.as_int())
                        .max()
                })
                .collect();
            order.sort_by_key(|&dimension| Reverse(distances[dimension]));
        }
        order
    }

    /// Where a rank has what it holds: its layout, swizzled if its memory is.
    ///
    /// # Errors
    /// As [`local_layout`](Self::local_layout).
    pub fn local_places(&self, rank: i64) -> Result<Swizzled> {
        Ok(self.memory.placed(0, self.local_layout(rank)?))
    }

    /// The index of an element on the ranks that hold it.
    ///
    /// # Errors
    /// If the index is outside the array.
    pub fn local_index(&self, index: &[i64]) -> Result<Vec<i64>> {
        self.check(index)?;
        Ok(self.dimensions.iter().zip(index).map(|(cut, &at)| cut.local_index(at)).collect())
    }

    /// Where a rank holds an element in its memory, in elements.
    ///
    /// # Errors
    /// If the index is outside the array, the rank does not hold it, or its memory has no such layout.
    pub fn local_offset(&self, rank: i64, index: &[i64]) -> Result<i64> {
        self.check(index)?;
        let holds = |parts: &[i64]| {
            self.dimensions.iter().zip(index).zip(parts).all(|((cut, &at), part)| cut.part_of(at) == *part)
        };
        if !self.parts_of(rank).is_some_and(|(parts, _)| holds(&parts)) {
            return Err(invalid!("distribution", "rank {rank} does not hold the element at {index:?}"));
        }
        let local = DynTuple::flat(self.local_index(index)?);
        self.local_places(rank)?.offset(&local)
    }

    /// The index in the array of what a rank holds at its own index.
    ///
    /// # Errors
    /// If the index is outside what the rank holds.
    pub fn global_index(&self, rank: i64, local: &[i64]) -> Result<Vec<i64>> {
        let shape = self.local_shape(rank)?;
        let outside =
            || invalid!("distribution", "index {local:?} is outside the sizes {shape:?} of rank {rank}");
        let is_inside =
            local.len() == shape.len() && local.iter().zip(&shape).all(|(at, size)| (0..*size).contains(at));
        let (parts, _) = self.parts_of(rank).filter(|_| is_inside).ok_or_else(outside)?;
        let each = self.dimensions.iter().zip(&parts).zip(local);
        Ok(each.map(|((cut, &part), &at)| cut.global_index(part, at)).collect())
    }

    /// The layout from indices of the array to the rank and the index there: each dimension is
    /// `(block, parts, rounds)`, along axis 0 are the ranks, along axis `d + 1` is the index in dimension `d`.
    ///
    /// Post-condition: the coordinate of an index is the first of its [`owners`](Self::owners), and its
    /// [`local_index`](Self::local_index). Where blocks do not divide the array, the extent says so.
    ///
    /// # Errors
    /// If the first block is not on part 0, or the ranks are no layout of the tiles.
    ///
    /// ```
    /// use tilework::shard::Distribution;
    /// let matrix = Distribution::read("blocks=[2,3] devices=[2,2]<=[4]", &[7, 8], 4)?;
    /// assert_eq!(
    ///     matrix.to_layout()?.to_string(),
    ///     "((2,2,2),(3,2,2)):((1@1,2@0,2@1),(1@2,1@0,3@2)) of (7,8)"
    /// );
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn to_layout(&self) -> Result<DynLayout> {
        if self.first_rank != 0 {
            return Err(inexact!(
                "distribution",
                "device 0 is rank {}, and a layout begins at 0",
                self.first_rank
            ));
        }
        let devices = self.assignment.to_layout()?;
        let ranks = Axis::new(&[0])?;
        let mut modes: Vec<Vec<Mode>> = Vec::new();
        for ((at, cut), tiles) in self.dimensions.iter().enumerate().zip(devices.modes()) {
            if cut.first() != 0 {
                let first = cut.first();
                return Err(inexact!(
                    "distribution",
                    "dimension {at} begins on part {first}, and a layout on 0"
                ));
            }
            let here = Axis::new(&[at + 1])?;
            let mut leaves = alloc::vec![Mode::new(cut.block(), Stride::Basis(1, here))];
            for leaf in tiles.leaves().iter().filter(|leaf| leaf.extent != 1) {
                let stride = leaf.stride.as_int().unwrap_or(0);
                leaves.push(Mode::new(leaf.extent, Stride::Basis(stride, ranks)));
            }
            let rounds = cut.extent() / cut.period() + i64::from(cut.extent() % cut.period() != 0);
            if rounds > 1 {
                leaves.push(Mode::new(rounds, Stride::Basis(cut.block(), here)));
            }
            modes.push(leaves);
        }
        let modes = Tree::of_modes(modes.iter().map(|leaves| leaves.iter().copied()))?;
        DynLayout::from_modes(modes)?.with_extent(&self.extents())
    }

    /// The parts that a rank holds, one of each dimension, and which copy it is.
    pub(super) fn parts_of(&self, rank: i64) -> Option<(Vec<i64>, i64)> {
        let number = self.assignment.tile_of(rank.checked_sub(self.first_rank)?)?;
        let (mut tile, copy) = (number / self.copies, number % self.copies);
        let mut parts: Vec<i64> = Vec::with_capacity(self.dimensions.len());
        for cut in self.dimensions.iter().rev() {
            parts.push(tile % cut.parts());
            tile /= cut.parts();
        }
        parts.reverse();
        Some((parts, copy))
    }

    /// The rank that holds these parts as this copy.
    pub(super) fn rank_of(&self, parts: &[i64], copy: i64) -> Option<i64> {
        let tile = self.dimensions.iter().zip(parts).fold(0, |tile, (cut, part)| tile * cut.parts() + part);
        Some(self.assignment.device_at(tile * self.copies + copy)? + self.first_rank)
    }

    fn check(&self, index: &[i64]) -> Result<()> {
        let is_inside = index.len() == self.dimensions.len()
            && self.dimensions.iter().zip(index).all(|(cut, at)| (0..cut.extent()).contains(at));
        if is_inside {
            return Ok(());
        }
        Err(invalid!("distribution", "index {index:?} is outside an array of sizes {:?}", self.extents()))
    }
}
