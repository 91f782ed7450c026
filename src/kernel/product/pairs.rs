//! Factors of 8 bits in sums of 32: pairs of numbers along the depth, of which vectors add two products at once.

use super::kernels::available_pairs;
use super::micro::MicroKernel;
use super::panels::{PanelBlock, PanelPlaces, PanelSource, PanelStrides, Panels, pack_digits, widen};
use super::places::{ElementPlaces, FactorSide};
use crate::layout::MixedRadix;
use core::marker::PhantomData;

/// To this depth no sum of products of 8 bits is as large as `2^31`.
const DEEPEST: usize = 1 << 15;

/// Both factors, and what multiplies them.
pub(super) struct PairFactors<'p, A, B> {
    pub(super) kernel: MicroKernel,
    pub(super) a: PairFactor<'p, A>,
    pub(super) b: PairFactor<'p, B>,
}

impl<'p, A: ElementPlaces, B: ElementPlaces> PairFactors<'p, A, B> {
    /// `None` if the factors are not both of 8 bits, the sums not of 32, or more than is known to fit are summed; or if
    /// this processor has no vectors for pairs.
    pub(super) fn new<S, X, Y>(
        a: FactorSide<'p, X, A>,
        b: FactorSide<'p, Y, B>,
        depth: usize,
    ) -> Option<Self> {
        let (a, b) = (PairFactor::new(a, 0)?, PairFactor::new(b, 1)?);
        let kernel = available_pairs().next()?;
        let is_served = typeid::of::<S>() == typeid::of::<i32>() && depth <= DEEPEST;
        is_served.then_some(PairFactors { kernel, a, b })
    }
}

/// The numbers of 8 bits.
#[derive(Clone, Copy)]
enum ByteNumbers {
    Signed,
    Unsigned,
}

impl ByteNumbers {
    fn of<X>() -> Option<Self> {
        let id = typeid::of::<X>();
        let unsigned = (id == typeid::of::<u8>()).then_some(ByteNumbers::Unsigned);
        if id == typeid::of::<i8>() { Some(ByteNumbers::Signed) } else { unsigned }
    }

    fn widened(self, byte: u8) -> i16 {
        match self {
            ByteNumbers::Signed => byte.cast_signed().into(),
            ByteNumbers::Unsigned => byte.into(),
        }
    }
}

/// Numbers of 8 bits as an operand. Along the depth it counts pairs; behind an odd number of elements there is a zero.
pub(super) struct PairFactor<'p, P> {
    first: *const u8,
    numbers: ByteNumbers,
    places: P,
    /// The mode across the panels.
    wide: usize,
    radix: Option<MixedRadix>,
    elements: PhantomData<&'p [u8]>,
}

impl<'p, P: ElementPlaces> PairFactor<'p, P> {
    /// `None` of other elements.
    pub(super) fn new<X>(side: FactorSide<'p, X, P>, wide: usize) -> Option<Self> {
        let (first, places) = (side.first().as_ptr().cast_const().cast(), side.places());
        let numbers = ByteNumbers::of::<X>()?;
        Some(PairFactor { first, numbers, places, wide, radix: places.digits(), elements: PhantomData })
    }

    /// Packs element by element.
    ///
    /// # Safety
    /// As of [`PanelSource::panels`], of a block of elements.
    unsafe fn pack_elements(&self, block: &PanelBlock, to: *mut i16) {
        let (places, width) = (self.places, block.width);
        let step = width * block.deep.len().div_ceil(2) * 2;
        for (number, index) in block.wide.clone().enumerate() {
            let base = places.base() + places.contribution(self.wide, index);
            let to = to.wrapping_add(number / width * step + number % width * 2);
            for (k, index) in block.deep.clone().enumerate() {
                let at = places.placed(base + places.contribution(1 - self.wide, index));
                // SAFETY: both indices are inside the extents, and the panel has so many pairs.
                unsafe {
                    to.add(k / 2 * 2 * width + k % 2)
                        .write(self.numbers.widened(self.first.offset(at).read()));
                };
            }
        }
    }
}

impl<P: ElementPlaces> PanelSource for PairFactor<'_, P> {
    unsafe fn panels(&self, block: &PanelBlock, _: bool, to: *mut u8) -> Panels {
        let (lines, width) = (block.deep.len(), block.width);
        let end = self.places.extent(1 - self.wide).min(block.deep.end * 2);
        let elements = PanelBlock { deep: block.deep.start * 2..end, ..block.clone() };
        let count = block.wide.len().next_multiple_of(width) * lines * 2;
        // SAFETY: the panels are so many pairs of 16 bits, of which the second half has room for the bytes until they
        // are widened; what is not packed is zero.
        unsafe {
            let bytes = to.add(count);
            bytes.write_bytes(0, count);
            let is_packed = self
                .radix
                .as_ref()
                .is_some_and(|radix| pack_digits(radix, self.wide, &elements, (1, 2), self.first, bytes));
            match self.numbers {
                _ if !is_packed => {
                    to.write_bytes(0, count);
                    self.pack_elements(&elements, to.cast());
                }
                ByteNumbers::Signed => widen::<i16, i8>(bytes, to.cast(), count),
                ByteNumbers::Unsigned => widen::<i16, u8>(bytes, to.cast(), count),
            }
        }
        let line = width.cast_signed();
        Panels::packed(PanelPlaces { first: to, step: line * lines.cast_signed(), line, place: 1 })
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
        let (unit, goes_on) = radix.unit(1 - self.wide, most * 2);
        if unit % 2 == 0 { (unit / 2, goes_on) } else { (unit, goes_on) }
    }
}
