//! What a micro-kernel asks of an instruction set: vectors of numbers that are multiplied and added.

/// Numbers in a register.
pub(super) trait Lanes: Copy {
    type Element: Copy;
    /// How many there are.
    const COUNT: usize;

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
