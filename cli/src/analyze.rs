//! `tilework analyze`: what memory does for an access of many threads.
use crate::failure::{Failure, mistake};
use crate::matrix;
use std::fmt::Write;
use tilework::access::{Banks, ThreadAccess};
use tilework::dynamic::DynLayout;

/// Say what memory does for an access of many threads: conflicts of banks, and who collides; sectors, lines, footprint.
///
/// The access goes from a thread, or from (thread,value), to the index of an element of the layout, first mode fastest;
/// over basis strides to its coordinate. The values of a thread follow each other in memory: it takes them at once.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework analyze '(32,32):(32,1)' --access '32:1'               a warp reads a column of f32 in rows
  tilework analyze '(32,32):(33,1)' --access '32:1@0'             the same, padded
  tilework analyze 'Sw<5,0,5> o (32,32):(32,1)' --access '32:1'   the same, swizzled
  tilework analyze '(8,64):(64,1)' --element f16 --access '((8,4),8):((1@0,8@1),1@1)'
")]
pub(crate) struct Arguments {
    /// A layout such as '(32,32):(32,1)', swizzled or not, or a format such as zN:f16.
    layout: String,
    /// The size of the matrix, ROWSxCOLUMNS, with a format.
    size: Option<String>,
    /// Which element each thread takes: a layout from threads, or from (thread,value), to elements.
    #[arg(long, value_name = "LAYOUT")]
    access: String,
    /// The type of an element: f16, i8, ..., or a width in bits; that of the format, or f32, without it.
    #[arg(long, value_name = "TYPE")]
    element: Option<String>,
    /// How many banks there are, and how many bytes each gives at a time.
    #[arg(long, value_name = "BANKSxBYTES", default_value = "32x4")]
    banks: String,
    /// How many threads are served together.
    #[arg(long, value_name = "THREADS", default_value_t = 32)]
    group: u32,
}

/// The blocks in which memory is moved: sectors and lines.
const BLOCKS: [(&str, usize); 3] = [("sectors", 32), ("lines", 64), ("lines", 128)];

/// How many collisions are named.
const NAMED: usize = 8;

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let named;
    let (layout, element) = match matrix::read_swizzled(&arguments.layout) {
        Some(swizzled) => (swizzled?, None),
        None => {
            named = matrix::read(&arguments.layout, arguments.size.as_deref())?;
            (named.layout.into(), named.element)
        }
    };
    let bits = match &arguments.element {
        Some(element) => matrix::parse_element(element)?.bits(),
        None => element.map_or(32, |element| element.bits()),
    };
    let threads: DynLayout = matrix::read(&arguments.access, None)?.layout;
    let banks = read_banks(&arguments.banks, arguments.group)?;
    let access = ThreadAccess::of(&layout, &threads, bits)?;
    said(&access, banks)
}

fn read_banks(text: &str, group: u32) -> Result<Banks, Failure> {
    const MOST_THREADS: u32 = 128;
    let positive = |number: &str| number.parse::<usize>().ok().filter(|number| *number > 0);
    let read = text.split_once('x').and_then(|(count, width)| Some((positive(count)?, positive(width)?)));
    let (count, width) =
        read.ok_or_else(|| mistake!("--banks {text}: banks are written 32x4, banks x bytes"))?;
    if !(1..=MOST_THREADS).contains(&group) {
        return Err(mistake!("--group {group}: 1 to {MOST_THREADS} threads are served together"));
    }
    Ok(Banks::new(count, width, group.try_into().unwrap_or(1)))
}

fn said(access: &ThreadAccess, banks: Banks) -> Result<String, Failure> {
    let mut text = String::new();
    let mut fact = |name: &str, value: String| writeln!(text, "{name:<16}{value}");
    fact("threads", format!("{}, {} bytes each", access.addresses().len(), access.bytes()))?;
    fact("footprint", format!("{} bytes", access.footprint()))?;
    for (name, bytes) in BLOCKS {
        fact(name, format!("{} of {bytes} bytes", access.blocks_touched(bytes)?))?;
    }
    let phases = access.addresses().len().div_ceil(banks.threads_of_a_phase(access.bytes()));
    fact("bank conflicts", format!("{}-way", access.ways(banks)?))?;
    fact("wavefronts", format!("{}, at least {phases}", access.wavefronts(banks)?))?;
    let collisions = access.collisions(banks);
    for collision in collisions.iter().take(NAMED) {
        let words: Vec<String> = collision.words.iter().map(|threads| these(threads)).collect();
        writeln!(
            text,
            "  phase {}, bank {}: threads {}",
            collision.phase,
            collision.bank,
            words.join(" | ")
        )?;
    }
    if collisions.len() > NAMED {
        writeln!(text, "  and {} banks more", collisions.len() - NAMED)?;
    }
    Ok(text)
}

/// Threads that ask for one word, `0-3` where they follow each other.
fn these(threads: &[usize]) -> String {
    match threads {
        [first, .., last] if last - first + 1 == threads.len() => format!("{first}-{last}"),
        _ => threads.iter().map(ToString::to_string).collect::<Vec<String>>().join(","),
    }
}
