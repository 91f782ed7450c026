//! Lists that `const` code can write: the one way in which constants keep several things of a kind.

/// A list of at most `N` entries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConstList<T, const N: usize> {
    entries: [T; N],
    len: usize,
}

impl<T: Copy, const N: usize> ConstList<T, N> {
    /// No entries; the filler takes the places that are free.
    pub(crate) const fn new(filler: T) -> Self {
        ConstList { entries: [filler; N], len: 0 }
    }

    /// The number of entries.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// One more entry behind the others, for which there must be a place.
    pub(crate) const fn push(&mut self, entry: T) {
        self.entries[self.len] = entry;
        self.len += 1;
    }

    /// The entries of another list behind those of this one.
    pub(crate) const fn append(&mut self, other: &Self) {
        let mut i = 0;
        while i < other.len {
            self.push(other.entries[i]);
            i += 1;
        }
    }

    /// The list without the entry at a place.
    pub(crate) const fn remove(&mut self, place: usize) {
        let mut i = place;
        while i + 1 < self.len {
            self.entries[i] = self.entries[i + 1];
            i += 1;
        }
        self.len -= 1;
    }

    /// The entries from the first to the last.
    pub(crate) const fn entries(&self) -> &[T] {
        self.entries.split_at(self.len).0
    }

    /// The entries from the first to the last, to be changed.
    pub(crate) const fn entries_mut(&mut self) -> &mut [T] {
        self.entries.split_at_mut(self.len).0
    }
}
