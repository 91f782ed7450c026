//! Offset tables as people draw them.
use super::coordinate::{crd2offset, idx2crd};
use super::layout::DynLayout;
use super::mode::mode_size;
use super::swizzle::Swizzled;
use super::tree::Tree;
use super::tuple::DynTuple;
use crate::int::word;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// How much of a table is drawn; the rest is left out, with a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableLimits {
    /// Rows of each page.
    pub rows: i64,
    /// Columns of each page.
    pub columns: i64,
    /// Pages: one for each coordinate of the modes behind the first two.
    pub pages: i64,
}

impl Default for TableLimits {
    fn default() -> Self {
        TableLimits { rows: 32, columns: 32, pages: 8 }
    }
}

/// The table of offsets of a layout: mode 0 downwards, mode 1 to the right, a page for each coordinate of further
/// modes. Padding is drawn as `.`.
#[derive(Debug, Clone)]
pub struct Table<'a> {
    layout: &'a DynLayout,
    /// What puts the offsets of the layout elsewhere.
    swizzled: Option<&'a Swizzled>,
    limits: TableLimits,
}

impl DynLayout {
    /// The table of offsets, for printing.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout: DynLayout = "(2,3):(3,1)".parse()?;
    /// let table = "
    ///       0   1   2
    ///     +---+---+---+
    ///  0  | 0 | 1 | 2 |
    ///     +---+---+---+
    ///  1  | 3 | 4 | 5 |
    ///     +---+---+---+
    /// ";
    /// assert_eq!(layout.table(Default::default()).to_string(), table[1..]);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn table(&self, limits: TableLimits) -> Table<'_> {
        Table { layout: self, swizzled: None, limits }
    }
}

impl Swizzled {
    /// The table of offsets, for printing.
    ///
    /// ```
    /// # use tilework::dynamic::Swizzled;
    /// let swizzled: Swizzled = "Sw<1,0,2> o (2,4):(4,1)".parse()?;
    /// let table = "
    ///       0   1   2   3
    ///     +---+---+---+---+
    ///  0  | 0 | 1 | 2 | 3 |
    ///     +---+---+---+---+
    ///  1  | 5 | 4 | 7 | 6 |
    ///     +---+---+---+---+
    /// ";
    /// assert_eq!(swizzled.table(Default::default()).to_string(), table[1..]);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn table(&self, limits: TableLimits) -> Table<'_> {
        Table { layout: &self.layout, swizzled: Some(self), limits }
    }
}

impl Table<'_> {
    /// How many offsets are drawn, at most: printing takes time and memory in proportion.
    ///
    /// ```
    /// # use tilework::dynamic::{DynLayout, TableLimits};
    /// let layout: DynLayout = "(1000,1000):(1,1000)".parse()?;
    /// let limits = TableLimits { rows: 2000, columns: 2000, pages: 1 };
    /// assert_eq!(layout.table(limits).cells(), 1_000_000);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn cells(&self) -> i64 {
        let TableLimits { rows, columns, pages } = self.limits;
        let mut modes = self.layout.modes().map(|mode| mode_size(mode).unwrap_or(0));
        let rows = if self.layout.rank() >= 2 { Shown::most(modes.next().unwrap_or(1), rows) } else { 1 };
        let columns = Shown::most(modes.next().unwrap_or(1), columns);
        let further = modes.fold(1_i64, i64::saturating_mul);
        rows.saturating_mul(columns).saturating_mul(Shown::most(further, pages))
    }
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut left_out = Vec::new();
        let mut note = |what: &str, shown: &Shown| {
            if let Some(count) = shown.left_out() {
                left_out.push(alloc::format!("{count} of {} {what}", shown.extent));
            }
        };
        let sizes: Vec<i64> = self.layout.modes().map(|mode| mode_size(mode).unwrap_or(0)).collect();
        let logical = self.layout.extent_by_mode("table").ok();
        let shown = |mode: usize, limit| match sizes.get(mode) {
            Some(&size) => {
                Shown::new(size, logical.as_ref().map_or(size, |extent| extent.leaves()[mode]), limit)
            }
            None => Shown::new(1, 1, limit),
        };
        let rows = (sizes.len() >= 2).then(|| shown(0, self.limits.rows));
        let columns = shown(usize::from(rows.is_some()), self.limits.columns);
        let further: DynTuple = Tree::flat(sizes.iter().skip(2).copied());
        let page_count = further.leaves().iter().fold(1_i64, |pages, &size| pages.saturating_mul(size));
        let pages = Shown::new(page_count, page_count, self.limits.pages);
        if let Some(rows) = &rows {
            note("rows", rows);
        }
        note("columns", &columns);
        note("pages", &pages);
        for (count, page) in pages.indices.iter().enumerate() {
            let Some(page) = page else {
                write!(f, "\n...\n")?;
                continue;
            };
            let behind = idx2crd(*page, further.view()).map_err(|_| fmt::Error)?;
            if !further.leaves().is_empty() {
                let coordinate = behind.to_string();
                writeln!(f, "{}(_,_,{}", if count > 0 { "\n" } else { "" }, &coordinate[1..])?;
            }
            self.page(f, rows.as_ref(), &columns, &behind)?;
        }
        if left_out.is_empty() { Ok(()) } else { writeln!(f, "shown: {}", left_out.join(", ")) }
    }
}

impl Table<'_> {
    fn page(
        &self,
        f: &mut fmt::Formatter<'_>,
        rows: Option<&Shown>,
        columns: &Shown,
        behind: &DynTuple,
    ) -> fmt::Result {
        let one_row = [Some(0)];
        let row_indices = rows.map_or(&one_row[..], |rows| &rows.indices);
        let cells: Vec<Vec<String>> = row_indices
            .iter()
            .map(|&row| {
                columns.indices.iter().map(|&column| self.cell(rows.and(row), row, column, behind)).collect()
            })
            .collect();
        let heads: Vec<String> = columns.indices.iter().map(|column| label(*column)).collect();
        let width = cells.iter().flatten().chain(&heads).map(String::len).max().unwrap_or(1);
        let names: Vec<String> =
            row_indices.iter().map(|&row| rows.map_or(String::new(), |_| label(row))).collect();
        let margin = names.iter().map(String::len).max().unwrap_or(0).max(2);
        let rule = alloc::format!(
            "{:margin$}  {}+",
            "",
            alloc::format!("+{:-<1$}", "", width + 2).repeat(heads.len())
        );

        let head: String = heads.iter().map(|head| alloc::format!("  {head:>width$} ")).collect();
        writeln!(f, "{:margin$}  {}", "", head.trim_end())?;
        for (name, cells) in names.iter().zip(&cells) {
            write!(f, "{rule}\n{name:>margin$}  ")?;
            cells.iter().try_for_each(|cell| write!(f, "| {cell:>width$} "))?;
            writeln!(f, "|")?;
        }
        writeln!(f, "{rule}")
    }

    /// The offset at a place of the table; `.` for padding, `...` for what is left out.
    fn cell(&self, mode_0: Option<i64>, row: Option<i64>, column: Option<i64>, behind: &DynTuple) -> String {
        let (Some(_), Some(column)) = (row, column) else { return label(None) };
        let coordinate = match (mode_0, self.layout.view().is_leaf()) {
            (None, true) => Tree::leaf(column),
            (None, false) if self.layout.rank() == 0 => Tree::flat([]),
            (None, false) => Tree::flat([column]),
            (Some(row), _) => Tree::flat([row, column].into_iter().chain(behind.leaves().iter().copied())),
        };
        if self.layout.is_padding(&coordinate).unwrap_or(false) {
            return ".".to_string();
        }
        let offset = crd2offset(coordinate.view(), self.layout.view());
        let place = match self.swizzled {
            Some(swizzled) => {
                offset.and_then(|offset| swizzled.place(&offset)).map(|place| place.to_string())
            }
            None => offset.map(|offset| offset.to_string()),
        };
        place.unwrap_or_else(|_| "?".to_string())
    }
}

fn label(index: Option<i64>) -> String {
    index.map_or_else(|| "...".to_string(), |index| index.to_string())
}

/// The indices of one direction that are drawn: all of them, or the first and the last ones with a gap (`None`)
/// between.
struct Shown {
    extent: i64,
    indices: Vec<Option<i64>>,
}

impl Shown {
    /// At most `limit` of `0..extent`. Where only the first `logical` are elements, the last ones drawn are around
    /// that end.
    fn new(extent: i64, logical: i64, limit: i64) -> Shown {
        const PADDING: i64 = 2;
        let limit = limit.max(2);
        let indices = if extent <= limit {
            (0..extent).map(Some).collect()
        } else {
            let head = limit - limit / 4 - 1;
            let end = logical.saturating_add(PADDING).clamp(limit, extent);
            let before = (0..head).map(Some).chain([None]).chain((end - (limit - head)..end).map(Some));
            before.chain((end < extent).then_some(None)).collect()
        };
        Shown { extent, indices }
    }

    /// How many are drawn of `extent` at most, gaps counted.
    fn most(extent: i64, limit: i64) -> i64 {
        extent.min(limit.max(2).saturating_add(2))
    }

    /// How many are drawn, if not all are.
    fn left_out(&self) -> Option<usize> {
        let shown = self.indices.iter().flatten().count();
        (word::wide(shown) != self.extent).then_some(shown)
    }
}
