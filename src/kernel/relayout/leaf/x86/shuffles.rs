//! The shuffles of vectors of any width, said once.

/// The shuffles of [`Vector`], which are the same in every width: by the intrinsics of that width.
macro_rules! shuffles {
    (
        low: $low8:ident $low16:ident $low32:ident $low64:ident,
        high: $high8:ident $high16:ident $high32:ident $high64:ident,
        bytes: $set16:ident $and:ident $shift_right16:ident $pack16:ident,
        pairs: $shift_left32:ident $shift_right32:ident $pack32:ident,
        words: $to_floats:ident $shuffle:ident $from_floats:ident $(,)?
    ) => {
        #[inline(always)]
        fn low<const E: usize>(self, other: Self) -> Self {
            // SAFETY: `load` promises the instruction set to whoever has a vector.
            Self(unsafe {
                match E {
                    1 => $low8(self.0, other.0),
                    2 => $low16(self.0, other.0),
                    4 => $low32(self.0, other.0),
                    _ => $low64(self.0, other.0),
                }
            })
        }

        #[inline(always)]
        fn high<const E: usize>(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe {
                match E {
                    1 => $high8(self.0, other.0),
                    2 => $high16(self.0, other.0),
                    4 => $high32(self.0, other.0),
                    _ => $high64(self.0, other.0),
                }
            })
        }

        /// Packs narrow a number to half its bits, exactly where it needs no more.
        #[inline(always)]
        fn unzip<const E: usize>(self, other: Self) -> (Self, Self) {
            let (a, b) = (self.0, other.0);
            // SAFETY: as above.
            let (even, odd) = unsafe {
                match E {
                    1 => {
                        let byte = $set16(0xff);
                        let even = $pack16($and(a, byte), $and(b, byte));
                        (even, $pack16($shift_right16::<8>(a), $shift_right16::<8>(b)))
                    }
                    2 => {
                        let (low_a, low_b) = ($shift_left32::<16>(a), $shift_left32::<16>(b));
                        let even = $pack32($shift_right32::<16>(low_a), $shift_right32::<16>(low_b));
                        (even, $pack32($shift_right32::<16>(a), $shift_right32::<16>(b)))
                    }
                    4 => {
                        let (a, b) = ($to_floats(a), $to_floats(b));
                        let even = $from_floats($shuffle::<0b10_00_10_00>(a, b));
                        (even, $from_floats($shuffle::<0b11_01_11_01>(a, b)))
                    }
                    _ => ($low64(a, b), $high64(a, b)),
                }
            };
            (Self(even), Self(odd))
        }
    };
}
pub(super) use shuffles;
