//! The picture of an array in memory: the place of every element, and padding, with lines around tiles.
use crate::failure::Failure;
use crate::shape::{self, Padded};
use crate::table::{columns_that_fit, may_be_drawn};
use std::fmt::Write;
use tilework::dynamic::TableLimits;
use tilework::xla::{ArrayShape, LinearIndex};

/// Draws an array: the last dimension to the right, the one before it downwards, a page for each index of the others.
pub(crate) fn draw(array: &ArrayShape, limits: TableLimits) -> Result<String, Failure> {
    let places = shape::places(array)?;
    let dimensions = match shape::padded_dimensions(array)? {
        Some(dimensions) => dimensions,
        None => array.sizes()?.iter().map(|&size| Padded { size, tile: 1, padded: size }).collect(),
    };
    let unit = Padded { size: 1, tile: 1, padded: 1 };
    let rank = dimensions.len();
    let column = dimensions.last().copied().unwrap_or(unit);
    let row = if rank >= 2 { dimensions[rank - 2] } else { unit };
    let cell = places.len().max(1).to_string().len().max(3);
    let columns = match limits.columns {
        0 => columns_that_fit(cell + 1),
        columns => columns,
    };
    let pages = &dimensions[..rank.saturating_sub(2)];
    let count = pages.iter().try_fold(1i64, |pages, page| pages.checked_mul(page.size)).unwrap_or(i64::MAX);
    let cells = DrawnAxis::most(row, limits.rows).saturating_mul(DrawnAxis::most(column, columns));
    may_be_drawn(cells.saturating_mul(count.min(limits.pages.max(1))))?;
    let grid = Grid {
        places,
        rank,
        rows: DrawnAxis::new(row, limits.rows),
        columns: DrawnAxis::new(column, columns),
        width: cell,
    };
    let mut text = String::new();
    for page in 0..count.min(limits.pages.max(1)) {
        let index = page_index(page, pages);
        if !index.is_empty() {
            let prefix: String = index.iter().map(|entry| format!("{entry},")).collect();
            writeln!(text, "{}[{prefix}_,_]", if page > 0 { "\n" } else { "" })?;
        }
        grid.page(&mut text, &index)?;
    }
    let mut left_out = Vec::new();
    for (what, axis) in [("rows", &grid.rows), ("columns", &grid.columns)] {
        if axis.shown() < axis.of.padded {
            left_out.push(format!("{} of {} {what}", axis.shown(), axis.of.padded));
        }
    }
    if count > limits.pages.max(1) {
        left_out.push(format!("{} of {count} pages", limits.pages.max(1)));
    }
    if !left_out.is_empty() {
        writeln!(text, "shown: {}", left_out.join(", "))?;
    }
    Ok(text)
}

/// The index of a page, row-major.
fn page_index(page: i64, pages: &[Padded]) -> Vec<i64> {
    let mut rest = page;
    let mut index: Vec<i64> = pages
        .iter()
        .rev()
        .map(|dimension| {
            let entry = rest % dimension.size;
            rest /= dimension.size;
            entry
        })
        .collect();
    index.reverse();
    index
}

struct Grid {
    places: LinearIndex,
    rank: usize,
    rows: DrawnAxis,
    columns: DrawnAxis,
    width: usize,
}

/// The indices of a dimension that are drawn; `None` where some are left out.
struct DrawnAxis {
    of: Padded,
    indices: Vec<Option<i64>>,
}

impl DrawnAxis {
    /// At most `limit` indices: the first ones, and those around the end of the elements.
    fn new(of: Padded, limit: i64) -> Self {
        const PADDING: i64 = 2;
        let limit = limit.max(3);
        if of.padded <= limit {
            return DrawnAxis { of, indices: (0..of.padded).map(Some).collect() };
        }
        let tail = limit / 4 + 1;
        let head = limit - tail;
        let end = of.size.saturating_add(PADDING).clamp(limit, of.padded);
        let mut indices: Vec<Option<i64>> = (0..head).map(Some).collect();
        if end - tail > head {
            indices.push(None);
        }
        indices.extend((end - tail..end).map(Some));
        indices.extend((end < of.padded).then_some(None));
        DrawnAxis { of, indices }
    }

    /// How many are drawn at most, gaps counted.
    fn most(of: Padded, limit: i64) -> i64 {
        of.padded.min(limit.max(3).saturating_add(2))
    }

    fn shown(&self) -> i64 {
        i64::try_from(self.indices.iter().flatten().count()).unwrap_or(i64::MAX)
    }

    /// Whether a tile begins with this index, or after what was left out.
    fn begins_tile(&self, position: usize) -> bool {
        match (position, self.indices[position]) {
            (0, _) => true,
            (_, Some(index)) => self.of.tile > 1 && index % self.of.tile == 0,
            _ => false,
        }
    }
}

impl Grid {
    fn page(&self, text: &mut String, page: &[i64]) -> Result<(), Failure> {
        let name = |index: Option<i64>| index.map_or_else(|| String::from("..."), |index| index.to_string());
        let margin = if self.rank < 2 {
            0
        } else {
            self.rows.indices.iter().map(|row| name(*row).len()).max().unwrap_or(0)
        };
        let width = self.width;
        let (mut head, mut rule) = (String::new(), String::new());
        for (position, column) in self.columns.indices.iter().enumerate() {
            let begins = self.columns.begins_tile(position);
            if begins {
                head += if position == 0 { "  " } else { "   " };
                rule += if position == 0 { "+-" } else { "-+-" };
            } else {
                head.push(' ');
                rule.push('-');
            }
            write!(head, "{:>width$}", name(*column))?;
            rule += &"-".repeat(width);
        }
        rule += "-+";
        writeln!(text, "{:margin$} {}", "", head.trim_end())?;
        for (position, row) in self.rows.indices.iter().enumerate() {
            if self.rows.begins_tile(position) {
                writeln!(text, "{:margin$} {rule}", "")?;
            }
            let label = if self.rank < 2 { String::new() } else { name(*row) };
            write!(text, "{label:>margin$} ")?;
            for (place, column) in self.columns.indices.iter().enumerate() {
                text.push_str(match (self.columns.begins_tile(place), place) {
                    (true, 0) => "| ",
                    (true, _) => " | ",
                    _ => " ",
                });
                write!(text, "{:>width$}", self.cell(page, *row, *column))?;
            }
            writeln!(text, " |")?;
        }
        writeln!(text, "{:margin$} {rule}", "")?;
        Ok(())
    }

    /// The place of an element, `.` for padding.
    fn cell(&self, page: &[i64], row: Option<i64>, column: Option<i64>) -> String {
        let (Some(row), Some(column)) = (row, column) else { return String::from("...") };
        let matrix = [row, column];
        let index: Vec<i64> = page.iter().chain(&matrix[2 - self.rank.min(2)..]).copied().collect();
        let is_element = row < self.rows.of.size && column < self.columns.of.size;
        match self.places.at(&index) {
            Ok(place) if is_element => place.to_string(),
            _ => String::from("."),
        }
    }
}
