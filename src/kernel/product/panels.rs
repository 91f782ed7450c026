//! Panels: blocks of an operand, line by line as a micro-kernel reads them.

use super::factor::{Arithmetic, FactorOf, are_sums};
use super::places::{ElementPlaces, FactorSide};
use crate::kernel::relayout::{is_plain_bytes, run_once};
use crate::layout::MixedRadix;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::Range;
use core::slice;

/// A block of an operand: indices across the panels, which are of `width`, and along them.
#[derive(Clone, Debug)]
pub(super) struct PanelBlock {
    pub(super) wide: Range<usize>,
    pub(super) deep: Range<usize>,
    pub(super) width: usize,
    /// As many places of a last panel that is not full are read.
    pub(super) edge: usize,
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
    /// Panels that all lie alike.
    pub(super) fn packed(whole: PanelPlaces) -> Self {
        Panels { whole, last: None }
    }

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
    /// or where it is, if it can be read there: panels whose elements are at one stride, 1 if lines are read as
    /// vectors. A last panel that has others than those of elements is packed then if lines are read as vectors; else
    /// it ends with the last one that is.
    ///
    /// # Safety
    /// The indices are those of elements, and there are some; as many elements as the panels have may be written.
    unsafe fn panels(&self, block: &PanelBlock, are_vectors: bool, to: *mut u8) -> Panels;

    /// The strides of panels of a width where the operand is, if there are such.
    fn strides(&self, width: usize) -> Option<PanelStrides>;

    /// How many elements follow each other along the depth, from each multiple of this number on, where the operand is:
    /// all where it lies along the depth, and 1 where it does not or lines have no stride.
    fn run_along_depth(&self) -> usize;

    /// A number of indices across the panels, or along the depth, up to another one: blocks that begin at multiples of
    /// it, and are no longer, or of any length, are packed the fastest; and which of both.
    fn unit(&self, is_deep: bool, most: usize) -> (usize, bool);
}

/// The bytes of a page, on a usual processor. Lines of vectors two of which lie in a page are multiplied where they are
/// as fast as in panels, however often: the processor keeps the addresses of the pages of a block at hand. Measured
/// from 96x96x96 to 1024x1024x1024.
pub(super) const PAGE: usize = 4096;

/// Strides where an operand is, in elements: between panels, between the lines of one, and between the elements of a
/// line; 0 where there is nothing to go on to.
#[derive(Clone, Copy, Debug)]
pub(super) struct PanelStrides {
    pub(super) step: isize,
    pub(super) line: isize,
    pub(super) place: isize,
}

/// Elements `X` as an operand in sums of `S`.
pub(super) struct Factor<'p, S, X, P> {
    side: FactorSide<'p, X, P>,
    /// The mode across the panels.
    wide: usize,
    /// The digits of its indices, if it has them.
    radix: Option<MixedRadix>,
    sums: PhantomData<S>,
}

impl<'p, S, X, P: ElementPlaces> Factor<'p, S, X, P> {
    pub(super) fn new(side: FactorSide<'p, X, P>, wide: usize) -> Self {
        Factor { side, wide, radix: side.places().digits(), sums: PhantomData }
    }
}

impl<S: Arithmetic, X: FactorOf<S>, P: ElementPlaces> PanelSource for Factor<'_, S, X, P> {
    unsafe fn panels(&self, block: &PanelBlock, are_vectors: bool, to: *mut u8) -> Panels {
        let (whole, rest) = (block.wide.len() / block.width, block.wide.len() % block.width);
        if let Some(places) = self.places(block, are_vectors)
            && (whole > 0 || rest == block.edge || !are_vectors)
        {
            let start = block.wide.start + whole * block.width;
            let edge = PanelBlock { wide: start..block.wide.end, width: block.edge, ..block.clone() };
            let is_packed = are_vectors && rest > 0 && rest < block.edge;
            // SAFETY: by the contract.
            let last = is_packed.then(|| (whole, unsafe { self.packed(&edge, to) }));
            return Panels { whole: places, last };
        }
        // SAFETY: by the contract.
        Panels::packed(unsafe { self.packed(block, to) })
    }

    fn strides(&self, width: usize) -> Option<PanelStrides> {
        let radix = self.radix.as_ref().filter(|_| are_sums::<S, X>())?;
        let (place, step) = strides(radix.leaves(self.wide), width)?;
        let (_, line) = strides(radix.leaves(1 - self.wide), 1)?;
        Some(PanelStrides { step, line, place })
    }

    fn run_along_depth(&self) -> usize {
        let Some(radix) = self.radix.as_ref().filter(|_| are_sums::<S, X>()) else { return 1 };
        if strides(radix.leaves(self.wide), 1).is_none() {
            return 1;
        }
        let mut run = 1_usize;
        for &(extent, stride) in radix.leaves(1 - self.wide).iter().filter(|leaf| leaf.0 > 1) {
            if stride != run.cast_signed() {
                return run;
            }
            run = run.saturating_mul(extent);
        }
        if run > 1 { radix.extent(1 - self.wide) } else { 1 }
    }

    fn unit(&self, is_deep: bool, most: usize) -> (usize, bool) {
        let mode = if is_deep { 1 - self.wide } else { self.wide };
        self.radix.as_ref().map_or((1, true), |radix| radix.unit(mode, most))
    }
}

impl<S: Arithmetic, X: FactorOf<S>, P: ElementPlaces> Factor<'_, S, X, P> {
    /// Packs a block.
    ///
    /// # Safety
    /// As of [`PanelSource::panels`].
    unsafe fn packed(&self, block: &PanelBlock, to: *mut u8) -> PanelPlaces {
        let (whole, rest) = (block.wide.len() / block.width * block.width, block.wide.len() % block.width);
        let (width, deep) = (block.width, block.deep.len());
        // SAFETY: by the contract.
        if !unsafe { self.pack_bytes(block, to) } {
            // SAFETY: by the contract.
            unsafe { self.pack_elements(block, to.cast()) };
        }
        if rest > 0 {
            for line in 0..deep {
                for place in rest..width {
                    // SAFETY: the last panel has so many places.
                    unsafe { to.cast::<S>().add(whole * deep + line * width + place).write(S::default()) };
                }
            }
        }
        let line = width.cast_signed();
        PanelPlaces { first: to, step: line * deep.cast_signed(), line, place: 1 }
    }

    /// Packs a block of numbers by the relayout engine; narrow ones to the end of the panels, from where they are
    /// widened. `false` if that is not possible; then nothing was written.
    ///
    /// # Safety
    /// As of [`PanelSource::panels`].
    unsafe fn pack_bytes(&self, block: &PanelBlock, to: *mut u8) -> bool {
        let Some(radix) = self.radix.as_ref().filter(|_| is_plain_bytes::<X>()) else { return false };
        let Some(wider) = size_of::<S>().checked_sub(size_of::<X>()) else { return false };
        let (first, form) =
            (self.side.first().as_ptr().cast_const().cast(), PanelForm::of_elements(size_of::<X>()));
        if are_sums::<S, X>() {
            // SAFETY: by the contract; and plain bytes are initialised.
            return unsafe { pack_digits(radix, self.wide, block, form, first, to) };
        }
        let count = block.wide.len().next_multiple_of(block.width) * block.deep.len();
        let narrow = to.wrapping_add(count * wider);
        // SAFETY: as many elements as the panels have may be written, and narrow ones end where these do. Where the
        // last panel has no elements, numbers are zero bytes.
        unsafe {
            narrow.write_bytes(0, count * size_of::<X>());
            let is_packed = pack_digits(radix, self.wide, block, form, first, narrow);
            if is_packed {
                widen::<S, X>(narrow, to.cast(), count);
            }
            is_packed
        }
    }

    /// Where the whole panels of a block lie, if they are read there.
    fn places(&self, block: &PanelBlock, are_vectors: bool) -> Option<PanelPlaces> {
        let radix = self.radix.as_ref()?;
        let PanelStrides { step, line, place } = self.strides_in(block)?;
        let are_panels = place == 1 && line == block.width.cast_signed();
        // each element of a line is the next one of a run: as many bytes one after the other as in a panel
        let are_runs = !are_vectors && line == 1;
        let are_near = are_vectors && line.unsigned_abs() <= PAGE / 2 / size_of::<X>();
        let is_read = are_panels || are_runs || (are_near || !block.pays) && (place == 1 || !are_vectors);
        let at = offset(radix, self.wide, block).wrapping_mul(size_of::<X>().cast_signed());
        let first = self.side.first().as_ptr().cast_const().cast::<u8>().wrapping_offset(at);
        is_read.then_some(PanelPlaces { first, step, line, place })
    }

    /// The strides of the panels of a block, where the operand is: those of all of it, or of a run along the depth.
    fn strides_in(&self, block: &PanelBlock) -> Option<PanelStrides> {
        self.strides(block.width).or_else(|| {
            let (place, step) = strides(self.radix.as_ref()?.leaves(self.wide), block.width)?;
            let run = self.run_along_depth();
            let is_run = run > 1 && block.deep.start % run + block.deep.len() <= run;
            is_run.then_some(PanelStrides { step, line: 1, place })
        })
    }

    /// Packs element by element.
    ///
    /// # Safety
    /// As of [`PanelSource::panels`].
    unsafe fn pack_elements(&self, block: &PanelBlock, to: *mut S) {
        let (places, deep, width) = (self.side.places(), block.deep.len(), block.width);
        for (number, index) in block.wide.clone().enumerate() {
            let base = places.base() + places.contribution(self.wide, index);
            let to = to.wrapping_add(number / width * width * deep + number % width);
            for (line, k) in block.deep.clone().enumerate() {
                let at = places.placed(base + places.contribution(1 - self.wide, k));
                // SAFETY: both indices are inside the extents, and the panel has so many lines.
                unsafe { to.add(line * width).write(self.side.first().offset(at).read().widened()) };
            }
        }
    }
}

/// As many numbers are widened at once.
const CHUNK: usize = 128;

/// Widens numbers that end where there is room for the wide ones up to.
///
/// # Safety
/// So many numbers lie from `from` on, and as many wide ones may be written from `to` on, which end where those do.
pub(super) unsafe fn widen<S: Arithmetic, X: FactorOf<S>>(from: *const u8, to: *mut S, count: usize) {
    let mut narrow = [const { MaybeUninit::<X>::uninit() }; CHUNK];
    let mut wide = [S::default(); CHUNK];
    for start in (0..count).step_by(CHUNK) {
        let len = CHUNK.min(count - start);
        let bytes = from.wrapping_add(start * size_of::<X>());
        // SAFETY: the numbers are read before they are written over, as the wide ones of this chunk end in front of
        // those of the next; and after the copy so many are initialised.
        unsafe {
            narrow.as_mut_ptr().cast::<u8>().copy_from_nonoverlapping(bytes, len * size_of::<X>());
            X::widen(slice::from_raw_parts(narrow.as_ptr().cast(), len), &mut wide[..len]);
            to.add(start).copy_from_nonoverlapping(wide.as_ptr(), len);
        }
    }
}

/// Where the first element of a block is.
fn offset(radix: &MixedRadix, wide: usize, block: &PanelBlock) -> isize {
    let of = |mode, start| if start == 0 { 0 } else { radix.mode_offset(mode, start) };
    of(wide, block.wide.start).wrapping_add(of(1 - wide, block.deep.start))
}

/// How elements lie in panels.
#[derive(Clone, Copy)]
pub(super) struct PanelForm {
    /// The bytes of an element.
    pub(super) bytes: usize,
    /// So many along the depth lie together.
    pub(super) together: usize,
    /// So many lines are left free between panels.
    pub(super) between: usize,
}

impl PanelForm {
    /// Elements of so many bytes, one by one.
    fn of_elements(bytes: usize) -> Self {
        PanelForm { bytes, together: 1, between: 0 }
    }

    /// How many elements are between the panels of a block.
    pub(super) fn step(self, block: &PanelBlock) -> usize {
        (block.deep.len().div_ceil(self.together) + self.between) * block.width * self.together
    }
}

/// Packs by the relayout engine: both sides are layouts. `false` if they have no digits in common, or the block has not
/// those of the first one; then nothing was written. The panels are
/// `((width, n), (together, depth)):((together, step), (1, width * together))`.
///
/// # Safety
/// As of [`PanelSource::panels`], and elements are plain bytes.
pub(super) unsafe fn pack_digits(
    radix: &MixedRadix,
    wide: usize,
    block: &PanelBlock,
    form: PanelForm,
    first: *const u8,
    to: *mut u8,
) -> bool {
    let PanelForm { bytes, together, .. } = form;
    let goes_as_first = |mode, indices: &Range<usize>| {
        // also in a part of each digit
        let aligned = 1 << indices.start.trailing_zeros().min(usize::BITS - 1);
        radix.goes_as_first(mode, indices.start, indices.len())
            || indices.len() <= aligned && radix.is_cut_by(mode, aligned)
    };
    if !goes_as_first(wide, &block.wide) || !goes_as_first(1 - wide, &block.deep) {
        return false;
    }
    let (lens, width) = ([block.wide.len(), block.deep.len()], block.width);
    let lines = lens[1].div_ceil(together);
    let mut panels = MixedRadix::new();
    for mode in 0..2 {
        if mode == wide {
            panels.leaf(width, together.cast_signed());
            panels.leaf(lens[0].div_ceil(width), form.step(block).cast_signed());
            panels.mode(lens[0]);
        } else {
            panels.leaf(together, 1);
            panels.leaf(lines, (width * together).cast_signed());
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
