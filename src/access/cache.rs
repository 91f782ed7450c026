//! Sets of a cache, and the lines that compete for them.
use super::offsets::StaticOffsets;
#[cfg(feature = "dynamic")]
use super::reuse::{LineStack, lines};
use super::taken::Taken;
#[cfg(feature = "dynamic")]
use crate::dynamic::{Result, invalid};
use crate::format::Element;
#[cfg(feature = "dynamic")]
use alloc::{vec, vec::Vec};

/// A cache in sets: line number `n` of memory can be kept in set `n % sets` only, which holds `ways` lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cache {
    sets: usize,
    ways: usize,
    line: usize,
}

impl Cache {
    /// The first-level data cache of most x86-64 processors before 2019, and of AMD's since: 64 sets of 8 lines of 64
    /// bytes, 32 KiB.
    pub const L1: Cache = Cache::new(64, 8, 64);

    /// So many sets of so many lines of so many bytes.
    ///
    /// # Panics
    /// If one of them is 0.
    pub const fn new(sets: usize, ways: usize, line: usize) -> Cache {
        assert!(sets > 0 && ways > 0 && line > 0, "cache: there are no sets or lines, or they are empty");
        Cache { sets, ways, line }
    }

    /// How many sets there are.
    pub const fn sets(&self) -> usize {
        self.sets
    }

    /// How many lines a set holds.
    pub const fn ways(&self) -> usize {
        self.ways
    }

    /// The bytes of a line.
    pub const fn line(&self) -> usize {
        self.line
    }

    /// The different lines that compete for the set which most of them are for. If these are more than
    /// [`ways`](Self::ways), what is used again in the same order is never found.
    ///
    /// Each address is that of the first of so many bytes that are used.
    ///
    /// ```
    /// use tilework::access::Cache;
    /// // a column of 16 rows, 4096 bytes apart: one set has to hold all
    /// const COLUMN: [usize; 16] = <tilework::prelude::Layout!(16:4096)>::offset_array();
    /// const { assert!(Cache::L1.lines_of_fullest_set(&COLUMN, 4) == 16) };
    /// ```
    pub const fn lines_of_fullest_set(&self, addresses: &[usize], bytes: usize) -> usize {
        let (mut most, mut i) = (0, 0);
        while i < addresses.len() && bytes > 0 {
            let mut line = addresses[i] / self.line;
            while line <= (addresses[i] + (bytes - 1)) / self.line {
                let lines = self.lines_of_set(addresses, bytes, line % self.sets);
                most = if lines > most { lines } else { most };
                line += 1;
            }
            i += 1;
        }
        most
    }

    /// The different lines that are for one set.
    const fn lines_of_set(&self, addresses: &[usize], bytes: usize, set: usize) -> usize {
        let (mut count, mut i) = (0, 0);
        while i < addresses.len() {
            let mut line = addresses[i] / self.line;
            while line <= (addresses[i] + (bytes - 1)) / self.line {
                if line % self.sets == set && !self.is_used(addresses.split_at(i).0, bytes, line) {
                    count += 1;
                }
                line += 1;
            }
            i += 1;
        }
        count
    }

    const fn is_used(&self, addresses: &[usize], bytes: usize, line: usize) -> bool {
        let mut i = 0;
        while i < addresses.len() {
            if addresses[i] / self.line <= line && line <= (addresses[i] + (bytes - 1)) / self.line {
                return true;
            }
            i += 1;
        }
        false
    }

    /// What this cache misses in a traversal that takes so many bytes at each of these addresses, one after another. It
    /// is empty at first, and a set gives up the line that was used longest ago.
    ///
    /// # Errors
    /// If there are more than 4194304 different lines.
    ///
    /// ```
    /// use tilework::access::Cache;
    /// // a 16x16 matrix of f32 whose rows are 4096 bytes apart, walked by columns: 16 lines, all for one set
    /// let columns = |row: usize| (0..256).map(move |step| step % 16 * row + step / 16 * 4);
    /// let misses = Cache::L1.misses(columns(4096), 4)?;
    /// assert_eq!((misses.uses, misses.cold, misses.capacity, misses.conflict), (256, 16, 0, 240));
    /// // a line of padding after each row
    /// assert_eq!(Cache::L1.misses(columns(4096 + 64), 4)?.conflict, 0);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    #[cfg(feature = "dynamic")]
    pub fn misses(&self, addresses: impl IntoIterator<Item = usize>, bytes: usize) -> Result<CacheMisses> {
        const MOST_PLACES: usize = 1 << 24;
        if self.sets.saturating_mul(self.ways) > MOST_PLACES {
            return Err(invalid!("cache", "more than {MOST_PLACES} lines are not looked at"));
        }
        // of each set its lines, the one used last at the end
        let mut sets: Vec<Vec<usize>> = vec![Vec::new(); self.sets];
        let (mut stack, mut misses) = (LineStack::new(), CacheMisses::default());
        misses.of_set = vec![0; self.sets];
        for line in lines(addresses, bytes, self.line) {
            let depth = stack.touch(line)?;
            let set = &mut sets[line % self.sets];
            misses.uses += 1;
            match set.iter().rposition(|held| *held == line) {
                Some(place) => drop(set.remove(place)),
                None => {
                    misses.of_set[line % self.sets] += 1;
                    let kind = match depth {
                        None => &mut misses.cold,
                        Some(depth) if depth < self.sets * self.ways => &mut misses.conflict,
                        Some(_) => &mut misses.capacity,
                    };
                    *kind += 1;
                    if set.len() == self.ways {
                        set.remove(0);
                    }
                }
            }
            set.push(line);
        }
        Ok(misses)
    }
}

/// What a cache misses in a traversal, by reason.
///
/// Source of the three reasons: Hill 1987.
#[cfg(feature = "dynamic")]
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CacheMisses {
    /// The lines that are used, one after another.
    pub uses: u64,
    /// Those that are used for the first time.
    pub cold: u64,
    /// Those that a cache of as many lines misses, too, if each of its lines may hold any.
    pub capacity: u64,
    /// The others: too many lines are for their set.
    pub conflict: u64,
    /// The misses of each set.
    pub of_set: Vec<u64>,
}

#[cfg(feature = "dynamic")]
impl CacheMisses {
    /// All misses.
    pub fn total(&self) -> u64 {
        self.cold + self.capacity + self.conflict
    }
}

/// The lines that compete for the fullest set of a cache in a traversal of a static stage: see
/// [`Cache::lines_of_fullest_set`].
///
/// # Panics
/// As [`bank_conflicts`](super::bank_conflicts).
///
/// ```
/// use tilework::access::{Cache, cache_conflicts};
/// use tilework::prelude::*;
/// type Column = Layout!(16:1);
/// const { assert!(cache_conflicts::<f32, Layout!((16, 1024):(1024, 1)), Column>(Cache::L1) == 16) };
/// const { assert!(cache_conflicts::<f32, Layout!((16, 1024):(1040, 1)), Column>(Cache::L1) == 1) };
/// ```
#[track_caller]
pub const fn cache_conflicts<T: Element, Stage: StaticOffsets, Access: StaticOffsets>(cache: Cache) -> usize {
    let (addresses, bytes) = Taken::of::<Stage, Access>().bytes::<T>();
    cache.lines_of_fullest_set(addresses.entries(), bytes)
}
