//! `tilework emit relayout`: kernels that copy from one layout to another.
use super::languages;
use crate::failure::{Failure, mistake};
use crate::{json, matrix};
use serde_json::{Value, json};
use tilework::dynamic::Swizzled;
use tilework::emit::{AccessReport, EmitError, EmittedKernel, Language, RelayoutKernel};
use tilework_answers::notation;
use tilework_answers::shape::is_shape;

/// Print a kernel that copies every element from its place in one layout to its place in another.
///
/// The kernel reads and writes neighbouring bytes by neighbouring threads. Where that takes a stage in shared memory,
/// it is swizzled or padded so that banks are free of conflicts. Padding of the destination is filled with 0, that of
/// the source is not read, and places that belong to no coordinate stay as they are. Where strides are negative, memory
/// begins at the lowest place, and the comment says where coordinate 0 is. How the kernel is started, and what its
/// accesses cost, stands in the comment above it, and in JSON with --json. Both buffers are aligned to 16 bytes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework emit relayout '(100,50):(50,1)' 'zN:f16 100x50' --type f16 --lang cuda
  tilework emit relayout '(1024,1024):(1024,1)' '(1024,1024):(1,1024)' --type bf16 --lang opencl --name transpose
  tilework emit relayout 'Sw<3,4,3> o (64,128):(128,1)' '(64,128):(1,64)' --type s8 --lang hip --json
")]
pub(crate) struct Arguments {
    /// Where elements are: a layout, a swizzled one, an XLA shape, or a format with its size such as 'zN:f16 100x50'.
    from: String,
    /// Where they go, likewise.
    to: String,
    /// The type of an element, such as bf16, or its bits.
    #[arg(long = "type", value_name = "TYPE")]
    element: String,
    /// The language: cuda, hip, opencl or wgsl.
    #[arg(long, value_parser = languages())]
    lang: Language,
    /// The name of the kernel.
    #[arg(long, default_value = "relayout")]
    name: String,
    /// Print one JSON object: the text, how it is started, and what its accesses cost.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let [from, to] = [arguments.from.trim(), arguments.to.trim()];
    let refuse = |error: EmitError| match error {
        EmitError::Name { .. } => mistake!("{error}"),
        other => Failure::Refused {
            operands: format!("from    {from}\nto      {to}\n"),
            reason: other.to_string(),
        },
    };
    let bits = notation::element_of(&arguments.element)?.bits;
    if !bits.is_multiple_of(8) {
        return Err(mistake!("elements of {bits} bits: kernels move whole bytes"));
    }
    let kernel = RelayoutKernel::new(&read(from)?, &read(to)?, bits as usize / 8).map_err(refuse)?;
    let emitted = kernel.emit(arguments.lang, &arguments.name).map_err(refuse)?;
    let text = format!("{}{}", arguments.lang.kernel_prologue(), emitted.text);
    if arguments.json { json::pretty(&object(&kernel, &emitted, &text, arguments.lang)) } else { Ok(text) }
}

/// A layout in any notation; a format with its size behind it.
fn read(text: &str) -> Result<Swizzled, Failure> {
    if is_shape(text) {
        return Ok(notation::layout_of_shape(text)?);
    }
    if let Some(swizzled) = matrix::read_swizzled(text) {
        return Ok(swizzled?);
    }
    Ok(matrix::read(text, None)?.layout.into())
}

fn object(kernel: &RelayoutKernel, emitted: &EmittedKernel, text: &str, language: Language) -> Value {
    let side = |report: AccessReport| {
        json!({
            "bytes_at_once": report.bytes,
            "sectors": report.sectors,
            "least_sectors": report.least_sectors,
            "stage_ways": report.ways,
            "stage_wavefronts": report.wavefronts,
            "least_stage_wavefronts": report.least_wavefronts,
        })
    };
    json!({
        "kernel": emitted.name,
        "language": language.name(),
        "grid": [emitted.grid[0], emitted.grid[1], 1],
        "block": [emitted.threads, 1, 1],
        "unit_bytes": kernel.unit_bytes(),
        "stage_bytes": kernel.stage_bytes(),
        "stage": kernel.skew().map(|skew| skew.to_string()),
        "origins": kernel.origins(),
        "source": side(kernel.source()),
        "destination": side(kernel.destination()),
        "text": text,
    })
}
