//! Arrays, distributions and memories at random, always the same ones.
use crate::random::Random;
use tilework::dynamic::format::{ElementBits, Format};
use tilework::dynamic::{DynLayout, Mode, Stride, Tree};
use tilework::shard::{Distribution, LocalMemory, Sharding, Subgroup, TileAssignment, TiledSharding};
use tilework::xla::PrimitiveType;

impl Random {
    fn order(&mut self, count: i64) -> Vec<i64> {
        let mut order: Vec<i64> = (0..count).collect();
        self.shuffle(&mut order);
        order
    }

    /// The sizes of an array of few elements.
    pub(crate) fn extents(&mut self) -> Vec<i64> {
        match self.below(8) {
            0 => vec![1 + self.below(200)],
            1 => vec![self.below(3), self.below(9)],
            2 => vec![1 + self.below(8), 1 + self.below(6), 1 + self.below(5)],
            3 => vec![1 + self.below(5), 1 + self.below(3), 1 + self.below(4), 1 + self.below(4)],
            4 if self.below(10) == 0 => vec![],
            _ => vec![1 + self.below(17), 1 + self.below(17)],
        }
    }

    /// A distribution of an array over at most so many ranks: tiles or blocks, with copies or without, ranks in the
    /// order of an iota or in any.
    pub(crate) fn distribution(&mut self, extents: &[i64], ranks: i64) -> Distribution {
        let rank = extents.len();
        let distribution = match self.below(12) {
            0 => Distribution::of_sharding(&Sharding::Replicated, extents, ranks),
            1 => Distribution::of_sharding(&Sharding::Maximal(self.below(ranks)), extents, ranks),
            _ => {
                // divisors of the ranks for each dimension, and the rest are copies, or not there
                let mut left = ranks;
                let mut tiles: Vec<i64> = vec![1; rank];
                for _ in 0..3 {
                    let divisors: Vec<i64> = (1..=left).filter(|one| left % one == 0).collect();
                    let (one, at) = (self.of(&divisors), self.below(rank.max(1) as i64));
                    if let Some(tile) = tiles.get_mut(usize::try_from(at).unwrap()) {
                        *tile *= one;
                        left /= one;
                    }
                }
                let copies = if self.below(3) == 0 { 1 } else { left };
                let groups: &[Subgroup] = if copies > 1 || rank == 0 { &[Subgroup::Replicated] } else { &[] };
                let mut all = tiles.clone();
                all.extend((!groups.is_empty()).then_some(copies));
                let count: i64 = all.iter().product();
                let assignment = if self.below(2) == 0 {
                    TileAssignment::list(&all, self.order(count)).unwrap()
                } else {
                    let divisors: Vec<i64> = (1..=count).filter(|one| count % one == 0).collect();
                    let one = self.of(&divisors);
                    let axes = self.of(&[[0, 1], [1, 0]]);
                    TileAssignment::iota(&all, &[one, count / one], &axes).unwrap()
                };
                let tiled = TiledSharding::new(assignment, groups).unwrap();
                if self.below(2) == 0 {
                    Distribution::of_sharding(&Sharding::Tiled(tiled), extents, ranks)
                } else {
                    let blocks: Vec<i64> = extents.iter().map(|_| 1 + self.below(5)).collect();
                    let first: Vec<i64> = tiles.iter().map(|&tiles| self.below(tiles)).collect();
                    Distribution::block_cyclic(extents, &blocks, &first, &tiled)
                }
            }
        };
        distribution.unwrap().with_memory(self.memory(extents))
    }

    /// A memory of any kind, of which some are swizzled, some of these twice.
    fn memory(&mut self, extents: &[i64]) -> LocalMemory {
        let mut memory = self.plain_memory(extents);
        while self.below(5) == 0 {
            let swizzle = self.of(&["Sw<1,0,1>", "Sw<2,0,2>", "Sw<2,1,3>", "Sw<1,0,-2>"]).parse().unwrap();
            memory = LocalMemory::Swizzled(swizzle, Box::new(memory));
        }
        memory
    }

    /// A layout over F2 in which each bit of an index has a bit of its own, and some of the bits above it.
    fn over_f2(&mut self, extents: &[i64]) -> DynLayout {
        let mut from = 0;
        let mut mode = |&extent: &i64| {
            let stride = (1_u64 | (self.below(16) as u64) << 1) << from;
            from += i64::BITS - (extent - 1).max(0).leading_zeros();
            Mode::new(extent, Stride::F2(stride))
        };
        DynLayout::from_modes(Tree::flat(extents.iter().map(&mut mode))).unwrap()
    }

    fn plain_memory(&mut self, extents: &[i64]) -> LocalMemory {
        let xla = |text: &str| LocalMemory::Xla(PrimitiveType::F32, text.parse().unwrap());
        let bits = ElementBits::new(64).unwrap();
        match (self.below(8), extents.len()) {
            (0, 2) => LocalMemory::Columns(extents[0].max(1) + self.below(3)),
            (1, 2) => LocalMemory::Format(self.of(&[Format::zN, Format::nZ, Format::zZ]), bits),
            (2, 2) => xla(self.of(&["{1,0:T(2,4)}", "{0,1:T(3,2)}", "{1,0:T(4,4)(2,1)}"])),
            (3, 1) => xla("{0:T(8)}"),
            (3, 3) => xla(self.of(&["{2,1,0:T(2,2)}", "{0,2,1:T(2,3)}"])),
            (4, 2) => {
                let rows = (extents[0] + 3) / 4;
                let text = format!("((4,{rows}),{}):((1,{}),4)", extents[1], extents[1] * 4);
                LocalMemory::Fixed(text.parse().unwrap())
            }
            (5, _) => LocalMemory::ColumnMajor,
            (6, 1..) => LocalMemory::Fixed(self.over_f2(extents)),
            _ => LocalMemory::RowMajor,
        }
    }
}

/// All indices of an array, the last dimension fastest.
pub(crate) fn indices(extents: &[i64]) -> Vec<Vec<i64>> {
    let mut all = vec![vec![]];
    for &extent in extents {
        all = all
            .iter()
            .flat_map(|index: &Vec<i64>| (0..extent).map(|at| [&index[..], &[at]].concat()))
            .collect();
    }
    all
}
