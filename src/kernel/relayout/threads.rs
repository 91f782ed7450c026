//! A copy on several threads: each writes a part of the destination of its own.

use super::element::PlainBytes;
use super::error::PlanError;
use super::plan::Plan;
use crate::kernel::crew::Crew;
use crate::layout::Mapping;
use crate::tensor::{View, ViewMut};
use core::num::NonZero;

/// Fewer bytes than this are not worth a thread.
const SHARE: usize = 1 << 18;

impl Plan {
    /// As [`run_bytes`](Plan::run_bytes), on so many threads: each writes a part of the destination of its own.
    ///
    /// Small copies take fewer of them. The result does not depend on the number.
    ///
    /// ```
    /// use std::num::NonZero;
    /// use tilework::{kernel::relayout::Plan, prelude::*};
    /// let plan = Plan::new::<u16, _, _>(&layout!((1024, 512):(512, 1)), &layout!((1024, 512):(1, 1024)))?;
    /// let src: Vec<u8> = (0..plan.len_bytes().0).map(|i| (i / 3) as u8).collect();
    /// let (mut one, mut two) = (vec![0; src.len()], vec![0; src.len()]);
    /// plan.run_bytes(&src, &mut one)?;
    /// plan.run_bytes_on(NonZero::new(2).unwrap(), &src, &mut two)?;
    /// assert_eq!(one, two);
    /// # Ok::<(), tilework::kernel::relayout::PlanError>(())
    /// ```
    ///
    /// # Errors
    /// As [`run_bytes`](Plan::run_bytes).
    pub fn run_bytes_on(&self, threads: NonZero<usize>, src: &[u8], dst: &mut [u8]) -> Result<(), PlanError> {
        self.check_bytes(src, dst)?;
        let origins = self.origins_in(src, dst);
        // SAFETY: the slices hold all offsets, and are borrowed apart for the call.
        unsafe { self.share(Crew::of(threads), origins) };
        Ok(())
    }

    /// As [`run`](Plan::run), on so many threads.
    ///
    /// ```
    /// use std::num::NonZero;
    /// use tilework::{kernel::relayout::Plan, prelude::*};
    /// let (rows, columns) = (layout!((512, 640):(640, 1)), layout!((512, 640):(1, 512)));
    /// let (src, mut dst) = (vec![1.5_f32; 512 * 640], vec![0.0; 512 * 640]);
    /// let plan = Plan::new::<f32, _, _>(&rows, &columns)?;
    /// let mut dst = ViewMut::new(&mut dst, columns)?;
    /// plan.run_on(NonZero::new(2).unwrap(), &View::new(&src, rows)?, &mut dst)?;
    /// assert_eq!(dst[(511, 639)], 1.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`run`](Plan::run).
    pub fn run_on<T: PlainBytes, S: Mapping, D: Mapping>(
        &self,
        threads: NonZero<usize>,
        src: &View<'_, T, S>,
        dst: &mut ViewMut<'_, T, D>,
    ) -> Result<(), PlanError> {
        self.check_views(src, dst)?;
        let origins = Origins { src: src.origin().as_ptr().cast(), dst: dst.origin().as_ptr().cast() };
        // SAFETY: the layouts are those of the plan; views hold all elements of theirs, and are borrowed apart.
        unsafe { self.share(Crew::of(threads), origins) };
        Ok(())
    }

    /// As [`run_bytes`](Plan::run_bytes), on the threads of rayon.
    ///
    /// ```
    /// use tilework::{kernel::relayout::Plan, prelude::*};
    /// let plan = Plan::new::<u16, _, _>(&layout!((1024, 512):(512, 1)), &layout!((1024, 512):(1, 1024)))?;
    /// let src: Vec<u8> = (0..plan.len_bytes().0).map(|i| (i / 3) as u8).collect();
    /// let (mut one, mut all) = (vec![0; src.len()], vec![0; src.len()]);
    /// plan.run_bytes(&src, &mut one)?;
    /// plan.par_run_bytes(&src, &mut all)?;
    /// assert_eq!(one, all);
    /// # Ok::<(), tilework::kernel::relayout::PlanError>(())
    /// ```
    ///
    /// # Errors
    /// As [`run_bytes`](Plan::run_bytes).
    #[cfg(feature = "rayon")]
    pub fn par_run_bytes(&self, src: &[u8], dst: &mut [u8]) -> Result<(), PlanError> {
        self.check_bytes(src, dst)?;
        let origins = self.origins_in(src, dst);
        // SAFETY: the slices hold all offsets, and are borrowed apart for the call.
        unsafe { self.share(Crew::rayon(), origins) };
        Ok(())
    }

    /// As [`run`](Plan::run), on the threads of rayon.
    ///
    /// # Errors
    /// As [`run`](Plan::run).
    #[cfg(feature = "rayon")]
    pub fn par_run<T: PlainBytes, S: Mapping, D: Mapping>(
        &self,
        src: &View<'_, T, S>,
        dst: &mut ViewMut<'_, T, D>,
    ) -> Result<(), PlanError> {
        self.check_views(src, dst)?;
        let origins = Origins { src: src.origin().as_ptr().cast(), dst: dst.origin().as_ptr().cast() };
        // SAFETY: the layouts are those of the plan; views hold all elements of theirs, and are borrowed apart.
        unsafe { self.share(Crew::rayon(), origins) };
        Ok(())
    }

    fn check_bytes(&self, src: &[u8], dst: &[u8]) -> Result<(), PlanError> {
        self.spans.0.check(src.len())?;
        self.spans.1.check(dst.len())
    }

    /// The places of offset 0 in slices that hold all offsets.
    fn origins_in(&self, src: &[u8], dst: &mut [u8]) -> Origins {
        Origins {
            src: src.as_ptr().wrapping_add(self.spans.0.below),
            dst: dst.as_mut_ptr().wrapping_add(self.spans.1.below),
        }
    }

    /// Copies all elements in parts, as many as there are threads, or fewer of small copies.
    ///
    /// # Safety
    /// As of `Schedule::run`, from these places on.
    unsafe fn share(&self, crew: Crew, origins: Origins) {
        let (len, below) = (self.spans.1.len, self.spans.1.below.cast_signed());
        let count = crew.threads().min(len / SHARE);
        if count <= 1 {
            // SAFETY: as the caller says.
            return unsafe { self.moves.run(origins.src, origins.dst) };
        }
        // whole lines, where the destination begins with one: then no two threads write the same line
        let share = len.div_ceil(count).next_multiple_of(64);
        let part = |number: usize| {
            let start = (number * share).cast_signed() - below;
            let end = len.min(number * share + share).cast_signed() - below;
            // SAFETY: as the caller says.
            unsafe { self.moves.run_in(&(start..end), origins.src, origins.dst) };
        };
        // SAFETY: bytes of numbers may be read and written by any thread, and no two parts write the same.
        unsafe { crew.run(len.div_ceil(share), &part) };
    }
}

/// Where offset 0 is read and written.
struct Origins {
    src: *const u8,
    dst: *mut u8,
}
