//! `tilework explain`: an XLA shape, read aloud.
use crate::bytes::exact_bytes;
use crate::device::{DevicePart, part as part_on_device};
use crate::facts;
use crate::failure::{Failure, mistake, parse};
use crate::suggest::{MOST_DIMENSIONS, bytes_without_padding, candidates, chip, layouts};
use crate::table::{ARRAY_WIDTH, print_facts};
use anstyle::Style;
use std::fmt::Write;
use std::vec;
use tilework::shard::Sharding;
use tilework::xla::{
    ArrayShape, Chip, Dimension, Layout, Shape, SplitConfig, Tile, TileSize, byte_size, padded_size,
    stored_bits,
};
use tilework_answers::mistake_of;

/// Read an XLA shape aloud: what each part of it says, and how many bytes it takes.
///
/// The shape is the text that stands in HLO dumps: element type, dimensions, and the layout in braces, with tiles `T`,
/// tail padding `L`, bits of an element `E`, memory space `S`, splits `SC` and metadata `M`. A tuple is read element by
/// element. With --chip, the layouts that an array may have there, what it takes in each, and the rule with its source.
/// With --sharding, the largest part on a device, in the layout of the whole, and what it takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework explain 'f32[3,5]{1,0:T(2,2)}'
  tilework explain 'bf16[100,200]{1,0:T(8,128)(2,1)S(1)}'
  tilework explain 'bf16[1024,1,3]' --chip tenstorrent
  tilework explain 'bf16[8192,1000]{1,0:T(8,128)(2,1)}' --sharding 'devices=[2,4]<=[8]'
  tilework explain '(s4[5,129]{1,0:T(8,128)(8,1)E(4)}, u32[]{:S(2)})'
")]
pub(crate) struct Arguments {
    /// The shape, in quotes.
    shape: String,
    /// A TPU by its generation, or another chip.
    #[arg(long, value_name = "CHIP", value_parser = chip())]
    chip: Option<Chip>,
    /// What a device holds: 'devices=[2,4]<=[8]', a NamedSharding of JAX, or for each array of a tuple '{{..}, {..}}'.
    #[arg(long, value_name = "SHARDING")]
    sharding: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let shape: Shape = parse("shape", &arguments.shape)?;
    let mut places = Places { chip: arguments.chip, shardings: shardings(arguments, &shape)?.into_iter() };
    let mut text = String::new();
    read_aloud(&mut text, &shape, "", &mut places)?;
    if let Some(chip) = arguments.chip {
        writeln!(text, "\n{chip}: {}", chip.rule())?;
    }
    Ok(text)
}

const NAME: Style = Style::new().bold();

/// Where arrays are to be.
struct Places {
    chip: Option<Chip>,
    /// Those of the arrays that were not read yet.
    shardings: vec::IntoIter<Sharding>,
}

/// The sharding of each array; none if none is asked for.
fn shardings(arguments: &Arguments, shape: &Shape) -> Result<Vec<Sharding>, Failure> {
    let Some(text) = &arguments.sharding else { return Ok(Vec::new()) };
    let mut shardings = Sharding::read_tuple(text).map_err(|error| mistake_of("sharding", text, error))?;
    let arrays = shape.leaves().filter(|leaf| leaf.as_elements().is_some()).count();
    if let [one] = shardings.as_slice() {
        shardings = vec![one.clone(); arrays];
    }
    match shardings.len() {
        count if count == arrays => Ok(shardings),
        count => Err(mistake!("{count} shardings are not one for each of {arrays} arrays")),
    }
}

fn read_aloud(text: &mut String, shape: &Shape, path: &str, places: &mut Places) -> Result<(), Failure> {
    if !path.is_empty() {
        writeln!(text, "\n{NAME}element {path}{NAME:#}")?;
    }
    match shape {
        Shape::Array(array) => array_shape(text, array, places),
        Shape::Buffer(array) => {
            part(text, "b(...)", "a buffer that is read and written in place, of this array")?;
            array_shape(text, array, places)
        }
        Shape::Token => part(text, "token[]", "no value: a token orders effects. It takes no bytes"),
        Shape::Opaque => part(text, "opaque[]", "a value that XLA does not look into: one pointer, 8 bytes"),
        Shape::Tuple(shapes) => {
            let count = shapes.len();
            let pointers = byte_size(shape)?;
            part(
                text,
                "(...)",
                &format!("a tuple of {count}, kept as a table of pointers, {pointers} bytes"),
            )?;
            let mut allocated = Some(0i64);
            for leaf in shape.leaves().filter(|leaf| leaf.as_elements().is_some()) {
                allocated = padded_size(leaf).ok().and_then(|size| allocated?.checked_add(size));
            }
            if let Some(allocated) = allocated {
                part(
                    text,
                    "",
                    &format!("its arrays take {} bytes together, padding included", exact_bytes(allocated)),
                )?;
            }
            for (index, element) in shapes.iter().enumerate() {
                let separator = if path.is_empty() { "" } else { "." };
                read_aloud(text, element, &format!("{path}{separator}{index}"), places)?;
            }
            Ok(())
        }
    }
}

/// A part of the notation and what it says.
fn part(text: &mut String, notation: &str, meaning: &str) -> Result<(), Failure> {
    const WIDTH: usize = 14;
    let pad = WIDTH.saturating_sub(notation.chars().count());
    writeln!(text, "  {NAME}{notation}{NAME:#}{:pad$}  {meaning}", "")?;
    Ok(())
}

fn array_shape(text: &mut String, array: &ArrayShape, places: &mut Places) -> Result<(), Failure> {
    writeln!(text, "{array}")?;
    let element_type = array.element_type();
    part(text, element_type.name(), &format!("each element is {}", element_type.description()))?;
    dimensions(text, array)?;
    let layout = array.layout_or_default();
    order(text, &layout)?;
    tiles(text, array, &layout)?;
    attributes(text, array, &layout)?;
    writeln!(text)?;
    print_facts(text, &facts::of_array(array)?, ARRAY_WIDTH)?;
    if let Some(sharding) = places.shardings.next() {
        on_device(text, array, &sharding)?;
    }
    match places.chip {
        Some(chip) => on_chip(text, array, chip),
        None => Ok(()),
    }
}

/// The layouts that the array may have on a chip, or why none are known.
fn on_chip(text: &mut String, array: &ArrayShape, chip: Chip) -> Result<(), Failure> {
    match candidates(array, chip) {
        Some(Ok(found)) => {
            let bytes = bytes_without_padding(array)?;
            writeln!(text, "\n{NAME}on {chip}{NAME:#}")?;
            text.push_str(&layouts(&found, chip, bytes, array.layout()));
        }
        Some(Err(unknown)) => writeln!(text, "\n{NAME}on {chip}{NAME:#}\n  not known: {unknown}")?,
        None => writeln!(
            text,
            "\n{NAME}on {chip}{NAME:#}\n  not known: layouts are compared for up to {MOST_DIMENSIONS} dimensions"
        )?,
    }
    Ok(())
}

/// The largest part of the array on a device, and what it takes.
fn on_device(text: &mut String, array: &ArrayShape, sharding: &Sharding) -> Result<(), Failure> {
    let (held, bytes) = match part_on_device(sharding, array)? {
        Some(DevicePart { devices, shape, padded }) => {
            (format!("{shape}, the largest part over {devices} devices"), padded)
        }
        None => (String::from("all of it"), padded_size(&Shape::Array(array.clone()))?),
    };
    let facts = [("held", held), ("padded bytes", exact_bytes(bytes))];
    writeln!(text, "\n{NAME}on a device{NAME:#}")?;
    Ok(print_facts(text, &facts.map(|(name, fact)| (name.to_string(), fact)), ARRAY_WIDTH)?)
}

fn dimensions(text: &mut String, array: &ArrayShape) -> Result<(), Failure> {
    let plain = array.clone().strip_layout().to_string();
    let notation = &plain[array.element_type().name().len()..];
    if array.rank() == 0 {
        return part(text, notation, "no dimensions: a scalar");
    }
    let each: Vec<String> = array
        .dimensions()
        .iter()
        .enumerate()
        .map(|(number, size)| match size {
            Dimension::Static(size) => format!("dimension {number} has {size}"),
            Dimension::Bounded(bound) => format!("dimension {number} has at most {bound}, known at run time"),
            Dimension::Unbounded => format!("dimension {number} has any number"),
        })
        .collect();
    part(text, notation, &each.join(", "))
}

fn order(text: &mut String, layout: &Layout) -> Result<(), Failure> {
    let order = layout.minor_to_major();
    let notation = layout.host().to_string();
    let notation = notation.trim_end_matches('}');
    match order {
        [] => Ok(()),
        [_] => part(text, notation, "one dimension: its elements one after another"),
        [minor, others @ ..] => {
            let others: Vec<String> = others.iter().map(usize::to_string).collect();
            let name = match order {
                _ if order.iter().rev().copied().eq(0..order.len()) => ": row-major",
                _ if order.iter().copied().eq(0..order.len()) => ": column-major",
                _ => "",
            };
            let meaning = format!(
                "order in memory, minor to major: neighbours differ in dimension {minor}, then {}{name}",
                others.join(", ")
            );
            part(text, notation, &meaning)
        }
    }
}

/// A dimension as it is there before a tile is applied, for words.
#[derive(Clone)]
struct Label {
    dimensions: String,
    /// The elements in a block, if blocks are counted.
    blocks_of: Option<i64>,
}

impl Label {
    fn of(&self, count: i64) -> String {
        match self.blocks_of {
            Some(elements) => {
                let blocks = if count == 1 { "block" } else { "blocks" };
                format!("{count} {blocks} of {elements} of {}", self.dimensions)
            }
            None => format!("{count} of {}", self.dimensions),
        }
    }
}

fn tiles(text: &mut String, array: &ArrayShape, layout: &Layout) -> Result<(), Failure> {
    let mut labels: Vec<Label> = layout
        .major_to_minor()
        .map(|dimension| Label { dimensions: format!("dimension {dimension}"), blocks_of: None })
        .collect();
    for (number, tile) in layout.tiles().iter().enumerate() {
        let notation = if number == 0 { format!("T{tile}") } else { tile.to_string() };
        let meaning = apply(&mut labels, tile, number);
        part(text, &notation, &meaning)?;
    }
    let pack = match layout.tiles() {
        [_, .., last] => match last.sizes() {
            [TileSize::Elements(pack @ 2..), TileSize::Elements(1)] => Some(*pack),
            _ => None,
        },
        _ => None,
    };
    if let Some(pack) = pack {
        let bits = stored_bits(array);
        part(
            text,
            "",
            &format!("so {pack} elements of {bits} bits are packed into a word of {} bits", pack * bits),
        )?;
    }
    Ok(())
}

/// What a tile does to the dimensions that are there, in words, and the dimensions after it.
fn apply(labels: &mut Vec<Label>, tile: &Tile, number: usize) -> String {
    let rank = tile.sizes().len();
    let missing = rank.saturating_sub(labels.len());
    let added = Label { dimensions: String::from("a dimension of 1 that is not there"), blocks_of: None };
    labels.splice(0..0, std::iter::repeat_n(added, missing));
    let mut position = labels.len() - rank;
    let mut elements = Some(1i64);
    let (mut words, mut inside, mut merged) = (Vec::new(), Vec::new(), Vec::new());
    for size in tile.sizes() {
        match *size {
            TileSize::Combine if position + 1 < labels.len() => {
                let major = labels.remove(position);
                let minor = &mut labels[position];
                merged.push(format!("{} is merged into {}", major.dimensions, minor.dimensions));
                minor.dimensions = format!("{} x {}", major.dimensions, minor.dimensions);
            }
            TileSize::Combine => merged.push(String::from("the last `*` has nothing to merge into")),
            TileSize::Elements(size) => {
                elements = elements.and_then(|elements| elements.checked_mul(size));
                let label = labels[position].clone();
                words.push(label.of(size));
                let per_block = label.blocks_of.unwrap_or(1);
                labels[position].blocks_of = Some(per_block.saturating_mul(size));
                inside.push(label);
                position += 1;
            }
        }
    }
    labels.extend(inside);
    let first = if number == 0 { "a tile" } else { "inside that, a tile" };
    let elements = elements.map_or_else(|| String::from("more than 2^63"), |elements| elements.to_string());
    let noun = if number == 0 { format!(", {elements} elements") } else { String::new() };
    let mut meaning = format!("{first} is {}{noun}, and stays together in memory", words.join(" by "));
    if !merged.is_empty() {
        meaning = format!("first {}; {meaning}", merged.join(", "));
    }
    meaning
}

fn attributes(text: &mut String, array: &ArrayShape, layout: &Layout) -> Result<(), Failure> {
    if layout.tail_padding_alignment() != 1 {
        let elements = layout.tail_padding_alignment();
        let without_tiles =
            if layout.tiles().is_empty() { ", which counts only together with tiles" } else { "" };
        let meaning =
            format!("the number of elements is padded up to a multiple of {elements}{without_tiles}");
        part(text, &format!("L({elements})"), &meaning)?;
    }
    if layout.element_size_in_bits() != 0 {
        let bits = layout.element_size_in_bits();
        let natural = array.element_type().bits();
        let instead = match i64::from(natural.max(8)) {
            unpacked if bits < unpacked => format!("packed, instead of {unpacked}"),
            unpacked if bits > unpacked => format!("widened, instead of {unpacked}"),
            _ => String::from("as without it"),
        };
        part(text, &format!("E({bits})"), &format!("each element takes {bits} bits, {instead}"))?;
    }
    if layout.memory_space() != 0 {
        let space = layout.memory_space();
        part(text, &format!("S({space})"), &format!("it is in memory space {space}{}", with_name(space)))?;
    }
    for (number, SplitConfig { dimension, indices }) in layout.split_configs().iter().enumerate() {
        let cuts: Vec<String> = indices.iter().map(i64::to_string).collect();
        let notation = format!("{}({dimension}:{})", if number == 0 { "SC" } else { "" }, cuts.join(","));
        let logical = layout.major_to_minor().nth(*dimension);
        let which = match logical {
            Some(logical) => format!("physical dimension {dimension}, that is dimension {logical},"),
            None => format!("physical dimension {dimension}, which is not there,"),
        };
        let meaning = format!(
            "{which} is cut at {} into pieces in different places; the largest one counts",
            cuts.join(", ")
        );
        part(text, &notation, &meaning)?;
    }
    if layout.dynamic_metadata_prefix_bytes() != 0 {
        let bytes = layout.dynamic_metadata_prefix_bytes();
        part(
            text,
            &format!("M({bytes})"),
            &format!("{bytes} bytes in front hold the dynamic sizes; not counted below"),
        )?;
    }
    Ok(())
}

/// The name of a memory space, where it has one.
pub(crate) fn space_name(space: i64) -> &'static str {
    match space {
        0 => "main memory, HBM",
        1 => "on-chip vector memory, VMEM",
        5 => "memory of the host",
        _ => "",
    }
}

fn with_name(space: i64) -> String {
    match space_name(space) {
        "" => String::from(", whose meaning depends on the device"),
        name => format!(": {name}"),
    }
}
