//! Tables of the answers for people.
use anstyle::Style;
use comfy_table::{CellAlignment, ContentArrangement, Table, TableStyle};
use console::Term;
use std::fmt::{self, Write};
use std::io::{self, IsTerminal};
use tilework_answers::facts::Fact;

/// A column: its head, and whether its cells stand to the right.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Column {
    /// Text, to the left.
    Left(&'static str),
    /// Numbers, to the right.
    Right(&'static str),
}

/// A table without lines, its head bold, every line ended. On a terminal it is as wide as that: long cells are wrapped.
pub(crate) fn table(columns: &[Column], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    const HEAD: Style = Style::new().bold();
    let mut table = Table::new();
    table.load_style(TableStyle::new());
    if let Some((_, width)) = Term::stdout().size_checked().filter(|_| io::stdout().is_terminal()) {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table.set_header(columns.iter().map(|column| match column {
        Column::Left(head) | Column::Right(head) => *head,
    }));
    table.add_rows(rows);
    for (index, column) in columns.iter().enumerate() {
        if let Some(found) = table.column_mut(index) {
            found.set_padding((if index == 0 { 0 } else { 1 }, 1));
            if let Column::Right(_) = column {
                found.set_cell_alignment(CellAlignment::Right);
            }
        }
    }
    let mut text = String::new();
    for (number, line) in table.lines().enumerate() {
        let line = line.trim_end();
        if number == 0 {
            text += &format!("{HEAD}{line}{HEAD:#}\n");
        } else {
            text += line;
            text.push('\n');
        }
    }
    text
}

/// How many columns of cells of that width fit in 100 characters, beside the names of rows: two at least.
pub(crate) fn columns_that_fit(cell: usize) -> i64 {
    i64::try_from(95 / cell).map_or(2, |columns| columns.max(2))
}

/// The first characters of a text that is too long for a column.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    text.chars().take(width.saturating_sub(3)).chain("...".chars()).collect()
}

/// How far the names of facts are filled up.
pub(crate) const LAYOUT_WIDTH: usize = 11;
pub(crate) const ARRAY_WIDTH: usize = 15;

/// Prints facts, a line each: the name and the value.
pub(crate) fn print_facts(text: &mut String, facts: &[Fact], width: usize) -> fmt::Result {
    const NAME: Style = Style::new().bold();
    facts.iter().try_for_each(|(name, value)| writeln!(text, "{NAME}{name:<width$}{NAME:#} {value}"))
}
