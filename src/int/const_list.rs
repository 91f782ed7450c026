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
    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// One more entry behind the others, for which there must be a place.
    #[inline]
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

    /// One more entry at a place, before those that were there and behind it.
    pub(crate) const fn insert(&mut self, place: usize, entry: T) {
        self.push(entry);
        let mut i = self.len - 1;
        while i > place {
            self.entries.swap(i, i - 1);
            i -= 1;
        }
    }

    /// Takes out the entry at a place.
    pub(crate) const fn remove(&mut self, place: usize) -> T {
        let (entry, mut i) = (self.entries[place], place);
        while i + 1 < self.len {
            self.entries[i] = self.entries[i + 1];
            i += 1;
        }
        self.len -= 1;
        entry
    }

    /// The entries from the first to the last.
    #[inline]
    pub(crate) const fn entries(&self) -> &[T] {
        self.entries.split_at(self.len).0
    }

    /// The entries from the first to the last, to be changed.
    #[inline]
    pub(crate) const fn entries_mut(&mut self) -> &mut [T] {
        self.entries.split_at_mut(self.len).0
    }
}

/// Lists are equal if their entries are, whatever is where places are free.
impl<T: Copy + PartialEq, const N: usize> PartialEq for ConstList<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.entries() == other.entries()
    }
}

impl<T: Copy + Eq, const N: usize> Eq for ConstList<T, N> {}
