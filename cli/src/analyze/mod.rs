//! `tilework analyze`: what memory does for a layout, for accesses of many threads, and for a traversal.
mod access;
mod find;
mod layout;
mod report;

use crate::failure::{Failure, mistake, parse_tuple};
use crate::matrix;
use crate::shape::{is_shape, read_array};
use report::Report;
use tilework::access::{AccessedPlaces, Banks, BoxSwizzle, Cache, ConflictSearch};
use tilework::dynamic::{DynLayout, DynTuple, Error, Swizzled};
use tilework::xla::{nested_layout, stored_bits};
use tilework_answers::element::parse_element;

/// Say what memory does for a layout: the places it reaches and those it shares; with --access, conflicts of banks and
/// who collides, sectors, lines and vectors; with --traversal, reuse and misses of a cache.
///
/// An access goes from a thread, or from (thread,value), to the index of an element of the layout, first mode fastest;
/// over basis strides to its coordinate. The values of a thread are taken at once if they follow each other in memory,
/// and otherwise in the widest vectors that are safe. A traversal goes from a step to an element likewise.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework analyze '(4,2):(1,3)'                                  which coordinates share a place
  tilework analyze '(32,32):(32,1)' --access '32:1'               a warp reads a column of f32 in rows
  tilework analyze '(32,32):(33,1)' --access '32:1@0'             the same, padded
  tilework analyze 'Sw<5,0,5> o (32,32):(32,1)' --access '32:1'   the same, swizzled
  tilework analyze '(8,64):(64,1)' --element f16 --access '((8,4),8):((1@0,8@1),1@1)'
  tilework analyze '(32,32):(32,1)' --access '32:32' --access '32:1' --find-swizzle
  tilework analyze '(48,48):(48,1)' --access '(32,2):(1,48)' --element f16 --find-skew
  tilework analyze '(16,1024):(1024,1)' --traversal '(16,1024):(1,16)' --cache 64x8x64
  tilework analyze '(4096,1024):(1024,1)' --element f16 --box 64,64 --box-swizzle 128
")]
pub(crate) struct Arguments {
    /// A layout such as '(32,32):(32,1)', swizzled or not, a format such as zN:f16, an XLA shape with nested tiles, or
    /// what `convert` reads.
    layout: String,
    /// The size of the matrix, ROWSxCOLUMNS, with a format.
    size: Option<String>,
    /// Which element each thread takes: a layout from threads, or from (thread,value), to elements. May be said again.
    #[arg(long, value_name = "LAYOUT")]
    access: Vec<String>,
    /// In which order elements are used: a layout from steps to elements.
    #[arg(long, value_name = "LAYOUT")]
    traversal: Option<String>,
    /// The extents of a box that a GPU of NVIDIA is to copy at once (TMA), one for each mode.
    #[arg(long = "box", value_name = "TUPLE")]
    box_extents: Option<String>,
    /// How that copy swizzles: none, or within 32, 64 or 128 bytes.
    #[arg(long, value_name = "BYTES", default_value = "none", requires = "box_extents")]
    box_swizzle: String,
    /// Find the swizzle with the fewest bits, and the exchange of bits with the fewest XORs, after which no --access
    /// has conflicts.
    #[arg(long, requires = "access")]
    find_swizzle: bool,
    /// Find the least padding of rows, and the least rotation, after which no --access has conflicts.
    #[arg(long, requires = "access")]
    find_skew: bool,
    /// The type of an element: f16, i8, ..., or a width in bits; that of the format, or f32, without it.
    #[arg(long, value_name = "TYPE")]
    element: Option<String>,
    /// The memory begins at a multiple of so many bytes.
    #[arg(long, value_name = "BYTES", default_value_t = 16)]
    alignment: u32,
    /// How many banks there are, and how many bytes each gives at a time.
    #[arg(long, value_name = "BANKSxBYTES", default_value = "32x4")]
    banks: String,
    /// How many threads are served together.
    #[arg(long, value_name = "THREADS", default_value_t = 32)]
    group: u32,
    /// The cache of a traversal: sets, lines of a set, bytes of a line.
    #[arg(long, value_name = "SETSxWAYSxBYTES", default_value = "64x8x64")]
    cache: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let (layout, bits) = read_layout(arguments)?;
    let banks = read_banks(&arguments.banks, arguments.group)?;
    let alignment = usize::try_from(arguments.alignment).unwrap_or(1).max(1);
    let mut report = Report::default();
    let is_alone =
        arguments.access.is_empty() && arguments.traversal.is_none() && arguments.box_extents.is_none();
    if is_alone {
        report = layout::of_layout(&layout, bits)?;
    }
    let (mut parts, mut all_steps) = (Vec::new(), Vec::new());
    for text in &arguments.access {
        let threads: DynLayout = matrix::read(text, None)?.layout;
        let of_access = |error: Error| refused(&format!("access {text}"), &error);
        let taken = AccessedPlaces::of(&layout, &threads, bits).map_err(of_access)?;
        let steps = access::steps(&taken, alignment).map_err(of_access)?;
        parts.push((format!("access {text}"), access::of_access(&taken, &steps, banks, alignment)?));
        all_steps.extend(steps);
    }
    if !parts.is_empty() {
        report.parts("accesses", parts)?;
    }
    if arguments.find_swizzle || arguments.find_skew {
        let places = usize::try_from(layout.layout.cosize()).unwrap_or(usize::MAX);
        let element = usize::try_from(bits / 8).unwrap_or(0);
        let search = ConflictSearch::new(all_steps, element, places, banks)?;
        if arguments.find_swizzle {
            report.part("swizzle", "smallest swizzle".into(), find::swizzle(&search, &layout)?)?;
        }
        if arguments.find_skew {
            report.part("skew", "least skew".into(), find::skew(&search, &layout)?)?;
        }
    }
    if let Some(text) = &arguments.traversal {
        let taken = AccessedPlaces::of(&layout, &matrix::read(text, None)?.layout, bits)
            .map_err(|error| refused(&format!("traversal {text}"), &error))?;
        let traversed = access::of_traversal(&taken, read_cache(&arguments.cache)?)?;
        report.part("traversal", format!("traversal {text}"), traversed)?;
    }
    if let Some(text) = &arguments.box_extents {
        if !layout.swizzles.is_empty() {
            return Err(mistake!(
                "--box: a swizzled layout is not copied by boxes, global memory has strides"
            ));
        }
        let extents: DynTuple = parse_tuple("box", text)?;
        let swizzle = read_box_swizzle(&arguments.box_swizzle)?;
        let of_box = layout::of_box(&layout.layout, bits, extents.leaves(), alignment, swizzle)?;
        report.part("box", format!("box {text}"), of_box)?;
    }
    if arguments.json { report.into_json() } else { Ok(report.into_text()) }
}

/// What is wrong with an access, and with which.
fn refused(which: &str, error: &Error) -> Failure {
    let reason = error.to_string();
    mistake!("{which}: {}", reason.strip_prefix("access: ").unwrap_or(&reason))
}

/// The layout, and the bits of its elements.
fn read_layout(arguments: &Arguments) -> Result<(Swizzled, u32), Failure> {
    let (layout, element) = match matrix::read_swizzled(&arguments.layout) {
        Some(swizzled) => (swizzled?, None),
        None if is_shape(&arguments.layout) => {
            let array = read_array(&arguments.layout)?;
            (nested_layout(&array)?.into(), u32::try_from(stored_bits(&array)).ok())
        }
        None => {
            let named = matrix::read(&arguments.layout, arguments.size.as_deref())?;
            (named.layout.into(), named.element.map(|element| element.bits()))
        }
    };
    let bits = match &arguments.element {
        Some(element) => parse_element(element)?.bits(),
        None => element.unwrap_or(32),
    };
    Ok((layout, bits))
}

fn positive(number: &str) -> Option<usize> {
    number.parse::<usize>().ok().filter(|number| *number > 0)
}

fn read_banks(text: &str, group: u32) -> Result<Banks, Failure> {
    const MOST_THREADS: u32 = 128;
    let (count, width) =
        tilework_answers::access::read_banks(text).map_err(|mistake| mistake!("--banks {mistake}"))?;
    if !(1..=MOST_THREADS).contains(&group) {
        return Err(mistake!("--group {group}: 1 to {MOST_THREADS} threads are served together"));
    }
    Ok(Banks::new(count, width, group.try_into().unwrap_or(1)))
}

fn read_cache(text: &str) -> Result<Cache, Failure> {
    let numbers: Option<Vec<usize>> = text.split('x').map(positive).collect();
    match numbers.as_deref() {
        Some([sets, ways, line]) => Ok(Cache::new(*sets, *ways, *line)),
        _ => Err(mistake!("--cache {text}: a cache is written 64x8x64, sets x ways x bytes of a line")),
    }
}

fn read_box_swizzle(text: &str) -> Result<BoxSwizzle, Failure> {
    match text {
        "none" => Ok(BoxSwizzle::None),
        "32" => Ok(BoxSwizzle::B32),
        "64" => Ok(BoxSwizzle::B64),
        "128" => Ok(BoxSwizzle::B128),
        _ => Err(mistake!("--box-swizzle {text}: none, 32, 64 or 128")),
    }
}
