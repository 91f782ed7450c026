//! The least padding, and the least rotation, that frees accesses of conflicts.
use super::conflicts::ConflictSearch;
use crate::dynamic::{DynLayout, Error, Mode, Result as DynResult, Stride, Tree, invalid};
use crate::int::{greatest_common_divisor, word};
use alloc::vec::Vec;
use core::fmt;

/// Places left free after every so many: a layout with longer strides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowPadding {
    /// After how many places.
    pub every: usize,
    /// How many are left free.
    pub by: usize,
}

impl RowPadding {
    /// Where an element is put.
    pub const fn apply(self, place: usize) -> usize {
        place + self.by * (place / self.every)
    }

    /// The layout with the padding.
    ///
    /// # Errors
    /// If the padding falls into the middle of what a stride reaches, a stride is negative or no integer, or an offset
    /// does not fit.
    ///
    /// ```
    /// use tilework::{access::RowPadding, dynamic::DynLayout};
    /// let blocks: DynLayout = "((4,2),(4,3)):((4,16),(1,32))".parse()?;
    /// let padded = RowPadding { every: 16, by: 4 }.to_layout(&blocks)?;
    /// assert_eq!(padded.to_string(), "((4,2),(4,3)):((4,20),(1,40))");
    /// assert!(RowPadding { every: 8, by: 4 }.to_layout(&"(4,8):(1,3)".parse()?).is_err());
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn to_layout(self, layout: &DynLayout) -> DynResult<DynLayout> {
        let every = word::wide(self.every);
        if !boundaries(layout)?.contains(&self.every) && self.by > 0 {
            return Err(invalid!("padding", "after {every} places there is no end of a row in {layout}"));
        }
        let strides: Tree<Stride> = layout.stride().try_map(|stride| match stride {
            Stride::Int(stride) if stride >= every && every > 0 => {
                let rows = stride / every;
                let padded = rows.checked_mul(word::wide(self.by)).and_then(|more| more.checked_add(stride));
                padded.map(Stride::Int).ok_or(Error::overflow("a stride"))
            }
            other => Ok(other),
        })?;
        let padded = DynLayout::new(&layout.shape(), &strides)?;
        if layout.is_exact() { Ok(padded) } else { padded.with_extent(layout.extents().leaves()) }
    }
}

/// Each row turned further than the one before it, by so many places: no place is left free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowRotation {
    /// The places of a row.
    pub row: usize,
    /// How much further each row is turned.
    pub by: usize,
}

impl RowRotation {
    /// Where an element is put.
    pub const fn apply(self, place: usize) -> usize {
        let (row, column) = (place / self.row, place % self.row);
        row * self.row + (column + row % self.row * self.by) % self.row
    }
}

/// As an expression of a place: `p/48*48 + (p + p/48*2) mod 48`.
impl fmt::Display for RowRotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RowRotation { row, by } = self;
        write!(f, "p/{row}*{row} + (p + p/{row}*{by}) mod {row}")
    }
}

/// Why no padding, or no rotation, frees accesses of conflicts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoSkew<T> {
    /// The layout is not one of rows.
    Unsuited(Error),
    /// Each leaves more turns than the count of words demands.
    Conflicts {
        /// The best there is; none, if none is better than nothing.
        best: Option<T>,
        /// The turns with it.
        wavefronts: usize,
        /// The turns that are needed at least, wherever elements are put.
        least: usize,
    },
}

impl fmt::Display for NoSkew<RowPadding> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, "padding", |f, RowPadding { every, by }| {
            write!(f, "{by} places free after every {every}")
        })
    }
}

impl fmt::Display for NoSkew<RowRotation> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, "rotation", |f, RowRotation { row, by }| write!(f, "rows of {row} turned by {by} each"))
    }
}

impl<T: Copy> NoSkew<T> {
    fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        what: &str,
        name: impl Fn(&mut fmt::Formatter<'_>, T) -> fmt::Result,
    ) -> fmt::Result {
        match self {
            NoSkew::Unsuited(error) => fmt::Display::fmt(error, f),
            NoSkew::Conflicts { best, wavefronts, least } => {
                write!(f, "no {what} is free of conflicts: the words need {least} turns at least, and ")?;
                match best {
                    Some(best) => {
                        f.write_str("the best, ")?;
                        name(f, *best)?;
                        write!(f, ", takes {wavefronts}")
                    }
                    None => write!(f, "none takes less than the {wavefronts} without it"),
                }
            }
        }
    }
}

impl core::error::Error for NoSkew<RowPadding> {}
impl core::error::Error for NoSkew<RowRotation> {}

impl ConflictSearch {
    /// The padding after which no access to this layout has conflicts, with the fewest places in all; of 0 places, if
    /// none is needed.
    ///
    /// Looked at is every padding after the places of a row, where rows are what the strides of the layout step over:
    /// all smaller ones stay within, and the others step over whole rows. RowPadding by a whole row of banks more
    /// changes no bank, so that all are looked at. Elements may have any size, and so may rows.
    ///
    /// # Errors
    /// If there is none, with the best there is; if the layout has no rows, or not the places that are searched.
    ///
    /// ```
    /// use tilework::access::{Banks, ConflictSearch, RowPadding, ThreadAccess};
    /// // 48 rows of 48 halves, read by columns of pairs
    /// let stage = "(48,48):(48,1)".parse::<tilework::dynamic::DynLayout>()?;
    /// let column = ThreadAccess::of(&stage.clone().into(), &"(32,2):(1,48)".parse()?, 16)?;
    /// let search = ConflictSearch::new(vec![column], 2, 2304, Banks::NVIDIA)?;
    /// assert_eq!(search.padding(&stage), Ok(RowPadding { every: 48, by: 2 }));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn padding(&self, layout: &DynLayout) -> Result<RowPadding, NoSkew<RowPadding>> {
        let rows = self.rows(layout).map_err(NoSkew::Unsuited)?;
        let (least, period) = (self.least_wavefronts(), self.period());
        let none = RowPadding { every: self.places().max(1), by: 0 };
        let candidates = rows.iter().flat_map(|every| (1..period).map(|by| RowPadding { every: *every, by }));
        let mut candidates: Vec<RowPadding> = candidates.collect();
        candidates.sort_by_key(|padding| (padding.apply(self.places().saturating_sub(1)), padding.every));
        self.first_of(core::iter::once(none).chain(candidates), least, RowPadding::apply)
    }

    /// The rotation of rows after which no access to this layout has conflicts, by the fewest places; by 0, if none is
    /// needed.
    ///
    /// Looked at are all rotations of the rows of [`padding`](Self::padding) that fill the places.
    ///
    /// # Errors
    /// As [`padding`](Self::padding); and if a row has more than 16384 places.
    ///
    /// ```
    /// use tilework::access::{Banks, ConflictSearch, RowRotation, ThreadAccess};
    /// let stage = "(48,48):(48,1)".parse::<tilework::dynamic::DynLayout>()?;
    /// let column = ThreadAccess::of(&stage.clone().into(), &"32:1".parse()?, 32)?;
    /// let search = ConflictSearch::new(vec![column], 4, 2304, Banks::NVIDIA)?;
    /// let rotation = search.rotation(&stage).unwrap();
    /// assert_eq!(search.wavefronts_by(|place| rotation.apply(place)), Some(search.least_wavefronts()));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn rotation(&self, layout: &DynLayout) -> Result<RowRotation, NoSkew<RowRotation>> {
        const MOST_TURNS: usize = 1 << 14;
        let mut rows = self.rows(layout).map_err(NoSkew::Unsuited)?;
        rows.retain(|row| self.places().is_multiple_of(*row));
        if let Some(row) = rows.iter().find(|row| **row > MOST_TURNS) {
            let reason = invalid!("skew", "rows of {row} places: at most {MOST_TURNS} rotations are tried");
            return Err(NoSkew::Unsuited(reason));
        }
        let none = RowRotation { row: self.places().max(1), by: 0 };
        let candidates = rows.iter().flat_map(|row| (1..*row).map(|by| RowRotation { row: *row, by }));
        let mut candidates: Vec<RowRotation> = candidates.collect();
        candidates.sort_by_key(|rotation| (rotation.by, rotation.row));
        self.first_of(core::iter::once(none).chain(candidates), self.least_wavefronts(), RowRotation::apply)
    }

    /// The lengths of the rows, if the layout has the places that are searched.
    fn rows(&self, layout: &DynLayout) -> DynResult<Vec<usize>> {
        if word::size(layout.cosize()) != self.places() {
            return Err(invalid!("skew", "{layout} has {} places, not {}", layout.cosize(), self.places()));
        }
        boundaries(layout)
    }

    /// RowPadding by so many places moves what follows by whole rows of banks.
    fn period(&self) -> usize {
        let row = self.banks().count() * self.banks().width();
        row / greatest_common_divisor(row, self.element())
    }

    /// The first that takes as few turns as are needed.
    fn first_of<T: Copy>(
        &self,
        candidates: impl IntoIterator<Item = T>,
        least: usize,
        apply: impl Fn(T, usize) -> usize,
    ) -> Result<T, NoSkew<T>> {
        let mut best = (self.wavefronts(), None);
        for candidate in candidates {
            match self.wavefronts_by(|place| apply(candidate, place)) {
                Some(turns) if turns == least => return Ok(candidate),
                Some(turns) if turns < best.0 => best = (turns, Some(candidate)),
                _ => {}
            }
        }
        Err(NoSkew::Conflicts { best: best.1, wavefronts: best.0, least })
    }
}

/// The strides over rows: what smaller strides reach stays within them, and larger ones are multiples.
fn boundaries(layout: &DynLayout) -> DynResult<Vec<usize>> {
    let int = |mode: &Mode| mode.stride.as_int().filter(|stride| *stride >= 0);
    let modes: Option<Vec<(i64, i64)>> =
        layout.leaves().iter().map(|mode| Some((int(mode)?, mode.extent))).collect();
    let modes =
        modes.ok_or_else(|| invalid!("skew", "{layout} has strides that are no numbers from 0 on"))?;
    let ends_rows = |every: i64| {
        let within = modes.iter().filter(|(stride, _)| *stride < every);
        let reach = within.map(|(stride, extent)| stride * (extent - 1).max(0)).sum::<i64>();
        every > 1 && reach < every && modes.iter().all(|(stride, _)| *stride < every || stride % every == 0)
    };
    let mut rows: Vec<usize> =
        modes.iter().map(|(stride, _)| *stride).filter(|stride| ends_rows(*stride)).map(word::size).collect();
    rows.sort_unstable();
    rows.dedup();
    Ok(rows)
}
