//! Layouts of XLA: where the elements of an array stand in memory.
use super::shape::Shape;
use super::tile::Tile;
use crate::dynamic::{Error, Result, invalid};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use smallvec::SmallVec;
use tilework_tiles::{PrimitiveType, misplaced};

/// Where the elements of an array stand in memory: the order of the dimensions, tiles, and what a device adds.
///
/// `{1,0:T(8,128)(2,1)S(1)}` has dimension 1 most minor, keeps tiles of 8 by 128 together and inside them pairs of
/// rows, in memory space 1. `minor_to_major` is always a permutation, and no size of a tile is below 1: what XLA's
/// validator rejects cannot be made. Source: XLA, *Shapes and layout* and *Tiled layout*.
///
/// ```
/// use tilework::xla::Layout;
/// let layout: Layout = "{1,0:T(8,128)(2,1)S(1)}".parse()?;
/// assert_eq!(layout.minor_to_major(), [1, 0]);
/// assert_eq!((layout.tiles().len(), layout.memory_space()), (2, 1));
/// assert_eq!(layout.to_string(), "{1,0:T(8,128)(2,1)S(1)}");
/// assert!("{1,1}".parse::<Layout>().is_err());
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Layout {
    minor_to_major: SmallVec<[usize; 6]>,
    tiles: SmallVec<[Tile; 2]>,
    memory_space: i64,
    element_size_in_bits: i64,
    /// Nothing of this is set: `None`.
    rare: Option<Box<Rare>>,
}

/// What few layouts have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Rare {
    tail_padding_alignment: i64,
    index_type: Option<PrimitiveType>,
    pointer_type: Option<PrimitiveType>,
    split_configs: Vec<SplitConfig>,
    physical_shape: Option<Shape>,
    dynamic_metadata_prefix_bytes: i64,
}

static NOTHING_RARE: Rare = Rare {
    tail_padding_alignment: 1,
    index_type: None,
    pointer_type: None,
    split_configs: Vec::new(),
    physical_shape: None,
    dynamic_metadata_prefix_bytes: 0,
};

/// Cuts a physical dimension into pieces that lie in different places: `SC(0:30)` cuts the most major one at 30.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SplitConfig {
    /// The physical dimension, 0 the most major one.
    pub dimension: usize,
    /// The indices at which a new piece begins.
    pub indices: Vec<i64>,
}

impl SplitConfig {
    /// The size of the largest piece of a dimension of `size` elements.
    pub fn largest_piece(&self, size: i64) -> i64 {
        tilework_tiles::largest_piece(&self.indices, size)
    }
}

impl Layout {
    /// The layout with that order of the dimensions, the most minor one first, and nothing else.
    ///
    /// # Errors
    /// If `minor_to_major` is no permutation of `0..n`.
    pub fn new(minor_to_major: &[usize]) -> Result<Self> {
        check_permutation("layout", minor_to_major)?;
        Ok(Layout::plain(minor_to_major.into()))
    }

    /// The default layout of so many dimensions, `{n-1,...,1,0}`: row-major.
    pub fn descending(rank: usize) -> Self {
        Layout::plain((0..rank).rev().collect())
    }

    /// The dimensions in the order of memory, the most minor one first.
    pub fn minor_to_major(&self) -> &[usize] {
        &self.minor_to_major
    }

    /// The dimension that is `position`-th most major, 0 the most major one.
    pub fn major_to_minor(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + '_ {
        self.minor_to_major.iter().rev().copied()
    }

    /// The tiles, the first one applied first.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The memory the array is in: 0 main memory, 1 on-chip vector memory, 5 the host, others as the device has it.
    pub fn memory_space(&self) -> i64 {
        self.memory_space
    }

    /// The bits an element takes, 0 where that is the natural width.
    pub fn element_size_in_bits(&self) -> i64 {
        self.element_size_in_bits
    }

    fn rare(&self) -> &Rare {
        self.rare.as_deref().unwrap_or(&NOTHING_RARE)
    }

    /// The number of elements is padded up to a multiple of this; 1 for no padding.
    pub fn tail_padding_alignment(&self) -> i64 {
        self.rare().tail_padding_alignment
    }

    /// The type of indices, of a sparse array.
    pub fn index_primitive_type(&self) -> Option<PrimitiveType> {
        self.rare().index_type
    }

    /// The type of pointers, of a sparse array.
    pub fn pointer_primitive_type(&self) -> Option<PrimitiveType> {
        self.rare().pointer_type
    }

    /// Whether it says something that only sparse arrays have.
    pub fn is_sparse(&self) -> bool {
        let rare = self.rare();
        rare.index_type.is_some() || rare.pointer_type.is_some() || rare.physical_shape.is_some()
    }

    /// How physical dimensions are cut into pieces.
    pub fn split_configs(&self) -> &[SplitConfig] {
        &self.rare().split_configs
    }

    /// The shape in memory, of a sparse array.
    pub fn physical_shape(&self) -> Option<&Shape> {
        self.rare().physical_shape.as_ref()
    }

    /// The bytes in front of the array that hold its dynamic sizes.
    pub fn dynamic_metadata_prefix_bytes(&self) -> i64 {
        self.rare().dynamic_metadata_prefix_bytes
    }

    /// This layout with another order of the dimensions; everything else stays.
    ///
    /// # Errors
    /// If `minor_to_major` is no permutation of `0..n`.
    pub fn with_minor_to_major(mut self, minor_to_major: &[usize]) -> Result<Self> {
        check_permutation("layout", minor_to_major)?;
        self.minor_to_major = minor_to_major.into();
        Ok(self)
    }

    /// This layout with these tiles.
    pub fn with_tiles(mut self, tiles: &[Tile]) -> Self {
        self.tiles = tiles.into();
        self
    }

    /// This layout in another memory.
    ///
    /// # Errors
    /// If the number is negative.
    pub fn with_memory_space(mut self, memory_space: i64) -> Result<Self> {
        at_least(0, memory_space, "memory space")?;
        self.memory_space = memory_space;
        Ok(self)
    }

    /// This layout with elements of so many bits; 0 for the natural width.
    ///
    /// # Errors
    /// If the number is negative.
    pub fn with_element_size_in_bits(mut self, bits: i64) -> Result<Self> {
        at_least(0, bits, "element size in bits")?;
        self.element_size_in_bits = bits;
        Ok(self)
    }

    /// This layout with the number of elements padded up to a multiple.
    ///
    /// # Errors
    /// If the number is not positive.
    pub fn with_tail_padding_alignment(mut self, elements: i64) -> Result<Self> {
        at_least(1, elements, "tail padding alignment")?;
        self.edit(|rare| rare.tail_padding_alignment = elements);
        Ok(self)
    }

    /// This layout with that many bytes in front for the dynamic sizes.
    ///
    /// # Errors
    /// If the number is negative.
    pub fn with_dynamic_metadata_prefix_bytes(mut self, bytes: i64) -> Result<Self> {
        at_least(0, bytes, "dynamic metadata prefix")?;
        self.edit(|rare| rare.dynamic_metadata_prefix_bytes = bytes);
        Ok(self)
    }

    /// This layout with physical dimensions cut into pieces.
    ///
    /// As in XLA it is not asked whether there are such dimensions, and whether the indices increase and are inside.
    ///
    /// # Errors
    /// If a dimension is to be cut at no index.
    pub fn with_split_configs(mut self, split_configs: Vec<SplitConfig>) -> Result<Self> {
        if let Some(config) = split_configs.iter().find(|config| config.indices.is_empty()) {
            return Err(invalid!("layout", "physical dimension {} is split at no index", config.dimension));
        }
        self.edit(|rare| rare.split_configs = split_configs);
        Ok(self)
    }

    /// This layout with the types and the shape that only sparse arrays have.
    pub(super) fn with_sparse(
        mut self,
        index_type: Option<PrimitiveType>,
        pointer_type: Option<PrimitiveType>,
        physical_shape: Option<Shape>,
    ) -> Self {
        self.edit(|rare| {
            rare.index_type = index_type;
            rare.pointer_type = pointer_type;
            rare.physical_shape = physical_shape;
        });
        self
    }

    /// Changes what few layouts have, and forgets it if nothing is left.
    fn edit(&mut self, change: impl FnOnce(&mut Rare)) {
        let mut rare = self.rare().clone();
        change(&mut rare);
        self.rare = (rare != NOTHING_RARE).then(|| Box::new(rare));
    }

    /// The layout of the host: the order of the dimensions, without what a device adds.
    pub fn host(&self) -> Self {
        Layout::plain(self.minor_to_major.clone())
    }

    fn plain(minor_to_major: SmallVec<[usize; 6]>) -> Self {
        Layout {
            minor_to_major,
            tiles: SmallVec::new(),
            memory_space: 0,
            element_size_in_bits: 0,
            rare: None,
        }
    }
}

/// Whether the numbers are each of `0..n` once.
pub(super) fn check_permutation(operation: &'static str, numbers: &[usize]) -> Result<()> {
    let mut seen = SmallVec::<[bool; 16]>::from_elem(false, numbers.len());
    let Some(place) = misplaced(numbers, &mut seen) else { return Ok(()) };
    let (number, rank) = (numbers[place], numbers.len());
    Err(Error::invalid(
        operation,
        match number < rank {
            true => format!("dimension {number} stands twice in {numbers:?}"),
            false => format!("there is no dimension {number} among {rank}, in {numbers:?}"),
        },
    ))
}

fn at_least(least: i64, value: i64, what: &'static str) -> Result<()> {
    if value >= least {
        return Ok(());
    }
    Err(invalid!("layout", "a {what} of {value}: it must be at least {least}"))
}
