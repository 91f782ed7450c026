//! What every instruction set offers: vectors of lanes, and functions compiled for it.

/// The most lanes of a vector.
pub(super) const LANES: usize = 4;

/// Places that are a stride apart.
#[inline(always)]
pub(super) fn places(stride: isize) -> [isize; LANES] {
    [0, stride, 2 * stride, 3 * stride]
}

/// Lanes of [`LANE`](Self::LANE) bytes in a register, in which elements are moved lane by lane.
pub(super) trait Vector: Copy {
    const NAME: &'static str;
    /// Bytes of a lane.
    const LANE: usize;
    /// Lanes of a vector: one, unless it says otherwise and loads and stores them apart.
    const LANES: usize = 1;
    /// Bytes of a vector.
    const WIDTH: usize = Self::LANE * Self::LANES;
    /// Whether there are stores around the caches: see [`stream`](Vector::stream).
    const STREAMS: bool = false;

    /// # Safety
    ///
    /// The processor has the instruction set, and `WIDTH` bytes are readable.
    unsafe fn load(src: *const u8) -> Self;

    /// Lane `l` from place `l` behind `src`; where there is one lane, from `src` and the first place.
    ///
    /// # Safety
    ///
    /// The processor has the instruction set, and `LANE` bytes are readable at each of the first `LANES` places.
    #[inline(always)]
    unsafe fn gather_lanes(src: *const u8, places: [isize; LANES]) -> Self {
        const { assert!(Self::LANES == 1, "vectors of several lanes load them apart") }
        // SAFETY: there is one lane.
        unsafe { Self::load(src.wrapping_offset(places[0])) }
    }

    /// # Safety
    ///
    /// `WIDTH` bytes are writable.
    unsafe fn store(self, dst: *mut u8);

    /// Lane `l` to place `l` behind `dst`; where there is one lane, to `dst` and the first place.
    ///
    /// # Safety
    ///
    /// `LANE` bytes are writable at each of the first `LANES` places.
    #[inline(always)]
    unsafe fn scatter_lanes(self, dst: *mut u8, places: [isize; LANES]) {
        const { assert!(Self::LANES == 1, "vectors of several lanes store them apart") }
        // SAFETY: there is one lane.
        unsafe { self.store(dst.wrapping_offset(places[0])) }
    }

    /// Stores the lower half, or the upper one: of vectors of four lanes.
    ///
    /// # Safety
    ///
    /// Half of `WIDTH` bytes are writable.
    #[inline(always)]
    unsafe fn store_half<const UPPER: bool>(self, _: *mut u8) {
        const { assert!(Self::LANES < 4, "vectors of four lanes store halves of them") }
        unreachable!("half of these vectors is no two lanes");
    }

    /// Stores around the caches, where the instruction set can.
    ///
    /// # Safety
    ///
    /// `WIDTH` bytes are writable, and `dst` is aligned to as many. The thread calls [`fence`](super::fence) before
    /// anything reads them, or writes them other than with the same values.
    #[inline(always)]
    unsafe fn stream(self, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { self.store(dst) }
    }

    /// In every lane, the elements of the lower half of `self` and those of `other`, in turn: `a0 b0 a1 b1` …
    fn low<const E: usize>(self, other: Self) -> Self;

    /// In every lane, the elements of the upper half of `self` and those of `other`, in turn.
    fn high<const E: usize>(self, other: Self) -> Self;

    /// In every lane, of the elements of `self` and then those of `other`, every second one: from the first on, and
    /// from the second on.
    #[inline(always)]
    fn unzip<const E: usize>(self, other: Self) -> (Self, Self) {
        let (mut even, mut odd) = (self, other);
        for _ in 0..const { if Self::LANE > E { (Self::LANE / E).ilog2() } else { 0 } } {
            (even, odd) = (even.low::<E>(odd), even.high::<E>(odd));
        }
        (even, odd)
    }

    /// Whether [`dealt`](Vector::dealt) and [`merged`](Vector::merged) are there.
    const DEALS: bool = false;

    /// The elements dealt to `N` columns: the first one and every `N`-th after it, then the second one, and so on. `N`
    /// is 2 or 4, and a lane holds as many.
    #[inline(always)]
    fn dealt<const E: usize, const N: usize>(self) -> Self {
        const { assert!(!Self::DEALS, "vectors that deal say how") }
        self
    }

    /// Undoes [`dealt`](Vector::dealt): the first elements of `N` columns, then the second ones, and so on.
    #[inline(always)]
    fn merged<const E: usize, const N: usize>(self) -> Self {
        const { assert!(!Self::DEALS, "vectors that deal say how") }
        self
    }

    /// The lanes of `self` and those of `other`, in turn: `a0 b0 a1 b1` … in two vectors.
    #[inline(always)]
    fn zip_lanes(self, other: Self) -> (Self, Self) {
        const { assert!(Self::LANES == 1, "vectors of several lanes shuffle them") }
        (self, other)
    }

    /// The lower halves of both, and the upper ones: of vectors of four lanes.
    #[inline(always)]
    fn zip_halves(self, other: Self) -> (Self, Self) {
        const { assert!(Self::LANES < 4, "vectors of four lanes have halves of two") }
        (self, other)
    }

    /// The lower halves of all lanes, and then the upper ones.
    #[inline(always)]
    fn unzip_halves(self) -> Self {
        const { assert!(Self::LANES == 1, "vectors of several lanes shuffle them") }
        self
    }

    /// Moves with vectors of this kind, in a function compiled for the instruction set.
    ///
    /// # Safety
    ///
    /// The processor has the instruction set; and as of [`Move::run`].
    unsafe fn call<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: &M) {
        // SAFETY: by the contract.
        unsafe { what.run::<Self, E>(src, dst) }
    }

    /// Moves with vectors of half the width, for what is too small for these; or single elements, where such vectors
    /// would not hold two.
    ///
    /// # Safety
    ///
    /// The processor has the instruction set; and as of [`Move::run`].
    unsafe fn call_narrower<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: &M);
}

/// How far behind a vector the next one begins, if so many bytes are left from the first of both on; the last vector
/// overlaps the one before it if they are not whole vectors.
#[inline(always)]
pub(super) fn next_vector<V: Vector>(left: &mut usize) -> Option<usize> {
    *left -= V::WIDTH;
    if *left == 0 {
        return None;
    }
    let step = V::WIDTH.min(*left);
    *left = V::WIDTH.max(*left);
    Some(step)
}

/// Moves in a function of its own: the loops of what is moved need all registers.
///
/// # Safety
///
/// As of [`Vector::call`].
// the compiler ignores `inline(never)` in functions with `target_feature`, so one without it calls these
#[inline(never)]
pub(super) unsafe fn call_apart<V: Vector, M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: &M) {
    // SAFETY: by the contract.
    unsafe { V::call::<M, E>(src, dst, what) }
}

/// What is moved, in which shape.
pub(super) trait Move: Copy {
    /// Whether vectors of this kind do it best, to a destination that begins here; otherwise narrower ones do.
    fn fits<V: Vector, const E: usize>(&self, dst: *mut u8) -> bool;

    /// # Safety
    ///
    /// The processor has the instruction set of `V`, and what is moved [`fits`](Move::fits) these vectors, to this
    /// destination or another one. Source and destination are as for [`LeafKernels`](super::LeafKernels), for elements
    /// of `E` bytes.
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8);
}
