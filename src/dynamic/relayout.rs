//! Plans between layouts whose structure is data, over bytes.

use super::layout::DynLayout;
use super::stride::Stride;
use crate::kernel::Mismatch;
use crate::kernel::relayout::{LoopUnit, Plan, PlanError};
use crate::layout::MixedRadix;
use crate::tuple::{MAX_LEAVES, MAX_RANK};

impl Plan {
    /// The plan of a copy of elements of so many bits from one layout to another: 4, 8, 16, 32, 64 or 128. Of elements
    /// of 4 bits the first one of a byte is in its lower half.
    ///
    /// ```
    /// use tilework::kernel::relayout::Plan;
    /// let (rows, columns) = ("(2,3):(3,1)".parse()?, "(2,3):(1,2)".parse()?);
    /// let plan = Plan::from_dynamic(&rows, &columns, 16)?;
    /// let mut dst = [0; 12];
    /// plan.run_bytes(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], &mut dst)?;
    /// assert_eq!(dst, [0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11]);
    /// // two elements of 4 bits in each byte
    /// let plan = Plan::from_dynamic(&rows, &columns, 4)?;
    /// let mut dst = [0; 3];
    /// plan.run_bytes(&[0x21, 0x43, 0x65], &mut dst)?;
    /// assert_eq!(dst, [0x41, 0x52, 0x63]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Plan::new`]; and if there is no such size of an element, strides are no integers, or the elements of a
    /// layout are not those of its modes.
    pub fn from_dynamic(src: &DynLayout, dst: &DynLayout, bits: u32) -> Result<Plan, PlanError> {
        let unit = LoopUnit::of_bits(bits)?;
        let (from, to) = (mixed_radix(src)?, mixed_radix(dst)?);
        if from.rank() != to.rank() {
            return Err(PlanError::Ranks { src: from.rank(), dst: to.rank() });
        }
        for mode in 0..from.rank() {
            let (extent, other_extent) = (from.extent(mode), to.extent(mode));
            if extent != other_extent {
                let mismatch = Mismatch { kernel: "relayout", mode, extent, other_mode: mode, other_extent };
                return Err(mismatch.into());
            }
        }
        match dst.is_injective() {
            Ok(true) => Plan::of_radix(from, to, unit),
            _ => Err(PlanError::Overlap),
        }
    }
}

fn mixed_radix(layout: &DynLayout) -> Result<MixedRadix, PlanError> {
    if layout.leaves().len() > MAX_LEAVES || layout.rank() > MAX_RANK {
        return Err(PlanError::Digits);
    }
    let extents = layout.extent_by_mode("relayout").map_err(|_| PlanError::Digits)?;
    let mut radix = MixedRadix::new();
    for (mode, &extent) in layout.modes().zip(extents.leaves()) {
        for leaf in mode.leaves() {
            let Stride::Int(stride) = leaf.stride else { return Err(PlanError::Digits) };
            let (extent, stride) = (usize::try_from(leaf.extent), isize::try_from(stride));
            radix.leaf(extent.map_err(|_| PlanError::TooLarge)?, stride.map_err(|_| PlanError::TooLarge)?);
        }
        radix.mode(usize::try_from(extent).map_err(|_| PlanError::TooLarge)?);
    }
    Ok(radix)
}
