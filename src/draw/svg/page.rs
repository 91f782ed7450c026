//! A picture on a canvas.
use super::super::axis::DrawnAxis;
use super::super::color::Color;
use super::super::picture::{Page, Picture};
use super::canvas::{Anchor, Canvas, Class, SPACE};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

/// The width of a character and the height of a line, in pixels.
const CHARACTER: i64 = 7;
const LINE: i64 = 20;
/// From the top of a line to the line of writing.
const WRITING: i64 = 14;

/// Draws a picture with its title, its upper left corner at a place; says where its lower right corner is.
pub(in super::super) fn draw(canvas: &mut Canvas, picture: &Picture, x: i64, y: i64) -> (i64, i64) {
    canvas.text(Class::Title, Anchor::Start, (x, y + WRITING), picture.title());
    let mut right = x + length(picture.title()) * 8;
    let mut down = first_page(y);
    for drawn in drawn_pages(picture, x, y) {
        if !drawn.page.name.is_empty() {
            canvas.text(Class::Index, Anchor::Start, (x, down + WRITING), &drawn.page.name);
        }
        drawn.draw(canvas);
        right = right.max(drawn.right());
        down = drawn.bottom() + LINE / 2;
    }
    for note in [picture.note(), picture.key()].into_iter().flatten() {
        canvas.text(Class::Index, Anchor::Start, (x, down + WRITING), &note);
        right = right.max(x + length(&note) * CHARACTER);
        down += LINE;
    }
    canvas.reach(right, down);
    (right, down)
}

/// Where the cells of each page are in the drawing of [`svg`](super::svg).
///
/// ```
/// use tilework::draw::{Look, Picture, Subject, grids};
/// use tilework::dynamic::DynLayout;
/// let subject = Subject::from("(2,3):(3,1)".parse::<DynLayout>()?);
/// let grids = grids(&Picture::new(&subject, &Look::default())?);
/// assert_eq!((grids.len(), grids[0].cell_width, grids[0].cell_height), (1, 21, 20));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn grids(picture: &Picture) -> Vec<DrawnGrid> {
    drawn_pages(picture, SPACE, SPACE).map(|page| page.grid()).collect()
}

/// The cells of a page in a drawing: where the first one is, and how large each is, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawnGrid {
    /// The left edge of the first cell.
    pub left: i64,
    /// The upper edge of the first cell.
    pub top: i64,
    /// The width of every cell.
    pub cell_width: i64,
    /// The height of every cell.
    pub cell_height: i64,
}

/// Where the first page begins below a title at `y`.
fn first_page(y: i64) -> i64 {
    y + LINE + LINE / 2
}

/// The pages of a picture one below the other, its upper left corner at a place.
fn drawn_pages(picture: &Picture, x: i64, y: i64) -> impl Iterator<Item = DrawnPage<'_>> {
    let mut down = first_page(y);
    picture.pages().iter().map(move |page| {
        let name = if page.name.is_empty() { 0 } else { LINE };
        let drawn = DrawnPage::new(picture, page, x, down + name);
        down = drawn.bottom() + LINE / 2;
        drawn
    })
}

fn length(text: &str) -> i64 {
    i64::try_from(text.chars().count()).unwrap_or(i64::MAX / 64)
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX / 64)
}

/// A page, and where its cells are.
struct DrawnPage<'a> {
    picture: &'a Picture,
    page: &'a Page,
    /// The upper left corner of the first cell.
    left: i64,
    top: i64,
    /// The characters of a cell, with one of space on each side.
    characters: i64,
}

impl<'a> DrawnPage<'a> {
    fn new(picture: &'a Picture, page: &'a Page, x: i64, y: i64) -> Self {
        let columns = picture.columns();
        let heads = columns.shown().iter().map(|index| length(&name(*index)));
        let texts = page.cells.iter().map(|cell| length(&cell.text));
        let characters = heads.chain(texts).max().unwrap_or(1).max(1) + 2;
        let names = picture.rows().map_or(0, |rows| {
            let widest = rows.shown().iter().map(|index| length(&name(*index))).max().unwrap_or(1);
            (widest + 1) * count(rows.depth())
        });
        let heads = count(columns.depth());
        DrawnPage { picture, page, left: x + names * CHARACTER + 4, top: y + heads * LINE, characters }
    }

    fn grid(&self) -> DrawnGrid {
        let (cell_width, cell_height) = (self.cell_width(), LINE);
        DrawnGrid { left: self.left, top: self.top, cell_width, cell_height }
    }

    fn cell_width(&self) -> i64 {
        self.characters * CHARACTER
    }

    fn column(&self, position: usize) -> i64 {
        self.left + count(position) * self.cell_width()
    }

    fn row(&self, position: usize) -> i64 {
        self.top + count(position) * LINE
    }

    fn right(&self) -> i64 {
        self.column(self.picture.columns().shown().len())
    }

    fn bottom(&self) -> i64 {
        self.row(self.picture.row_count())
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.colors(canvas);
        self.padding(canvas);
        self.lines(canvas);
        self.heads(canvas);
        let columns = self.picture.columns().shown().len().max(1);
        for (position, cells) in self.page.cells.chunks(columns).enumerate() {
            let text = cells.iter().map(|cell| self.centred(&cell.text)).collect::<String>();
            canvas.row(Class::Cell, (self.left, self.row(position) + WRITING), CHARACTER, &text);
        }
        canvas.reach(self.right(), self.bottom());
    }

    /// The text of a cell, in the middle of it.
    fn centred(&self, text: &str) -> String {
        let text = match text {
            "..." => "\u{22ef}",
            "." => "",
            text => text,
        };
        format!("{text:^0$}", usize::try_from(self.characters).unwrap_or(0))
    }

    fn colors(&self, canvas: &mut Canvas) {
        // the path of each colour, and where its pen is
        let mut paths: BTreeMap<Color, (String, i64, i64)> = BTreeMap::new();
        self.runs(
            |cell| cell.color,
            |color, row, column, length| {
                let (path, x, y) = paths.entry(color).or_default();
                // writing to a string does not fail
                let _ = if path.is_empty() {
                    write!(path, "M{column} {row}.5h{length}")
                } else {
                    write!(path, "m{} {}h{length}", column - *x, row - *y)
                };
                (*x, *y) = (column + length, row);
            },
        );
        for (color, (path, ..)) in &paths {
            canvas.cells(*color, (self.left, self.top), (self.cell_width(), LINE), path);
        }
    }

    fn padding(&self, canvas: &mut Canvas) {
        let mut path = String::new();
        self.runs(
            |cell| cell.is_padding.then_some(()),
            |(), row, column, length| {
                let (x, y) = (self.left + column * self.cell_width(), self.top + row * LINE);
                let width = length * self.cell_width();
                // writing to a string does not fail
                let _ = write!(path, "M{x} {y}h{width}v{LINE}h-{width}z");
            },
        );
        canvas.hatched(&path);
    }

    /// The runs of neighbours in a row that have the same of something: row, first column, and how many.
    fn runs<K: PartialEq>(
        &self,
        key: impl Fn(&super::super::picture::PaintedCell) -> Option<K>,
        mut each: impl FnMut(K, i64, i64, i64),
    ) {
        let columns = self.picture.columns().shown().len().max(1);
        for (row, cells) in self.page.cells.chunks(columns).enumerate() {
            let mut column = 0;
            for run in cells.chunk_by(|a, b| key(a) == key(b)) {
                if let Some(key) = run.first().and_then(&key) {
                    each(key, count(row), column, count(run.len()));
                }
                column += count(run.len());
            }
        }
    }

    fn lines(&self, canvas: &mut Canvas) {
        let mut paths = [String::new(), String::new(), String::new()];
        let (width, height) = (self.right() - self.left, self.bottom() - self.top);
        let mut line = |level: usize, x: i64, y: i64, is_across: bool| {
            let path = &mut paths[level.min(2)];
            // writing to a string does not fail
            let _ =
                if is_across { write!(path, "M{x} {y}h{width}") } else { write!(path, "M{x} {y}v{height}") };
        };
        let frame = if self.picture.is_flat() { 1 } else { 2 };
        let columns = self.picture.columns();
        for position in 0..=columns.shown().len() {
            let is_end = position == 0 || position == columns.shown().len();
            line(
                if is_end { frame } else { columns.line_before(position) },
                self.column(position),
                self.top,
                false,
            );
        }
        for position in 0..=self.picture.row_count() {
            let is_end = position == 0 || position == self.picture.row_count();
            let level = self.picture.rows().map_or(0, |rows| rows.line_before(position));
            line(if is_end { frame } else { level }, self.left, self.row(position), true);
        }
        let classes = [Class::Element, Class::Tile, Class::Outer];
        for (class, path) in classes.into_iter().zip(&paths) {
            canvas.lines(class, path);
        }
    }

    /// The indices of columns and rows, and outside of them the coordinates of their tiles.
    fn heads(&self, canvas: &mut Canvas) {
        let columns = self.picture.columns();
        let text = columns.shown().iter().map(|index| self.centred(&name(*index))).collect::<String>();
        canvas.row(Class::Index, (self.left, self.top - LINE + WRITING), CHARACTER, &text);
        for (level, span, name) in outer_names(columns) {
            let middle = (self.column(span.start) + self.column(span.end)) / 2;
            let y = self.top - LINE * count(level + 1) + WRITING;
            canvas.text(Class::Index, Anchor::Middle, (middle, y), &name);
        }
        let Some(rows) = self.picture.rows() else { return };
        let widest = rows.shown().iter().map(|index| length(&name(*index))).max().unwrap_or(1);
        for (position, index) in rows.shown().iter().enumerate() {
            let y = self.row(position) + WRITING;
            canvas.text(Class::Index, Anchor::End, (self.left - 4, y), self.centred(&name(*index)).trim());
        }
        for (level, span, name) in outer_names(rows) {
            let middle = (self.row(span.start) + self.row(span.end)) / 2 - LINE / 2 + WRITING;
            let x = self.left - 4 - count(level) * (widest + 1) * CHARACTER;
            canvas.text(Class::Index, Anchor::End, (x, middle), &name);
        }
    }
}

/// The coordinates of the levels above the innermost one: level, drawn positions, name.
fn outer_names(axis: &DrawnAxis) -> impl Iterator<Item = (usize, core::ops::Range<usize>, String)> + '_ {
    (1..axis.depth()).flat_map(move |level| {
        let named = move |span: core::ops::Range<usize>| {
            let index = axis.shown().get(span.start).copied().flatten()?;
            Some((level, span, axis.coordinate(level, index).to_string()))
        };
        axis.spans(level).into_iter().filter_map(named)
    })
}

fn name(index: Option<i64>) -> String {
    index.map_or_else(|| "\u{22ef}".to_string(), |index| index.to_string())
}
