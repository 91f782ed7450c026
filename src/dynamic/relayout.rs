//! Plans between layouts whose structure is data, over bytes.

use super::layout::DynLayout;
use super::stride::Stride;
use super::swizzle::Swizzled;
use crate::kernel::Mismatch;
use crate::kernel::relayout::{BITS, LoopUnit, Plan, PlanError, XorRadix};
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
    /// As [`Plan::new`]; and if there is no such size of an element, strides are coordinates, or the elements of a
    /// layout are not those of its modes. Strides may be those of F2: see [`from_swizzled`](Plan::from_swizzled).
    pub fn from_dynamic(src: &DynLayout, dst: &DynLayout, bits: u32) -> Result<Plan, PlanError> {
        Plan::from_swizzled(&src.clone().into(), &dst.clone().into(), bits)
    }

    /// The same from a swizzled layout to another; one without a swizzle is also such a layout.
    ///
    /// The digits of an index that a swizzle touches are fixed, and copies for all their values are alike but for where
    /// they start: so many starts the plan prints. Padding is not [filled](Plan::fill_padding) in such a layout.
    ///
    /// ```
    /// use tilework::{dynamic::Swizzled, kernel::relayout::Plan};
    /// let (rows, stage): (Swizzled, Swizzled) = ("(64,64):(64,1)".parse()?, "Sw<3,3,3> o (64,64):(64,1)".parse()?);
    /// let plan = Plan::from_swizzled(&rows, &stage, 16)?;
    /// assert_eq!(plan.to_string(), "from 64 starts: 8 times (from +1024, to +1024): runs of 16 B");
    /// let src: Vec<u16> = (0..64 * 64).collect();
    /// let mut dst = vec![0; 64 * 64];
    /// plan.run_slices(&src, &mut dst)?;
    /// let coordinate = "(5,18)".parse()?;
    /// assert_eq!(dst[stage.offset(&coordinate)? as usize], src[rows.offset(&coordinate)? as usize]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`from_dynamic`](Plan::from_dynamic). An index has no common digits also where a number other than 0 is added
    /// between two swizzles or to offsets over F2 strides, and where an offset may be negative before it is swizzled.
    /// There may be at most 65536 starts.
    pub fn from_swizzled(src: &Swizzled, dst: &Swizzled, bits: u32) -> Result<Plan, PlanError> {
        plan(&PlanSide::of(src)?, &PlanSide::of(dst)?, bits)
    }
}

/// The plan between two sides that may have one.
fn plan(src: &PlanSide<'_>, dst: &PlanSide<'_>, bits: u32) -> Result<Plan, PlanError> {
    let unit = LoopUnit::of_bits(bits)?;
    let (from, to) = (src.radix, dst.radix);
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
    match (dst.swizzled.layout.is_injective(), &src.placed, &dst.placed) {
        (Ok(true), None, None) => Plan::of_radix(from, to, unit),
        (Ok(true), src, dst) => {
            let side = |placed: &Option<XorRadix>, radix| placed.clone().unwrap_or(XorRadix::linear(radix));
            Plan::of_xor(&side(src, from), &side(dst, to), unit)
        }
        _ => Err(PlanError::Overlap),
    }
}

/// One side of a copy.
struct PlanSide<'a> {
    swizzled: &'a Swizzled,
    /// The digits of sums.
    radix: MixedRadix,
    /// The same with the places of sums, if these are not the sums themselves.
    placed: Option<XorRadix>,
}

impl<'a> PlanSide<'a> {
    fn of(swizzled: &'a Swizzled) -> Result<Self, PlanError> {
        let layout = &swizzled.layout;
        if layout.leaves().len() > MAX_LEAVES || layout.rank() > MAX_RANK {
            return Err(PlanError::Digits);
        }
        let extents = layout.extent_by_mode("relayout").map_err(|_| PlanError::Digits)?;
        let mut bits = SumBits::of(layout);
        let mut radix = MixedRadix::new();
        for (mode, &extent) in layout.modes().zip(extents.leaves()) {
            for leaf in mode.leaves() {
                let (extent, stride) = (usize::try_from(leaf.extent), bits.stride(leaf.extent, leaf.stride)?);
                radix.leaf(extent.map_err(|_| PlanError::TooLarge)?, stride);
            }
            radix.mode(usize::try_from(extent).map_err(|_| PlanError::TooLarge)?);
        }
        let is_sum = swizzled.swizzles.is_empty() && !bits.is_moved;
        let placed = if is_sum { None } else { Some(placed(swizzled, radix, bits)?) };
        Ok(PlanSide { swizzled, radix, placed })
    }
}

/// The bits of sums in which the digits of a layout are: each digit over an F2 stride has bits of its own.
struct SumBits {
    /// Where each bit is placed.
    places: [isize; BITS],
    /// Those of offsets that are taken by a digit.
    taken: u64,
    /// The first one above all offsets that no digit has.
    next: usize,
    is_moved: bool,
}

impl SumBits {
    fn of(layout: &DynLayout) -> Self {
        let next = (u64::BITS - layout.cosize().cast_unsigned().leading_zeros()) as usize;
        SumBits { places: core::array::from_fn(|bit| 1 << bit), taken: 0, next, is_moved: false }
    }

    /// The stride of a digit in sums.
    fn stride(&mut self, extent: i64, stride: Stride) -> Result<isize, PlanError> {
        let stride = match stride {
            Stride::Int(stride) => return isize::try_from(stride).map_err(|_| PlanError::TooLarge),
            Stride::F2(stride) => stride,
            Stride::Basis(..) => return Err(PlanError::Digits),
        };
        let bits = (u64::BITS - (extent - 1).max(0).leading_zeros()) as usize;
        if bits == 0 || stride == 0 {
            return Ok(0);
        }
        // offsets have at most 63 bits
        let of_digit = ((1 << bits) - 1_u64) << stride.trailing_zeros();
        if stride.is_power_of_two() && self.taken & of_digit == 0 {
            self.taken |= of_digit;
            return isize::try_from(stride).map_err(|_| PlanError::TooLarge);
        }
        let first = self.next;
        self.next += bits;
        let places = self.places.get_mut(first..self.next).ok_or(PlanError::TooLarge)?;
        for (bit, place) in places.iter_mut().enumerate() {
            *place = isize::try_from(stride << bit).map_err(|_| PlanError::TooLarge)?;
        }
        self.is_moved = true;
        Ok(1 << first)
    }
}

/// The digits of a layout, and where its strides and swizzles place them.
fn placed(
    swizzled: &Swizzled,
    radix: MixedRadix,
    SumBits { mut places, is_moved, .. }: SumBits,
) -> Result<XorRadix, PlanError> {
    let mut start = 0;
    for (i, &(swizzle, offset)) in swizzled.swizzles.iter().rev().enumerate() {
        // what is added is a part of the sum, unless that is placed already
        match offset {
            0 => {}
            _ if i == 0 && !is_moved => start = isize::try_from(offset).map_err(|_| PlanError::TooLarge)?,
            _ => return Err(PlanError::Digits),
        }
        for place in &mut places {
            let swizzled = swizzle.apply(*place as i64).map_err(|_| PlanError::Digits)?;
            *place = isize::try_from(swizzled).map_err(|_| PlanError::TooLarge)?;
        }
    }
    let cosize = swizzled.cosize().ok().and_then(|cosize| usize::try_from(cosize).ok());
    XorRadix::new(radix, start, &places, cosize.ok_or(PlanError::TooLarge)?).ok_or(PlanError::Digits)
}
