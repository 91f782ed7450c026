//! A copy on several threads.

use super::error::PlanError;
use super::plan::Plan;
use core::num::NonZero;
use std::thread;

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
    ///
    /// # Panics
    /// If the operating system has no thread left; then a part of the destination may be written.
    pub fn run_bytes_on(&self, threads: NonZero<usize>, src: &[u8], dst: &mut [u8]) -> Result<(), PlanError> {
        let (from, to) = self.spans;
        from.check(src.len())?;
        to.check(dst.len())?;
        let most = NonZero::new(to.len / SHARE).unwrap_or(NonZero::<usize>::MIN);
        let count = threads.min(most).get();
        if count == 1 {
            return self.run_bytes(src, dst);
        }
        // whole lines, so that no two threads write one
        let share = to.len.div_ceil(count).next_multiple_of(64);
        thread::scope(|scope| {
            for (number, part) in dst[..to.len].chunks_mut(share).enumerate() {
                scope.spawn(move || self.run_part(number * share, src, part));
            }
        });
        Ok(())
    }
}
