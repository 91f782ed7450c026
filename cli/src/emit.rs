//! `tilework emit`: index functions as text of other languages.
use crate::failure::{Failure, mistake, parse_tuple};
use crate::{atlas, matrix};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tilework::affine::Interval;
use tilework::dynamic::{DynTuple, Offset};
use tilework::emit::{EmitError, IndexFunction, Language};
use tilework::notation::PivotPlaces;
use tilework::xla::{LinearIndex, Tiling};
use tilework_answers::notation;
use tilework_answers::shape::{is_shape, read_array};
use tilework_answers::subject::Named;

mod parameter;
mod relayout;

/// Print a layout as a function of another language: from a coordinate to the offset.
///
/// Behind the function stands one that says whether a coordinate is inside, and not padding: `NAME_contains`. With
/// --inverse both are from the offset back to the coordinate. Layouts, formats, swizzles, XLA shapes, indexing maps and
/// whatever else `convert` reads are taken. The symbols of a map are further arguments, and so are names in a layout,
/// whose bounds --param gives. Integers have 32 bits where nothing on the way needs more, and 64 bits otherwise; WGSL
/// has none of these, and refuses.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:
  tilework emit '((16,7),(16,4)):((16,256),(1,1792))' --lang cuda
  tilework emit zN:f16 100x50 --lang opencl --name zn
  tilework emit 'Sw<3,4,3> o (64,128):(128,1)' --lang metal --inverse
  tilework emit 'bf16[100,200]{1,0:T(8,128)(2,1)}' --lang wgsl
  tilework emit '((16,m),(16,n)):((16,256),(1,256*m))' --param m=1..64 --param n=1..4096 --lang hip
  tilework emit '(d0, d1){rt0} -> (d0 * rt0 + d1), domain: d0 in [0, 99], d1 in [0, 63], rt0 in [64, 128]' --lang c
"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    kernel: Option<Kernel>,
    #[command(flatten)]
    function: Option<FunctionArguments>,
}

/// Whole kernels.
#[derive(Debug, clap::Subcommand)]
enum Kernel {
    Relayout(relayout::Arguments),
}

/// A single function.
#[derive(Debug, clap::Args)]
struct FunctionArguments {
    /// A layout such as '(2,3):(3,1)', a format such as zN:f16, an XLA shape such as 'f32[3,5]{1,0:T(2,2)}', an
    /// indexing map, or an atom such as mma.m16n8k16.f16.A.
    layout: String,
    /// The size of the matrix, ROWSxCOLUMNS, with a format.
    size: Option<String>,
    /// The language.
    #[arg(long, value_parser = languages())]
    lang: Language,
    /// From the offset back to the coordinate.
    #[arg(long)]
    inverse: bool,
    /// The name of the function; without it `offset`, and `coordinate` with --inverse.
    #[arg(long)]
    name: Option<String>,
    /// The logical extent, one number for each mode; the rest is padding.
    #[arg(long, value_name = "TUPLE")]
    extent: Option<String>,
    /// The least and the greatest value of a name in the layout, which becomes an argument: m=1..1024.
    #[arg(long, value_name = "NAME=LEAST..GREATEST", value_parser = parameter::read)]
    param: Vec<(String, Interval)>,
}

fn languages() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::name)).try_map(|name| name.parse::<Language>())
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    match arguments {
        Arguments { kernel: Some(Kernel::Relayout(kernel)), .. } => relayout::run(kernel),
        Arguments { function: Some(function), .. } => print(function),
        _ => Err(mistake!("nothing to print: give a layout, or `relayout` with two")),
    }
}

fn print(arguments: &FunctionArguments) -> Result<String, Failure> {
    let text = arguments.layout.trim();
    let refuse = |error: EmitError| match error {
        EmitError::Name { .. } | EmitError::Unbounded { .. } => mistake!("{error}"),
        other => Failure::Refused { operands: format!("layout    {text}\n"), reason: other.to_string() },
    };
    let mut function = read(arguments)?.map_err(refuse)?;
    if arguments.inverse {
        function = function.inverse().map_err(refuse)?;
    }
    let usual = if arguments.inverse { "coordinate" } else { "offset" };
    let name = arguments.name.as_deref().unwrap_or(usual);
    let emitted = function.emit(arguments.lang, name).map_err(refuse)?;
    Ok(format!("{}{}", arguments.lang.prologue(), emitted.text))
}

/// What the text stands for; the inner refusal is that of the function.
fn read(arguments: &FunctionArguments) -> Result<Result<IndexFunction, EmitError>, Failure> {
    let text = arguments.layout.trim();
    let named =
        Named { text, size: arguments.size.as_deref(), extent: arguments.extent.as_deref(), tile: None };
    if !arguments.param.is_empty() || parameter::has_names(text) {
        return parameter::function(&named, &arguments.param).map(Ok);
    }
    if let Some(atom) = atlas::named(text) {
        named.must_not_have_sizes("an atom")?;
        let atom = atom?;
        return Ok(IndexFunction::try_from(&atom.layout()).map(|function| function.titled(atom.name)));
    }
    if is_shape(text) {
        named.must_not_have_sizes("an XLA shape")?;
        let array = read_array(text)?;
        let map = LinearIndex::new(&array, Tiling::All)?.to_map();
        return Ok(Ok(IndexFunction::from(map).titled(text)));
    }
    if let Some(pivot) = notation::pivot(text) {
        named.must_not_have_sizes("this layout")?;
        let pivot = pivot?;
        let function = match &pivot.places {
            PivotPlaces::Layout { offset: Offset::Int(0), layout, copies, .. }
                if copies.iter().all(|mode| mode.extent == 1) =>
            {
                IndexFunction::try_from(layout)
            }
            _ => Ok(IndexFunction::from(pivot.to_map()?)),
        };
        return Ok(function.map(|function| function.titled(text)));
    }
    if let Some(swizzled) = matrix::read_swizzled(text) {
        named.must_not_have_sizes("a swizzled layout")?;
        return Ok(IndexFunction::try_from(&swizzled?).map(|function| function.titled(text)));
    }
    let matrix::NamedLayout { mut layout, title, .. } = matrix::read(text, named.size)?;
    if let Some(extent) = named.extent {
        layout = layout.with_extent(parse_tuple::<DynTuple>("extent", extent)?.leaves())?;
    }
    let title = title.map_or_else(|| layout.to_string(), |title| format!("{title}: {layout}"));
    Ok(IndexFunction::try_from(&layout).map(|function| function.titled(title)))
}
