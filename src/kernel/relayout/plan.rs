//! Plans of copies: made once, run often.

use super::element::PlainBytes;
use super::error::PlanError;
use super::moves::PlannedMoves;
#[cfg(feature = "alloc")]
use super::parts::CopyParts;
use super::schedule::Schedule;
use super::span::ByteSpan;
use super::unit::LoopUnit;
#[cfg(feature = "alloc")]
use super::xor::XorRadix;
use crate::kernel::error::check_same;
use crate::layout::{Mapping, MixedRadix, Overlap};
use crate::tensor::{View, ViewMut};
use core::{fmt, slice};

/// What a copy between two layouts does: which elements lie in runs on both sides, which are transposed in registers,
/// in which order they are walked, and what is edge.
///
/// A plan depends on the two layouts and on how many bytes an element has, and on nothing else.
/// [`copy`](crate::kernel::copy) makes one for each call, while compiling if both layouts are static. Who copies
/// between the same two dynamic layouts often keeps it; and it prints itself, so that a person sees why a copy is fast
/// or slow.
///
/// Every index of a mode is cut into the digits that it has in both layouts: the common refinement of the leaves, with
/// those joined that go on alike on both sides. The elements are then regions of full loops over these digits: one
/// region for the bulk, others for the edges where an extent ends inside a leaf. Leaves that do not refine each other,
/// 6 elements on the one side and 4 on the other, make one digit up to where both begin again, and a region for each
/// segment of it: that is right, and several times slower.
///
/// Of a swizzled layout the digits that the swizzle touches are fixed: copies for all their values are alike but for
/// where they start, and as many starts the plan prints. That takes the feature `alloc`.
///
/// ```
/// use tilework::kernel::relayout::Plan;
/// use tilework::prelude::*;
/// let (rows, zn) = (layout!((32, 48):(48, 1)), layout!(((16, 2), (16, 3)):((16, 256), (1, 512))));
/// let plan = Plan::new::<f32, _, _>(&rows, &zn)?;
/// assert_eq!(plan.to_string(), "3 times (from +64, to +2048): 32 times (from +192, to +64): runs of 64 B");
///
/// let src: Vec<f32> = (0..32 * 48).map(|x| x as f32).collect();
/// let mut dst = vec![0.0; 32 * 48];
/// plan.run(&View::new(&src, rows)?, &mut ViewMut::new(&mut dst, zn)?)?;
/// assert_eq!(dst[zn.offset((17, 20))], src[rows.offset((17, 20))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) src: MixedRadix,
    pub(super) dst: MixedRadix,
    pub(super) moves: PlannedMoves,
    /// The bytes from which elements are read, and to which they are written.
    pub(super) spans: (ByteSpan, ByteSpan),
}

impl Plan {
    /// The plan of a copy of elements of type `T` from one layout to another.
    ///
    /// # Errors
    /// If ranks or extents differ, an index has no common digits, coordinates share an offset in the destination, or
    /// the bytes of a layout are too many for the address space.
    pub fn new<T: PlainBytes, S: Mapping, D: Mapping>(src: &S, dst: &D) -> Result<Plan, PlanError> {
        if S::RANK != D::RANK {
            return Err(PlanError::Ranks { src: S::RANK, dst: D::RANK });
        }
        check_same("relayout", src, dst)?;
        if D::STATIC_OVERLAP.unwrap_or_else(|| dst.overlap()) != Overlap::None {
            return Err(PlanError::Overlap);
        }
        let unit = LoopUnit::Bytes(size_of::<T>());
        match (src.mixed_radix(), dst.mixed_radix()) {
            (Some(src), Some(dst)) => Plan::of_radix(src, dst, unit),
            #[cfg(feature = "alloc")]
            _ => {
                let side = |side: Option<XorRadix>| side.ok_or(PlanError::Digits);
                Plan::of_xor(&side(XorRadix::of(src))?, &side(XorRadix::of(dst))?, unit)
            }
            #[cfg(not(feature = "alloc"))]
            _ => Err(PlanError::Digits),
        }
    }

    /// The plan for layouts of the same extents of which the second one is injective.
    pub(crate) fn of_radix(src: MixedRadix, dst: MixedRadix, unit: LoopUnit) -> Result<Plan, PlanError> {
        let span = |radix| ByteSpan::of(radix, unit).ok_or(PlanError::TooLarge);
        let spans = (span(&src)?, span(&dst)?);
        let schedule = Schedule::new(&src, &dst, unit).ok_or(PlanError::Digits)?;
        Ok(Plan { src, dst, moves: PlannedMoves::Linear(schedule), spans })
    }

    /// The plan for layouts of the same extents that XOR places, of which the second one is injective.
    #[cfg(feature = "alloc")]
    pub(crate) fn of_xor(src: &XorRadix, dst: &XorRadix, unit: LoopUnit) -> Result<Plan, PlanError> {
        let span = |side: &XorRadix| side.span(unit).ok_or(PlanError::TooLarge);
        let spans = (span(src)?, span(dst)?);
        let parts = CopyParts::new(src, dst, unit)?;
        Ok(Plan { src: src.radix, dst: dst.radix, moves: PlannedMoves::Parts(parts), spans })
    }

    /// Copies every element of `src` to the same coordinate of `dst`.
    ///
    /// Post-condition: as of [`copy`](crate::kernel::copy).
    ///
    /// # Errors
    /// If the layouts or the size of the elements are not those of the plan; then nothing is copied.
    pub fn run<T: PlainBytes, S: Mapping, D: Mapping>(
        &self,
        src: &View<'_, T, S>,
        dst: &mut ViewMut<'_, T, D>,
    ) -> Result<(), PlanError> {
        self.check_views(src, dst)?;
        // SAFETY: the layouts are those of the plan, and views hold all elements of their layouts; the two are
        // borrowed apart, and all bytes of the elements are initialised.
        unsafe { self.moves.run(src.origin().as_ptr().cast(), dst.origin().as_ptr().cast()) };
        Ok(())
    }

    /// Copies every element of storage in the first layout to the same coordinate of storage in the second one. The
    /// first place of a slice is the least offset of its layout: offset 0, unless a stride is negative.
    ///
    /// # Errors
    /// If a slice is too short, or the elements have another size than was planned for; then nothing is copied.
    ///
    /// ```
    /// use tilework::kernel::relayout::Plan;
    /// use tilework::prelude::*;
    /// let plan = Plan::new::<u16, _, _>(&layout!((2, 3):(3, 1)), &layout!((2, 3):(1, 2)))?;
    /// let mut dst = [0_u16; 6];
    /// plan.run_slices(&[1, 2, 3, 4, 5, 6_u16], &mut dst)?;
    /// assert_eq!(dst, [1, 4, 2, 5, 3, 6]);
    /// # Ok::<(), tilework::kernel::relayout::PlanError>(())
    /// ```
    pub fn run_slices<T: PlainBytes>(&self, src: &[T], dst: &mut [T]) -> Result<(), PlanError> {
        self.check_element::<T>()?;
        // SAFETY: the bytes of a number are initialised, and any bytes of numbers of the same type are such numbers.
        let (src, dst) = unsafe {
            (
                slice::from_raw_parts(src.as_ptr().cast(), size_of_val(src)),
                slice::from_raw_parts_mut(dst.as_mut_ptr().cast(), size_of_val(dst)),
            )
        };
        self.run_bytes(src, dst)
    }

    /// The vectors with which this machine moves elements, such as `AVX2`.
    ///
    /// Found when the program runs, unless the crate is built without `std`: then what the build allows.
    pub fn vectors(&self) -> &'static str {
        self.moves.unit().vectors()
    }

    /// That two views are of the layouts and of elements of the plan.
    pub(super) fn check_views<T, S: Mapping, D: Mapping>(
        &self,
        src: &View<'_, T, S>,
        dst: &ViewMut<'_, T, D>,
    ) -> Result<(), PlanError> {
        self.check_element::<T>()?;
        let is = |digits: Option<MixedRadix>, planned: &MixedRadix| {
            digits.is_some_and(|digits| digits.same(planned))
        };
        let (src, dst) = (src.layout(), dst.layout());
        let are_planned = match &self.moves {
            PlannedMoves::Linear(_) => is(src.mixed_radix(), &self.src) && is(dst.mixed_radix(), &self.dst),
            #[cfg(feature = "alloc")]
            PlannedMoves::Parts(parts) => parts.are_between(&src, &dst),
        };
        if are_planned { Ok(()) } else { Err(PlanError::OtherLayout) }
    }

    fn check_element<T>(&self) -> Result<(), PlanError> {
        match self.moves.unit() {
            LoopUnit::Bytes(bytes) if bytes == size_of::<T>() => Ok(()),
            planned => Err(PlanError::OtherElement { bits: 8 * size_of::<T>(), planned: planned.bits() }),
        }
    }
}

/// A line for every region: its loops from the outside in, with the bytes by which they go on on both sides, and what
/// moves the bytes.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.fmt(f)
    }
}
