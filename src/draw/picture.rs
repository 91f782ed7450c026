//! A picture: every cell that is drawn with its text and its colour, before it is a table or a drawing.
use super::MAX_CELLS;
use super::axis::DrawnAxis;
use super::cell::{Cell, DrawnMode};
use super::color::{Color, ColorBy};
use super::label::Label;
use super::subject::Subject;
use crate::dynamic::{Error, Result, TableLimits, invalid};
use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};

/// How a picture looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// What colours stand for.
    pub color_by: ColorBy,
    /// What is written into cells.
    pub label: Label,
    /// The bits of an element, for banks and lines.
    pub bits: i64,
    /// How much is drawn; the rest is left out, with a note.
    pub limits: TableLimits,
}

impl Default for Look {
    /// Offsets without colours, of elements of 4 bytes.
    fn default() -> Self {
        Look { color_by: ColorBy::None, label: Label::Place, bits: 32, limits: TableLimits::default() }
    }
}

/// What is drawn of a subject: pages of rows and columns.
#[derive(Debug, Clone)]
pub struct Picture {
    title: String,
    rows: Option<DrawnAxis>,
    columns: DrawnAxis,
    /// The modes that rows and columns count.
    plane: (Option<usize>, Option<usize>),
    pages: Vec<Page>,
    left_out: Vec<String>,
    color_by: ColorBy,
}

/// A page of a picture: rows and columns at one coordinate of the other modes.
#[derive(Debug, Clone)]
pub(super) struct Page {
    /// The coordinate, `_` for rows and columns; nothing where there are no other modes.
    pub(super) name: String,
    /// The same as an index, rows and columns at 0.
    pub(super) index: Vec<i64>,
    /// The cells that are drawn, row after row.
    pub(super) cells: Vec<PaintedCell>,
}

/// A cell that is drawn.
#[derive(Debug, Clone)]
pub(super) struct PaintedCell {
    pub(super) text: String,
    pub(super) color: Option<Color>,
    /// What its colour stands for, if that has a number.
    pub(super) number: Option<i64>,
    pub(super) is_padding: bool,
}

impl Picture {
    /// The picture of a subject.
    ///
    /// # Errors
    /// If more than [`MAX_CELLS`] cells are to be drawn, or a place does not fit in 64 bits.
    ///
    /// ```
    /// use tilework::draw::{Picture, Look, Subject};
    /// use tilework::dynamic::DynLayout;
    /// let subject = Subject::from("((4,2),(4,3)):((4,16),(1,32))".parse::<DynLayout>()?);
    /// let picture = Picture::new(&subject, &Look::default())?;
    /// assert_eq!((picture.columns().size(), picture.columns().depth(), picture.columns().block(1)), (12, 2, 4));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn new(subject: &Subject, look: &Look) -> Result<Picture> {
        Painter::new(subject, look)?.picture(subject)
    }

    /// The picture of a subject in which each element has the colour that it has in another one.
    ///
    /// # Errors
    /// As [`new`](Self::new); and if the other one has no such element.
    pub fn colored_as(subject: &Subject, colors: &Subject, look: &Look) -> Result<Picture> {
        Painter::new(subject, look)?.picture(colors)
    }

    /// The title of the picture.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The same picture under another title.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Picture {
        self.title = title.into();
        self
    }

    /// The rows; none of a subject of rank 0 or 1, which is drawn as one row.
    pub fn rows(&self) -> Option<&DrawnAxis> {
        self.rows.as_ref()
    }

    /// The columns.
    pub fn columns(&self) -> &DrawnAxis {
        &self.columns
    }

    /// The modes that rows and columns count, if there are any.
    pub fn plane(&self) -> (Option<usize>, Option<usize>) {
        self.plane
    }

    /// The index of each page, an integer for each mode, in which rows and columns are at 0.
    pub fn page_indices(&self) -> impl Iterator<Item = &[i64]> {
        self.pages.iter().map(|page| page.index.as_slice())
    }

    /// What the colours of the cells of a page stand for, row after row: the number of the bank, the line, the thread
    /// or the value, where there is one.
    pub fn numbers(&self, page: usize) -> impl Iterator<Item = Option<i64>> {
        self.pages.get(page).into_iter().flat_map(|page| &page.cells).map(|cell| cell.number)
    }

    pub(super) fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// How many rows are drawn.
    pub(super) fn row_count(&self) -> usize {
        self.rows.as_ref().map_or(1, |rows| rows.shown().len())
    }

    /// What is not drawn, in words; nothing if all is.
    pub fn note(&self) -> Option<String> {
        (!self.left_out.is_empty()).then(|| format!("shown: {}", self.left_out.join(", ")))
    }

    /// What its colours stand for, in words; nothing if it has none.
    pub fn key(&self) -> Option<String> {
        (self.color_by != ColorBy::None).then(|| format!("colour: {}", self.color_by))
    }

    /// Whether there are no tiles: then lines are drawn around elements.
    pub fn is_flat(&self) -> bool {
        self.columns.depth() == 1 && self.rows.as_ref().is_none_or(|rows| rows.depth() == 1)
    }
}

/// What stands at an index, and what it has its colour from.
struct Spot {
    index: Vec<i64>,
    cell: Cell,
    colored: Cell,
}

/// What a picture is made of.
struct Painter<'a> {
    subject: &'a Subject,
    look: &'a Look,
    modes: Vec<DrawnMode>,
    sizes: Vec<i64>,
    row: Option<usize>,
    column: Option<usize>,
}

impl<'a> Painter<'a> {
    fn new(subject: &'a Subject, look: &'a Look) -> Result<Self> {
        let modes = subject.modes()?;
        let (row, column) = subject.plane(modes.len());
        let size =
            |mode: &DrawnMode| mode.levels.iter().try_fold(1_i64, |size, &extent| size.checked_mul(extent));
        let sizes = modes.iter().map(|mode| size(mode).ok_or(Error::overflow("size of a mode")));
        let sizes = sizes.collect::<Result<Vec<i64>>>()?;
        Ok(Painter { subject, look, modes, sizes, row, column })
    }

    fn axis(&self, mode: Option<usize>, limit: i64) -> DrawnAxis {
        match mode.and_then(|mode| self.modes.get(mode)) {
            Some(mode) => DrawnAxis::new(&mode.levels, mode.logical, limit),
            None => DrawnAxis::new(&[1], 1, limit),
        }
    }

    fn picture(&self, colors: &Subject) -> Result<Picture> {
        let TableLimits { rows, columns, pages } = self.look.limits;
        let rows = self.row.map(|row| self.axis(Some(row), rows));
        let columns = self.axis(self.column, columns);
        let others: Vec<usize> =
            (0..self.modes.len()).filter(|mode| ![self.row, self.column].contains(&Some(*mode))).collect();
        let page_count = others.iter().fold(1_i64, |count, &mode| count.saturating_mul(self.sizes[mode]));
        let drawn = page_count.min(pages.max(1));
        let row_count = rows.as_ref().map_or(1, |rows| rows.shown().len());
        let cells = (row_count.max(1) as u128) * (columns.shown().len().max(1) as u128);
        let cells = cells.saturating_mul(u128::try_from(drawn).unwrap_or(0));
        if cells > u128::from(MAX_CELLS.unsigned_abs()) {
            return Err(invalid!(
                "draw",
                "{cells} cells, at most {MAX_CELLS} are drawn: fewer rows, columns or pages are wanted"
            ));
        }
        let mut left_out = Vec::new();
        for (what, axis) in [("rows", rows.as_ref()), ("columns", Some(&columns))] {
            if let Some(axis) = axis.filter(|axis| axis.left_out() > 0) {
                left_out.push(format!("{} of {} {what}", axis.size() - axis.left_out(), axis.size()));
            }
        }
        if drawn < page_count {
            left_out.push(format!("{drawn} of {page_count} pages"));
        }
        let drawn_pages = (0..drawn).map(|number| {
            let index = self.page_index(number, &others);
            let name = if others.is_empty() { String::new() } else { self.page_name(&index) };
            let cells = self.cells(rows.as_ref(), &columns, index.clone(), colors)?;
            Ok((name, index, cells))
        });
        let drawn_pages = drawn_pages.collect::<Result<Vec<_>>>()?;
        let offsets =
            drawn_pages.iter().flat_map(|(_, _, cells)| cells).filter_map(|place| place.colored.as_int());
        let ends = offsets.fold(None, |ends: Option<(i64, i64)>, offset| {
            Some(ends.map_or((offset, offset), |(first, last)| (first.min(offset), last.max(offset))))
        });
        let paint = |spot: Spot| self.paint(&spot, ends.unwrap_or((0, 0)));
        let pages = drawn_pages
            .into_iter()
            .map(|(name, index, cells)| Page { name, index, cells: cells.into_iter().map(paint).collect() })
            .collect();
        let title = self.subject.title();
        let plane = (self.row, self.column);
        Ok(Picture { title, rows, columns, plane, pages, left_out, color_by: self.look.color_by })
    }

    /// What stands at each drawn place of a page, row after row.
    fn cells(
        &self,
        rows: Option<&DrawnAxis>,
        columns: &DrawnAxis,
        mut index: Vec<i64>,
        colors: &Subject,
    ) -> Result<Vec<Spot>> {
        let one_row = [Some(0)];
        let mut cells = Vec::new();
        for &row in rows.map_or(&one_row[..], DrawnAxis::shown) {
            for &column in columns.shown() {
                let (Some(row), Some(column)) = (row, column) else {
                    cells.push(Spot { index: index.clone(), cell: Cell::LeftOut, colored: Cell::LeftOut });
                    continue;
                };
                for (mode, entry) in [(self.row, row), (self.column, column)] {
                    if let Some(mode) = mode {
                        index[mode] = entry;
                    }
                }
                let cell = self.subject.cell(&index)?;
                let is_own = core::ptr::eq(colors, self.subject) || cell == Cell::Padding;
                let colored = if is_own { cell.clone() } else { colors.cell(&index)? };
                cells.push(Spot { index: index.clone(), cell, colored });
            }
        }
        Ok(cells)
    }

    fn paint(&self, Spot { index, cell, colored }: &Spot, ends: (i64, i64)) -> PaintedCell {
        let Look { color_by, label, bits, .. } = *self.look;
        let tile =
            |mode: Option<usize>| mode.map_or(0, |mode| index[mode] / self.modes[mode].levels[0].max(1));
        let number = tile(self.row).wrapping_mul(5).wrapping_add(tile(self.column));
        PaintedCell {
            text: label.of(cell, index, &self.sizes, color_by, bits),
            color: color_by.of(colored, number, bits, ends),
            number: color_by.number(colored, bits),
            is_padding: *cell == Cell::Padding,
        }
    }

    /// The index of a page: in the order of coordinates, rows and columns at 0.
    fn page_index(&self, number: i64, others: &[usize]) -> Vec<i64> {
        let mut index = vec![0; self.modes.len()];
        let mut rest = number;
        let mut split = |mode: usize| {
            index[mode] = rest % self.sizes[mode].max(1);
            rest /= self.sizes[mode].max(1);
        };
        // the pages of a layout go by its first mode, those of an array by its last dimension
        if self.row == Some(0) {
            others.iter().copied().for_each(&mut split);
        } else {
            others.iter().rev().copied().for_each(&mut split);
        }
        index
    }

    fn page_name(&self, index: &[i64]) -> String {
        let entries = index.iter().enumerate().map(|(mode, entry)| {
            if [self.row, self.column].contains(&Some(mode)) { String::from("_") } else { format!("{entry}") }
        });
        format!("({})", entries.collect::<Vec<_>>().join(","))
    }
}
