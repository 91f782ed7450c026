//! The layouts that can be asked for, and what they are for an array.
use super::stored::stored;
use crate::failure::{Failure, mistake, parse};
use crate::matrix::parse_size;
use crate::shape::{is_shape, places, read_array};
use tilework::dynamic::format::{ElementBits, Format, make_layout, make_padding_layout};
use tilework::dynamic::{
    DynLayout, DynTuple, Mode, Swizzled, Tree, column_major, row_major, size, tile_to_shape_ordered,
};
use tilework::notation::Tag;
use tilework::xla::{ArrayShape, Layout, PrimitiveType, TpuGeneration, nested_layout, tpu_layout_of_order};

/// A layout that is asked for. All but those for every rank are for the last dimensions of an array: those before them
/// are a batch: one after another, each at a whole byte.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one for each rule")]
pub(super) enum Notation {
    /// `C`: the last dimension is innermost. For every rank.
    C,
    /// `F`: the first dimension is innermost. For every rank.
    F,
    /// `(1,0)`: the dimensions in this order, the outermost first, as the axes of NumPy's `transpose`.
    Order(Vec<usize>),
    /// `zN`, `PaddingRowMajor:32x16`: a format of TLA, for matrices, and its block, where it has one.
    Format(Format, Option<(i64, i64)>),
    /// `{1,0:T(8,128)}`.
    Xla(Layout),
    /// `bf16[100,200]{1,0:T(8,128)}`.
    Array(ArrayShape),
    /// `((4,2),3):((1,12),4) of (7,3)`, `Sw<2,0,3> o (8,8):(8,1)`.
    Cute(Swizzled),
    /// `tile_to_shape(((32,4),4):((16,4),1),(1,0))`: a block, and which dimension of the blocks is innermost.
    Blocks(DynLayout, DynTuple),
    /// `aBcd16b`.
    Tag(Tag),
    /// `tpu(v5p)`: the tiles that a compiler for this TPU gives a row-major array. For every rank.
    Tpu(TpuGeneration),
}

/// What can be written, for messages.
const KNOWN: &str = "a recipe, C, F, an order such as (1,0), a format such as zN, a layout of XLA such as \
    {1,0:T(8,128)}, of CuTe such as (2,3):(1,2) or Sw<2,0,3> o (8,8):(8,1), tile_to_shape(BLOCK) or a tag such as aBcd16b";

impl Notation {
    pub(super) fn parse(text: &str) -> Result<Notation, Failure> {
        let text = text.trim();
        if let Some(inside) = call(text, "tile_to_shape") {
            return blocks(inside);
        }
        if let Some(chip) = call(text, "tpu") {
            return Ok(Notation::Tpu(chip.trim().parse()?));
        }
        if text.starts_with('{') {
            return Ok(Notation::Xla(parse("layout", text)?));
        }
        if text.starts_with("Sw<") {
            return Ok(Notation::Cute(parse("layout", text)?));
        }
        if text.starts_with(|c: char| c == '(' || c == '_' || c.is_ascii_digit()) {
            return if text.contains(':') { Ok(Notation::Cute(parse("layout", text)?)) } else { order(text) };
        }
        if is_shape(text) && text.contains('[') {
            return Ok(Notation::Array(read_array(text)?));
        }
        let (name, block) = text.split_once(':').map_or((text, None), |(name, block)| (name, Some(block)));
        match (name.parse::<Format>(), block) {
            (Ok(Format::VectorLayout), _) => {}
            (Ok(format), None) if !format.has_block() => return Ok(Notation::Format(format, None)),
            (Ok(format), Some(block)) if format.has_block() => {
                return Ok(Notation::Format(format, Some(parse_size(block)?)));
            }
            _ => {}
        }
        match text {
            "C" => Ok(Notation::C),
            "F" => Ok(Notation::F),
            _ => {
                let tag = text.parse().map(Notation::Tag);
                tag.map_err(|_| mistake!("`{text}` is no layout: it is {KNOWN}"))
            }
        }
    }

    /// The number of dimensions it is for; `None` for any.
    fn rank(&self) -> Option<usize> {
        Some(match self {
            Notation::C | Notation::F | Notation::Tpu(_) => return None,
            Notation::Order(order) => order.len(),
            Notation::Format(..) => 2,
            Notation::Xla(layout) => layout.minor_to_major().len(),
            Notation::Array(array) => array.rank(),
            Notation::Cute(layout) => layout.layout.rank(),
            Notation::Blocks(block, _) => block.rank(),
            Notation::Tag(tag) => tag.rank(),
        })
    }

    /// The layout of an array of these extents, whose elements have so many bits.
    pub(super) fn layout(&self, extents: &[i64], bits: usize) -> Result<Swizzled, Failure> {
        let rank = self.rank().unwrap_or(extents.len());
        let Some(batch) = extents.len().checked_sub(rank) else {
            return Err(mistake!(
                "the layout is for {rank} dimensions, the array has {}; --tensor chooses arrays, and a rule in front of \
                 others keeps some as they are: `tensor = \"*norm*\"`, `to = \"C\"`",
                extents.len()
            ));
        };
        let (batch, inner) = extents.split_at(batch);
        let layout = self.inner(inner, bits)?;
        if batch.is_empty() {
            return Ok(layout);
        }
        let mut running = stored(&layout, bits)?.elements;
        let Swizzled { swizzles, layout } = layout;
        let mut layout = layout.padded();
        for &extent in batch.iter().rev() {
            layout = layout.prepend(&DynLayout::from_modes(Tree::leaf(Mode::new(extent, running)))?)?;
            running = running.checked_mul(extent).ok_or_else(|| mistake!("the batch is too large"))?;
        }
        Ok(Swizzled { swizzles, layout: layout.with_extent(extents)? })
    }

    fn inner(&self, extents: &[i64], bits: usize) -> Result<Swizzled, Failure> {
        let shape = Tree::flat(extents.iter().copied());
        let layout = match self {
            Notation::C => row_major(&shape)?,
            Notation::F => column_major(&shape)?,
            Notation::Order(order) => in_order(extents, order)?,
            Notation::Format(format, block) => {
                let (rows, columns) = (extents[0], extents[1]);
                match block {
                    Some(block) => make_padding_layout(*format, rows, columns, *block)?,
                    None => {
                        let element = ElementBits::new(i64::try_from(bits).unwrap_or(0))?;
                        make_layout(*format, rows, columns, element)?
                    }
                }
            }
            Notation::Xla(layout) => tiled(extents, bits, layout)?,
            Notation::Array(array) => {
                let own = usize::try_from(array.element_type().bits()).unwrap_or(0);
                if own != bits {
                    return Err(mistake!("{array} has elements of {own} bits, the array has {bits}"));
                }
                if array.sizes()?[..] != *extents {
                    return Err(mistake!("{array} is not the array, which is {shape}"));
                }
                tiled(extents, bits, &array.layout_or_default())?
            }
            Notation::Cute(layout) => {
                let own = layout.layout.extents();
                if own.leaves() != extents {
                    return Err(mistake!(
                        "{layout} is a layout of {own}, the array is {shape}; where the rest is padding, say so \
                         behind it, `of {shape}`"
                    ));
                }
                return Ok(layout.clone());
            }
            Notation::Blocks(block, order) => {
                let round_up = |(own, &extent): (i64, &i64)| match (own, extent % own.max(1)) {
                    (0, _) => Err(mistake!("the block {block} has no elements")),
                    (_, 0) => Ok(extent),
                    (own, rest) => {
                        extent.checked_add(own - rest).ok_or_else(|| mistake!("{shape} is too large"))
                    }
                };
                let sizes = block.modes().map(|mode| size(mode.shape().view()));
                let sizes: Vec<i64> = sizes.collect::<Result<_, _>>()?;
                let padded = sizes.into_iter().zip(extents).map(round_up).collect::<Result<Vec<_>, _>>()?;
                tile_to_shape_ordered(block, &Tree::flat(padded), order)?.with_extent(extents)?
            }
            Notation::Tag(tag) => tag.layout(extents)?,
            Notation::Tpu(chip) => {
                let array = ArrayShape::of_sizes(element_type(bits)?, extents)?;
                let minor_to_major: Vec<usize> = (0..extents.len()).rev().collect();
                tiled(extents, bits, &tpu_layout_of_order(&array, &minor_to_major, *chip)?)?
            }
        };
        Ok(layout.into())
    }
}

/// What stands between the parentheses behind a name.
fn call<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.strip_prefix(name)?.trim_start().strip_prefix('(')?.strip_suffix(')')
}

/// `BLOCK` or `BLOCK,ORDER`. Without an order the first dimension of the blocks is innermost, as in CuTe.
fn blocks(inside: &str) -> Result<Notation, Failure> {
    let mut depth = 0;
    let comma = inside.char_indices().find(|(_, c)| {
        depth += i32::from(*c == '(') - i32::from(*c == ')');
        *c == ',' && depth == 0
    });
    let (block, order) = comma.map_or((inside, None), |(at, _)| (&inside[..at], Some(&inside[at + 1..])));
    let block: DynLayout = parse("layout", block.trim())?;
    if !block.is_exact() {
        return Err(mistake!("the block {block} has padding"));
    }
    let order = match order {
        Some(order) => parse("order", order.trim())?,
        None => Tree::flat((0_i64..).take(block.rank())),
    };
    if order.rank() != block.rank() || order.depth() > 1 {
        return Err(mistake!("the order {order} has not a number for each mode of {block}"));
    }
    Ok(Notation::Blocks(block, order))
}

fn order(text: &str) -> Result<Notation, Failure> {
    let order: DynTuple = parse("order", text)?;
    let axes: Vec<usize> = order.leaves().iter().filter_map(|axis| usize::try_from(*axis).ok()).collect();
    if order.depth() > 1 || !(0..order.leaves().len()).all(|axis| axes.contains(&axis)) {
        return Err(mistake!("{order} is no order of the dimensions: it names each from 0 on once"));
    }
    Ok(Notation::Order(axes))
}

/// The dimensions one inside the other, the outermost first.
fn in_order(extents: &[i64], order: &[usize]) -> Result<DynLayout, Failure> {
    let mut modes = vec![Mode::new(1, 0); extents.len()];
    let mut running = 1_i64;
    for &axis in order.iter().rev() {
        modes[axis] = Mode::new(extents[axis], running);
        running = running.checked_mul(extents[axis]).ok_or_else(|| mistake!("the array is too large"))?;
    }
    Ok(DynLayout::from_modes(Tree::flat(modes))?)
}

/// The layout of an array in the tiles of XLA.
fn tiled(extents: &[i64], bits: usize, layout: &Layout) -> Result<DynLayout, Failure> {
    let stored = match layout.element_size_in_bits() {
        0 => i64::try_from(bits.next_multiple_of(8)),
        packed => Ok(packed),
    };
    if stored.ok().and_then(|stored| usize::try_from(stored).ok()) != Some(bits) {
        return Err(mistake!(
            "{layout} is no layout of elements packed to {bits} bits, as files have them: E({bits})"
        ));
    }
    if layout.tail_padding_alignment() > 1 || layout.dynamic_metadata_prefix_bytes() > 0 {
        return Err(mistake!("{layout} has bytes beside those of its elements, which a file has not"));
    }
    let array = ArrayShape::of_sizes(element_type(bits)?, extents)?.with_layout(layout.clone())?;
    places(&array)?;
    Ok(nested_layout(&array)?)
}

/// A type of this width: layouts depend on no more.
fn element_type(bits: usize) -> Result<PrimitiveType, Failure> {
    Ok(match bits {
        4 => PrimitiveType::U4,
        8 => PrimitiveType::U8,
        16 => PrimitiveType::U16,
        32 => PrimitiveType::U32,
        64 => PrimitiveType::U64,
        128 => PrimitiveType::C128,
        _ => return Err(mistake!("elements of {bits} bits are not moved")),
    })
}
