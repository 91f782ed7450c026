//! The shuffles of vectors of any width, said once.

/// The shuffles of [`Vector`], which are the same in every width: by the intrinsics of that width.
macro_rules! shuffles {
    (
        low: $low8:ident $low16:ident $low32:ident $low64:ident,
        high: $high8:ident $high16:ident $high32:ident $high64:ident $(,)?
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
    };
}
pub(super) use shuffles;

/// What vectors of several lanes deal, with shuffles of the bytes of each lane, `bytes_at`, and of the words of 4 bytes
/// of all, `words_at`.
macro_rules! deals {
    ($floats:ident, $shuffle:ident, $from_floats:ident) => {
        const DEALS: bool = true;

        #[inline(always)]
        fn dealt<const E: usize, const N: usize>(self) -> Self {
            let dealt = self.bytes_at(const { &bytes(dealt_places(Self::LANE / E, N, E)) });
            dealt.words_at(
                const { &dealt_places::<{ Self::WIDTH / 4 }>(Self::LANES * N, N, Self::LANE / N / 4) },
            )
        }

        #[inline(always)]
        fn merged<const E: usize, const N: usize>(self) -> Self {
            let words = const {
                &dealt_places::<{ Self::WIDTH / 4 }>(Self::LANES * N, Self::LANES, Self::LANE / N / 4)
            };
            self.words_at(words)
                .bytes_at(const { &bytes(dealt_places(Self::LANE / E, Self::LANE / E / N, E)) })
        }

        #[inline(always)]
        fn unzip<const E: usize>(self, other: Self) -> (Self, Self) {
            if E == 4 {
                // SAFETY: `load` promises the instruction set to whoever has a vector.
                return unsafe {
                    let (a, b) = ($floats(self.0), $floats(other.0));
                    let even = $from_floats($shuffle::<0b10_00_10_00>(a, b));
                    (Self(even), Self($from_floats($shuffle::<0b11_01_11_01>(a, b))))
                };
            }
            let places = const { &bytes(dealt_places(Self::LANE / E, 2, E)) };
            let (a, b) = (self.bytes_at(places), other.bytes_at(places));
            (a.low::<8>(b), a.high::<8>(b))
        }
    };
}
pub(super) use deals;

/// Where what is dealt to `columns` comes from: `count` elements of `unit` places each. Dealt again, to as many columns
/// as each of these has elements, they are merged.
#[allow(clippy::cast_possible_truncation, reason = "no vector has as many places")]
pub(super) const fn dealt_places<const LEN: usize>(count: usize, columns: usize, unit: usize) -> [u32; LEN] {
    let (mut places, mut i) = ([0; LEN], 0);
    // elements that are as long as a lane are not dealt in it
    let Some(rows) = count.checked_div(columns) else { return places };
    while i < rows * columns * unit {
        let (column, row) = (i / unit / rows, i / unit % rows);
        places[i] = ((row * columns + column) * unit + i % unit) as u32;
        i += 1;
    }
    places
}

/// Places in a lane, as bytes.
pub(super) const fn bytes(places: [u32; 16]) -> [u8; 16] {
    let (mut bytes, mut i) = ([0; 16], 0);
    while i < 16 {
        bytes[i] = places[i].to_le_bytes()[0];
        i += 1;
    }
    bytes
}
