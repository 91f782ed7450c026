//! What a micro-kernel asks of an instruction set: vectors of numbers that are multiplied and added.

use core::mem::MaybeUninit;

/// The most lanes.
const MOST_LANES: usize = 16;

/// Numbers in a register.
pub(super) trait Lanes: Copy {
    type Element: Copy;
    /// How many there are.
    const COUNT: usize;
    /// Whether in front of each panel of `b` a line lies that the sums of its columns begin with.
    const HAVE_STARTS: bool = false;

    /// In every lane zero.
    ///
    /// # Safety
    ///
    /// The processor has the instruction set: that is said here once for all that follows.
    unsafe fn zero() -> Self;

    /// # Safety
    ///
    /// `COUNT` elements are readable.
    unsafe fn load(from: *const Self::Element) -> Self;

    /// The first lanes, some, and in the others zero.
    ///
    /// # Safety
    ///
    /// So many elements are readable, one at least, and they are no more than there are lanes.
    #[inline(always)]
    unsafe fn load_first(from: *const Self::Element, count: usize) -> Self {
        let mut lanes = [const { MaybeUninit::<Self::Element>::uninit() }; MOST_LANES];
        let to = lanes.as_mut_ptr().cast();
        const { assert!(Self::COUNT <= MOST_LANES) }
        // SAFETY: by the contract, and there is room for all lanes.
        unsafe {
            Self::zero().store(to);
            from.copy_to_nonoverlapping(to, count);
            Self::load(to)
        }
    }

    /// Stores the first lanes.
    ///
    /// # Safety
    ///
    /// So many elements are writable, one at least, and they are no more than there are lanes.
    #[inline(always)]
    unsafe fn store_first(self, to: *mut Self::Element, count: usize) {
        let mut lanes = [const { MaybeUninit::<Self::Element>::uninit() }; MOST_LANES];
        const { assert!(Self::COUNT <= MOST_LANES) }
        // SAFETY: by the contract, and there is room for all lanes.
        unsafe {
            self.store(lanes.as_mut_ptr().cast());
            to.copy_from_nonoverlapping(lanes.as_ptr().cast(), count);
        }
    }

    /// The same element in every lane.
    ///
    /// # Safety
    ///
    /// It is readable.
    unsafe fn splat(from: *const Self::Element) -> Self;

    /// `self + a * b`, rounded once where the instruction set can.
    ///
    /// # Safety
    ///
    /// As of [`zero`](Lanes::zero).
    unsafe fn plus_product(self, a: Self, b: Self) -> Self;

    /// # Safety
    ///
    /// As of [`zero`](Lanes::zero).
    unsafe fn plus(self, other: Self) -> Self;

    /// `by * self`, of sums.
    ///
    /// # Safety
    ///
    /// As of [`zero`](Lanes::zero).
    #[inline(always)]
    unsafe fn scaled(self, by: Self) -> Self {
        // SAFETY: by the contract.
        unsafe { Self::zero().plus_product(by, self) }
    }

    /// The sum of all lanes.
    ///
    /// # Safety
    ///
    /// As of [`zero`](Lanes::zero).
    unsafe fn total(self) -> Self::Element;

    /// # Safety
    ///
    /// `COUNT` elements are writable.
    unsafe fn store(self, to: *mut Self::Element);

    /// Says that a place is written soon.
    ///
    /// # Safety
    ///
    /// As of [`zero`](Lanes::zero).
    #[inline(always)]
    unsafe fn expect(_: *const Self::Element) {}
}
