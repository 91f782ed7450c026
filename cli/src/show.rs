//! `tilework show`: the offset table of a layout, and its facts.
use crate::failure::{Failure, parse_tuple};
use crate::shape::{is_shape, read_array};
use crate::{explain, grid, matrix};
use anstyle::Style;
use std::fmt::Write;
use tilework::dynamic::{DynTuple, Error, Swizzled, Table, TableLimits, size};

/// Draw the offset table of a layout and tell its facts.
///
/// The layout is given in notation, or as a format with its element type and the size of the matrix: RowMajor,
/// ColumnMajor, VectorLayout, zN, nZ, zZ, nN, L0C, Weight4BitnZ, or PaddingRowMajor and PaddingColumnMajor with the size
/// of their blocks. It may be swizzled, `Sw<2,0,3> o (8,8):(8,1)`. Or it is an XLA shape: then every number is a place in
/// elements, lines are drawn around tiles, and `.` is padding. At most 1048576 numbers are drawn.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework show '(2,3):(3,1)'                       a row-major matrix
  tilework show '((4,2),(4,3)):((4,16),(1,32))'     4x4 blocks, zN order
  tilework show zN:f16 100x50                       a matrix in a format, with its padding
  tilework show PaddingRowMajor:32x16 100x50        in blocks of 32x16
  tilework show '((4,2),(4,3)):((4,16),(1,32))' --extent '(7,10)'
  tilework show zN:f16 100x50 --rows 112 --columns 64
  tilework show 'Sw<2,0,3> o (8,8):(8,1)'           a layout with a swizzle behind it
  tilework show 'f32[3,5]{1,0:T(2,2)}'              an XLA shape, with its tiles
")]
pub(crate) struct Arguments {
    /// A layout such as '(2,3):(3,1)', a format such as zN:f16, or an XLA shape such as 'f32[3,5]{1,0:T(2,2)}'.
    layout: String,
    /// The size of the matrix, ROWSxCOLUMNS, with a format.
    size: Option<String>,
    /// The elements that are meant, one number for each mode; the rest is padding.
    #[arg(long, value_name = "TUPLE")]
    extent: Option<String>,
    /// Draw at most so many rows.
    #[arg(long, value_name = "N", default_value_t = 24)]
    rows: u32,
    /// Draw at most so many columns; without it, as many as fit in 100 characters.
    #[arg(long, value_name = "N")]
    columns: Option<u32>,
    /// Draw at most so many pages: one for each coordinate of the modes behind the first two.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pages: u32,
    /// Tell the facts only.
    #[arg(long)]
    no_table: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    if is_shape(&arguments.layout) {
        return show_shape(arguments);
    }
    if let Some(swizzled) = matrix::read_swizzled(&arguments.layout) {
        return show_swizzled(arguments, &swizzled?);
    }
    let mut named = matrix::read(&arguments.layout, arguments.size.as_deref())?;
    if let Some(extent) = &arguments.extent {
        let extent: DynTuple = parse_tuple("extent", extent)?;
        named.layout = named.layout.with_extent(extent.leaves())?;
    }
    let layout = &named.layout;
    let mut text = String::new();
    if let Some(title) = &named.title {
        writeln!(text, "{title}")?;
    }
    writeln!(text, "{layout}")?;
    if !arguments.no_table {
        write!(
            text,
            "{}",
            of_allowed_size(layout.table(arguments.limits(columns_that_fit(layout.cosize()))))?
        )?;
    }
    writeln!(text)?;
    facts(&mut text, &named)?;
    Ok(text)
}

impl Arguments {
    /// What is drawn, if so many columns fit.
    fn limits(&self, columns: i64) -> TableLimits {
        let columns = self.columns.map_or(columns, i64::from);
        TableLimits { rows: self.rows.into(), columns, pages: self.pages.into() }
    }
}

/// The most numbers in a table: it is put together in memory, and nobody reads more.
const MOST_CELLS: i64 = 1 << 20;

/// Refuses a table of so many cells, if they are too many.
pub(crate) fn may_be_drawn(cells: i64) -> Result<(), Failure> {
    match cells {
        ..=MOST_CELLS => Ok(()),
        _ => Err(Failure::input(format!(
            "a table of {cells} numbers, at most {MOST_CELLS} are drawn: ask for less with --rows, --columns and --pages"
        ))),
    }
}

fn of_allowed_size(table: Table<'_>) -> Result<Table<'_>, Failure> {
    may_be_drawn(table.cells())?;
    Ok(table)
}

fn show_swizzled(arguments: &Arguments, swizzled: &Swizzled) -> Result<String, Failure> {
    if let Some(unused) = arguments.size.as_ref().or(arguments.extent.as_ref()) {
        return Err(Failure::input(format!(
            "a swizzled layout has its sizes already, what is {unused} for?"
        )));
    }
    let layout = &swizzled.layout;
    let places = match swizzled.offsets() {
        Ok(places) => Some(places.collect::<Result<Vec<i64>, _>>()?),
        Err(Error::TooLarge { .. }) => None,
        Err(error) => return Err(error.into()),
    };
    let mut text = format!("{swizzled}\n");
    if !arguments.no_table {
        let greatest = places.iter().flatten().max().map_or(i64::MAX, |place| place + 1);
        write!(text, "{}", of_allowed_size(swizzled.table(arguments.limits(columns_that_fit(greatest))))?)?;
    }
    writeln!(text)?;
    fact(&mut text, "size", &format!("{} coordinates", layout.size()))?;
    let spanned = places.map(|mut places| {
        let spanned =
            places.iter().max().zip(places.iter().min()).map_or(0, |(last, first)| last - first + 1);
        places.sort_unstable();
        places.dedup();
        (spanned, spanned - places.len() as i64)
    });
    let spanned = spanned.ok_or(Error::TooLarge { quantity: "the offsets of the layout" });
    fact(&mut text, "cosize", &answer(spanned.clone(), |(spanned, _)| spanned.to_string()))?;
    // a swizzle exchanges places
    fact(&mut text, "injective", &answer(layout.is_injective(), yes_or_no))?;
    let is_contiguous =
        |(spanned, _)| yes_or_no(spanned == layout.size() && layout.is_injective().unwrap_or(false));
    fact(&mut text, "contiguous", &answer(spanned.clone(), is_contiguous))?;
    fact(&mut text, "holes", &answer(spanned, |(_, holes)| holes.to_string()))?;
    Ok(text)
}

fn show_shape(arguments: &Arguments) -> Result<String, Failure> {
    if let Some(unused) = arguments.size.as_ref().or(arguments.extent.as_ref()) {
        return Err(Failure::input(format!("an XLA shape has its sizes already, what is {unused} for?")));
    }
    let array = read_array(&arguments.layout)?;
    let mut text = format!("{array}\n");
    if !arguments.no_table {
        text += &grid::draw(&array, arguments.limits(0))?;
    }
    text.push('\n');
    explain::sizes(&mut text, &array)?;
    Ok(text)
}

/// How many columns of offsets up to `cosize` fit.
fn columns_that_fit(cosize: i64) -> i64 {
    const WIDTH: usize = 100;
    let cell = cosize.to_string().len() + 3;
    ((WIDTH - 5) / cell).max(2) as i64
}

fn fact(text: &mut String, name: &str, value: &str) -> Result<(), Failure> {
    const NAME: Style = Style::new().bold();
    writeln!(text, "{NAME}{name:<11}{NAME:#} {value}")?;
    Ok(())
}

fn facts(text: &mut String, named: &matrix::Named) -> Result<(), Failure> {
    let layout = &named.layout;
    let mut fact = |name: &str, value: String| fact(text, name, &value);
    fact("size", format!("{} coordinates", layout.size()))?;
    fact("cosize", layout.cosize().to_string())?;
    if !layout.is_exact() {
        let extent = layout.extents();
        let meant = size(extent.view())?;
        let padding = layout.size() - meant;
        fact("extent", format!("{extent}, {meant} elements"))?;
        fact("padding", format!("{padding} elements, {:.1} % of the size", percent(padding, layout.size())))?;
    }
    if let Some(element) = named.element {
        let bits = i128::from(layout.size()) * i128::from(element.bits());
        fact("bytes", ((bits + 7) / 8).to_string())?;
    }
    fact("injective", answer(layout.is_injective(), yes_or_no))?;
    fact("contiguous", answer(layout.is_contiguous(), yes_or_no))?;
    fact("holes", answer(layout.holes(), |holes| holes.to_string()))?;
    Ok(())
}

fn percent(part: i64, whole: i64) -> f64 {
    100.0 * part as f64 / whole as f64
}

fn yes_or_no(answer: bool) -> String {
    String::from(if answer { "yes" } else { "no" })
}

fn answer<T>(result: Result<T, Error>, print: impl Fn(T) -> String) -> String {
    match result {
        Ok(value) => print(value),
        Err(_) => String::from("unknown, the layout is too large to try all coordinates"),
    }
}
