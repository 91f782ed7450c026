//! Sums over arrays.
use super::shapes::KnownShape;

/// What some arrays take together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) arrays: u64,
    pub(super) bytes: i128,
    pub(super) padded: i128,
    pub(super) saving: i128,
}

impl Totals {
    pub(super) fn add(&mut self, known: &KnownShape) {
        let Some(sizes) = &known.sizes else { return };
        self.arrays += 1;
        self.bytes += i128::from(sizes.bytes);
        self.padded += i128::from(sizes.padded);
        self.saving += i128::from(sizes.saving);
    }

    pub(super) fn merge(&mut self, other: &Totals) {
        self.arrays += other.arrays;
        self.bytes += other.bytes;
        self.padded += other.padded;
        self.saving += other.saving;
    }

    /// The bytes that hold no element.
    pub(super) fn waste(&self) -> i128 {
        (self.padded - self.bytes).max(0)
    }
}

/// The sums of each memory space.
#[derive(Debug, Clone, Default)]
pub(super) struct BySpace {
    spaces: Vec<(i64, Totals)>,
    /// The spaces beyond the most that are counted apart.
    others: Totals,
}

/// The most memory spaces that are counted apart: devices have a handful.
const MOST_SPACES: usize = 64;

impl BySpace {
    pub(super) fn add(&mut self, known: &KnownShape) {
        if let Some(sizes) = &known.sizes {
            self.of(sizes.memory_space).add(known);
        }
    }

    pub(super) fn merge(&mut self, other: &BySpace) {
        for (space, totals) in &other.spaces {
            self.of(*space).merge(totals);
        }
        self.others.merge(&other.others);
    }

    fn of(&mut self, space: i64) -> &mut Totals {
        let place = match self.spaces.iter().position(|(found, _)| *found == space) {
            Some(place) => place,
            None if self.spaces.len() == MOST_SPACES => return &mut self.others,
            None => {
                self.spaces.reserve_exact(1);
                self.spaces.push((space, Totals::default()));
                self.spaces.len() - 1
            }
        };
        &mut self.spaces[place].1
    }

    /// The spaces by number, and last those that are not counted apart.
    pub(super) fn sorted(&self) -> Vec<(Option<i64>, Totals)> {
        let mut sorted: Vec<_> = self.spaces.iter().map(|(space, totals)| (Some(*space), *totals)).collect();
        sorted.sort_by_key(|(space, _)| *space);
        if self.others != Totals::default() {
            sorted.push((None, self.others));
        }
        sorted
    }

    pub(super) fn total(&self) -> Totals {
        let mut total = self.others;
        self.spaces.iter().for_each(|(_, totals)| total.merge(totals));
        total
    }
}
