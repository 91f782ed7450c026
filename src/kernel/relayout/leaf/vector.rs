//! What every instruction set offers: vectors of lanes, and functions compiled for it.

/// Lanes of [`LANE`](Self::LANE) bytes in a register, in which elements are moved lane by lane.
pub(super) trait Vector: Copy {
    const NAME: &'static str;
    /// Bytes of a lane.
    const LANE: usize;
    /// Lanes of a vector: one, unless it says otherwise and loads and stores them apart.
    const LANES: usize = 1;
    /// Bytes of a vector.
    const WIDTH: usize = Self::LANE * Self::LANES;

    /// # Safety
    ///
    /// The processor has the instruction set, and `WIDTH` bytes are readable.
    unsafe fn load(src: *const u8) -> Self;

    /// Lane `l` from `l` times a stride behind `src`.
    ///
    /// # Safety
    ///
    /// The processor has the instruction set, and `LANE` bytes are readable at each of the `LANES` places.
    #[inline(always)]
    unsafe fn load_lanes(src: *const u8, _: isize) -> Self {
        // SAFETY: there is one lane.
        unsafe { Self::load(src) }
    }

    /// # Safety
    ///
    /// `WIDTH` bytes are writable.
    unsafe fn store(self, dst: *mut u8);

    /// Lane `l` to `l` times a stride behind `dst`.
    ///
    /// # Safety
    ///
    /// `LANE` bytes are writable at each of the `LANES` places.
    #[inline(always)]
    unsafe fn store_lanes(self, dst: *mut u8, _: isize) {
        // SAFETY: there is one lane.
        unsafe { self.store(dst) }
    }

    /// Stores around the caches, where the instruction set can.
    ///
    /// # Safety
    ///
    /// `WIDTH` bytes are writable, and `dst` is aligned to as many.
    #[inline(always)]
    unsafe fn stream(self, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { self.store(dst) }
    }

    /// In every lane, the elements of the lower half of `self` and those of `other`, in turn: `a0 b0 a1 b1` …
    fn low<const E: usize>(self, other: Self) -> Self;

    /// In every lane, the elements of the upper half of `self` and those of `other`, in turn.
    fn high<const E: usize>(self, other: Self) -> Self;

    /// Moves with vectors of this kind, in a function compiled for the instruction set.
    ///
    /// # Safety
    ///
    /// The processor has the instruction set; and as for [`Move::run`].
    unsafe fn call<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: M) {
        // SAFETY: by the contract.
        unsafe { what.run::<Self, E>(src, dst) }
    }

    /// Moves with vectors of half the width, for what is too small for these.
    ///
    /// # Safety
    ///
    /// The processor has the instruction set; and as for [`Move::run`].
    unsafe fn call_narrower<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: M);
}

/// A shape in which bytes are moved.
pub(super) trait Move: Copy {
    /// Whether it is large enough for a vector of this kind; otherwise a narrower one does it.
    fn fits<V: Vector, const E: usize>(&self) -> bool;

    /// # Safety
    ///
    /// The processor has the instruction set of `V`. Source and destination are as for
    /// [`LeafKernels`](super::LeafKernels), for elements of `E` bytes.
    unsafe fn run<V: Vector, const E: usize>(self, src: *const u8, dst: *mut u8);
}
