//! Panels: blocks of an operand, line by line as a micro-kernel reads them.

use crate::kernel::relayout::{is_plain_bytes, run_once};
use crate::layout::{Mapping, MixedRadix};
use crate::tensor::View;
use core::ops::Range;

/// A block of an operand: indices across the panels, which are of `width`, and along them.
#[derive(Clone, Debug)]
pub(super) struct PanelBlock {
    pub(super) wide: Range<usize>,
    pub(super) deep: Range<usize>,
    pub(super) width: usize,
    /// Whether it is read often enough that packing it pays, if it need not be packed.
    pub(super) pays: bool,
}

/// The panels of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panels {
    whole: PanelPlaces,
    /// The number of the last panel and its places, if it is apart from the others.
    last: Option<(usize, PanelPlaces)>,
}

/// Where panels lie: the first element, and how many elements are between panels, between the lines of one, and between
/// the elements of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct PanelPlaces {
    pub(super) first: *const u8,
    pub(super) step: isize,
    pub(super) line: isize,
    pub(super) place: isize,
}

impl Panels {
    /// The places of one panel, of elements of so many bytes.
    pub(super) fn panel(&self, number: usize, bytes: usize) -> PanelPlaces {
        match self.last {
            Some((last, places)) if last == number => places,
            _ => {
                let elements = self.whole.step.wrapping_mul(number.cast_signed());
                let first = self.whole.first.wrapping_offset(elements.wrapping_mul(bytes.cast_signed()));
                PanelPlaces { first, ..self.whole }
            }
        }
    }
}

/// An operand of any layout.
pub(super) trait PanelSource {
    /// A block in the order `((width, n), depth):((1, width * depth), width)`, the last panel filled up with zeros;
    /// or where it is, if it can be read there: whole panels whose elements are at one stride, 1 if lines are read as
    /// vectors.
    ///
    /// # Safety
    /// The indices are those of elements, and there are some; as many elements as the panels have may be written.
    unsafe fn panels(&self, block: &PanelBlock, are_vectors: bool, to: *mut u8) -> Panels;

    /// The strides of panels of a width where the operand is, if there are such.
    fn strides(&self, width: usize) -> Option<PanelStrides>;
}

/// Strides where an operand is, in elements: between panels, between the lines of one, and between the elements of a
/// line; 0 where there is nothing to go on to.
#[derive(Clone, Copy, Debug)]
pub(super) struct PanelStrides {
    pub(super) step: isize,
    pub(super) line: isize,
    pub(super) place: isize,
}

/// A view as an operand.
pub(super) struct Factor<'v, T, L> {
    view: View<'v, T, L>,
    /// The mode across the panels.
    wide: usize,
    /// The digits of its indices, if it has them.
    radix: Option<MixedRadix>,
}

impl<'v, T, L: Mapping> Factor<'v, T, L> {
    pub(super) fn new(view: View<'v, T, L>, wide: usize) -> Self {
        let radix = view.layout().mixed_radix();
        Factor { view, wide, radix }
    }
}

impl<T: Copy + Default, L: Mapping> PanelSource for Factor<'_, T, L> {
    unsafe fn panels(&self, block: &PanelBlock, are_vectors: bool, to: *mut u8) -> Panels {
        let (whole, rest) = (block.wide.len() / block.width, block.wide.len() % block.width);
        if let Some(places) = self.places(block, are_vectors)
            && whole > 0
        {
            let start = block.wide.start + whole * block.width;
            let edge = PanelBlock { wide: start..block.wide.end, ..block.clone() };
            // SAFETY: by the contract.
            let last = (rest > 0).then(|| (whole, unsafe { self.packed(&edge, to) }));
            return Panels { whole: places, last };
        }
        // SAFETY: by the contract.
        Panels { whole: unsafe { self.packed(block, to) }, last: None }
    }

    fn strides(&self, width: usize) -> Option<PanelStrides> {
        let radix = self.radix.as_ref()?;
        let (place, step) = strides(radix.leaves(self.wide), width)?;
        let (_, line) = strides(radix.leaves(1 - self.wide), 1)?;
        Some(PanelStrides { step, line, place })
    }
}

impl<T: Copy + Default, L: Mapping> Factor<'_, T, L> {
    /// Packs a block.
    ///
    /// # Safety
    /// As of [`PanelSource::panels`].
    unsafe fn packed(&self, block: &PanelBlock, to: *mut u8) -> PanelPlaces {
        let (first, deep) = (self.view.origin().as_ptr().cast_const().cast::<u8>(), block.deep.len());
        // SAFETY: by the contract; and plain bytes are initialised.
        let is_packed = is_plain_bytes::<T>()
            && self.radix.as_ref().is_some_and(|radix| unsafe {
                pack_digits(radix, self.wide, block, size_of::<T>(), first, to)
            });
        if !is_packed {
            // SAFETY: by the contract.
            unsafe { self.pack_elements(block, to.cast()) };
        }
        let filled = block.wide.len() % block.width;
        if filled > 0 {
            let last = block.wide.len() / block.width * block.width * deep;
            for line in 0..deep {
                for place in filled..block.width {
                    // SAFETY: the last panel has so many places.
                    unsafe { to.cast::<T>().add(last + line * block.width + place).write(T::default()) };
                }
            }
        }
        let line = block.width.cast_signed();
        PanelPlaces { first: to, step: line * deep.cast_signed(), line, place: 1 }
    }
}

impl<T: Copy + Default, L: Mapping> Factor<'_, T, L> {
    /// Where the whole panels of a block lie, if they are read there.
    fn places(&self, block: &PanelBlock, are_vectors: bool) -> Option<PanelPlaces> {
        let radix = self.radix.as_ref()?;
        let PanelStrides { step, line, place } = self.strides(block.width)?;
        let are_panels = place == 1 && line == block.width.cast_signed();
        let is_read = are_panels || !block.pays && (place == 1 || !are_vectors);
        let at = offset(radix, self.wide, block).wrapping_mul(size_of::<T>().cast_signed());
        let first = self.view.origin().as_ptr().cast_const().cast::<u8>().wrapping_offset(at);
        is_read.then_some(PanelPlaces { first, step, line, place })
    }

    /// Packs element by element.
    ///
    /// # Safety
    /// As of [`PanelSource::panels`].
    unsafe fn pack_elements(&self, block: &PanelBlock, to: *mut T) {
        let (layout, deep, width) = (self.view.layout(), block.deep.len(), block.width);
        for (number, index) in block.wide.clone().enumerate() {
            let base = layout.bias() + layout.mode_offset(self.wide, index);
            let to = to.wrapping_add(number / width * width * deep + number % width);
            for (line, k) in block.deep.clone().enumerate() {
                let at = L::place(base + layout.mode_offset(1 - self.wide, k));
                // SAFETY: both indices are inside the extents, and the panel has so many lines.
                unsafe { to.add(line * width).write(self.view.origin().offset(at).read()) };
            }
        }
    }
}

/// Where the first element of a block is.
fn offset(radix: &MixedRadix, wide: usize, block: &PanelBlock) -> isize {
    radix.mode_offset(wide, block.wide.start).wrapping_add(radix.mode_offset(1 - wide, block.deep.start))
}

/// Whether the indices of a mode have, from the first of them on, the digits that those from 0 on have.
fn begins_as_first(radix: &MixedRadix, mode: usize, indices: &Range<usize>) -> bool {
    let [inner @ .., _] = radix.leaves(mode) else { return true };
    let inner = inner.iter().fold(1, |size: usize, leaf| size.saturating_mul(leaf.0));
    // a block within a digit begins at a multiple of its length
    let aligned = 1 << indices.start.trailing_zeros().min(usize::BITS - 1);
    indices.start.is_multiple_of(inner) || indices.len() <= aligned && radix.is_cut_by(mode, aligned)
}

/// Packs by the relayout engine: both sides are layouts. `false` if they have no digits in common, or the block has not
/// those of the first one; then nothing was written.
///
/// # Safety
/// As of [`PanelSource::panels`], and elements are plain bytes.
unsafe fn pack_digits(
    radix: &MixedRadix,
    wide: usize,
    block: &PanelBlock,
    bytes: usize,
    first: *const u8,
    to: *mut u8,
) -> bool {
    if !begins_as_first(radix, wide, &block.wide) || !begins_as_first(radix, 1 - wide, &block.deep) {
        return false;
    }
    let (lens, width) = ([block.wide.len(), block.deep.len()], block.width);
    let step = width * lens[1];
    let mut panels = MixedRadix::new();
    for mode in 0..2 {
        if mode == wide {
            panels.leaf(width, 1);
            panels.leaf(lens[0].div_ceil(width), step.cast_signed());
            panels.mode(lens[0]);
        } else {
            panels.leaf(lens[1], width.cast_signed());
            panels.mode(lens[1]);
        }
    }
    let from = radix.first(&if wide == 0 { lens } else { [lens[1], lens[0]] });
    let at = offset(radix, wide, block).wrapping_mul(bytes.cast_signed());
    // SAFETY: the block has the digits of the first one, and lies in the operand; the panels have room for it.
    unsafe { run_once((&from, &panels), bytes, first.wrapping_offset(at), to) }
}

/// The stride of the indices in each piece of so many, and that of the pieces, if there is one for all of them; 0 where
/// nothing is strided.
fn strides(leaves: &[(usize, isize)], width: usize) -> Option<(isize, isize)> {
    let (mut inner, mut outer, mut passed) = (0, 0, 1_usize);
    for &(extent, stride) in leaves.iter().filter(|leaf| leaf.0 > 1) {
        let (step, pieces) = if passed < width { (&mut inner, passed) } else { (&mut outer, passed / width) };
        if *step == 0 {
            *step = stride;
        }
        let goes_on = stride == step.wrapping_mul(pieces.cast_signed());
        if !goes_on || passed > width && !passed.is_multiple_of(width) {
            return None;
        }
        if passed < width && passed.saturating_mul(extent) > width {
            outer = inner.wrapping_mul(width.cast_signed());
        }
        passed = passed.saturating_mul(extent);
    }
    Some((inner, outer))
}
