//! Elements of 4 bits, two to a byte, the first one in the lower half.

use super::nest::{ByteLeaf, Innermost};
use super::region::{Loop, Region};

impl Innermost {
    /// Takes the innermost loops out of a region that counts halves of bytes. Where all its elements are whole pairs on
    /// both sides, it counts bytes from then on.
    pub(super) const fn take_nibbles(region: &mut Region, are_far: bool) -> Innermost {
        region.join();
        match region.halved() {
            Some(bytes) => {
                *region = bytes;
                Innermost::Bytes(ByteLeaf::take(region, 1, are_far))
            }
            None => Innermost::Nibbles,
        }
    }
}

impl Region {
    /// The region in bytes, if it is whole ones: one loop goes over neighbours, and the others over bytes.
    const fn halved(&self) -> Option<Region> {
        let mut bytes = Region::new();
        let (mut i, mut has_pairs) = (0, false);
        while i < self.loops().len() {
            let Loop { extent, src, dst } = self.loops()[i];
            if src == 1 && dst == 1 && extent.is_multiple_of(2) {
                bytes.push(Loop { extent: extent / 2, src: 1, dst: 1 });
                has_pairs = true;
            } else if src % 2 == 0 && dst % 2 == 0 {
                bytes.push(Loop { extent, src: src / 2, dst: dst / 2 });
            } else {
                return None;
            }
            i += 1;
        }
        (bytes.src, bytes.dst) = (self.src / 2, self.dst / 2);
        if has_pairs && self.src % 2 == 0 && self.dst % 2 == 0 { Some(bytes) } else { None }
    }
}

/// Copies halves of bytes one by one.
///
/// # Safety
/// As of [`run_region`](super::run::run_region), of the bytes that hold the elements.
pub(super) unsafe fn run_nibbles(loops: &[Loop], (from, to): (isize, isize), src: *const u8, dst: *mut u8) {
    match loops {
        [inner @ .., outer] => {
            for turn in 0..outer.extent.cast_signed() {
                let at = (from + turn * outer.src, to + turn * outer.dst);
                // SAFETY: as the caller says.
                unsafe { run_nibbles(inner, at, src, dst) };
            }
        }
        [] => {
            let shift = |at: isize| if at % 2 == 0 { 0 } else { 4 };
            // SAFETY: the caller says that the byte may be read.
            let element = unsafe { *src.wrapping_offset(from.div_euclid(2)) } >> shift(from) & 0xf;
            // SAFETY: the caller says that the byte may be written.
            let byte = unsafe { &mut *dst.wrapping_offset(to.div_euclid(2)) };
            *byte = *byte & !(0xf << shift(to)) | element << shift(to);
        }
    }
}
