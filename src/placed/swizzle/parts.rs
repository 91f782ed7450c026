//! The numbers of a swizzle, and what they do to an offset: one definition for constants and for run time.

use crate::int::Text;

/// The three numbers of a swizzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwizzleParts {
    pub(super) bits: u32,
    pub(super) base: u32,
    pub(super) shift: i32,
}

impl SwizzleParts {
    /// The swizzle that changes nothing.
    pub(crate) const NONE: SwizzleParts = SwizzleParts { bits: 0, base: 0, shift: 1 };

    /// The bits that are read: `bits` of them, from `base` on, or from `base + shift` if that is more.
    pub(super) const fn source(self) -> usize {
        let low = if self.shift > 0 { self.base + self.shift.unsigned_abs() } else { self.base };
        ((1 << self.bits) - 1) << low
    }

    /// What the bits read in an offset add to it.
    #[inline(always)]
    pub(super) const fn flips(self, offset: usize) -> usize {
        let (read, distance) = (offset & self.source(), self.shift.unsigned_abs());
        if self.shift > 0 { read >> distance } else { read << distance }
    }

    /// Where an offset is put.
    #[inline(always)]
    pub(crate) const fn apply(self, offset: usize) -> usize {
        offset ^ self.flips(offset)
    }

    /// `Sw<B,M,S>`
    pub(super) const fn text(self) -> Text {
        let text = Text::new().str("Sw<").number(self.bits as usize).str(",").number(self.base as usize);
        text.str(",").signed(self.shift as isize).str(">")
    }

    /// Why there is no such swizzle, as a compile error.
    #[track_caller]
    pub(super) const fn check(self) {
        let SwizzleParts { bits, base, shift } = self;
        if shift == 0 {
            let text = Text::new().str("there is no swizzle ").text(&self.text());
            panic!("{}", text.str(": with a shift of 0 it changes the bits that it reads").as_str())
        }
        if shift.unsigned_abs() < bits {
            let text = Text::new().str("there is no swizzle ").text(&self.text()).str(": the ");
            let text = text.number(bits as usize).str(" bits it changes overlap with those it reads, ");
            let text =
                text.number(shift.unsigned_abs() as usize).str(" places away: the shift must be at least ");
            panic!("{}", text.number(bits as usize).str(", or at most -").number(bits as usize).as_str())
        }
        let used =
            (bits as usize).saturating_add(base as usize).saturating_add(shift.unsigned_abs() as usize);
        let most = usize::BITS as usize - 1;
        if used > most {
            let text = Text::new().str("there is no swizzle ").text(&self.text()).str(": it reaches bit ");
            let text = text.number(used).str(", and offsets have ").number(most);
            panic!("{}", text.str(" bits").as_str())
        }
    }
}
