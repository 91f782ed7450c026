//! `tilework suggest`: the layouts that a chip has for an array, and what they take.
use crate::bytes::{factor, human};
use crate::failure::{Failure, mistake};
use crate::shape::read_array;
use crate::table::{Column, table};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::fmt::Write;
use tilework::xla::{ArrayShape, Candidate, Chip, Layout, Shape, byte_size, padded_size};

/// Find the layout that wastes least on a TPU, an Ascend NPU or a Tenstorrent processor.
///
/// Lists what a compiler for TPUs chooses among: an order for each pair of most minor dimensions, with the tiles that
/// chip gives it. The first one is the compiler's choice where the layout is free. Of other chips it lists the layouts
/// that they have, with their names there: rows, columns and fractals, or rows and tiles. If SHAPE has a layout, it
/// says what the best one saves against it. The rule of a chip and where it is written stand below the table.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework suggest 'f32[128,3]'
  tilework suggest 'bf16[100,200]{1,0:T(8,128)(2,1)}'
  tilework suggest 's8[64,100]' --chip v5e
  tilework suggest 'f16[100,50]' --chip ascend
  tilework suggest 'bf16[1,4096,5,64,1,2]' --chip tenstorrent
")]
pub(crate) struct Arguments {
    /// The shape of an array, with or without a layout.
    shape: String,
    /// The generation of the TPU, or another chip.
    #[arg(long, value_name = "CHIP", default_value = "v5e", value_parser = chip())]
    chip: Chip,
    /// List at most so many layouts.
    #[arg(long, value_name = "N", default_value_t = 16)]
    top: usize,
}

/// A chip by its name.
pub(crate) fn chip() -> impl TypedValueParser<Value = Chip> {
    PossibleValuesParser::new(Chip::ALL.map(Chip::name)).try_map(|name| name.parse::<Chip>())
}

/// The most dimensions of an array for which layouts are compared; there are as many layouts as pairs of dimensions.
pub(crate) const MOST_DIMENSIONS: usize = 16;

/// The layouts for an array, the best one first; `None` if it has too many dimensions.
pub(crate) fn candidates(
    array: &ArrayShape,
    chip: Chip,
) -> Option<Result<Vec<Candidate>, tilework::dynamic::Error>> {
    (array.rank() <= MOST_DIMENSIONS).then(|| chip.candidates(array))
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let array = read_array(&arguments.shape)?;
    let Some(found) = candidates(&array, arguments.chip) else {
        return Err(mistake!(
            "{} dimensions are too many, layouts are compared for up to {MOST_DIMENSIONS}",
            array.rank()
        ));
    };
    let found = found?;
    let plain = Shape::Array(array.clone().strip_layout());
    let bytes = bytes_without_padding(&array)?;
    let mut text = String::new();
    writeln!(
        text,
        "{} on {}: {} elements, {bytes} bytes without padding\n",
        plain.without_layout(),
        arguments.chip,
        array.elements()?
    )?;
    let given = array.layout().filter(|_| has_layout(&arguments.shape));
    text += &layouts(&found[..found.len().min(arguments.top.max(1))], arguments.chip, bytes, given);
    if found.len() > arguments.top.max(1) {
        writeln!(text, "shown: {} of {} layouts", arguments.top.max(1), found.len())?;
    }
    if !matches!(arguments.chip, Chip::Tpu(_)) {
        writeln!(text, "\n{}: {}", arguments.chip, arguments.chip.rule())?;
    }
    if let (Some(best), Some(layout)) = (found.first(), given) {
        let given = padded_size(&Shape::Array(array.clone()))?;
        writeln!(text)?;
        match i128::from(given) - i128::from(best.padded_bytes) {
            saved @ 1.. => writeln!(
                text,
                "{} takes {given} bytes: {} saves {saved} bytes ({}), {:.1} % of them",
                layout,
                best.layout,
                human(saved),
                100.0 * saved as f64 / given as f64
            )?,
            0 => writeln!(text, "{layout} takes {given} bytes: no layout takes less")?,
            _ => writeln!(text, "{layout} takes {given} bytes, less than all of them: it has no such tiles")?,
        }
    }
    Ok(text)
}

/// The bytes of the elements of an array, of less than a byte side by side.
pub(crate) fn bytes_without_padding(array: &ArrayShape) -> Result<i64, Failure> {
    Ok(match array.element_type().bits() {
        // eight of them are as many bytes as one has bits
        bits @ 1..8 => {
            let (elements, bits) = (array.elements()?, i64::from(bits));
            elements / 8 * bits + (elements % 8 * bits + 7) / 8
        }
        _ => byte_size(&Shape::Array(array.clone().strip_layout()))?,
    })
}

/// A table of layouts, the best one first, of an array that has so many bytes without padding.
pub(crate) fn layouts(found: &[Candidate], chip: Chip, bytes: i64, given: Option<&Layout>) -> String {
    let rows = found.iter().enumerate().map(|(place, candidate)| {
        let padded = candidate.padded_bytes;
        let chosen = matches!(chip, Chip::Tpu(_)) && place == 0;
        let name = if chosen { "the compiler's choice" } else { candidate.name };
        let note = match (name, given == Some(&candidate.layout)) {
            ("", true) => "the layout given".into(),
            (name, true) => format!("{name}, and the layout given"),
            (name, false) => name.into(),
        };
        let waste = i128::from(padded) - i128::from(bytes);
        vec![
            candidate.layout.to_string(),
            padded.to_string(),
            human(waste.max(0)),
            factor(padded.into(), bytes.into()),
            note,
        ]
    });
    let columns = [
        Column::Left("layout"),
        Column::Right("padded bytes"),
        Column::Right("waste"),
        Column::Right("factor"),
        Column::Left(""),
    ];
    table(&columns, rows)
}

/// Whether the text has a layout of its own: the parser fills in the default one.
fn has_layout(shape: &str) -> bool {
    shape.contains('{')
}
