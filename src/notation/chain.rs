//! How the digits of all dimensions follow each other in memory: what tags and tiles say.
use super::error::ConvertError;
use super::name::Notation;
use super::nested::Nested;
use crate::dynamic::{DynLayout, invalid};
use crate::dynamic::{Error, Mode, Offset, Result, Tree};
use alloc::format;
use alloc::vec::Vec;

/// A block of a dimension in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChainLink {
    pub(super) dimension: usize,
    /// Which digit of the dimension it is, the innermost 0.
    pub(super) level: usize,
    /// How many values the index takes in it.
    pub(super) used: i64,
    /// How many there is room for: more, if it is padded.
    pub(super) spanned: i64,
}

/// Which digits may be inside which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DigitOrder {
    /// Outer digits of a dimension are outside its inner ones in memory, too.
    Kept,
    /// Any.
    Free,
}

/// The most dimensions and blocks that are put in order.
const MOST: usize = 256;

/// The blocks from the innermost on, one compact chain: each begins where those inside it end.
///
/// Refused where there is no such chain: an element has another place than an offset of 0 and steps that are products
/// of the blocks inside. Room that no element takes is padding, an outermost digit of a dimension; where the order of
/// digits is kept, only of one that has no digit further out.
pub(super) fn chain(
    nested: &Nested,
    notation: Notation,
    order: DigitOrder,
) -> core::result::Result<Vec<ChainLink>, ConvertError> {
    nested.one_place(notation)?;
    nested.no_offset(notation)?;
    if nested.extents.len() > MOST || nested.digits.iter().map(Vec::len).sum::<usize>() > MOST {
        return Err(ConvertError::of(notation, None, format!("more than {MOST} dimensions or blocks")));
    }
    let mut digits: Vec<(i64, ChainLink)> = Vec::new();
    for (dimension, own) in nested.digits.iter().enumerate() {
        for (level, digit) in own.iter().enumerate() {
            let stride = Nested::stride(digit);
            if stride <= 0 {
                let why = if stride == 0 {
                    "the stride is 0: elements share a place"
                } else {
                    "a stride is negative"
                };
                let refusal = ConvertError::of(notation, dimension, why);
                let index: i64 = own[..level].iter().map(|digit| digit.extent).product();
                let place = Offset::Int(stride);
                return Err(refusal.at(&nested.along(dimension, index), place, Offset::Int(1)));
            }
            if order == DigitOrder::Kept && level > 0 && Nested::stride(&own[level - 1]) >= stride {
                return Err(nested.uneven(notation, dimension));
            }
            digits.push((stride, ChainLink { dimension, level, used: digit.extent, spanned: digit.extent }));
        }
    }
    digits.sort_unstable_by_key(|(stride, link)| (*stride, link.dimension, link.level));
    let mut links: Vec<ChainLink> = Vec::new();
    // the digits that are to come, and those there are, padding among them
    let mut left: Vec<usize> = nested.digits.iter().map(Vec::len).collect();
    let mut levels = left.clone();
    // where the next block begins, and where the last one does
    let (mut running, mut base) = (1_i64, 1_i64);
    for (place, &(stride, digit)) in digits.iter().enumerate() {
        let is_outermost = |link: &ChainLink| link.level + 1 == nested.digits[link.dimension].len();
        let gap = stride.checked_div(running).filter(|_| stride % running == 0);
        match links.last_mut() {
            _ if stride == running => {}
            Some(link) if is_outermost(link) && stride % base == 0 && stride / base >= link.used => {
                link.spanned = stride / base;
            }
            _ => {
                let is_free = |left: &usize| *left == 0 || order == DigitOrder::Free;
                let padded =
                    left.iter().position(|left| *left == 0).or_else(|| left.iter().position(is_free));
                let (Some(gap), Some(dimension)) = (gap, padded) else {
                    return Err(broken(nested, notation, &digits, place));
                };
                links.push(ChainLink { dimension, level: levels[dimension], used: 1, spanned: gap });
                levels[dimension] += 1;
            }
        }
        links.push(digit);
        left[digit.dimension] -= 1;
        base = stride;
        let overflow = || ConvertError::because(notation, Error::overflow("the size of the array"));
        running = stride.checked_mul(digit.used).ok_or_else(overflow)?;
    }
    // padding at the very end is seen only in what the layout fills
    if let (Some(span), Some(link)) = (nested.span, links.last_mut())
        && link.level + 1 == nested.digits[link.dimension].len()
        && span % base == 0
        && span / base >= link.used
    {
        link.spanned = span / base;
    }
    Ok(links)
}

/// That a digit begins elsewhere than where those inside it end.
fn broken(nested: &Nested, notation: Notation, digits: &[(i64, ChainLink)], place: usize) -> ConvertError {
    let (stride, digit) = digits[place];
    let inside = place.checked_sub(1).map(|place| (digits[place].0, digits[place].1.used));
    let end = inside.map_or(1, |(inner, used)| inner.saturating_mul(used));
    let condition = match inside {
        None => format!("the smallest stride is {stride}, not 1"),
        Some((inner, used)) => format!("{used}*{inner} != {stride}"),
    };
    let index: i64 = nested.digits[digit.dimension][..digit.level].iter().map(|digit| digit.extent).product();
    let refusal = ConvertError::of(notation, digit.dimension, condition);
    refusal.at(&nested.along(digit.dimension, index), Offset::Int(stride), Offset::Int(end))
}

/// Outer dimensions and blocks, both from the outermost to the innermost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Blocks {
    pub(super) outer: Vec<usize>,
    pub(super) blocks: Vec<(i64, usize)>,
}

/// A chain as counts of all dimensions and blocks inside them.
pub(super) fn blocks(nested: &Nested, links: &[ChainLink]) -> Blocks {
    let rank = nested.extents.len();
    let mut outer: Vec<usize> = Vec::new();
    let mut blocks: Vec<(i64, usize)> = Vec::new();
    let mut rest = links.iter().rev();
    for link in rest.by_ref() {
        let is_new = !outer.contains(&link.dimension);
        if is_new && link.used == link.spanned {
            outer.push(link.dimension);
            continue;
        }
        match written_block(nested, links, link).filter(|_| is_new) {
            Some(block) => {
                outer.push(link.dimension);
                blocks.push((block, link.dimension));
            }
            None => blocks.push((link.spanned, link.dimension)),
        }
        break;
    }
    blocks.extend(rest.map(|link| (link.spanned, link.dimension)));
    place_missing(&mut outer, rank);
    Blocks { outer, blocks }
}

/// The block of a padded link that was written in the layout: it leaves a count that is rounded up.
fn written_block(nested: &Nested, links: &[ChainLink], link: &ChainLink) -> Option<i64> {
    let inside = links.iter().take_while(|other| *other != link);
    let inner: i64 =
        inside.filter(|other| other.dimension == link.dimension).map(|other| other.spanned).product();
    let written =
        nested.blocks[link.dimension].iter().filter(|size| **size % inner == 0).map(|size| size / inner);
    written.into_iter().find(|&block| {
        let count = link.used / block + i64::from(link.used % block != 0);
        block > 1 && block < link.spanned && block.checked_mul(count) == Some(link.spanned)
    })
}

/// Puts in the dimensions of one block or none, where they stand in the order of their numbers if that is possible.
pub(super) fn place_missing(outer: &mut Vec<usize>, rank: usize) {
    for dimension in 0..rank {
        if !outer.contains(&dimension) {
            let at = outer.iter().position(|other| *other > dimension).unwrap_or(outer.len());
            outer.insert(at, dimension);
        }
    }
}

impl Blocks {
    /// The layout of an array with these extents: what the blocks overhang is padding.
    pub(super) fn layout(&self, extents: &[i64]) -> Result<DynLayout> {
        let blocks: Vec<(usize, i64, usize)> =
            self.blocks.iter().map(|&(size, dimension)| (self.outer.len(), size, dimension)).collect();
        interleaved(&self.outer, &blocks, extents)
    }
}

/// The layout of dimensions and blocks of them in one row-major order; each block is said with how many dimensions are
/// in front of it, its size and its dimension.
///
/// Read from the right with a running stride, each block takes its digit of what is left of the index, and each
/// dimension takes the rest.
pub(super) fn interleaved(
    outer: &[usize],
    blocks: &[(usize, i64, usize)],
    extents: &[i64],
) -> Result<DynLayout> {
    let rank = outer.len();
    if extents.len() != rank {
        return Err(invalid!("tag", "{rank} dimensions, and the array has {}", extents.len()));
    }
    let overflow = || Error::overflow("a stride");
    let (mut modes, mut counts) = (alloc::vec![Vec::new(); rank], alloc::vec![None; rank]);
    let mut inside = alloc::vec![1_i64; rank];
    for (_, size, dimension) in blocks {
        inside[*dimension] = inside[*dimension].checked_mul(*size).ok_or_else(overflow)?;
    }
    let mut running = 1_i64;
    let mut rest = blocks.iter().rev().peekable();
    for place in (0..=rank).rev() {
        while let Some((_, size, dimension)) = rest.next_if(|(in_front, ..)| *in_front >= place) {
            modes[*dimension].push(Mode::new(*size, running));
            running = running.checked_mul(*size).ok_or_else(overflow)?;
        }
        if let Some(dimension) = place.checked_sub(1).map(|place| outer[place]) {
            let (extent, inside) = (extents[dimension], inside[dimension]);
            let count = extent / inside + i64::from(extent % inside != 0);
            counts[dimension] = Some(Mode::new(count, running));
            running = running.checked_mul(count).ok_or_else(overflow)?;
        }
    }
    for (leaves, count) in modes.iter_mut().zip(counts) {
        leaves.extend(count);
    }
    let modes = modes.iter().map(|leaves| leaves.iter().copied());
    DynLayout::from_modes(Tree::of_modes(modes)?)?.with_extent(extents)
}
