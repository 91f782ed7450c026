//! The leaves of layouts: how many elements, how far apart, and how far they reach together.
use super::arithmetic;
use super::error::{Error, Result, invalid};
use super::stride::{Axis, Stride};
use super::tree::TreeRef;
use super::tuple::DynTuple;
use smallvec::SmallVec;

/// One leaf of a layout: so many elements, so far apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mode {
    /// The number of elements.
    pub extent: i64,
    /// The distance from one to the next.
    pub stride: Stride,
}

impl Mode {
    /// A mode of this extent and stride.
    pub fn new(extent: i64, stride: impl Into<Stride>) -> Self {
        Mode { extent, stride: stride.into() }
    }

    /// `1:0`, the mode that fills up a rank.
    pub(crate) const UNIT: Mode = Mode { extent: 1, stride: Stride::Int(0) };
}

/// A view of the modes of a layout or of one of them.
pub type LayoutRef<'a> = TreeRef<'a, Mode>;

impl LayoutRef<'_> {
    /// The extents, as a tuple.
    pub fn shape(self) -> DynTuple {
        self.with_leaves(self.leaves().iter().map(|mode| mode.extent))
    }
}

/// The number of coordinates of one mode of a layout.
pub(crate) fn mode_size(mode: LayoutRef<'_>) -> Result<i64> {
    arithmetic::product(mode.leaves().iter().map(|leaf| leaf.extent), "size of the layout")
}

/// What the strides of a layout are made of. Strides of 0 and those of leaves with one element fit to any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StrideKind {
    Int,
    Basis,
    F2,
}

fn kind_of(mode: &Mode) -> Option<StrideKind> {
    if mode.extent <= 1 || mode.stride.is_zero() {
        return None;
    }
    Some(match mode.stride {
        Stride::Int(_) => StrideKind::Int,
        Stride::Basis(..) => StrideKind::Basis,
        Stride::F2(_) => StrideKind::F2,
    })
}

pub(crate) fn kind(leaves: &[Mode]) -> StrideKind {
    leaves.iter().find_map(kind_of).unwrap_or(StrideKind::Int)
}

/// The number of coordinates, and of places from the least to the greatest offset. Refuses what does not fit in 64
/// bits.
pub(crate) fn size_and_cosize(leaves: &[Mode]) -> Result<(i64, i64)> {
    let size = arithmetic::product(leaves.iter().map(|mode| mode.extent), "size of the layout")?;
    let cosize = cosize(leaves)?;
    Ok((size, if size == 0 { 0 } else { cosize }))
}

/// One more than the distance from the least to the greatest offset. Refuses leaves whose offsets cannot be added or do
/// not fit in 64 bits.
fn cosize(leaves: &[Mode]) -> Result<i64> {
    let overflow = || Error::overflow("cosize of the layout");
    let kind = kind(leaves);
    let mut total = 0_i64;
    for mode in leaves {
        if mode.extent < 0 {
            return Err(invalid!("layout", "the extent {} is negative", mode.extent));
        }
        if kind_of(mode).is_some_and(|own| own != kind) {
            return Err(Error::invalid("layout", "strides of different kinds cannot be added"));
        }
        total = reach(mode).and_then(|reach| total.checked_add(reach)).ok_or_else(overflow)?;
    }
    // No axis reaches further than all together.
    let places = total.checked_add(1).ok_or_else(overflow)?;
    match kind {
        StrideKind::Int => Ok(places),
        StrideKind::F2 => Ok(1 + f2_span(leaves).cast_signed()),
        StrideKind::Basis => {
            let spans = axis_spans(leaves);
            arithmetic::product(spans.iter().map(|(_, span)| span + 1), "cosize of the layout")
        }
    }
}

/// The distance from the first to the last element of a leaf. Of an F2 stride only whether it fits counts.
fn reach(mode: &Mode) -> Option<i64> {
    let steps = (mode.extent - 1).max(0);
    match mode.stride {
        Stride::Int(value) | Stride::Basis(value, _) => steps.checked_mul(value.checked_abs()?),
        Stride::F2(value) => (bits(steps.cast_unsigned()) + bits(value) <= 63).then_some(0),
    }
}

fn bits(value: u64) -> u32 {
    u64::BITS - value.leading_zeros()
}

/// The greatest element of the span over F2 of the strides, each times the powers of two below its extent.
fn f2_span(leaves: &[Mode]) -> u64 {
    let (basis, _) = f2_basis(leaves);
    basis.iter().rev().fold(0, |greatest, &element| greatest.max(greatest ^ element))
}

/// Whether none of the strides, each times the powers of two below its extent, is a sum over F2 of others.
pub(crate) fn is_independent(leaves: &[Mode]) -> bool {
    f2_basis(leaves).1
}

/// A basis of that span, by the number of bits, and whether it has all of them.
fn f2_basis(leaves: &[Mode]) -> ([u64; 64], bool) {
    let (mut by_length, mut has_all) = ([0_u64; 64], true);
    for mode in leaves {
        let Stride::F2(stride) = mode.stride else {
            has_all &= mode.extent <= 1;
            continue;
        };
        for digit in 0..bits((mode.extent - 1).max(0).cast_unsigned()) {
            let mut element = stride << digit;
            while element != 0 {
                let slot = &mut by_length[bits(element) as usize];
                if *slot == 0 {
                    *slot = element;
                    break;
                }
                element ^= *slot;
            }
            has_all &= element != 0;
        }
    }
    (by_length, has_all)
}

/// How far the layout reaches along each axis of its coordinate space.
fn axis_spans(leaves: &[Mode]) -> SmallVec<[(Axis, i64); 8]> {
    let mut spans = SmallVec::<[(Axis, i64); 8]>::new();
    for mode in leaves {
        let (Stride::Basis(_, axis), Some(reach)) = (mode.stride, reach(mode)) else { continue };
        match spans.iter_mut().find(|(known, _)| *known == axis) {
            Some((_, span)) => *span += reach,
            None => spans.push((axis, reach)),
        }
    }
    spans
}
