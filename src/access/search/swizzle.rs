//! The smallest swizzle that frees accesses of conflicts.
use super::conflicts::ConflictSearch;
use crate::dynamic::{Error, Swizzle};
use core::fmt;

/// Why no swizzle frees accesses of conflicts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoSwizzle {
    /// The accesses, or the banks, are not such as swizzles are for.
    Unsuited(Error),
    /// Every swizzle leaves more turns than the count of words demands.
    Conflicts {
        /// The best there is; none, if it is to put everything where it is.
        best: Option<Swizzle>,
        /// The turns with it.
        wavefronts: usize,
        /// The turns that are needed at least, wherever pieces are put.
        least: usize,
    },
}

impl fmt::Display for NoSwizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSwizzle::Unsuited(error) => error.fmt(f),
            NoSwizzle::Conflicts { best, wavefronts, least } => {
                write!(f, "no Sw<B,M,S> is free of conflicts: the words need {least} turns at least, and ")?;
                match best {
                    Some(best) => write!(f, "the best, {best}, takes {wavefronts}"),
                    None => write!(f, "none takes less than the {wavefronts} of no swizzle"),
                }
            }
        }
    }
}

impl core::error::Error for NoSwizzle {}

impl ConflictSearch {
    /// The smallest swizzle after which no access has conflicts: `Sw<B,M,S>` with the fewest bits `B`, then the least
    /// shift `S`, then the least base `M`; `Sw<0,0,1>`, which changes nothing, if none is needed.
    ///
    /// Looked at are all that exchange whole pieces among the places: as many elements as fill a word, or as a thread
    /// takes, if that is more. Their shift is positive: a negative one adds bits of the bank to bits above it, which
    /// frees nothing. Post-condition: every phase takes as many turns as its words need, wherever pieces are put.
    ///
    /// # Errors
    /// If there is none, with the best there is; if elements or banks are no powers of two, or the bytes of a thread
    /// are not aligned.
    ///
    /// ```
    /// use tilework::access::{Banks, ConflictSearch, ThreadAccess};
    /// // 8x64 halves: written by rows, 16 bytes a thread, and read by columns of 16 bytes, as matrix instructions do
    /// let stage = "(8,64):(64,1)".parse::<tilework::dynamic::DynLayout>()?;
    /// let access = |threads: &str| ThreadAccess::of(&stage.clone().into(), &threads.parse()?, 16);
    /// let accesses = vec![access("((8,8),8):((64,1),8)")?, access("(8,8):(1,8)")?];
    /// let search = ConflictSearch::new(accesses, 2, 512, Banks::NVIDIA)?;
    /// assert_eq!((search.wavefronts(), search.least_wavefronts()), (16, 9));
    /// assert_eq!(search.swizzle().unwrap().to_string(), "Sw<3,3,3>");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn swizzle(&self) -> Result<Swizzle, NoSwizzle> {
        let pieces = self.in_pieces().map_err(NoSwizzle::Unsuited)?;
        let least = pieces.least();
        let identity = Swizzle::new(0, 0, 1).map_err(NoSwizzle::Unsuited)?;
        let mut best = (self.wavefronts(), None);
        if best.0 == least {
            return Ok(identity);
        }
        let bits = i64::from(usize::BITS - self.places().saturating_sub(1).leading_zeros());
        for count in 1..=bits / 2 {
            for shift in count..bits {
                for base in i64::from(pieces.piece_bits)..=bits - shift - count {
                    let Ok(swizzle) = Swizzle::new(count, base, shift) else { continue };
                    if !stays_among(self.places(), count, base, shift) {
                        continue;
                    }
                    match self.wavefronts_by(|place| put(swizzle, place)) {
                        Some(turns) if turns == least => return Ok(swizzle),
                        Some(turns) if turns < best.0 => best = (turns, Some(swizzle)),
                        _ => {}
                    }
                }
            }
        }
        Err(NoSwizzle::Conflicts { best: best.1, wavefronts: best.0, least })
    }
}

/// Where a swizzle puts a place.
fn put(swizzle: Swizzle, place: usize) -> usize {
    let put = i64::try_from(place).ok().and_then(|place| swizzle.apply(place).ok());
    put.and_then(|place| usize::try_from(place).ok()).unwrap_or(place)
}

/// Whether a swizzle of a positive shift exchanges the first places among each other.
///
/// It does within every block of `2^(base + count)` places. In the last, which may end early, it adds one number to all
/// places; whole blocks of its highest bit must be there.
fn stays_among(places: usize, count: i64, base: i64, shift: i64) -> bool {
    let rest = places % (1 << (base + count));
    let source = (places - rest) >> (base + shift);
    let added = (source & ((1 << count) - 1)) << base;
    added == 0 || rest.is_multiple_of(2 << added.ilog2())
}
