//! `tilework show`: the offset table of a layout, and its facts.
use crate::failure::{Failure, mistake, parse_tuple};
use crate::shape::{is_shape, read_array};
use crate::table::{columns_that_fit, may_be_drawn};
use crate::{facts, grid, matrix};
use std::fmt::Write;
use tilework::dynamic::{DynTuple, MAX_ENUMERATED, Swizzled, Table, TableLimits};

/// Draw the offset table of a layout and print its facts.
///
/// The layout is given in notation, or as a format with its element type and the size of the matrix: RowMajor,
/// ColumnMajor, VectorLayout, zN, nZ, zZ, nN, L0C, Weight4BitnZ, or PaddingRowMajor and PaddingColumnMajor with the
/// size of their blocks. It may be swizzled, `Sw<2,0,3> o (8,8):(8,1)`. Or it is an XLA shape: then every number is a
/// place in elements, lines are drawn around tiles, and `.` is padding. At most 1048576 numbers are drawn.
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
    /// The logical extent, one number for each mode; the rest is padding.
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
    /// Print the facts only.
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
        text += &drawn(layout.table(arguments.limits(columns_of_offsets(layout.cosize()))))?;
    }
    writeln!(text)?;
    facts::of_layout(&mut text, layout, named.element)?;
    Ok(text)
}

impl Arguments {
    /// What is drawn, if so many columns fit.
    fn limits(&self, columns: i64) -> TableLimits {
        let columns = self.columns.map_or(columns, i64::from);
        TableLimits { rows: self.rows.into(), columns, pages: self.pages.into() }
    }

    /// Refuses sizes beside what has its own.
    fn must_not_have_sizes(&self, what: &str) -> Result<(), Failure> {
        match self.size.as_ref().or(self.extent.as_ref()) {
            None => Ok(()),
            Some(unused) => Err(mistake!("{what} has its sizes already, what is {unused} for?")),
        }
    }
}

/// The picture of a table, if it is not too large.
fn drawn(table: Table<'_>) -> Result<String, Failure> {
    may_be_drawn(table.cells())?;
    Ok(table.to_string())
}

fn show_swizzled(arguments: &Arguments, swizzled: &Swizzled) -> Result<String, Failure> {
    arguments.must_not_have_sizes("a swizzled layout")?;
    let is_small = swizzled.layout.size() <= MAX_ENUMERATED;
    let places = is_small.then(|| swizzled.offsets().collect::<Result<Vec<i64>, _>>()).transpose()?;
    let mut text = format!("{swizzled}\n");
    if !arguments.no_table {
        let greatest = places.iter().flatten().max().map_or(i64::MAX, |place| place + 1);
        text += &drawn(swizzled.table(arguments.limits(columns_of_offsets(greatest))))?;
    }
    writeln!(text)?;
    facts::of_swizzled(&mut text, swizzled, places)?;
    Ok(text)
}

fn show_shape(arguments: &Arguments) -> Result<String, Failure> {
    arguments.must_not_have_sizes("an XLA shape")?;
    let array = read_array(&arguments.layout)?;
    let mut text = format!("{array}\n");
    if !arguments.no_table {
        text += &grid::draw(&array, arguments.limits(0))?;
    }
    text.push('\n');
    facts::of_array(&mut text, &array)?;
    Ok(text)
}

/// How many columns of offsets up to `cosize` fit.
fn columns_of_offsets(cosize: i64) -> i64 {
    columns_that_fit(cosize.to_string().len() + 3)
}
