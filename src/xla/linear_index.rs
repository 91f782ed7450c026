//! Where an element is: from an index to a place in memory, and back.
use super::layout::Layout;
use super::shape::{ArrayShape, product};
use super::tile::{Tile, TileSize};
use crate::dynamic::{Error, Result};
use alloc::format;
use smallvec::SmallVec;

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
/// `(floor(e/t), e mod t)`, `d` becomes `(ceil(d/t), t)`. The next tile applies to the most minor dimensions of what is there
/// then, so that it may stay inside the tile before, or reach dimensions that count tiles. A `*` first merges its dimension into
/// the next more minor one. Source: XLA, *Tiled layout*.
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
    pub(super) steps: SmallVec<[Step; 4]>,
    /// What is there in the end, most major first; the product fits in 64 bits.
    pub(super) bounds: SmallVec<[i64; 8]>,
    len: i64,
}

/// What a tile does to the dimensions that are there, counted from the most minor one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// So many dimensions of one element come in front.
    Widen { added: usize },
    /// Dimension `position` (0 is the most major) is merged into the next one, of `size` elements.
    Merge { position: usize, size: i64 },
    /// The most minor dimensions are split by a tile; `bounds` are theirs before.
    Split { tile: SmallVec<[i64; 2]>, bounds: SmallVec<[i64; 2]> },
}

/// How many places are looked at for the last element, where it takes a search.
const MOST_LOOKED_AT: usize = 1 << 16;

impl LinearIndex {
    /// The map of an array; without a layout, of the default one.
    ///
    /// # Errors
    /// If a dimension is unbounded, the last entry of a tile is `*`, or there are more elements, padding included, than 64
    /// bits count.
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
        let mut bounds: SmallVec<[i64; 8]> =
            layout.major_to_minor().map(|dimension| sizes[dimension]).collect();
        let mut steps = SmallVec::new();
        for tile in tiles {
            apply(tile, &mut bounds, &mut steps)?;
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
            return Err(Error::invalid(
                "linear_index",
                format!("index {index:?} is outside an array of sizes {:?}", &self.sizes[..]),
            ));
        }
        let mut entries: SmallVec<[i64; 8]> =
            self.minor_to_major.iter().rev().map(|&dimension| index[dimension]).collect();
        for step in &self.steps {
            step.go(&mut entries);
        }
        Ok(entries.iter().zip(&self.bounds).fold(0, |linear, (entry, bound)| linear * bound + entry))
    }

    /// The index of the element at a place.
    ///
    /// # Errors
    /// If there is no such place, or no element: padding.
    pub fn index_at(&self, linear: i64) -> Result<SmallVec<[i64; 6]>> {
        if !(0..self.len).contains(&linear) {
            return Err(Error::invalid(
                "delinearize",
                format!("place {linear} is outside an array of {} elements, padding included", self.len),
            ));
        }
        let padding = || Error::invalid("delinearize", format!("place {linear} is padding"));
        let entries = self.entries_at(linear).ok_or_else(padding)?;
        let mut index = SmallVec::from_elem(0, self.sizes.len());
        for (&dimension, entry) in self.minor_to_major.iter().rev().zip(entries) {
            index[dimension] = entry;
        }
        Ok(index)
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
        self.steps.iter().rev().all(|step| step.back(&mut entries)).then_some(entries)
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
        let first_split = self.steps.iter().position(|step| matches!(step, Step::Split { .. }));
        let merges_later =
            |first: usize| self.steps[first..].iter().any(|step| matches!(step, Step::Merge { .. }));
        if first_split.is_some_and(merges_later) {
            return self.reach_from_the_end();
        }
        // Without such merges the entries before a split grow with those after it: an entry fits if it does with nothing but 0
        // behind it. Places grow with their entries in order, so that the largest that fits counts, entry by entry.
        let mut last: SmallVec<[i64; 8]> = SmallVec::from_elem(0, self.bounds.len());
        for place in 0..last.len() {
            let (mut fits, mut too_large) = (0, self.bounds[place]);
            while too_large - fits > 1 {
                last[place] = fits + (too_large - fits) / 2;
                let mut entries = last.clone();
                if self.steps.iter().rev().all(|step| step.back(&mut entries)) {
                    fits = last[place];
                } else {
                    too_large = last[place];
                }
            }
            last[place] = fits;
        }
        Ok(last.iter().zip(&self.bounds).fold(0, |linear, (entry, bound)| linear * bound + entry) + 1)
    }

    /// The same, by looking at the last places.
    fn reach_from_the_end(&self) -> Result<i64> {
        let last = (0..self.len).rev().take(MOST_LOOKED_AT).find(|place| self.entries_at(*place).is_some());
        last.map(|last| last + 1).ok_or_else(|| {
            Error::invalid("reach", format!("of {} places the last {MOST_LOOKED_AT} are padding", self.len))
        })
    }

    /// Whether there is no place at all.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Splits the dimensions `bounds` by a tile, and tells the steps.
fn apply(tile: &Tile, bounds: &mut SmallVec<[i64; 8]>, steps: &mut SmallVec<[Step; 4]>) -> Result<()> {
    let rank = tile.sizes().len();
    if let Some(added @ 1..) = rank.checked_sub(bounds.len()) {
        steps.push(Step::Widen { added });
        bounds.insert_many(0, core::iter::repeat_n(1, added));
    }
    let mut split = SmallVec::<[i64; 2]>::new();
    // where the dimension of the next entry stands
    let mut position = bounds.len() - rank;
    for (entry, size) in tile.sizes().iter().enumerate() {
        match *size {
            TileSize::Combine if entry + 1 == rank => {
                return Err(Error::invalid(
                    "tile",
                    format!("{tile}: there is no dimension after the last to merge into"),
                ));
            }
            TileSize::Combine => {
                let size = bounds[position + 1];
                let merged = bounds.remove(position).checked_mul(size);
                bounds[position] = merged.ok_or(Error::overflow("the size of merged dimensions"))?;
                steps.push(Step::Merge { position, size });
            }
            TileSize::Elements(size) => {
                split.push(size);
                position += 1;
            }
        }
    }
    let minor = bounds.len() - split.len();
    let before: SmallVec<[i64; 2]> = bounds[minor..].into();
    for (bound, size) in bounds[minor..].iter_mut().zip(&split) {
        *bound = bound.div_euclid(*size) + i64::from(bound.rem_euclid(*size) != 0);
    }
    bounds.extend_from_slice(&split);
    steps.push(Step::Split { tile: split, bounds: before });
    Ok(())
}

impl Step {
    /// The index after this step.
    fn go(&self, entries: &mut SmallVec<[i64; 8]>) {
        match self {
            Step::Widen { added } => entries.insert_many(0, core::iter::repeat_n(0, *added)),
            Step::Merge { position, size } => {
                let major = entries.remove(*position);
                entries[*position] += major * size;
            }
            Step::Split { tile, .. } => {
                let minor = entries.len() - tile.len();
                for (place, size) in tile.iter().enumerate() {
                    let entry = entries[minor + place];
                    entries[minor + place] = entry / size;
                    entries.push(entry % size);
                }
            }
        }
    }

    /// The index before this step; `false` if there is none: padding.
    fn back(&self, entries: &mut SmallVec<[i64; 8]>) -> bool {
        match self {
            Step::Widen { added } => {
                entries.drain(..*added);
                true
            }
            Step::Merge { position, size } => {
                let merged = entries[*position];
                entries[*position] = merged % size;
                entries.insert(*position, merged / size);
                true
            }
            Step::Split { tile, bounds } => {
                let minor = entries.len() - 2 * tile.len();
                for (place, size) in tile.iter().enumerate() {
                    let entry = entries[minor + place] * size + entries[minor + tile.len() + place];
                    if entry >= bounds[place] {
                        return false;
                    }
                    entries[minor + place] = entry;
                }
                entries.truncate(minor + tile.len());
                true
            }
        }
    }
}
