//! Where an element is: from an index to a place in memory, and back.
use super::layout::Layout;
use super::shape::{ArrayShape, product};
use crate::dynamic::{Error, Result, invalid};
use alloc::vec::Vec;
use smallvec::SmallVec;
use tilework_tiles::{TileStep, TileSteps};

/// Which tiles of a layout count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tiling {
    /// Every tile, one after another: where elements really are.
    #[default]
    All,
    /// Only the first tile, as allocation sizes and XLA's `LayoutUtil::LinearIndex` have it.
    First,
    /// No tile, as XLA's `IndexUtil` has it.
    None,
}

/// The map between the indices of an array and its elements in memory, in the order of its layout.
///
/// With the sizes `d` and the index `e` in physical order, most major first, and without tiles, the linear index is
///
/// ```text
/// e_n*d_(n-1)*…*d_1 + … + e_2*d_1 + e_1
/// ```
///
/// A tile `t` splits the most minor dimensions into the number of the tile and the place inside it: `e` becomes
/// `(floor(e/t), e mod t)`, `d` becomes `(ceil(d/t), t)`. The next tile applies to the most minor dimensions of what
/// is there then, so that it may stay inside the tile before, or reach dimensions that count tiles. A `*` first
/// merges its dimension into the next more minor one. Source: XLA, *Tiled layout*.
///
/// ```
/// use tilework::xla::{ArrayShape, LinearIndex, Shape, Tiling};
/// let shape: Shape = "f32[3,5]{1,0:T(2,2)}".parse()?;
/// let elements = LinearIndex::new(shape.array("example")?, Tiling::All)?;
/// assert_eq!(elements.at(&[2, 3])?, 17);
/// assert_eq!(elements.index_at(17)?[..], [2, 3]);
/// assert_eq!(elements.len(), 24);
/// // the fourth column of tiles has one column of elements: the rest is padding
/// assert!(elements.index_at(9).is_err());
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinearIndex {
    pub(super) sizes: SmallVec<[i64; 6]>,
    pub(super) minor_to_major: SmallVec<[usize; 6]>,
    pub(super) steps: SmallVec<[TilingStep; 4]>,
    /// What is there in the end, most major first; the product fits in 64 bits.
    pub(super) bounds: Vec<i64>,
    len: i64,
}

/// A step of a tile, with the sizes of the dimensions before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TilingStep {
    /// So many dimensions of one element come in front.
    Widen { added: usize },
    /// Dimension `position` (0 is the most major) is merged into the next one, of `size` elements.
    Merge { position: usize, size: i64 },
    /// Dimension `position`, of `bound` elements, counts tiles of `size`, and the place in a tile comes last.
    Split { position: usize, size: i64, bound: i64 },
}

/// How many places are looked at for the last element, where it takes a search.
const MOST_LOOKED_AT: usize = 1 << 16;

impl LinearIndex {
    /// The map of an array; without a layout, of the default one.
    ///
    /// # Errors
    /// If a dimension is unbounded, the last entry of a tile is `*`, or there are more elements, padding included,
    /// than 64 bits count.
    pub fn new(shape: &ArrayShape, tiling: Tiling) -> Result<Self> {
        let layout = shape.layout_or_default();
        LinearIndex::of(&shape.sizes()?, &layout, tiling)
    }

    /// The map of an array of these sizes.
    pub(super) fn of(sizes: &[i64], layout: &Layout, tiling: Tiling) -> Result<Self> {
        let tiles = match tiling {
            Tiling::All => layout.tiles(),
            Tiling::First => &layout.tiles()[..layout.tiles().len().min(1)],
            Tiling::None => &[],
        };
        let mut bounds = Vec::with_capacity(2 * sizes.len() + 4);
        bounds.extend(layout.major_to_minor().map(|dimension| sizes[dimension]));
        let mut steps = SmallVec::new();
        for tile in tiles {
            for step in TileSteps::new(tile.sizes(), bounds.len())? {
                steps.push(match step {
                    TileStep::Widen { added } => TilingStep::Widen { added },
                    TileStep::Merge { position, .. } => {
                        TilingStep::Merge { position, size: bounds[position + 1] }
                    }
                    TileStep::Split { position, size, .. } => {
                        TilingStep::Split { position, size, bound: bounds[position] }
                    }
                });
                step.apply(&mut bounds)?;
            }
        }
        let len = product(&bounds).ok_or(Error::overflow("the number of elements in tiles"))?;
        Ok(LinearIndex {
            sizes: sizes.into(),
            minor_to_major: layout.minor_to_major().into(),
            steps,
            bounds,
            len,
        })
    }

    /// The place of an element: how many elements, padding included, stand before it.
    ///
    /// # Errors
    /// If the index has another number of entries than the array has dimensions, or is outside.
    pub fn at(&self, index: &[i64]) -> Result<i64> {
        if index.len() != self.sizes.len() || index.iter().zip(&self.sizes).any(|(e, d)| !(0..*d).contains(e))
        {
            return Err(invalid!(
                "linear_index",
                "index {index:?} is outside an array of sizes {:?}",
                &self.sizes[..]
            ));
        }
        Ok(self.place(self.minor_to_major.iter().rev().map(|&dimension| index[dimension]).collect()))
    }

    /// The index of the element at a place.
    ///
    /// # Errors
    /// If there is no such place, or no element: padding.
    pub fn index_at(&self, linear: i64) -> Result<SmallVec<[i64; 6]>> {
        if !(0..self.len).contains(&linear) {
            return Err(invalid!(
                "delinearize",
                "place {linear} is outside an array of {} elements, padding included",
                self.len
            ));
        }
        let padding = || invalid!("delinearize", "place {linear} is padding");
        let entries = self.entries_at(linear).ok_or_else(padding)?;
        let mut index = SmallVec::from_elem(0, self.sizes.len());
        for (&dimension, entry) in self.minor_to_major.iter().rev().zip(entries) {
            index[dimension] = entry;
        }
        Ok(index)
    }

    /// Turns the entries of a place into those of the index; false where there is padding.
    fn lead_back(&self, entries: &mut SmallVec<[i64; 8]>) -> bool {
        self.steps.iter().rev().all(|step| step.back(entries).is_none_or(|(entry, bound)| entry < bound))
    }

    /// The index of the element at a place, most major dimension first; none where there is padding.
    fn entries_at(&self, linear: i64) -> Option<SmallVec<[i64; 8]>> {
        let mut rest = linear;
        let mut entries: SmallVec<[i64; 8]> = self
            .bounds
            .iter()
            .rev()
            .map(|bound| {
                let entry = rest % bound;
                rest /= bound;
                entry
            })
            .collect();
        entries.reverse();
        self.lead_back(&mut entries).then_some(entries)
    }

    /// The number of places, padding included.
    pub fn len(&self) -> i64 {
        self.len
    }

    /// The number of places up to the last one that is an element.
    ///
    /// Post-condition: `max(at(e)) + 1` over all indices `e`; 0 without elements.
    ///
    /// # Errors
    /// If a later tile merges dimensions that an earlier one split, and the last 65536 places are padding.
    ///
    /// ```
    /// use tilework::xla::{LinearIndex, Shape, Tiling};
    /// let shape: Shape = "f32[3,5]{1,0:T(2,2)}".parse()?;
    /// let elements = LinearIndex::new(shape.array("example")?, Tiling::All)?;
    /// // element [2,4] is the first one of the last tile
    /// assert_eq!((elements.reach()?, elements.len()), (21, 24));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn reach(&self) -> Result<i64> {
        if self.sizes.contains(&0) {
            return Ok(0);
        }
        let first_split = self.steps.iter().position(|step| matches!(step, TilingStep::Split { .. }));
        let merges_later =
            |first: usize| self.steps[first..].iter().any(|step| matches!(step, TilingStep::Merge { .. }));
        if first_split.is_some_and(merges_later) {
            return self.reach_from_the_end();
        }
        // Without such merges the entries before a split grow with those after it: an entry fits if it does with
        // nothing but 0 behind it. Places grow with their entries in order, so that the largest that fits counts,
        // entry by entry.
        let mut last: SmallVec<[i64; 8]> = SmallVec::from_elem(0, self.bounds.len());
        for place in 0..last.len() {
            let (mut fits, mut too_large) = (0, self.bounds[place]);
            while too_large - fits > 1 {
                last[place] = fits + (too_large - fits) / 2;
                let mut entries = last.clone();
                if self.lead_back(&mut entries) {
                    fits = last[place];
                } else {
                    too_large = last[place];
                }
            }
            last[place] = fits;
        }
        Ok(self.linear(last) + 1)
    }

    /// The same, by looking at the last places.
    fn reach_from_the_end(&self) -> Result<i64> {
        let last = (0..self.len).rev().take(MOST_LOOKED_AT).find(|place| self.entries_at(*place).is_some());
        last.map(|last| last + 1)
            .ok_or_else(|| invalid!("reach", "of {} places the last {MOST_LOOKED_AT} are padding", self.len))
    }

    /// Whether there is no place at all.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// An entry of an index: a number, or an expression for it.
pub(super) trait IndexEntry: Clone {
    fn zero() -> Self;
    /// `self * size + minor`
    fn joined(self, size: i64, minor: Self) -> Self;
    /// The quotient by a size, and the remainder.
    fn split(self, size: i64) -> (Self, Self);
}

impl IndexEntry for i64 {
    fn zero() -> Self {
        0
    }
    fn joined(self, size: i64, minor: i64) -> Self {
        self * size + minor
    }
    fn split(self, size: i64) -> (Self, Self) {
        (self / size, self % size)
    }
}

impl LinearIndex {
    /// The place of the element with these entries in the order of memory, most major first.
    pub(super) fn place<E: IndexEntry>(&self, mut entries: SmallVec<[E; 8]>) -> E {
        for step in &self.steps {
            step.go(&mut entries);
        }
        self.linear(entries)
    }

    fn linear<E: IndexEntry>(&self, entries: impl IntoIterator<Item = E>) -> E {
        let pairs = entries.into_iter().zip(&self.bounds);
        pairs.fold(E::zero(), |linear, (entry, bound)| linear.joined(*bound, entry))
    }
}

impl TilingStep {
    /// The index after this step.
    fn go<E: IndexEntry>(&self, entries: &mut SmallVec<[E; 8]>) {
        match *self {
            TilingStep::Widen { added } => {
                entries.insert_many(0, core::iter::repeat_n(E::zero(), added));
            }
            TilingStep::Merge { position, size } => {
                let major = entries.remove(position);
                entries[position] = major.joined(size, entries[position].clone());
            }
            TilingStep::Split { position, size, .. } => {
                let (tile, inside) = entries[position].clone().split(size);
                entries[position] = tile;
                entries.push(inside);
            }
        }
    }

    /// The index before this step, and the entry that is padding unless it is less than a bound.
    pub(super) fn back<E: IndexEntry>(&self, entries: &mut SmallVec<[E; 8]>) -> Option<(E, i64)> {
        match *self {
            TilingStep::Widen { added } => {
                entries.drain(..added);
                None
            }
            TilingStep::Merge { position, size } => {
                let (major, minor) = entries[position].clone().split(size.max(1));
                entries[position] = minor;
                entries.insert(position, major);
                None
            }
            TilingStep::Split { position, size, bound } => {
                let inside = entries.remove(entries.len() - 1);
                entries[position] = entries[position].clone().joined(size, inside);
                Some((entries[position].clone(), bound))
            }
        }
    }
}
