//! `tilework show`: the offset table of a layout, and its facts.
use crate::atlas;
use crate::failure::{Failure, mistake};
use crate::picture::{PictureArguments, ROWS_IN_FILES};
use crate::table::{ARRAY_WIDTH, LAYOUT_WIDTH, columns_that_fit, print_facts};
use std::fmt::Write;
use tilework::atlas::Atom;
use tilework::draw::{Look, Picture, Subject, ThreadValues, moves, svg, table};
use tilework::dynamic::TableLimits;
use tilework_answers::element::parse_element;
use tilework_answers::subject::{self, Named, Shown};

/// Draw the offset table of a layout and print its facts.
///
/// The layout is given in notation, or as a format with its element type and the size of the matrix: RowMajor,
/// ColumnMajor, VectorLayout, zN, nZ, zZ, nN, L0C, Weight4BitnZ, or PaddingRowMajor and PaddingColumnMajor with the
/// size of their blocks. It may be swizzled, `Sw<2,0,3> o (8,8):(8,1)`. Or it is an XLA shape: then every number is a
/// place in elements. What `convert` reads beside these is taken too, `aBcd16b of (2,20,3,5)`. With --tile it says
/// which thread holds which element. Lines are drawn around tiles, and `.` is padding. At most 1048576 numbers are
/// drawn.
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
  tilework show '((4,8),2):((16,1),8)' --tile '(8,8)' --color-by thread    who holds what
  tilework show mma.m16n8k16.f16.A                  an operand of an instruction, see tilework atlas
  tilework show zN:f16 100x50 --svg zn.svg --color-by tile                 a picture in a file
  tilework show '(8,64):(64,1)' --element f16 --color-by bank --label color --html banks.html
  tilework show '(8,8):(8,1)' --to '((4,2),(4,2)):((4,16),(1,32))' --svg moves.svg
")]
pub(crate) struct Arguments {
    /// A layout such as '(2,3):(3,1)', a format such as zN:f16, an XLA shape such as 'f32[3,5]{1,0:T(2,2)}', an atom
    /// such as mma.m16n8k16.f16.A, or what `convert` reads.
    layout: String,
    /// The size of the matrix, ROWSxCOLUMNS, with a format.
    size: Option<String>,
    /// The logical extent, one number for each mode; the rest is padding.
    #[arg(long, value_name = "TUPLE")]
    extent: Option<String>,
    /// The elements of a tile of this shape, and who holds them: the layout goes from (thread,value) to elements.
    #[arg(long, value_name = "SHAPE")]
    tile: Option<String>,
    /// The type of an element, for banks and lines: f16, i8, ..., or a width in bits; f32 without it.
    #[arg(long, value_name = "TYPE")]
    element: Option<String>,
    /// Draw the way of every element to this layout, in the file of --svg or --html.
    #[arg(long, value_name = "LAYOUT")]
    to: Option<String>,
    /// Draw at most so many rows: 24, in files 128.
    #[arg(long, value_name = "N")]
    rows: Option<u32>,
    /// Draw at most so many columns: without it, as many as fit in 100 characters, in files 128.
    #[arg(long, value_name = "N")]
    columns: Option<u32>,
    /// Draw at most so many pages: one for each coordinate of the modes behind the first two.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pages: u32,
    /// Print the facts only.
    #[arg(long)]
    no_table: bool,
    #[command(flatten)]
    picture: PictureArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let named = Named {
        text: &arguments.layout,
        size: arguments.size.as_deref(),
        extent: arguments.extent.as_deref(),
        tile: arguments.tile.as_deref(),
    };
    let Shown { subject, title, facts, bits, .. } = read(named)?;
    let bits = match &arguments.element {
        Some(element) => parse_element(element)?.bits().into(),
        None => bits.unwrap_or(32),
    };
    let mut text = String::new();
    if let Some(title) = title {
        writeln!(text, "{title}")?;
    }
    writeln!(text, "{}", subject.title())?;
    if !arguments.no_table {
        text += &arguments.table(&subject, bits)?;
    }
    text.push('\n');
    let is_long = facts.iter().any(|(name, _)| name.len() > LAYOUT_WIDTH);
    let width = if is_long { ARRAY_WIDTH } else { LAYOUT_WIDTH };
    print_facts(&mut text, &facts, width)?;
    if arguments.picture.is_wanted() {
        let limit = |given: Option<u32>| given.map_or(ROWS_IN_FILES, i64::from);
        let look = arguments.look(limit(arguments.rows), limit(arguments.columns), bits);
        let drawing = match &arguments.to {
            None => svg(&Picture::new(&subject, &look)?),
            Some(to) => moves(&subject, &subject::read_alone(to)?, &look)?,
        };
        arguments.picture.write(&subject.title(), &drawing, &text)?;
    } else if arguments.to.is_some() {
        return Err(mistake!("--to draws into a file: say --svg FILE or --html FILE"));
    }
    Ok(text)
}

impl Arguments {
    fn look(&self, rows: i64, columns: i64, bits: i64) -> Look {
        self.picture.look(TableLimits { rows, columns, pages: self.pages.into() }, bits)
    }

    /// The table for the terminal: as many columns as fit, if it is not said how many.
    fn table(&self, subject: &Subject, bits: i64) -> Result<String, Failure> {
        const ROWS: i64 = 24;
        let rows = self.rows.map_or(ROWS, i64::from);
        let picture = |columns: i64| Picture::new(subject, &self.look(rows, columns, bits));
        if let Some(columns) = self.columns {
            return Ok(table(&picture(columns.into())?));
        }
        let mut columns = columns_that_fit(1);
        loop {
            let text = table(&picture(columns)?);
            let widest =
                text.lines().map(|line| anstream::adapter::strip_str(line).to_string().chars().count());
            match widest.max() {
                Some(WIDTH..) if columns > 2 => columns = (columns * 3 / 4).max(2),
                _ => return Ok(text),
            }
        }
    }
}

/// How wide a table is on a terminal, at most.
const WIDTH: usize = 101;

/// Reads what is shown: an atom, or what every page can show.
fn read(named: Named<'_>) -> Result<Shown, Failure> {
    if named.tile.is_none()
        && let Some(atom) = atlas::named(named.text)
    {
        named.must_not_have_sizes("an atom")?;
        return show_atom(atom?);
    }
    Ok(subject::read(named)?)
}

fn show_atom(atom: &Atom) -> Result<Shown, Failure> {
    let layout = atom.layout();
    let threads = Subject::from(ThreadValues::new(layout.clone(), atom.tile_shape())?);
    let bits = atom.elements.first().map(|element| element.bits().try_into().unwrap_or(32));
    let (title, facts) = (Some(atom.name.to_string()), tilework_answers::atlas::facts(atom));
    Ok(Shown { subject: threads, layout: Some(layout), title, facts, bits })
}
