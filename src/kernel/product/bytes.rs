//! Factors of 8 bits in sums of 32: a lane is two or four numbers along the depth, whose products vectors add at once.
//!
//! Two are widened to 16 bits as they are packed. Four stay bytes, where the instruction set has such products: of
//! numbers without sign by numbers with one. If both factors have one, 128 is added to each number of the left one, and
//! the sums of a column begin with what that makes too much: `sum(a * b) = sum((a + 128) * b) - 128 * sum(b)`. If none
//! has, it is subtracted. Either changes the highest bit of a byte.

use super::kernels::{available_fours, available_pairs};
use super::micro::{MicroKernel, SumColumns};
use super::panels::{
    PanelBlock, PanelForm, PanelPlaces, PanelSource, PanelStrides, Panels, pack_digits, widen,
};
use super::places::{ElementPlaces, FactorSide};
use crate::layout::MixedRadix;
use core::marker::PhantomData;
use core::slice;

/// To this depth no sum of products of 8 bits is as large as `2^31`.
const DEEPEST: usize = 1 << 15;

/// Both factors, and what multiplies them.
pub(super) struct ByteFactors<'p, A, B> {
    pub(super) kernel: MicroKernel,
    pub(super) a: ByteFactor<'p, A>,
    pub(super) b: ByteFactor<'p, B>,
    /// The depth in lanes.
    pub(super) depth: usize,
}

impl<'p, A: ElementPlaces, B: ElementPlaces> ByteFactors<'p, A, B> {
    /// `None` if the factors are not both of 8 bits, the sums not of 32, or more than is known to fit are summed; or if
    /// this processor has no vectors for them. Of the transposed product `b` is the left factor.
    pub(super) fn new<S, X, Y>(
        a: FactorSide<'p, X, A>,
        b: FactorSide<'p, Y, B>,
        depth: usize,
        is_transposed: bool,
    ) -> Option<Self> {
        let numbers = [ByteNumbers::of::<X>()?, ByteNumbers::of::<Y>()?];
        if typeid::of::<S>() != typeid::of::<i32>() || depth > DEEPEST {
            return None;
        }
        let (left, right) = (usize::from(is_transposed), usize::from(!is_transposed));
        let ByteKernel { kernel, forms } = byte_kernels(numbers[left], numbers[right]).next()?;
        let (a, b) = (ByteFactor::new(a, 0, forms[left])?, ByteFactor::new(b, 1, forms[right])?);
        Some(ByteFactors { kernel, depth: depth.div_ceil(a.form.together()), a, b })
    }
}

/// The numbers of 8 bits.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ByteNumbers {
    Signed,
    Unsigned,
}

impl ByteNumbers {
    /// `None` of other elements.
    pub(super) fn of<X>() -> Option<Self> {
        let id = typeid::of::<X>();
        let unsigned = (id == typeid::of::<u8>()).then_some(ByteNumbers::Unsigned);
        if id == typeid::of::<i8>() { Some(ByteNumbers::Signed) } else { unsigned }
    }
}

/// What multiplies two factors, and how the left one and the right one lie in panels.
pub(super) struct ByteKernel {
    pub(super) kernel: MicroKernel,
    pub(super) forms: [ByteForm; 2],
}

/// The kernels of this processor for such factors, the one of most products at once first.
pub(super) fn byte_kernels(left: ByteNumbers, right: ByteNumbers) -> impl Iterator<Item = ByteKernel> {
    let is_moved = left == right;
    let fours = available_fours(right == ByteNumbers::Unsigned).map(move |(kernel, sum_columns)| {
        let starts = if is_moved { Starts::OfColumns(sum_columns) } else { Starts::Zero };
        ByteKernel { kernel, forms: [ByteForm::Four { is_moved }, ByteForm::FourBehind(starts)] }
    });
    let pairs = available_pairs().map(|kernel| ByteKernel { kernel, forms: [ByteForm::Pairs; 2] });
    fours.into_iter().chain(pairs)
}

/// How the numbers of a factor lie in panels.
#[derive(Clone, Copy)]
pub(super) enum ByteForm {
    /// Two in a lane, of 16 bits.
    Pairs,
    /// Four in a lane, those of the left factor: as they are, or 128 more or less.
    Four { is_moved: bool },
    /// Those of the right factor, as they are, behind a line that the sums of each column begin with.
    FourBehind(Starts),
}

/// What sums begin with.
#[derive(Clone, Copy)]
pub(super) enum Starts {
    Zero,
    /// What the left factor makes too much or too little.
    OfColumns(SumColumns),
}

impl ByteForm {
    /// So many numbers along the depth are in a lane.
    pub(super) fn together(self) -> usize {
        if matches!(self, ByteForm::Pairs) { 2 } else { 4 }
    }
}

/// Numbers of 8 bits as an operand. Along the depth it counts lanes; behind the last number there are zeros.
pub(super) struct ByteFactor<'p, P> {
    first: *const u8,
    numbers: ByteNumbers,
    form: ByteForm,
    places: P,
    /// The mode across the panels.
    wide: usize,
    radix: Option<MixedRadix>,
    elements: PhantomData<&'p [u8]>,
}

impl<'p, P: ElementPlaces> ByteFactor<'p, P> {
    /// `None` of other elements.
    pub(super) fn new<X>(side: FactorSide<'p, X, P>, wide: usize, form: ByteForm) -> Option<Self> {
        let (first, places) = (side.first().as_ptr().cast_const().cast(), side.places());
        let numbers = ByteNumbers::of::<X>()?;
        Some(ByteFactor { first, numbers, form, places, wide, radix: places.digits(), elements: PhantomData })
    }

    /// Packs element by element, in panels that are so many elements apart.
    ///
    /// # Safety
    /// As of [`PanelSource::panels`], of a block of elements.
    unsafe fn pack_elements(&self, block: &PanelBlock, step: usize, to: *mut u8) {
        let (places, width, together) = (self.places, block.width, self.form.together());
        for (number, index) in block.wide.clone().enumerate() {
            let base = places.base() + places.contribution(self.wide, index);
            let to = to.wrapping_add(number / width * step + number % width * together);
            for (k, index) in block.deep.clone().enumerate() {
                let at = places.placed(base + places.contribution(1 - self.wide, index));
                // SAFETY: both indices are inside the extents, and the panel has so many lanes.
                unsafe {
                    let byte = self.first.offset(at).read();
                    to.add(k / together * together * width + k % together).write(byte);
                }
            }
        }
    }

    /// Packs numbers as they are, some in a lane; what is not packed is zero.
    ///
    /// # Safety
    /// As of [`PanelSource::panels`], of a block of elements in panels of so many bytes, the first one from `to` on.
    unsafe fn pack_bytes(&self, block: &PanelBlock, form: PanelForm, (to, count): (*mut u8, usize)) {
        // SAFETY: by the contract.
        unsafe {
            to.write_bytes(0, count);
            let is_packed = self
                .radix
                .as_ref()
                .is_some_and(|radix| pack_digits(radix, self.wide, block, form, self.first, to));
            if !is_packed {
                self.pack_elements(block, form.step(block), to);
            }
        }
    }
}

impl<P: ElementPlaces> PanelSource for ByteFactor<'_, P> {
    unsafe fn panels(&self, block: &PanelBlock, _: bool, to: *mut u8) -> Panels {
        let (lines, width, together) = (block.deep.len(), block.width, self.form.together());
        let end = self.places.extent(1 - self.wide).min(block.deep.end * together);
        let elements = PanelBlock { deep: block.deep.start * together..end, ..block.clone() };
        let panels = block.wide.len().div_ceil(width);
        let between = usize::from(matches!(self.form, ByteForm::FourBehind(_)));
        let form = PanelForm { bytes: 1, together, between };
        let count = panels * width * lines * together;
        match self.form {
            // SAFETY: the panels are so many pairs of 16 bits, of which the second half has room for the bytes until
            // they are widened.
            ByteForm::Pairs => unsafe {
                let bytes = to.add(count);
                self.pack_bytes(&elements, form, (bytes, count));
                match self.numbers {
                    ByteNumbers::Signed => widen::<i16, i8>(bytes, to.cast(), count),
                    ByteNumbers::Unsigned => widen::<i16, u8>(bytes, to.cast(), count),
                }
            },
            // SAFETY: the panels are so many bytes, which are written first.
            ByteForm::Four { is_moved } => unsafe {
                self.pack_bytes(&elements, form, (to, count));
                if is_moved {
                    for byte in slice::from_raw_parts_mut(to, count) {
                        *byte ^= 0x80;
                    }
                }
            },
            // SAFETY: the panels are so many bytes, and in front of each is a line.
            ByteForm::FourBehind(starts) => unsafe {
                let line = width * together;
                to.write_bytes(0, line);
                self.pack_bytes(&elements, form, (to.add(line), count + (panels - 1) * line));
                if let Starts::OfColumns(sum_columns) = starts {
                    for panel in 0..panels {
                        sum_columns(to.add(panel * (lines + 1) * line), lines, width);
                    }
                }
            },
        }
        let line = width.cast_signed();
        Panels::packed(PanelPlaces {
            first: to,
            step: line * (lines + between).cast_signed(),
            line,
            place: 1,
        })
    }

    fn strides(&self, _: usize) -> Option<PanelStrides> {
        None
    }

    fn run_along_depth(&self) -> usize {
        1
    }

    fn unit(&self, is_deep: bool, most: usize) -> (usize, bool) {
        let Some(radix) = self.radix.as_ref() else { return (1, true) };
        if !is_deep {
            return radix.unit(self.wide, most);
        }
        let together = self.form.together();
        let (unit, goes_on) = radix.unit(1 - self.wide, most * together);
        if unit.is_multiple_of(together) { (unit / together, goes_on) } else { (unit, goes_on) }
    }
}
