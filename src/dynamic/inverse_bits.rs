//! Linear maps over F2 from bits of an index to bits of an offset, and back.
use smallvec::SmallVec;

/// Offsets of which each has a highest bit of its own that no other one has, with the indices they come from.
#[derive(Debug, Default)]
pub(crate) struct BitBasis {
    rows: SmallVec<[BitRow; 16]>,
}

#[derive(Debug, Clone, Copy)]
struct BitRow {
    offset: u64,
    index: u64,
}

impl BitRow {
    fn pivot(self) -> u64 {
        1 << (63 - self.offset.leading_zeros())
    }

    fn without(self, other: BitRow) -> BitRow {
        match self.offset & other.pivot() {
            0 => self,
            _ => BitRow { offset: self.offset ^ other.offset, index: self.index ^ other.index },
        }
    }
}

impl BitBasis {
    /// Adds what a bit of the index is mapped to. Whether it is no sum of the offsets that were there.
    pub(crate) fn insert(&mut self, offset: u64, index: u64) -> bool {
        let row = self.rows.iter().fold(BitRow { offset, index }, |row, &other| row.without(other));
        if row.offset == 0 {
            return false;
        }
        self.rows.iter_mut().for_each(|other| *other = other.without(row));
        self.rows.push(row);
        true
    }

    /// For each bit of the offsets, from the lowest, an index: the sum of those of the bits of an offset that is
    /// reached has this offset.
    pub(crate) fn indices(&self) -> impl Iterator<Item = u64> {
        let bits = self.rows.iter().map(|row| 64 - row.offset.leading_zeros()).max().unwrap_or(0);
        (0..bits).map(|bit| {
            let row = self.rows.iter().find(|row| row.pivot() == 1 << bit);
            row.map_or(0, |row| row.index)
        })
    }
}
