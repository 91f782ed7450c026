//! A layout as people name it: in notation, or by format, element and size.
use crate::element::parse_element;
use crate::mistake::{Mistake, mistake, parse};
#[cfg(feature = "notation")]
use crate::notation;
use tilework::dynamic::format::{ElementBits, Format, Fractal, make_layout, make_padding_layout};
use tilework::dynamic::{DynLayout, Swizzled};

/// What an argument like `zN:f16` with `100x50`, `(2,3):(3,1)`, or `aBcd16b of (2,20,3,5)` stands for.
#[derive(Debug)]
pub struct NamedLayout {
    /// The layout, its padding included.
    pub layout: DynLayout,
    /// What the format is, in words; in another notation, the text itself.
    pub title: Option<String>,
    /// The width of an element, if it was said.
    pub element: Option<ElementBits>,
}

/// A swizzled layout, if the argument is one.
pub fn read_swizzled(text: &str) -> Option<Result<Swizzled, Mistake>> {
    if names_a_swizzle(text) {
        return Some(parse("swizzled layout", text));
    }
    let read = in_another_notation(text)?.map(|(layout, _)| layout);
    (!matches!(&read, Ok(layout) if layout.swizzles.is_empty())).then_some(read)
}

/// The layout that a text of the hub stands for, and the width of an element, if it says one.
fn in_another_notation(text: &str) -> Option<Result<(Swizzled, Option<ElementBits>), Mistake>> {
    #[cfg(feature = "notation")]
    return notation::layout(text).map(|read| {
        let (layout, element) = read?;
        Ok((layout, element.map(|element| ElementBits::new(element.bits.into())).transpose()?))
    });
    #[cfg(not(feature = "notation"))]
    {
        let _ = text;
        None
    }
}

fn names_a_swizzle(text: &str) -> bool {
    text.trim_start().strip_prefix("Sw").is_some_and(|rest| rest.trim_start().starts_with('<'))
}

/// Reads a layout in notation, or a format with the size of a matrix: `zN:f16` and `100x50`, or in one text
/// `zN:f16:100x50` or `zN f16 100x50`; with the feature `notation`, in any notation of the hub.
///
/// # Errors
/// If it is neither, or a format comes without what it needs.
pub fn read(layout: &str, size: Option<&str>) -> Result<NamedLayout, Mistake> {
    if names_a_swizzle(layout) {
        return Err(swizzled_mistake(layout));
    }
    let has_sizes = |size: &str| mistake!("{layout} has its sizes already, what is {size} for?");
    if let Some(read) = in_another_notation(layout) {
        let (swizzled, element) = read?;
        if !swizzled.swizzles.is_empty() {
            return Err(swizzled_mistake(layout));
        }
        let title = Some(layout.trim().into());
        return match size {
            None => Ok(NamedLayout { layout: swizzled.layout, title, element }),
            Some(size) => Err(has_sizes(size)),
        };
    }
    if !layout.trim_start().starts_with(|c: char| c.is_ascii_alphabetic()) {
        return match size {
            None => Ok(NamedLayout { layout: in_notation(layout)?, title: None, element: None }),
            Some(size) => Err(has_sizes(size)),
        };
    }
    let words: Vec<&str> = layout.split_whitespace().collect();
    let format = words.join(":");
    match (size, format.rsplit_once(':')) {
        (Some(size), _) => by_format(&format, size),
        (None, Some((format, size))) if parse_size(size).is_ok() => by_format(format, size),
        _ => {
            let (name, detail) = named(&format);
            let example = example(read_format(name)?, detail);
            Err(mistake!("how large is the matrix in {layout}? Say for example `{example}`"))
        }
    }
}

fn swizzled_mistake(text: &str) -> Mistake {
    mistake!("{text} is swizzled, and this is no place for a swizzle: give the layout behind it")
}

/// A layout as CuTe writes it. Whoever writes a shape alone is told what it lacks.
fn in_notation(text: &str) -> Result<DynLayout, Mistake> {
    parse("layout", text).map_err(|mistake| {
        let is_whole = text.starts_with('(') && text.contains(':');
        let lacks = if is_whole { "" } else { "; one is a shape and a stride, such as (4,8):(8,1)" };
        Mistake { message: format!("{}{lacks}", mistake.message), ..mistake }
    })
}

/// The name of a format, and what stands behind it.
fn named(text: &str) -> (&str, Option<&str>) {
    text.split_once(':').map_or((text, None), |(name, detail)| (name, Some(detail)))
}

fn read_format(name: &str) -> Result<Format, Mistake> {
    name.parse().map_err(|_| {
        if ["NZ", "FRACTAL_NZ", "ascend.nz"].contains(&name) {
            return mistake!("Ascend's {name} is `zN` here; `nZ` is its transpose");
        }
        if name.starts_with("S<") || name.starts_with("Swizzle<") {
            return mistake!("a swizzle is written `Sw<3,3,3> o (64,64):(64,1)`");
        }
        if name.contains('[') {
            return mistake!(
                "this is a shape of XLA, and a layout is wanted: `tilework convert SHAPE --to cute` writes the one it \
                 has"
            );
        }
        let known = Format::ALL.map(Format::name);
        let near = known.into_iter().find(|known| known.eq_ignore_ascii_case(name));
        let near = near.map_or(String::new(), |near| format!(", but {near}"));
        mistake!("there is no format {name}{near}; known are {}", known.join(", "))
    })
}

fn is_free_of_width(format: Format) -> bool {
    matches!(format, Format::RowMajor | Format::ColumnMajor | Format::VectorLayout)
}

/// A text that says all that a format needs.
fn example(format: Format, detail: Option<&str>) -> String {
    let detail = match detail {
        Some(detail) => detail,
        None if format.has_block() => "32x16",
        None if is_free_of_width(format) => return format!("{format}:100x50"),
        None => "f16",
    };
    format!("{format}:{detail}:100x50")
}

fn by_format(text: &str, size: &str) -> Result<NamedLayout, Mistake> {
    let (name, detail) = named(text);
    let format = read_format(name)?;
    let (rows, columns) = parse_size(size)?;
    if format.has_block() {
        let example = format!("`{name}:32x16:{size}`");
        let detail = detail.ok_or_else(|| mistake!("{name} needs the size of its blocks: {example}"))?;
        let block = parse_size(detail)?;
        let layout = make_padding_layout(format, rows, columns, block)?;
        let title = format!("{name} of {rows}x{columns} in blocks of {}x{}", block.0, block.1);
        return Ok(NamedLayout { layout, title: Some(title), element: None });
    }
    let element = match detail {
        Some(detail) => Some(parse_element(detail)?),
        None => None,
    };
    let assumed = match element {
        Some(element) => element,
        None if is_free_of_width(format) => ElementBits::new(8)?,
        None => {
            return Err(mistake!("{name} needs the type of its elements: `{name}:f16 {size}`"));
        }
    };
    let mut title = format!("{name} of {rows}x{columns}");
    if let Some(element) = element {
        title += &format!(", {}-bit elements", element.bits());
    }
    if let Some(fractal) = format.fractal(assumed) {
        title += &format!(", {}", describe(fractal));
    }
    Ok(NamedLayout { layout: make_layout(format, rows, columns, assumed)?, title: Some(title), element })
}

fn describe(fractal: Fractal) -> String {
    let major = |by_rows| if by_rows { "row-major" } else { "column-major" };
    let [[row, row_block], [column, column_block]] = fractal.order.0;
    let (inside, between) = (major(column < row), major(column_block < row_block));
    format!("fractals of {}x{}: {inside} inside, {between} between", fractal.rows, fractal.columns)
}

/// `100x50`, `100,50` or `(100,50)`.
///
/// # Errors
/// If it is no size.
pub fn parse_size(text: &str) -> Result<(i64, i64), Mistake> {
    let refuse = || mistake!("{text} is no size: rows x columns are wanted, such as 100x50");
    let inside = text.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let (rows, columns) = match inside {
        Some(inside) => inside.split_once(','),
        None => text.split_once(['x', ',']),
    }
    .ok_or_else(refuse)?;
    let number = |text: &str| text.trim().parse::<i64>().map_err(|_| refuse());
    Ok((number(rows)?, number(columns)?))
}
