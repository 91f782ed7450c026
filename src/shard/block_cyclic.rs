//! One dimension of an array, cut into blocks that are dealt to parts in turn.
use crate::dynamic::{Error, Result, invalid};

/// One dimension, cut into blocks of the same size that are dealt to parts in turn: the layout `(block, parts, rounds)`
/// of which the middle mode is the part. The extent is the logical one: the last block may be short.
///
/// Block by block it is ScaLAPACK's distribution; with as many blocks as parts it is HLO's and JAX's, whose last parts
/// are short or empty. Source: ScaLAPACK, `NUMROC`, `INDXG2L`, `INDXG2P`, `INDXL2G`.
///
/// ```
/// use tilework::shard::BlockCyclic;
/// // 0 1 | 2 3 | 4 5 | 6 to parts 0, 1, 0, 1
/// let rows = BlockCyclic::new(7, 2, 2, 0)?;
/// assert_eq!((rows.part_of(4), rows.local_index(4)), (0, 2));
/// assert_eq!([0, 1].map(|part| rows.local_extent(part)), [4, 3]);
/// assert_eq!(rows.global_index(1, 2), 6);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BlockCyclic {
    extent: i64,
    block: i64,
    parts: i64,
    first: i64,
}

impl BlockCyclic {
    /// So many elements in blocks of `block`, dealt to `parts` parts from part `first` on.
    ///
    /// A block is no larger than the dimension, and is the dimension where there is one part.
    ///
    /// # Errors
    /// If the extent is negative, a block or the parts are none, there is no part `first`, or a round of blocks has
    /// more elements than 64 bits count.
    pub fn new(extent: i64, block: i64, parts: i64, first: i64) -> Result<Self> {
        if extent < 0 || block < 1 || parts < 1 || !(0..parts).contains(&first) {
            return Err(invalid!(
                "distribution",
                "{extent} elements in blocks of {block} over {parts} parts from part {first} on"
            ));
        }
        let block = if parts == 1 { extent } else { block.min(extent) }.max(1);
        block.checked_mul(parts).ok_or(Error::overflow("a round of blocks"))?;
        Ok(BlockCyclic { extent, block, parts, first })
    }

    /// So many elements over parts that have one block each, as HLO cuts: rounded up, the last ones short or empty.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn even(extent: i64, parts: i64) -> Result<Self> {
        let block = if parts < 1 { 1 } else { (extent / parts + i64::from(extent % parts != 0)).max(1) };
        BlockCyclic::new(extent, block, parts, 0)
    }

    /// The number of elements.
    pub fn extent(&self) -> i64 {
        self.extent
    }

    /// The number of elements of a block.
    pub fn block(&self) -> i64 {
        self.block
    }

    /// The number of parts.
    pub fn parts(&self) -> i64 {
        self.parts
    }

    /// The part that has the first block.
    pub fn first(&self) -> i64 {
        self.first
    }

    /// The distance from a block of a part to its next one.
    pub fn period(&self) -> i64 {
        self.block * self.parts
    }

    /// The part that an index is in.
    pub fn part_of(&self, index: i64) -> i64 {
        self.part_of_block(index / self.block)
    }

    /// The index within the part that an index is in.
    pub fn local_index(&self, index: i64) -> i64 {
        index / self.period() * self.block + index % self.block
    }

    /// The index that a part has at its own index.
    ///
    /// Post-condition: its [`part_of`](Self::part_of) and [`local_index`](Self::local_index) are those given.
    pub fn global_index(&self, part: i64, local: i64) -> i64 {
        local / self.block * self.period() + self.begin(part) + local % self.block
    }

    /// The number of elements of a part.
    pub fn local_extent(&self, part: i64) -> i64 {
        let (blocks, rest) = (self.extent / self.block, self.extent % self.block);
        let (rounds, left) = (blocks / self.parts, blocks % self.parts);
        let more = match self.turn(part) {
            turn if turn < left => self.block,
            turn if turn == left => rest,
            _ => 0,
        };
        rounds * self.block + more
    }

    /// The part of a block.
    pub(super) fn part_of_block(&self, block: i64) -> i64 {
        let (turn, room) = (block % self.parts, self.parts - self.first);
        if turn < room { turn + self.first } else { turn - room }
    }

    /// Where the first block of a part begins, inside the dimension or behind it.
    pub(super) fn begin(&self, part: i64) -> i64 {
        self.turn(part) * self.block
    }

    /// The number of blocks of a part that have all their elements.
    pub(super) fn whole_blocks(&self, part: i64) -> i64 {
        self.local_extent(part) / self.block
    }

    /// When it is the turn of a part.
    fn turn(&self, part: i64) -> i64 {
        if part < self.first { part + (self.parts - self.first) } else { part - self.first }
    }
}
