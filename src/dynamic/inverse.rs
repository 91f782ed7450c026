//! From offsets back to indices.
use super::arithmetic;
use super::coalesce::{FlatLayout, coalesced, push_coalesced, to_tree};
use super::error::{Error, Result, invalid};
use super::inverse_bits::BitBasis;
use super::inverse_search::{IndexedMode, search_inverse};
use super::layout::DynLayout;
use super::mode::{Mode, StrideKind, kind};
use super::stride::Stride;
use super::tree::{INLINE, Tree};
use alloc::format;
use smallvec::SmallVec;

/// A layout of indices whose offsets are `0, 1, 2, ...`, built from whole modes: of those with the stride that comes
/// next, the first.
///
/// Post-condition: `layout(result(i)) = i` for `0 <= i < size(result)`; `1:0` if there is no more. Where offsets
/// coincide, another choice of modes, or parts of them, may go further:
/// [`max_common_layout`](super::max_common_layout) of the layout with itself does. Of a bijection over F2,
/// [`left_inverse`] is the whole inverse. Source: CuTe `right_inverse`.
///
/// # Errors
/// If the layout overhangs, or has basis strides.
///
/// ```
/// # use tilework::dynamic::{DynLayout, left_inverse, max_common_layout, right_inverse};
/// let layout: DynLayout = "(4,8):(8,1)".parse()?;
/// assert_eq!(right_inverse(&layout)?.to_string(), "(8,4):(4,1)");
/// // offsets 0 and 1 by the first mode; 0 to 29 by the first 3 of the second and the third
/// let layout: DynLayout = "(2,9,10):(1,1,3)".parse()?;
/// assert_eq!(right_inverse(&layout)?.to_string(), "2:1");
/// assert_eq!(max_common_layout(&layout, &layout)?.to_string(), "(3,10):(2,18)");
/// let bits: DynLayout = "(2,2,4):(F8,F1,F3)".parse()?;
/// assert_eq!((right_inverse(&bits)?.size(), left_inverse(&bits)?.size()), (2, 16));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn right_inverse(layout: &DynLayout) -> Result<DynLayout> {
    layout.require_exact("right_inverse")?;
    let modes = Chain::of("right_inverse", layout)?;
    let mut result = FlatLayout::new();
    for link in &modes.links {
        push_coalesced(&mut result, Mode { extent: link.extent, stride: modes.index_stride(link.index) });
    }
    DynLayout::from_modes(to_tree(result))
}

/// The modes of a coalesced layout that, one after another, reach the offsets `0, 1, 2, ...` without gaps.
pub(crate) struct Chain {
    pub(crate) links: SmallVec<[Link; INLINE]>,
    /// All modes of the layout, in which the links have their place.
    pub(crate) modes: FlatLayout,
    bits: bool,
}

pub(crate) struct Link {
    /// The place in the modes.
    pub(crate) place: usize,
    pub(crate) extent: i64,
    /// The number of the coordinate that is 1 in this mode and 0 in the others.
    index: i64,
}

impl Chain {
    pub(crate) fn of(operation: &'static str, layout: &DynLayout) -> Result<Chain> {
        let modes = coalesced(layout.leaves());
        if let Some(mode) = modes.iter().find(|mode| matches!(mode.stride, Stride::Basis(..))) {
            return Err(invalid!(operation, "{layout} has the stride {}", mode.stride));
        }
        let bits = modes.iter().any(|mode| matches!(mode.stride, Stride::F2(_)));
        if layout.size() == 0 {
            return Ok(Chain { links: SmallVec::new(), modes, bits });
        }
        let mut by_stride = SmallVec::<[(i64, Link); INLINE]>::new();
        let mut index = 1;
        for (place, mode) in modes.iter().enumerate() {
            let stride = match mode.stride {
                Stride::F2(stride) => stride.cast_signed(),
                other => other.as_int().unwrap_or(0),
            };
            by_stride.push((stride, Link { place, extent: mode.extent, index }));
            index = arithmetic::mul(index, mode.extent, "size of the layout")?;
        }
        by_stride.sort_by_key(|(stride, _)| *stride);
        let mut chain = Chain { links: SmallVec::new(), modes, bits };
        let mut reached = 1;
        for (stride, mut link) in by_stride {
            let goes_on = match bits {
                true => chain.continue_bits(stride, reached, &mut link),
                false => stride == reached,
            };
            if goes_on {
                reached = arithmetic::mul(reached, link.extent, "size of the inverse")?;
                chain.links.push(link);
            }
        }
        Ok(chain)
    }

    /// Over F2, whether a mode goes on where the chain ends: its stride has its highest bit there, and what is below
    /// that bit the chain so far can take away again, for all multiples alike.
    fn continue_bits(&self, stride: i64, reached: i64, link: &mut Link) -> bool {
        // Indices are added by XOR too, which is adding only where modes begin at powers of two.
        if stride & !(reached - 1) != reached || link.index.count_ones() != 1 {
            return false;
        }
        let below = stride ^ reached;
        for digit in 0..(64 - (link.extent - 1).leading_zeros()) {
            match (self.index_of(below), self.index_of(below << digit)) {
                (Some(one), Some(multiple)) if one << digit == multiple => {}
                _ => return false,
            }
        }
        link.index ^= self.index_of(below).unwrap_or(0);
        true
    }

    /// The index the chain leads to from an offset it reaches.
    fn index_of(&self, offset: i64) -> Option<i64> {
        let (mut rest, mut index) = (offset, 0);
        for link in &self.links {
            let coordinate = (rest % link.extent).cast_unsigned();
            index ^= arithmetic::carryless_mul(coordinate, link.index.cast_unsigned())?.cast_signed();
            rest /= link.extent;
        }
        (rest == 0).then_some(index)
    }

    /// How many offsets from 0 on are reached.
    pub(crate) fn size(&self) -> i64 {
        self.links.iter().map(|link| link.extent).product()
    }

    fn index_stride(&self, index: i64) -> Stride {
        if self.bits { Stride::F2(index.cast_unsigned()) } else { Stride::Int(index) }
    }
}

/// A layout that leads from each offset back to an index that has it.
///
/// Post-condition: `layout(result(layout(i))) = layout(i)` for every index, and `result(layout(i)) = i` if the layout
/// is injective. What the result is at offsets that are not reached is of no meaning. Where by ascending stride each
/// mode steps over whole multiples of the one before and over all its elements, the result follows from the modes; of
/// other layouts up to 65536 elements it is looked for within a bound on the work, and refused if none is found. Over
/// F2 it follows from the bits of the strides, if the extents are powers of two. Refused for negative strides.
/// Source: CuTe `left_inverse`, which does not see that offsets coincide.
///
/// # Errors
/// If the layout overhangs, has no elements, or strides that are negative or basis strides; if no inverse is found; or
/// if a number does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynLayout, left_inverse};
/// let layout: DynLayout = "(4,8):(1,5)".parse()?;
/// assert_eq!(left_inverse(&layout)?.to_string(), "(5,8):(1,4)");
/// // Offset 63 is reached by 62 + 1 only, the smaller ones by the first mode too.
/// assert_eq!(left_inverse(&"(63,2):(1,1)".parse()?)?.to_string(), "(63,2):(1,125)");
/// assert_eq!(left_inverse(&"(2,2,4):(F8,F1,F3)".parse()?)?.to_string(), "(2,2,2,2):(F2,F6,F14,F1)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn left_inverse(layout: &DynLayout) -> Result<DynLayout> {
    layout.require_exact("left_inverse")?;
    let refuse = |reason| Err(Error::invalid("left_inverse", reason));
    if layout.size() == 0 {
        return refuse(format!("{layout} has no elements"));
    }
    if kind(layout.leaves()) == StrideKind::F2 {
        return left_inverse_of_bits(layout);
    }
    let mut modes = SmallVec::<[IndexedMode; INLINE]>::new();
    let mut index = 1;
    for mode in coalesced(layout.leaves()) {
        match mode.stride {
            Stride::Int(stride) if stride > 0 => {
                modes.push(IndexedMode { stride, extent: mode.extent, index });
            }
            stride if stride.is_zero() => {}
            stride => return refuse(format!("{layout} has the stride {stride}")),
        }
        index = arithmetic::mul(index, mode.extent, "size of the layout")?;
    }
    modes.sort_unstable();
    let mut result = FlatLayout::new();
    let (mut step, mut span, mut back) = (1, 1, 0);
    for &IndexedMode { stride, extent, index } in &modes {
        if stride % step != 0 || stride < span {
            let Some(found) = search_inverse(&modes)? else {
                let reason = format!(
                    "the stride {stride} in {layout} does not step over whole runs of {span} places, and no inverse is found"
                );
                return refuse(reason);
            };
            return DynLayout::from_modes(to_tree(found));
        }
        push_coalesced(&mut result, Mode::new(stride / step, back));
        (step, span, back) = (stride, arithmetic::mul(stride, extent, "span of the layout")?, index);
    }
    push_coalesced(&mut result, Mode::new(span / step, back));
    DynLayout::from_modes(to_tree(result))
}

/// The left inverse of a layout over F2, each bit of whose offsets goes back to bits of the index.
fn left_inverse_of_bits(layout: &DynLayout) -> Result<DynLayout> {
    let refuse = |why| Err(invalid!("left_inverse", "{layout} {why}"));
    let (mut matrix, mut index, mut is_whole) = (BitBasis::default(), 1_i64, true);
    for mode in coalesced(layout.leaves()) {
        if let Stride::F2(stride @ 1..) = mode.stride {
            // Only the last mode that moves may leave out some of the numbers of its bits.
            if !is_whole || index.count_ones() != 1 {
                return refuse("has an extent that is no power of two");
            }
            is_whole = mode.extent.count_ones() == 1;
            let digits = 64 - (mode.extent - 1).leading_zeros();
            for digit in 0..digits {
                // the construction of the layout has found its offsets to fit, and its indices
                let is_new = matrix.insert(stride << digit, (index << digit).cast_unsigned());
                if !is_new && !is_whole {
                    return refuse("reaches offsets twice, and has an extent that is no power of two");
                }
            }
        }
        index = arithmetic::mul(index, mode.extent, "size of the layout")?;
    }
    let mut result = FlatLayout::new();
    for index in matrix.indices() {
        push_coalesced(&mut result, Mode::new(2, Stride::F2(index)));
    }
    DynLayout::from_modes(to_tree(result))
}

/// The layout of the indices that have the offset 0 because their modes have stride 0.
///
/// Post-condition: `layout(result(i)) = 0` for every `i < size(result)`. Source: PyCuTe `nullspace`.
///
/// # Errors
/// If the layout overhangs, or the index of a mode does not fit in 64 bits, which needs one without elements.
///
/// ```
/// # use tilework::dynamic::{DynLayout, nullspace};
/// let layout: DynLayout = "(8,4,2):(8,1,0)".parse()?;
/// assert_eq!(nullspace(&layout)?.to_string(), "2:32");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn nullspace(layout: &DynLayout) -> Result<DynLayout> {
    layout.require_exact("nullspace")?;
    let mut result = FlatLayout::new();
    let mut index = 1;
    for mode in layout.leaves() {
        if mode.stride.is_zero() {
            result.push(Mode::new(mode.extent, index));
        }
        index = arithmetic::mul(index, mode.extent, "size of the layout")?;
    }
    DynLayout::from_modes(match result[..] {
        [] => Tree::leaf(Mode::UNIT),
        [mode] => Tree::leaf(mode),
        _ => Tree::flat(result),
    })
}
