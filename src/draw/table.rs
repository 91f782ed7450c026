//! Pictures as text, for terminals.
use super::axis::DrawnAxis;
use super::color::Color;
use super::picture::{Page, PaintedCell, Picture};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

/// The picture as text: lines around tiles, those of outer levels doubled; `.` is padding and `...` what is left out.
/// Colours are escape sequences of terminals, and only there if the picture has colours.
///
/// ```
/// use tilework::draw::{Picture, Look, Subject, table};
/// use tilework::dynamic::DynLayout;
/// let subject = Subject::from("((2,2),(2,2)):((2,8),(1,4)) of (4,3)".parse::<DynLayout>()?);
/// let text = "
///         0       1
///         0  1    2  3
///      +-------+-------+
/// 0 0  |  0  1 |  4  . |
///   1  |  2  3 |  6  . |
///      +-------+-------+
/// 1 2  |  8  9 | 12  . |
///   3  | 10 11 | 14  . |
///      +-------+-------+
/// ";
/// assert_eq!(table(&Picture::new(&subject, &Look::default())?), text[1..]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn table(picture: &Picture) -> String {
    let mut text = String::new();
    for (number, page) in picture.pages().iter().enumerate() {
        if !page.name.is_empty() {
            let before = if number > 0 { "\n" } else { "" };
            // writing to a string does not fail
            let _ = writeln!(text, "{before}{}", page.name);
        }
        let _ = TextPage::new(picture, page).write(&mut text);
    }
    if let Some(note) = picture.note() {
        let _ = writeln!(text, "{note}");
    }
    text
}

/// A page with the widths of its columns of text.
struct TextPage<'a> {
    picture: &'a Picture,
    page: &'a Page,
    /// The characters of a cell.
    width: usize,
    /// The names of rows: outer levels, then the index.
    names: Vec<Vec<String>>,
    name_widths: Vec<usize>,
}

impl<'a> TextPage<'a> {
    fn new(picture: &'a Picture, page: &'a Page) -> Self {
        let heads = picture.columns().shown().iter().map(|index| index_name(*index).len());
        let cells = page.cells.iter().map(|cell| cell.text.len());
        let width = cells.chain(heads).max().unwrap_or(1);
        let names = names(picture.rows(), picture.row_count());
        let depth = names.first().map_or(0, Vec::len);
        let widest = |level: usize| names.iter().map(|names| names[level].len()).max().unwrap_or(0);
        let name_widths = (0..depth).map(widest).collect();
        TextPage { picture, page, width, names, name_widths }
    }

    fn write(&self, text: &mut String) -> fmt::Result {
        let margin = self.name_widths.iter().map(|width| width + 1).sum::<usize>().max(3);
        self.write_heads(text, margin)?;
        let columns = self.picture.columns().shown().len();
        let rows = self.page.cells.chunks(columns.max(1));
        for (position, (names, cells)) in self.names.iter().zip(rows).enumerate() {
            if let Some(level) = self.line_before(self.picture.rows(), position) {
                self.write_rule(text, margin, level)?;
            }
            let mut name = String::new();
            for (text, width) in names.iter().zip(&self.name_widths) {
                write!(name, "{text:>width$} ")?;
            }
            write!(text, "{name:>margin$} ")?;
            self.write_row(text, cells)?;
        }
        self.write_rule(text, margin, usize::MAX)
    }

    /// The level of the line before a position of an axis, if there is one.
    fn line_before(&self, axis: Option<&DrawnAxis>, position: usize) -> Option<usize> {
        if position == 0 {
            return Some(usize::MAX);
        }
        match axis.map_or(0, |axis| axis.line_before(position)) {
            0 => self.picture.is_flat().then_some(1),
            level => Some(level),
        }
    }

    /// What separates the cell at a position from the one before it: as much as [`write_rule`](Self::write_rule) draws.
    fn separator(&self, position: usize) -> &'static str {
        match self.line_before(Some(self.picture.columns()), position) {
            None => " ",
            Some(_) if position == 0 => "| ",
            Some(1) => " | ",
            Some(_) => " || ",
        }
    }

    fn write_heads(&self, text: &mut String, margin: usize) -> fmt::Result {
        let columns = self.picture.columns();
        let lead = margin + 1;
        for level in (1..columns.depth()).rev() {
            let mut line = String::new();
            let mut spans = columns.spans(level).into_iter().peekable();
            for (position, index) in columns.shown().iter().enumerate() {
                let begins = spans.next_if(|span| span.start == position).is_some();
                let name = match index {
                    Some(index) if begins => columns.coordinate(level, *index).to_string(),
                    _ => String::new(),
                };
                write!(line, "{:1$}{name:>2$}", "", self.separator(position).len(), self.width)?;
            }
            writeln!(text, "{:lead$}{}", "", line.trim_end())?;
        }
        let mut line = String::new();
        for (position, index) in columns.shown().iter().enumerate() {
            write!(line, "{:1$}{2:>3$}", "", self.separator(position).len(), index_name(*index), self.width)?;
        }
        writeln!(text, "{:lead$}{}", "", line.trim_end())
    }

    fn write_rule(&self, text: &mut String, margin: usize, level: usize) -> fmt::Result {
        let is_double = (2..usize::MAX).contains(&level);
        let (dash, lead) = (if is_double { "=" } else { "-" }, margin + 1);
        write!(text, "{:lead$}", "")?;
        for position in 0..self.picture.columns().shown().len() {
            let separator = self.separator(position);
            text.push_str(&separator.replace(' ', dash).replace('|', "+"));
            text.push_str(&dash.repeat(self.width));
        }
        writeln!(text, "{dash}+")
    }

    fn write_row(&self, text: &mut String, cells: &[PaintedCell]) -> fmt::Result {
        for (position, cell) in cells.iter().enumerate() {
            text.push_str(self.separator(position));
            match cell.color {
                Some(color) => {
                    write!(
                        text,
                        "\x1b[30;48;5;{}m{:>2$}\x1b[0m",
                        terminal_color(color),
                        cell.text,
                        self.width
                    )?;
                }
                None => write!(text, "{:>1$}", cell.text, self.width)?,
            }
        }
        writeln!(text, " |")
    }
}

/// The names of rows, from the outermost level to the index; those of outer levels where their blocks begin.
fn names(rows: Option<&DrawnAxis>, count: usize) -> Vec<Vec<String>> {
    let Some(rows) = rows else { return alloc::vec![Vec::new(); count] };
    let mut names: Vec<Vec<String>> =
        rows.shown().iter().map(|_| alloc::vec![String::new(); rows.depth()]).collect();
    for level in 1..rows.depth() {
        for span in rows.spans(level) {
            if let Some(index) = rows.shown()[span.start] {
                names[span.start][rows.depth() - 1 - level] = rows.coordinate(level, index).to_string();
            }
        }
    }
    for (names, index) in names.iter_mut().zip(rows.shown()) {
        if let Some(name) = names.last_mut() {
            *name = index_name(*index);
        }
    }
    names
}

fn index_name(index: Option<i64>) -> String {
    index.map_or_else(|| "...".to_string(), |index| index.to_string())
}

/// The nearest of the light colours in the cube of 6x6x6 that terminals have.
fn terminal_color(color: Color) -> u16 {
    // full colour at each sixth of the circle, mixed with white: from 2 to 5 in each component
    let component = |offset: u16| -> u16 {
        let hue = (color.hue + offset) % 360;
        let share = match hue {
            0..60 | 300..360 => 3,
            60..120 => (120 - hue) * 3 / 60,
            240..300 => (hue - 240) * 3 / 60,
            _ => 0,
        };
        2 + share
    };
    16 + 36 * component(0) + 6 * component(240) + component(120)
}
